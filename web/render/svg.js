/** A frame as a standalone SVG document: text, with plain colours, for files, Node and pictures of tests. */
import { n, nodes } from "./node.js";
import { colours, fonts } from "./themes.js";

/** @typedef {import("./node.js").Frame} Frame */
/** @typedef {import("./node.js").Node} Node */

/**
 * @typedef {object} Look
 * @property {string} [theme] @property {string} [palette]
 * @property {string} [title] @property {string} [desc] read aloud
 * @property {string} [lang] a language tag, which chooses between the shapes of Chinese and Japanese characters
 * @property {string} [metadata] what programs read
 * @property {number} [zoom] how much larger it is shown
 * @property {string} [ground] in place of the theme's page
 * @property {Record<string, string>} [attributes] of the whole
 * @property {boolean} [still] for pictures that nobody points at: without the names of cells and parts
 */

/** @param {Frame} frame @param {Look} [look] @returns {string} */
export function svgText(frame, look = {}) {
  return svgDocument(
    frame,
    nodes(frame.marks, paintFor(look)).map((node) => write(node, look.still)),
    look,
  );
}

/** Roles as plain colours, families as fonts. @param {Look} look @returns {import("./node.js").Paint} */
export function paintFor({ theme, palette, still }) {
  const plain = colours(theme, palette);
  return {
    fill: (role) => (Object.hasOwn(plain, role) ? plain[role] : "none"),
    font: (family) => quoted(fonts[family], still),
  };
}

/** Names of fonts between quotes that need no entity: each letter has them. @param {string} names @param {boolean} [still] */
const quoted = (names, still) => (still ? names.replaceAll('"', "'") : names);

/** The document round what is drawn. @param {{ width: number, height: number }} size @param {string[]} content @param {Look} [look] */
export function svgDocument({ width, height }, content, look = {}) {
  const { title, desc, lang, metadata, zoom = 1, ground: fill = paintFor(look).fill("page") } = look;
  const root = {
    xmlns: "http://www.w3.org/2000/svg",
    width: n(width * zoom),
    height: n(height * zoom),
    viewBox: `0 0 ${n(width)} ${n(height)}`,
    ...(lang && { "xml:lang": lang }),
    "font-family": quoted(fonts.text, look.still),
    "font-variant-numeric": "tabular-nums lining-nums",
    role: "img",
    ...look.attributes,
  };
  const head = [
    title && element("title", {}, escape(title)),
    desc && element("desc", {}, escape(desc)),
    metadata && element("metadata", {}, escape(metadata)),
  ];
  const ground = element("rect", { width: n(width), height: n(height), fill }, "");
  return element("svg", root, [...head, ground, ...content].filter(Boolean).join("\n"));
}

/** What tells cells and parts of a live picture from one another. */
const LIVE = /^(part|role|aria-.*|data-.*)$/;

/** The attributes of a picture that nobody points at. @param {Record<string, string>} attributes */
export const drawn = (attributes) =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !LIVE.test(name)));

/** @param {Node} node @param {boolean} [still] @returns {string} */
export function write({ tag, attributes, text, children }, still) {
  return element(
    tag,
    still ? drawn(attributes) : attributes,
    children ? children.map((child) => write(child, still)).join("") : escape(text ?? ""),
  );
}

/** @param {string} tag @param {Record<string, string>} attributes @param {string} content */
export function element(tag, attributes, content) {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escape(value)}"`);
  return `<${tag}${written.join("")}${content ? `>${content}</${tag}>` : "/>"}`;
}

/** @type {Record<string, string>} */
const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Characters that XML forbids would make the file unreadable; they become U+FFFD. @param {string} text */
export function escape(text) {
  return String(text)
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"]/g, (character) => entities[character]);
}
