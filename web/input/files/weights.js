/**
 * Recognizes the attention weights of real models by their names and shapes, and reads them in the layout of problems, where
 * `w_q` is `[in, heads · d_k]` and used as `x @ w_q`. Most models store `[out, in]`, so their weights are transposed; some store
 * query, key and value in one matrix, each as a range of columns.
 */
import { errorsIn } from "../errors.js";
import { inputWords } from "../../words/input/index.js";
import { rangeIn } from "./slice.js";

/** @typedef {import("./safetensors.js").TensorInfo} TensorInfo */
/** @typedef {import("./safetensors.js").SafetensorsFile} SafetensorsFile */
/** @typedef {import("./slice.js").Range} Range */
/**
 * @typedef {object} Weight
 * @property {string} key of a problem: w_q w_k w_v w_o b_q b_k b_v b_o
 * @property {string} name of the tensor in the file
 * @property {boolean} transposed whether the file has [out, in]
 * @property {number[]} shape in the problem's layout
 * @property {Range} [columns] the tensor's columns that it takes, in the problem's layout; all by default
 */
/**
 * @typedef {object} Layer
 * @property {string} layer the common prefix of the names
 * @property {Weight[]} weights in the order w_q w_k w_v w_o, each followed by its b_*
 */

/**
 * How a family of models names the weights of a layer: what follows the layer's name.
 * @typedef {object} Family
 * @property {[string, string, string]} [apart] query, key, value
 * @property {string} [fused] all three in one matrix
 * @property {boolean} [shared] whether there may be fewer key heads than query heads
 * @property {string} [fusedBias] the bias of all three, if it is not named after the matrix
 * @property {string[]} out
 * @property {RegExp} [layer] how the layer's name must end
 */

/** The first family that matches a name counts. @type {Family[]} */
const families = [
  // Llama, Mistral, Qwen, Gemma, OPT, BART, Whisper, CLIP, GPT-J
  { apart: ["q_proj.weight", "k_proj.weight", "v_proj.weight"], out: ["o_proj.weight", "out_proj.weight"] },
  // Phi-3
  { fused: "qkv_proj.weight", shared: true, out: ["o_proj.weight", "out_proj.weight"] },
  // GPT-2 with [in, out], nanoGPT with [out, in]
  { fused: "c_attn.weight", out: ["c_proj.weight"] },
  // torch.nn.MultiheadAttention
  { fused: "in_proj_weight", fusedBias: "in_proj_bias", out: ["out_proj.weight"] },
  { apart: ["q_proj_weight", "k_proj_weight", "v_proj_weight"], fusedBias: "in_proj_bias", out: ["out_proj.weight"] }, // prettier-ignore
  // BERT, RoBERTa, ELECTRA
  { apart: ["self.query.weight", "self.key.weight", "self.value.weight"], out: ["output.dense.weight"] },
  // ViT of transformers
  { apart: ["attention.query.weight", "attention.key.weight", "attention.value.weight"], out: ["output.dense.weight"] }, // prettier-ignore
  // DistilBERT
  { apart: ["q_lin.weight", "k_lin.weight", "v_lin.weight"], out: ["out_lin.weight"] },
  // T5
  { apart: ["q.weight", "k.weight", "v.weight"], out: ["o.weight"], layer: /(Self|EncDec)Attention$/ },
  // diffusers
  { apart: ["to_q.weight", "to_k.weight", "to_v.weight"], out: ["to_out.0.weight", "to_out.weight"] },
  // Llama as Meta names it
  { apart: ["wq.weight", "wk.weight", "wv.weight"], out: ["wo.weight"] },
  // Whisper as OpenAI names it
  { apart: ["query.weight", "key.weight", "value.weight"], out: ["out.weight"] },
  // timm, Swin, DINOv2
  { fused: "qkv.weight", out: ["proj.weight"] },
];

const LETTERS = ["q", "k", "v"];

/**
 * Returns the attention layers in a list of tensors, in its order.
 * @param {TensorInfo[]} tensors
 * @returns {Layer[]}
 */
export function recognizeWeights(tensors) {
  const shapes = new Map(tensors.map(({ name, shape }) => [name, shape]));
  /** @type {Map<string, Layer | undefined>} by family and layer */
  const layers = new Map();
  for (const { name } of tensors) {
    const found = belongs(name);
    if (!found) continue;
    const key = `${families.indexOf(found.family)} ${found.start}`;
    if (!layers.has(key)) layers.set(key, layerOf(found.family, found.start, shapes));
  }
  return [...layers.values()].filter((layer) => layer !== undefined);
}

/** Returns the family of a query, key, value or fused matrix, and the start of its name. @param {string} name */
function belongs(name) {
  for (const family of families)
    for (const ending of family.apart ?? [String(family.fused)]) {
      const start = name.slice(0, name.length - ending.length);
      if (name !== start + ending || !(start === "" || start.endsWith("."))) continue;
      if (!family.layer || family.layer.test(start.slice(-40, -1))) return { family, start };
    }
}

/** @param {Family} family @param {string} start @param {Map<string, number[]>} shapes @returns {Layer | undefined} */
function layerOf(family, start, shapes) {
  const out = family.out.map((ending) => start + ending).find((name) => shapes.has(name));
  const parts = family.apart ? apart(family, start, shapes) : fused(family, start, shapes, out);
  if (parts.length === 0) return undefined;
  const transposed = parts[0].transposed;
  const last = out ? withBias("o", out, transposed, shapes) : [];
  return { layer: start.slice(0, -1), weights: [...parts, ...last] };
}

