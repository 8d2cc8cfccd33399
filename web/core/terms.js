/**
 * The products that make one cell: their factors read from the trace, multiplied and added by the core in the order in
 * which the run did it.
 */
import { add, withArrays } from "./arrays.js";
import { runChain } from "./chain.js";
import { runChainBackward } from "./chain-backward.js";
import { fault, shown, unfit, unknownName } from "./errors.js";
import { graphFrom, isInside, origin, shapesOf } from "./graph/graph.js";
import { entriesOf } from "./readers.js";
import { readStart } from "./loss.js";
import { backward, forward } from "./stepwise.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./graph/cells.js").Cell} Cell */
/** @typedef {import("./graph/graph.js").Origin} Origin */
/** @typedef {import("./problem.js").Problem} Problem */
/** @typedef {import("./problem.js").Stage} Stage */
/** @typedef {{ factors: number[], product: number }} Term */
/**
 * @typedef {object} Terms
 * @property {string} op of graph/graph.js
 * @property {Term[]} terms of a sum its products; else one, whose factors are the operands and whose product is the result
 * @property {number} sum the cell
 * @property {number} [inside] where the sum goes through tanh or a root, what it was before
 */

/**
 * @param {Core} core
 * @param {Problem} problem
 * @param {unknown} tensor
 * @param {unknown} index
 * @param {unknown} options what a backward run starts from, where the problem does not say
 * @returns {Terms}
 */
export function terms(core, problem, tensor, index, options) {
  if (typeof tensor !== "string") throw unfit("tensor", tensor, "the name of a tensor of the trace.");
  const { trace, graph, target } = run(core, problem, tensor, options);
  const node = graph.find((one) => one.tensor === tensor);
  if (!node)
    throw unknownName(
      tensor,
      graph.map((one) => one.tensor),
      "tensor",
      "tensor of this problem",
    );
  demandIndex(index, node.shape, tensor);
  const valueOf = (/** @type {Cell | number} */ cell) =>
    typeof cell === "number" ? cell : at(tensorOf(cell.tensor, trace, target, problem.stages), cell.index);
  const cell = made(graph, { tensor, index: Array.from(/** @type {number[]} */ (index)) });
  const from = /** @type {Origin} */ (origin(graph, undefined, cell.tensor, cell.index));
  const isBlind = (/** @type {Cell | number} */ one) =>
    typeof one === "object" && seesNothing(one, trace, problem);
  const blind = from.terms.flatMap((term, place) => (term.some(isBlind) ? [place] : []));
  const forbidden = [...(from.forbidden ?? []), ...blind];
  const allowed = isBlind(cell) ? false : from.allowed;
  return evaluate(core, { ...from, forbidden, allowed }, valueOf, valueOf(cell));
}

/**
 * Is it the pair of a query whose every score is -Infinity? Its weights are 0, and no sum over pairs looks at what they
 * would be multiplied by, though no mask forbids it.
 * @param {Cell} cell
 * @param {Record<string, any>} trace
 * @param {Problem} problem
 */
function seesNothing({ tensor, index }, trace, { stages }) {
  const [, start, name] = /** @type {RegExpExecArray} */ (/^(.*\.)?(\w+)$/.exec(tensor));
  const { op, values } = stages.find(({ id }) => id === (start ?? "").slice(0, -1)) ?? {};
  if (op !== "attention" || values?.weights_override || !/^(weights|grad_weights|grad_scores)$/.test(name))
    return false;
  return at(trace[`${start ?? ""}row_max`], index.slice(0, 3)) === -Infinity;
}

/**
 * @param {Core} core
 * @param {Problem} problem
 * @param {string} tensor
 * @param {unknown} options
 */
function run(core, { stages, common }, tensor, options) {
  const plain = stages.length === 1 && stages[0].id === "";
  const [{ values }] = stages;
  const given = new Map(entriesOf(options ?? {}, "options"));
  const isForward = !/(^|\.)grad_|^loss$|^target$/.test(tensor);
  if (isForward && !given.get("grad_output") && !given.get("target")) {
    const trace = plain ? forward(core, values, "") : runChain(core, stages);
    return { trace, graph: graphFrom(stages, shapesOf(trace), undefined) };
  }
  const { start } = readStart(options, common);
  const trace = plain ? backward(core, values, "", start) : runChainBackward(core, stages, start);
  const from = /** @type {import("./graph/graph.js").From} */ (start.kind);
  return { trace, graph: graphFrom(stages, shapesOf(trace), from), target: start.tensor };
}

/**
 * A given tensor is no tensor of the trace.
 * @param {string} name
 * @param {Record<string, any>} trace
 * @param {{ data: ArrayLike<number>, shape: number[] } | undefined} target
 * @param {Stage[]} stages
 * @returns {{ data: ArrayLike<number>, shape: number[] }}
 */
