/** A frame as a standalone SVG document: text, with plain colours, for files, Node and pictures of tests. */
import { n, nodes } from "./node.js";
import { colours, fonts } from "./themes.js";

/** @typedef {import("./node.js").Frame} Frame */
/** @typedef {import("./node.js").Node} Node */

/**
 * @param {Frame} frame
 * @param {{ theme?: string, palette?: string, title?: string, desc?: string }} [options]
 *   `title` and `desc` are read aloud
 * @returns {string}
 */
export function svgText(frame, { theme, palette, title, desc } = {}) {
  const plain = colours(theme, palette);
  const paint = {
    fill: (/** @type {string} */ role) => (Object.hasOwn(plain, role) ? plain[role] : "none"),
    font: (/** @type {"text" | "letter" | "math"} */ family) => fonts[family],
  };
  const size = { width: n(frame.width), height: n(frame.height) };
  const root = {
    xmlns: "http://www.w3.org/2000/svg",
    ...size,
    viewBox: `0 0 ${size.width} ${size.height}`,
    "font-family": fonts.text,
    "font-variant-numeric": "tabular-nums lining-nums",
    role: "img",
  };
  const head = [title && element("title", {}, escape(title)), desc && element("desc", {}, escape(desc))];
  const ground = element("rect", { ...size, fill: plain.page }, "");
  return element(
    "svg",
    root,
    [...head, ground, ...nodes(frame.marks, paint).map(write)].filter(Boolean).join("\n"),
  );
}

/** @param {Node} node @returns {string} */
function write({ tag, attributes, text, children }) {
  return element(tag, attributes, children ? children.map(write).join("") : escape(text ?? ""));
}

/** @param {string} tag @param {Record<string, string>} attributes @param {string} content */
function element(tag, attributes, content) {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escape(value)}"`);
  return `<${tag}${written.join("")}${content ? `>${content}</${tag}>` : "/>"}`;
}

/** @type {Record<string, string>} */
const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Characters that XML forbids would make the file unreadable; they become U+FFFD. @param {string} text */
function escape(text) {
  return String(text)
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"]/g, (character) => entities[character]);
}
