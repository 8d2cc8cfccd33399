/** Everything outside the element that it has to hear of: its width, its place on the page, its children, keys. */
import { watchPrint, watchSurroundings } from "./surroundings.js";

/**
 * @typedef {object} Heard
 * @property {(width: number) => void} resized px, never 0; also when the window has another height
 * @property {() => void} near it will soon be in view
 * @property {(visible: boolean) => void} seen
 * @property {() => void} children
 * @property {() => void} surroundings language, theme, motion
 * @property {(printing: boolean) => void} printed
 * @property {(event: KeyboardEvent) => void} key
 * @property {(event: Event) => void} pressed a pointer went down somewhere on the page
 */

/** @param {HTMLElement} element @param {Heard} heard @returns {() => void} ends it all */
export function watch(element, heard) {
  const document = element.ownerDocument;
  const window = /** @type {Window & typeof globalThis} */ (document.defaultView);
  let width = 0;
  const tell = () => width > 0 && heard.resized(width);
  const size = new window.ResizeObserver((entries) => {
    const widths = new Map(entries.map(({ target, contentRect }) => [target, contentRect.width]));
    const own = widths.get(element) ?? 0;
    // a page that unsets every style leaves it inline, without a width of its own
    const inline = element.clientWidth === 0 && element.getClientRects().length > 0;
    width = own || (inline ? (widths.get(/** @type {Element} */ (element.parentElement)) ?? 0) : 0);
    // what is resized while it is measured is an error of the page
    setTimeout(tell);
  });
  const near = new window.IntersectionObserver(
    (entries) => {
      if (entries.at(-1)?.isIntersecting) heard.near();
    },
    // a screen before it comes into view
    { rootMargin: "100% 0px" },
  );
  const seen = new window.IntersectionObserver((entries) =>
    heard.seen(entries.at(-1)?.isIntersecting ?? true),
  );
  const child = new window.MutationObserver(heard.children);
  for (const observer of [size, near, seen]) observer.observe(element);
  if (element.parentElement) size.observe(element.parentElement);
  child.observe(element, { childList: true, subtree: true, characterData: true });
  element.addEventListener("keydown", heard.key);
  document.addEventListener("pointerdown", heard.pressed);
  // the rest of the page comes after the element, and with it the child script
  document.addEventListener("DOMContentLoaded", heard.children);
  window.addEventListener("resize", tell);
  const forget = watchSurroundings(element, heard.surroundings);
  const forgetPrint = watchPrint(window, heard.printed);
  return () => {
    for (const observer of [size, near, seen, child]) observer.disconnect();
    element.removeEventListener("keydown", heard.key);
    document.removeEventListener("pointerdown", heard.pressed);
    document.removeEventListener("DOMContentLoaded", heard.children);
    window.removeEventListener("resize", tell);
    forget();
    forgetPrint();
  };
}
