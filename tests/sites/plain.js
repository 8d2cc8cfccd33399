export default { output: "public", pages: [{ path: "index.html", players: 2 }] };
