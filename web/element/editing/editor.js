/** What a reader changes: each change a problem of its own, shown at once, with the way back. */
import { History, withEntry } from "../../edit/index.js";
import { labelled } from "../build-scene.js";

/** @typedef {Record<string, any>} Problem */
/** @typedef {NonNullable<ReturnType<typeof import("../../edit/index.js").placeOf>>} Place */

export class Editor {
  /** @type {import("../controller.js").Controller} */ #controller;
  /** @type {History<Problem> | null} */ #history = null;
  #pending = false;
  /** Of problems that are told in different stories, in which: the attribute. @type {WeakMap<Problem, string | null>} */
  #stories = new WeakMap();

  /** @param {import("../controller.js").Controller} controller */
  constructor(controller) {
    this.#controller = controller;
  }

  /** What is changed next: without the switches of the element, which stay what they are. @returns {Problem} */
  get problem() {
    return this.#controller.run?.from.problem ?? {};
  }

  /** The same with its labels, also where they are the preset's: for changes that move tokens. @returns {Problem} */
  get labelledProblem() {
    const { run, lang } = this.#controller;
    return run ? labelled({ ...run, problem: run.from.problem }, lang) : {};
  }

  /** What a page has set begins a history of its own. */
  get history() {
    const { problem } = this;
    if (!this.#history || (!this.#pending && this.#history.present !== problem))
      this.#history = new History(problem);
    return this.#history;
  }

  /** @param {Problem} wanted @param {unknown} [sort] of a change that goes on: what it was before, one step back says @returns {Error | null} why it is not shown; what stood there stands */
  edit(wanted, sort) {
    const { history } = this;
    const problem = this.#unlabelled(wanted);
    const back = history.mark();
    // whoever hears of the change may ask for the way back
    history.push(problem, sort);
    this.#pending = true;
    const refused = this.#controller.updates.edit(problem);
    this.#pending = false;
    if (refused) {
      back();
      this.#controller.showState();
    }
    return refused;
  }

  /** A change that is told in another story; the way back leads to the former one. @param {Problem} problem @param {string} story */
  open(problem, story) {
    const { state, updates } = this.#controller;
    this.#stories.set(this.problem, state.attributes.get("story") ?? null);
    this.#stories.set(problem, story);
    updates.set("story", story);
    return this.edit(problem);
  }

  /** Without the labels that the preset has in the present language: those follow the language. @param {Problem} problem @returns {Problem} */
  #unlabelled(problem) {
    const { labels, ...rest } = problem;
    const { run, lang } = this.#controller;
    const own = run && labelled({ ...run, problem: rest }, lang).labels;
    return own && JSON.stringify(own) === JSON.stringify(labels) ? rest : problem;
  }

  /** @param {Place} place @param {any} value @param {unknown} [sort] */
  set(place, value, sort) {
    return this.edit(withEntry(this.problem, place, value), sort);
  }

  /** A change that went on is given up. @param {unknown} sort */
  cancel(sort) {
    this.#go(this.history.cancel(sort));
  }

  undo() {
    this.#go(this.history.undo());
  }

  redo() {
    this.#go(this.history.redo());
  }

  reset() {
    this.#go(this.history.reset());
  }

  /** @param {Problem} problem of the history */
  #go(problem) {
    if (problem === this.problem) return;
    const story = this.#stories.get(problem);
    const { updates } = this.#controller;
    if (story !== undefined) updates.set("story", story);
    updates.edit(problem);
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key was taken */
  key({ key, ctrlKey, metaKey, shiftKey, altKey }) {
    if (!(ctrlKey || metaKey) || altKey) return false;
    const letter = key.toLowerCase();
    if (letter === "y" || (letter === "z" && shiftKey)) this.redo();
    else if (letter === "z") this.undo();
    else return false;
    return true;
  }
}
