/** Writes the tag with a still picture inside, for readers without scripts, until the script has loaded, in feeds and in print. */
import { toJson } from "../input/write.js";
import { nodes } from "../render/node.js";
import { element, paintFor, svgDocument, write } from "../render/svg.js";
import { colours, property } from "../render/themes.js";
import { said } from "./options.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./options.js").Options} Options */

/** @param {Picture} picture @param {Options} [options] @returns {string} HTML */
export const tag = (picture, options = {}) => `${tagWith(picture, options, still(picture, options.theme))}\n`;

/**
 * Returns a tag that shows the same picture, with its problem in a script; a preset is named as well, to credit its numbers.
 * @param {Picture} picture @param {Options} options @param {string} [content] further content of the tag
 */
export function tagWith({ problem, preset, scene, look }, options, content = "") {
  const { theme = "auto", palette, from, to, head, batch, softmax } = options;
  const shown = { theme, palette, from, to, head, batch, softmax };
  const attributes = said({ preset, story: scene.story, lang: look.lang, ...shown });
  // so that nothing in the JSON ends the script element
  const json = toJson(problem).replaceAll("<", "\\u003c");
  const script =
    options.problem === false && preset ? "" : `<script type="application/json">${json}</script>`;
  return element("attention-player", attributes, `\n${script}\n${content}\n`);
}

/** Returns the still, whose colours are custom properties of the page with the theme's colours as fallbacks. @param {Picture} picture @param {string} [theme] */
function still(picture, theme = "auto") {
  const { look, size, description } = picture;
  const plain = paintFor(look);
  /** @type {Set<string>} */
  const used = new Set();
  const fill = (/** @type {string} */ role) => {
    const colour = plain.fill(role);
    if (colour !== "none") used.add(role);
    return colour === "none" ? colour : `var(${property(role)},${colour})`;
  };
  const ground = fill("page");
  const { marks } = picture.marksAt(picture.still);
  const content = nodes(marks, { ...plain, fill }).map((node) => write(node, true));
  const dark = colours("dark", look.palette);
  const declared = [...used].map((role) => `${property(role)}:${dark[role]}`).join(";");
  const style = `<style>@media (prefers-color-scheme:dark){.attention-still{${declared}}}</style>`;
  // the print palette is always on white
  const adapts = theme === "auto" && look.palette !== "print";
  const attributes = { class: "attention-still", style: "max-width:100%;height:auto" };
  const document = { ...look, desc: description, metadata: undefined, ground, attributes };
  return svgDocument(size, adapts ? [style, ...content] : content, document);
}
