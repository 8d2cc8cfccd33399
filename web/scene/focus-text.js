/** Text for what is lit at the end of a story: a sentence, and the weights in six decimals. */

import { isForbidden, namesIn, pairs, rowFacts } from "./facts.js";
import { percent, sixDecimals } from "./format.js";
import { plain, spans } from "./captions.js";
import { litAt } from "./kit/focus.js";
import { upTo, wholeName } from "./model.js";
import { truncate } from "./text-metrics.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./captions.js").Target} Target */
/** @typedef {import("./kit/focus.js").Group} Group */
/**
 * @typedef {object} FocusText
 * @property {string} text the sentence, in caption markup
 * @property {import("./captions.js").Span[]} sentence the same as spans
 * @property {string} pointed a sentence that names what is pointed at
 * @property {string} title the heading of the exact weights
 * @property {string} label the full name of what is pointed at
 * @property {{ other: string, number: string, value: number }[]} exact
 * @property {"=" | "≈" | ""} sums whether the exact weights, as written, add up to 1
 */

/** The widest that a name may be in a sentence, in px. */
const NAME = 130;

/**
 * Describes what a query takes, or what a key gives; with lanes, what one of them takes, or what a key gives to each.
 * @param {Model} model @param {Group} group @param {import("./kit/focus.js").Lanes} [lanes] @returns {FocusText}
 */
export function focusText(model, { query, key }, lanes) {
  const { focus } = model.words.scene;
  const { name } = namesIn(model, (label) => truncate(label, 13, NAME));
  const asks = query !== undefined;
  const at = /** @type {number} */ (asks ? query : key);
  const [view, row] = asks && lanes ? [lanes.views[at], lanes.at] : [model, query];
  const cells = asks
    ? pairs(view, /** @type {number} */ (row)).map((cell) => ({ cell, view }))
    : (lanes?.views ?? upTo(model.q_len).map(() => model)).map((view, i) => ({ cell: pairs(view, lanes?.at ?? i)[at], view })); // prettier-ignore
  const called = { name: lanes && asks ? lanes.names[at] : name(asks ? "query" : "key", at) };
  const parts = cells.map(({ cell, view }, k) => ({
    other: lanes && !asks ? lanes.names[k] : name(asks ? "key" : "query", k),
    value: view.value("weights", cell),
    number: view.text("weights", cell),
    own: !lanes && model.self && k === at,
  }));
  const said = { ...called, parts, percent: (/** @type {number} */ value) => percent(model, value) };
  const kind = asks ? rowFacts(view, /** @type {number} */ (row)).kind : "";
  const everything = cells.every(({ cell, view }) => isForbidden(view, cell));
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
    label: lanes && asks ? "" : model.label(asks ? "query" : "key", at, wholeName),
    exact,
    sums: !shares ? "" : Math.abs(sum - 1) < 1e-9 ? "=" : "≈",
  };
}

/** The text for a target at a moment; null if nothing is lit for it. @param {any} scene @param {number} time @param {Target} target @returns {FocusText | null} */
export function focusAt(scene, time, target) {
  const lit = litAt(scene, time, target, true);
  return lit && focusText(lit.focus.model, lit.group, lit.focus.lanes);
}
