/**
 * The element until its player comes: it keeps its box, shows the poster of a preset, and brings the player when the element is near
 * the window and the page is idle, or at once when a reader or a script asks for anything. Where a picture stands, the page's own
 * or the poster, the player waits until somebody stirs: a page that nobody reads works for nobody.
 */
import { Base, setAgain } from "./element/base.js";
import { language, resolveTheme } from "./element/environment.js";
import { frameFor } from "./element/frame.js";
import { optionOf, reflect, textOf } from "./element/options.js";
import { AttentionError } from "./core/errors.js";
import { STEP } from "./element/prose/attributes.js";
import { adopt, adoptWaiting } from "./element/style.js";
import { disconnectOn, isPictured, listen, viewOf, whenIdle } from "./element/window.js";
import { missing, stories } from "./build/lists/names.js";
import { draw } from "./poster.js";

/** @typedef {typeof import("./element/attention-player.js").AttentionPlayer} Player */
/** @typedef {{ acts: (() => void)[], set: Record<string, unknown>, waiting: AbortController | null, poster: Node | null }} Shell what an element will do once its player is here,
 *   what was set, and what it waits for meanwhile */

/** Attributes that leave a preset's poster as it is. */
const PLAIN =
  /^(preset|lang|theme|palette|autoplay|loop|speed|id|class|style|slot|hidden|part|title|role|aria-.*|data-.*)$/;
/** Where this file lies; a bundler may write its place on the author's disk. */
const HERE = import.meta.url;
/** Where the posters lie: beside this file, if it is not in somebody's bundle. */
const POSTERS =
  /attention-player-core\.js/.test(HERE) &&
  (!HERE.startsWith("file:") || globalThis.location?.protocol === "file:") &&
  String(new URL("posters/", HERE));
/** What a reader does. */
const SIGNS = ["pointermove", "pointerdown", "touchstart", "wheel", "scroll", "keydown", "focusin"];
/** Methods that wait for the player. */
const METHODS = ["play", "pause", "export", "edit", "undo", "redo", "reset", "highlight"];

/** @type {Player | null} */
let player = null;
/** @type {Promise<void> | null} */
let coming = null;
/** Those that have been fetched, by name. @type {Map<string, import("./poster.js").Poster>} */
const posters = new Map();
/** The first sign of a reader. @type {WeakMap<import("./element/window.js").View, Promise<unknown>>} */
const readers = new WeakMap();
/** Elements that the player has not taken over yet, on a page or not. @type {WeakMap<AttentionPlayer, Shell>} */
const shells = new WeakMap();
/** Those that stand on a page. @type {Set<AttentionPlayer>} */
const standing = new Set();

/** Brings the player, for all elements of the page. */
function bring() {
  coming ??= import("./player-part.js").then(
    ({ AttentionPlayer: come }) => take(come),
    (error) => {
      // the next that asks may have more luck
      coming = null;
      throw error;
    },
  );
  return coming;
}

export class AttentionPlayer extends Base {
  /** @returns {Promise<import("./core/types.js").Attention>} */
  static get attention() {
    return bring().then(() => /** @type {any} */ (player).attention);
  }
  static set attention(core) {
    const set = () => {
      /** @type {any} */ (player).attention = core;
    };
    bring().then(set, () => {});
  }

  // the registry keeps these four, as they are, for good
  connectedCallback() {
    if (player) begin(this);
    else wait(this);
  }

  disconnectedCallback() {
    if (player) player.prototype.disconnectedCallback.call(this);
    else leave(this);
  }

  adoptedCallback() {
    player?.prototype.adoptedCallback.call(this);
  }

  /** @param {string} name @param {string | null} before @param {string | null} after */
  attributeChangedCallback(name, before, after) {
    if (player && !shells.has(this))
      player.prototype.attributeChangedCallback.call(this, name, before, after);
    else if (before !== after && (shellOf(this).poster || (name === "autoplay" && shellOf(this).waiting)))
      hurry(this);
  }

