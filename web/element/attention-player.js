/** <attention-player>: attributes are the source of truth, properties reflect them, and all changes of a turn make one update. */
import { explain, stories } from "../scene/index.js";
import { Controller } from "./controller.js";
import * as engine from "./engine.js";
import { Base, setAgain } from "./base.js";
import { reflect } from "./dom.js";
import { loadParts, parts } from "./lazy-parts.js";
import { textOf } from "./options.js";
import { plain } from "./plain.js";
import { given } from "./state.js";

/** @import { Problem, Trace } from "../core/types.js" */
/** @import { Explanation, ExportOptions, Step, Story } from "./types.js" */

/** The controller of each element, created on first use. @type {WeakMap<HTMLElement, Controller>} */
const controllers = new WeakMap();

/** Called with an element before its first use. @type {(element: HTMLElement) => void} */
let begin = () => {};

/** Sets what has to be done before an element is first used, where a shell has stood for it. @param {typeof begin} act */
export const beforeUse = (act) => void (begin = act);

/** @param {HTMLElement} element */
function controllerOf(element) {
  const known = controllers.get(element);
  if (known) return known;
  const controller = new Controller(/** @type {any} */ (element));
  controllers.set(element, controller);
  begin(element);
  return controller;
}

/** The copy of each trace that a page has read. @type {WeakMap<Trace, Trace>} */
const copies = new WeakMap();

/** Copies a trace, each tensor when it is first read: a run may hold many large ones. @param {Trace} trace */
function copyOf(trace) {
  const copy = copies.get(trace) ?? /** @type {Trace} */ ({});
  if (copies.has(trace)) return copy;
  copies.set(trace, copy);
  const define = (/** @type {string} */ name, /** @type {PropertyDescriptor} */ property) =>
    Object.defineProperty(copy, name, { ...property, configurable: true, enumerable: true });
  const read = (/** @type {string} */ name) => {
    const value = plain(/** @type {any} */ (trace)[name]);
    define(name, { value, writable: true });
    return value;
  };
  for (const name of Object.keys(trace)) define(name, { get: () => read(name) });
  return copy;
}

