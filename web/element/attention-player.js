/** <attention-player>: attributes are the truth, properties are views of them, one update a turn. */
import { explain, stories } from "../scene/index.js";
import { Controller } from "./controller.js";
import * as engine from "./engine.js";
import { Base, setAgain } from "./base.js";
import { loadParts, parts } from "./lazy-parts.js";
import { reflect, textOf } from "./options.js";
import { given } from "./state.js";

/** @import { Problem, Trace } from "../core/types.js" */
/** @import { Explanation, ExportOptions, Step, Story } from "./types.js" */

/** The controller of each element, made when it is first needed. @type {WeakMap<HTMLElement, Controller>} */
const controllers = new WeakMap();

/** @param {HTMLElement} element */
function controllerOf(element) {
  const controller = controllers.get(element) ?? new Controller(/** @type {any} */ (element));
  controllers.set(element, controller);
  return controller;
}

export class AttentionPlayer extends Base {
  /** The core that every element asks. A page may put another in its place. @returns {Promise<import("../core/types.js").Attention>} */
  static get attention() {
    return engine.loadWhole();
  }
  static set attention(core) {
    engine.use(core).catch(() => {});
  }

  connectedCallback() {
    setAgain(this);
    controllerOf(this).life.open();
  }

  disconnectedCallback() {
    controllerOf(this).life.close();
  }

  adoptedCallback() {
    controllerOf(this).updates.plan("look");
  }

  /** @param {string} name @param {string | null} before @param {string | null} after */
  attributeChangedCallback(name, before, after) {
    if (before !== after) controllerOf(this).updates.write(name, after);
  }

  /** What is shown, as plain JSON. Setting it makes a new `ready`. @returns {Problem | null} */
  get problem() {
    const { state } = controllerOf(this);
    return controllerOf(this).problem ?? state.problem?.problem ?? null;
  }
  /** @param {Problem | string | null | undefined} problem a text is JSON: frameworks set as a property what is written as an attribute */
  set problem(problem) {
    const { state, updates } = controllerOf(this);
    // what is no problem is refused when it is read
    state.problem = given(problem);
    updates.change("problem");
    updates.want();
  }

  /** The problem that the one shown is set against in the story `compare`; null: its own counterpart, scaled or not. @returns {Problem | null} */
  get compare() {
    const { state } = controllerOf(this);
    return controllerOf(this).run?.other?.problem ?? state.compare?.problem ?? null;
  }
  /** @param {Problem | string | null | undefined} problem a preset or JSON is the attribute */
  set compare(problem) {
    const { state, updates } = controllerOf(this);
    const text = typeof problem === "string";
    // what a text had made of the attribute holds no longer; what the page has written does
    if (text || (problem == null && state.comparesText)) updates.set("compare", problem);
    state.comparesText = text || (state.comparesText && problem != null);
    state.compare = text ? undefined : given(problem);
    updates.change("problem");
    updates.want();
  }

  /**
   * Shows a problem as the reader's own change: at the same moment, with a way back.
   *
   * @param {Problem} problem
   * @param {unknown} [sort] of a change that goes on, such as the digits of one number: all of a sort in a row are one
   * @returns {Error | null} why it cannot be shown, which the page reads too; what stood there stands
   */
  edit(problem, sort) {
    return controllerOf(this).editor.edit(problem, sort);
  }

  /** One change back. */
  undo() {
    controllerOf(this).editor.undo();
  }

  redo() {
    controllerOf(this).editor.redo();
  }

  /** Back to what was shown before the first change; can be undone. */
  reset() {
    controllerOf(this).editor.reset();
  }

  get canUndo() {
    return controllerOf(this).run !== null && controllerOf(this).editor.history.canUndo;
  }

  get canRedo() {
    return controllerOf(this).run !== null && controllerOf(this).editor.history.canRedo;
  }

  /** Settles when what was last set is on the page; rejects with the AttentionError. @returns {Promise<this>} */
  get ready() {
    const { updates } = controllerOf(this);
    updates.want();
    return /** @type {Promise<any>} */ (updates.ready.promise);
  }

