/** Writes frames as standalone SVG documents with plain colours, for files, for Node and for tests. */
import { n, nodes } from "./node.js";
import { colours, fonts } from "./themes.js";

/** @typedef {import("./node.js").Frame} Frame */
/** @typedef {import("./node.js").Node} Node */

/**
 * @typedef {object} Look
 * @property {string} [theme] @property {string} [palette]
 * @property {string} [title] @property {string} [desc] for screen readers
 * @property {string} [lang] a language tag, which selects Chinese or Japanese forms of characters
 * @property {string} [metadata] text for programs to read
 * @property {number} [zoom] factor from px of the frame to px of the document
 * @property {string} [ground] the background, by default the theme's `page`
 * @property {Record<string, string>} [attributes] of the root element
 * @property {boolean} [still] leaves out the names of cells and parts, which only live pictures need
 */

/** @param {Frame} frame @param {Look} [look] @returns {string} */
export function svgText(frame, look = {}) {
  return svgDocument(
    frame,
    nodes(frame.marks, paintFor(look)).map((node) => write(node, look.still)),
    look,
  );
}

/** Returns a paint with plain colours and lists of fonts. @param {Look} look @returns {import("./node.js").Paint} */
export function paintFor({ theme, palette, still }) {
  const plain = colours(theme, palette);
  return {
    fill: (role) => (Object.hasOwn(plain, role) ? plain[role] : "none"),
    font: (family) => quoted(fonts[family], still),
  };
}

/** Uses single quotes, which need no entity, around the names of fonts: they occur in every letter. @param {string} names @param {boolean} [still] */
const quoted = (names, still) => (still ? names.replaceAll('"', "'") : names);

/** Returns a document around content. @param {{ width: number, height: number }} size @param {string[]} content @param {Look} [look] */
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

/** Attributes that identify the cells and parts of a live picture. */
const LIVE = /^(part|role|aria-.*|data-.*)$/;

/** Returns the attributes that a still needs. @param {Record<string, string>} attributes */
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

/** Escapes text for XML. Characters that XML forbids would make the file unreadable, so they become U+FFFD. @param {unknown} text */
export function escape(text) {
  return String(text)
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"]/g, (character) => entities[character]);
}
