/**
 * The sizes of a problem that a reader may change, and which of them each axis of a tensor has. Only for plain problems: in a
 * chain, a size may depend on every stage.
 */
import { OPERATIONS, sizesIn } from "../core/graph/tensors.js";
import { entriesOf, givenIn } from "./tensors.js";

/** @typedef {import("./tensors.js").Problem} Problem */
/** @typedef {string} Size batch, heads, query, d_model …, as named in the schema of tensors */
/** @typedef {Size[][]} Axis a sum of products of sizes: w_1 has [["d_q"], ["d_k"]] columns, w_q [["heads", "d_q"]] */

const { given: GIVEN, made: MADE } = OPERATIONS.attention;

/** Whether queries and keys are multiplied directly, and so have the same width. @param {Problem} problem */
const isDot = ({ score = "scaled_dot" }) => /dot$/.test(score);

/**
 * Returns the sizes that tokens, queries, keys and values have as features. Without a projection they are the same; tokens that
 * are multiplied by projected ones are as wide as all heads together.
 * @param {Problem} problem
 */
function widths(problem) {
  const { x_kv, x_v, query, w_q = query, w_k = query, w_v = query } = problem;
  const dot = isDot(problem);
  const queryHeads = ["heads", dot ? "d_k" : "d_q"];
  const keyHeads = ["kv_heads", "d_k"];
  const isHalfProjected = dot && Boolean(w_q) !== Boolean(w_k);
  const x = isHalfProjected && !w_q ? queryHeads : isHalfProjected && !x_kv ? keyHeads : ["d_model"];
  const kv = !x_kv ? x : isHalfProjected && !w_k ? keyHeads : dot && !w_q && !w_k ? x : ["d_kv"];
  const v = x_v ? ["d_in_v"] : kv;
  const [queries, keys, values] = [w_q ? queryHeads : x, w_k ? keyHeads : kv, w_v ? ["kv_heads", "d_v"] : v];
  return { x, kv, v, query: queries, key: keys, value: values };
}

/** Whether keys are made from the same tokens as queries. @param {Problem} problem */
export const isSelf = ({ x, x_kv, x_v }) => Boolean(x) && !x_kv && !x_v;

/** The tensor whose shape the target and the output's gradient share. @type {Record<string, string>} */
const LIKE = { grad_output: "output", target: "output" };

/**
 * Returns the axes of a tensor. Without a projection, sizes that the schema distinguishes are the same.
 * @param {Problem} problem
 * @param {string} key
 * @returns {Axis[]}
 */
function axesOf(problem, key) {
  const { x, kv, v, query, key: read, value } = widths(problem);
  // every query head has values, though it may share them
  const joined = problem.w_v || problem.value ? ["heads", "d_v"] : value;
  /** @type {Record<string, Size[]>} */
  const same = {
    ...(isSelf(problem) && { key: ["query"] }),
    ...{ d_model: x, d_kv: kv, d_in_v: v },
    ...{ d_q: query.slice(-1), d_k: read.slice(-1), d_v: value.slice(-1) },
    ...{ "heads*d_q": query, "kv_heads*d_k": read, "kv_heads*d_v": value, "heads*d_v": joined },
    ...(!problem.w_o && { d_out: joined }),
  };
  const axes = (GIVEN[key] ?? MADE[LIKE[key]])?.axes.split(" ") ?? [];
  return axes.map((axis) => sizesIn(axis).map((product) => same[product.join("*")] ?? product));
}

/** Tensors whose axes of length 1 broadcast to any length. */
export const BROADCAST = new Set(Object.keys(GIVEN).filter((key) => GIVEN[key].axes.endsWith("*")));

/** Returns the last axes of a tensor, as many as its rank. @param {Problem} problem @param {string} key @param {number} rank @returns {Axis[]} */
export function axesIn(problem, key, rank) {
  const axes = axesOf(problem, key);
  // class indices have no features
  const whole = key === "target" && problem.loss === "cross_entropy" ? axes.slice(0, -1) : axes;
  return rank > 0 ? whole.slice(-rank) : [];
}

/**
 * Returns the sizes of a plain problem.
 * @param {Problem} problem
 * @returns {Partial<Record<Size, number>>}
 */
export function sizesOf(problem) {
  const heads = problem.heads ?? (problem.query ? rankedFrom(problem.query, 3) : 1);
  const kv_heads = problem.kv_heads ?? (problem.key ? rankedFrom(problem.key, 3) : heads);
  /** @type {Partial<Record<Size, number>>} */
  const sizes = { batch: 1, heads, kv_heads };
  for (const { key, shape } of givenIn(problem)) {
    const axes = axesIn(problem, key, shape.length);
    const missing = shape.length - axes.length;
    for (const [k, axis] of axes.entries()) {
      const length = shape[missing + k];
      if (axis.length > 1 || (BROADCAST.has(key) && length === 1)) continue;
      const [inner, outer] = axis[0].toReversed();
      if (sizes[inner] === undefined || inner === "batch")
        sizes[inner] = outer ? length / (sizes[outer] ?? 1) : length;
    }
  }
  return sizes;
}

/** Returns the length of an axis, counted from the end. @param {any} tensor @param {number} from */
const rankedFrom = (tensor, from) => entriesOf(tensor).shape.at(-from) ?? 1;

/** @typedef {"query" | "key" | "d_model" | "d_kv" | "d_k" | "d_v" | "heads" | "kv_heads"} Changeable a size that a reader may change */

const CHANGEABLE = /** @type {Changeable[]} */ ("query key d_model d_kv d_k d_v heads kv_heads".split(" "));

/**
 * Returns the sizes that count a tensor's rows and columns, if a reader may change them.
 * @param {Problem} problem @param {string} key
 * @returns {{ rows?: Changeable, columns?: Changeable }}
 */
export function countedBy(problem, key) {
  const axes = Array.isArray(problem.stages) ? [] : axesOf(problem, key);
  const [rows, columns] = [axes.at(-2), axes.at(-1)].map((axis) => {
    const size = axis?.length === 1 ? axis[0].at(-1) : undefined;
    return CHANGEABLE.find((name) => name === size);
  });
  return { rows, columns };
}

/** Returns the sizes of a problem that a reader may change; none for a chain. @param {Problem} problem @returns {Partial<Record<Changeable, number>>} */
export function changeable(problem) {
  if (!problem || Array.isArray(problem.stages)) return {};
  const sizes = sizesOf(problem);
  const axes = givenIn(problem).map(({ key, shape }) => axesIn(problem, key, shape.length));
  const there = new Set(axes.flat(3));
  /** @type {Partial<Record<Changeable, number>>} */
  const found = {};
  for (const size of CHANGEABLE) if (there.has(size) && sizes[size] !== undefined) found[size] = sizes[size];
  // heads can share keys and values only if each has its own columns
  delete found.kv_heads;
  if (!problem.query || entriesOf(problem.query).shape.length > 2) found.heads = sizes.heads;
  if (hasHeads(problem) && Number(sizes.heads) > 1) found.kv_heads = sizes.kv_heads;
  return found;
}

/** Whether heads have their own entries rather than a share of the tokens' features. @param {Problem} problem */
export const hasHeads = ({ query, w_q, w_k, w_v }) => Boolean(query || (w_q && w_k && w_v));
