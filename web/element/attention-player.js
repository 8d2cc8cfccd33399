/** <attention-player>: attributes are the truth, properties are views of them, one update a turn. */
import { explain, stories } from "../scene/index.js";
import { stepAt } from "./compose.js";
import * as engine from "./engine.js";
import { defineProperties, options, read, write } from "./options.js";
import { Show } from "./show.js";
import { adoptWaiting } from "./style.js";
import { reducedMotion } from "./surroundings.js";
import { Updates } from "./updates.js";
import { watch } from "./watch.js";

/** @typedef {import("./updates.js").Part} Part */

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
  loop: "look",
  speed: "look",
  autoplay: "look",
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

/** What the page does to its object later is not half seen. What cannot be copied is left to the core to refuse. @param {any} problem */
function copied(problem) {
  try {
    return structuredClone(problem);
  } catch {
    return problem;
  }
}

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
  #updates = new Updates(this, this.#show, {
    send: (type, detail) => this.#send(type, detail),
    done: () => this.#done(),
  });
  /** @type {(() => void) | null} */ #forget = null;
  /** @type {(() => void) | null} what was asked before there was a scene */ #asked = null;
  #started = false;

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
      resized: (width) => this.#updates.resize(width),
      near: () => this.#updates.want(),
      seen: (visible) => this.#seen(visible),
      children: () => this.#updates.given === undefined && this.#updates.plan("problem"),
      surroundings: () => this.#surroundings(),
      key: (event) => this.#show.key(event),
      pressed: (event) =>
        event.composedPath().includes(this) || this.#show.view?.controls.settings.show(false),
    });
    this.#updates.plan("look", "scene");
  }

  disconnectedCallback() {
    this.#forget?.();
    this.#forget = null;
    this.#show.player.wake(false);
    this.#show.view?.quiet();
  }

  adoptedCallback() {
    this.#updates.plan("look");
  }

  /** @param {string} name @param {string | null} before @param {string | null} after */
  attributeChangedCallback(name, before, after) {
    if (before === after) return;
    if (name === "preset" || name === "problem") this.#updates.given = undefined;
    else if (remade[name] === "problem") this.#updates.ready.renew();
    if (name === "loop") this.#show.player.loop = this.loop;
    if (name === "speed") this.#show.player.rate = read(this).speed;
    this.#updates.plan(remade[name] ?? "scene");
  }

  // --- properties ---

  /** What is shown, as plain JSON. Setting it makes a new `ready`. */
  get problem() {
    return this.#show.run ? structuredClone(this.#show.run.problem) : (this.#updates.given ?? null);
  }
  set problem(problem) {
    this.#updates.given = problem === null || problem === undefined ? undefined : copied(problem);
    this.#updates.want();
  }

  /** Settles when what was last set is on the page; rejects with the AttentionError. */
  get ready() {
    this.#updates.want();
    return this.#updates.ready.promise;
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

  // --- inside ---

  /** Now, or as soon as there is a scene. @param {() => void} act */
  #when(act) {
    if (this.#updates.settled) return act();
    this.#asked = act;
    this.#updates.want();
  }

  /** After an update: what was asked before it. */
  #done() {
    const asked = this.#asked;
    this.#asked = null;
    asked?.();
    this.#begin();
  }

  /** @param {boolean} visible */
  #seen(visible) {
    this.#show.player.wake(visible && this.isConnected);
    if (visible) this.#begin();
  }

  #surroundings() {
    this.#updates.plan("look");
    const { player, scene, step } = this.#show;
    if (!scene || !reducedMotion(this) || (player.paused && !player.gliding)) return;
    this.pause();
    player.seek(step.hold);
  }

  /** Once, when there is a picture in view: autoplay, or the first step at rest. */
  #begin() {
    const { scene, player } = this.#show;
    if (this.#started || !scene) return;
    this.#started = true;
    if (read(this).autoplay && !reducedMotion(this)) this.play();
    else if (reducedMotion(this) && player.time === 0) player.seek(stepAt(scene.steps, 0).hold);
  }

  /** @param {string} type @param {any} [detail] */
  #send(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

defineProperties(AttentionPlayer);
