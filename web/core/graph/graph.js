/**
 * The graph of a run: its tensors in order of computation, what each is computed from, and the cells that make one cell.
 * Pure: it needs a problem and the shapes of its tensors, but no engine.
 *
 * The ops, one for each kind of arithmetic:
 *
 *   given copy zero split join        move numbers: inputs, copies, zeros, split into heads, joined from heads
 *   linear scores bilinear mix matmul multiply dot sum add scale mean
 *                                     sums of products, possibly of one: x w + b, query · key, query w_score key,
 *                                     weights · value, and others
 *   tanh length                       a function of a sum of products: tanh, square root
 *   softmax_gradient softcap_gradient sums of products with signs
 *   softcap mask relu relu_gradient gelu gelu_gradient max subtract exp exp_difference log divide softmax arccos rstd
 *   normalize normalize_gradient geometry_gradient
 *   squared_error cross_entropy squared_error_gradient cross_entropy_gradient
 *                                     no sums: the operands in order; exp_difference is e^(first − second)
 *
 * In a fused run, the tiles lie along an axis named step.
 */
import { readProblem } from "../problem.js";
import { attention } from "./attention.js";
import { productsOf } from "./cells.js";
import { GraphBuilder, StageBuilder } from "./builder.js";
import { build } from "../tensor.js";

/** @typedef {import("../problem.js").Stage} Stage */
/** @typedef {import("./cells.js").Cell} Cell */
/** @typedef {import("./builder.js").Rule} Rule */
/**
 * @typedef {object} Node
 * @property {string} tensor in a chain `stage.tensor`
 * @property {string} op
 * @property {string[]} of the tensors it is computed from, all of them earlier in the list
 * @property {import("../types.js").Axis[]} axes
 * @property {number[]} shape
 */
/** @typedef {"grad_output" | "squared_error" | "cross_entropy" | undefined} From the start of a backward run; undefined: none */
/**
 * @typedef {object} Origin how one cell is computed
 * @property {string} op
 * @property {(Cell | number)[][]} terms of a sum, the factors of each product, a constant one as a number; otherwise one
 *   term, the operands in order
 * @property {boolean} sum whether the cell is the sum of the terms' products
 * @property {number} [by] a constant: in a sum, another factor of each product (the scale, or 1 / count); otherwise the
 *   softcap, or the eps under a root
 * @property {"tanh" | "sqrt"} [then] the function applied to the sum
 * @property {boolean} [allowed] for a pair of query and key, whether the query may attend to the key
 * @property {number[]} [forbidden] indices of the terms of forbidden pairs; they add nothing, whatever they hold
 * @property {number} [work] multiplications of the matrix product that the cell is part of; a small one is rounded once
 * @property {number} [turned] for a bilinear score, the same for the product of the query with w_score
 * @property {boolean} [carried] whether the run carries the sum from tile to tile in double; the trace holds it rounded
 * @property {import("./builder.js").Order} [order] of the arithmetic, which matters where a number is NaN or infinite
 */

/** @typedef {Partial<Record<"forward" | "backward", (stage: StageBuilder) => void>>} Description */

/** The rules that a picture of one attention needs; operations.js and gradients/ add all others. @type {Record<string, Description>} */
const OPS = { attention: { forward: attention } };
/** @type {(stage: StageBuilder, from: NonNullable<From>) => void} */
let begin;

/**
 * Registers further rules.
 * @param {typeof OPS} ops by name
 * @param {typeof begin} [start] adds the gradient that the backward run of a stage starts from
 */
export function describeAlso(ops, start = begin) {
  for (const [op, rules] of Object.entries(ops)) OPS[op] = { ...OPS[op], ...rules };
  begin = start;
}

/**
 * Returns the graph of a run from its trace.
 * @param {unknown} problem
 * @param {Record<string, any>} trace complete
 * @param {{ loss?: "squared_error" | "cross_entropy", tile?: number }} [options] loss: that of the backward run, default
 *   squared_error; tile: keys per tile of a fused run
 * @returns {Node[]} in order of computation
 */
export function graphOf(problem, trace, { loss = "squared_error", tile } = {}) {
  const shapes = shapesOf(trace);
  const backward = [...shapes.keys()].some((name) => /(^|\.)grad_/.test(name));
  const kind = shapes.has("loss") ? loss : "grad_output";
  return graphFrom(stagesOf(problem), shapes, backward ? kind : undefined, tile);
}

/**
 * Reads the stages of a problem that has run, and so is known to fit.
 * @param {unknown} problem
 */
function stagesOf(problem) {
  const { stages } = readProblem(problem);
  build(stages.map(({ values }) => values));
  return stages;
}

/**
 * Returns the shapes of a trace's tensors; that of the notes is undefined and never read.
 * @param {Record<string, any>} trace
 */
export const shapesOf = (trace) => new Map(Object.entries(trace).map(([name, { shape }]) => [name, shape]));

/** The rules of each graph. @type {WeakMap<Node[], Map<string, Rule>>} */
const RULES = new WeakMap();

