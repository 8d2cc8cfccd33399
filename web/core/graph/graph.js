/**
 * What every tensor of a run is made from: the list of a run's tensors, and the cells that make one cell.
 * Pure: it needs a problem and the shapes of its tensors, and no engine.
 *
 * The ops, one for each kind of arithmetic:
 *
 *   given copy zero split join        numbers moved: as they were, not at all, into heads, out of heads
 *   linear scores bilinear mix matmul multiply dot sum add scale mean
 *                                     sums of products: x w + b, query · key, query w_score key, weights · value, and all
 *                                     others, of one product too
 *   tanh length                       what a sum of products goes through: tanh, square root
 *   softmax_gradient softcap_gradient sums of products with signs
 *   softcap mask relu relu_gradient gelu gelu_gradient max subtract exp exp_difference log divide softmax arccos rstd normalize normalize_gradient geometry_gradient
 *   squared_error cross_entropy squared_error_gradient cross_entropy_gradient
 *                                     no sums: the operands in order; exp_difference is e^(first − second)
 *
 * Of a fused run in tiles each tile has a place along an axis step.
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
 * @property {string} tensor of a chain `stage.tensor`
 * @property {string} op
 * @property {string[]} of the tensors it is made from, all of them earlier in the list
 * @property {import("../types.js").Axis[]} axes
 * @property {number[]} shape
 */
/** @typedef {"grad_output" | "squared_error" | "cross_entropy" | undefined} From what a backward run starts from; undefined: there is none */
/**
 * @typedef {object} Origin how one cell comes about
 * @property {string} op
 * @property {(Cell | number)[][]} terms of a sum the factors of each product, a constant one as a number; else one term,
 *   the operands in order
 * @property {boolean} sum the cell is the sum of the terms' products
 * @property {number} [by] a constant: the scale or 1 / count that each product of a sum has as a factor too; the softcap,
 *   or the eps below a root
 * @property {"tanh" | "sqrt"} [then] what the sum goes through
 * @property {boolean} [allowed] of a pair of query and key: may the query see the key?
 * @property {number[]} [forbidden] which terms are of pairs that are not allowed: they add nothing, whatever they hold
 * @property {number} [work] size of the product of matrices that the cell is part of: a small one is rounded once
 * @property {number} [turned] of a bilinear score: the same of the query's product with w_score
 * @property {boolean} [carried] the run carries the sum in double from tile to tile, and the trace has it rounded
 * @property {import("./builder.js").Order} [order] of the arithmetic, which matters where a number is NaN or infinite
 */

/** @typedef {{ forward: (stage: StageBuilder) => void, backward?: (stage: StageBuilder) => void }} Description */

/** What a picture of one attention needs; operations.js adds all others. @type {Record<string, Description>} */
const OPS = { attention: { forward: attention } };
/** @type {(stage: StageBuilder, from: NonNullable<From>) => void} */
let begin;

/** @param {typeof OPS} ops by name @param {typeof begin} start the gradient that the backward run of a stage starts from */
export function describeAlso(ops, start) {
  Object.assign(OPS, ops);
  begin = start;
}

/**
 * The graph of a run that has a trace.
 * @param {unknown} problem
 * @param {Record<string, any>} trace complete
 * @param {{ loss?: "squared_error" | "cross_entropy", tile?: number }} [options] the loss that a backward run was asked
 *   for; squared_error. Of a fused run the keys a tile
 * @returns {Node[]} in order of computation
 */
export function graphOf(problem, trace, { loss = "squared_error", tile } = {}) {
  const shapes = shapesOf(trace);
  const backward = [...shapes.keys()].some((name) => /(^|\.)grad_/.test(name));
  return graphFrom(
    stagesOf(problem),
    shapes,
    backward ? (shapes.has("loss") ? loss : "grad_output") : undefined,
    tile,
  );
}

/**
 * Of a problem that ran, so that there is room for it.
 * @param {unknown} problem
 */
function stagesOf(problem) {
  const { stages } = readProblem(problem);
  build(stages.map(({ values }) => values));
  return stages;
}

/** Notes have none, and nobody asks for it. @param {Record<string, any>} trace */
export const shapesOf = (trace) => new Map(Object.entries(trace).map(([name, { shape }]) => [name, shape]));

/** What is made from what, by graph. @type {WeakMap<Node[], Map<string, Rule>>} */
const RULES = new WeakMap();

/**
 * @param {Stage[]} stages
 * @param {ReadonlyMap<string, number[]>} shapes of the tensors of the trace
 * @param {From} from
 * @param {number} [tile] of a fused run
 * @returns {Node[]}
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
 * What is made from what, in order of computation.
 * @param {Stage[]} stages
 * @param {ReadonlyMap<string, number[]>} shapes
 * @param {From} from
 * @param {number} [tile] of a fused run
 * @returns {Map<string, Rule>} by tensor
 */
export function describe(stages, shapes, from, tile) {
  const graph = new GraphBuilder(stages, shapes, tile);
  const builders = stages.map((stage) => new StageBuilder(graph, stage));
  for (const stage of builders) OPS[stage.op].forward(stage);
  if (from === undefined) return graph.rules;
  builders.reverse().forEach((stage, n) => {
    stage.isLast = n === 0;
    begin(stage, from);
    OPS[stage.op].backward?.(stage);
  });
  return graph.rules;
}

/**
 * How one cell of a run comes about.
 * @param {Node[]} graph
 * @param {unknown} problem that the graph is of
 * @param {string} tensor
 * @param {number[]} index complete
 * @returns {Origin | undefined} undefined: there is no such cell
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
 * The pair of query and key that a cell is of: it has an axis for both.
 * @param {import("./cells.js").Token[]} out
 * @param {number[]} index
 * @returns {[b: number, h: number, i: number, j: number] | undefined}
 */
function pairAt(out, index) {
  const at = Object.fromEntries(out.map(({ letter }, axis) => [letter, index[axis]]));
  return "i" in at && "j" in at ? [at.b, at.h, at.i, at.j] : undefined;
}
