/** The kinds of export that are text; they are the same in a page and in Node. */
import { fault } from "../core/errors.js";
import { animatedSvg } from "./animated/animated.js";
import { WIDTHS, checkPerPage, html, pages } from "./html.js";
import { tag } from "./tag.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./options.js").Options & import("./moments.js").FilmOptions & { type?: string, perPage?: number, wechat?: boolean }} TextOptions */
/**
 * @typedef {object} Text
 * @property {string} mime
 * @property {(picture: Picture, options: TextOptions) => string | Promise<string>} make
 * @property {(options: TextOptions) => void} [check] throws on invalid options, before anything is computed
 * @property {(options: TextOptions) => number | undefined} [width] the default width, in px
 */

/** @type {Record<string, Text>} */
export const texts = {
  svg: { mime: "image/svg+xml", make: (picture) => picture.at() },
  "svg-animated": { mime: "image/svg+xml", make: animatedSvg },
  tag: { mime: "text/html", make: tag, width: () => 680 },
  html: {
    mime: "text/html",
    make: async (picture, options) => html(picture, options, await player(options.signal)),
  },
  pages: {
    mime: "text/html",
    make: pages,
    check: ({ perPage = 1 }) => checkPerPage(perPage),
    width: ({ perPage = 1 }) => WIDTHS[perPage],
  },
};

/** Checks options for their kind and adds its default width. @param {TextOptions} options @returns {TextOptions} */
export function suited(options) {
  const { check, width } = texts[options.type ?? "svg"] ?? {};
  check?.(options);
  return { ...options, width: options.width ?? width?.(options) };
}

// a classic script knows its own address only while it is first evaluated
const script = /** @type {HTMLScriptElement | null | undefined} */ (globalThis.document?.currentScript)?.src;

/** Loads the text of the player as a classic script, from the folder that this file was built into. @param {AbortSignal} [signal] */
async function player(signal) {
  const here = script ?? import.meta.url;
  const up = /\/chunks\/[^/]*$/.test(here) ? "../" : /\/web\/export\/[^/]*$/.test(here) ? "../build/" : "./";
  const url = new URL(`${up}attention-player.classic.js`, here);
  try {
    const files =
      url.protocol === "file:" && /** @type {any} */ (globalThis).process?.getBuiltinModule?.("node:fs");
    if (files) return files.readFileSync(url, "utf8");
    const answer = await fetch(url, { signal });
    if (answer.ok) return await answer.text();
  } catch {
    // reported below
    signal?.throwIfAborted();
  }
  const name = url.pathname.split("/").at(-1);
  const rest = `is html, which needs ${name} beside the player; put it there, or give tag.`;
  throw fault("unsupported", "type", rest);
}