/**
 * Returns the graph of a run.
 * @param {Stage[]} stages
 * @param {ReadonlyMap<string, number[]>} shapes of the tensors of the trace
 * @param {From} from
 * @param {number} [tile] keys per tile of a fused run
 * @returns {Node[]} in order of computation
 */
export function graphFrom(stages, shapes, from, tile) {
  const rules = describe(stages, shapes, from, tile);
  const graph = Array.from(
    rules.values(),
    ({ tensor, op, of, axes, shape }) => /** @type {Node} */ ({ tensor, op, of, axes, shape }),
  );
  RULES.set(graph, rules);
  return graph;
}

/**
 * Returns the rules of a graph; rebuilds them if the graph is a copy, but not those of tiles, whose size a copy does not tell.
 * @param {Node[]} graph of a problem
 * @param {unknown} problem
 * @returns {Map<string, Rule>}
 */
function rulesOf(graph, problem) {
  const there = RULES.get(graph);
  if (there) return there;
  const shapes = new Map(graph.map(({ tensor, shape }) => [tensor, shape]));
  const loss = graph.find(({ tensor }) => tensor === "loss")?.op;
  const backward = graph.some(({ tensor }) => /(^|\.)grad_/.test(tensor));
  const from = /** @type {From} */ (loss ?? (backward ? "grad_output" : undefined));
  const rules = describe(stagesOf(problem), shapes, from);
  RULES.set(graph, rules);
  return rules;
}

/**
 * Returns the rules of a run.
 * @param {Stage[]} stages
 * @param {ReadonlyMap<string, number[]>} shapes
 * @param {From} from
 * @param {number} [tile] keys per tile of a fused run
 * @returns {Map<string, Rule>} by tensor, in order of computation
 */
export function describe(stages, shapes, from, tile) {
  const graph = new GraphBuilder(stages, shapes, tile);
  const builders = stages.map((stage) => new StageBuilder(graph, stage));
  for (const stage of builders) OPS[stage.op].forward?.(stage);
  if (from === undefined) return graph.rules;
  builders.reverse().forEach((stage, n) => {
    stage.isLast = n === 0;
    begin(stage, from);
    OPS[stage.op].backward?.(stage);
  });
  return graph.rules;
}

/**
 * Returns how one cell of a run is computed.
 * @param {Node[]} graph
 * @param {unknown} problem of the graph
 * @param {string} tensor
 * @param {number[]} index complete
 * @returns {Origin | undefined} undefined if there is no such cell
 */
export function origin(graph, problem, tensor, index) {
  const rules = rulesOf(graph, problem);
  const rule = rules.get(tensor);
  if (!rule || !isInside(index, rule.shape)) return undefined;
  const { op, out, parts, sum, by, then, allowed, first, work, turned, carried, order } = rule;
  const atStart = first !== undefined && index[0] === 0;
  const shapeOf = (/** @type {string} */ name) => rules.get(name)?.shape ?? [];
  rule.products ??= parts.map((part) => productsOf(out, rule.shape, part, shapeOf, rule.tile));
  /** @type {(Cell | number)[][]} */
  const terms = [];
  /** @type {number[]} */
  const forbidden = [];
  for (const [n, { by }] of (atStart ? parts.slice(0, first) : parts).entries())
    for (const product of rule.products[n](index, (at) => counts(rule, at))) {
      if (!product.counts) forbidden.push(terms.length);
      terms.push(by === undefined ? product.cells : [...product.cells, by]);
    }
  const pair = allowed && pairAt(out, index);
  return {
    op: atStart ? (terms.length > 0 ? "copy" : "zero") : op,
    terms: sum ? terms : [terms.flat()],
    sum,
    ...(by !== undefined && { by }),
    ...(then && !atStart && { then }),
    ...(pair && { allowed: allowed(...pair) }),
    ...(forbidden.length > 0 && { forbidden }),
    ...(work !== undefined && { work }),
    ...(turned !== undefined && { turned }),
    ...(carried && { carried }),
    ...(order && { order }),
  };
}

/**
 * Whether an index is complete and inside a shape.
 * @param {unknown} index
 * @param {number[]} shape
 */
export const isInside = (index, shape) =>
  Array.isArray(index) &&
  index.length === shape.length &&
  index.every((at, axis) => Number.isInteger(at) && at >= 0 && at < shape[axis]);

/**
 * Whether a product counts: none of its pairs is forbidden.
 * @param {Rule} rule
 * @param {Record<string, number>} at
 */
const counts = ({ pairs, allowed }, at) =>
  !allowed ||
  !pairs?.some((key) => at[key] !== undefined && at.i !== undefined && !allowed(at.b, at.h, at.i, at[key]));

/**
 * Returns the pair of query and key that a cell belongs to, if it has axes for both.
 * @param {import("./cells.js").Token[]} out
 * @param {number[]} index
 * @returns {[b: number, h: number, i: number, j: number] | undefined}
 */
function pairAt(out, index) {
  const at = Object.fromEntries(out.map(({ letter }, axis) => [letter, index[axis]]));
  return "i" in at && "j" in at ? [at.b, at.h, at.i, at.j] : undefined;
}
