/**
 * Which matrices meet, and in which order: the operations of the graph, without those that change nothing. A link says what its
 * cells are, not where they stand.
 */

import { sliceOf, turn } from "../../kit/slice.js";
import { stagesOf } from "../attention/items.js";
import { phaseOf, placeOf } from "../phases.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../model.js").GraphNode} GraphNode */
/** @typedef {import("../../kit/slice.js").Slice} Slice */
/**
 * @typedef {object} Link
 * @property {string} id @property {string} chapter
 * @property {string[]} places in the computation: that of its first cell, that of all its cells
 * @property {"product" | "row" | "cell" | "copy"} reads what a cell of the product is made from: a row and a
 *   column, a row, a cell, or the same cell unchanged
 * @property {Slice} left @property {Slice} [right] @property {Slice} product
 * @property {boolean} full whether its first cell has a step of its own
 * @property {string[]} active symbols of the formula to highlight
 */

/** What a cell is made from, by operation; for all others, a cell. @type {Record<string, Link["reads"]>} */
const READS = {
  linear: "product",
  mix: "product",
  max: "row",
  sum: "row",
  copy: "copy",
};

/** The place of a tensor's first cell in the computation, where it differs from the tensor's. @type {Record<string, string>} */
const FIRST = { scores: "score", mixed: "weight" };

/** Symbols of the formula to highlight, where they differ from those of the phase. @type {Record<string, string[]>} */
const SYMBOLS = { query: ["query"], key: ["key"], value: ["value"], mixed: ["softmax", "value"], output: [] };

/** @param {Model} model @returns {Link[]} */
export function chain(model) {
  const { graph, projected, open, result } = model;
  const shown = [
    ...(projected ? ["query", "key", "value"] : []),
    ...stagesOf(model),
    ...(open ? ["row_max", "shifted_exp", "row_sum"] : []),
    "weights",
    "mixed",
  ];
  // what is made of the joined heads, unless that is only a copy
  const { op, shape } = nodeOf(model, "output");
  if (result !== "output" && op !== "copy" && shape[2] <= 8) shown.push("output");
  return graph.filter(({ tensor }) => shown.includes(tensor)).map((node) => linkOf(model, node, shown));
}

/** Returns the matrices that are given before anything is computed. @param {Model} model @returns {Slice[]} */
export function givenOf(model) {
  const names = model.projected ? ["x", "x_kv", "x_v"] : ["query", "key", "value"];
  return names.filter(model.node).map((tensor) => sliceOf(model, tensor));
}

/** @param {Model} model @param {string} tensor */
const nodeOf = ({ node }, tensor) => /** @type {GraphNode} */ (node(tensor));

/** @param {Model} model @param {GraphNode} node @param {string[]} steps @returns {Link} */
function linkOf(model, node, steps) {
  const { tensor: id } = node;
  const made = node.op === "split" ? nodeOf(model, node.of[0]) : node;
  // with one head, the weighted sum of the values is the output itself
  const shown = id === "mixed" ? model.result : id;
  const product = { ...sliceOf(model, shown), made: shown === id ? undefined : id };
  // an additive score, the output of a small network, is shown as a product of queries and keys
  const [first, ...others] = id === "scores" ? ["query", "key"] : made.of;
  const second = others.find((tensor) => /^(w_[qkvo]|key|value|bias)$/.test(tensor));
  const whole = id === "weights" && !model.open && !model.override;
  const reads = id === "scores" ? "product" : whole ? "row" : (READS[made.op] ?? "cell");
  const { phase, symbols } = phaseOf(id);
  const at = id === "weights" && model.open ? "softmax-divide" : placeOf(id);
  return {
    id,
    chapter: id === "output" ? id : phase,
    places: [FIRST[id] ?? at, at],
    reads,
    left: factorOf(model, first, product, steps),
    right: second ? factorOf(model, second, product, steps) : undefined,
    product,
    full: /^(scores|mixed|output)$/.test(id) || whole || (id === "query" && reads === "product"),
    active: SYMBOLS[id] ?? symbols,
  };
}

/**
 * Returns a factor of a product; a tensor whose step is omitted is replaced by what it was made from.
 * @param {Model} model @param {string} tensor @param {Slice} product @param {string[]} steps @returns {Slice}
 */
function factorOf(model, tensor, product, steps) {
  const node = nodeOf(model, tensor);
  if (/^(scaled|masked|shifted)_/.test(tensor) && !steps.includes(tensor))
    return factorOf(model, node.of[0], product, steps);
  const slice = sliceOf(model, tensor);
  if (tensor === "key") return turn(slice);
  if (/^(bias|weights_override)$/.test(tensor)) {
    // these cover all pairs; an axis with one entry holds for all queries or keys
    const index = slice.index.map((at, axis) => (node.shape[axis] === 1 ? 0 : at));
    return { ...slice, index, rows: model.q_len, columns: model.kv_len, rowsOf: "query" };
  }
  const head = { w_q: model.head, w_k: model.kvHead, w_v: model.kvHead, w_o: 0 }[tensor];
  if (head === undefined) return slice;
  // only the columns of the parameter that make this head
  const { columns } = product;
  return { ...slice, rowsOf: undefined, columns, from: head * columns };
}
