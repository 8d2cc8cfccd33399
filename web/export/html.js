/** Self-contained pages: the player with its problem, which opens from disk and plays offline; and steps for slides or print. */
import { fault } from "../core/errors.js";
import { inTurns } from "../element/turns.js";
import { element, escape, paintFor } from "../render/svg.js";
import { tagWith } from "./tag.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./options.js").Options} Options */

/** @param {Picture} picture @param {Options} options @param {string} player as a plain script @returns {string} HTML */
export const html = (picture, options, player) =>
  page(
    picture,
    // the rest of the page has the player's background
    `html{color-scheme:light dark}body{margin:0}attention-player{max-width:${picture.width}px;margin:auto;box-shadow:0 0 0 100vmax var(--ap-page)}`,
    // nothing in the player may end the script element
    `${tagWith(picture, options)}\n<script>${player.replace(/<(?=\/script|!--)/gi, "\\x3c")}</script>`,
  );

/** The width of a picture, in px, by the number of steps on a page. @type {Record<number, number>} */
export const WIDTHS = { 1: 1152, 2: 680, 4: 840 };

/** Returns pages of 16 : 9, each with `perPage` finished steps. @param {Picture} picture @param {Options & { perPage?: number }} options perPage: 1, 2 or 4 @returns {Promise<string>} HTML */
export const pages = (picture, { perPage = 1, signal }) =>
  inTurns(paged(picture, perPage), 0, () => signal?.throwIfAborted());

/** @param {Picture} picture @param {number} perPage @returns {Generator<void, string>} */
function* paged(picture, perPage) {
  const { steps, title } = picture;
  const sheets = [];
  for (let first = 0; first < steps.length; first += perPage) {
    const content = [];
    for (const [k, step] of steps.slice(first, first + perPage).entries()) {
      content.push(picture.at(step.hold, first + k ? { metadata: undefined } : {}));
      yield;
    }
    sheets.push(element("section", { "aria-label": `${title}, ${sheets.length + 1}` }, content.join("\n")));
  }
  return page(
    picture,
    `@page{size:338.67mm 190.5mm;margin:0}body{margin:0;background:${paintFor(picture.look).fill("page")};print-color-adjust:exact}` +
      `section{box-sizing:border-box;width:100vw;height:56.25vw;padding:2vw;display:grid;gap:1vw;` +
      `grid-template-columns:repeat(${perPage > 1 ? 2 : 1},minmax(0,1fr));grid-auto-rows:minmax(0,1fr);break-after:page;break-inside:avoid}` +
      `section:last-of-type{break-after:auto}svg{width:100%;height:100%}` +
      `@media print{section{width:338.67mm;height:190.5mm;padding:7mm}}`,
    sheets.join("\n"),
  );
}

/** Throws unless it is a possible number of steps on a page. @param {unknown} perPage */
export function checkPerPage(perPage) {
  if (!Object.hasOwn(WIDTHS, /** @type {any} */ (perPage)))
    throw fault("value", "perPage", `is ${perPage}; give 1, 2 or 4 steps a page.`);
}

/** @param {Picture} picture @param {string} style @param {string} body */
const page = ({ title, description, look }, style, body) =>
  `<!doctype html>
<html lang="${look.lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>
<meta name="description" content="${escape(description)}">
<style>${style}</style>
${body}
</html>
`;