  get ready() {
    return ask(this).then(() => /** @type {any} */ (this).ready);
  }

  get trace() {
    return null;
  }

  get steps() {
    return [];
  }

  get story() {
    return this.getAttribute("story") ?? "";
  }
  set story(story) {
    reflect(this, "story", textOf("story", story));
  }

  get stories() {
    return [...stories];
  }

  get duration() {
    return 0;
  }

  get paused() {
    return true;
  }

  get canUndo() {
    return false;
  }

  get canRedo() {
    return false;
  }

  explain() {
    return null;
  }
}

/** Properties that wait for it, and what they are until then. */
const INITIAL = { problem: null, compare: null, step: "", currentTime: 0, playbackRate: 1 };
for (const [name, initial] of Object.entries(INITIAL))
  Object.defineProperty(AttentionPlayer.prototype, name, {
    configurable: true,
    /** @this {any} */
    get() {
      return shellOf(this).set[name] ?? initial;
    },
    /** @this {any} @param {unknown} value */
    set(value) {
      shellOf(this).set[name] = value;
      later(this, () => (this[name] = value)).catch(() => {});
    },
  });
for (const name of METHODS)
  Object.defineProperty(AttentionPlayer.prototype, name, {
    configurable: true,
    /** @this {any} @param {unknown[]} given */
    value(...given) {
      const made = later(this, () => this[name](...given));
      // a file that cannot be made is told to whoever asked for it; of all else the element tells
      return name === "export" ? made : made.catch(() => {});
    },
  });

/** @param {AttentionPlayer} element @returns {Shell} */
function shellOf(element) {
  const shell = shells.get(element) ?? { acts: [], set: {}, waiting: null, poster: null };
  shells.set(element, shell);
  return shell;
}

/** Does something once the player is here. @param {AttentionPlayer} element @param {() => unknown} act @returns {Promise<any>} its result; rejected where the player does not come */
function later(element, act) {
  return new Promise((resolve, reject) => {
    // a promise takes what is thrown, so that the next act has its turn
    shellOf(element).acts.push(() => resolve(new Promise((done) => done(act()))));
    ask(element).catch(reject);
  });
}

/** Brings the player at once; where it does not come, the element says so. @param {AttentionPlayer} element @returns {Promise<void>} */
function ask(element) {
  return bring().catch(() => {
    const sentence = missing[/** @type {keyof typeof missing} */ (language(element))];
    const error = new AttentionError("unsupported", "files", sentence);
    const place = element.shadowRoot?.querySelector(".error");
    if (place) Object.assign(place, { hidden: false, textContent: sentence });
    element.dispatchEvent(new CustomEvent("error", { detail: error }));
    throw error;
  });
}

/** Brings the player where nobody waits for an answer. @param {AttentionPlayer} element */
const hurry = (element) => void ask(element).catch(() => {});

/** An element without a player has left its page. @param {AttentionPlayer} element */
function leave(element) {
  standing.delete(element);
  shellOf(element).waiting?.abort();
}

/** An element without a player is on a page. @param {AttentionPlayer} element */
function wait(element) {
  const view = viewOf(element);
  standing.add(element);
  adoptWaiting(/** @type {ShadowRoot} */ (element.shadowRoot));
  setAgain(element);
  if (!view?.IntersectionObserver) return hurry(element);
  const waiting = new view.AbortController();
  shellOf(element).waiting?.abort();
  shellOf(element).waiting = waiting;
  const { signal } = waiting;
  const near = new view.IntersectionObserver(
    async (entries) => {
      if (!entries.at(-1)?.isIntersecting) return;
      near.disconnect();
      await fetchPoster(element).catch(() => {});
      show(element);
      if (!needsPlayer(element)) await stirred(view);
      if (!signal.aborted) whenIdle(view, () => hurry(element), signal);
    },
    { rootMargin: "100% 0px" },
  );
  near.observe(element);
  disconnectOn(near, signal);
  // so that it can be printed before it has come into view
  const prepare = () => isPictured(element) || fetchPoster(element).catch(() => {});
  whenIdle(view, prepare, signal);
  for (const type of ["pointerdown", "focusin", "keydown"])
    listen(element, type, () => hurry(element), signal);
  const root = /** @type {ShadowRoot} */ (element.shadowRoot);
  listen(root, "click", (event) => press(element, event).catch(() => {}), signal);
  listen(view, "beforeprint", () => show(element), signal);
}

