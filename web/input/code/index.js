/**
 * A problem as runnable code: softmax(QKᵀ)V spelled out, every intermediate under its name in the field. Of a problem with
 * a target or a gradient of its output PyTorch, NumPy and C also go back, and take one step of gradient descent.
 */
import { AttentionError } from "../../core/errors.js";
import { readProblem } from "../../core/problem.js";
import { inputWords } from "../../words/input/index.js";
import { fill } from "../../words/sentence.js";
import { quoted } from "../refusal.js";
import c from "./c.js";
import java from "./java.js";
import javascript from "./javascript.js";
import latex from "./latex.js";
import numpy from "./numpy.js";
import { planOf } from "./plan.js";
import python from "./python.js";
import pytorch from "./pytorch.js";
import { linesOf } from "./steps.js";
import { walk } from "./walk.js";

/** @typedef {import("./text.js").Range} Range */
/** @typedef {"pytorch" | "numpy" | "python" | "javascript" | "c" | "java" | "latex"} Language */
/** @typedef {{ text: string, lines: Record<string, Range>, tensors: Record<string, Range> }} Code */

/** @type {Record<string, import("./walk.js").Language>} */
const LANGUAGES = { pytorch, numpy, python, javascript, c, java, latex };

/**
 * @param {import("../../core/types.js").Problem} problem
 * @param {Language} language
 * @param {{ steps?: readonly (string | { id: string })[], lang?: string }} [options] steps: those whose lines are asked
 *   for; absent: those of every story that can tell the problem. lang: of comments and refusals
 * @returns {Code} lines by step id and by tensor, from 1, both ends included. The last line that the code prints is the result: `output`, else the last tensor
 * @throws {AttentionError}
 */
export function code(problem, language, options) {
  const { steps, lang } = options ?? {};
  const words = inputWords(typeof lang === "string" ? lang : undefined).code;
  if (typeof language !== "string" || !Object.hasOwn(LANGUAGES, language)) {
    const known = Object.keys(LANGUAGES).join(", ");
    const given = typeof language === "string" ? quoted(language) : typeof language;
    throw new AttentionError("value", "language", fill(words.errors.language, { language: given, known }));
  }
  const plan = planOf(readProblem(problem), words.errors);
  const written = walk(plan, words, LANGUAGES[language]);
  const { text, tensors } = written;
  return { text, lines: linesOf(plan, written, steps), tensors };
}
