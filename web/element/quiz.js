/** Predict, then see: a question stands before a softmax until the clock goes on, and what its answer is worth is told when the weights have landed. */
import { plain } from "../words/sentence.js";

/** @typedef {import("../scene/questions.js").Question} Question */

export class Quiz {
  /** @type {Question[]} */ #all = [];
  /** @type {Question | null} that stands, or was answered */ #question = null;
  /** @type {number | null} the key that was chosen */ #answer = null;
  /** @type {Set<string>} rows of weights */ #asked = new Set();
  #shown = { of: /** @type {any} */ (null), how: "", step: /** @type {any} */ (null) };

  /** Another scene of the same run: what is asked of the same weights is asked in its words and at its time. @param {Question[]} all */
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
   * What the clock comes to on its way: the weights that were asked for, or a question.
   * @param {number} from @param {number} to @param {boolean} once not what was asked before
   * @returns {{ time: number, question?: Question } | undefined}
   */
  stopBetween(from, to, once) {
    const passed = (/** @type {number} */ time) => from < time && time <= to;
    const [answered, asked] = [this.#question, this.#asked];
    if (answered && this.#answer !== null && passed(answered.lands)) return { time: answered.lands };
    const question = this.#all.find((one) => passed(one.time) && !(once && asked.has(one.of)));
    return question && { time: question.time, question };
  }

  /** A step as it is said now. @param {any} step @param {number} time @param {boolean} paused @returns {any} the step itself where nothing is asked of it */
  captioned(step, time, paused) {
    const question = this.#question;
    if (!question) return step;
    const { time: start, lands, ends } = question;
    const stands = this.#answer === null ? paused && time === start : start <= time && time < ends;
    if (!stands) {
      this.#question = null;
      return step;
    }
    const how = `${this.#answer ?? "?"} ${time >= lands}`;
    if (this.#shown.of !== step || this.#shown.how !== how)
      this.#shown = { of: step, how, step: { ...step, ...this.#instead(question, step, time >= lands) } };
    return this.#shown.step;
  }

  /** What takes the place of the step's own words. @param {Question} question @param {any} step @param {boolean} landed */
  #instead(question, { title }, landed) {
    const { text, guessed } = question;
    if (this.#answer === null) return { caption: [], text: `${title}. ${text}`, question };
    if (!landed) return { subtitle: guessed(this.#answer) };
    const caption = question.answer(this.#answer);
    return { caption, text: plain(caption) };
  }
}
