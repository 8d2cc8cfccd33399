/** Asked at the map: a row of it is shown as bars. Which query does it belong to? */

import { plain, spans } from "../captions.js";
import { pairs } from "../facts.js";
import { cellName, upTo } from "../model.js";
import { MOST_CHOICES, namesOf } from "./names.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../script.js").Step} Step */
/** @typedef {import("../questions.js").Asked} Question */

/** Bars that differ by less than this cannot be told apart. */
const APART = 0.2;

/** @param {Model} model @param {Step[]} steps @returns {Question[]} */
export function row(model, steps) {
  const { drawable, node, q_len, others } = model;
  const step = steps.findLast(({ place: { at, query } }) => at === "outputs" && query === undefined);
  // a comparison of two problems has two maps
  if (!step || drawable !== "ok" || !node("weights") || others.compare) return [];
  const told = upTo(q_len).every((i) => tells(steps, i));
  return (told && question(model, step)) || [];
}

/** Whether the story has shown the row of a query, alone or with all others. @param {Step[]} steps @param {number} i */
const tells = (steps, i) =>
  steps.some(
    ({ place: { at, query = i, parts = [{ at }] } }) =>
      query === i && parts.some((part) => part.at.startsWith("softmax")),
  );

/** @param {Model} model @param {Step} step @returns {Question[]} */
function question(model, { id, start, hold, duration }) {
  const rows = upTo(model.q_len).map((i) => pairs(model, i).map((cell) => model.value("weights", cell)));
  const usual = upTo(rows.length).filter(
    (i) => rows[i].every((weight) => weight >= 0) && rows[i].some((weight) => weight > 0),
  );
  const like = (/** @type {number} */ i) => (/** @type {number} */ other) =>
    other !== i && rows[i].every((weight, j) => Math.abs(weight - rows[other][j]) < APART);
  // take the last row last: it may still be on the stage
  const order = [...usual.slice(0, -1).reverse(), ...usual.slice(-1)];
  const odd = order.find((i) => !usual.some(like(i)));
  if (odd === undefined || usual.length < 2) return [];
  const others = usual.filter((i) => i !== odd).slice(0, MOST_CHOICES - 1);
  const offered = [odd, ...others].toSorted((a, b) => a - b);
  const w = model.words.stories.questions;
  const names = namesOf(model);
  const best = rows[odd].indexOf(Math.max(...rows[odd]));
  const text = (/** @type {number} */ j) => model.text("weights", pairs(model, odd)[j]);
  const share = `[${text(best)}|${cellName("weights", pairs(model, odd)[best])}]`;
  const facts = { queryName: names.quoted("query", odd), keyName: names.quoted("key", best), share };
  return [
    {
      ...{ id, time: start, lands: hold, ends: start + duration },
      of: `map:${model.batch},${model.head},${odd},*`,
      text: w.row({ model }),
      bars: { shares: rows[odd], text: rows[odd].map((_, j) => text(j)).join(model.words.lists.numbers) },
      choices: offered.map((key) => ({ key, name: plain(spans(names.name("query", key))) })),
      guessed: (key) => plain(spans(w.guessed({ chosen: names.quoted("query", key) }))),
      answer: (key) =>
        spans(key === odd ? w.ofRow(facts) : w.notOfRow({ ...facts, chosen: names.quoted("query", key) })),
    },
  ];
}
