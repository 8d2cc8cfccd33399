/**
 * What may be asked before it is shown, and what the numbers answer: which key a query will look at most, which way a value
 * pulls, which row of the map it is. Who is right is a comparison of the core's own numbers; nothing is asked whose two best
 * choices show the same digits.
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
 * @property {string} id of the step that it is asked before
 * @property {string} of the numbers that answer it, the same in all languages and stories: "weights:0,0,1,*"
 * @property {number} time when it is asked, in seconds
 * @property {number} lands when those numbers have landed
 * @property {number} ends when something else is told
 * @property {string} text
 * @property {{ shares: number[], text: string }} [bars] what it shows, and the numbers for readers who listen
 * @property {Choice[]} choices
 * @property {string} label of the choices @property {string} skip
 * @property {(key: number) => string} guessed
 * @property {(key: number) => Span[]} answer
 */

/** Most questions of a scene: more would feel like an exam. */
const MOST_QUESTIONS = 3;

/** @param {{ model: Model, steps: Step[] }} scene @returns {Question[]} in the order of steps, one of each kind before a second one */
export function questions({ model, steps }) {
  const kinds = [look, pull, row].map((kind) => kind(model, steps));
  const inTime = (/** @type {Question[]} */ all) => all.toSorted((a, b) => a.time - b.time);
  const firsts = kinds.flatMap((all) => all.slice(0, 1));
  const others = inTime(kinds.flatMap((all) => all.slice(1)));
  return inTime([...firsts, ...others].slice(0, MOST_QUESTIONS));
}
