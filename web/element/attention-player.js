/** <attention-player>: attributes are the truth, properties are views of them, one update a turn. */
import { AttentionError } from "../index.js";
import { explain, stories } from "../scene/index.js";
import { chooseStory, compose, compute, stepAt } from "./compose.js";
import * as engine from "./engine.js";
import { language } from "./labels.js";
import { defineProperties, options, read, write } from "./options.js";
import { Show } from "./show.js";
import { adopt, adoptWaiting } from "./style.js";
import { reducedMotion, resolveTheme } from "./surroundings.js";
import { Waiting } from "./waiting.js";
import { watch } from "./watch.js";

/** @typedef {"problem" | "scene" | "look"} Part what an update makes anew */

// on a server there is no HTMLElement, and nothing here is ever constructed
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/** @type {Record<string, Part>} */
const remade = {
  preset: "problem",
  problem: "problem",
  scale: "problem",
  causal: "problem",
  theme: "look",
  palette: "look",
  controls: "look",
};

// what a page may have set before the element was defined
const lazy = [
  "problem",
  "story",
  "step",
  "currentTime",
  "playbackRate",
  "loop",
  ...options.flatMap(({ property }) => property ?? []),
];

const defaultWidth = 1200;

export class AttentionPlayer extends Base {
  static observedAttributes = options.map(({ attribute }) => attribute);

  /** The core that every element asks. A page may put another in its place. */
  static get attention() {
    return engine.load();
  }
  static set attention(core) {
    engine.use(core).catch(() => {});
  }

