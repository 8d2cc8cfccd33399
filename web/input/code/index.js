/**
 * Writes a problem as runnable code: softmax(QKᵀ)V spelled out, every intermediate result under its usual name. If the problem
 * has a target or a gradient of its output, every language but LaTeX also writes the backward pass and one step of gradient
 * descent; of a chain, only PyTorch does.
 */
import { readProblem } from "../../core/problem.js";
import { inputWords } from "../../words/input/index.js";
import { errorsIn, quoted } from "../errors.js";
import c from "./c.js";
import java from "./java.js";
import javascript from "./javascript.js";
import latex from "./latex.js";
import numpy from "./numpy.js";
import { outlineOf } from "./outline.js";
import { planOf } from "./plan.js";
import python from "./python.js";
import pytorch, { stepwise } from "./pytorch.js";
import { linesOf } from "./steps.js";
import { write } from "./write.js";

/** @typedef {import("./text.js").Range} Range */
/** @typedef {keyof typeof languages} Language */
/** @typedef {{ text: string, lines: Record<string, Range>, tensors: Record<string, Range> }} Code */

/** In the order in which a page offers them. */
export const languages = { pytorch, "pytorch-steps": stepwise, numpy, python, javascript, c, java, latex };

/**
 * @param {import("../../core/types.js").Problem} problem
 * @param {Language} language
 * @param {{ steps?: readonly (string | { id: string })[], lang?: string }} [options] steps: those whose lines are wanted; by
 *   default those of every story that the problem has. lang: language of comments and errors
 * @returns {Code} lines by step id and by tensor, from 1, both ends included. The last line that the code prints is the result:
 *   `output`, or else the last tensor
 * @throws {AttentionError}
 */
export function code(problem, language, options) {
  const { steps, lang } = options ?? {};
  const words = inputWords(typeof lang === "string" ? lang : undefined).code;
  const invalid = errorsIn(words.errors);
  if (typeof language !== "string" || !Object.hasOwn(languages, language)) {
    const known = Object.keys(languages).join(", ");
    const given = typeof language === "string" ? quoted(language) : typeof language;
    throw invalid("value", "language", "language", { language: given, known });
  }
  const plan = planOf(readProblem(problem), invalid, language === "pytorch-steps");
  const written = write(plan, words, languages[language], invalid, outlineOf(problem, plan, invalid));
  const { text, tensors } = written;
  return { text, lines: linesOf(plan, written, steps), tensors };
}
