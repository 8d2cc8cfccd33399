/** Score functions: how each is written, and which chains are nothing but several of them on the same queries and keys. */

import { applied, mi, mo, part, row } from "../../formula.js";
import { MOST_ANIMATED } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/text.js").Run} Run */

/** The query that is shown. */
export const ASKS = 0;

const MOST_FUNCTIONS = 4;

/**
 * Returns the stages of a chain whose scores can be shown side by side; null for any other problem.
 * @param {Model} model @returns {Model[] | null}
 */
export function functionsOf(model) {
  const { stages } = model.problem;
  if (!Array.isArray(stages) || stages.length < 2 || stages.length > MOST_FUNCTIONS) return null;
  if (stages.some(({ op = "attention" }) => op !== "attention")) return null;
  const views = stages.map(({ id }) => model.stage(id));
  const [first] = views;
  const small = (/** @type {Model} */ view) => {
    const { q_len, kv_len, d_q, d_k } = view;
    const hidden = view.tensor("hidden")?.shape.at(-1) ?? 1;
    const sizes = [kv_len, d_q, d_k, hidden];
    return q_len > 0 && sizes.every((size) => size > 0 && size <= MOST_ANIMATED);
  };
  return views.every((view) => small(view) && sameInputs(first, view)) ? views : null;
}

/** Reports whether two stages have exactly the same queries and keys. @param {Model} a @param {Model} b */
function sameInputs(a, b) {
  return ["query", "key"].every((name) => {
    const [first, second] = [a.tensor(name), b.tensor(name)];
    if (!first || !second || String(first.shape) !== String(second.shape)) return false;
    return Array.prototype.every.call(first.data, (value, k) => Object.is(value, second.data[k]));
  });
}

/**
 * Returns the names of functions, numbered where one occurs more than once.
 * @param {Model[]} views @param {Record<string, string>} names
 */
export const namesOf = (views, names) =>
  views.map(({ score }, k) => {
    const same = views.filter((view) => view.score === score);
    return same.length > 1 ? `${names[score]} ${same.indexOf(views[k]) + 1}` : names[score];
  });

/** A symbol of a formula, or the text between two. @typedef {{ letter: string, sub?: string, up?: string } | string} Symbol */

/** @type {Record<string, Symbol[]>} */
const WRITTEN = {
  additive: [{ letter: "w", sub: "2", up: "T" }, " tanh(", { letter: "W", sub: "1" }, "[", { letter: "q" }, "; ", { letter: "k" }, "])"], // prettier-ignore
  bilinear: [{ letter: "q", up: "T" }, { letter: "W" }, { letter: "k" }],
  dot: [{ letter: "q", up: "T" }, { letter: "k" }],
};

/** @param {Model} view @returns {Symbol[]} */
function writtenOf({ score, scaled, usualScale, scaleText }) {
  const symbols = WRITTEN[score === "scaled_dot" ? "dot" : score];
  if (!scaled) return symbols;
  return usualScale ? [...symbols, " / √", { letter: "d", sub: "k" }] : [...symbols, ` · ${scaleText}`];
}

/** @param {Model} view @returns {Run[]} */
export const formulaRuns = (view) =>
  writtenOf(view).flatMap((symbol) => {
    if (typeof symbol === "string") return [{ text: symbol, size: 14, dy: 0 }];
    const { letter, sub, up } = symbol;
    /** @type {Run[]} */
    const runs = [{ text: letter, family: "letter", italic: true, size: 16, dy: 0 }];
    if (sub) runs.push({ text: sub, size: 11, dy: 3 });
    if (up) runs.push({ text: up, size: 11, dy: -5 });
    return runs;
  });

/** softmax(score(q, k)); each lane shows the formula of its own score. @param {Model} model */
export function formula(model) {
  const [first] = /** @type {Model[]} */ (functionsOf(model));
  const symbol = (/** @type {"query" | "key"} */ of) => ({
    ...part(of, of, mi(of[0])),
    tensor: first.full(of),
  });
  const score = applied(part("score", "score", mi("score")), symbol("query"), mo(","), symbol("key"));
  return row(...applied(part("softmax", "weight", mi("softmax")), ...score));
}