/** @param {number[] | undefined} shape @returns {shape is [number, number]} */
const isMatrix = (shape) => shape?.length === 2;

/** Returns a separate matrix and its bias. @param {string} letter @param {string} name @param {boolean} transposed @param {Map<string, number[]>} shapes @returns {Weight[]} */
function withBias(letter, name, transposed, shapes) {
  const shape = shapes.get(name);
  if (!isMatrix(shape)) return [];
  const [inputs, outputs] = transposed ? [shape[1], shape[0]] : shape;
  const bias = name.replace(/weight$/, "bias");
  /** @type {Weight[]} */
  const weights = [{ key: `w_${letter}`, name, transposed, shape: [inputs, outputs] }];
  if (bias !== name && isRow(shapes.get(bias), outputs))
    weights.push({ key: `b_${letter}`, name: bias, transposed: false, shape: [outputs] });
  return weights;
}

/** @param {number[] | undefined} shape @param {number} length */
const isRow = (shape, length) => shape?.length === 1 && shape[0] === length;

/** Returns query, key and value from separate matrices. @param {Family} family @param {string} start @param {Map<string, number[]>} shapes */
function apart({ apart = ["", "", ""], fusedBias }, start, shapes) {
  const weights = apart.map((ending, i) => withBias(LETTERS[i], start + ending, true, shapes));
  const widths = weights.map(([weight]) => weight?.shape[1] ?? NaN);
  return fusedBias ? withFusedBias(weights, start + fusedBias, widths, shapes) : weights.flat();
}

/** Adds to query, key and value their parts of the fused bias, if there is one. @param {Weight[][]} weights @param {string} name @param {number[]} widths @param {Map<string, number[]>} shapes */
function withFusedBias(weights, name, widths, shapes) {
  if (isRow(shapes.get(name), sum(widths)))
    for (const [i, columns] of rangesOf(widths).entries())
      weights[i].push({ key: `b_${LETTERS[i]}`, name, transposed: false, shape: [widths[i]], columns });
  return weights.flat();
}

/** @param {number[]} widths */
const sum = (widths) => widths.reduce((a, b) => a + b, 0);

/** Returns consecutive ranges of the given widths. @param {number[]} widths @returns {Range[]} */
const rangesOf = (widths) =>
  widths.map((width, i) => {
    const from = sum(widths.slice(0, i));
    return [from, from + width];
  });

/** Returns query, key and value from one matrix; none if it cannot be split. @param {Family} family @param {string} start @param {Map<string, number[]>} shapes @param {string | undefined} out @returns {Weight[]} */
function fused({ fused, fusedBias, shared }, start, shapes, out) {
  const name = start + fused;
  const shape = shapes.get(name);
  if (!isMatrix(shape)) return [];
  const split = splitOf(shape, out ? shapes.get(out) : undefined, shared);
  if (!split) return [];
  const { transposed, widths } = split;
  const inputs = shape[transposed ? 1 : 0];
  const bias = fusedBias ? start + fusedBias : name.replace(/weight$/, "bias");
  const weights = rangesOf(widths).map((columns, i) => [
    { key: `w_${LETTERS[i]}`, name, transposed, shape: [inputs, widths[i]], columns },
  ]);
  return withFusedBias(weights, bias, widths, shapes);
}

/**
 * Returns the widths of query, key and value in a fused matrix. The output matrix gives the width of the queries, and keys and
 * values share the rest; without one they are thirds, unless the family may share keys among heads. Undefined if the split is
 * uncertain.
 * @param {[number, number]} shape
 * @param {number[] | undefined} out shape of the output matrix
 * @param {boolean} [shared] whether there may be fewer key heads than query heads
 * @returns {{ transposed: boolean, widths: [number, number, number] } | undefined}
 */
function splitOf([first, second], out, shared) {
  // [in, out], as in GPT-2, whose heads together are as wide as its input
  if (second === 3 * first) return { transposed: false, widths: [first, first, first] };
  const areThirds = first === 3 * second && !shared;
  if (!out) return areThirds ? { transposed: true, widths: [second, second, second] } : undefined;
  if (!isMatrix(out) || out[0] !== second) return undefined;
  const [, queries] = out;
  const keys = (first - queries) / 2;
  const sure = Number.isInteger(keys) && keys > 0 && queries % keys === 0;
  return sure ? { transposed: true, widths: [queries, keys, keys] } : undefined;
}

/**
 * Reads a recognized weight, or some rows and columns of it, in the problem's layout: rows are inputs, columns are outputs, the
 * first `d_k` of them belonging to the first head.
 * @param {SafetensorsFile} file
 * @param {Weight} weight
 * @param {import("./slice.js").ReadOptions} [options]
 */
export async function readWeight(file, weight, options) {
  const { name, transposed, shape } = weight;
  const [start, end] = weight.columns ?? [0, shape[shape.length - 1]];
  const invalid = errorsIn(inputWords(options?.lang).files);
  const [from, to] = rangeIn(options?.columns, end - start, "columns", invalid);
  return file.read(name, { ...options, transposed, columns: [start + from, start + to] });
}
