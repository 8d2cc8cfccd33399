/** Everything outside the element that it has to hear of: its width, its place on the page, its children, keys. */
import { watchPrint, watchEnvironment } from "./environment.js";
import { listen, viewOf } from "./window.js";

/** @typedef {import("./window.js").View} View */
/**
 * @typedef {object} Heard
 * @property {(width: number) => void} resized px, never 0; also when the window has another height
 * @property {() => void} near it will soon be in view
 * @property {(visible: boolean) => void} seen
 * @property {() => void} hidden nobody looks at the page any more
 * @property {() => void} children
 * @property {() => void} environment language, theme, motion
 * @property {(printing: boolean) => void} printed
 * @property {(event: KeyboardEvent) => void} key
 * @property {(event: Event) => void} pressed a pointer went down somewhere on the page
 */

/** @param {HTMLElement} element @param {Heard} heard @returns {() => void} ends it all */
export function watch(element, heard) {
  const view = viewOf(element);
  // a document that nobody sees
  if (!view) return () => {};
  const document = element.ownerDocument;
  const ends = [
    watchWidth(element, view, heard.resized),
    watchPlace(element, view, heard),
    listen(element, "keydown", heard.key),
    listen(document, "pointerdown", heard.pressed),
    listen(document, "visibilitychange", () => document.hidden && heard.hidden()),
    // the rest of the page comes after the element, and with it the child script
    listen(document, "DOMContentLoaded", heard.children),
    watchEnvironment(element, view, heard.environment),
    watchPrint(view, heard.printed),
  ];
  if (view.MutationObserver) {
    const child = new view.MutationObserver(heard.children);
    child.observe(element, { childList: true, subtree: true, characterData: true });
    ends.push(() => child.disconnect());
  }
  return () => ends.forEach((end) => end());
}

/** @param {HTMLElement} element @param {View} view @param {(width: number) => void} resized @returns {() => void} ends it */
function watchWidth(element, view, resized) {
  if (!view.ResizeObserver)
    return listen(view, "resize", () => element.clientWidth > 0 && resized(element.clientWidth));
  let [width, own, around] = [0, 0, 0];
  const tell = () => width > 0 && resized(width);
  const size = new view.ResizeObserver((entries) => {
    for (const { target, contentRect } of entries)
      if (target === element) own = contentRect.width;
      else around = contentRect.width;
    // a page that unsets every style leaves it inline, without a width of its own
    const inline = element.clientWidth === 0 && element.getClientRects().length > 0;
    width = own || (inline ? around : 0);
    // what is resized while it is measured is an error of the page
    setTimeout(tell);
  });
  size.observe(element);
  if (element.parentElement) size.observe(element.parentElement);
  const forget = listen(view, "resize", tell);
  return () => {
    size.disconnect();
    forget();
  };
}

/** @param {HTMLElement} element @param {View} view @param {Heard} heard @returns {() => void} ends it */
function watchPlace(element, view, { near, seen }) {
  if (!view.IntersectionObserver) {
    near();
    seen(true);
    return () => {};
  }
  // a screen before it comes into view
  const early = { rootMargin: "100% 0px" };
  const observers = [
    new view.IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && near(), early),
    new view.IntersectionObserver((entries) => seen(entries.at(-1)?.isIntersecting ?? true)),
  ];
  for (const observer of observers) observer.observe(element);
  return () => observers.forEach((observer) => observer.disconnect());
}
