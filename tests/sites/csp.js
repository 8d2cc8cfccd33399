const POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'";

export default {
  output: "public",
  pages: [
    { path: "index.html", headers: { "Content-Security-Policy": `${POLICY} 'wasm-unsafe-eval'` } },
    {
      path: "index.html",
      headers: { "Content-Security-Policy": POLICY },
      // the browser tells that it refused the module; attention-fallback.js stands in for it
      forgiven: /WebAssembly|wasm-unsafe-eval/,
    },
  ],
};
