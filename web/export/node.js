/** Exports in Node: every kind but films that only a browser encodes. */
import { fault } from "../core/errors.js";
import { oneOf } from "./options.js";
import { picture } from "./picture.js";
import { png } from "./png.js";
import { createRasterizer } from "./raster.js";

/** @typedef {import("./options.js").Options & import("./moments.js").FilmOptions & { type?: string, outlines?: boolean, fonts?: string[] }} NodeOptions */

/** @type {Record<string, (picture: import("./picture.js").Picture, options: NodeOptions) => Promise<Uint8Array>>} */
const kinds = {
  svg: async (picture, { outlines, fonts }) => {
    const svg = picture.at();
    return bytes(outlines ? await (await createRasterizer({ fonts })).outlined(svg) : svg);
  },
  "svg-animated": async (picture, options) => {
    const { animatedSvg } = await import("./animated/animated.js");
    const onProgress = (/** @type {{ done: number, of: number }} */ { done, of }) =>
      options.onProgress?.(done / of);
    return bytes(await animatedSvg(picture, { ...options, onProgress }));
  },
  png: async (picture, options) => png(picture, await createRasterizer(options), options),
  gif: async (picture, options) => {
    const { gif } = await import("../build/gif.js");
    return gif(picture, await createRasterizer(options), options);
  },
};

/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text);

/**
 * @param {string | Record<string, any>} given the name of a preset, or a problem
 * @param {NodeOptions} [options]
 * @returns {Promise<Uint8Array>} the file
 */
export async function exportPicture(given, options = {}) {
  const { type = "svg" } = options;
  if (type === "webm" || type === "mp4")
    throw fault("unsupported", "type", `is ${type}, which a browser encodes; give gif.`);
  oneOf("type", type, Object.keys(kinds));
  return kinds[type](await picture(given, options), options);
}
