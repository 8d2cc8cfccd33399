/**
 * Questions asked before something is shown, and answered by the numbers: which key a query will attend to most, which way a
 * value pulls, which query a row of the map belongs to. An answer is checked by comparing the core's own numbers; a question is
 * not asked if its two best choices show the same digits.
 */

import "../words/questions/index.js";
import { look } from "./questions/look.js";
import { pull } from "./questions/pull.js";
import { row } from "./questions/row.js";

/** @typedef {import("./captions.js").Span} Span */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./script.js").Step} Step */
/** @typedef {{ key: number, name: string }} Choice */
/**
 * @typedef {object} Question
 * @property {string} id of the step before which it is asked
 * @property {string} of the numbers that answer it, the same in all languages and stories: "weights:0,0,1,*"
 * @property {number} time when it is asked, in seconds
 * @property {number} lands when those numbers have landed, in seconds
 * @property {number} ends when the story moves on, in seconds
 * @property {string} text
 * @property {{ shares: number[], text: string }} [bars] the bars it shows, and their numbers for screen readers
 * @property {Choice[]} choices
 * @property {string} label of the choices @property {string} skip
 * @property {(key: number) => string} guessed
 * @property {(key: number) => Span[]} answer
 */
/** @typedef {Omit<Question, "label" | "skip">} Asked what each kind says for itself */

/** The most questions of a scene: more would feel like an exam. */
const MOST_QUESTIONS = 3;

/** @param {{ model: Model, steps: Step[] }} scene @returns {Question[]} in the order of steps; one of each kind is kept before a second of any */
export function questions({ model, steps }) {
  const { label, skip } = model.words.stories.questions;
  const kinds = [look, pull, row].map((kind) =>
    kind(model, steps).map((asked) => ({ ...asked, label, skip })),
  );
  const inTime = (/** @type {Question[]} */ all) => all.toSorted((a, b) => a.time - b.time);
  const firsts = kinds.flatMap((all) => all.slice(0, 1));
  const others = inTime(kinds.flatMap((all) => all.slice(1)));
  return inTime([...firsts, ...others].slice(0, MOST_QUESTIONS));
}
