/**
 * Prose of the page that drives the player, by attributes of any element, present or later:
 *
 * - `data-attention-step="softmax-1"`, on a link, a button or any other text: when pressed, the player shows that step, an id or
 *   an index. Text without `href` can be reached by keyboard, too.
 * - `data-attention-scroll="softmax-1"`, on a paragraph: when it reaches a line of the window, the player shows the step, in
 *   motion unless the reader prefers reduced motion; back above the first of them, the first step. A playing player is left alone,
 *   and the reader's own choice holds until the next one. The line is in the middle of the window; below a sticky player, a
 *   third of the way from there to the bottom; or where `data-attention-line="60%"` says, on the paragraph, on something around it
 *   or on the player.
 * - `data-attention-highlight="weights:0,0,1,2"`: hovered or focused, it highlights the cell; `weights:0,0,1,*` the row, `weights`
 *   the tensor. What the picture does not show is lit in the formula, and the author is told once.
 * - `data-attention-goal="weights:0,0,2,2 > 0.5"` makes a task of a paragraph, `data-attention-guess="softmax-1"` a guess before a
 *   step: tasks/ documents them, and is fetched where a page has one.
 * - `data-for="id"` names the player; else it is the only one, or the nearest: in the same section, the last one before the
 *   text, else the first after it.
 *
 * A step or a cell that the player does not have does nothing; its event `error` and the console say so once.
 *
 * While the player is at the step, whatever names it has `data-attention-current`, and what can be pressed also
 * `aria-current="step"`. In shadow roots of the page all but the paragraphs work, once a reader has used a link there.
 */
import {
  ANSWER,
  CHANGE,
  CHOICES,
  CURRENT,
  GOAL,
  GUESS,
  RING,
  SCROLL,
  STEP,
  pressable,
} from "./attributes.js";
import { createReport, targetOf } from "./report.js";
import { nearest } from "./nearest.js";
import { Paragraphs } from "./paragraphs.js";
import { adoptTextStyle } from "./style.js";
import { reducedMotion } from "../environment.js";
import { loadParts, parts } from "../lazy-parts.js";
import { disconnectOn, listen } from "../window.js";

/** @typedef {import("../window.js").View} View */
/**
 * @typedef {object} Driven a player as prose uses it
 * @property {HTMLElement} host
 * @property {import("../controller.js").Controller} controller for tasks and guesses
 * @property {import("./report.js").Report} report to the author of the page
 * @property {(step: string) => void} show
 * @property {() => { id: string, index: number } | null} at the step that it shows; null on the poster
 * @property {(step: string) => void} follow shows a step, unless the player is playing
 * @property {(target: import("../stage.js").Target | null) => boolean} highlight returns false where the picture does not show what there is
 */

/** Attributes that name something of the player. */
const NAMING = [STEP, SCROLL, RING];
/** Those that ask something of the reader. */
const ASKING = `[${GOAL}], [${GUESS}]`;
// how often a page that changes all the time is searched, in milliseconds
const patience = 100;
// how long a link's own scrolling lasts, which is not the reader's, in milliseconds
const scrolling = 1000;

/** @type {WeakMap<Document, Prose>} */
const pages = new WeakMap();

/** What has been reported of each player, also while it was away. @type {WeakMap<HTMLElement, import("./report.js").Report>} */
const reports = new WeakMap();

/** @param {Omit<Driven, "report">} player @param {View} view its window @param {AbortSignal} signal ends it */
export function joinProse(player, view, signal) {
  const { host, controller } = player;
  const document = host.ownerDocument;
  const prose = pages.get(document) ?? new Prose(document, view);
  pages.set(document, prose);
  const report = reports.get(host) ?? createReport(controller);
  reports.set(host, report);
  prose.join({ ...player, report }, signal);
}

class Prose {
  /** @type {Document} */ #document;
  /** @type {View} */ #view;
  /** @type {Set<Driven>} */ #players = new Set();
  /** @type {AbortController | undefined} of what is observed while there are players */ #observing;
  /** Documents and shadow roots that contain links. @type {Set<Document | ShadowRoot>} */ #roots = new Set();
  /** The player that each text drives. @type {Map<HTMLElement, Driven | undefined>} */ #found = new Map();
  /** @type {Paragraphs} */ #paragraphs;
  /** @type {HTMLElement | undefined} what is pointed at */ #pointed;
  /** @type {number | undefined} */ #timer;
  /** @type {ReturnType<typeof import("../tasks/index.js").createTasks> | undefined} */ #tasks;

