/** One task of a page: a sentence that says what the numbers should become, and the reader's progress. */
import { AttentionError, nearest } from "../../core/errors.js";
import { isWeights, nameParts } from "../../core/graph/tensors.js";
import { KEYS } from "../../edit/tensors.js";
import { createModel } from "../../scene/index.js";
import { formatAlone } from "../../scene/format.js";
import { words } from "../../words/index.js";
import { fill } from "../../words/sentence.js";
import { taskWords } from "../../words/tasks/index.js";
import { wrongTarget } from "../prose/report.js";
import { ANSWER, CHANGE, GOAL, STATE } from "../prose/attributes.js";
import * as engine from "../engine.js";
import { loadParts } from "../lazy-parts.js";
import { isEqual } from "../plain.js";
import { createExercise } from "./exercise.js";
import { differences, namesIn, readChange, readSetting, spelled, withSetting } from "./changes.js";
import { cellsOf, partsIn, reached, readCondition } from "./goal.js";
import { createPanel, mountPanel } from "./panel.js";
import { pin } from "./pin.js";

/** @typedef {import("./panel.js").TaskState} TaskState */
/** @typedef {import("./changes.js").Problem} Problem */
/** @typedef {{ problem: Problem, source: Problem, trace: import("./goal.js").Trace, switches: Record<string, unknown> }} Start
 *   source: the problem without the reader's switches */

/** The progress from which a goal is near. */
const NEAR = 0.75;
/** The reader's switches, which are no part of the problem that the page gives. */
const SWITCHES = ["scale", "causal"];
/** The position of the goal on a meter of the progress. */
const TICK = 0.8;
/** The most cells of a goal that an exercise draws. */
const DRAWN = 64;

export class Task {
  /** @type {HTMLElement} */ #element;
  /** @type {import("../controller.js").Controller} */ #controller;
  /** @type {Start | null} */ #start = null;
  /** @type {import("./goal.js").Condition[]} */ #goal = [];
  /** @type {import("./changes.js").Allowed | null} null: anything may be changed */ #allowed = null;
  /** @type {import("./changes.js").Setting[]} */ #answer = [];
  /** @type {TaskState | null} */ #state = null;
  /** @type {Problem | null} the problem that the answer made */ #shown = null;
  #showing = false;
  /** @type {Problem | null} the last problem that it has judged */ #former = null;
  #panel;
  /** @type {HTMLElement | null} */ #host = null;
  /** @type {ReturnType<typeof createExercise> | null} */ #exercise = null;
  /** @type {(() => void) | null} */ #unpin = null;

  /** @param {HTMLElement} element @param {import("../controller.js").Controller} controller */
  constructor(element, controller) {
    [this.#element, this.#controller] = [element, controller];
    this.#panel = createPanel(element.ownerDocument, {
      undo: () => controller.editor.undo(),
      again: () => this.#restart(),
      show: () => this.#show(),
    });
    controller.watchers.add(this.#mounted);
    if (controller.scene) this.#mounted();
  }

  /** The text of an attribute; "" if it is absent. @param {string} attribute */
  #text = (attribute) => this.#element.getAttribute(attribute)?.trim() ?? "";

  get #words() {
    return taskWords(this.#controller.lang);
  }

