export default { output: "public", pages: [{ path: "index.html", disk: true }] };
