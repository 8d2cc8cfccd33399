/** Exports in Node: every kind except WebM and MP4, which need the encoder of a browser. */
import { fault } from "../core/errors.js";
import { suited, texts } from "./kinds.js";
import { oneOf } from "./options.js";
import { picture } from "./picture.js";
import { png } from "./png.js";
import { createRasterizer } from "./raster.js";

/** @typedef {Exclude<import("../element/types.js").ExportKind, "webm" | "mp4">} Kind */
/**
 * Options of an export in Node.
 * @typedef {Omit<import("../element/types.js").ExportOptions, "type"> & Own} NodeOptions
 * @typedef {object} Own
 * @property {Kind} [type] svg by default
 * @property {number} [head] @property {number} [batch] @property {"open" | "closed"} [softmax] as the element's attributes
 * @property {boolean} [outlines] of svg: draws letters as shapes, which need no font
 * @property {string[]} [fonts] paths of further fonts, for characters that the machine's own lack
 */

/** @type {Record<string, (picture: import("./picture.js").Picture, options: NodeOptions) => Promise<Uint8Array>>} */
const kinds = {
  png: async (picture, options) => png(picture, await createRasterizer(options), options),
  gif: async (picture, options) => {
    const { gif } = await import("../build/gif.js");
    return gif(picture, await createRasterizer(options), options);
  },
};

/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text);

/**
 * Exports a preset or a problem.
 * @param {import("../element/types.js").PresetName | import("../core/types.js").Problem} given the name of a preset, or a problem
 * @param {NodeOptions} [options]
 * @returns {Promise<Uint8Array>} the file
 */
export async function exportPicture(given, options = {}) {
  const type = /** @type {string} */ (options.type ?? "svg");
  if (type === "webm" || type === "mp4")
    throw fault("unsupported", "type", `is ${type}, which a browser encodes; give gif.`);
  oneOf("type", type, [...Object.keys(texts), ...Object.keys(kinds)]);
  const shown = await picture(given, suited(options));
  if (kinds[type]) return kinds[type](shown, options);
  const text = await texts[type].make(shown, options);
  const { outlines, fonts } = options;
  return bytes(type === "svg" && outlines ? await (await createRasterizer({ fonts })).outlined(text) : text);
}
