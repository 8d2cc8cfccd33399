/** Paragraphs that move the player to their step as they reach the middle of the window. */
import { SCROLL } from "./attributes.js";

/** @typedef {import("./prose.js").Driven} Driven */

export class Paragraphs {
  /** @type {(paragraph: HTMLElement) => Driven | undefined} */ #playerOf;
  /** @type {IntersectionObserver | undefined} */ #middle;
  /** The last one of each player; a reader's own choice holds until the next. @type {WeakMap<HTMLElement, Element>} */ #read =
    new WeakMap();
  /** Paragraphs that pass before this time are ignored. */
  ignored = 0;

  /** @param {import("../window.js").View} view @param {(paragraph: HTMLElement) => Driven | undefined} playerOf */
  constructor({ IntersectionObserver }, playerOf) {
    this.#playerOf = playerOf;
    if (IntersectionObserver)
      this.#middle = new IntersectionObserver((entries) => this.#pass(entries), { rootMargin: "-50% 0px" });
  }

  /** @param {Element} paragraph */
  add(paragraph) {
    this.#middle?.observe(paragraph);
  }

  /** @param {Element} paragraph */
  drop(paragraph) {
    this.#middle?.unobserve(paragraph);
  }

  clear() {
    this.#middle?.disconnect();
  }

  /** @param {IntersectionObserverEntry[]} entries that came to the middle, or left it */
  #pass(entries) {
    for (const { target, isIntersecting, time } of entries) {
      const player = this.#playerOf(/** @type {HTMLElement} */ (target));
      const step = target.getAttribute(SCROLL)?.trim();
      if (!isIntersecting || !player || !step || this.#read.get(player.host) === target) continue;
      this.#read.set(player.host, target);
      if (time >= this.ignored) player.follow(step);
    }
  }
}
