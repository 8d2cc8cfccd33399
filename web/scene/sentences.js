/**
 * Captions that speak of numbers. What a sentence claims is looked up in the trace first: "most" is only said
 * where one weight is larger than all others.
 */

import { cellName } from "./model.js";
import { fill, spans } from "./words.js";

/** @typedef {import("./model.js").Model} Model */

/** @param {Model} model @param {string} name @param {Record<string, unknown>} [names] */
export const say = (model, name, names) => spans(model.words.stories["walk-through"].captions[name], names);

/** A number as a span that names its cell. @param {Model} model @param {string} tensor @param {number[]} index @param {string} role */
export const numberSpan = (model, tensor, index, role) =>
  `[${model.text(tensor, index)}|${role}|${cellName(tensor, index)}]`;

/** "a, b and c" @param {Model} model @param {string[]} parts */
export function list(model, parts) {
  const { comma, and } = model.words.lists;
  return parts.length < 2 ? parts.join("") : parts.slice(0, -1).join(comma) + and + parts[parts.length - 1];
}

/** Numbers of a row of one tensor, as text. @param {Model} model @param {string} tensor @param {number[][]} indices */
export const numbers = (model, tensor, indices) =>
  indices.map((index) => model.text(tensor, index)).join(model.words.lists.numbers);

/** "Scores of query 1: 2, 4, 4." for screen readers. @param {Model} model @param {string} name @param {string} tensor @param {number[][]} indices */
export const rowText = (model, name, tensor, indices) =>
  fill(model.words.texts.row, { name, numbers: numbers(model, tensor, indices) });

/** The row of pairs of one query. @param {Model} model @param {number} i */
export const pairs = (model, i) =>
  Array.from({ length: model.kv_len }, (_, j) => [model.batch, model.head, i, j]);

/** Who takes how much of whom. @param {Model} model @param {number} i */
export function takes(model, i) {
  const { captions } = model.words.stories["walk-through"];
  const row = pairs(model, i);
  /** @param {number} j */
  const names = (j) => ({
    i: i + 1,
    j: j + 1,
    weight: model.text("weights", row[j]),
    cell: cellName("weights", row[j]),
  });
  if (model.kv_len <= 4) {
    const parts = row.map((_, j) =>
      fill(model.self && i === j ? captions.takesSelf : captions.takesOne, names(j)),
    );
    return fill(model.self ? captions.takes : captions.takesQuery, { i: i + 1, list: list(model, parts) });
  }
  const shares = row.map((index) => model.value("weights", index));
  const most = shares.indexOf(Math.max(...shares));
  if (most < 0 || shares.filter((share) => share === shares[most]).length > 1) return "";
  const template = !model.self
    ? captions.takesMostQuery
    : most === i
      ? captions.takesMostSelf
      : captions.takesMost;
  return fill(template, names(most));
}

/** What is said when a query's scores are masked. @param {Model} model @param {number} i */
export function maskSentence(model, i) {
  const before = model.stages[model.stages.indexOf("masked_scores") - 1];
  const gone = pairs(model, i).filter((index) => struckOut(model, before, index)).length;
  const biased = model.problem.bias != null;
  const name = gone === model.kv_len ? "maskAll" : gone ? "mask" : biased ? "bias" : "maskNone";
  return say(model, name, { i: i + 1, count: gone, all: model.kv_len });
}

/** Did the mask make −∞ of a score that was something else? @param {Model} model @param {string} before @param {number[]} index */
export function struckOut(model, before, index) {
  return model.value("masked_scores", index) === -Infinity && model.value(before, index) !== -Infinity;
}

/** @param {Model} model @param {number} i */
export function softmaxSentence(model, i) {
  if (model.override) return say(model, "override");
  const shares = pairs(model, i).map((index) => model.value("weights", index));
  if (shares.some(Number.isNaN)) return say(model, "softmaxNone");
  return shares.every((share) => share === 0)
    ? say(model, "softmaxZero", { i: i + 1 })
    : say(model, "softmax");
}

/** May we write that the weights of a query are 1 together? @param {Model} model @param {number} i */
export function sumsToOne(model, i) {
  const sum = pairs(model, i).reduce((before, index) => before + model.value("weights", index), 0);
  return Math.abs(sum - 1) < 1e-4;
}

/** What the exponential does to a row. @param {Model} model @param {number} i */
export function expSentence(model, i) {
  const row = pairs(model, i).map((index) => model.value("shifted_scores", index));
  const gone = row.filter((value) => value === -Infinity).length;
  return say(model, gone === row.length ? "expNone" : gone ? "expMasked" : "exp");
}
