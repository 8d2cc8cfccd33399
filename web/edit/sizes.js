/**
 * Which axis of which tensor goes with which size: said once, so that every dependent matrix follows. Of plain problems
 * alone: in a chain a size may hang on every stage.
 */
import { entriesOf, givenIn } from "./tensors.js";

/** @typedef {import("./tensors.js").Problem} Problem */
/** @typedef {"batch" | "heads" | "kv_heads" | "query" | "key" | "d_model" | "d_kv" | "d_v_in" | "d_q" | "d_k" | "d_v" | "d_out" | "hidden"} Size */
/** @typedef {Size[][]} Axis lengths side by side, each a product: w_1 has [["d_q"], ["d_k"]] columns, w_q [["heads", "d_q"]] */

/** Queries and keys that are multiplied as they are have one width. @param {Problem} problem */
const isDot = ({ score = "scaled_dot" }) => /dot$/.test(score);

/**
 * What the tokens are made of, and how wide queries, keys and values are. Without a projection both are the same; and what
 * is multiplied with a projected one then counts its heads.
 * @param {Problem} problem
 */
function widths(problem) {
  const { x_kv, x_v, query, w_q = query, w_k = query, w_v = query } = problem;
  const dot = isDot(problem);
  /** @type {Size[]} */
  const asked = ["heads", dot ? "d_k" : "d_q"];
  /** @type {Size[]} */
  const read = ["kv_heads", "d_k"];
  const turned = dot && Boolean(w_q) !== Boolean(w_k);
  /** @type {Size[]} */
  const x = turned && !w_q ? asked : turned && !x_kv ? read : ["d_model"];
  /** @type {Size[]} */
  const kv = !x_kv ? x : turned && !w_k ? read : dot && !w_q && !w_k ? x : ["d_kv"];
  /** @type {Size[]} */
  const v = x_v ? ["d_v_in"] : kv;
  return { x, kv, v, query: w_q ? asked : x, key: w_k ? read : kv, value: w_v ? VALUES : v };
}

/** @type {Size[]} */
const VALUES = ["kv_heads", "d_v"];

/** Whether keys are made from the tokens that ask. @param {Problem} problem */
export const isSelf = ({ x, x_kv, x_v }) => Boolean(x) && !x_kv && !x_v;

/**
 * The axes of every tensor, the last ones where leading ones may be missing.
 * @param {Problem} problem
 * @returns {Record<string, Axis[]>}
 */
function axesOf(problem) {
  const { x, kv, v, query, key, value } = widths(problem);
  const one = (/** @type {Size[]} */ ...sizes) => [sizes];
  const last = (/** @type {Size[]} */ sizes) => sizes.slice(-1);
  const [batch, heads, groups] = [one("batch"), one("heads"), one("kv_heads")];
  const [asked, read] = [one("query"), one(isSelf(problem) ? "query" : "key")];
  const pairs = [batch, heads, asked, read];
  // every query head has values, its own or shared ones
  const joined = one(
    ...(value === VALUES || problem.value ? /** @type {Size[]} */ (["heads", "d_v"]) : value),
  );
  const out = problem.w_o ? one("d_out") : joined;
  return {
    x: [batch, asked, [x]],
    x_kv: [batch, read, [kv]],
    x_v: [batch, read, [v]],
    w_q: [[x], [query]],
    b_q: [[query]],
    w_k: [[kv], [key]],
    b_k: [[key]],
    w_v: [[v], [value]],
    b_v: [[value]],
    query: [batch, heads, asked, [last(query)]],
    key: [batch, groups, read, [last(key)]],
    value: [batch, groups, read, [last(value)]],
    w_score: [[last(query)], [last(key)]],
    w_1: [one("hidden"), [last(query), last(key)]],
    w_2: [one("hidden")],
    bias: pairs,
    mask: pairs,
    weights_override: pairs,
    key_mask: [batch, read],
    w_o: [joined, one("d_out")],
    b_o: [out],
    grad_output: [batch, asked, out],
    target: [batch, asked, out],
  };
}

/** Tensors whose axes of length 1 stand for any length. */
export const BROADCAST = new Set(["bias", "mask", "weights_override"]);

/** The last axes of a tensor, as many as it has. @param {Problem} problem @param {string} key @param {number} rank @returns {Axis[]} */
export function axesIn(problem, key, rank) {
  const axes = axesOf(problem)[key] ?? [];
  // class indices have no features
  const whole = key === "target" && problem.loss === "cross_entropy" ? axes.slice(0, -1) : axes;
  return rank > 0 ? whole.slice(-rank) : [];
}

/**
 * The sizes of a plain problem.
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
      const [own, outer] = axis[0].toReversed();
      if (sizes[own] === undefined || own === "batch")
        sizes[own] = outer ? length / (sizes[outer] ?? 1) : length;
    }
  }
  return sizes;
}

/** The length of the axis so far from the end. @param {any} tensor @param {number} from */
const rankedFrom = (tensor, from) => entriesOf(tensor).shape.at(-from) ?? 1;

/** Sizes that a reader may change, each with what it is called on the page. */
export const CHANGEABLE = /** @type {const} */ ([
  "query",
  "key",
  "d_model",
  "d_kv",
  "d_k",
  "d_v",
  "heads",
  "kv_heads",
]);

/** @typedef {typeof CHANGEABLE[number]} Changeable */

/**
 * What rows and columns of a tensor count, where a reader may change it.
 * @param {Problem} problem @param {string} key
 * @returns {{ rows?: Changeable, columns?: Changeable }}
 */
export function countedBy(problem, key) {
  const axes = Array.isArray(problem.stages) ? [] : (axesOf(problem)[key] ?? []);
  const [rows, columns] = [axes.at(-2), axes.at(-1)].map((axis) => {
    const size = axis?.length === 1 ? axis[0].at(-1) : undefined;
    return CHANGEABLE.find((one) => one === size);
  });
  return { rows, columns };
}

/** What a problem has that may be more or fewer. @param {Problem} problem @returns {Partial<Record<Changeable, number>>} */
export function changeable(problem) {
  if (!problem || Array.isArray(problem.stages)) return {};
  const sizes = sizesOf(problem);
  const there = new Set(
    givenIn(problem).flatMap(({ key, shape }) => axesIn(problem, key, shape.length).flat(2)),
  );
  /** @type {Partial<Record<Changeable, number>>} */
  const found = {};
  for (const size of CHANGEABLE) if (there.has(size) && sizes[size] !== undefined) found[size] = sizes[size];
  // heads that share keys and values are a choice where each has its own columns
  delete found.kv_heads;
  if (!problem.query || entriesOf(problem.query).shape.length > 2) found.heads = sizes.heads;
  if (hasHeads(problem) && Number(sizes.heads) > 1) found.kv_heads = sizes.kv_heads;
  return found;
}

/** Whether each head has entries of its own, and not a share of the tokens' features. @param {Problem} problem */
export const hasHeads = ({ query, w_q, w_k, w_v }) => Boolean(query || (w_q && w_k && w_v));