export class AttentionPlayer extends Base {
  /** The core that all elements share. A page may replace it. @returns {Promise<import("../core/types.js").Attention>} */
  static get attention() {
    return engine.grow("whole");
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

  /** The problem that is shown, as plain JSON data. Setting it renews `ready`. @returns {Problem | null} */
  get problem() {
    const { state } = controllerOf(this);
    return controllerOf(this).problem ?? state.problem?.problem ?? null;
  }
  /** @param {Problem | string | null | undefined} problem a string is JSON, since frameworks set attributes as properties */
  set problem(problem) {
    const { state, updates } = controllerOf(this);
    // an invalid problem is rejected when it is read
    state.problem = given(problem);
    updates.change("problem");
    updates.want();
  }

  /**
   * The problem that the story `compare` shows beside the present one; null: the present problem's own counterpart, scaled or
   * unscaled.
   * @returns {Problem | null}
   */
  get compare() {
    const { state } = controllerOf(this);
    return controllerOf(this).run?.other?.problem ?? state.compare?.problem ?? null;
  }
  /** @param {Problem | string | null | undefined} problem a string, a preset's name or JSON, sets the attribute */
  set compare(problem) {
    const { state, updates } = controllerOf(this);
    const text = typeof problem === "string";
    // removes the attribute only if this property has set it, not the page
    if (text || (problem == null && state.comparesText)) updates.set("compare", problem);
    state.comparesText = text || (state.comparesText && problem != null);
    state.compare = text ? undefined : given(problem);
    updates.change("problem");
    updates.want();
  }

  /**
   * Shows a problem as the reader's own edit: at the same moment, and undoable.
   *
   * @param {Problem} problem
   * @param {unknown} [sort] identifies a continued edit, such as typing the digits of one number; those in a row are undone as one
   * @returns {Error | null} why it cannot be shown, which readers see, too; the former problem stays
   */
  edit(problem, sort) {
    const { actions, editor, run } = controllerOf(this);
    const { problem: copy = {}, error } = given(problem) ?? {};
    if (error) actions.refuse(error);
    // without a picture there is nothing to return to
    else if (!run) this.problem = copy;
    else return editor.edit(copy, sort);
    return error ?? null;
  }

  /** Undoes the last edit. */
  undo() {
    controllerOf(this).editor.undo();
  }

  redo() {
    controllerOf(this).editor.redo();
  }

  /** Restores what was shown before the first edit; this can be undone. */
  reset() {
    controllerOf(this).editor.reset();
  }

  get canUndo() {
    return controllerOf(this).run !== null && controllerOf(this).editor.history.canUndo;
  }

  get canRedo() {
    return controllerOf(this).run !== null && controllerOf(this).editor.history.canRedo;
  }

  /** Resolves when everything set so far is on the page; rejects with an AttentionError. @returns {Promise<this>} */
  get ready() {
    const { updates } = controllerOf(this);
    updates.want();
    return /** @type {Promise<any>} */ (updates.ready.promise);
  }

  /** A copy of every tensor of the run by name, as `{ shape, data }`; null before there is a run. @returns {Trace | null} */
  get trace() {
    const trace = controllerOf(this).scene?.model.trace;
    return trace ? copyOf(trace) : null;
  }

  /** The steps of the story; times are in seconds at rate 1. @returns {Step[]} */
  get steps() {
    const steps = controllerOf(this).scene?.steps ?? [];
    return steps.map((/** @type {any} */ { id, title, start, duration }) => ({ id, title, start, duration }));
  }

  /**
   * The id of the present step. Setting it takes an id or an index: a paused player shows the step finished, a playing one plays
   * from its start. The attribute of the same name sets the initial step.
   * @returns {string}
   */
  get step() {
    return controllerOf(this).step?.id ?? "";
  }
  /** @param {string | number} wanted */
  set step(wanted) {
    const controller = controllerOf(this);
    // frameworks pass an empty value where they have none
    if (wanted === null || wanted === undefined || wanted === "") return;
    controller.updates.when(() => {
      if (!controller.goTo(wanted)) controller.refuseStep(wanted);
    });
  }

  /** The story that is shown; before that, the one that the attribute asks for. @returns {Story | ""} */
  get story() {
    return controllerOf(this).scene?.story ?? controllerOf(this).state.options.story;
  }
  /** @param {Story | "" | null | undefined} story */
  set story(story) {
    reflect(this, "story", textOf("story", story));
  }

  /** The ids of all stories. @returns {Story[]} */
  get stories() {
    return /** @type {Story[]} */ ([...stories]);
  }

  /** Seconds from the start of the story, at rate 1. Setting it draws at once; it is clamped to the steps `from` to `to`. */
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

  /** From 0.25 to 4; other values are clamped. */
  get playbackRate() {
    return controllerOf(this).player.rate;
  }
  set playbackRate(rate) {
    const number = Number(rate);
    if (Number.isNaN(number)) return;
    controllerOf(this).player.rate = Math.min(Math.max(number, 0.25), 4);
    controllerOf(this).showState();
  }

  /**
   * Plays; at the end, starts over. The attributes `from` and `to` set start and end. With reduced motion, shows the next step
   * finished.
   * @returns {Promise<void>} resolves once there is a picture, or none can be shown
   */
  play() {
    controllerOf(this).life.take();
    controllerOf(this).updates.when(() => controllerOf(this).play());
    return this.ready.then(() => {}).catch(() => {});
  }

  pause() {
    const { life, updates } = controllerOf(this);
    life.take();
    // a play() that still waits must not start it again
    if (!updates.settled) updates.when(() => controllerOf(this).pause());
    controllerOf(this).pause();
  }

  /**
   * Exports what is shown as a file.
   *
   * @param {ExportOptions} [options]
   * @returns {Promise<Blob>}
   */
  async export(options) {
    await this.ready;
    await loadParts(["exporting"]);
    return parts.exporting.exportPlayer(controllerOf(this), options);
  }

  /**
   * Rings a cell or a whole tensor; one that the picture does not show is lit in the formula. Without a tensor, removes the
   * highlight.
   * @param {string | null} [tensor] @param {(number | null)[]} [index] null: all entries along that axis
   */
  highlight(tensor = null, index) {
    const { highlight, updates } = controllerOf(this);
    const valid = typeof tensor === "string" && (!index || Array.isArray(index));
    updates.when(() => highlight(valid ? { tensor, index: index ?? undefined } : null));
  }

  /**
   * The sentence that hovering a cell shows, and the cells from which the present step computes it; null if there is none.
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
