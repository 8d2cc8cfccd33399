/** Changes the number of tokens, features and heads of a problem, or the size of a matrix; all dependent tensors follow. */
import { nested } from "../core/shapes.js";
import { drawing } from "./drawing.js";
import { BROADCAST, axesIn, countedBy, hasHeads, sizesOf } from "./sizes.js";
import { asWritten, entriesOf, givenIn, tensorIn, withTensor, written } from "./tensors.js";

/** @typedef {import("./tensors.js").Problem} Problem */
/** @typedef {import("./sizes.js").Axis} Axis */
/** @typedef {import("./sizes.js").Size} Size */
/** @typedef {import("./sizes.js").Changeable} Changeable */
/** @typedef {{ tensor: string, at: number }} NewCell a newly drawn entry: its tensor and its index among the entries */
/** @typedef {{ problem: Problem, cells: NewCell[] }} Resized */

/** @param {number} length */
const indices = (length) => Array.from({ length }, (_, i) => i);

/**
 * Returns the old index for each index of a resized axis, or -1 for a new entry.
 * @param {Axis} axis @param {Partial<Record<Size, number>>} sizes before
 * @param {Partial<Record<Size, number[]>>} kept for each changed size, the same mapping of its own indices
 * @returns {number[]}
 */
function mapped(axis, sizes, kept) {
  let start = 0;
  return axis.flatMap((segment) => {
    let places = [start];
    for (const size of segment) {
      const length = sizes[size] ?? 1;
      const along = kept[size] ?? indices(length);
      places = places.flatMap((at) =>
        along.map((i) => (at < 0 || i < 0 ? -1 : (at - start) * length + i + start)),
      );
    }
    start += segment.reduce((product, size) => product * (sizes[size] ?? 1), 1);
    return places;
  });
}

/**
 * Returns a tensor with its axes rearranged. New entries are drawn with a seed from the existing ones, so that they look alike.
 * In a mask they are true, so that new pairs of tokens may attend; in a bias they are 0, which changes nothing.
 * @param {string} key @param {import("./tensors.js").Entries} entries @param {number[][]} places old indices by axis
 * @returns {{ entries: import("./tensors.js").Entries, made: number[] }} made: the indices of new entries
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
 * Returns the problem with some sizes changed in every tensor that has them.
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
      return stays ? indices(length) : mapped(axis, sizes, kept);
    });
    if (places.every((list, k) => list.length === entries.shape[k] && list.every((i, at) => i === at)))
      continue;
    const { entries: after, made } = gathered(given.key, entries, places);
    next = withTensor(next, given, written(before, after));
    for (const at of made) cells.push({ tensor: given.tensor, at });
  }
  return { problem: next, cells };
}

/**
 * Increases a size by one, before the index `at`, or at the end by default.
 * @param {Problem} problem @param {Changeable} size @param {{ at?: number, label?: string }} [how] label: of the new token
 * @returns {Resized}
 */
export function add(problem, size, { at, label = "" } = {}) {
  const length = sizesOf(problem)[size] ?? 0;
  return rearranged(problem, size, indices(length).toSpliced(at ?? length, 0, -1), label);
}

/** Decreases a size by one. @param {Problem} problem @param {Changeable} size @param {number} [at] the last by default @returns {Resized} */
export function remove(problem, size, at) {
  const length = sizesOf(problem)[size] ?? 0;
  return rearranged(problem, size, indices(length).toSpliced(at ?? length - 1, 1));
}

/** The key of the labels of the tokens that a size counts; keys have their own if they come from other tokens. */
const NAMED = /** @type {Record<string, string>} */ ({ query: "x", key: "x_kv" });

/** Returns the problem with a size changed in its tensors and its labels. @param {Problem} problem @param {Changeable} size @param {number[]} kept @param {string} [label] of a new token @returns {Resized} */
function rearranged(problem, size, kept, label = "") {
  const next = resized(problem, { [size]: kept });
  const names = problem.labels?.[NAMED[size]];
  if (!Array.isArray(names)) return next;
  const { [size]: count = 0, batch = 1 } = sizesOf(problem);
  // each item of a batch may have labels of its own
  const items = count && names.length === batch * count ? batch : 1;
  // a token without a label gets an empty one, so that later tokens keep theirs
  const labelOf = (/** @type {number} */ item, /** @type {number} */ i) =>
    i < 0 ? label : (names[item * count + i] ?? "");
  const all = indices(items).flatMap((item) => kept.map((i) => labelOf(item, i)));
  return { ...next, problem: { ...next.problem, labels: { ...problem.labels, [NAMED[size]]: all } } };
}

/**
 * Returns the problem with another number of heads, of the same width: columns are added or removed at the end. Without
 * projections the features are divided among the heads.
 * @param {Problem} problem @param {number} heads @param {number} [kv_heads]
 * @returns {Resized}
 */
