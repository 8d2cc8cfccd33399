/** Observes everything outside the element that it depends on: its width, its place on the page, its children, keys. */
import { observeEnvironment, observePrint } from "./environment.js";
import { disconnectOn, listen, observeNear, whenIdle } from "./window.js";

/** @typedef {import("./window.js").View} View */
/**
 * @typedef {object} Callbacks
 * @property {(width: number) => void} resized px, never 0
 * @property {() => void} near it will soon be in view
 * @property {(visible: boolean) => void} seen its box enters or leaves the viewport
 * @property {() => void} turned the reader switches to another tab, or back
 * @property {() => void} children
 * @property {() => void} environment language, theme, motion
 * @property {(printing: boolean) => void} printed
 * @property {() => void} idle the page has loaded and is idle
 * @property {() => void} fullscreen an element enters or leaves full screen
 * @property {(event: KeyboardEvent) => void} key
 * @property {(event: Event) => void} pressed a pointer went down somewhere on the page
 */

/** @param {HTMLElement} element @param {View} view its window @param {Callbacks} callbacks @param {AbortSignal} signal ends it all */
export function observe(element, view, callbacks, signal) {
  const document = element.ownerDocument;
  observeWidth(element, view, callbacks.resized, signal);
  observePlace(element, view, callbacks, signal);
  observeEnvironment(element, view, callbacks.environment, signal);
  observePrint(view, callbacks.printed, signal);
  whenIdle(view, callbacks.idle, signal);
  listen(document, "fullscreenchange", callbacks.fullscreen, signal);
  listen(element, "keydown", callbacks.key, signal);
  listen(document, "pointerdown", callbacks.pressed, signal);
  listen(document, "visibilitychange", callbacks.turned, signal);
  // while the page is parsed, the child script comes after the element
  listen(document, "DOMContentLoaded", callbacks.children, signal);
  if (!view.MutationObserver) return;
  const children = new view.MutationObserver(callbacks.children);
  children.observe(element, { childList: true, subtree: true, characterData: true });
  disconnectOn(children, signal);
}

/** @param {HTMLElement} element @param {View} view @param {(width: number) => void} resized @param {AbortSignal} signal */
function observeWidth(element, view, resized, signal) {
  let width = 0;
  const report = () => width > 0 && resized(width);
  if (!view.ResizeObserver) {
    const measure = () => {
      width = element.clientWidth;
      report();
    };
    return listen(view, "resize", measure, signal);
  }
  let [inner, outer] = [0, 0];
  const size = new view.ResizeObserver((entries) => {
    for (const { target, contentRect } of entries)
      if (target === element) inner = contentRect.width;
      else outer = contentRect.width;
    // a page that unsets every style leaves the element inline, without a width of its own, and what it stands in, too
    const seen = element.getBoundingClientRect().width;
    width = inner || (element.clientWidth === 0 && seen > 0 ? outer || seen : 0);
    // resizing the element inside the callback would be reported as an error of the page
    setTimeout(report);
  });
  size.observe(element);
  if (element.parentElement) size.observe(element.parentElement);
  disconnectOn(size, signal);
}

/** @param {HTMLElement} element @param {View} view @param {Callbacks} callbacks @param {AbortSignal} signal */
function observePlace(element, view, { near, seen }, signal) {
  if (!view.IntersectionObserver) {
    near();
    return seen(true);
  }
  observeNear(element, view, near, signal);
  const observer = new view.IntersectionObserver((entries) => seen(entries.at(-1)?.isIntersecting ?? true));
  observer.observe(element);
  disconnectOn(observer, signal);
}
