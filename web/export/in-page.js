/** Exports what a player shows, as every kind of file that a browser can make. */
import { AttentionError } from "../core/errors.js";
import { sizes } from "../element/build-scene.js";
import { readOptions } from "../element/options.js";
import { createRasterizer } from "./canvas.js";
import { suited, texts } from "./kinds.js";
import { oneOf } from "./options.js";
import { pictureOf } from "./picture.js";
import { png } from "./png.js";

/** @typedef {import("./kinds.js").TextOptions} TextOptions */
/** @typedef {import("../element/types.js").ExportOptions} ExportOptions */
/** @typedef {import("./picture.js").Picture} Picture */

/** The kinds made of pixels. @type {Record<string, { mime: string, make: (picture: Picture, options: TextOptions) => Promise<Uint8Array> }>} */
const drawn = {
  png: { mime: "image/png", make: (picture, options) => png(picture, createRasterizer(), options) },
  gif: {
    mime: "image/gif",
    make: async (picture, options) =>
      (await beside(import("../build/gif.js"), "gif.js")).gif(picture, createRasterizer(), options),
  },
  webm: { mime: "video/webm", make: (picture, options) => film(picture, "webm", options) },
  mp4: { mime: "video/mp4", make: (picture, options) => film(picture, "mp4", options) },
};

/** @param {Picture} picture @param {"webm" | "mp4"} type @param {TextOptions} options */
const film = async (picture, type, options) =>
  (await beside(import("../build/film.js"), "film.js")).film(picture, createRasterizer(), type, options);

/** @template T @param {Promise<T>} file @param {string} name @returns {Promise<T>} */
const beside = (file, name) =>
  file.catch(() => {
    const why = `This kind needs the file ${name} beside the player's own; put it there, or export svg-animated.`;
    throw new AttentionError("unsupported", "type", why);
  });

/**
 * Exports what a player shows.
 * @param {import("../element/controller.js").Controller} controller of a player that is ready
 * @param {ExportOptions} [options] override the player's attributes
 * @returns {Promise<Blob>}
 */
export async function exportPlayer(controller, options = {}) {
  const { type = "svg" } = options;
  oneOf("type", type, [...Object.keys(texts), ...Object.keys(drawn)]);
  const { mime, make } = texts[type] ?? drawn[type];
  const { picture, how } = await shownAs(controller, { ...options, type });
  return new Blob([/** @type {BlobPart} */ (await make(picture, how))], { type: mime });
}

/**
 * Returns the picture to export and the options in effect: those given, then those of the player.
 * @param {import("../element/controller.js").Controller} controller @param {ExportOptions & { type: string }} options
 */
export async function shownAs(controller, options) {
  const { run, scene, lang, state } = controller;
  const none = "There is no picture to export; give a problem that can be shown.";
  if (!run) throw new AttentionError("value", "problem", none);
  const chosen = readOptions(state.attributes, sizes(run));
  const said = Object.entries(chosen).filter(([name]) => OWN.includes(name) && state.attributes.has(name));
  const shown = { story: scene.story, lang, seed: state.seed, query: state.query };
  const how = { ...Object.fromEntries(said), ...shown, ...suited(given(options)) };
  return { picture: await pictureOf(run, chosen, how), how };
}

/** The attributes of the player that also apply to the file. */
const OWN = ["theme", "palette", "from", "to", "head", "batch", "softmax"];

/** Drops undefined options, which frameworks pass for absent ones. @param {ExportOptions} options @returns {ExportOptions} */
const given = (options) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
