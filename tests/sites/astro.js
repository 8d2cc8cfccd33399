export default {
  generator: "astro",
  output: "dist",
  pages: [
    { path: "attention/", players: 2 },
    { path: "index.html", players: 2 },
  ],
};
