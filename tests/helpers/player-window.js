// A document in Node in which the player is defined; a test says what is in view and where everything stands.
import { after, afterEach, before } from "node:test";
import { JSDOM } from "jsdom";

const names = ["HTMLElement", "customElements"];

/** For one test file. Every test begins with an empty body. */
export function playerWindow() {
  const { window } = new JSDOM("");
  const { document } = window;
  /** What tells a player that it comes into the window or leaves it. @type {Map<Element, (inView: boolean) => void>} */
  const tellers = new Map();
  window.IntersectionObserver = class {
    constructor(callback, { rootMargin } = {}) {
      // the other one tells only that the element is near
      this.observe = (element) =>
        rootMargin || tellers.set(element, (isIntersecting) => callback([{ isIntersecting }]));
      this.disconnect = () => {};
    }
  };
  before(async () => {
    for (const name of names) globalThis[name] = window[name];
    await import("../../web/player.js");
  });
  after(() => {
    for (const name of names) delete globalThis[name];
    window.close();
  });
  afterEach(() => document.body.replaceChildren());
  return { window, document, setInView: (player, inView) => tellers.get(player)(inView) };
}

/** Gives an element a place, px from the window's corner: `top` is read whenever it is asked for. */
export function putAt(element, { left = 0, width = 600, height, top }) {
  element.getBoundingClientRect = () => {
    const y = top();
    return { left, right: left + width, top: y, bottom: y + height, width, height };
  };
}

/** Waits until something is so. */
export async function until(so) {
  for (let tries = 0; !so(); tries++) {
    if (tries > 300) throw new Error(`never so: ${so}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
