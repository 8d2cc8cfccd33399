import { seeBound } from "./tools/seen.js";

export default {
  generator: "svelte",
  output: "dist",
  pages: [{ path: "index.html", players: 3, after: seeBound }],
};