/** Whether a reader misses something until the player is here: no picture stands, it plays by itself, or words of the page lead to its steps. @param {AttentionPlayer} element */
function needsPlayer(element) {
  const stands = shellOf(element).poster || isPictured(element);
  return !stands || element.hasAttribute("autoplay") || element.ownerDocument.querySelector(`[${STEP}]`);
}

/** Resolves when somebody stirs. @param {import("./element/window.js").View} view */
function stirred(view) {
  const reader =
    readers.get(view) ??
    new Promise((come) => {
      for (const type of SIGNS) view.addEventListener(type, come, { capture: true, once: true });
    });
  readers.set(view, reader);
  return reader;
}

/** A press on a button of the poster is one on the player's of the same part. @param {AttentionPlayer} element @param {Event} event */
async function press(element, event) {
  const root = /** @type {ShadowRoot} */ (element.shadowRoot);
  const pressed = /** @type {Element[]} */ (event.composedPath()).find((at) => at.localName === "button");
  const alike = () => [...root.querySelectorAll(`button[part="${pressed?.getAttribute("part")}"]`)];
  const k = alike().findIndex((button) => button === pressed);
  if (k < 0) return;
  await ask(element);
  await element.ready;
  /** @type {HTMLElement | undefined} */ (alike()[k])?.click();
}

/** The name of the poster that an element has; null where it shows something else. @param {AttentionPlayer} element */
function posterOf(element) {
  const preset = optionOf("preset")
    ?.values?.()
    .find((name) => name === element.getAttribute("preset"));
  const plain = [...element.attributes].every(({ name }) => PLAIN.test(name));
  if (!preset || !plain || element.textContent?.trim()) return null;
  return `${preset}.${language(element)}.${frameFor(element.clientWidth).kind}`;
}

/** @param {AttentionPlayer} element */
async function fetchPoster(element) {
  const name = posterOf(element);
  if (!POSTERS || !name || posters.has(name)) return;
  const made = await import(/* @vite-ignore */ /* webpackIgnore: true */ POSTERS + name + ".js");
  posters.set(name, made.default);
}

/** Shows the poster, if it is here. @param {AttentionPlayer} element */
function show(element) {
  const poster = posters.get(posterOf(element) ?? "");
  const shell = shellOf(element);
  if (!poster || player || shell.poster) return;
  const root = /** @type {ShadowRoot} */ (element.shadowRoot);
  const [theme, palette] = ["theme", "palette"].map((option) => element.getAttribute(option) ?? "");
  adopt(root, resolveTheme(element, theme), palette || "classic");
  shell.poster = draw(element.ownerDocument, poster);
  root.replaceChildren(...[...root.children].filter(({ localName }) => localName === "style"), shell.poster);
}

/** The player is here: its members replace those of the shell, and every element on a page begins. @param {Player} come */
function take(come) {
  player = come;
  const { constructor, ...members } = Object.getOwnPropertyDescriptors(come.prototype);
  Object.defineProperties(AttentionPlayer.prototype, members);
  for (const element of standing) begin(element);
  standing.clear();
}

/** @param {any} element */
function begin(element) {
  const { prototype } = /** @type {Player} */ (player);
  const shell = shells.get(element);
  shell?.waiting?.abort();
  if (shells.delete(element))
    for (const { name, value } of element.attributes)
      if (Base.observedAttributes.includes(name))
        prototype.attributeChangedCallback.call(element, name, null, value);
  prototype.connectedCallback.call(element);
  for (const act of shell?.acts ?? []) act();
}
