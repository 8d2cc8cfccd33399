export default { output: "public", pages: [{ path: "index.html", frame: "iframe" }] };
