// ONNX Runtime Web on WebAssembly, one thread, in every variant that can express the shape; the fastest counts.
import * as ort from "onnxruntime-web/wasm";
import { model, node } from "./onnx-model.js";
import { packages } from "./where.js";

ort.env.wasm.numThreads = 1;
ort.env.logLevel = "fatal";
if (packages)
  ort.env.wasm.wasmPaths = { wasm: `${packages}onnxruntime-web/dist/ort-wasm-simd-threaded.wasm` };

/** What all of them read, of one shape. @param {number[]} rows @returns {[string, number[]][]} */
const all = (rows) => ["q", "k", "v"].map((name) => [name, rows]);

/** softmax(q k^T scale + mask) v from plain operators */
function byHand({ heads, n, d, causal }) {
  const rows = [1, heads, n, d];
  const scale = Float32Array.of(1 / Math.sqrt(d));
  // -inf above the diagonal, made once when the session starts: Trilu keeps what is above and sets the rest to 0
  const constants = [["scale", [], scale]];
  const mask = [];
  if (causal) {
    constants.push(["forbidden", [], Float32Array.of(-Infinity)]);
    constants.push(["square", [2], BigInt64Array.of(BigInt(n), BigInt(n))]);
    constants.push(["above", [], BigInt64Array.of(1n)]);
    mask.push(node("Expand", ["forbidden", "square"], ["all"]));
    mask.push(node("Trilu", ["all", "above"], ["mask"], { upper: 1 }));
  }
  return {
    constants,
    inputs: all(rows),
    outputs: [["y", rows]],
    nodes: [
      ...mask,
      node("Transpose", ["k"], ["kt"], { perm: [0, 1, 3, 2] }),
      node("Mul", ["q", "scale"], ["qs"]),
      node("MatMul", ["qs", "kt"], ["s"]),
      ...(causal ? [node("Add", ["s", "mask"], ["m"])] : []),
      node("Softmax", [causal ? "m" : "s"], ["w"], { axis: -1 }),
      node("MatMul", ["w", "v"], ["y"]),
    ],
  };
}

/** Attention-23 of the standard */
function standard({ heads, n, d, causal }) {
  const rows = [1, heads, n, d];
  return {
    opset: 23,
    inputs: all(rows),
    outputs: [["y", rows]],
    nodes: [node("Attention", ["q", "k", "v"], ["y"], { is_causal: causal ? 1 : 0 })],
  };
}

/** the contributed MultiHeadAttention: heads side by side */
function multiHead({ heads, n, d, causal }) {
  const rows = [1, n, heads * d];
  const attributes = { num_heads: heads, unidirectional: causal ? 1 : 0 };
  return {
    joined: true,
    inputs: all(rows),
    outputs: [["y", rows]],
    nodes: [node("MultiHeadAttention", ["q", "k", "v"], ["y"], attributes, "com.microsoft")],
  };
}

/** the contributed GroupQueryAttention, always causal */
function groupQuery({ heads, n, d, causal }) {
  if (!causal) return null;
  const rows = [1, n, heads * d];
  const read = ["q", "k", "v", "", "", "last", "total"];
  const attributes = { num_heads: heads, kv_num_heads: heads };
  return {
    joined: true,
    constants: [
      ["last", [1], Int32Array.of(n - 1)],
      ["total", [1], Int32Array.of(n)],
    ],
    inputs: all(rows),
    outputs: [
      ["y", rows],
      ["past_k", [1, heads, n, d]],
      ["past_v", [1, heads, n, d]],
    ],
    nodes: [node("GroupQueryAttention", read, ["y", "past_k", "past_v"], attributes, "com.microsoft")],
  };
}

const VARIANTS = {
  "MatMul Softmax MatMul": byHand,
  Attention: standard,
  MultiHeadAttention: multiHead,
  GroupQueryAttention: groupQuery,
};

/** @param {import("./exact.js").Shape} shape */
export function forwards(shape) {
  const found = [];
  for (const [variant, make] of Object.entries(VARIANTS)) {
    const graph = make(shape);
    if (!graph) continue;
    const dims = graph.inputs[0][1];
    const tensor = (data) => new ort.Tensor("float32", data, dims);
    const open = async () => {
      const { Worker } = globalThis;
      const session = await ort.InferenceSession.create(model(graph), { executionProviders: ["wasm"] });
      // in Node it leaves a Worker behind, from which jax-js concludes that it is in a page
      if (Worker === undefined) delete globalThis.Worker;
      const run = async (q, k, v) =>
        (await session.run({ q: tensor(q), k: tensor(k), v: tensor(v) }, ["y"])).y.data;
      return { run, close: () => session.release() };
    };
    found.push({ name: "ONNX Runtime Web", variant, joined: graph.joined === true, open });
  }
  return found;
}
