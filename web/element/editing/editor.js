/** The reader's edits: each makes a new problem, which is shown at once and can be undone. */
import { History } from "../../edit/history.js";
import { labelled } from "../build-scene.js";

/** @typedef {Record<string, any>} Problem */

export class Editor {
  /** @type {import("../controller.js").Controller} */ #controller;
  /** @type {History<Problem> | null} */ #history = null;
  #pending = false;
  /**
   * The story attribute to restore with a problem, where an edit has opened another story.
   * @type {WeakMap<Problem, string | null>}
   */
  #stories = new WeakMap();
  /**
   * Where the reader was before a part of the picture was opened.
   * @type {{ part: import("../state.js").Given, given?: import("../state.js").Given, told: string, story: string | null, time: number } | null}
   */
  #outer = null;

  /** @param {import("../controller.js").Controller} controller */
  constructor(controller) {
    this.#controller = controller;
  }

  /**
   * The problem to edit, without the element's switches: the last edit, even if its scene is still being loaded.
   * @returns {Problem}
   */
  get problem() {
    const { state, run } = this.#controller;
    return (state.problem?.edited ? state.problem.problem : run?.from.problem) ?? {};
  }

  /** The problem to edit with its labels, including a preset's, for edits that move tokens. @returns {Problem} */
  get labelledProblem() {
    const { run, lang } = this.#controller;
    return run ? labelled({ ...run, problem: this.problem }, lang) : {};
  }

  /** The history of edits; a problem that the page sets begins a new one. */
  get history() {
    const { problem } = this;
    if (!this.#history || (!this.#pending && this.#history.present !== problem))
      this.#history = new History(problem);
    return this.#history;
  }

  /**
   * Shows an edited problem.
   * @param {Problem} wanted @param {unknown} [sort] of a continued edit, which is undone as one
   * @returns {Error | null} why it is not shown; the former problem stays
   */
  edit(wanted, sort) {
    const { history } = this;
    const problem = this.#unlabelled(wanted);
    const back = history.mark();
    // before the update, since a listener of `change` may read canUndo
    history.push(problem, sort);
    this.#pending = true;
    const error = this.#controller.updates.edit(problem);
    this.#pending = false;
    if (error) {
      back();
      this.#controller.showState();
    }
    return error;
  }

  /** Shows an edit in another story; undo returns to the former one. @param {Problem} problem @param {string} story */
  open(problem, story) {
    const { state, updates } = this.#controller;
    this.#stories.set(this.problem, state.attributes.get("story") ?? null);
    this.#stories.set(problem, story);
    updates.set("story", story);
    return this.edit(problem);
  }

  /** The story to return to from an opened part; "" if none is open, or the page has shown something else since. */
  get outer() {
    const { problem } = this.#controller.state;
    if (problem !== this.#outer?.part && !problem?.edited) this.#outer = null;
    return this.#outer?.told ?? "";
  }

  /**
   * Opens a part of the picture as a problem of its own, at the beginning of a story.
   * @param {Problem} problem @param {string} story
   */
  enter(problem, story) {
    const { state, scene, player } = this.#controller;
    const outer = { given: state.problem, told: scene.story, time: player.time };
    this.#outer = { part: { problem }, story: state.attributes.get("story") ?? null, ...outer };
    this.#show(this.#outer.part, story, 0);
  }

  /** Returns to where the reader was before a part was opened. */
  leave() {
    if (!this.outer || !this.#outer) return;
    const { given, story, time } = this.#outer;
    this.#outer = null;
    this.#show(given, story, time);
  }

  /** @param {import("../state.js").Given | undefined} given @param {string | null} story @param {number} time */
  #show(given, story, time) {
    const { state, updates, player, host } = this.#controller;
    host.pause();
    updates.set("story", story);
    state.problem = given;
    updates.change("problem");
    updates.when(() => {
      player.seek(time);
      if (this.#outer) host.play();
    });
  }

  /**
   * Drops labels that equal the preset's in the present language, so that they keep following the language.
   * @param {Problem} problem @returns {Problem}
   */
  #unlabelled(problem) {
    const { labels, ...rest } = problem;
    const { run, lang } = this.#controller;
    const presetLabels = run && labelled({ ...run, problem: rest }, lang).labels;
    return presetLabels && JSON.stringify(presetLabels) === JSON.stringify(labels) ? rest : problem;
  }

  /** Reverts a continued edit. @param {unknown} sort */
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

  /** @param {KeyboardEvent} event @returns {boolean} whether the key was used */
  key({ key, ctrlKey, metaKey, shiftKey, altKey }) {
    if (!(ctrlKey || metaKey) || altKey) return false;
    const letter = key.toLowerCase();
    if (letter === "y" || (letter === "z" && shiftKey)) this.redo();
    else if (letter === "z") this.undo();
    else return false;
    return true;
  }
}
