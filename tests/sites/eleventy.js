export default { generator: "@11ty/eleventy", output: "public", pages: [{ path: "attention/", players: 2 }] };
