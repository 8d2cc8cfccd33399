// Installs the engines to compare with, and makes the files that a page loads.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { must, root } from "../setup/system.js";

const here = join(root, "tests", "bench");
const made = join(root, "web", "build", "bench");
const packages = join(here, "node_modules");
const json = (path) => JSON.parse(readFileSync(path, "utf8"));

/** Builds what is measured, and brings the engines to the exact versions of their package.json. @param {boolean} engines whether any are needed */
export function prepare(engines) {
  must("node", ["tests/setup/packages.js"]);
  if (engines) must("node", ["tests/setup/packages.js", "tests/bench"]);
  must("sh", ["build.sh"]);
}

export const PEERS = ["ours", "onnx", "litert", "jax", "tensorflow"];

/** One bundle for the rows, and one an engine, as a page that uses nothing else would load it. */
export async function bundles() {
  const { build } = await import("esbuild");
  const make = (/** @type {string[]} */ entryPoints, /** @type {string[]} */ elsewhere) =>
    build({
      absWorkingDir: here,
      entryPoints,
      bundle: true,
      minify: true,
      format: "esm",
      target: "es2022",
      platform: "browser",
      external: ["module", "fs", "path", "os", "worker_threads", "node:*", ...elsewhere],
      outdir: made,
      logLevel: "error",
    });
  await make(["page.js"], []);
  // files of their own, which a page fetches when it needs that build
  await make(
    PEERS.map((name) => `peer-${name}.js`),
    ["scalar", "forward", "relaxed", "attention-fallback"].map((name) => `../build/${name}.js`),
  );
}

/** What a page without special headers fetches beside the bundle. */
const FETCHED = {
  onnx: ["onnxruntime-web/dist/ort-wasm-simd-threaded.wasm"],
  litert: ["js", "wasm"].map((kind) => `@litertjs/core/wasm/litert_wasm_internal.${kind}`),
  tensorflow: ["@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm"],
};

/** Brotli takes half a minute for the largest module: what it gave is kept until the file changes. */
function compressed(file) {
  const { size, mtimeMs } = statSync(file);
  const memory = join(made, "wire.json");
  const known = existsSync(memory) ? json(memory) : {};
  const key = `${file} ${size} ${mtimeMs}`;
  known[key] ??= brotliCompressSync(readFileSync(file)).length;
  writeFileSync(memory, JSON.stringify(known));
  return known[key];
}

/** Bytes on the wire, brotli at its best. */
export function wireBytes(name) {
  const files = [join(made, `peer-${name}.js`), ...(FETCHED[name] ?? []).map((file) => join(packages, file))];
  return files.reduce((sum, file) => sum + compressed(file), 0);
}
