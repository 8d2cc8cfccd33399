/** The ways to arrange a walk-through. That of a wide window is here; the others are fetched by the first picture that needs them. */

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

/** @param {Record<string, Way>} more ways that a bundle contains from the start */
export const bringArrangements = (more) => Object.assign(here, more);

/** @param {keyof typeof files} name */
const load = async (name) => void bringArrangements({ [name]: await files[name]() });

/** Attention in columns where they fit, else in rows. @param {Model} model @param {Room} room @returns {import("../walk-through.js").Stage | Promise<void>} what must be loaded first */
export const stageFor = (model, room) => fit(room, ways(model, room), (arrange) => arrange()).stage();

/**
 * All of them, the best first; in place of those that are not here what brings them.
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
