/**
 * Tokens, features and heads more or fewer: which axis of which tensor goes with which size is said once, so that every
 * dependent matrix follows. Of plain problems alone: in a chain a size may hang on every stage.
 */
import { asWritten, entriesOf, givenIn, tensorIn, withTensor, written } from "./tensors.js";

/** @typedef {import("./tensors.js").Problem} Problem */
/** @typedef {"batch" | "heads" | "kv_heads" | "query" | "key" | "d_model" | "d_kv" | "d_v_in" | "d_q" | "d_k" | "d_v" | "d_out" | "hidden"} Size */
/** @typedef {Size[][]} Axis lengths side by side, each a product: w_1 has [["d_q"], ["d_k"]] columns, w_q [["heads", "d_q"]] */
/** @typedef {{ tensor: string, at: number }} NewCell an entry that nobody wrote: its tensor and its place among the entries */
/** @typedef {{ problem: Problem, cells: NewCell[] }} Resized */

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
const BROADCAST = new Set(["bias", "mask", "weights_override"]);

/** The last axes of a tensor, as many as it has. @param {Problem} problem @param {string} key @param {number} rank @returns {Axis[]} */
function axesIn(problem, key, rank) {
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

/**
 * For each place of a new axis the place in the old one, or -1 for a new one.
 * @param {Axis} axis @param {Partial<Record<Size, number>>} sizes before
 * @param {Partial<Record<Size, number[]>>} kept by changed size: the same, of one length of it
 * @returns {number[]}
 */
function mapped(axis, sizes, kept) {
  let start = 0;
  return axis.flatMap((segment) => {
    let places = [start];
    for (const size of segment) {
      const length = sizes[size] ?? 1;
      const along = kept[size] ?? Array.from({ length }, (_, i) => i);
      places = places.flatMap((at) =>
        along.map((i) => (at < 0 || i < 0 ? -1 : (at - start) * length + i + start)),
      );
    }
    start += segment.reduce((product, size) => product * (sizes[size] ?? 1), 1);
    return places;
  });
}

/** A small generator of the project's own: x ← 1103515245 x + 12345 mod 2³¹, the bits above 16. @param {number} seed */
function drawing(seed) {
  let state = seed & 0x7fffffff;
  return (/** @type {number} */ count) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 16) % count;
  };
}

/**
 * A tensor whose axes have other places. New entries are drawn, by a seed, from those that stand in it: they look as if
 * they belonged. A new pair of tokens may attend, and a bias of 0 changes nothing.
 * @param {string} key @param {import("./tensors.js").Entries} entries @param {number[][]} places by axis
 * @returns {{ entries: import("./tensors.js").Entries, made: number[] }} made: places of new entries
 */
function gathered(key, { shape, data }, places) {
  const draw = drawing(7 + data.length);
  const fresh = () => {
    if (/mask$/.test(key)) return true;
    if (key === "bias") return 0;
    return data.length > 0 ? data[draw(data.length)] : draw(3) - 1;
  };
  /** @type {any[]} */
  const next = [];
  /** @type {number[]} */
  const made = [];
  const walk = (/** @type {number} */ axis, /** @type {number} */ at) => {
    if (axis < shape.length)
      return places[axis].forEach((i) => walk(axis + 1, at < 0 || i < 0 ? -1 : at * shape[axis] + i));
    if (at < 0) made.push(next.length);
    next.push(at < 0 ? fresh() : data[at]);
  };
  walk(0, 0);
  return { entries: { shape: places.map(({ length }) => length), data: next }, made };
}

/**
 * The problem with some sizes changed, in every tensor that has them.
 * @param {Problem} problem plain
 * @param {Partial<Record<Size, number[]>>} kept
 * @returns {Resized}
 */
function resized(problem, kept) {
  const sizes = sizesOf(problem);
  let next = problem;
  /** @type {NewCell[]} */
  const cells = [];
  for (const given of givenIn(problem)) {
    const before = tensorIn(problem, given);
    const entries = entriesOf(before);
    const axes = axesIn(problem, given.key, entries.shape.length);
    const missing = entries.shape.length - axes.length;
    const places = entries.shape.map((length, k) => {
      const axis = axes[k - missing];
      const stays =
        !axis || !axis.flat().some((size) => kept[size]) || (BROADCAST.has(given.key) && length === 1);
      return stays ? Array.from({ length }, (_, i) => i) : mapped(axis, sizes, kept);
    });
    if (places.every((list, k) => list.length === entries.shape[k] && list.every((i, at) => i === at)))
      continue;
    const { entries: after, made } = gathered(given.key, entries, places);
    next = withTensor(next, given, written(before, after));
    cells.push(...made.map((at) => ({ tensor: given.tensor, at })));
  }
  return { problem: next, cells };
}

/** So many places, one more at a place. @param {number} length @param {number} at @returns {number[]} */
const inserted = (length, at) =>
  Array.from({ length: length + 1 }, (_, i) => (i < at ? i : i === at ? -1 : i - 1));
/** @param {number} length @param {number} at @returns {number[]} */
const removed = (length, at) => Array.from({ length: length - 1 }, (_, i) => (i < at ? i : i + 1));

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
const hasHeads = ({ query, w_q, w_k, w_v }) => Boolean(query || (w_q && w_k && w_v));