  /** Every tensor of the run, `{ shape, data }` by name. @returns {Trace | null} */
  get trace() {
    return controllerOf(this).scene?.model.trace ?? null;
  }

  /** `[{ id, title, start, duration }]`, seconds at rate 1. @returns {Step[]} */
  get steps() {
    const steps = controllerOf(this).scene?.steps ?? [];
    return steps.map((/** @type {any} */ { id, title, start, duration }) => ({ id, title, start, duration }));
  }

  /**
   * The step's id. Takes an id or an index: paused, the step is shown finished; playing, it plays from its start. The attribute
   * of the same name says where the player stands at first.
   * @returns {string}
   */
  get step() {
    return controllerOf(this).step?.id ?? "";
  }
  /** @param {string | number} wanted */
  set step(wanted) {
    const controller = controllerOf(this);
    // frameworks set nothing where they have no value
    if (wanted === null || wanted === undefined || wanted === "") return;
    controller.updates.when(() => {
      if (!controller.goTo(wanted)) controller.refuseStep(wanted);
    });
  }

  /** What is told; "" before anything is. @returns {Story | ""} */
  get story() {
    return controllerOf(this).scene?.story ?? controllerOf(this).state.options.story;
  }
  /** @param {Story | "" | null | undefined} story */
  set story(story) {
    reflect(this, "story", textOf("story", story));
  }

  /** Every story there is. @returns {Story[]} */
  get stories() {
    return /** @type {Story[]} */ ([...stories]);
  }

  /** Seconds at rate 1, from the start of the story. Setting it draws at once; it stays between the steps `from` and `to`. */
  get currentTime() {
    const { untouched, time } = controllerOf(this).player;
    return untouched ? 0 : time;
  }
  set currentTime(time) {
    const seconds = Number(time);
    if (Number.isFinite(seconds))
      controllerOf(this).updates.when(() => controllerOf(this).player.seek(seconds));
  }

  get duration() {
    return controllerOf(this).scene?.duration ?? 0;
  }

  get paused() {
    return controllerOf(this).player.paused;
  }

  /** 0.25 to 4; what lies outside is brought to the nearer end. */
  get playbackRate() {
    return controllerOf(this).player.rate;
  }
  set playbackRate(rate) {
    const number = Number(rate);
    if (Number.isNaN(number)) return;
    controllerOf(this).player.rate = Math.min(Math.max(number, 0.25), 4);
    controllerOf(this).showState();
  }

  /** Plays, from the start again after the end; `from` and `to` say where these are. With reduced motion, shows the next step finished. @returns {Promise<void>} resolved once there is a picture */
  play() {
    controllerOf(this).life.take();
    controllerOf(this).updates.when(() => controllerOf(this).play());
    return this.ready.then(
      () => {},
      () => {},
    );
  }

  pause() {
    const { life, updates } = controllerOf(this);
    life.take();
    // after a play that still waits
    if (!updates.settled) updates.when(() => controllerOf(this).pause());
    controllerOf(this).pause();
  }

  /**
   * What is shown, as a file.
   *
   * @param {ExportOptions} [options]
   * @returns {Promise<Blob>}
   */
  async export(options) {
    await this.ready;
    await loadParts(["exporting"]);
    return parts.exporting.exportPlayer(controllerOf(this), options);
  }

  /** Rings a cell of the picture, or all of a tensor; what the picture does not show is lit in the formula; nothing without one. @param {string | null} [tensor] @param {(number | null)[]} [index] null: all along that axis */
  highlight(tensor = null, index) {
    controllerOf(this).highlight(tensor === null ? null : { tensor, index });
  }

  /**
   * The sentence that hovering a cell shows, and the cells it comes from in the present step.
   *
   * @param {string} tensor
   * @param {number[]} index
   * @returns {Explanation | null}
   */
  explain(tensor, index) {
    const { scene } = controllerOf(this);
    return scene && explain(scene, tensor, index);
  }
}
