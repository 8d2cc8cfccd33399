/**
 * What a story needs to know of a problem and its trace: sizes, which tensors the chain from score to weight
 * passes through, and every cell's value and text. Reads, never computes: a number comes from the trace or
 * from the problem as given.
 */

import { chooseFormat, formatNumber, widestNumber } from "./format.js";
import { words } from "../words/index.js";

/** @typedef {{ shape: number[], data: ArrayLike<number> }} Tensor */
/** @typedef {{ tensor: string, index: number[] }} Cell */
/** @typedef {Record<string, any>} Problem */
/** @typedef {ReturnType<typeof createModel>} Model */

/** Tokens, keys and features of each kind that can be drawn with their numbers. */
export const MAX_ANIMATED = 8;

/**
 * @param {{ problem: Problem, trace: Record<string, any>, lang?: string, options?: Record<string, any>,
 *   terms?: (tensor: string, index: number[]) => any }} given
 */
export function createModel({ problem, trace, lang, options = {}, terms }) {
  const tensors = new Map();
  const formats = new Map();
  const widths = new Map();
  const batch = options.batch ?? 0;
  const head = options.head ?? 0;

  /** @param {string} name @returns {Tensor | null} */
  function tensor(name) {
    if (!tensors.has(name)) tensors.set(name, read(trace[name] ?? problem[name]));
    return tensors.get(name);
  }
  const sizes = readSizes(tensor, problem, trace);
  const kvHead = Math.floor(head / Math.max(1, sizes.heads / sizes.kv_heads));

  /** @param {string} name @param {number[]} index */
  function value(name, index) {
    const found = tensor(name);
    if (!found) return NaN;
    const skip = index.length - found.shape.length;
    let at = 0;
    found.shape.forEach((size, axis) => (at = at * size + (size === 1 ? 0 : index[axis + skip])));
    return found.data[at];
  }
  /** @param {string} name @param {number} [decimals] the most wanted @returns {import("./format.js").Format} */
  function format(name, decimals = options.decimals ?? 3) {
    const key = decimals + name;
    let found = formats.get(key);
    if (!found) formats.set(key, (found = chooseFormat(tensor(name)?.data ?? [], decimals)));
    return found;
  }
  /** @param {string} name @param {number[]} index */
  const text = (name, index) => formatNumber(value(name, index), format(name));
  /** @param {string} name @param {number} number */
  const print = (name, number) => formatNumber(number, format(name));

  /** Width in em of the widest number of a tensor. @param {string} name @param {number} [decimals] @returns {number} */
  function widest(name, decimals = options.decimals ?? 3) {
    const key = decimals + name;
    let found = widths.get(key);
    if (found === undefined)
      widths.set(key, (found = widestNumber(tensor(name)?.data ?? [], format(name, decimals))));
    return found;
  }

  const masked =
    ["mask", "key_mask", "window", "bias"].some((key) => problem[key] != null) || isCausal(problem);
  const kind = problem.score ?? "scaled_dot";
  const scale = problem.scale ?? (kind === "scaled_dot" ? 1 / Math.sqrt(sizes.d_k) : 1);
  const facts = {
    batch,
    head,
    kvHead,
    ...sizes,
    score: kind,
    scale,
    scaled: Math.fround(scale) !== 1,
    usualScale: Math.fround(scale) === Math.fround(1 / Math.sqrt(sizes.d_k)),
    capped: problem.softcap != null,
    masked,
    override: problem.weights_override != null,
    open: options.softmax === "open" && problem.weights_override == null,
    projected: Boolean(tensor("x")) && !problem.query,
    self: problem.x_kv == null && !problem.query,
    // with one head and no last matrix, what the values add up to is the output itself
    result: sizes.heads === 1 && !problem.w_o && !problem.b_o && tensor("output") ? "output" : "mixed",
  };
  return {
    ...facts,
    facts,
    problem,
    trace,
    lang,
    words: words(lang),
    options,
    terms,
    tensor,
    value,
    format,
    text,
    print,
    widest,
    stages: chain(facts),
    labels: problem.labels ?? {},
    drawable: drawable(sizes),
  };
}

/** The tensors a pair of query and key passes through on its way from score to weight. @param {any} facts */
function chain({ scaled, capped, masked, open }) {
  const stages = ["scores"];
  if (scaled) stages.push("scaled_scores");
  if (capped) stages.push("capped_scores");
  if (masked) stages.push("masked_scores");
  if (open) stages.push("shifted_scores", "shifted_exp");
  return [...stages, "weights"];
}

/** @param {Problem} problem */
function isCausal(problem) {
  return Boolean(problem.causal);
}

/** @param {(name: string) => Tensor | null} tensor @param {Problem} problem @param {Record<string, any>} trace */
function readSizes(tensor, problem, trace) {
  const [, heads = 1, q_len = 0, d_q = 0] = tensor("query")?.shape ?? [];
  const [, kv_heads = 1, kv_len = 0, d_k = 0] = tensor("key")?.shape ?? [];
  const d_v = tensor("value")?.shape[3] ?? 0;
  const given = problem.query ? null : (trace.x ?? read(problem.x));
  const d_model = given ? given.shape[given.shape.length - 1] : 0;
  return { heads, kv_heads, q_len, kv_len, d_q, d_k, d_v, d_model };
}

/** "ok", "empty" (no tokens) or "large" (beyond what can be drawn with its numbers). @param {any} sizes */
function drawable({ q_len, kv_len, d_q, d_k, d_v, d_model }) {
  if (!q_len || !kv_len) return "empty";
  return Math.max(q_len, kv_len, d_q, d_k, d_v, d_model) > MAX_ANIMATED ? "large" : "ok";
}

/**
 * A tensor as the contract allows it: nested arrays, or shape and data.
 * @param {any} given @returns {Tensor | null}
 */
export function read(given) {
  if (given == null) return null;
  if (given.data && given.shape) return given;
  if (!Array.isArray(given)) return null;
  const shape = [];
  for (let level = given; Array.isArray(level); level = level[0]) shape.push(level.length);
  return { shape, data: Float32Array.from(given.flat(Infinity), toNumber) };
}

/** @param {unknown} entry */
function toNumber(entry) {
  if (entry === "NaN") return NaN;
  if (entry === "Infinity") return Infinity;
  if (entry === "-Infinity") return -Infinity;
  return Number(entry);
}

/** "scores:0,0,1,2": how a cell is named in the page. @param {string} tensor @param {number[]} index */
export const cellName = (tensor, index) => tensor + ":" + index.join(",");
