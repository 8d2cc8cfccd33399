export default {
  generator: "jekyll",
  programs: ["jekyll"],
  output: "public",
  pages: [{ path: "2026/01/02/attention.html", players: 2 }],
};
