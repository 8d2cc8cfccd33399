/**
 * The element until it has its player. It reserves its space, shows the poster of a preset, and loads the player when the
 * element is near the viewport and the page is idle, or at once when a reader or a script asks for anything. Where a picture is
 * shown (the page's own or the poster), it also waits for the first sign of a reader, and gets its player when it has stayed in
 * view for a moment: what nobody reads, or scrolls past, causes no work.
 */
import { Base, setAgain } from "./element/base.js";
import { language, resolveTheme } from "./element/environment.js";
import { frameFor } from "./element/frame.js";
import { optionOf } from "./element/options.js";
import { AttentionError } from "./core/errors.js";
import { STEP } from "./element/prose/attributes.js";
import { keepPress } from "./element/prose/links.js";
import { adopt, adoptWaiting, stylesOf } from "./element/style.js";
import { disconnectOn, isPictured, listen, observeNear, viewOf, whenIdle } from "./element/window.js";
import { missing, stories } from "./build/lists/names.js";
import { draw } from "./poster.js";

/** @typedef {typeof import("./element/attention-player.js").AttentionPlayer} Player */
/** @typedef {{ acts: (() => void)[], set: Record<string, unknown>, waiting: AbortController | null, poster: Node | null }} Shell
 *   acts: calls to make once the player is loaded; set: properties set meanwhile; waiting: ends its observers; poster: the one
 *   that is shown */

/** Attributes that do not change what a preset's poster shows. */
const PLAIN =
  /^(preset|lang|theme|palette|autoplay|loop|speed|id|class|style|slot|hidden|part|title|role|aria-.*|data-.*)$/;
/** The URL of this file. A bundler may replace it with a path on the author's disk. */
const HERE = import.meta.url;
/** The URL of the posters, which are beside this file; false where this file has been bundled into another. */
const POSTERS =
  /attention-player-core\.js/.test(HERE) &&
  (!HERE.startsWith("file:") || globalThis.location?.protocol === "file:") &&
  String(new URL("posters/", HERE));
/** Events that reveal a reader. */
const SIGNS = ["pointermove", "pointerdown", "touchstart", "wheel", "scroll", "keydown", "focusin"];
/** How long a reader stays where he reads, in milliseconds. */
const STAY = 250;
/** Methods that wait for the player. */
const METHODS = ["play", "pause", "export", "edit", "undo", "redo", "reset", "highlight"];

/** @type {Player | null} */
let player = null;
/** @type {Promise<void> | null} */
let coming = null;
/** Posters that have been loaded, by name. @type {Map<string, import("./poster.js").Poster>} */
const posters = new Map();
/**
 * Calls back when an element has stayed in view for a moment.
 * @param {AttentionPlayer} element @param {import("./element/window.js").View} view @param {() => void} read
 * @param {AbortSignal} signal ends it
 */
function whenRead(element, view, read, signal) {
  let timer = 0;
  const seen = new view.IntersectionObserver((entries) => {
    clearTimeout(timer);
    if (entries.at(-1)?.isIntersecting) timer = view.setTimeout(read, STAY);
  });
  seen.observe(element);
  disconnectOn(seen, signal);
  listen(signal, "abort", () => clearTimeout(timer));
}

/** Resolves at the first sign of a reader. @type {WeakMap<import("./element/window.js").View, Promise<unknown>>} */
const readers = new WeakMap();
/** What is known of each element before it has its player. @type {WeakMap<AttentionPlayer, Shell>} */
const shells = new WeakMap();
/** The connected elements that wait for the player to be loaded. @type {Set<AttentionPlayer>} */
const standing = new Set();
/** The elements that have their player. @type {WeakSet<AttentionPlayer>} */
const begun = new WeakSet();

