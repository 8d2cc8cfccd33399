/**
 * Where attention in tiles stands: on top the row that is never stored, then the desk with what a query holds; the shelf of tiles
 * at the bottom, and between them the tile that is read; at the right, or below, two towers of memory.
 */

import { SIZES, cellOf } from "../../kit/block.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/block.js").Size} Size */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {{ size: Size, width: number, letter: number, style?: "shade" }} Look of keys and values: px of a number, and of the letter before it */
/** @typedef {ReturnType<typeof placesFor>} Places */

/** From this width on the towers stand beside the rest. */
const BESIDE = 560;
/** Room inside panels; between things; a line of words; the towers below the rest, px. */
export const PAD = 8;
export const GAP = 6;
export const LINE = 20;
const FOOT = 60;

/** Tiles of keys, and keys a tile. @param {Model} model */
export function tilesOf(model) {
  const count = model.tensor("running_max")?.shape[0] ?? 0;
  const tile = Math.ceil(model.kv_len / Math.max(1, count));
  return upTo(count).map((t) => upTo(model.kv_len).slice(t * tile, (t + 1) * tile));
}

/** The largest numbers with which so many keys fit into a width; else colours. @param {Model} model @param {Size[]} sizes @param {number} count @param {number} most px @returns {Look} */
function lookIn(model, sizes, count, most) {
  const numbers = Math.max(model.d_k, model.d_v);
  for (const size of sizes) {
    const width = Math.max(...["key", "value"].map((tensor) => cellOf(model, tensor, size).width));
    for (const letter of [LINE, 0])
      if (count * (letter + numbers * width + GAP) - GAP <= most) return { size, width, letter };
  }
  const width = Math.max(2, Math.floor(((most + GAP) / count - GAP) / numbers));
  return { size: SIZES.least, width, letter: 0, style: "shade" };
}

/** How large everything is, and how high it stands: the desk has what the others leave. @param {Model} model @param {import("../../scene.js").Room} room @param {number[][]} tiles */
export function placesFor(model, room, tiles) {
  const beside = room.width >= BESIDE;
  const { huge, large, column, phone, small, least } = SIZES;
  const sizes = [large, column, phone, small, least, { ...least, margin: 2 }].slice(room.width >= 900 ? 0 : beside ? 1 : 2);
  const aside = beside ? Math.max(176, Math.min(260, Math.round(room.width * 0.22))) : 0;
  const left = room.width - (beside ? aside + 10 : 0);
  const pitch = (left - 2 * PAD + GAP) / tiles.length;
  const low = lookIn(model, sizes, tiles[0].length, pitch - GAP - 2 * (PAD - 1));
  const wide = room.width >= 900;
  const high = lookIn(model, beside ? [wide ? huge : large, ...sizes] : sizes, tiles[0].length, left - 4 * PAD);
  const [size] = sizes;
  const line = beside ? size.height : 22;
  // what a query holds, in its cells and in its bars
  const held = wide ? huge : beside ? { ...size, cell: 29, wide: 44, font: 15, small: 14 } : size;
  const grip = wide ? huge.height : line;
  const font = wide ? 16 : beside ? 14 : 12.5;
  const strips = (/** @type {Look} */ look) => 2 * look.size.height;

  const row = left >= 700 ? 0 : LINE;
  const desk = row + line + GAP;
  const top = beside ? PAD + 2 : line + PAD + 10;
  // the tile with its scores, and later the outputs over a slider
  const tall = 3 * GAP + Math.max(line + 2 * PAD + strips(high), line + LINE + 48);
  const shelf = LINE + 3 * PAD + strips(low);
  const between = beside ? 8 : 5;
  const rest = room.height - desk - top - tall - shelf - PAD - model.d_v * between - (beside ? 0 : FOOT);
  const each = Math.max(beside ? 16 : 15, Math.min(beside ? 40 : 30, Math.floor(rest / (model.d_v + 1.25))));
  const sum = Math.min(beside ? 48 : 36, Math.round(1.25 * each));
  const end = desk + top + PAD + Math.max(rest + model.d_v * between, sum + model.d_v * (each + between));
  const height = end + tall + shelf + (beside ? 0 : FOOT);
  const start = beside ? Math.round(left * (left >= 700 ? 0.27 : 0.32)) : 34;
  const bars = { x: start, y: desk + top, width: left - start - PAD - 4, sum, each, between };
  const panel = beside ? { x: left + 10, y: 0, width: aside, height } : { x: 0, y: height - FOOT + GAP, width: left, height: FOOT - GAP }; // prettier-ignore
  return { beside, left, size, held, grip, font, line, low, high, pitch, row, desk, bars, end, shelf: end + tall, bottom: end + tall + shelf, height, panel };
} // prettier-ignore