  #show = new Show(/** @type {any} */ (this), (type, detail) => this.#send(type, detail));
  /** @type {Set<Part>} */ #dirty = new Set(["problem", "scene", "look"]);
  /** @type {Record<string, any> | undefined} */ #given;
  /** @type {Waiting<AttentionPlayer>} */ #ready = new Waiting();
  /** @type {(() => void) | null} */ #forget = null;
  /** @type {(() => void) | null} what was asked before there was a scene */ #asked = null;
  #wanted = false;
  #updating = false;
  #loading = false;
  #started = false;
  #width = 0;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const fallback = this.ownerDocument.createElement("slot");
    // room for the picture to come: else all players of a page would stand in view at first
    fallback.className = "waiting";
    root.append(fallback);
  }

  connectedCallback() {
    const own = /** @type {any} */ (this);
    for (const name of lazy) {
      if (!Object.hasOwn(own, name)) continue;
      const value = own[name];
      delete own[name];
      own[name] = value;
    }
    if (!this.#show.view) adoptWaiting(/** @type {ShadowRoot} */ (this.shadowRoot));
    this.#forget?.();
    this.#forget = watch(this, {
      resized: (width) => this.#resized(width),
      near: () => this.#want(),
      seen: (visible) => this.#seen(visible),
      children: () => this.#given === undefined && this.#changed("problem"),
      surroundings: () => this.#surroundings(),
      key: (event) => this.#show.key(event),
      pressed: (event) =>
        event.composedPath().includes(this) || this.#show.view?.controls.settings.show(false),
    });
    this.#changed("look", "scene");
  }

  disconnectedCallback() {
    this.#forget?.();
    this.#forget = null;
    this.#show.player.wake(false);
    this.#show.view?.quiet();
  }

  adoptedCallback() {
    this.#changed("look");
  }

  /** @param {string} name @param {string | null} before @param {string | null} after */
  attributeChangedCallback(name, before, after) {
    if (before === after) return;
    if (name === "preset" || name === "problem") this.#given = undefined;
    if (remade[name] === "problem") this.#ready.renew();
    if (name === "loop") this.#show.player.loop = this.loop;
    if (name === "speed") this.#show.player.rate = read(this).speed;
    this.#changed(
      remade[name] ?? (name === "loop" || name === "speed" || name === "autoplay" ? "look" : "scene"),
    );
  }

  // --- properties ---

  /** What is shown, as plain JSON. Setting it makes a new `ready`. */
  get problem() {
    return this.#show.run ? structuredClone(this.#show.run.problem) : (this.#given ?? null);
  }
  set problem(problem) {
    this.#given = problem ?? undefined;
    this.#ready.renew();
    this.#wanted = true;
    this.#changed("problem");
  }

  /** Settles when what was last set is on the page; rejects with the AttentionError. */
  get ready() {
    this.#want();
    return this.#ready.promise;
  }

  /** Every tensor of the run, `{ shape, data }` by name. */
  get trace() {
    return this.#show.run?.trace ?? null;
  }

  /** `[{ id, title, start, duration }]`, seconds at rate 1. @returns {{ id: string, title: string, start: number, duration: number }[]} */
  get steps() {
    const steps = this.#show.scene?.steps ?? [];
    return steps.map((/** @type {any} */ { id, title, start, duration }) => ({ id, title, start, duration }));
  }

  /** The step's id. Takes an id or an index: paused, the step is shown finished; playing, it plays from its start. */
  get step() {
    return this.#show.step?.id ?? "";
  }
  set step(wanted) {
    this.#when(() => {
      const steps = this.#show.scene.steps;
      const step = steps.find((/** @type {any} */ { id }) => id === wanted) ?? steps[Number(wanted)];
      if (step) this.#show.jump(step.start);
    });
  }

  get story() {
    return this.#show.scene?.story ?? read(this).story;
  }
  set story(story) {
    write(this, "story", story);
  }

  /** Every story there is. @returns {string[]} */
  get stories() {
    return [...stories];
  }

  /** Seconds at rate 1. Setting it draws at once. */
  get currentTime() {
    return this.#show.player.time;
  }
  set currentTime(time) {
    const seconds = Number(time);
    if (Number.isFinite(seconds)) this.#when(() => this.#show.player.seek(seconds));
  }

  get duration() {
    return this.#show.player.duration;
  }

  get paused() {
    return this.#show.player.paused;
  }

  /** 0.25 to 4; what lies outside is brought to the nearer end. */
  get playbackRate() {
    return this.#show.player.rate;
  }
  set playbackRate(rate) {
    const number = Number(rate);
    if (Number.isNaN(number)) return;
    this.#show.player.rate = Math.min(Math.max(number, 0.25), 4);
    this.#show.showState();
  }

  get loop() {
    return Boolean(read(this).loop);
  }
  set loop(loop) {
    write(this, "loop", loop);
  }

  /** With reduced motion, shows the next step finished. */
  play() {
    this.#when(() => {
      if (!reducedMotion(this)) {
        if (!this.paused) return;
        this.#show.player.play();
        this.#show.showPlaying();
        this.#send("play");
      } else if (this.currentTime >= this.duration) this.#show.scrub(0);
      else this.#show.forward();
    });
  }

  pause() {
    this.#asked = null;
    if (this.paused) return;
    this.#show.player.pause();
    this.#show.showPlaying();
    this.#send("pause");
    this.#send("timeupdate");
  }

  /**
   * The sentence that hovering a cell shows, and the cells it comes from in the present step.
   *
   * @param {string} tensor
   * @param {number[]} index
   * @returns {{ value: number, text: string, sources: { tensor: string, index: number[] }[] } | null}
   */
  explain(tensor, index) {
    const { scene } = this.#show;
    return scene && explain(scene, tensor, index);
  }

  // --- updates ---

  /** Now, or as soon as there is a scene. @param {() => void} act */
  #when(act) {
    if (this.#show.scene && this.#dirty.size === 0) return act();
    this.#asked = act;
    this.#want();
  }

  /** Somebody looks, or asks: until then an element costs nothing. */
  #want() {
    if (this.#wanted) return;
    this.#wanted = true;
    this.#changed();
  }

  /** @param {number} width */
  #resized(width) {
    if (Math.abs(width - this.#width) < 0.5) return;
    this.#width = width;
    this.#changed("scene");
  }

  /** @param {boolean} visible */
  #seen(visible) {
    this.#show.player.wake(visible && this.isConnected);
    if (visible) this.#begin();
  }

  #surroundings() {
    this.#changed("look");
    const { player, scene, step } = this.#show;
    if (!scene || !reducedMotion(this) || (player.paused && !player.gliding)) return;
    this.pause();
    player.seek(step.hold);
  }

  /** However much changes in one turn, the picture is drawn once. @param {Part[]} parts */
  #changed(...parts) {
    for (const part of parts) this.#dirty.add(part);
    if (!this.#wanted || this.#updating) return;
    this.#updating = true;
    queueMicrotask(() => {
      this.#updating = false;
      this.#update();
    });
  }

  #update() {
    if (this.#dirty.size === 0 || this.#early()) return;
    const attention = engine.current();
    if (!attention) return this.#load();
    const dirty = this.#dirty;
    this.#dirty = new Set();
    try {
      this.#remake(attention, dirty);
    } catch (error) {
      return this.#fail(error);
    }
    this.#ready.resolve(this);
    const asked = this.#asked;
    this.#asked = null;
    if (asked && this.#show.scene) asked();
    this.#begin();
  }

  #load() {
    if (this.#loading) return;
    this.#loading = true;
    engine
      .load()
      .finally(() => (this.#loading = false))
      .then(
        () => this.#update(),
        (error) => this.#fail(error),
      );
  }

  /** While the page is read, the child script may still be to come. */
  #early() {
    if (!this.isConnected || this.ownerDocument.readyState !== "loading") return false;
    return this.#given === undefined && !this.hasAttribute("preset") && !this.hasAttribute("problem");
  }

  /** Makes anew what is dirty; throws before anything has changed. @param {import("./engine.js").Attention} attention @param {Set<Part>} dirty */
  #remake(attention, dirty) {
    const show = this.#show;
    const own = read(this);
    const lang = language(this);
    const anew = dirty.has("problem") || show.run === null;
    if (dirty.has("look"))
      adopt(/** @type {ShadowRoot} */ (this.shadowRoot), resolveTheme(this, own.theme), own.palette);
    if (anew || dirty.has("scene") || lang !== show.lang) {
      const run = anew || !show.run ? compute(attention, this, own, this.#given) : show.run;
      if (this.#width === 0) this.#width = this.clientWidth || defaultWidth;
      const outer = Math.min(this.#width, 1600);
      const width = Math.max(296, outer - (outer < 600 ? 24 : 48));
      const { softmax, head } = own;
      const scene = compose(run, { softmax, head, story: chooseStory(run, own.story), lang, width });
      const first = show.run === null;
      show.mount(run, scene, lang, outer);
      if (anew && !first) this.#send("change", { problem: this.problem });
    }
    show.fail("");
    show.showState();
  }

  /** Once, when there is a picture in view: autoplay, or the first step at rest. */
  #begin() {
    const { scene, player } = this.#show;
    if (this.#started || !scene) return;
    this.#started = true;
    if (read(this).autoplay && !reducedMotion(this)) this.play();
    else if (reducedMotion(this) && player.time === 0) player.seek(stepAt(scene.steps, 0).hold);
  }

  /** @param {unknown} error */
  #fail(error) {
    const message = error instanceof Error ? error.message : String(error);
    const told = error instanceof AttentionError ? error : new AttentionError("internal", "", message);
    if (!this.#show.view)
      adopt(
        /** @type {ShadowRoot} */ (this.shadowRoot),
        resolveTheme(this, read(this).theme),
        read(this).palette,
      );
    this.#show.fail(told.message);
    this.#ready.reject(told);
    this.#send("error", told);
  }

  /** @param {string} type @param {any} [detail] */
  #send(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

defineProperties(AttentionPlayer);
