import { follow } from "./tools/seen.js";

export default {
  generator: "vitepress",
  output: ".vitepress/dist",
  pages: [
    { path: "attention.html", players: 3 },
    // the same page reached by its router
    {
      path: "index.html",
      players: 3,
      before: (page) => follow(page, "main p a"),
    },
  ],
};
