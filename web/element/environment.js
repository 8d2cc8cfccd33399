/** What the page and the reader say about looks and language. */
import { languageOf, speaks } from "../words/index.js";
import { around, isDark } from "./ground.js";
import { listen, matches, viewOf, watchMedia } from "./window.js";

/** @typedef {import("./window.js").View} View */

/** By what an element stands in: brothers drawn in one turn ask once. @type {Map<Element | null, "light" | "dark">} */
const answers = new Map();

/**
 * @param {Element} element
 * @param {string} wanted the theme attribute
 * @returns {"light" | "dark"} the attribute's, else the page's, which may leave it to the reader
 */
export function resolveTheme(element, wanted) {
  if (wanted === "light" || wanted === "dark") return wanted;
  const view = viewOf(element);
  if (!view) return "light";
  const place = around(element);
  const known = answers.get(place);
  if (known) return known;
  // asking for a computed style costs
  setTimeout(() => answers.clear());
  const theme = isDark(element, view) ? "dark" : "light";
  answers.set(place, theme);
  return theme;
}

/** The language the element speaks: its own, the nearest, the reader's. @param {Element} element @returns {string} an id of the list */
export function language(element) {
  for (let at = /** @type {Element | null} */ (element); at;) {
    const found = at.closest("[lang]");
    const said = found?.getAttribute("lang")?.trim();
    // its own may be wrong, as any of its attributes; a page in another language is none of its business
    if (said && (found !== element || speaks(said))) return languageOf(said).id;
    at = found?.parentElement ?? /** @type {ShadowRoot} */ ((found ?? at).getRootNode()).host ?? null;
  }
  return languageOf(viewOf(element)?.navigator?.language).id;
}

/**
 * Calls back when the reader's wishes or the page's language or scheme change.
 *
 * @param {Element} element
 * @param {View} view
 * @param {() => void} changed
 * @returns {() => void} ends it
 */
export function watchEnvironment(element, view, changed) {
  const { ownerDocument: document } = element;
  const tell = () => {
    answers.clear();
    changed();
  };
  const page = view.MutationObserver && new view.MutationObserver(tell);
  // a page may tell its scheme by any attribute
  for (let at = around(element); at; at = around(at)) page?.observe(at, { attributes: true });
  const sheets = { attributes: true, attributeFilter: ["media", "href", "content", "disabled", "rel"] };
  if (document.head) page?.observe(document.head, { childList: true, subtree: true, ...sheets });
  const ends = [
    watchMedia(view, "(prefers-color-scheme: dark)", tell),
    watchMedia(view, "(prefers-reduced-motion: reduce)", tell),
    watchMedia(view, "(forced-colors: active)", tell),
    // a sheet comes later than its link, a ground that fades later than its class
    listen(document, "load", ({ target }) => target.localName === "link" && tell(), true),
    listen(document, "transitionend", ({ target, propertyName }) => {
      if (propertyName.startsWith("background") && target.contains?.(element)) tell();
    }),
    () => page?.disconnect(),
  ];
  return () => ends.forEach((end) => end());
}

/** @param {View} view @param {(printing: boolean) => void} printed @returns {() => void} ends it */
export function watchPrint(view, printed) {
  const ends = [
    listen(view, "beforeprint", () => printed(true)),
    listen(view, "afterprint", () => printed(false)),
    watchMedia(view, "print", printed),
  ];
  return () => ends.forEach((end) => end());
}

/** @param {Element} element */
export const reducedMotion = (element) => matches(viewOf(element), "(prefers-reduced-motion: reduce)");