/**
 * One more of a size, before a place; the last where none is given.
 * @param {Problem} problem @param {Changeable} size @param {{ at?: number, label?: string }} [how] label: of a new token
 * @returns {Resized}
 */
export function add(problem, size, { at, label = "" } = {}) {
  const length = sizesOf(problem)[size] ?? 0;
  const place = at ?? length;
  const grown = resized(problem, { [size]: inserted(length, place) });
  return {
    ...grown,
    problem: relabelled(grown.problem, problem, size, (names) => names.splice(place, 0, label)),
  };
}

/** One fewer. @param {Problem} problem @param {Changeable} size @param {number} [at] the last where none is given @returns {Resized} */
export function remove(problem, size, at) {
  const length = sizesOf(problem)[size] ?? 0;
  const place = at ?? length - 1;
  const shrunk = resized(problem, { [size]: removed(length, place) });
  return { ...shrunk, problem: relabelled(shrunk.problem, problem, size, (names) => names.splice(place, 1)) };
}

/** The names of the tokens that a size counts: keys have their own, where they are not the tokens that ask. */
const NAMED = /** @type {Record<string, string>} */ ({ query: "x", key: "x_kv" });

/** @param {Problem} problem @param {Problem} before @param {Changeable} size @param {(names: string[]) => void} change @returns {Problem} */
function relabelled(problem, before, size, change) {
  const names = problem.labels?.[NAMED[size]];
  if (!Array.isArray(names)) return problem;
  const next = [...names];
  // without them, names of tokens further on would move to others
  while (next.length < (sizesOf(before)[size] ?? 0)) next.push("");
  change(next);
  return { ...problem, labels: { ...problem.labels, [NAMED[size]]: next } };
}

/**
 * As many heads, all of the width they have: columns are added or taken away at the end. Where there are no projections,
 * the features are shared out among them.
 * @param {Problem} problem @param {number} heads @param {number} [kv_heads]
 * @returns {Resized}
 */
export function withHeads(problem, heads, kv_heads = heads) {
  const sizes = sizesOf(problem);
  const count = (/** @type {number} */ before, /** @type {number} */ after) =>
    Array.from({ length: after }, (_, i) => (i < before ? i : -1));
  const changed = hasHeads(problem)
    ? resized(problem, {
        heads: count(sizes.heads ?? 1, heads),
        kv_heads: count(sizes.kv_heads ?? 1, kv_heads),
      })
    : { problem, cells: [] };
  const { heads: _, kv_heads: __, ...rest } = changed.problem;
  // queries that are given have their heads already
  if (problem.query) return { ...changed, problem: rest };
  return { ...changed, problem: { ...rest, heads, ...(kv_heads !== heads && { kv_heads }) } };
}

/** @param {number} count */
const divisors = (count) => Array.from({ length: count }, (_, i) => i + 1).filter((n) => count % n === 0);

/**
 * One more of a size, or one fewer: of heads that share keys and values one for each of those, of KV heads as many as
 * divide the heads.
 * @param {Problem} problem @param {Changeable} size @param {1 | -1} by @param {string} [label] of a new token
 * @returns {Resized}
 */
export function changeSize(problem, size, by, label) {
  const { heads = 1, kv_heads = heads } = sizesOf(problem);
  if (size === "heads") {
    // where keys are shared, one more for each of them
    const apart = kv_heads === heads;
    return withHeads(problem, heads + by * (apart ? 1 : kv_heads), apart ? heads + by : kv_heads);
  }
  if (size !== "kv_heads") return by > 0 ? add(problem, size, { label }) : remove(problem, size);
  const groups = divisors(heads);
  return withHeads(problem, heads, groups[groups.indexOf(kv_heads) + by] ?? kv_heads);
}

/**
 * Another matrix in the place of one: whatever depends on its rows and columns follows.
 * @param {Problem} problem @param {import("./tensors.js").Given} given @param {{ shape: number[], data: ArrayLike<number> }} matrix
 * @returns {Problem}
 */
export function replaced(problem, given, { shape, data }) {
  let next = problem;
  const { rows, columns } = given.stage < 0 ? countedBy(problem, given.key) : {};
  for (const [size, from] of /** @type {const} */ ([
    [rows, 2],
    [columns, 1],
  ])) {
    const [before, after] = [given.shape.at(-from), shape.at(-from)];
    const count = size && sizesOf(problem)[size];
    if (!size || !count || !before || !after) continue;
    // columns of several heads are a whole number for each
    const wanted = after / (before / count);
    if (!Number.isInteger(wanted) || wanted < 1) continue;
    for (let length = count; length < wanted; length++) next = add(next, size).problem;
    for (let length = count; length > wanted; length--) next = remove(next, size).problem;
  }
  const like = tensorIn(next, given);
  const entries = { shape: shape.slice(-Math.max(given.shape.length, 1)), data: Array.from(data, asWritten) };
  // leading axes that the tensor had and the matrix lacks
  while (entries.shape.length < given.shape.length) entries.shape.unshift(1);
  return withTensor(next, given, written(Array.isArray(like) ? like : [], entries));
}

/** A token's name. @param {Problem} problem @param {string} key x or x_kv @param {number} at @param {string} label @returns {Problem} */
export function renamed(problem, key, at, label) {
  const names = [...(problem.labels?.[key] ?? [])];
  while (names.length < at) names.push("");
  names[at] = label.slice(0, 256);
  return { ...problem, labels: { ...problem.labels, [key]: names } };
}
