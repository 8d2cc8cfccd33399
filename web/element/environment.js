/** Finds the theme, the language and the motion that the page and the reader prefer, and reports when they change. */
import { languageOf, speaks } from "../words/languages.js";
import { containerOf, isDark } from "./ground.js";
import { disconnectOn, listen, matches, observeMedia, viewOf } from "./window.js";

/** @typedef {import("./window.js").View} View */

/** The theme by container: siblings drawn in one turn share it. @type {Map<Element | null, "light" | "dark">} */
const answers = new Map();

/**
 * @param {Element} element
 * @param {string} wanted the theme attribute
 * @returns {"light" | "dark"} the attribute's, else the page's, which may follow the reader's system
 */
export function resolveTheme(element, wanted) {
  if (wanted === "light" || wanted === "dark") return wanted;
  const view = viewOf(element);
  if (!view) return "light";
  const place = containerOf(element);
  const known = answers.get(place);
  if (known) return known;
  // cached for this turn, since computed styles are expensive
  setTimeout(() => answers.clear());
  const theme = isDark(element, view) ? "dark" : "light";
  answers.set(place, theme);
  return theme;
}

/**
 * The element's language: that of its own lang attribute, else of the nearest one, else the reader's.
 * @param {Element} element @returns {string} the id of a language
 */
export function language(element) {
  for (let at = /** @type {Element | null} */ (element); at;) {
    const found = at.closest("[lang]");
    const said = found?.getAttribute("lang")?.trim();
    // an invalid attribute of the element itself is skipped; a page in an unsupported language gets the default one
    if (said && (found !== element || speaks(said))) return languageOf(said).id;
    at = found?.parentElement ?? /** @type {ShadowRoot} */ ((found ?? at).getRootNode()).host ?? null;
  }
  return languageOf(viewOf(element)?.navigator?.language).id;
}

/**
 * Calls back when the reader's preferences or the page's language or colour scheme change.
 *
 * @param {Element} element
 * @param {View} view
 * @param {() => void} changed
 * @param {AbortSignal} [signal] ends it
 */
export function observeEnvironment(element, view, changed, signal) {
  const { ownerDocument: document } = element;
  const report = () => {
    answers.clear();
    changed();
  };
  if (view.MutationObserver) {
    const page = new view.MutationObserver(report);
    // a page may express its scheme by any attribute
    for (let at = containerOf(element); at; at = containerOf(at)) page.observe(at, { attributes: true });
    const sheets = { attributes: true, attributeFilter: ["media", "href", "content", "disabled", "rel"] };
    if (document.head) page.observe(document.head, { childList: true, subtree: true, ...sheets });
    disconnectOn(page, signal);
  }
  for (const query of [
    "(prefers-color-scheme: dark)",
    "(prefers-reduced-motion: reduce)",
    "(forced-colors: active)",
    "(prefers-contrast: more)",
  ])
    observeMedia(view, query, report, signal);
  // a style sheet loads after its link is added, and a background may still fade after its class has changed
  const loaded = (/** @type {any} */ { target }) => target.localName === "link" && report();
  listen(document, "load", loaded, signal, true);
  const faded = (/** @type {any} */ { target, propertyName }) =>
    propertyName.startsWith("background") && target.contains?.(element) && report();
  listen(document, "transitionend", faded, signal);
}

/** @param {View} view @param {(printing: boolean) => void} printed @param {AbortSignal} signal ends it */
export function observePrint(view, printed, signal) {
  listen(view, "beforeprint", () => printed(true), signal);
  listen(view, "afterprint", () => printed(false), signal);
  observeMedia(view, "print", printed, signal);
}

/** Whether an element fills the screen. @param {Element} element */
export const isFullscreen = (element) =>
  /** @type {Document | ShadowRoot} */ (element.getRootNode()).fullscreenElement === element;

/** @param {Element} element */
export const moreContrast = (element) => matches(viewOf(element), "(prefers-contrast: more)");

/** @param {Element} element */
export const reducedMotion = (element) => matches(viewOf(element), "(prefers-reduced-motion: reduce)");
