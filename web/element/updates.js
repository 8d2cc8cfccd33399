/** When the element is made anew, and how far: once a turn, not before somebody looks, and all or nothing. */
import { AttentionError } from "../core/errors.js";
import { loadPreset, presets } from "../presets/index.js";
import { isPlain } from "../scene/index.js";
import { isLoaded, loadWords, words } from "../words/index.js";
import { fill } from "../words/sentence.js";
import { Absent, parts } from "./absent.js";
import { asked } from "./asked.js";
import { coming, compose, compute, ownStory, sizes } from "./compose.js";
import * as engine from "./engine.js";
import { frameFor, viewHeight } from "./frame.js";
import { read } from "./options.js";
import { plain } from "./plain.js";
import { asRefusal, Refused } from "./refused.js";
import { absentPresets, comparison, parse, presetOf, source } from "./source.js";
import { adopt } from "./style.js";
import { language, resolveTheme } from "./surroundings.js";
import { Waiting } from "./waiting.js";
import { viewOf } from "./window.js";

/** @typedef {"problem" | "scene" | "look"} Part what an update makes anew */
/** @typedef {Record<string, any>} Problem */
/** @typedef {{ problem?: Problem, error?: AttentionError, edited?: boolean }} Given a copy, or why there is none; edited: a reader has made it of what was shown */

const defaultWidth = 1200;
const defaultHeight = 800;
// the address bar of a phone comes and goes, and nothing is made anew for it
const sameHeight = 100;

/** Whose turn it is. @type {Set<Updates>} */
const waiting = new Set();

/** Of many elements all are measured before the first is written: a page that was written to is laid out anew to be measured. */
function flush() {
  const turn = [...waiting];
  waiting.clear();
  for (const one of turn) one.measure();
  for (const one of turn) one.update();
}

export class Updates {
  /** @type {HTMLElement} */ #host;
  /** @type {import("./show.js").Show} */ #show;
  /** @type {{ send(type: string, detail?: any): void, done(): void }} */ #tell;
  /** @type {Set<Part>} */ #dirty = new Set(["problem", "scene", "look"]);
  /** @type {Given | undefined} the problem property */ #given;
  /** @type {Given | undefined} the last one that could be shown */ #good;
  /** @type {Given | undefined} the compare property */ #compared;
  #refused = new Refused();
  #wanted = false;
  #loading = false;
  /** @type {import("./compose.js").Run | undefined} what was computed, and waits for its story */ #made;
  /** @type {Promise<unknown> | undefined} what the story still waits for */ #coming;
  #width = 0;
  #height = 0;

  /** @type {Waiting<HTMLElement>} */
  ready = new Waiting();

