// A document in Node in which the player is defined; a test controls what is in view and where elements are.
import { after, afterEach, before } from "node:test";
import { JSDOM } from "jsdom";

const names = ["HTMLElement", "customElements"];

/** Sets up a window for one test file. Every test begins with an empty body. */
export function playerWindow() {
  const { window } = new JSDOM("");
  const { document } = window;
  /** The callbacks that report to a player whether it is in view. @type {Map<Element, (inView: boolean) => void>} */
  const tellers = new Map();
  window.IntersectionObserver = class {
    constructor(callback, { rootMargin } = {}) {
      // an observer with a margin only reports that the element is near
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

/** Gives an element a position, in px from the corner of the window; `top` is called on every read. */
export function putAt(element, { left = 0, width = 600, height, top }) {
  element.getBoundingClientRect = () => {
    const y = top();
    return { left, right: left + width, top: y, bottom: y + height, width, height };
  };
}

/** Waits until a condition holds; throws after about three seconds. */
export async function until(so) {
  for (let tries = 0; !so(); tries++) {
    if (tries > 300) throw new Error(`never so: ${so}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