function withHeads(problem, heads, kv_heads = heads) {
  const sizes = sizesOf(problem);
  const changed = hasHeads(problem)
    ? resized(problem, {
        heads: places(sizes.heads ?? 1, heads),
        kv_heads: places(sizes.kv_heads ?? 1, kv_heads),
      })
    : { problem, cells: [] };
  const { heads: _, kv_heads: __, ...rest } = changed.problem;
  // queries that are inputs have an axis for heads
  if (problem.query) return { ...changed, problem: rest };
  return { ...changed, problem: { ...rest, heads, ...(kv_heads !== heads && { kv_heads }) } };
}

/** Returns indices for a size: the existing ones, then new ones. @param {number} before @param {number} after */
const places = (before, after) => Array.from({ length: after }, (_, i) => (i < before ? i : -1));

/** Changes a size to a length. @param {Problem} problem @param {Changeable} size @param {number} length @returns {Problem} */
function withSize(problem, size, length) {
  const before = sizesOf(problem)[size] ?? 0;
  return rearranged(problem, size, places(before, length)).problem;
}

/** @param {number} count */
const divisors = (count) => indices(count + 1).filter((n) => count % n === 0);

/**
 * Changes a size by one; heads that share KV heads by one per KV head, KV heads to the next number that divides the heads.
 * @param {Problem} problem @param {Changeable} size @param {1 | -1} by @param {string} [label] of a new token
 * @returns {Resized}
 */
export function changeSize(problem, size, by, label) {
  const { heads = 1, kv_heads = heads } = sizesOf(problem);
  if (size === "heads") {
    const isShared = kv_heads !== heads;
    return withHeads(problem, heads + by * (isShared ? kv_heads : 1), isShared ? kv_heads : heads + by);
  }
  if (size !== "kv_heads") return by > 0 ? add(problem, size, { label }) : remove(problem, size);
  const groups = divisors(heads);
  return withHeads(problem, heads, groups[groups.indexOf(kv_heads) + by] ?? kv_heads);
}

/**
 * Replaces a matrix; everything that depends on its rows and columns follows.
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
    // each head gets a whole number of columns
    const wanted = after / (before / count);
    if (!Number.isInteger(wanted) || wanted < 1) continue;
    next = withSize(next, size, wanted);
    if (wanted !== count) next = withoutLabels(next, NAMED[size]);
  }
  const entries = { shape: [...shape], data: Array.from(data, asWritten) };
  // printed output may have a batch axis of length 1 that the tensor lacks, or lack one that it has
  while (entries.shape.length < given.shape.length) entries.shape.unshift(1);
  while (entries.shape.length > Math.max(given.shape.length, 1) && entries.shape[0] === 1)
    entries.shape.shift();
  return withTensor(next, given, nested(entries.data, entries.shape));
}

/** Removes the labels of replaced tokens; `labels` itself stays, so that those of a preset do not apply either. @param {Problem} problem @param {string | undefined} key @returns {Problem} */
function withoutLabels(problem, key) {
  if (!key) return problem;
  const { [key]: _, ...labels } = problem.labels ?? {};
  return { ...problem, labels };
}

/** Returns the other tensors whose size changes when a matrix replaces one. @param {Problem} problem @param {import("./tensors.js").Given} given @param {{ shape: number[], data: ArrayLike<number> }} matrix */
export function follow(problem, given, matrix) {
  const all = givenIn(replaced(problem, given, matrix));
  const after = new Map(all.map(({ tensor, shape }) => [tensor, shape]));
  return givenIn(problem).flatMap(({ tensor, shape }) => {
    const next = after.get(tensor) ?? [];
    return tensor === given.tensor || String(next) === String(shape) ? [] : [{ tensor, shape, next }];
  });
}

const PARAMETERS =
  "w_q b_q w_k b_k w_v b_v w_o b_o w_score w_1 w_2 score scale heads kv_heads weights_override".split(" ");

/**
 * Returns the problem's tokens with other parameters, in one head. The tokens get as many features as the parameters read.
 * @param {Problem} problem plain, with x @param {Record<string, { shape: number[], data: ArrayLike<number> }>} parameters by key
 * @returns {Problem}
 */
export function withParameters(problem, parameters) {
  let next = Object.fromEntries(Object.entries(problem).filter(([key]) => !PARAMETERS.includes(key)));
  const features = sizesOf(next).d_model ?? 0;
  const wanted = parameters.w_q?.shape[0] ?? features;
  if (features > 0) next = withSize(next, "d_model", wanted);
  for (const [key, { shape, data }] of Object.entries(parameters))
    next[key] = nested(Array.from(data, asWritten), shape);
  return next;
}

/** Renames a token. @param {Problem} problem @param {string} key x or x_kv @param {number} at @param {string} label @returns {Problem} */
export function renamed(problem, key, at, label) {
  const names = [...(problem.labels?.[key] ?? [])];
  while (names.length < at) names.push("");
  names[at] = label.slice(0, 256);
  return { ...problem, labels: { ...problem.labels, [key]: names } };
}
