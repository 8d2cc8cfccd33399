/**
 * The products that make one cell: the factors are read from the trace, the core multiplies and adds them in the same order
 * as the run did.
 */
import { add, withArrays } from "./arrays.js";
import { fault, shown, unfit, unknownName, unreadable } from "./errors.js";
import { graphFrom, isInside, origin, shapesOf } from "./graph/graph.js";
import { allowedBy, entryAt } from "./graph/pairs.js";
import { nameParts } from "./graph/tensors.js";
import { lengthOf } from "./rows.js";
import { forward } from "./attention/full-trace.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./graph/cells.js").Cell} Cell */
/** @typedef {import("./graph/graph.js").Origin} Origin */
/** @typedef {import("./problem.js").Problem} Problem */
/** @typedef {import("./problem.js").Stage} Stage */
/** @typedef {{ factors: number[], product: number }} Term */
/**
 * @typedef {object} Terms
 * @property {string} op one of those in graph/graph.js
 * @property {Term[]} terms the products of a sum; otherwise one term, whose factors are the operands and whose product is
 *   the result
 * @property {number} sum the cell
 * @property {number} [inside] the sum before tanh or the square root
 */

/**
 * @typedef {object} Run that a cell belongs to
 * @property {Record<string, any>} trace with the target of a backward run
 * @property {import("./graph/graph.js").Node[]} graph
 */

/** Runs one attention forward. @param {Core} core @param {Problem} problem @returns {Run} */
export function forwardRun(core, { stages }) {
  const trace = forward(core, stages[0].values, "");
  return { trace, graph: graphFrom(stages, shapesOf(trace), undefined) };
}

/**
 * Returns the terms of one cell.
 * @param {Core} core
 * @param {Problem} problem
 * @param {unknown} tensor
 * @param {unknown} index
 * @param {(core: Core, problem: Problem, tensor: string) => Run} run
 * @returns {Terms}
 * @throws {AttentionError} `value` for an unknown tensor or an index outside it
 */
export function terms(core, problem, tensor, index, run) {
  const place = readIndex(index);
  if (typeof tensor !== "string") throw unfit("tensor", tensor, "the name of a tensor of the trace.");
  const { trace, graph } = run(core, problem, tensor);
  const names = graph.map((entry) => entry.tensor);
  if (!names.includes(tensor)) throw unknownName(tensor, names, "tensor", "tensor of this problem");
  demandIndex(place, graph[names.indexOf(tensor)].shape, tensor);
  const valueOf = (/** @type {Cell | number} */ cell) =>
    typeof cell === "number" ? cell : entryAt(tensorOf(cell.tensor, trace, problem.stages), cell.index);
  const cell = made(graph, { tensor, index: /** @type {number[]} */ (place) });
  const from = /** @type {Origin} */ (origin(graph, undefined, cell.tensor, cell.index));
  const hides = /(^|\.)grad_w_[qkv]$/.test(cell.tensor) ? isUnseen : seesNothing;
  const blind = from.terms.flatMap((term, place) =>
    term.some((factor) => typeof factor === "object" && hides(factor, trace, problem)) ? [place] : [],
  );
  const forbidden = [...(from.forbidden ?? []), ...blind];
  const allowed = seesNothing(cell, trace, problem) ? false : from.allowed;
  return evaluate(core, { ...from, forbidden, allowed }, valueOf, valueOf(cell));
}

/**
 * Whether a cell belongs to a query whose scores are all -Infinity. Its weights are 0, and sums over pairs skip whatever
 * they would be multiplied by, even though no mask forbids the pair.
 * @param {Cell} cell
 * @param {Record<string, any>} trace
 * @param {Problem} problem
 */
