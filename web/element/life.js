/** An element's life on a page: what it observes, when it pauses because it is hidden, and when it plays by itself. */
import { reducedMotion } from "./environment.js";
import { observe } from "./observers.js";
import { pageClock } from "./player.js";
import { joinProse } from "./prose/waiting.js";
import { adoptWaiting } from "./style.js";
import { viewOf } from "./window.js";

// how often a player that a style hides checks whether it is visible again, in milliseconds: no event reports that
const patience = 250;
// how long after the player has started by itself a press still means "play", in milliseconds
const meant = 1000;

/** The lives of the elements of each page. @type {WeakMap<Document, Set<Life>>} */
const pages = new WeakMap();

export class Life {
  /** @type {import("./controller.js").Controller} */ #controller;
  /** @type {AbortController | undefined} ends everything that it observes */ #observing;
  /** @type {number | undefined} */ #timer;
  /** All lives on its page while it is connected. @type {Set<Life>} */
  #page = new Set();
  /** Whether its box is in the viewport. */
  #inView = false;
  /** Whether it is visible there. */
  #seen = false;
  /** Whether it was playing when it was hidden. */
  #interrupted = false;
  /** Whether somebody has played or paused it, or it has ended; it then no longer plays by itself. */
  #taken = false;
  /** When its visibility was last checked, and when it last started by itself, in milliseconds. */
  #looked = 0;
  #began = -Infinity;

  /** @param {import("./controller.js").Controller} controller */
  constructor(controller) {
    this.#controller = controller;
  }

  /** Called when the element is connected. */
  open() {
    const { host, updates, view: shown } = this.#controller;
    if (!shown) adoptWaiting(/** @type {ShadowRoot} */ (host.shadowRoot));
    this.#end();
    this.#page = pages.get(host.ownerDocument) ?? new Set();
    pages.set(host.ownerDocument, this.#page.add(this));
    const view = viewOf(host);
    // a document without a window is never visible
    if (view) this.#observe(view);
    updates.read();
    updates.plan("look", "scene");
  }

  /** Called when the element is disconnected: stops all timers, listeners and announcements. */
  close() {
    const { player, view, run, updates } = this.#controller;
    this.#end();
    this.#inView = this.#seen = false;
    player.setAwake(false);
    view?.quiet();
    run?.rows?.pause();
    run?.training?.pause();
    updates.rest();
  }

  #end() {
    this.#observing?.abort();
    // an aborted signal's reason keeps alive whatever was on the stack
    this.#observing = undefined;
    clearTimeout(this.#timer);
    this.#page.delete(this);
  }

  /** @param {import("./window.js").View} view */
  #observe(view) {
    const controller = this.#controller;
    const { host, updates } = controller;
    // from the element's own window, whose listeners reject the signals of another
    this.#observing = new view.AbortController();
    const { signal } = this.#observing;
    joinProse(controller, view, signal);
    const callbacks = {
      resized: (/** @type {number} */ width) => updates.resize(width),
      near: () => updates.want(),
      seen: (/** @type {boolean} */ inView) => {
        this.#inView = inView;
        this.look();
      },
      turned: () => this.look(),
      children: () => updates.read(),
      environment: () => this.#environment(),
      printed: (/** @type {boolean} */ printing) => controller.print(printing),
      idle: () => updates.prepare(),
      fullscreen: () => updates.plan("scene"),
      key: (/** @type {KeyboardEvent} */ event) => controller.key(event),
      pressed: (/** @type {Event} */ event) =>
        event.composedPath().includes(host) || controller.view?.controls.settings.show(false),
    };
    observe(host, view, callbacks, signal);
  }

  /** Shows a step that the page's prose has reached, unless it is playing. @param {string} step */
  follow(step) {
    const controller = this.#controller;
    controller.updates.when(() => {
      // checks the visibility first: the step is animated only where it can be seen
      if (this.#inView) this.look();
      controller.actions.follow(controller.stepOf(step));
    });
  }

  /** Called when somebody plays or pauses it: from now on it no longer plays by itself. */
  take() {
    this.#taken = true;
    this.#interrupted = false;
    this.look();
  }

  /** Whether it may play by itself. */
  get starts() {
    const { state, host } = this.#controller;
    return !this.#taken && state.options.autoplay && !reducedMotion(host);
  }

  /**
   * Checks the visibility now and then during playback: most ways of hiding an element fire no event, but a check takes a fifth
   * of a frame's script time.
   */
  glance() {
    if (pageClock.now() - this.#looked > 100) this.look();
  }

  /** Checks the visibility, and pauses, resumes or starts playback accordingly. */
  look() {
    if (!this.#page.has(this)) return;
    this.#looked = pageClock.now();
    const controller = this.#controller;
    const { host, player, run } = controller;
    const hidden = isHidden(host);
    const seen = this.#inView && !hidden;
    if (this.#seen && !seen) run?.training?.stop();
    this.#seen = seen;
    player.setAwake(seen);
    if (hidden && !player.paused && !this.#automatic) {
      this.#interrupted = true;
      controller.pause();
    } else if (!hidden && this.#interrupted) {
      this.#interrupted = false;
      controller.play();
    }
    clearTimeout(this.#timer);
    // a player that stays paused anyway is not polled
    const waits = hidden && this.#inView && (this.#interrupted || this.#automatic);
    if (waits) this.#timer = Number(setTimeout(() => this.look(), patience));
    this.takeTurns();
  }

  /**
   * Lets one of a page's autoplaying players play: the one nearest to the middle of the window, or none while a reader plays
   * another.
   */
  takeTurns() {
    const lives = [...this.#page];
    const plays = (/** @type {Life} */ life) => !life.#controller.player.paused;
    const automatic = lives.filter((life) => life.#automatic);
    const taken = lives.some((life) => life.#taken && life.#seen && plays(life));
    const [next] = taken ? [] : automatic.filter((life) => life.#seen).sort((a, b) => a.#away - b.#away);
    for (const life of automatic) if (life !== next && plays(life)) life.#controller.pause();
    if (!next || plays(next)) return;
    next.#began = pageClock.now();
    next.#controller.play();
  }

  /** Whether it has just started by itself: a reader who aims at "play" then hits "pause". */
  get hasJustBegun() {
    return !this.#taken && pageClock.now() - this.#began < meant;
  }

  /** Whether it may play by itself and has something to play. */
  get #automatic() {
    return this.#controller.scene !== null && this.starts;
  }

  /** The distance in px between its middle and the window's. */
  get #away() {
    const { host } = this.#controller;
    const { top, bottom } = host.getBoundingClientRect();
    return Math.abs(top + bottom - (viewOf(host)?.innerHeight ?? 0)) / 2;
  }

  #environment() {
    const controller = this.#controller;
    const { host, player, scene, step } = controller;
    controller.updates.plan("look");
    if (!scene || !reducedMotion(host) || (player.paused && !player.gliding)) return;
    controller.pause();
    player.seek(step.hold);
  }
}

const styles = { visibilityProperty: true, opacityProperty: true };

/**
 * Whether a style, a collapsed part of the page or another tab hides an element, wherever it is scrolled to.
 * @param {HTMLElement} host
 */
const isHidden = (host) =>
  host.ownerDocument.visibilityState === "hidden" || host.checkVisibility?.(styles) === false;
