/** What the page and the reader say about looks and language. */
import { languageOf, speaks } from "../words/index.js";

/**
 * @param {Element} element
 * @param {string} wanted the theme attribute
 * @returns {"light" | "dark"} the attribute's, else the page's, which may leave it to the reader
 */
export function resolveTheme(element, wanted) {
  if (wanted === "light" || wanted === "dark") return wanted;
  const window = element.ownerDocument.defaultView;
  if (!window) return "light";
  const parent = element.parentElement ?? element.ownerDocument.documentElement;
  let theme = answers.get(parent);
  if (theme) return theme;
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  // a page that says nothing is white, whatever its reader likes
  theme = saidByPage(parent, window, dark) ? "dark" : "light";
  // asking for a computed style costs: brothers drawn in one turn ask once
  if (answers.size === 0) setTimeout(() => answers.clear());
  answers.set(parent, theme);
  return theme;
}

/** The language the element speaks: its own, the nearest, the reader's. @param {Element} element @returns {string} an id of the list */
export function language(element) {
  for (let at = /** @type {Element | null} */ (element); at;) {
    const found = at.closest("[lang]");
    const said = found?.getAttribute("lang")?.trim();
    // its own may be wrong, as any of its attributes; a page in another language is none of its business
    if (said && (found !== element || speaks(said))) return languageOf(said).id;
    const root = (found?.parentElement ?? at).getRootNode();
    at = found?.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
  return languageOf(navigator.language).id;
}

/** @type {Map<Element, "light" | "dark">} */
const answers = new Map();

/** A page says dark by its colour scheme or by its ground; a page that says nothing is no answer. @param {Element} parent @param {Window} window @param {boolean} dark */
function saidByPage(parent, window, dark) {
  const meta = parent.ownerDocument.querySelector('meta[name="color-scheme"]')?.getAttribute("content");
  const own = window.getComputedStyle(parent).colorScheme;
  const scheme = own && own !== "normal" ? own : meta;
  if (scheme && scheme !== "normal") {
    if (/\bdark\b/.test(scheme) && /\blight\b/.test(scheme)) return dark;
    return /\bdark\b/.test(scheme);
  }
  for (let at = /** @type {Element | null} */ (parent); at; at = at.parentElement) {
    const light = brightness(window.getComputedStyle(at).backgroundColor);
    if (light !== null) return light < 0.5;
  }
  return null;
}

/** 0 black to 1 white; null when one sees through it. @param {string} colour as computed, "rgb(…)" */
function brightness(colour) {
  const parts = colour
    .match(/^rgba?\(([^)]*)\)/)?.[1]
    .split(/[\s,/]+/)
    .map(Number);
  if (!parts || (parts[3] ?? 1) < 0.5) return null;
  return (0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]) / 255;
}

/**
 * Calls back when the reader's wishes or the page's language or scheme change.
 *
 * @param {Element} element
 * @param {() => void} changed
 * @returns {() => void} ends it
 */
export function watchSurroundings(element, changed) {
  const window = /** @type {Window & typeof globalThis} */ (element.ownerDocument.defaultView);
  const queries = ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"].map((query) =>
    window.matchMedia(query),
  );
  for (const query of queries) query.addEventListener("change", changed);
  const page = new window.MutationObserver(() => {
    answers.clear();
    changed();
  });
  const about = { attributes: true, attributeFilter: ["lang", "class", "style", "data-theme"] };
  for (let at = element.parentElement; at; at = at.parentElement) page.observe(at, about);
  return () => {
    for (const query of queries) query.removeEventListener("change", changed);
    page.disconnect();
  };
}

/** @param {Window} window @param {(printing: boolean) => void} printed @returns {() => void} ends it */
export function watchPrint(window, printed) {
  const paper = window.matchMedia("print");
  const on = () => printed(true);
  const off = () => printed(false);
  const changed = () => printed(paper.matches);
  window.addEventListener("beforeprint", on);
  window.addEventListener("afterprint", off);
  paper.addEventListener("change", changed);
  return () => {
    window.removeEventListener("beforeprint", on);
    window.removeEventListener("afterprint", off);
    paper.removeEventListener("change", changed);
  };
}

/** @param {Element} element */
export function reducedMotion(element) {
  return element.ownerDocument.defaultView?.matchMedia("(prefers-reduced-motion: reduce)").matches ?? false;
}
