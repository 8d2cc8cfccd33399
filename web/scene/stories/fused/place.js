/**
 * The layout of attention in tiles: at the top the row that is never stored, then the desk with what a query holds; at the bottom
 * the shelf of tiles, and between them the tile that is being read; at the right, or below, two towers of memory.
 */

import { SIZES, cellOf } from "../../kit/block.js";
import { fit } from "../../kit/fit.js";
import { letterRuns, runsWidth } from "../../kit/text.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/block.js").Size} Size */
/** @typedef {ReturnType<typeof placesFor>} Places */
/** @typedef {ReturnType<typeof lookIn>} Look how keys and values look; cell, letter: px of a number, and of
 *   the letter before it */

/** Px: inside panels; between items; of a line of words; of the towers below the rest. */
export const [PAD, GAP, LINE, FOOT] = [8, 6, 20, 60];

/** Least widths at which the towers are beside the rest, and at which everything is large, px. */
const [BESIDE, WIDE] = [560, 900];

/**
 * The largest numbers with which some keys fit a width; else colours.
 * @param {Model} model @param {Size[]} sizes @param {number} count of keys @param {number} width px
 */
function lookIn(model, sizes, count, width) {
  const numbers = Math.max(model.d_k, model.d_v);
  const room = Math.max(LINE, runsWidth(letterRuns("value", model.kv_len)) + 6);
  const narrow = Math.min(GAP, width / count / 4);
  const colours = { size: SIZES.least, letter: 0, gap: narrow, cell: (width + narrow) / count - narrow };
  const written = sizes.flatMap((size) =>
    [room, 0].map((letter) => ({ size, letter, gap: letter ? GAP : 4, cell: 0 })),
  );
  return fit({ width }, [...written, colours], ({ size, letter, gap, cell }) => {
    const widest = Math.max(...["key", "value"].map((tensor) => cellOf(model, tensor, size).width));
    const look = { size, letter, gap, cell: cell / numbers || widest };
    const pitch = letter + numbers * look.cell + gap;
    const style = /** @type {"shade" | "role"} */ (cell ? "shade" : "role");
    return { ...look, pitch, style, takes: { width: count * pitch - gap } };
  });
}

/**
 * The sizes and positions of everything: the desk has the height that the rest leaves.
 * @param {Model} model @param {import("../../scene.js").Room} room @param {number[][]} tiles
 */
export function placesFor(model, room, tiles) {
  const [beside, wide] = [room.width >= BESIDE, room.width >= WIDE];
  const { huge, large, column, phone, small, least } = SIZES;
  const all = [huge, large, column, phone, small, least, { ...least, margin: 2 }];
  const [size, ...smaller] = all.slice(wide ? 1 : beside ? 2 : 3);
  const held = wide ? huge : beside ? { ...size, cell: 29, wide: 44, font: 15, small: 14 } : size;
  const panel = beside ? Math.max(176, Math.min(260, Math.round(room.width * 0.22))) : 0;
  const left = room.width - (beside ? panel + 10 : 0);
  const pitch = (left - 2 * PAD + GAP) / tiles.length;
  const low = lookIn(model, [size, ...smaller], tiles[0].length, pitch - GAP - 2 * (PAD - 1));
  const high = lookIn(model, all.slice(wide ? 0 : beside ? 1 : 3), tiles[0].length, left - 4 * PAD);

  const line = beside ? size.height : 22;
  const row = left >= 700 ? 0 : LINE;
  const desk = row + line + GAP;
  const top = desk + (beside ? PAD + 2 : line + PAD + 10);
  const foot = beside ? 0 : FOOT;
  // first the tile with its scores, later the outputs over a slider
  const middle = 3 * GAP + Math.max(line + 2 * PAD + 2 * high.size.height, line + LINE + 48);
  const shelf = LINE + 3 * PAD + 2 * low.size.height;
  const between = beside ? 8 : 5;
  const free = room.height - top - middle - shelf - PAD - model.d_v * between - foot;
  const each = Math.max(15, Math.min(beside ? 40 : 30, Math.floor(free / (model.d_v + 1.25))));
  const sum = Math.min(beside ? 48 : 36, Math.round(1.25 * each));
  const grip = wide ? huge.height : line;
  // the query, the largest score and the one before are one below another
  const stacked = beside ? desk + LINE + 3 * PAD + 3 * grip : 0;
  const under = Math.max(free + model.d_v * between, sum + model.d_v * (each + between));
  const end = Math.max(top + PAD + under, stacked);
  const largest = cellOf(model, "running_max", held).width;
  const x = beside ? Math.max(Math.round(left * (row ? 0.32 : 0.27)), largest + 90) : 34;
  return {
    sizes: [held, size, ...smaller],
    ...{ beside, left, panel, size, held, low, high, pitch, line, row, desk, end },
    ...{ font: wide ? 16 : beside ? 14 : 12.5, grip },
    ...{ bars: { x, y: top, width: left - x - PAD - 4, sum, each, between } },
    ...{ shelf: end + middle, bottom: end + middle + shelf, height: end + middle + shelf + foot },
  };
}
