/**
 * The default style of links and of words that highlight. It does not affect layout and has no specificity, so that the page's
 * own rules win.
 */
import { sheetIn } from "../style.js";
import { CURRENT, RING, STEP, controls, pressable } from "./attributes.js";

const style = `
:where([${STEP}], [${RING}]):where(:not(${pressable})) { cursor: pointer; text-decoration: underline dotted; text-underline-offset: .2em; }
:where([${RING}]:not([${STEP}], ${pressable})) { cursor: help; }
:where([${STEP}][${CURRENT}]:not(${controls})) { background: color-mix(in srgb, currentcolor 12%, transparent); border-radius: 3px; }`;

/**
 * Adopts the style once for each document, if the browser has constructed style sheets.
 * @param {Document} document @param {import("../window.js").View} view
 */
export function adoptTextStyle(document, view) {
  const adopted = document.adoptedStyleSheets;
  if (!adopted || !view.CSSStyleSheet?.prototype.replaceSync) return;
  const sheet = sheetIn(document, view, { name: "prose", text: () => style });
  if (!adopted.includes(sheet)) document.adoptedStyleSheets = [...adopted, sheet];
}