/** Loads the player, once for all elements of the page. */
function bring() {
  coming ??= import("./player-part.js").then(
    ({ AttentionPlayer: come, beforeUse }) => {
      beforeUse(begin);
      take(come);
    },
    (error) => {
      // a later call tries again
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

  // the registry captures these four callbacks at definition; replacing them later has no effect
  connectedCallback() {
    if (begun.has(this)) player?.prototype.connectedCallback.call(this);
    else if (player && !mayRest(this)) begin(this);
    else wait(this);
  }

  disconnectedCallback() {
    if (begun.has(this)) player?.prototype.disconnectedCallback.call(this);
    else leave(this);
  }

  adoptedCallback() {
    if (begun.has(this)) player?.prototype.adoptedCallback.call(this);
  }

  /** @param {string} name @param {string | null} before @param {string | null} after */
  attributeChangedCallback(name, before, after) {
    if (begun.has(this)) player?.prototype.attributeChangedCallback.call(this, name, before, after);
    else if (before !== after && (shellOf(this).poster || (name === "autoplay" && shellOf(this).waiting)))
      hurry(this);
  }

  get ready() {
    return ask(this).then(() => /** @type {any} */ (this).ready);
  }
}

/** Members that only the player has, as they are before it is loaded. */
const NONE = { trace: null, steps: [], duration: 0, paused: true, canUndo: false, canRedo: false };
for (const [name, value] of Object.entries({ ...NONE, stories: [...stories], explain: () => null }))
  Object.defineProperty(AttentionPlayer.prototype, name, { configurable: true, get: () => value });

/** Properties whose setters wait for the player, with their initial values. */
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
      // export() rejects for its caller; all other errors are reported by the element itself
      return name === "export" ? made : made.catch(() => {});
    },
  });

/** @param {AttentionPlayer} element @returns {Shell} */
function shellOf(element) {
  const shell = shells.get(element) ?? { acts: [], set: {}, waiting: null, poster: null };
  shells.set(element, shell);
  return shell;
}

/**
 * Calls a function once the player is loaded.
 * @param {AttentionPlayer} element @param {() => unknown} act
 * @returns {Promise<any>} its result; rejects if the player cannot be loaded
 */
function later(element, act) {
  return new Promise((resolve, reject) => {
    // a promise catches what is thrown, so that the remaining acts still run
    shellOf(element).acts.push(() => resolve(new Promise((done) => done(act()))));
    ask(element).catch(reject);
  });
}

/**
 * Loads the player at once; if that fails, shows and dispatches an error.
 * @param {AttentionPlayer} element @returns {Promise<void>}
 */
function ask(element) {
  return bring().then(
    () => begin(element),
    () => {
      const [sentence] = missing[/** @type {keyof typeof missing} */ (language(element))];
      const error = new AttentionError("unsupported", "files", sentence);
      const place = element.shadowRoot?.querySelector(".error");
      if (place) Object.assign(place, { hidden: false, textContent: sentence });
      element.dispatchEvent(new CustomEvent("error", { detail: error }));
      throw error;
    },
  );
}

/** Loads the player where no caller waits for it. @param {AttentionPlayer} element */
const hurry = (element) => void ask(element).catch(() => {});

/** Called when an element without a player is disconnected. @param {AttentionPlayer} element */
function leave(element) {
  standing.delete(element);
  shellOf(element).waiting?.abort();
}

/** Called when an element without a player is connected. @param {AttentionPlayer} element */
function wait(element) {
  const view = viewOf(element);
  standing.add(element);
  adoptWaiting(/** @type {ShadowRoot} */ (element.shadowRoot));
  setAgain(element);
  // such a property may have needed the player
  if (begun.has(element)) return;
  if (!view?.IntersectionObserver) return hurry(element);
  const waiting = new view.AbortController();
  shellOf(element).waiting?.abort();
  shellOf(element).waiting = waiting;
  const { signal } = waiting;
  const near = async () => {
    await fetchPoster(element).catch(() => {});
    // by now the element may have its player, or may have left the page
    if (signal.aborted) return;
    show(element);
    const needed = needsPlayer(element);
    if (!needed) await stirred(view);
    if (signal.aborted) return;
    if (needed) return whenIdle(view, () => hurry(element), signal);
    whenIdle(view, () => void bring().catch(() => {}), signal);
    whenRead(element, view, () => hurry(element), signal);
  };
  observeNear(element, view, near, signal);
  // so that it can be printed before it has been scrolled into view
  const prepare = async () => {
    if (isPictured(element) || element.clientWidth === 0) return;
    await fetchPoster(element).catch(() => {});
    if (!posters.get(posterOf(element) ?? "") && !signal.aborted) hurry(element);
  };
  whenIdle(view, prepare, signal);
  for (const type of ["pointerdown", "focusin", "keydown"])
    listen(element, type, () => hurry(element), signal);
  const root = /** @type {ShadowRoot} */ (element.shadowRoot);
  listen(root, "click", (event) => press(element, event).catch(() => {}), signal);
  listen(element.ownerDocument, "click", (event) => keepPress(event) && hurry(element), signal);
  listen(view, "beforeprint", () => show(element), signal);
}

