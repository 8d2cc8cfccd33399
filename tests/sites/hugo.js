export default {
  generator: "hugo",
  programs: ["hugo"],
  output: "public",
  pages: [{ path: "posts/attention/", players: 2 }],
};
