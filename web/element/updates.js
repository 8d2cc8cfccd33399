/** Decides when the element is updated, and how far: once a turn, not before it is in view, and all or nothing. */
import { missing } from "../build/lists/names.js";
import { AttentionError } from "../core/errors.js";
import { fetchStory, runFor } from "../scene/index.js";
import { loadPreset, presets } from "../presets/index.js";
import { isLoaded, loadWords } from "../words/index.js";
import { runOf } from "./attributes.js";
import { buildScene, coming, ownStory, sizes, viewPartsFor } from "./build-scene.js";
import { reflect } from "./dom.js";
import * as engine from "./engine.js";
import { frameFor, fullFrame } from "./frame.js";
import { loadParts, parts } from "./lazy-parts.js";
import { invalidOptions, optionOf, readOptions, textOf } from "./options.js";
import { isEqual } from "./plain.js";
import { absentPresets, childText, presetOf, speaksOther } from "./source.js";
import { asAttentionError } from "./state.js";
import { levelFor, partsOf } from "./runs.js";
import { ownTurn } from "./turns.js";
import { playerSheet } from "./player-style.js";
import { adopt } from "./style.js";
import { isFullscreen, language, moreContrast, resolveTheme } from "./environment.js";
import { Waiting } from "./waiting.js";
import { isPictured, viewOf } from "./window.js";

/** @typedef {"problem" | "scene" | "look"} Part what an update renews */
/** @typedef {import("./build-scene.js").Run} Run */

const defaultWidth = 1200;

/** Elements that wait for the end of the turn. @type {Set<Updates>} */
const waiting = new Set();
/** The signatures of the elements that have been prepared. @type {Set<string>} */
const prepared = new Set();

/** Measures all elements before it writes to the first, so that the page is laid out only once. */
function flush() {
  const turn = [...waiting];
  waiting.clear();
  for (const updates of turn) updates.measure();
  for (const updates of turn) updates.update();
}

export class Updates {
  /** @type {HTMLElement} */ #host;
  /** @type {import("./controller.js").Controller} */ #controller;
  /** @type {import("./state.js").State} */ #state;
  /** @type {Set<Part>} */ #dirty = new Set(["problem", "scene", "look"]);
  /** @type {import("./state.js").Given | undefined} the last problem property that could be shown */ #good;
  /** @type {Run | null} the run that is shown, or waits for its story */ #run = null;
  /** The errors that have been dispatched. @type {import("./attribute-errors.js").AttributeErrors} */
  #reported = new Map();
  /** @type {Set<string>} steps that attributes have named validly */ #known = new Set();
  /** The phases of opening that have had their turn. @type {Set<string>} */ #begun = new Set();
  /** A scene that waits to be shown. @type {{ scene: any, lacks: Promise<unknown> | undefined } | null} */
  #made = null;
  #wanted = false;
  #hurried = false;
  #refused = false;
  #loading = false;
  /** @type {Promise<unknown> | undefined} what the story's data still waits for */ #coming;
  /** @type {(() => void)[]} actions that wait for a scene, in order */ #queue = [];
  /** @type {string | null} the last text of the child script */ #script = null;
  #width = 0;
  #contrast = false;

  /** @type {Waiting<HTMLElement>} */
  ready = new Waiting();

