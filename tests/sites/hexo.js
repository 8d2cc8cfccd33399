export default {
  generator: "hexo",
  output: "public",
  pages: [{ path: "2026/01/02/attention/", players: 2 }],
};