function seesNothing({ tensor, index }, trace, { stages }) {
  const [id, name] = nameParts(tensor);
  const { op, values } = stages.find((stage) => stage.id === id) ?? {};
  if (op !== "attention" || values?.weights_override) return false;
  if (!["weights", "tile_exp", "grad_weights", "grad_scores"].includes(name)) return false;
  const row = index.slice(0, 3);
  if (name !== "tile_exp") return entryAt(ofSameStage(tensor, "row_max", trace), row) === -Infinity;
  const { running_max: max } = trace;
  return entryAt(max, [max.shape[0] - 1, ...row]) === -Infinity;
}

/**
 * Whether a cell is the gradient of a token that takes part in no pair. Sums over tokens skip whatever it would be
 * multiplied by.
 * @param {Cell} cell
 * @param {Record<string, any>} trace
 * @param {Problem} problem
 */
function isUnseen({ tensor, index: [b, token] }, trace, problem) {
  const [id, name] = nameParts(tensor);
  const { values } = problem.stages.find((stage) => stage.id === id) ?? {};
  const of = GRADIENTS_OF_TOKENS[name];
  if (!of || !values) return false;
  if (values.weights_override) return of !== "value";
  const [, heads, q_len, kv_len] = ofSameStage(tensor, "weights", trace).shape;
  const allowed = allowedBy(values, q_len, kv_len);
  for (let h = 0; h < heads; h++)
    for (let i = 0; i < q_len; i++)
      if (entryAt(ofSameStage(tensor, "row_max", trace), [b, h, i]) !== -Infinity)
        for (let j = 0; j < kv_len; j++)
          if (token === (of === "query" ? i : j) && allowed(b, h, i, j)) return false;
  return true;
}

/** @type {Record<string, string>} */
const GRADIENTS_OF_TOKENS = {
  grad_projected_query: "query",
  grad_projected_key: "key",
  grad_projected_value: "value",
};

/** @param {string} tensor @param {string} name @param {Record<string, any>} trace */
const ofSameStage = (tensor, name, trace) => trace[tensor.replace(/[^.]*$/, name)];

/**
 * Finds a tensor in the trace or, because the trace lacks most given tensors, among the inputs.
 * @param {string} name
 * @param {Record<string, any>} trace
 * @param {Stage[]} stages
 * @returns {{ data: ArrayLike<number>, shape: number[] }}
 */
function tensorOf(name, trace, stages) {
  if (trace[name]) return trace[name];
  const [given, key] = nameParts(name);
  return stages.find(({ id }) => id === given)?.values[key];
}

/** Tensors that may only rearrange the cells of another one. */
const MOVED = /(^|\.)(query|key|value|joined|output)$/;

/**
 * Returns the cell where the arithmetic happens: for a cell of query, that of projected_query.
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
  const { op, by, then, allowed, forbidden = [], carried, order } = made;
  if (op === "given") return { op, terms: [{ factors: [value], product: value }], sum: value };
  const constant = by === undefined ? [] : [by];
  const factors = made.terms.map((term) => [...term.map(valueOf), ...constant]);
  if (!made.sum) return { op, terms: [{ factors: factors[0], product: value }], sum: value };
  const [bias] = op === "linear" && factors.at(-1)?.length === 1 ? factors.splice(-1) : [];
  const passed = (/** @type {number[]} */ term, /** @type {number} */ place) =>
    forbidden.includes(place) || (order?.overZeros && term[0] === 0);
  const counting = factors.map((term, place) => (passed(term, place) ? [0] : term));
  const { products, sum } = multiplied(core, counting, made.work);
  // a masked number may be NaN or infinite; such terms are not shown
  const shown = factors.map((term, t) => ({ factors: term, product: products[t] }));
  const terms = shown.filter(({ factors: all }, t) => !passed(all, t) || all.every(Number.isFinite));
  if (then) return { op, terms, inside: sum, sum: value };
  if (carried) return { op, terms, sum: value };
  const usual = made.turned === undefined && factors.flat().every(Number.isFinite) && Number.isFinite(sum);
  if (order && !usual) return { op, terms, sum: sumOfSums(core, made, order, factors, passed) };
  if (allowed === false && !Number.isFinite(sum)) return { op, terms, sum: 0 };
  if (!bias) return { op, terms, sum };
  // the bias is added last, as a separate float32 addition
  const [total] = add(core, Float32Array.of(sum), Float32Array.from(bias));
  return { op, terms: [...terms, { factors: bias, product: bias[0] }], sum: total };
}

