/** An element's life on a page: what it observes there, and when it plays by itself. */
import { reducedMotion } from "./environment.js";
import { observe } from "./observers.js";
import { createCheck } from "./prose/check.js";
import { joinProse } from "./prose/prose.js";
import { adoptWaiting } from "./style.js";
import { viewOf } from "./window.js";

export class Life {
  /** @type {import("./controller.js").Controller} */ #controller;
  /** @type {AbortController | undefined} of everything that it observes */ #observing;
  #visible = false;
  /** @type {ReturnType<typeof createCheck>} */ #check;
  /** It plays by itself at most once, and not after a pause. */
  started = false;

  /** @param {import("./controller.js").Controller} controller */
  constructor(controller) {
    this.#controller = controller;
    this.#check = createCheck(controller);
  }

  /** The element is on a page. */
  open() {
    const { host, updates, view: shown } = this.#controller;
    if (!shown) adoptWaiting(/** @type {ShadowRoot} */ (host.shadowRoot));
    this.#end();
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
      at: () => controller.reached,
      check: this.#check,
      show: (/** @type {string} */ step) => updates.when(() => controller.goTo(step)),
      follow: (/** @type {string} */ step) => updates.when(() => actions.follow(controller.stepOf(step))),
    };
    joinProse(prose, view, signal);
    const callbacks = {
      resized: (/** @type {number} */ width) => updates.resize(width),
      near: () => updates.want(),
      seen: (/** @type {boolean} */ visible) => this.#seen(visible),
      hidden: () => controller.run?.training?.stop(),
      children: () => updates.read(),
      environment: () => this.#environment(),
      printed: (/** @type {boolean} */ printing) => controller.print(printing),
      key: (/** @type {KeyboardEvent} */ event) => controller.key(event),
      pressed: (/** @type {Event} */ event) =>
        event.composedPath().includes(host) || controller.view?.controls.settings.show(false),
    };
    observe(host, view, callbacks, signal);
  }

  /** Whether it will play by itself. */
  get starts() {
    const { state, host } = this.#controller;
    return !this.started && state.options.autoplay && !reducedMotion(host);
  }

  /** Autoplay, once there is a picture in view. */
  begin() {
    if (this.started || !this.#visible || !this.#controller.scene) return;
    const { starts } = this;
    this.started = true;
    if (starts) this.#controller.play();
  }

  /** @param {boolean} visible */
  #seen(visible) {
    const { host, player, run } = this.#controller;
    this.#visible = visible;
    if (!visible) run?.training?.stop();
    player.setAwake(visible && host.isConnected);
    this.begin();
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
