/** Access to the window that contains the element. A document may have no window, and a window may lack any of its features. */

/** @typedef {Window & typeof globalThis} View */

/** @param {Node} node @returns {View | null} */
export const viewOf = (node) => /** @type {View | null} */ (node.ownerDocument?.defaultView ?? null);

/**
 * Whether an element contains a picture of the page's own, which is shown until the player shows one.
 * @param {Element} element
 */
export const isPictured = (element) => element.querySelector("img, svg, picture, video, canvas") !== null;

/** @param {View | null} view @param {string} query @returns {boolean} */
export const matches = (view, query) => view?.matchMedia?.(query).matches ?? false;

/**
 * @param {EventTarget} target @param {string} type @param {(event: any) => void} listener @param {AbortSignal} [signal] ends it
 * @param {boolean} [capture]
 */
export const listen = (target, type, listener, signal, capture) =>
  target.addEventListener(type, listener, { capture, signal });

/** @param {View} view @param {string} query @param {(matches: boolean) => void} changed @param {AbortSignal} [signal] ends it */
export function observeMedia(view, query, changed, signal) {
  const list = view.matchMedia?.(query);
  if (list && "addEventListener" in list) listen(list, "change", () => changed(list.matches), signal);
}

/**
 * Milliseconds after which a page counts as idle in any case: one that paints nothing may never be told that it is, and robots
 * print half a second after its last request.
 */
const PATIENCE = 300;

/**
 * Calls back when the page has loaded and is idle.
 * @param {View} view @param {() => void} rested @param {AbortSignal} signal ends it
 */
export function whenIdle(view, rested, signal) {
  const rest = () => signal.aborted || rested();
  const wait = () =>
    view.requestIdleCallback ? view.requestIdleCallback(rest, { timeout: PATIENCE }) : setTimeout(rest);
  if (view.document.readyState === "complete") wait();
  else listen(view, "load", wait, signal);
}

/** Disconnects an observer when the signal is aborted. @param {{ disconnect(): void }} observer @param {AbortSignal} [signal] */
export const disconnectOn = (observer, signal) =>
  signal && listen(signal, "abort", () => observer.disconnect());

/**
 * Calls back when an element is less than a viewport away from being in view.
 * @param {HTMLElement} element @param {View} view it has IntersectionObserver @param {() => void} near @param {AbortSignal} signal ends it
 */
export function observeNear(element, view, near, signal) {
  const observer = new view.IntersectionObserver(
    (entries) => {
      if (entries.at(-1)?.isIntersecting) {
        observer.disconnect();
        near();
      } else if (view.getComputedStyle(element).display === "contents") {
        // without a box it would never be in view
        element.style.setProperty("display", "block", "important");
      }
    },
    { rootMargin: "100% 0px" },
  );
  observer.observe(element);
  disconnectOn(observer, signal);
}
