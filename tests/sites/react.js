import { seeBound } from "./tools/seen.js";

export default {
  generator: "react",
  output: "dist",
  pages: [{ path: "index.html", players: 3, after: seeBound }],
};
