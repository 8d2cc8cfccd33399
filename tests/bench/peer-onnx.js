// ONNX Runtime Web, WebAssembly, one thread, in every variant that can express the shape; the fastest counts.
import * as ort from "onnxruntime-web";
import { model, node } from "./onnx-model.js";

ort.env.wasm.numThreads = 1;
ort.env.logLevel = "fatal";

/** softmax(q k^T scale) v by hand; key comes in transposed already in `turned`, and a causal mask is added */
function byHand({ heads, n, d, causal }) {
  const rows = [1, heads, n, d];
  const scale = Float32Array.of(1 / Math.sqrt(d));
  const mask = new Float32Array(causal ? n * n : 0);
  for (let i = 0; i < n && causal; i++) mask.fill(-Infinity, i * n + i + 1, (i + 1) * n);
  const constants = [["scale", [], scale]];
  if (causal) constants.push(["mask", [1, 1, n, n], mask]);
  return {
    constants,
    inputs: [
      ["q", rows],
      ["k", rows],
      ["v", rows],
    ],
    outputs: [["y", rows]],
    nodes: [
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
    inputs: [
      ["q", rows],
      ["k", rows],
      ["v", rows],
    ],
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
    inputs: [
      ["q", rows],
      ["k", rows],
      ["v", rows],
    ],
    outputs: [["y", rows]],
    nodes: [node("MultiHeadAttention", ["q", "k", "v"], ["y"], attributes, "com.microsoft")],
  };
}

/** the contributed GroupQueryAttention, always causal */
function groupQuery({ heads, n, d, causal }) {
  if (!causal) return null;
  const rows = [1, n, heads * d];
  return {
    joined: true,
    constants: [
      ["last", [1], Int32Array.of(n - 1)],
      ["total", [1], Int32Array.of(n)],
    ],
    inputs: [
      ["q", rows],
      ["k", rows],
      ["v", rows],
    ],
    outputs: [
      ["y", rows],
      ["past_k", [1, heads, n, d]],
      ["past_v", [1, heads, n, d]],
    ],
    nodes: [
      node(
        "GroupQueryAttention",
        ["q", "k", "v", "", "", "last", "total"],
        ["y", "past_k", "past_v"],
        { num_heads: heads, kv_num_heads: heads },
        "com.microsoft",
      ),
    ],
  };
}

const VARIANTS = {
  "MatMul Softmax MatMul": byHand,
  Attention: standard,
  MultiHeadAttention: multiHead,
  GroupQueryAttention: groupQuery,
};

/**
 * @param {{ heads: number, n: number, d: number, causal: boolean }} shape
 * @returns {Promise<{ name: string, joined: boolean, run: (q: Float32Array, k: Float32Array, v: Float32Array) => Promise<Float32Array>, close: () => void }[]>}
 */
export async function forwards(shape) {
  const found = [];
  for (const [name, make] of Object.entries(VARIANTS)) {
    const graph = make(shape);
    if (!graph) continue;
    try {
      const session = await ort.InferenceSession.create(model(graph), { executionProviders: ["wasm"] });
      const dims = graph.inputs[0][1];
      const tensor = (data) => new ort.Tensor("float32", data, dims);
      const run = async (q, k, v) =>
        (await session.run({ q: tensor(q), k: tensor(k), v: tensor(v) }, ["y"])).y.data;
      found.push({
        name: `ONNX Runtime Web, ${name}`,
        joined: graph.joined === true,
        run,
        close: () => session.release(),
      });
    } catch (error) {
      found.push({ name: `ONNX Runtime Web, ${name}`, why: String(error).split("\n")[0] });
    }
  }
  return found;
}