  /** Called with every new scene. */
  #mounted = () => {
    if (this.#start) {
      if (!this.#isOther(this.#start)) return this.#update();
      this.#end();
    }
    // the data of the story may still be loading
    this.#controller.updates.ready.promise
      .then(() => this.#learns && loadParts(["whole"]))
      .then(
        () => this.#begin(),
        // the player itself reports why it has no picture
        () => {},
      );
  };

  /**
   * Whether the page has given another problem, with which the task begins again: not the reader's own, which a page may set
   * again, and by the property not a change that the task allows.
   * @param {Start} start
   */
  #isOther(start) {
    const { state, run, editor, problem } = this.#controller;
    if (state.problem?.edited || editor.outer || !problem) return false;
    if (!state.problem) return !isEqual(run?.from.problem, start.source);
    if (this.#former && !differences(this.#former, problem, new Map()).all.length) return false;
    const { all, over } = differences(start.problem, problem, this.#allowed ?? new Map());
    const resized = all.some(
      ({ name, from, to }) => isTensor(name) && (from === undefined || to === undefined),
    );
    return this.#allowed ? over !== null : resized;
  }

  /** Whether the goal is a loss or a gradient, which not every story shows. */
  get #learns() {
    return /(^|[;；])\s*(loss|grad_)/.test(this.#text(GOAL));
  }

  /** The present numbers, with those of the backward pass if the goal names some. @returns {any} a model of the scene */
  get #model() {
    const { model } = this.#controller.scene;
    const { problem } = this.#controller;
    const core = engine.wholeOf(engine.current());
    if (!this.#learns || "loss" in model.trace || !core || !(problem?.target ?? problem?.grad_output))
      return model;
    const { graph, lang, options } = model;
    try {
      const trace = { ...model.trace, ...core.backward(problem) };
      return createModel({ problem, trace, graph, lang, options, origin: () => undefined });
    } catch {
      // an edit has made the backward pass fail: the goal is not reached
      return model;
    }
  }

  #begin() {
    const { scene, problem, editor, state, watchers } = this.#controller;
    if (this.#start || !scene || !problem || !watchers.has(this.#mounted)) return;
    const { trace } = this.#model;
    if (!this.#read(trace, editor.problem)) return;
    if (reached(this.#goal, trace, trace).holds) return this.#tell(GOAL, "holds", this.#text(GOAL));
    const switches = Object.fromEntries(SWITCHES.map((name) => [name, state.options[name]]));
    this.#start = { problem, source: editor.problem, trace, switches };
    this.#host = mountPanel(this.#element, this.#panel.root);
    this.#exercise = createExercise(this.#controller, this.#allowed ?? new Map());
    this.#unpin = pin(this.#panel.root, this.#host, [this.#element, this.#controller.host]);
    this.#update();
  }

  /**
   * Reads the attributes, and reports what is wrong with them.
   * @param {any} trace @param {Problem} problem
   * @returns {boolean} whether the goal and the changes are valid
   */
  #read(trace, problem) {
    const { lang } = this.#controller;
    const goal = partsIn(this.#text(GOAL)).map((part) => {
      const condition = readCondition(part);
      if (!condition) return this.#tell(GOAL, "goal", part);
      const error = wrongTarget(GOAL, condition.name, { graph: [], trace }, lang);
      return error ? this.#controller.warn(error, `${GOAL} ${condition.name}`) : condition;
    });
    if (goal.length === 0) this.#tell(GOAL, "goal", "");
    const names = namesIn(problem);
    const known = (/** @type {string} */ attribute, /** @type {string} */ name) =>
      names.includes(name) ||
      void this.#tell(attribute, "unchangeable", name, { near: nearest(name, names).name });
    const changes = partsIn(this.#text(CHANGE)).map((part) => {
      const change = readChange(part);
      if (!change) return this.#tell(CHANGE, "change", part);
      return known(CHANGE, change.name) && change;
    });
    if (!goal.length || ![...goal, ...changes].every(Boolean)) return false;
    this.#goal = /** @type {any} */ (goal);
    this.#allowed = this.#element.hasAttribute(CHANGE)
      ? new Map(changes.map((/** @type {any} */ { name, most }) => [name, most]))
      : null;
    const answer = partsIn(this.#text(ANSWER)).map((part) => {
      const setting = readSetting(part);
      if (!setting) return this.#tell(ANSWER, "answer", part);
      if (!known(ANSWER, setting.name)) return undefined;
      return withSetting(problem, setting) ? setting : this.#tell(ANSWER, "answer", part);
    });
    this.#answer = /** @type {any} */ (answer.every(Boolean) ? answer : []);
    if (this.#answer.length) this.#try(problem);
    return true;
  }

  /** Reports an answer that the core rejects, and drops it. @param {Problem} problem */
  #try(problem) {
    const { attention, rows } = this.#controller.run ?? {};
    try {
      if (!rows) attention?.forward(this.#answered(problem));
    } catch (error) {
      this.#answer = [];
      this.#tell(ANSWER, "refused", this.#text(ANSWER), { message: /** @type {Error} */ (error).message });
    }
  }

  /** @param {Problem} problem @returns {Problem} */
  #answered = (problem) =>
    this.#answer.reduce((made, setting) => withSetting(made, setting) ?? made, problem);

  /**
   * Reports an error to the author.
   * @param {string} where @param {string} which of the sentences @param {string} value @param {Record<string, any>} [more]
   * @returns {undefined}
   */
  #tell(where, which, value, more) {
    const message = fill(this.#words.errors[which], { where, value: value.slice(0, 60), ...more });
    return this.#controller.warn(new AttentionError("value", where, message), `${where} ${value}`);
  }

  #update() {
    const { scene, problem, editor, lang } = this.#controller;
    if (!this.#start || !scene || !problem) return;
    this.#former = problem;
    if (this.#showing) this.#shown = editor.problem;
    const model = this.#model;
    const now = reached(this.#goal, model.trace, this.#start.trace);
    const { all, over } = differences(this.#start.problem, problem, this.#allowed ?? new Map());
    const exceeded = this.#allowed ? over : null;
    const state = this.#stateOf(now, exceeded !== null, editor.problem);
    const isNew = state !== this.#state;
    const changedBefore = this.#state !== null;
    this.#state = state;
    const text = this.#words;
    const said = exceeded
      ? fill(exceeded.allowed ? text.over.count : text.over.aside, exceeded)
      : sentenceOf(all, text, lang);
    const { condition, value } = now;
    const weights = isWeights(condition.tensor);
    const meter = weights
      ? { share: between(value), goal: between(condition.number) }
      : { share: between(now.progress) * (now.holds ? 1 : TICK), goal: TICK };
    const [changed, answer] = [all.length > 0, this.#answer.length > 0];
    const undo = changed && editor.history.canUndo;
    const buttons = { undo, changed, answer, words: text };
    const shown = { ...meter, ...buttons, state, value: written(value, condition), said };
    this.#panel.set(shown, isNew && changedBefore);
    const wanted = this.#goal.flatMap((condition) => {
      const { tensor, sign, number } = condition;
      const cells = cellsOf(condition, model.trace[tensor]?.shape ?? []);
      return cells.slice(0, DRAWN).map((index) => ({ tensor, index, sign, number }));
    });
    this.#exercise?.update(model, wanted, all, text.exercise);
    if (!isNew) return;
    this.#element.setAttribute(STATE, state);
    if (changedBefore) this.#controller.send("goal", { state, value }, this.#element);
  }

  /** @param {import("./goal.js").Reached} now @param {boolean} exceeded @param {Problem} problem @returns {TaskState} */
  #stateOf({ holds, progress }, exceeded, problem) {
    const { options } = this.#controller.state;
    const switched = SWITCHES.some((name) => options[name] !== this.#start?.switches[name]);
    if (this.#shown === problem && !switched) return "shown";
    if (exceeded) return "too-many";
    return holds ? "done" : progress >= NEAR ? "near" : "not-yet";
  }

  #show() {
    if (!this.#start) return;
    this.#resetSwitches(this.#start);
    this.#showing = true;
    const error = this.#controller.editor.edit(this.#answered(this.#start.source));
    this.#showing = false;
    if (error) this.#tell(ANSWER, "refused", this.#text(ANSWER), error);
  }

  /** Restores the problem of the beginning; this can be undone. */
  #restart() {
    const { editor } = this.#controller;
    if (!this.#start) return;
    this.#resetSwitches(this.#start);
    if (editor.problem !== this.#start.source) editor.edit(this.#start.source);
  }

  /** @param {Start} start */
  #resetSwitches({ switches }) {
    const { state, updates } = this.#controller;
    for (const name of SWITCHES)
      if (state.options[name] !== switches[name]) updates.set(name, switches[name]);
  }

  /** Removes what it has put on the page. */
  #end() {
    this.#unpin?.();
    this.#host?.remove();
    this.#exercise?.remove();
    this.#element.removeAttribute(STATE);
    this.#start = this.#state = this.#shown = this.#former = this.#host = this.#exercise = this.#unpin = null;
  }

  close() {
    this.#controller.watchers.delete(this.#mounted);
    this.#end();
  }
}

/** A share clamped to 0 to 1; 0 for NaN. @param {number} share */
const between = (share) => Math.min(Math.max(share, 0), 1) || 0;

/**
 * A value with two decimals, or more where it would otherwise look like the goal.
 * @param {number} value @param {import("./goal.js").Condition} condition
 */
function written(value, { number }) {
  const at = (/** @type {number} */ decimals) => formatAlone(value, decimals);
  const decimals = [2, 3, 4, 5].find((count) => value === number || at(count) !== formatAlone(number, count));
  return at(decimals ?? 6);
}

/** @param {string} name */
const isTensor = (name) => KEYS.includes(nameParts(name)[1]);

/** The most changes that a line names. */
const NAMED = 2;

/**
 * A sentence that lists what has been changed.
 * @param {import("./changes.js").Difference[]} all @param {Record<string, any>} texts @param {string} lang
 */
function sentenceOf(all, { change }, lang) {
  const { clauses } = words(lang).lists;
  const number = (/** @type {any} */ value) => (value === undefined ? change.none : spelled(value));
  // the numbers of an option are one change
  const lines = all.filter(
    ({ name }, k) => isTensor(name) || all.findIndex((other) => other.name === name) === k,
  );
  const said = lines.slice(0, NAMED).map(({ name, index, from, to }) => {
    const [row, column] = [index.at(-2), index.at(-1)];
    if (!isTensor(name)) {
      const values = all.flatMap((other) => (other.name === name ? [number(other.to)] : []));
      return fill(change.option, { name, to: values.join(" ") });
    }
    const facts = { row: Number(row) + 1, column: Number(column) + 1, from: number(from), to: number(to) };
    return fill(change[row === undefined ? "vector" : "matrix"], facts);
  });
  const changes = said.join(clauses);
  return lines.length > NAMED ? fill(change.more, { changes, count: lines.length - NAMED }) : changes;
}