  /** @param {Document} document @param {View} view */
  constructor(document, view) {
    [this.#document, this.#view] = [document, view];
    this.#paragraphs = new Paragraphs(view);
    this.#roots.add(document);
  }

  /** @param {Driven} player @param {AbortSignal} signal */
  join(player, signal) {
    if (this.#players.size === 0) this.#open();
    this.#players.add(player);
    for (const type of ["stepchange", "timeupdate"]) listen(player.host, type, () => this.#mark(), signal);
    listen(signal, "abort", () => this.#leave(player));
    // a paragraph that waits for this player is found again
    this.#forget();
    this.#scanSoon();
  }

  /** @param {Driven} player */
  #leave(player) {
    this.#players.delete(player);
    if (this.#players.size > 0) return this.#scanSoon();
    this.#forget();
    this.#tasks?.(new Map());
    this.#observing?.abort();
    // an aborted signal's reason holds on to whatever was on the stack
    this.#observing = undefined;
    clearTimeout(this.#timer);
    this.#timer = this.#pointed = undefined;
  }

  #open() {
    const document = this.#document;
    const { AbortController, MutationObserver } = this.#view;
    this.#observing = new AbortController();
    const { signal } = this.#observing;
    const point = (/** @type {Event} */ event) => this.#point(under(event, RING));
    const leave = (/** @type {any} */ { relatedTarget }) => relatedTarget || this.#point(undefined);
    for (const type of ["pointerover", "focusin"]) listen(document, type, point, signal);
    for (const type of ["pointerout", "focusout"]) listen(document, type, leave, signal);
    listen(document, "click", (event) => this.#press(event), signal);
    listen(document, "keydown", pressAsButton, signal);
    const pass = (/** @type {Event} */ { timeStamp }) => this.#paragraphs.pass(this.#found, timeStamp);
    listen(document, "scroll", pass, signal, true);
    listen(this.#view, "resize", pass, signal);
    if (!MutationObserver) return;
    const changes = new MutationObserver(() => this.#scanSoon());
    const attributeFilter = [...NAMING, GOAL, CHANGE, ANSWER, GUESS, CHOICES, "data-for"];
    changes.observe(document, { childList: true, subtree: true, attributeFilter });
    disconnectOn(changes, signal);
  }

  /** Forgets all texts, and marks none. */
  #forget() {
    for (const element of this.#found.keys()) setCurrent(element, false);
    this.#found.clear();
  }

  /** The page has changed. */
  #scanSoon() {
    this.#timer ??= Number(setTimeout(() => this.#scan(), patience));
  }

  #scan() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const former = this.#found;
    this.#found = new Map();
    for (const root of this.#roots) {
      if (!root.isConnected) this.#roots.delete(root);
      else
        for (const element of root.querySelectorAll(NAMING.map((name) => `[${name}]`).join()))
          this.#add(/** @type {HTMLElement} */ (element), former.has(/** @type {any} */ (element)));
    }
    for (const element of former.keys()) if (!this.#found.has(element)) setCurrent(element, false);
    this.#mark();
    this.#paragraphs.pass(this.#found, this.#view.performance.now());
    this.#ask();
  }

  /** Tasks and guesses; a page that has none loads nothing for them. */
  #ask() {
    const roots = [...this.#roots];
    const all = roots.flatMap((root) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(ASKING)]));
    if (all.length === 0 && !this.#tasks) return;
    const loading = loadParts(["tasks"]);
    // where it cannot be loaded, the sentence stands as without scripts
    if (loading)
      return void loading.then(
        () => this.#players.size > 0 && this.#ask(),
        () => {},
      );
    this.#tasks ??= parts.tasks.createTasks();
    this.#tasks(new Map(all.map((element) => [element, this.#playerOf(element)?.controller])));
  }

  /** @param {HTMLElement} element @param {boolean} known */
  #add(element, known) {
    this.#found.set(element, this.#playerOf(element));
    const link = element.hasAttribute(STEP);
    if (known || !(link || element.hasAttribute(RING))) return;
    adoptTextStyle(this.#document, this.#view);
    if (element.matches(pressable)) return;
    if (link && !element.hasAttribute("role")) element.setAttribute("role", "button");
    // words within a link are not focused apart from it
    const within = !link && element.parentElement?.closest(`[${STEP}], ${pressable}`);
    if (!within && !element.hasAttribute("tabindex")) element.tabIndex = 0;
  }

  #mark() {
    for (const [element, player] of this.#found) {
      for (const name of NAMING) player?.report.check(name, element.getAttribute(name)?.trim() ?? "");
      const { id, index } = player?.at() ?? {};
      const named = [STEP, SCROLL].map((name) => element.getAttribute(name)?.trim());
      setCurrent(element, id !== undefined && (named.includes(id) || named.includes(String(index))));
    }
  }

  /** @param {MouseEvent} event */
  #press(event) {
    const link = under(event, STEP);
    const step = link?.getAttribute(STEP)?.trim();
    // the browser opens a new tab
    if (!link || !step || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const player = this.#playerOf(link);
    if (!player) return;
    if (link.localName === "a") event.preventDefault();
    this.#addRoot(link);
    player.show(step);
    if (link === this.#pointed) this.#highlight(link);
    this.#scrollTo(player.host, event.timeStamp);
  }

  /** Scrolls the player into view. @param {HTMLElement} host @param {number} now */
  #scrollTo(host, now) {
    const { top, bottom } = host.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    if (middle >= 0 && middle <= this.#view.innerHeight) return;
    // the paragraphs on the way are ignored
    this.#paragraphs.ignored = now + scrolling;
    host.scrollIntoView?.({ block: "nearest", behavior: reducedMotion(host) ? "auto" : "smooth" });
  }

  /** @param {HTMLElement | undefined} element */
  #point(element) {
    if (element === this.#pointed) return;
    if (this.#pointed) this.#playerOf(this.#pointed)?.highlight(null);
    this.#pointed = element;
    if (element) this.#highlight(element);
  }

  /** @param {HTMLElement} element */
  #highlight(element) {
    const player = this.#playerOf(element);
    const text = element.getAttribute(RING)?.trim() ?? "";
    const { tensor, index } = targetOf(text);
    if (player && tensor && !player.highlight({ tensor, index })) player.report.tell(RING, text, "offstage");
  }

  /** Marks the links beside this one, too. @param {HTMLElement} link */
  #addRoot(link) {
    const root = /** @type {Document | ShadowRoot} */ (link.getRootNode());
    if (this.#roots.has(root)) return;
    this.#roots.add(root);
    this.#scan();
  }

  /** @param {HTMLElement} element @returns {Driven | undefined} */
  #playerOf(element) {
    const id = element.getAttribute("data-for")?.trim();
    const players = [...this.#players];
    if (!id) return nearest(element, players);
    const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    const host = root.getElementById?.(id) ?? this.#document.getElementById(id);
    return players.find((player) => player.host === host);
  }
}

/** Enter and Space press text that acts as a button. @param {KeyboardEvent} event */
function pressAsButton(event) {
  const [target] = /** @type {HTMLElement[]} */ (event.composedPath());
  if ((event.key !== "Enter" && event.key !== " ") || event.repeat || event.defaultPrevented) return;
  if (!target.hasAttribute?.(STEP) || target.matches(pressable)) return;
  event.preventDefault();
  target.click();
}

/** The element with the attribute that contains the target of an event. @param {Event} event @param {string} attribute @returns {HTMLElement | undefined} */
const under = (event, attribute) =>
  /** @type {HTMLElement | undefined} */ (
    event.composedPath().find((at) => /** @type {Element} */ (at).hasAttribute?.(attribute))
  );

/** @param {HTMLElement} element @param {boolean} current */
function setCurrent(element, current) {
  if (current === element.hasAttribute(CURRENT)) return;
  element.toggleAttribute(CURRENT, current);
  if (!element.hasAttribute(STEP)) return;
  if (current) element.setAttribute("aria-current", "step");
  else element.removeAttribute("aria-current");
}
