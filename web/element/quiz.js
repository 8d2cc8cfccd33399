/**
 * Predict, then see: a question stops the player before a step, and the reply to the answer is shown once the numbers have
 * landed.
 */
import { plain } from "../words/sentence.js";

export { questions } from "../scene/questions.js";
export { createQuestion } from "./question.js";

/** @typedef {import("../scene/questions.js").Question} Question */

export class Quiz {
  /** @type {Question[]} */ all = [];
  /** @type {Question | null} the one that is pending or was answered last */ #question = null;
  /** @type {number | null} the key of the chosen answer */ #answer = null;
  /** @type {Set<string>} the numbers that have been asked about */ #asked = new Set();
  #shown = { of: /** @type {any} */ (null), how: "", step: /** @type {any} */ (null) };

  /**
   * Sets the questions of another scene of the same run. A question about the same numbers continues with that scene's words and
   * times.
   * @param {Question[]} all
   */
  setQuestions(all) {
    this.all = all;
    this.#question = all.find(({ of }) => of === this.#question?.of) ?? null;
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
   * Where playback stops between two times: when the numbers of an answered question have landed, or at a question.
   * @param {number} from @param {number} to @param {boolean} once whether questions are not repeated
   * @returns {{ time: number, question?: Question } | undefined}
   */
  stopBetween(from, to, once) {
    const passed = (/** @type {number} */ time) => from < time && time <= to;
    const [answered, asked] = [this.#question, this.#asked];
    if (answered && this.#answer !== null && passed(answered.lands)) return { time: answered.lands };
    const question = this.all.find(({ time, of }) => passed(time) && !(once && asked.has(of)));
    return question && { time: question.time, question };
  }

  /**
   * The step with its present caption.
   * @param {any} step @param {number} time @param {boolean} paused @returns {any} the step itself if no question applies
   */
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

  /** The properties that replace the step's own caption. @param {Question} question @param {any} step @param {boolean} landed */
  #captionOf(question, { title }, landed) {
    const { text, bars, guessed } = question;
    const asks = bars ? `${text} ${bars.text}` : text;
    if (this.#answer === null) return { caption: [], text: `${title}. ${asks}`, question };
    if (!landed) return { subtitle: guessed(this.#answer) };
    const caption = question.answer(this.#answer);
    return { caption, text: plain(caption) };
  }
}
