/**
 * Facts about a problem and about each row of its weights. Sentences are chosen by these facts alone, so that a sentence about a
 * mask, a tie or a NaN is always true of the numbers shown.
 */

import { literal, tensorName } from "../words/sentence.js";
import { cellName, upTo } from "./model.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {"one" | "nearly" | "mostly" | "half" | "even" | "two" | "nothing" | "nan" | "given" | "most"} Verdict */

/** The indices of the pairs of one query with every key. @param {Model} model @param {number} i @param {number} [h] the head */
export const pairs = ({ batch, head, kv_len }, i, h = head) => upTo(kv_len).map((j) => [batch, h, i, j]);

/**
 * The name of a token: its label, "love", or else "input 2".
 * @param {Model} model @param {"query" | "key"} side @param {number} i @returns {string}
 */
export const nameOf = (model, side, i) =>
  model.label(side, i) || model.words.scene.nameless(model.kindOf(side), i + 1);

/** The names of all tokens of a side, short ones over narrow cells. @param {Model} model @param {"query" | "key"} side @param {number} [width] px */
export const namesOf = (model, side, width = Infinity) =>
  upTo(side === "query" ? model.q_len : model.kv_len).map((i) =>
    width < 64 ? model.short(side, i) : nameOf(model, side, i),
  );

/**
 * Functions by which sentences name tokens and cells.
 * @param {Model} model @param {(label: string) => string} [cut] shortens long labels
 */
export const namesIn = (model, cut = (label) => label) => ({
  name: (/** @type {"query" | "key"} */ side, /** @type {number} */ n) =>
    literal(model.words.scene.quoted(cut(model.label(side, n)))) || nameOf(model, side, n),
  cell: (/** @type {string} */ tensor, /** @type {number[]} */ index) =>
    `[${model.text(tensor, index)}|${cellName(model.full(tensor), index)}]`,
});

/** @param {Model} model @param {number[]} pair */
export const isForbidden = (model, pair) =>
  model.value("masked_scores", pair) === -Infinity && model.origin("masked_scores", pair).allowed === false;

/**
 * A row of weights: which keys the query attends to, and how much.
 * @param {Model} model @param {number} i @param {number} [head]
 */
export function rowFacts(model, i, head = model.head) {
  const row = pairs(model, i, head);
  const weights = row.map((pair) => model.value("weights", pair));
  const struck = row.filter((pair) => isForbidden(model, pair));
  const forbidden = struck.length;
  const order = upTo(row.length).toSorted((a, b) => weights[b] - weights[a]);
  const [first, second] = order;
  return {
    i,
    row,
    weights,
    forbidden,
    /** How many of the forbidden pairs have a bias of −∞. */
    byBias: model.biased ? struck.filter((pair) => model.value("bias", pair) === -Infinity).length : 0,
    /** The row's largest score, for a row whose weights are NaN because it is infinite; "" if a score is itself NaN. */
    infinite: row.some((pair) => Number.isNaN(model.value("masked_scores", pair)))
      ? ""
      : model.text("row_max", row[0].slice(0, 3)),
    first,
    second,
    kind: verdict(model, weights, forbidden, order),
    /** How many keys share the largest weight. */
    tied: weights.filter((weight) => weight === weights[first]).length,
  };
}
/** @typedef {ReturnType<typeof rowFacts>} RowFacts */

/** Whether a row has a single largest weight. @param {RowFacts} row */
export const isClear = ({ kind, tied }) => tied === 1 && kind !== "nan" && kind !== "nothing";

/** Whether some weights are shares of one, as overridden ones need not be. @param {number[]} weights */
export const areShares = (weights) =>
  weights.every((weight) => weight >= 0) && Math.abs(weights.reduce((a, b) => a + b, 0) - 1) < 1e-3;

/** @param {Model} model @param {number[]} weights @param {number} forbidden @param {number[]} order @returns {Verdict} */
function verdict(model, weights, forbidden, [first, second]) {
  if (weights.some(Number.isNaN)) return "nan";
  if (weights.every((weight) => weight === 0)) return "nothing";
  if (model.override && !areShares(weights)) return "given";
  if (weights.every((weight, j) => weight === Number(j === first))) return "one";
  if (weights[first] > 0.95) return "nearly";
  if (weights[first] > 0.6) return "mostly";
  const tied = weights.filter((weight) => weight === weights[first]).length;
  if (tied > 2) return tied === weights.length - forbidden ? "even" : "most";
  if (weights[first] <= 0.55 && weights[second] >= 0.45) return "half";
  return "two";
}

/**
 * Names of the targets that sentences point at, for one query.
 * @param {Model} model @param {number} i
 */
export function targets({ full, batch, head, kvHead, result }, i) {
  const row = `${batch},${head},${i},*`;
  return {
    query: `${full("query")}:${row}`,
    key: (/** @type {number} */ j) => `${full("key")}:${batch},${kvHead},${j},*`,
    keys: `${full("key")}:${batch},${kvHead},*,*`,
    values: `${full("value")}:${batch},${kvHead},*,*`,
    scores: `${full("scores")}:${row}`,
    weights: `${full("weights")}:${row}`,
    weighted: `${full("weighted_values")}:${batch},${head},*,${i},*`,
    output: result === "output" ? `${full("output")}:${batch},${i},*` : `${full("mixed")}:${row}`,
  };
}

/** The name of a tensor and the numbers of some of its cells, as text to be read aloud. @param {Model} model @param {string} tensor @param {number[][]} indices */
export function spokenText({ words, text }, tensor, indices) {
  if (indices.length === 0) return "";
  const name = /(^|\.)grad_|^after\./.test(tensor) ? tensorName(words, tensor) : words.scene.shown(tensor);
  const { colon, stop } = words.grammar;
  return name + colon + indices.map((index) => text(tensor, index)).join(words.lists.numbers) + stop;
}

/** The measured roles of the heads that a problem brings with it. @param {Model} model @returns {{ roles?: { role: string, share: number }[], sentences?: number }} */
export const measuredIn = ({ options }) => /** @type {any} */ (options.figures) ?? {};
