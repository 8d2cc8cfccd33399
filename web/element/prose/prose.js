/**
 * Lets the prose of a page drive the player, by attributes of any element, now or later:
 *
 * - `data-attention-step="softmax-1"`, on a link, a button or any other text: pressing it makes the player show that step, an id or
 *   an index. Text without `href` can be reached by keyboard, too.
 * - `data-attention-scroll="softmax-1"`, on a paragraph: when it reaches a line of the window, the player shows the step, animated
 *   unless the reader prefers reduced motion; scrolling back above the first paragraph shows the first step. A playing player is
 *   left alone, and the reader's own choice holds until the next paragraph. The line is in the middle of the window; below a sticky
 *   player, a third of the way from there to the bottom; or where `data-attention-line="60%"` says, on the paragraph, an element
 *   around it or the player.
 * - `data-attention-highlight="weights:0,0,1,2"`: hovering or focusing it highlights the cell; `weights:0,0,1,*` the row, `weights`
 *   the tensor. A target that the picture does not show is lit in the formula, and reported to the author once.
 * - `data-attention-goal="weights:0,0,2,2 > 0.5"` turns a paragraph into a task, `data-attention-guess="softmax-1"` into a guess
 *   before a step: tasks/ documents them, and is loaded only if a page has one.
 * - `data-for="id"` names the player. Without it, the player is the only one, or the nearest: in the same section, the last one
 *   before the text, else the first after it.
 *
 * A step or a cell that the player does not have is ignored; the event `error` and the console report it once.
 *
 * While the player is at a step, elements that name it have `data-attention-current`, and those that can be pressed also
 * `aria-current="step"`. In shadow roots of the page, everything but the paragraphs works once a reader has used a link there.
 */
import { ASKED, CURRENT, GOAL, GUESS, RING, SCROLL, STEP, pressable } from "./attributes.js";
import { opensTab, pressedEarly, under } from "./links.js";
import { createReport, targetOf } from "./report.js";
import { nearest } from "./nearest.js";
import { Paragraphs } from "./paragraphs.js";
import { adoptTextStyle } from "./style.js";
import { reflect } from "../dom.js";
import { reducedMotion } from "../environment.js";
import { loadParts, parts } from "../lazy-parts.js";
import { disconnectOn, listen } from "../window.js";

/** @typedef {import("../window.js").View} View */
/**
 * @typedef {object} Driven a player as prose uses it
 * @property {HTMLElement} host
 * @property {import("../controller.js").Controller} controller
 * @property {import("./report.js").Report} report to the author of the page
 */

/** Attributes that name a step or a cell of the player. */
const NAMING = [STEP, SCROLL, RING];
/** Selects elements that ask something of the reader. */
const ASKING = `[${GOAL}], [${GUESS}]`;
// the delay before a changed page is searched, in milliseconds: some pages change all the time
const patience = 100;
// how long the scrolling of a pressed link lasts, in milliseconds; it is not the reader's
const scrolling = 1000;

/** @type {WeakMap<Document, Prose>} */
const pages = new WeakMap();

/** The report of each player, kept while it is disconnected. @type {WeakMap<HTMLElement, import("./report.js").Report>} */
const reports = new WeakMap();

/** @param {import("../controller.js").Controller} controller @param {View} view its window @param {AbortSignal} signal ends it */
export function joinProse(controller, view, signal) {
  const { host } = controller;
  const document = host.ownerDocument;
  const prose = pages.get(document) ?? new Prose(document, view);
  pages.set(document, prose);
  const report = reports.get(host) ?? createReport(controller);
  reports.set(host, report);
  prose.join({ host, controller, report }, signal);
}

class Prose {
  /** @type {Document} */ #document;
  /** @type {View} */ #view;
  /** @type {Set<Driven>} */ #players = new Set();
  /** @type {AbortController | undefined} ends what is observed while there are players */ #observing;
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
    // so that paragraphs that wait for this player are found again
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
    // an aborted signal's reason keeps alive whatever was on the stack
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
    const attributeFilter = [...NAMING, ...ASKED, "data-for"];
    changes.observe(document, { childList: true, subtree: true, attributeFilter });
    disconnectOn(changes, signal);
  }

  /** Forgets all texts, and removes their marks. */
  #forget() {
    for (const element of this.#found.keys()) setCurrent(element, false);
    this.#found.clear();
  }

  /** Schedules a search after a change of the page. */
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
    for (const link of pressedEarly) link.click();
    pressedEarly.clear();
    this.#ask();
  }

  /** Updates tasks and guesses; loads their part only if the page has some. */
  #ask() {
    const roots = [...this.#roots];
    const all = roots.flatMap((root) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(ASKING)]));
    if (all.length === 0 && !this.#tasks) return;
    const loading = loadParts(["tasks"]);
    // if it cannot be loaded, the sentence stays as it is without scripts
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
    // words inside a link are not focusable by themselves
    const within = !link && element.parentElement?.closest(`[${STEP}], ${pressable}`);
    if (!within && !element.hasAttribute("tabindex")) element.tabIndex = 0;
  }

  #mark() {
    for (const [element, player] of this.#found) {
      for (const name of NAMING) player?.report.check(name, element.getAttribute(name)?.trim() ?? "");
      const { id, index } = player?.controller.reached ?? {};
      const named = [STEP, SCROLL].map((name) => element.getAttribute(name)?.trim());
      setCurrent(element, id !== undefined && (named.includes(id) || named.includes(String(index))));
    }
  }

  /** @param {MouseEvent} event */
  #press(event) {
    const link = under(event, STEP);
    const step = link?.getAttribute(STEP)?.trim();
    if (!link || !step || opensTab(event)) return;
    const player = this.#playerOf(link);
    if (!player) return;
    if (link.localName === "a") event.preventDefault();
    this.#addRoot(link);
    const { host, controller } = player;
    controller.updates.when(() => controller.goTo(step));
    if (link === this.#pointed) this.#highlight(link);
    this.#scrollTo(host, event.timeStamp);
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
    if (this.#pointed) this.#playerOf(this.#pointed)?.controller.highlight(null);
    this.#pointed = element;
    if (element) this.#highlight(element);
  }

  /** @param {HTMLElement} element */
  #highlight(element) {
    const player = this.#playerOf(element);
    const text = element.getAttribute(RING)?.trim() ?? "";
    const { tensor, index } = targetOf(text);
    if (!player || !tensor || player.controller.highlight({ tensor, index })) return;
    player.report.tell(RING, text, "offstage");
  }

  /** Searches the root of a link from now on, so that the links beside it are marked, too. @param {HTMLElement} link */
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

/** @param {HTMLElement} element @param {boolean} current */
function setCurrent(element, current) {
  if (current === element.hasAttribute(CURRENT)) return;
  element.toggleAttribute(CURRENT, current);
  if (element.hasAttribute(STEP)) reflect(element, "aria-current", current ? "step" : null);
}