  /** @param {HTMLElement} host @param {import("./show.js").Show} show @param {{ send(type: string, detail?: any): void, done(): void }} tell */
  constructor(host, show, tell) {
    [this.#host, this.#show, this.#tell] = [host, show, tell];
  }

  /** Nothing is left to do. */
  get settled() {
    return this.#dirty.size === 0 && this.#show.scene !== null;
  }

  get given() {
    return this.#given?.problem;
  }

  /** @param {Problem | undefined} problem undefined: the attributes and the child script hold it */
  set given(problem) {
    this.#given = problem === undefined ? undefined : taken(problem);
    this.ready.renew();
    this.#dirty.add("problem");
  }

  get compared() {
    return this.#compared?.problem;
  }

  /** @param {Problem | undefined} problem undefined: the attribute says it */
  set compared(problem) {
    this.#compared = problem === undefined ? undefined : taken(problem);
    this.ready.renew();
    this.#dirty.add("problem");
  }

  /** What a reader has made of the problem, at once. @param {Problem} problem @returns {AttentionError | null} why it is not shown; what stood there stands */
  edit(problem) {
    this.#given = { problem, edited: true };
    this.ready.renew();
    this.#dirty.add("problem");
    return this.update();
  }

  /** @param {number} width px */
  resize(width) {
    const higher = Math.abs(this.#view() - this.#height);
    if (Math.abs(width - this.#width) < 0.5 && higher < sameHeight) return;
    this.#width = width;
    this.plan("scene");
  }

  /** px the window is high */
  #view() {
    const view = viewOf(this.#host);
    return (view && viewHeight(view)) || defaultHeight;
  }

  /** Somebody looks, or asks: until then an element costs nothing. */
  want() {
    this.#wanted = true;
    if (this.#dirty.size > 0) this.plan();
  }

  /** What is still to come is not waited for, until somebody looks or asks again. */
  rest() {
    if (!this.#coming) return;
    this.#coming = undefined;
    this.#dirty.add("scene");
  }

  /** However much changes in one turn, the picture is drawn once. @param {Part[]} parts */
  plan(...parts) {
    for (const part of parts) this.#dirty.add(part);
    if (!this.#wanted) return;
    if (waiting.size === 0) queueMicrotask(flush);
    waiting.add(this);
  }

  measure() {
    if (this.#width === 0 && this.#dirty.size > 0) this.#width = this.#host.clientWidth;
  }

  /** @returns {AttentionError | null} what could not be shown */
  update() {
    if (this.#dirty.size === 0 || this.#early()) return null;
    const attention = engine.current();
    const lang = language(this.#host);
    const own = read(this.#host);
    const former = this.#show.run?.from.preset;
    const absent = absentPresets(own, former);
    if (!attention || !isLoaded(lang) || absent.length > 0) {
      const plain = isPlain(own.story || presets[presetOf(own, former)].stories[0]);
      return this.#load([engine.load(plain), loadWords(lang), ...absent.map(loadPreset)]);
    }
    const dirty = this.#dirty;
    this.#dirty = new Set();
    try {
      this.#remake(attention, dirty);
    } catch (error) {
      if (error instanceof Absent) {
        // what was computed holds
        for (const part of dirty) if (part !== "problem" || !this.#made) this.#dirty.add(part);
        return this.#load([error.coming]);
      }
      return this.#fail(error);
    }
    this.#good = this.#given;
    for (const error of this.#refused.untold()) this.#tell.send("error", error);
    if (this.#coming) {
      // what is there is shown meanwhile
      const coming = this.#coming;
      const waits = () => this.#coming === coming;
      coming.then(
        () => waits() && this.plan("scene"),
        (error) => waits() && this.#fail(error),
      );
      return null;
    }
    this.ready.resolve(this.#host);
    this.#tell.done();
    return null;
  }

  /** Waits for what is not here yet, and begins again. @param {Promise<unknown>[]} parts */
  #load(parts) {
    if (this.#loading) return null;
    this.#loading = true;
    this.#show.view?.setWaiting(true);
    Promise.all(parts)
      .finally(() => {
        this.#loading = false;
        this.#show.view?.setWaiting(false);
      })
      .then(
        () => this.plan(),
        (error) => this.#fail(error instanceof AttentionError ? error : this.#missing(), true),
      );
    return null;
  }

  /** While the page is read, the child script may still be to come. */
  #early() {
    const host = this.#host;
    if (!host.isConnected || host.ownerDocument.readyState !== "loading") return false;
    return !this.#given && !["preset", "problem", "x", "query"].some((name) => host.hasAttribute(name));
  }

  /** Makes anew what is dirty; throws before anything has changed, and Absent where something must come first. @param {import("./engine.js").Forward} attention @param {Set<Part>} dirty */
  #remake(attention, dirty) {
    const show = this.#show;
    const own = read(this.#host);
    const lang = language(this.#host);
    const first = show.run === null;
    const anew = first || this.#made || dirty.has("problem") || this.#opensAnother(own);
    if (dirty.has("problem") || this.#opensAnother(own)) this.#made = undefined;
    if (own.editable) parts.editing.demand();
    if (dirty.has("look")) this.#dress(own);
    const run =
      this.#made ??
      (anew || !show.run ? this.#beside(this.#compute(attention, own, lang), own, lang) : show.run);
    const counts = sizes(run);
    this.#refused.check(this.#host, counts, lang);
    if (anew || dirty.has("scene") || lang !== show.lang) {
      this.#height = this.#view();
      const frame = frameFor(this.#width || defaultWidth, this.#height);
      const { width, height } = frame;
      const { softmax, head, batch, story } = read(this.#host, counts);
      const told = { softmax, head, batch, story: story || (run.other ? "compare" : ownStory(run)) };
      // while a reader drags, what has been drawn larger does not shrink again
      const held = this.#given?.edited && show.scene?.story === told.story ? show.scene.held : undefined;
      const { seed } = show;
      const query = anew ? null : show.query;
      this.#made = anew ? run : undefined;
      const scene = compose(run, { ...told, held, lang, width, height, seed, query });
      if (scene.worked) parts.manipulation.demand();
      this.#made = undefined;
      show.query = query;
      show.mount(run, scene, lang, frame);
      this.#coming = coming(run, told.story, { seed, query, head, batch });
      if (anew && !first) this.#tell.send("change", { problem: show.problem });
    }
    if (dirty.has("look")) show.view?.manipulation?.repaint();
    show.say(this.#refused.said(lang));
    show.showState();
  }

  /** Whether a story is asked for that tells another preset than the one that is shown. @param {Record<string, any>} own the element's options */
  #opensAnother(own) {
    const preset = (this.#made ?? this.#show.run)?.from.preset;
    return preset !== undefined && !this.#given && presetOf(own, preset) !== preset;
  }

  /** The run of the property, else of the attributes. @param {import("./engine.js").Forward} attention @param {Record<string, any>} own the element's options @param {string} lang */
  #compute(attention, own, lang) {
    const host = this.#host;
    if (this.#given) {
      const { problem, error, edited } = this.#given;
      if (error) throw error;
      // its labels may still be the preset's; what was said of its numbers holds no longer
      if (problem && edited && this.#show.run)
        return compute(
          attention,
          { ...this.#show.run.from, problem, note: undefined, printed: undefined, figures: undefined },
          own,
        );
      return compute(attention, source(host, own, problem, lang), own);
    }
    return asked(attention, host, own, lang, this.#show.run?.from, this.#refused);
  }

  /** With what it is set against, if the page says so. A bad one is told, and nothing is set beside it. @param {import("./compose.js").Run} run @param {Record<string, any>} own the element's options @param {string} lang */
  #beside(run, own, lang) {
    const { problem, error } = this.#compared ?? {};
    if (!this.#compared && !own.compare) {
      this.#refused.clear("compare");
      return run;
    }
    try {
      if (error) throw error;
      const other = problem ? { problem, stories: [] } : comparison(own.compare, lang);
      demandAttention(other.problem, lang);
      run.attention.forward(other.problem);
      this.#refused.clear("compare");
      return { ...run, other };
    } catch (bad) {
      this.#refused.add("compare", problem ? "property" : own.compare, ofCompare(asRefusal(bad), lang));
      return run;
    }
  }

  /** @param {Record<string, any>} own the element's options */
  #dress(own) {
    const root = /** @type {ShadowRoot} */ (this.#host.shadowRoot);
    adopt(root, resolveTheme(this.#host, own.theme), own.palette);
  }

  /** A file of the player's own did not come. */
  #missing() {
    const { missing } = words(language(this.#host)).element.errors;
    return new AttentionError("unsupported", "files", missing);
  }

  /** @param {unknown} error @param {boolean} [retry] whether another try may help */
  #fail(error, retry) {
    this.#made = undefined;
    const told = asRefusal(error);
    if (!this.#show.view) this.#dress(read(this.#host));
    const lang = language(this.#host);
    // what is shown is still the last good problem, and later switches apply to that
    this.#given = this.#good;
    this.#show.fail(told.message, lang, retry);
    this.ready.reject(told);
    this.#tell.send("error", told);
    this.#tell.done();
    return told;
  }
}

/** What is wrong with the other problem, told as such. @param {AttentionError} error @param {string} lang */
function ofCompare(error, lang) {
  if (error.where === "compare") return error;
  const message = fill(words(lang).element.errors.compare, { message: error.message });
  return new AttentionError(error.code, "compare", message);
}

/** @param {Problem} problem @param {string} lang */
function demandAttention({ stages }, lang) {
  if (stages) throw new AttentionError("unsupported", "compare", words(lang).element.errors.chain);
}

/** @param {unknown} problem @returns {Given} */
function taken(problem) {
  try {
    const given = typeof problem === "string" ? parse(problem, "problem") : problem;
    return { problem: plain(given) };
  } catch (error) {
    return { error: asRefusal(error) };
  }
}