function tensorOf(name, trace, target, stages) {
  if (trace[name]) return trace[name];
  if (name === "target" && target) return target;
  const id = name.slice(0, Math.max(name.indexOf("."), 0));
  return stages.find((stage) => stage.id === id)?.values[name.slice(name.indexOf(".") + 1)];
}

/**
 * @param {{ data: ArrayLike<number>, shape: number[] }} tensor
 * @param {number[]} index complete, but for leading zeros
 */
function at({ shape, data }, index) {
  const own = index.slice(index.length - shape.length);
  return data[own.reduce((sum, i, axis) => sum * shape[axis] + i, 0)];
}

/** Tensors whose cells are those of another one, in other places: they are made like them. */
const MOVED = /(^|\.)(query|key|value|joined|output)$/;

/**
 * The cell that does the arithmetic: a query's is the projection's.
 * @param {import("./graph/graph.js").Node[]} graph
 * @param {Cell} cell
 * @returns {Cell}
 */
function made(graph, cell) {
  const {
    op,
    terms: [[from] = []],
  } = /** @type {Origin} */ (origin(graph, undefined, cell.tensor, cell.index));
  if (!MOVED.test(cell.tensor) || !["split", "join", "copy"].includes(op) || typeof from !== "object")
    return cell;
  const given = graph.find(({ tensor }) => tensor === from.tensor)?.op === "given";
  return given ? cell : made(graph, from);
}

/**
 * @param {Core} core
 * @param {Origin} made
 * @param {(cell: Cell | number) => number} valueOf
 * @param {number} value of the cell
 * @returns {Terms}
 */
function evaluate(core, made, valueOf, value) {
  const { op, by, then, allowed, forbidden = [], turned } = made;
  if (op === "given") return { op, terms: [{ factors: [value], product: value }], sum: value };
  const constant = by === undefined ? [] : [by];
  const factors = made.terms.map((term) => [...term.map(valueOf), ...constant]);
  if (!made.sum) return { op, terms: [{ factors: factors[0], product: value }], sum: value };
  const [bias] = op === "linear" && factors.at(-1)?.length === 1 ? factors.splice(-1) : [];
  const counting = factors.map((term, place) => (forbidden.includes(place) ? [0] : term));
  const { products, sum } = multiplied(core, counting, made.work);
  // what is behind a mask may be anything
  const shown = factors.map((term, t) => ({ factors: term, product: products[t] }));
  const terms = shown.filter(({ factors: all }, t) => !forbidden.includes(t) || all.every(Number.isFinite));
  if (then) return { op, terms, inside: sum, sum: value };
  if (turned !== undefined) return { op, terms, sum: turnedSum(core, made, counting, turned) };
  if (allowed === false && !Number.isFinite(sum)) return { op, terms, sum: 0 };
  if (!bias) return { op, terms, sum };
  // added last, and rounded by itself
  const [total] = add(core, Float32Array.of(sum), Float32Array.from(bias));
  return { op, terms: [...terms, { factors: bias, product: bias[0] }], sum: total };
}

/**
 * A bilinear score as the run made it: the query is turned into the keys' space, rounded there, and meets the key.
 * @param {Core} core
 * @param {Origin} origin
 * @param {number[][]} factors of query, w_score and key
 * @param {number} turned
 */
function turnedSum(core, { terms, work }, factors, turned) {
  const columns = /** @type {Map<string, number[][]>} */ (new Map());
  terms.forEach((cells, t) => {
    const key = String(/** @type {Cell} */ (cells[2]).index);
    columns.set(key, [...(columns.get(key) ?? []), factors[t]]);
  });
  const queries = Array.from(columns.values(), (column) => {
    const own = column.map((term) => term.slice(0, 2));
    return [multiplied(core, own, turned).sum, column[0][2]];
  });
  return multiplied(core, queries, work).sum;
}

/**
 * @param {Core} core
 * @param {number[][]} terms factors of each
 * @param {number} [work] of the product of matrices that the sum was part of
 * @returns {{ products: Float32Array, sum: number }}
 */
function multiplied(core, terms, work = 1) {
  const most = Math.max(1, ...terms.map(({ length }) => length));
  const factors = new Float32Array(most * terms.length).fill(1);
  terms.forEach((term, t) => term.forEach((factor, f) => (factors[f * terms.length + t] = factor)));
  let sum = 0;
  const [products] = withArrays(core, [factors], [terms.length], (functions, [from], [to]) => {
    sum = functions.attn_terms(to, from, BigInt(most), BigInt(terms.length), work);
  });
  return { products, sum };
}

/**
 * @param {unknown} index
 * @param {number[]} shape
 * @param {string} tensor
 */
function demandIndex(index, shape, tensor) {
  if (isInside(index, shape)) return;
  const given = Array.isArray(index) ? `[${index.slice(0, 8).map(shown).join(", ")}]` : shown(index);
  throw fault(
    "value",
    "index",
    `is ${given}, but ${tensor} has shape [${shape.join(", ")}]; give a complete index inside it.`,
  );
}
