/**
 * Which matrices meet, and in which order: the graph's operations, those left out that change nothing. A link says what
 * its cells are, nothing of where they stand.
 */

import { sliceOf, turn } from "../../kit/slice.js";
import { stagesOf } from "../attention/bench.js";
import { phaseOf, symbolsOf } from "../phases.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../model.js").GraphNode} GraphNode */
/** @typedef {import("../../kit/slice.js").Slice} Slice */
/**
 * @typedef {object} Link
 * @property {string} id @property {string} chapter
 * @property {string[]} places in the computation: of its first cell, of all its cells
 * @property {"product" | "row" | "cell" | "copy"} reads what a cell of the product is made from: a row and a column, a row, a cell
 * @property {Slice} left @property {Slice} [right] @property {Slice} product
 * @property {boolean} full told with a step for its first cell
 * @property {string[]} active symbols of the formula
 */

/** What a cell is made from, by operation; else a cell. @type {Record<string, Link["reads"]>} */
const READS = {
  linear: "product",
  scores: "product",
  bilinear: "product",
  mix: "product",
  max: "row",
  sum: "row",
  copy: "copy",
};

/** Where a tensor stands in the computation, if not where its phase does. @type {Record<string, string[]>} */
const PLACES = {
  query: ["query", "query"],
  key: ["keys", "keys"],
  value: ["values", "values"],
  scores: ["score", "scores"],
  row_max: ["softmax-max", "softmax-max"],
  shifted_scores: ["softmax-shift", "softmax-shift"],
  shifted_exp: ["softmax-exp", "softmax-exp"],
  row_sum: ["softmax-sum", "softmax-sum"],
  mixed: ["weight", "sum"],
  output: ["outputs", "outputs"],
};

/** Symbols of the formula, if not those of the phase. @type {Record<string, string[]>} */
const SYMBOLS = {
  ...{ query: ["query"], key: ["key"], value: ["value"] },
  ...{ mixed: ["softmax", "value"], output: [] },
};

/** @param {Model} model @returns {Link[]} */
export function chain(model) {
  const told = [
    ...(model.projected ? ["query", "key", "value"] : []),
    ...stagesOf(model),
    ...(model.open ? ["row_max", "shifted_exp", "row_sum"] : []),
    ...["weights", "mixed"],
    ...(tellsOutput(model) ? ["output"] : []),
  ];
  return model.graph
    .filter(({ tensor }) => told.includes(tensor))
    .map((node) => linkOf(model, node, (tensor) => told.includes(tensor)));
}

/** The matrices that are there before anything is made. @param {Model} model @returns {Slice[]} */
export function givenOf(model) {
  const names = model.projected ? ["x", "x_kv", "x_v"] : ["query", "key", "value"];
  return names
    .filter((tensor) => model.tensor(tensor))
    .map((tensor) => sliceOf(model, nodeOf(model, tensor)));
}

/** Whether the heads are joined to something else than they are. @param {Model} model */
function tellsOutput({ graph, result, tensor }) {
  const { op, shape } = /** @type {GraphNode} */ (graph.find((one) => one.tensor === "output"));
  return result !== "output" && op !== "copy" && shape[2] <= 8;
}

/** @param {Model} model @param {string} tensor */
const nodeOf = ({ graph }, tensor) => /** @type {GraphNode} */ (graph.find((node) => node.tensor === tensor));

/** @param {Model} model @param {GraphNode} node @param {(tensor: string) => boolean} told @returns {Link} */
function linkOf(model, node, told) {
  const { tensor: id } = node;
  const made = node.op === "split" ? nodeOf(model, node.of[0]) : node;
  const product =
    id === "mixed" && model.result === "output"
      ? { ...sliceOf(model, nodeOf(model, "output")), made: id }
      : sliceOf(model, node);
  // what a small network makes of queries and keys is told as their meeting
  const [first, ...others] = id === "scores" ? ["query", "key"] : made.of;
  const second = others.find((tensor) => /^(w_[qkvo]|key|value|bias)$/.test(tensor));
  const whole = id === "weights" && !model.open && !model.override;
  const reads = id === "scores" ? "product" : whole ? "row" : (READS[made.op] ?? "cell");
  const phase = phaseOf(id);
  const divided = id === "weights" && model.open ? "softmax-divide" : phase;
  return {
    id,
    chapter: id === "output" ? id : phase,
    places: PLACES[id] ?? [divided, divided],
    reads,
    left: leftOf(model, first, told),
    right: second ? rightOf(model, second, product) : undefined,
    product,
    full: /^(scores|mixed|output)$/.test(id) || whole || (id === "query" && reads === "product"),
    active: SYMBOLS[id] ?? symbolsOf(phase),
  };
}

/** What is told, where a step that changes nothing stands between. @param {Model} model @param {string} tensor @param {(tensor: string) => boolean} told @returns {Slice} */
function leftOf(model, tensor, told) {
  const node = nodeOf(model, tensor);
  if (/^(scaled|masked|shifted)_/.test(tensor) && !told(tensor)) return leftOf(model, node.of[0], told);
  return tensor === "weights_override" ? spread(model, node) : sliceOf(model, node);
}

/** @param {Model} model @param {string} tensor @param {Slice} product @returns {Slice} */
function rightOf(model, tensor, product) {
  const node = nodeOf(model, tensor);
  if (tensor === "bias") return spread(model, node);
  const slice = sliceOf(model, node);
  if (tensor === "key") return turn(slice);
  if (tensor === "value") return slice;
  // the columns of a parameter that make one head
  const { columns } = product;
  const head = { w_q: model.head, w_k: model.kvHead, w_v: model.kvHead }[tensor] ?? 0;
  return { ...slice, rowsOf: undefined, columns, from: head * columns };
}

/** What is given for all pairs, with one entry where it is the same for all queries or keys. @param {Model} model @param {GraphNode} node @returns {Slice} */
function spread(model, node) {
  const slice = sliceOf(model, node);
  const index = slice.index.map((one, axis) => (node.shape[axis] === 1 ? 0 : one));
  return { ...slice, index, rows: model.q_len, columns: model.kv_len, rowsOf: "query" };
}
