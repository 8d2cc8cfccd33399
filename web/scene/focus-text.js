/** What is lit at the end of a story, in words: a sentence, and its weights in six decimals. */

import { say } from "./explain.js";
import { isForbidden, namesIn, pairs, rowFacts } from "./facts.js";
import { percent, sixDecimals } from "./format.js";
import { plain, spans } from "./captions.js";
import { litAt } from "./kit/focus.js";
import { upTo } from "./model.js";
import { truncate } from "./text-metrics.js";
import { nameParts } from "../core/graph/tensors.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./captions.js").Target} Target */
/** @typedef {import("./kit/focus.js").Group} Group */
/**
 * @typedef {object} FocusText
 * @property {string} text a sentence, as a caption has it
 * @property {import("./captions.js").Span[]} sentence the same in pieces
 * @property {string} pointed that this is what is pointed at
 * @property {string} title of the exact weights
 * @property {{ other: string, number: string, value: number }[]} exact
 * @property {"=" | "≈" | ""} sums whether the exact weights, as they are written, add up to 1
 */

/** Px that a name takes in a sentence, at most. */
const NAME = 130;

/** What a query takes, or what a key gives. @param {Model} model @param {Group} group @returns {FocusText} */
export function focusText(model, { query, key }) {
  const { focus } = model.words.scene;
  const { name } = namesIn(model, (label) => truncate(label, 13, NAME));
  const asks = query !== undefined;
  const at = asks ? query : key;
  const cells = asks ? pairs(model, query) : upTo(model.q_len).map((i) => pairs(model, i)[/** @type {number} */ (key)]); // prettier-ignore
  const parts = cells.map((cell, k) => ({
    other: name(asks ? "key" : "query", k),
    value: model.value("weights", cell),
    number: model.text("weights", cell),
    own: model.self && k === at,
  }));
  const called = { name: name(asks ? "query" : "key", /** @type {number} */ (at)) };
  const said = { ...called, parts, percent: (/** @type {number} */ value) => percent(model, value) };
  const kind = asks ? rowFacts(model, query).kind : "";
  const everything = cells.every((cell) => isForbidden(model, cell));
  const exact = parts.map(({ other, value }) => ({ other, value, number: sixDecimals(value) }));
  const sum = exact.reduce((total, { number }) => total + Number(number), 0);
  const shares = asks && !/^(nan|nothing|given)$/.test(kind);
  const text = model.words.grammar.finish(
    asks ? focus.takes({ ...said, kind, everything }) : focus.gives(said),
  );
  return {
    ...{ text, sentence: spans(text) },
    pointed: plain(spans(focus.pointed(called))),
    title: focus.exactly(called),
    exact,
    sums: !shares ? "" : Math.abs(sum - 1) < 1e-9 ? "=" : "≈",
  };
}

/** What is said of a target at a moment; null where nothing is lit for it. @param {any} scene @param {number} time @param {Target} target @returns {FocusText | null} */
export function focusAt(scene, time, target) {
  const lit = litAt(scene, time, target, true);
  return lit && focusText(lit.focus.model, lit.group);
}

/** Whether a target is weights, whose exact numbers are shown in place of an equation. @param {Target} target */
export const isWeights = ({ tensor }) => nameParts(tensor)[1] === "weights";

/** A target as it is read out at a moment: what is lit for it, and its numbers. @param {any} scene @param {number} time @param {Target} target @returns {string} */
export function heard(scene, time, target) {
  const lit = focusAt(scene, time, target);
  if (!lit) return say(scene, target);
  const { grammar, lists } = scene.model.words;
  const numbers = lit.exact.map(({ other, number }) => `${other} ${number}`).join(lists.clauses);
  const exact = `${lit.title}${grammar.colon}${numbers}${grammar.stop}`;
  const whole = isWeights(target) && target.index?.includes(null);
  const rest = whole ? plain(spans(exact)) : say(scene, target);
  return grammar.together([plain(lit.sentence), rest]);
}
