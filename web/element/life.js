/** An element's life on a page: what it observes there, when it pauses unseen, and when it plays by itself. */
import { reducedMotion } from "./environment.js";
import { observe } from "./observers.js";
import { pageClock } from "./player.js";
import { joinProse } from "./prose/waiting.js";
import { adoptWaiting } from "./style.js";
import { viewOf } from "./window.js";

// how often a player that a style has stopped is looked at, in milliseconds: no event tells of its return
const patience = 250;
// after it has begun by itself a press still means "play" for so long, in milliseconds
const meant = 1000;

/** The lives of the elements on each page. @type {WeakMap<Document, Set<Life>>} */
const pages = new WeakMap();

export class Life {
  /** @type {import("./controller.js").Controller} */ #controller;
  /** @type {AbortController | undefined} of everything that it observes */ #observing;
  /** @type {number | undefined} */ #timer;
  /** All lives on its page, while it is there. @type {Set<Life>} */
  #page = new Set();
  /** Whether its place is in the window. */
  #inView = false;
  /** Whether it can be seen there. */
  #seen = false;
  /** It was playing when it was hidden. */
  #interrupted = false;
  /** Somebody has played or paused it, or it has ended: it plays by itself no more. */
  #taken = false;
  /** When it was last looked at, and when it last began by itself, in milliseconds. */
  #looked = 0;
  #began = -Infinity;

  /** @param {import("./controller.js").Controller} controller */
  constructor(controller) {
    this.#controller = controller;
  }

  /** The element is on a page. */
  open() {
    const { host, updates, view: shown } = this.#controller;
    if (!shown) adoptWaiting(/** @type {ShadowRoot} */ (host.shadowRoot));
    this.#end();
    this.#page = pages.get(host.ownerDocument) ?? new Set();
    pages.set(host.ownerDocument, this.#page.add(this));
    const view = viewOf(host);
    // a document without a window is never seen
    if (view) this.#observe(view);
    updates.read();
    updates.plan("look", "scene");
  }

  /** The element has left the page: nothing ticks, listens or speaks. */
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
    // an aborted signal's reason holds on to whatever was on the stack
    this.#observing = undefined;
    clearTimeout(this.#timer);
    this.#page.delete(this);
  }

  /** @param {import("./window.js").View} view */
  #observe(view) {
    const controller = this.#controller;
    const { host, updates, actions } = controller;
    // one of the window's own: a listener takes no other's signal
    this.#observing = new view.AbortController();
    const { signal } = this.#observing;
    const prose = {
      host,
      controller,
      at: () => controller.reached,
      show: (/** @type {string} */ step) => updates.when(() => controller.goTo(step)),
      follow: (/** @type {string} */ step) =>
        updates.when(() => {
          // it moves where it can be seen
          if (this.#inView) this.look();
          actions.follow(controller.stepOf(step));
        }),
      highlight: controller.highlight,
    };
    joinProse(prose, view, signal);
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

  /** Somebody plays or pauses it, and decides from now on. */
  take() {
    this.#taken = true;
    this.#interrupted = false;
    this.look();
  }

  /** Whether it will play by itself. */
  get starts() {
    const { state, host } = this.#controller;
    return !this.#taken && state.options.autoplay && !reducedMotion(host);
  }

  /** Looks now and then, with the frames that it plays: most ways to hide it fire no event, and to ask takes a fifth of a frame's script. */
  glance() {
    if (pageClock.now() - this.#looked > 100) this.look();
  }

  /** Whether it can be seen. */
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
    // nobody waits for one that stands still
    const waits = hidden && this.#inView && (this.#interrupted || this.#automatic);
    if (waits) this.#timer = Number(setTimeout(() => this.look(), patience));
    this.takeTurns();
  }

  /** Of the players of a page that play by themselves one does, the nearest to the middle of the window; none beside one that somebody plays. */
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

  /** Whether it has just begun by itself: who aims at "play" then hits "pause". */
  get hasJustBegun() {
    return !this.#taken && pageClock.now() - this.#began < meant;
  }

  /** Whether it would play by itself. */
  get #automatic() {
    return this.#controller.scene !== null && this.starts;
  }

  /** px between its middle and the window's. */
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

// not every browser knows all names
const styles = {
  visibilityProperty: true,
  checkVisibilityCSS: true,
  opacityProperty: true,
  checkOpacity: true,
};

/** Whether a style, a closed part of the page or another tab hides an element, wherever it stands. @param {HTMLElement} host */
const isHidden = (host) =>
  host.ownerDocument.visibilityState === "hidden" || host.checkVisibility?.(styles) === false;
