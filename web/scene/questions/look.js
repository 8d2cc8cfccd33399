/** Asked before a softmax: which key will the query look at most? */

import { plain, spans } from "../captions.js";
import { sliceOf } from "../kit/slice.js";
import { cellName, upTo } from "../model.js";
import { nameParts } from "../../core/graph/tensors.js";
import { phaseOf } from "../stories/phases.js";
import { MOST_CHOICES, namesOf } from "./names.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../script.js").Step} Step */
/** @typedef {import("../questions.js").Asked} Question */

/** @param {Model} model @param {Step[]} steps @returns {Question[]} */
export const look = (model, steps) => softmaxes(steps).flatMap((some) => question(model, some) ?? []);

/** The weights that a step of a softmax leads to; "" for any other step. @param {Step} step */
function leadsTo({ place: { at } }) {
  const [stage, name] = nameParts(at);
  if (!name.startsWith("softmax") && phaseOf(name).phase !== "softmax") return "";
  return stage ? `${stage}.weights` : "weights";
}

/** Groups consecutive steps of one softmax, of a single query or of all at once. @param {Step[]} steps @returns {Step[][]} */
function softmaxes(steps) {
  /** @type {Step[][]} */
  const found = [];
  steps.forEach((step, k) => {
    const before = steps[k - 1];
    if (!leadsTo(step)) return;
    const goes = before && leadsTo(before) === leadsTo(step);
    // a step about all queries right after one about a single query belongs to the same question
    const same = goes && (step.place.query === undefined || step.place.query === before.place.query);
    if (same) found[found.length - 1].push(step);
    else found.push([step]);
  });
  return found;
}

/** @param {Model} model @param {Step[]} steps @returns {Question | null} null if there is nothing to ask */
function question(model, steps) {
  const [first] = steps;
  const node = model.node(leadsTo(first));
  // overridden weights were not computed by a softmax
  if (!node || node.op !== "divide") return null;
  const slice = sliceOf(model, node.tensor);
  const { query } = first.place;
  const row = (query === undefined ? upTo(slice.rows) : [query])
    .map((i) => rowOf(model, slice, i))
    .find(({ clear }) => clear);
  if (!row) return null;
  const last = /** @type {Step} */ (steps.findLast(({ place }) => place.query === query));
  const w = model.words.stories.questions;
  const { nouns, queryName, offered, name } = row;
  return {
    id: first.id,
    of: row.of,
    time: first.start,
    lands: last.hold,
    ends: last.start + last.duration,
    text: plain(spans(w.look({ model, queryName, ...nouns }))),
    choices: offered.map((key) => ({ key, name: plain(spans(name(key))) })),
    guessed: (key) => plain(spans(w.guessed({ chosen: row.quoted(key) }))),
    answer: (key) => {
      const facts = { chosen: row.quoted(key), share: row.share(key) };
      if (key === row.best) return spans(w.right(facts));
      return spans(w.wrong({ ...facts, best: row.quoted(row.best), most: row.share(row.best) }));
    },
  };
}

/** The weights of a query, the names of its tokens, and the keys offered as answers. @param {Model} model @param {import("../kit/slice.js").Slice} slice @param {number} i */
function rowOf(model, { tensor, index, columns }, i) {
  const keys = upTo(columns);
  const row = index.map((at) => (at === "r" ? i : at === "c" ? null : Number(at)));
  const cells = keys.map((j) => row.map((at) => at ?? j));
  const weights = cells.map((cell) => model.value(tensor, cell));
  const names = namesOf(model);
  const masked = tensor.replace(/weights$/, "masked_scores");
  const allowed = keys.filter((j) => model.value(masked, cells[j]) !== -Infinity);
  const order = allowed.toSorted((a, b) => weights[b] - weights[a]);
  // if there are many keys, offer those with the largest weights
  const offered = order.slice(0, MOST_CHOICES).toSorted((a, b) => a - b);
  const text = (/** @type {number} */ j) => model.text(tensor, cells[j]);
  return {
    of: cellName(tensor, row),
    offered,
    best: order[0],
    // whether the digits show the best answer to be the best
    clear: offered.length > 1 && !weights.some(Number.isNaN) && text(order[0]) !== text(order[1]),
    share: (/** @type {number} */ j) => `[${text(j)}|${cellName(tensor, cells[j])}]`,
    queryName: names.quoted("query", i),
    name: (/** @type {number} */ j) => names.name("key", j),
    quoted: (/** @type {number} */ j) => names.quoted("key", j),
    nouns: { word: keys.every((j) => names.label("key", j)), input: names.self, source: names.source },
  };
}
