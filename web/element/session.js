/** One element's life on a page: what is asked of it before there is a scene, what it does when it comes into view. */
import { byAttribute, reflect, textOf } from "./options.js";
import { watchProse } from "./prose/prose.js";
import { Controller } from "./controller.js";
import { childText } from "./source.js";
import { State, given } from "./state.js";
import { adoptWaiting } from "./style.js";
import { reducedMotion } from "./surroundings.js";
import { Updates } from "./updates.js";
import { watch } from "./watch.js";

/** @typedef {import("./controller.js").Host} Host */

export class Session {
  /** @type {Host} */ #host;
  /** @type {(() => void) | null} */ #forget = null;
  /** @type {(() => void)[]} what was asked before there was a scene, in order */ #asked = [];
  #started = false;
  #visible = false;
  /** @type {string | null} what the child script said last */ #text = null;

  /** Whether the attribute compare was set by the property, as a text. */
  #compareText = false;

  state = new State();
  /** @type {Controller} */ controller;
  /** @type {Updates} */ updates;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    const tell = {
      send: (/** @type {string} */ type, /** @type {any} */ detail) => this.send(type, detail),
      done: () => this.#done(),
    };
    this.controller = new Controller(host, this.state, {
      send: tell.send,
      set: (attribute, value) => this.set(attribute, value),
      edit: (problem) => this.updates.edit(problem),
      again: () => this.updates.plan("scene"),
    });
    this.updates = new Updates(host, this.state, this.controller, tell);
  }

  /** An attribute says something else: what depends on it is made anew. @param {string} name @param {string | null} text */
  write(name, text) {
    const { state, controller, updates } = this;
    if (!state.write(name, text)) return;
    const { remakes = "scene" } = byAttribute[name] ?? { remakes: "problem" };
    if (name === "compare") state.compare = undefined;
    // the other switches of a problem hold for the property, too
    else if (remakes === "problem" && !/^(scale|causal)$/.test(name)) state.problem = undefined;
    if (name === "loop") controller.player.loop = state.options.loop;
    if (name === "speed") controller.player.rate = state.options.speed;
    updates.change(remakes);
  }

  /** What the reader or a script chooses: it holds at once, and the attribute says so. @param {string} name @param {any} value */
  set(name, value) {
    const text = textOf(name, value);
    this.write(name, text);
    reflect(this.#host, name, text);
  }

  /** @param {unknown} problem to set the one shown against */
  compare(problem) {
    const text = typeof problem === "string";
    // what a text had made of the attribute holds no longer; what the page has written does
    if (text || (problem == null && this.#compareText)) this.set("compare", problem);
    this.#compareText = text || (this.#compareText && problem != null);
    this.state.compare = text ? undefined : given(problem);
    this.updates.change("problem");
    this.updates.want();
  }

  /** The element is on a page. */
  open() {
    const { controller, updates } = this;
    this.#text = childText(this.#host);
    if (!controller.view) adoptWaiting(/** @type {ShadowRoot} */ (this.#host.shadowRoot));
    this.#forget?.();
    const prose = watchProse({
      host: this.#host,
      at: () => controller.told,
      follow: (step) => this.when(() => controller.transport.follow(controller.stepOf(step))),
    });
    const page = watch(this.#host, {
      resized: (width) => updates.resize(width),
      near: () => updates.want(),
      seen: (visible) => this.#seen(visible),
      hidden: () => this.controller.run?.training?.stop(),
      children: () => this.#children(),
      surroundings: () => this.#surroundings(),
      printed: (printing) => controller.print(printing),
      key: (event) => controller.key(event),
      pressed: (event) =>
        event.composedPath().includes(this.#host) || controller.view?.controls.settings.show(false),
    });
    this.#forget = () => {
      prose();
      page();
    };
    updates.plan("look", "scene");
  }

  /** What stands in the element has changed, or the page has been read to its end. */
  #children() {
    const text = childText(this.#host);
    // mostly nothing that a problem is made from
    if (this.updates.settled && text === this.#text) return;
    this.#text = text;
    if (!this.state.problem) this.updates.plan("problem");
  }

  /** It is taken off the page: nothing ticks, listens or speaks. */
  close() {
    this.#forget?.();
    this.#forget = null;
    this.controller.player.wake(false);
    this.controller.view?.quiet();
    this.controller.run?.rows?.pause();
    this.controller.run?.training?.pause();
    this.updates.rest();
  }

  /** Now, or as soon as there is a scene. @param {() => void} act */
  when(act) {
    if (this.updates.settled) return act();
    this.#asked.push(act);
    this.updates.want();
  }

  /** With reduced motion, shows the next step finished. */
  play() {
    const { controller } = this;
    if (reducedMotion(this.#host)) {
      if (controller.player.time >= controller.player.duration) controller.transport.seek(0);
      else controller.advance();
      return;
    }
    const { paused, time, duration } = controller.player;
    // what plays, but has come to its end, begins again
    if (!paused && time < duration) return;
    controller.player.play();
    controller.draw(controller.player.time);
    if (paused) this.send("play");
  }

  pause() {
    const { controller } = this;
    // whoever pauses does not want it to begin by itself either
    this.#started = true;
    if (!this.updates.settled) this.#asked.push(() => this.pause());
    if (controller.player.paused) return;
    controller.player.pause();
    controller.showPlaying();
    this.send("pause");
    this.send("timeupdate");
  }

  /** @param {string} type @param {any} [detail] */
  send(type, detail) {
    // an event of the element's own document, which need not be this one, nor have a window
    const event = this.#host.ownerDocument.createEvent("CustomEvent");
    event.initCustomEvent(type, false, false, detail);
    this.#host.dispatchEvent(event);
  }

  /** After an update, whether it went well or not: what was asked before it. */
  #done() {
    if (!this.controller.scene) return;
    for (const act of this.#asked.splice(0)) act();
    this.#begin();
  }

  /** @param {boolean} visible */
  #seen(visible) {
    this.#visible = visible;
    if (!visible) this.controller.run?.training?.stop();
    this.controller.player.wake(visible && this.#host.isConnected);
    this.#begin();
  }

  #surroundings() {
    this.updates.plan("look");
    const { player, scene, step } = this.controller;
    if (!scene || !reducedMotion(this.#host) || (player.paused && !player.gliding)) return;
    this.pause();
    player.seek(step.hold);
  }

  /** Once, when there is a picture in view. */
  #begin() {
    if (this.#started || !this.#visible || !this.controller.scene) return;
    this.#started = true;
    if (this.state.options.autoplay && !reducedMotion(this.#host)) this.play();
  }
}
