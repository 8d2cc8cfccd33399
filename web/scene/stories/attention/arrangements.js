/** The ways to arrange a walk-through. The one for wide windows is loaded here; the others, when a picture first needs them. */

import { fit } from "../../kit/fit.js";
import { columns, hasColumns } from "./columns.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {(model: Model, room: Room) => (() => import("../walk-through.js").Arrangement)[]} Way */

const files = {
  post: async () => (await import("./post.js")).inPost,
  rows: async () => (await import("./rows.js")).rows,
};

/** @type {Record<string, Way>} */
const here = { columns };

/** Adds ways that are loaded, such as those a bundle contains from the start. @param {Record<string, Way>} more by name */
export const bringArrangements = (more) => Object.assign(here, more);

/** @param {keyof typeof files} name */
const load = async (name) => void bringArrangements({ [name]: await files[name]() });

/**
 * The stage in the first way that fits: in columns, else in rows; a promise while that way must be loaded first.
 * @param {Model} model @param {Room} room @returns {import("../walk-through.js").Stage | Promise<void>}
 */
export const stageFor = (model, room) => fit(room, ways(model, room), (arrange) => arrange()).stage();

/**
 * The arrangements to try, the best first, up to the first way that is not loaded, which stands for loading it.
 * @param {Model} model @param {Room} room
 * @returns {Generator<() => { takes: { width?: number, height?: number }, stage: () => any }, void, void>}
 */
function* ways(model, room) {
  const narrow = room.corner ? ["post"] : ["columns", "post"];
  const names = [...(hasColumns(model) ? narrow : []), "rows"];
  for (const name of names) {
    if (here[name]) yield* here[name](model, room);
    else return yield () => ({ takes: {}, stage: () => load(/** @type {keyof typeof files} */ (name)) });
  }
}