/**
 * Whether the player is needed without a sign of a reader: no picture is shown, it autoplays, or the page's prose links to its
 * steps.
 * @param {AttentionPlayer} element
 */
function needsPlayer(element) {
  const stands = shellOf(element).poster || isPictured(element);
  return !stands || element.hasAttribute("autoplay") || element.ownerDocument.querySelector(`[${STEP}]`);
}

/** Resolves at the first sign of a reader in a window. @param {import("./element/window.js").View} view */
function stirred(view) {
  const reader =
    readers.get(view) ??
    new Promise((come) => {
      for (const type of SIGNS) view.addEventListener(type, come, { capture: true, once: true });
    });
  readers.set(view, reader);
  return reader;
}

/**
 * Forwards a click on a button of the poster to the player's button of the same part.
 * @param {AttentionPlayer} element @param {Event} event
 */
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

/** Whether a poster can stand for an element until somebody reads it. @param {AttentionPlayer} element */
const mayRest = (element) => POSTERS !== false && presetOf(element) !== undefined;

/** The preset of an element that shows nothing else. @param {AttentionPlayer} element */
function presetOf(element) {
  const preset = optionOf("preset")
    ?.values?.()
    .find((name) => name === element.getAttribute("preset"));
  const plain = [...element.attributes].every(({ name }) => PLAIN.test(name));
  return plain && !element.textContent?.trim() ? preset : undefined;
}

/** The name of an element's poster; null if no poster shows what its attributes ask for. @param {AttentionPlayer} element */
function posterOf(element) {
  const preset = presetOf(element);
  return preset ? `${preset}.${language(element)}.${frameFor(element.clientWidth).kind}` : null;
}

/** @param {AttentionPlayer} element */
async function fetchPoster(element) {
  const name = posterOf(element);
  if (!POSTERS || !name || posters.has(name)) return;
  const made = await import(/* @vite-ignore */ /* webpackIgnore: true */ POSTERS + name + ".js");
  posters.set(name, made.default);
}

/** Shows the poster if it is loaded. @param {AttentionPlayer} element */
function show(element) {
  const poster = posters.get(posterOf(element) ?? "");
  const shell = shellOf(element);
  if (!poster || begun.has(element) || shell.poster) return;
  const root = /** @type {ShadowRoot} */ (element.shadowRoot);
  const [theme, palette] = ["theme", "palette"].map((option) => element.getAttribute(option) ?? "");
  adopt(root, resolveTheme(element, theme), palette || "classic");
  shell.poster = draw(element.ownerDocument, poster);
  root.replaceChildren(...stylesOf(root), shell.poster);
}

/** Installs the loaded player: its members replace the shell's, and every element without a poster starts. @param {Player} come */
function take(come) {
  player = come;
  const { constructor, ...members } = Object.getOwnPropertyDescriptors(come.prototype);
  Object.defineProperties(AttentionPlayer.prototype, members);
  for (const element of standing) if (!mayRest(element)) begin(element);
  standing.clear();
}

/**
 * Hands an element over to the player, once: replays its attributes, connects it if it is on a page, and makes the calls that
 * have waited.
 * @param {any} element
 */
function begin(element) {
  if (begun.has(element)) return;
  begun.add(element);
  const { prototype } = /** @type {Player} */ (player);
  const shell = shells.get(element);
  shell?.waiting?.abort();
  for (const { name, value } of element.attributes)
    if (Base.observedAttributes.includes(name))
      prototype.attributeChangedCallback.call(element, name, null, value);
  if (element.isConnected) prototype.connectedCallback.call(element);
  for (const act of shell?.acts.splice(0) ?? []) act();
}
