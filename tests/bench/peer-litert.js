// LiteRT.js on WebAssembly, one thread: XNNPACK in the build that it chooses, which is the relaxed one where that runs.
import { Tensor, getGlobalLiteRt, loadAndCompile, loadLiteRt } from "@litertjs/core";
import { float32, int8, model, node } from "./litert-model.js";
import { causalMask } from "./mask.js";
import { packages } from "./where.js";

let started;
function start() {
  if (!packages) throw new Error("it runs in pages only");
  return loadLiteRt(`${packages}@litertjs/core/wasm/`);
}

/** softmax(q k^T scale + mask) v from plain operators */
function attention({ heads, n, d, causal }) {
  const rows = [1, heads, n, d];
  const square = [1, heads, n, n];
  const inputs = ["q", "k", "v"].map((name) => [name, rows]);
  const constants = [["scale", [], Float32Array.of(1 / Math.sqrt(d))]];
  if (causal) constants.push(["mask", [n, n], causalMask(n)]);
  const nodes = [
    node("MUL", ["q", "scale"], ["qs", rows]),
    node("BATCH_MATMUL", ["qs", "k"], ["s", square], null, int8(1)), // the second transposed
    ...(causal ? [node("ADD", ["s", "mask"], ["m", square])] : []),
    node("SOFTMAX", [causal ? "m" : "s"], ["w", square], float32(1)),
    node("BATCH_MATMUL", ["w", "v"], ["y", rows]),
  ];
  return { constants, inputs, nodes, outputs: ["y"] };
}

/** Fills a tensor that stays in LiteRT's memory: at n = 64 a run that makes new ones takes half as long again. */
function write({ liteRtTensorBuffer: buffer }, data) {
  const { HEAPU8, LiteRtTensorBufferLockMode } = getGlobalLiteRt().liteRtWasm;
  const at = buffer.lock(LiteRtTensorBufferLockMode.WRITE);
  new Float32Array(HEAPU8.buffer, at, data.length).set(data);
  buffer.unlock();
}

/** @param {import("./exact.js").Shape} shape */
export function forwards(shape) {
  const { heads, n, d } = shape;
  const open = async () => {
    await (started ??= start());
    const compiled = await loadAndCompile(model(attention(shape)), { accelerator: "wasm" });
    const inputs = [0, 1, 2].map(() => new Tensor(new Float32Array(heads * n * d), [1, heads, n, d]));
    const run = async (...data) => {
      inputs.forEach((input, i) => write(input, data[i]));
      const [output] = await compiled.run(inputs);
      const y = output.toTypedArray();
      output.delete();
      return y;
    };
    const close = () => [compiled, ...inputs].forEach((one) => one.delete());
    return { run, close };
  };
  return [{ name: "LiteRT.js", open }];
}
