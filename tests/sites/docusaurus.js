import { follow } from "./tools/seen.js";

export default {
  generator: "@docusaurus/core",
  output: "build",
  pages: [
    { path: "attention/", players: 3 },
    // the same page reached by its router
    { path: "", players: 3, before: (page) => follow(page, "article p a") },
  ],
};
