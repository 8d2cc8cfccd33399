/** Facts about the weights that several score functions give to the same keys. */

import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../facts.js").RowFacts} RowFacts */

/**
 * Returns the first of the earlier functions whose scores are the same sums as those of another; −1 if there is none.
 * @param {Model[]} views @param {number} k
 */
export const repeats = (views, k) => (views[k].dot ? views.slice(0, k).findIndex((view) => view.dot) : -1);

/**
 * @param {Model[]} views @param {RowFacts[]} rows of each function @param {string[]} names of the functions
 * @param {(side: "key", j: number) => string} name of a key
 */
export function compared(views, rows, names, name) {
  const all = upTo(views.length);
  const number = (/** @type {number} */ k) => {
    const { row, first } = rows[k];
    return `[${views[k].text("weights", row[first])}|${views[k].full("weights")}:${row[first]}]`;
  };
  const of = (/** @type {string} */ kind) => all.filter((k) => rows[k].kind === kind).map((k) => names[k]);
  const usual = all.filter((k) => !/^(nan|nothing)$/.test(rows[k].kind));
  const [sharpest, flattest] = [extreme(views, rows, usual, 1), extreme(views, rows, usual, -1)];
  const pair = flatter(views, rows, usual);
  return {
    count: views.length,
    kv_len: views[0].kv_len,
    groups: groupsOf(rows, usual).map(({ functions, keys }) => ({
      functions: functions.map((k) => names[k]),
      keys: keys.map((j) => name("key", j)),
      all: functions.length === views.length,
      every: keys.length === views[0].kv_len,
    })),
    nan: of("nan"),
    nothing: of("nothing"),
    sharpest: sharpest < 0 ? null : { function: names[sharpest], number: number(sharpest) },
    flattest: flattest < 0 ? null : { function: names[flattest], number: number(flattest) },
    pair,
    flatter: pair && { scaled: names[pair.scaled], dot: names[pair.dot] },
  };
}

/** Groups functions by the keys that get the most weight. @param {RowFacts[]} rows @param {number[]} usual */
function groupsOf(rows, usual) {
  /** @type {Map<string, { functions: number[], keys: number[] }>} */
  const groups = new Map();
  for (const k of usual) {
    const { weights, first } = rows[k];
    const keys = upTo(weights.length).filter((j) => weights[j] === weights[first]);
    const group = groups.get(String(keys)) ?? { functions: [], keys };
    group.functions.push(k);
    groups.set(String(keys), group);
  }
  return [...groups.values()];
}

/**
 * Returns the function with the largest (1) or the smallest (−1) top weight; −1 if the shown digits leave a tie.
 * @param {Model[]} views @param {RowFacts[]} rows @param {number[]} usual @param {1 | -1} sign
 */
function extreme(views, rows, usual, sign) {
  if (usual.length < 2) return -1;
  const top = (/** @type {number} */ k) => rows[k].weights[rows[k].first];
  const [best, next] = usual.toSorted((a, b) => sign * (top(b) - top(a)));
  const text = (/** @type {number} */ k) => views[k].text("weights", rows[k].row[rows[k].first]);
  return text(best) === text(next) ? -1 : best;
}

/**
 * Returns a scaled dot product and the dot product whose order it keeps with a smaller top weight; null if there are none.
 * @param {Model[]} views @param {RowFacts[]} rows @param {number[]} usual
 */
function flatter(views, rows, usual) {
  const plain = usual.filter((k) => views[k].dot && !(views[k].capped || views[k].biased || views[k].masked || views[k].override)); // prettier-ignore
  const dot = plain.find((k) => !views[k].scaled);
  const scaled = plain.find((k) => views[k].scaled && views[k].scale > 0 && views[k].scale < 1);
  if (dot === undefined || scaled === undefined) return null;
  const [a, b] = [rows[dot].weights, rows[scaled].weights];
  const pairs = upTo(a.length).flatMap((i) => upTo(i).map((j) => [i, j]));
  const kept = pairs.every(([i, j]) => Math.sign(a[i] - a[j]) === Math.sign(b[i] - b[j]));
  const top = (/** @type {number} */ k) => views[k].text("weights", rows[k].row[rows[k].first]);
  const smaller = b[rows[scaled].first] < a[rows[dot].first] && top(dot) !== top(scaled);
  return kept && smaller ? { dot, scaled } : null;
}
