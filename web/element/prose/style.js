/** A gentle look for links: nothing of it moves the page, and what the page itself says of them holds, for this weighs nothing. */
import { CURRENT, STEP, controls, pressable } from "./attributes.js";

const style = `
:where([${STEP}]:not(${pressable})) { cursor: pointer; text-decoration: underline dotted; text-underline-offset: .2em; }
:where([${STEP}][${CURRENT}]:not(${controls})) { background: color-mix(in srgb, currentcolor 12%, transparent); border-radius: 3px; }`;

/** @type {WeakSet<Document>} */
const dressed = new WeakSet();

/** Once a document, where it can be done without an element of ours. @param {Document} document @param {import("../window.js").View} view */
export function dress(document, { CSSStyleSheet }) {
  const worn = document.adoptedStyleSheets;
  if (dressed.has(document) || !worn || !CSSStyleSheet?.prototype.replaceSync) return;
  dressed.add(document);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [...worn, sheet];
}