/**
 * Computes the sum as the run did where a factor multiplies a sum of products of the others: a bilinear score maps the query
 * by w_score into the keys' space, rounds there, and multiplies by the key.
 * @param {Core} core
 * @param {Origin} origin
 * @param {import("./graph/builder.js").Order} order
 * @param {number[][]} factors
 * @param {(term: number[], place: number) => boolean | undefined} isPassed whether a product is skipped
 */
function sumOfSums(core, { terms, work, turned }, { last, overSums }, factors, isPassed) {
  const counts = (/** @type {number} */ t) => !isPassed(factors[t], t);
  /** @type {(products: number[], depth: number) => number} */
  const sumOf = (products, depth) => {
    const others = (/** @type {number} */ t) => factors[t].filter((_, place) => !last.includes(place));
    if (depth === last.length) return multiplied(core, products.filter(counts).map(others), turned).sum;
    /** @type {Map<string, number[]>} by the factor that multiplies them; a gradient from a later stage is a group of its own */
    const groups = new Map();
    for (const t of products) {
      const key = JSON.stringify(terms[t][last[depth]] ?? t);
      groups.set(key, [...(groups.get(key) ?? []), t]);
    }
    const met = Array.from(groups.values(), (group) => {
      const sum = sumOf(group.filter(counts), depth + 1);
      return overSums && depth === 0 && sum === 0 ? [0] : [sum, factors[group[0]][last[depth]] ?? 1];
    });
    return multiplied(core, met, depth === 0 ? work : undefined).sum;
  };
  return sumOf(Array.from(terms.keys()), 0);
}

/**
 * Multiplies the factors of each term and adds the products, as the core's matrix products do.
 * @param {Core} core
 * @param {number[][]} terms factors of each
 * @param {number} [work] multiplications of the matrix product that the sum was part of, which decide how it is rounded
 * @returns {{ products: Float32Array, sum: number }}
 */
export function multiplied(core, terms, work = 1) {
  const most = terms.reduce((longest, { length }) => Math.max(longest, length), 1);
  const factors = new Float32Array(most * terms.length).fill(1);
  terms.forEach((term, t) => term.forEach((factor, f) => (factors[f * terms.length + t] = factor)));
  let sum = 0;
  const [products] = withArrays(core, [factors], [terms.length], (functions, [from], [to]) => {
    sum = functions.attn_terms(to, from, BigInt(most), BigInt(terms.length), work);
  });
  return { products, sum };
}

const MOST_AXES = 8;

/**
 * Copies an index, so that it is read from the caller only once. One that is too long is cut short; what is not an array is
 * returned as it is, for demandIndex to refuse.
 * @param {unknown} index
 */
export function readIndex(index) {
  try {
    if (!Array.isArray(index)) return index;
    return Array.from({ length: Math.min(lengthOf(index), MOST_AXES) }, (_, axis) => index[axis]);
  } catch (error) {
    throw unreadable(error, "index");
  }
}

/**
 * @param {unknown} index
 * @param {number[]} shape
 * @param {string} tensor
 * @throws {AttentionError} `value` unless the index is complete and inside the shape
 */
export function demandIndex(index, shape, tensor) {
  if (isInside(index, shape)) return;
  const given = Array.isArray(index) ? `[${index.map(shown).join(", ")}]` : shown(index);
  const found = `is ${given}, but ${tensor} has shape [${shape.join(", ")}]`;
  throw fault("value", "index", `${found}; give a complete index inside it.`);
}