  /** @param {HTMLElement} host @param {import("./controller.js").Controller} controller */
  constructor(host, controller) {
    [this.#host, this.#controller, this.#state] = [host, controller, controller.state];
  }

  /** Whether the scene is up to date. */
  get settled() {
    return this.#dirty.size === 0 && this.#controller.scene !== null;
  }

  /** Records a change of the state: plans the update, and makes `ready` wait for it. @param {Part} part */
  change(part) {
    this.ready.renew();
    this.plan(part);
  }

  /** Calls a function now, or as soon as the scene is up to date. @param {() => void} act */
  when(act) {
    if (this.settled) return act();
    this.#queue.push(act);
    this.want();
  }

  /**
   * Records the change of an attribute, and plans the update of what depends on it.
   * @param {string} name @param {string | null} text
   */
  write(name, text) {
    if (!this.#state.write(name, text)) return;
    const { remakes, kind } = optionOf(name) ?? { remakes: "problem" };
    const { player } = this.#controller;
    if (name === "compare") this.#state.compare = undefined;
    // the reader's switches apply to the property, too
    else if (remakes === "problem" && kind !== "switch") this.#state.problem = undefined;
    if (name === "loop") player.loop = this.#state.options.loop;
    if (name === "speed") player.rate = this.#state.options.speed;
    // the first scene starts at its step anyway
    if (name === "step" && this.#controller.scene)
      this.#queue.push(() => this.#controller.goTo(this.#state.options.step));
    this.change(remakes);
  }

  /** Sets an attribute, and plans the update at once. @param {string} name @param {any} value */
  set(name, value) {
    const text = textOf(name, value);
    this.write(name, text);
    reflect(this.#host, name, text);
  }

  /** Called when the element's children have changed, or the page is complete. */
  read() {
    const script = childText(this.#host);
    // most changes of the children do not affect the problem
    if (script !== this.#script && !this.#state.problem) this.plan("problem");
    else if (this.#dirty.size > 0) this.plan();
    this.#script = script;
  }

  /**
   * Shows a problem that the reader has edited, without waiting for the end of the turn.
   * @param {Record<string, any>} problem @returns {AttentionError | null} why it is not shown; the former one stays
   */
  edit(problem) {
    this.#state.problem = { problem, edited: true };
    this.ready.renew();
    this.#dirty.add("problem");
    return this.update();
  }

  /** @param {number} width px */
  resize(width) {
    if (Math.abs(width - this.#width) < 0.5) return;
    this.#width = width;
    this.plan("scene");
  }

  /** Called when the element comes into view, or a script needs it; until then it causes no work. */
  want() {
    this.#wanted = true;
    if (this.#dirty.size > 0) this.plan();
  }

  /** Updates synchronously, with whatever is loaded, since printing does not wait. */
  now() {
    this.#wanted = this.#hurried = true;
    this.measure();
    this.update();
    this.#hurried = false;
  }

  /**
   * Loads what the picture will need, so that it can be printed before it has come into view. Done once for all elements that are
   * alike, and not for one that contains a picture of the page's own.
   */
  async prepare() {
    const host = this.#host;
    const { attributes, problem } = this.#state;
    const { kind } = frameFor(host.clientWidth);
    const like = JSON.stringify([[...attributes], childText(host), language(host), kind]);
    if (isPictured(host) || (!problem && prepared.has(like))) return;
    prepared.add(like);
    try {
      while (!this.#wanted && this.#host.isConnected) {
        const loading = this.#remake(this.#dirty, true);
        if (!loading) break;
        await loading;
      }
    } catch {
      // the update will report it
    }
    this.#begun.clear();
  }

  /**
   * A turn of its own for a phase of opening a player, so that the page stays responsive; undefined once the phase has had it.
   * @param {string} part @returns {Promise<void> | undefined}
   */
  #turn(part) {
    if (this.#controller.scene || this.#hurried || this.#begun.has(part)) return undefined;
    this.#begun.add(part);
    return ownTurn();
  }

  /** Stops waiting for a story's data, until the element is needed again. */
  rest() {
    if (!this.#coming) return;
    this.#coming = undefined;
    this.#dirty.add("scene");
  }

  /** Plans one update at the end of the turn, however much changes. @param {Part[]} parts */
  plan(...parts) {
    for (const part of parts) this.#dirty.add(part);
    if (parts.length > 0) this.#made = null;
    if (!this.#wanted) return;
    if (waiting.size === 0) queueMicrotask(flush);
    waiting.add(this);
  }

  measure() {
    if (this.#width === 0 && this.#dirty.size > 0) this.#width = this.#host.clientWidth;
  }

  /** @returns {AttentionError | null} why the state could not be shown */
  update() {
    if (this.#dirty.size === 0 || this.#early()) return null;
    const dirty = this.#dirty;
    const { problem } = this.#state;
    this.#dirty = new Set();
    try {
      const loading = this.#remake(dirty);
      if (loading) {
        for (const part of dirty) this.#dirty.add(part);
        this.#load(loading);
        return null;
      }
    } catch (error) {
      this.#refused = dirty.has("problem");
      return this.#fail(error);
    }
    this.#good = problem;
    if (this.#coming) {
      // the data available so far is shown meanwhile
      const coming = this.#coming;
      const waits = () => this.#coming === coming;
      coming.then(
        () => waits() && this.plan("scene"),
        (error) => waits() && this.#fail(error),
      );
      return null;
    }
    this.ready.resolve(this.#host);
    this.#done();
    return null;
  }

  /** Runs the actions that have waited for an update, successful or not. */
  #done() {
    if (!this.#controller.scene) return;
    for (const act of this.#queue.splice(0)) act();
    this.#controller.life.takeTurns();
  }

  /** Waits for what is not loaded, and updates again. @param {Promise<unknown>} loading */
  #load(loading) {
    // the next update loads what else is missing
    if (this.#loading) return void loading.catch(() => {});
    this.#loading = true;
    this.#controller.view?.setWaiting(true);
    loading
      .finally(() => {
        this.#loading = false;
        this.#controller.view?.setWaiting(false);
      })
      .then(
        () => this.plan(),
        (error) => this.#fail(error instanceof AttentionError ? error : this.missing(), true),
      );
  }

  /** Whether it is too early for an update: while the page is parsed, the child script may still follow. */
  #early() {
    const host = this.#host;
    if (!host.isConnected || host.ownerDocument.readyState !== "loading") return false;
    const { problem, attributes } = this.#state;
    return !problem && !["preset", "problem", "x", "query"].some((name) => attributes.has(name));
  }

  /**
   * Brings the picture up to date with the state, as far as it is dirty. Throws before anything has changed.
   * @param {Set<Part>} dirty @param {boolean} [quiet] nothing is shown or reported yet
   * @returns {Promise<unknown> | undefined} what must be loaded first
   */
  #remake(dirty, quiet = false) {
    const [controller, state] = [this.#controller, this.#state];
    const lang = language(this.#host);
    const loading = this.#loadBasics(lang) ?? this.#turn("run");
    if (loading) return loading;
    if (dirty.has("look") && !quiet) this.#adoptStyle();
    const numbersAlone = dirty.size === 1 && dirty.has("problem");
    if (!this.#run || dirty.has("problem") || this.#opensAnother(lang)) {
      const script = childText(this.#host);
      const core = /** @type {import("./engine.js").Forward} */ (engine.current());
      const run = runOf(core, state, { script, lang, former: controller.run });
      if (run instanceof Promise) return run;
      this.#run = run;
      this.#made = null;
      this.#refused = false;
      dirty.delete("problem");
      dirty.add("scene");
    }
    const counts = sizes(this.#run);
    const { scene: former } = controller;
    const doubted = this.#isDoubtful(this.#run, counts) && loadParts(["attributes"]);
    if (doubted) return doubted;
    if (dirty.has("scene") || lang !== controller.lang || this.#contrast !== moreContrast(this.#host)) {
      const coming = this.#show(this.#run, counts, lang, quiet);
      if (coming) return coming;
    }
    if (quiet) return undefined;
    if (dirty.has("look")) controller.view?.manipulation?.repaint();
    const { scene } = controller;
    const found = parts.attributes?.errorsOf(this.#run, scene, state.attributes, counts, lang, this.#known);
    this.#report(found ?? new Map(), lang);
    // other numbers leave the controls as they are
    if (numbersAlone && scene.timeline === former?.timeline) controller.view?.editing?.bar.showHistory();
    else controller.showState();
    // a reader's edit is shown before its labels are validated
    if (state.problem?.edited)
      loadParts(["attributes"])
        ?.then(() => this.plan("look"))
        .catch(() => {});
    return undefined;
  }

  /**
   * Whether the page has written something that may be invalid. A reader's edits do not wait for validation.
   * @param {Run} run @param {import("./options.js").Counts} counts
   */
  #isDoubtful({ from, errors }, counts) {
    const { attributes, problem } = this.#state;
    if (problem?.edited) return false;
    const steps = ["step", "from", "to"].some((name) => attributes.has(name));
    return !from.preset || errors?.size || steps || invalidOptions(attributes, counts).length > 0;
  }

  /**
   * Puts the scene of a run on the page.
   * @param {Run} run @param {import("./options.js").Counts} counts @param {string} lang @param {boolean} quiet
   * @returns {Promise<unknown> | undefined} what must be loaded first
   */
  #show(run, counts, lang, quiet) {
    const [controller, state] = [this.#controller, this.#state];
    const { run: shown } = controller;
    const anew = run !== shown;
    const view = viewOf(this.#host);
    const options = readOptions(state.attributes, counts);
    const frame =
      view && isFullscreen(this.#host)
        ? fullFrame(this.#width, view.innerHeight, options.editable)
        : frameFor(this.#width || defaultWidth);
    const { width, height, corner } = frame;
    const story = options.story || (run.other ? "compare" : ownStory(run));
    // while a reader drags, a plane that has grown does not shrink again
    const { scene: former } = controller;
    const held = state.problem?.edited && former?.story === story ? former.held : undefined;
    const { seed } = state;
    const query = anew ? null : state.query;
    const contrast = moreContrast(this.#host);
    const stops = anew ? {} : state.stops;
    const look = { story, lang, width, height, corner, held, seed, query, stops, contrast };
    const turn = this.#turn("scene");
    if (turn) return turn;
    const scene = this.#made?.scene ?? buildScene(run, options, look, quiet ? null : former);
    if (scene instanceof Promise) return scene;
    const waits = loadParts(viewPartsFor(scene, former, options.ask));
    if (quiet) return waits;
    // missing data may arrive before the scene is shown
    const drawn = { head: options.head, batch: options.batch, seed, query, stops };
    const lacks = this.#made ? this.#made.lacks : coming(run, story, drawn);
    lacks?.catch(() => {});
    const next = waits ?? this.#turn("view");
    this.#made = next ? { scene, lacks } : null;
    if (next) return next;
    this.#contrast = contrast;
    [state.query, state.stops] = [query, stops];
    const first = !controller.view;
    controller.mount(run, scene, lang, frame);
    if (first) this.#adoptStyle();
    this.#coming = lacks;
    const shows = (/** @type {Run} */ { problem, other, from }) => [problem, other?.problem, from.preset];
    // two players that each show the other's changes come to rest
    if (shown && anew && !isEqual(shows(run), shows(shown)))
      controller.send("change", { problem: controller.problem });
    return undefined;
  }

  /** Loads what every picture needs. @param {string} lang @returns {Promise<unknown> | undefined} */
  #loadBasics(lang) {
    const { options } = this.#state;
    const former = this.#controller.run?.from.preset;
    const missing = absentPresets(options, former);
    const editing = options.editable && loadParts(["editing"]);
    if (engine.current() && isLoaded(lang) && missing.length === 0 && !editing) return undefined;
    const { stories } = presets[presetOf(options, former)];
    const story = options.story || stories[0];
    // the story, too, which most likely can show the problem
    return Promise.all([
      ...[engine.load(levelFor(story)), loadWords(lang), editing, ...missing.map(loadPreset)],
      ...[fetchStory(story), loadParts(partsOf(runFor(story)))],
    ]);
  }

  /** Whether the story needs another preset, or the language other numbers, than those that are shown. @param {string} lang */
  #opensAnother(lang) {
    const { problem, options } = this.#state;
    const from = this.#run?.from;
    if (from?.preset === undefined || problem) return false;
    return presetOf(options, from.preset) !== from.preset || speaksOther(from, lang);
  }

  /**
   * Dispatches each error once, and again when its attribute has another invalid value.
   * @param {import("./attribute-errors.js").AttributeErrors} errors @param {string} lang
   */
  #report(errors, lang) {
    const former = this.#reported;
    this.#reported = errors;
    // the line that says why a problem was refused stays until another one is shown
    if (!this.#refused) this.#controller.showError(parts.attributes?.sentencesOn(errors, lang) ?? "");
    for (const [name, { text, error, quiet }] of errors)
      if (former.get(name)?.text === text) continue;
      else if (quiet) this.#controller.warn(error);
      else this.#controller.send("error", error);
  }

  /** Adopts the style of what is shown; restyling a poster would be in vain. */
  #adoptStyle() {
    const { theme, palette } = this.#state.options;
    const root = /** @type {ShadowRoot} */ (this.#host.shadowRoot);
    adopt(root, resolveTheme(this.#host, theme), palette, this.#controller.view ? [playerSheet] : []);
  }

  /** The error for a file of the player's own that could not be loaded. */
  missing() {
    // the language's words may be what is missing
    const [sentence] = missing[/** @type {keyof typeof missing} */ (language(this.#host))];
    return new AttentionError("unsupported", "files", sentence);
  }

  /** @param {unknown} error @param {boolean} [retry] whether another try may help */
  #fail(error, retry) {
    const failure = asAttentionError(error);
    const first = !this.#controller.view;
    // the last valid problem stays, and later switches apply to it
    this.#run = this.#controller.run;
    this.#made = null;
    this.#state.problem = this.#good;
    this.#controller.fail(failure.message, language(this.#host), retry);
    if (first) this.#adoptStyle();
    this.ready.reject(failure);
    this.#controller.send("error", failure);
    this.#done();
    return failure;
  }
}
