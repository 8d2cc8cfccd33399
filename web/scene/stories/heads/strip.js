/**
 * A matrix of all heads: whole, with creases between the heads, or folded apart, each head in its lane. If not all rows have room
 * for numbers, only the followed row has them.
 */

import { enter } from "../../kit/moves.js";
import { drawn, merged } from "../../kit/draw.js";
import { path } from "../../kit/marks.js";
import { matrix } from "../../kit/matrix.js";
import { cellsOf } from "../../kit/squares.js";
import { placed } from "../../kit/place.js";
import { text } from "../../kit/text.js";

/** @typedef {{ above: number, rows: number, height: number, followed?: boolean }} Band rows of the same
 *   height: how many rows are above them, how many they are, px of each, and whether it is the followed row alone */
/**
 * @typedef {object} Parts
 * @property {(h: number) => (number | "r" | "c")[]} index of a head's part @property {(h: number) => number} [from] its first column
 * @property {number} columns of a part @property {Band[]} bands @property {number} cell px wide
 * @property {number[]} centers x of every part when they are apart @property {number} y of the upper edge, px
 * @property {import("../../kit/block.js").Label} [label] @property {"tint"} [style]
 * @property {number} [apart] how far the parts are apart at first, from 0 to 1
 */

/** Px: least height of rows with numbers, height of the followed row if the others are low, greatest height of a row. */
const READABLE = 18;
const FOLLOWED = 24;
const MOST = 52;

/**
 * The bands of a strip: one, or three if only the followed row is high enough for numbers.
 * @param {number} rows @param {number} followed which of them @param {number} height px for all
 * @param {boolean} numbers whether numbers fit a row that is high enough @returns {Band[]}
 */
export function bandsOf(rows, followed, height, numbers) {
  const even = Math.max(3, Math.min(MOST, Math.floor(height / rows)));
  // without numbers
  const low = Math.min(15, Math.floor((height - FOLLOWED) / (rows - 1)));
  if (even >= READABLE || low < 4 || !numbers) return [{ above: 0, rows, height: even }];
  const bands = [
    { above: 0, rows: followed, height: low },
    { above: followed, rows: 1, height: FOLLOWED, followed: true },
    { above: followed + 1, rows: rows - followed - 1, height: low },
  ];
  return bands.filter((band) => band.rows > 0);
}

/** Height of some bands together, px. @param {Band[]} bands */
export const heightOf = (bands) => bands.reduce((sum, { rows, height }) => sum + rows * height, 0);

/**
 * The strip of a tensor.
 * @param {import("../../model.js").Model} model @param {string} id @param {string} tensor @param {Parts} parts
 */
export function strip(model, id, tensor, { from = () => 0, apart = 0, ...what }) {
  const { index, columns, bands, cell, centers, y, label, style } = what;
  const wide = columns * cell;
  const [first, last] = [centers[0], centers[centers.length - 1]];
  const how = { tensor, columns, style, largest: 17, strongest: model.largest(tensor) };
  const parts = centers.map((center, h) => {
    let top = y;
    const blocks = bands.map(({ above, rows, height }, k) => {
      const labels = label && !h && !k ? [label] : [];
      const part = { id: `${id}.${h}.${k}`, index: index(h), from: from(h), above, rows, labels };
      top += rows * height;
      const made = matrix(model, { ...how, ...part, cell: { width: cell, height } });
      return placed(made, center, top - (rows * height) / 2);
    });
    // whole pixels, so that adjacent parts touch
    const left = Math.round((first + last - centers.length * wide) / 2) + h * wide;
    return { blocks, shift: left - blocks[0].x };
  });
  const indices = parts.flatMap(({ blocks }) =>
    blocks.flatMap((block) => cellsOf(/** @type {any} */ (block)).flat()),
  );
  return {
    id,
    kind: "strip",
    draw: drawStrip,
    enters: enter,
    tensor: model.full(tensor),
    indices,
    parts,
    bands,
    ...{ x: first - wide / 2, y, width: last - first + wide, height: heightOf(bands) },
    initial: { opacity: 0, reveal: 0, dim: 0, creases: 0, apart },
  };
}
/** @typedef {ReturnType<typeof strip>} Strip */

/** The followed row of a head's part, or the whole part if all rows are alike. @param {Strip} strip @param {number} h */
export const followedIn = ({ parts, bands }, h) =>
  parts[h].blocks[bands.length > 1 ? bands.findIndex(({ followed }) => followed) : 0];

/** @type {import("../../kit/draw.js").Draw} */
function drawStrip(item, get, model) {
  const { id, parts, y, height } = item;
  const together = 1 - get("apart");
  const all = parts.flatMap((/** @type {any} */ { blocks, shift }) =>
    blocks.map((/** @type {any} */ block) => {
      const moved = { ...block, x: block.x + shift * together };
      const marks = drawn(moved, get, model);
      block.seen = moved.seen;
      return marks;
    }),
  );
  const opacity = get("opacity") * get("creases") * together;
  if (opacity <= 0) return merged(all);
  const lefts = parts.slice(1).map((/** @type {any} */ { blocks, shift }) => blocks[0].x + shift);
  const d = lefts.map((/** @type {number} */ x) => `M${x} ${y - 6}v${height + 12}`).join("");
  const style = { fill: "none", stroke: "ink", strokeWidth: 1.5, dash: "4 3", opacity };
  return merged([...all, { label: [path(`${id}/creases`, d, style)] }]);
}

/**
 * Names of the rows of a strip that are high enough.
 * @param {string} id @param {string[]} names @param {Band[]} bands @param {number} x of their right edge @param {number} y of the
 *   upper edge
 */
export function namesAt(id, names, bands, x, y) {
  let top = y;
  return bands.flatMap(({ above, rows, height }) =>
    names.slice(above, above + rows).flatMap((name, k) => {
      top += height;
      const strong = bands.length === 1 || rows === 1;
      const look = strong ? /** @type {const} */ ({ weight: 600, fill: "ink" }) : { size: 12, fill: "muted" };
      const item = text(`${id}.${above + k}`, { text: name, align: "end", ...look });
      return height < 13 ? [] : [placed(item, x, top - height / 2)];
    }),
  );
}
