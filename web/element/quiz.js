/** Predict, then see: a question stops the player before a step, and the reply to its answer is shown when the numbers have landed. */
import { plain } from "../words/sentence.js";

export { questions } from "../scene/questions.js";
export { createQuestion } from "./question.js";

/** @typedef {import("../scene/questions.js").Question} Question */

export class Quiz {
  /** @type {Question[]} */ #all = [];
  /** @type {Question | null} that is pending, or was answered */ #question = null;
  /** @type {number | null} what was chosen */ #answer = null;
  /** @type {Set<string>} of which numbers */ #asked = new Set();
  #shown = { of: /** @type {any} */ (null), how: "", step: /** @type {any} */ (null) };

  /** The questions of another scene of the same run: a question on the same numbers goes on in its words and at its time. @param {Question[]} all */
  setQuestions(all) {
    this.#all = all;
    this.#question = all.find((one) => one.of === this.#question?.of) ?? null;
  }

  get all() {
    return this.#all;
  }

  /** The question that waits for an answer. */
  get pending() {
    return this.#answer === null ? this.#question : null;
  }

  /** @param {Question} question */
  ask(question) {
    [this.#question, this.#answer] = [question, null];
    this.#asked.add(question.of);
  }

  /** @param {number} key */
  answer(key) {
    this.#answer = key;
  }

  /**
   * Where playing stops between two times: at the numbers of an answered question, or at a question.
   * @param {number} from @param {number} to @param {boolean} once does not repeat questions
   * @returns {{ time: number, question?: Question } | undefined}
   */
  stopBetween(from, to, once) {
    const passed = (/** @type {number} */ time) => from < time && time <= to;
    const [answered, asked] = [this.#question, this.#asked];
    if (answered && this.#answer !== null && passed(answered.lands)) return { time: answered.lands };
    const question = this.#all.find((one) => passed(one.time) && !(once && asked.has(one.of)));
    return question && { time: question.time, question };
  }

  /** The step with the caption that it has now. @param {any} step @param {number} time @param {boolean} paused @returns {any} the step itself without a question */
  captioned(step, time, paused) {
    const question = this.#question;
    if (!question) return step;
    const { time: start, lands, ends } = question;
    const applies = this.#answer === null ? paused && time === start : start <= time && time < ends;
    if (!applies) {
      this.#question = null;
      return step;
    }
    const how = `${this.#answer ?? "?"} ${time >= lands}`;
    if (this.#shown.of !== step || this.#shown.how !== how)
      this.#shown = { of: step, how, step: { ...step, ...this.#captionOf(question, step, time >= lands) } };
    return this.#shown.step;
  }

  /** What replaces the step's caption. @param {Question} question @param {any} step @param {boolean} landed */
  #captionOf(question, { title }, landed) {
    const { text, bars, guessed } = question;
    const asks = bars ? `${text} ${bars.text}` : text;
    if (this.#answer === null) return { caption: [], text: `${title}. ${asks}`, question };
    if (!landed) return { subtitle: guessed(this.#answer) };
    const caption = question.answer(this.#answer);
    return { caption, text: plain(caption) };
  }
}
