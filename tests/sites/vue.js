import { seeBound } from "./tools/seen.js";

export default {
  generator: "vue",
  output: "dist",
  pages: [{ path: "index.html", players: 3, after: seeBound }],
};
