/** A thin strip of small matrices, without numbers: what has been made so far, in order. */

import { shapeOf, sliceBlock } from "./slice.js";
import { letterRuns, runsWidth, textAt } from "./text.js";

/** @typedef {import("./slice.js").Slice} Slice */

/** Px a thumbnail needs to show its shape besides its letter. */
const SHAPE_FROM = 84;

/**
 * @param {import("../model.js").Model} model @param {Slice[]} matrices @param {import("./place.js").Box} box
 */
export function thumbnails(model, matrices, { x, y, width, height }) {
  const pitch = width / matrices.length;
  const spacious = pitch >= SHAPE_FROM;
  const runs = matrices.map(({ tensor, made = tensor }) =>
    letterRuns(made, "", "", { matrix: true, size: spacious ? 14 : 12 }),
  );
  const words = Math.max(spacious ? 38 : 0, ...runs.map((name) => runsWidth(name))) + (spacious ? 22 : 8);
  const side = Math.min(height - 4, pitch - words);
  // no strip rather than one too small to be seen
  if (side < 6) return [];
  return matrices.map((matrix, k) => {
    const { rows, columns } = matrix;
    const cell = side / Math.max(rows, columns);
    const size = { cell, wide: cell, height: cell, font: 12, small: 12, decimals: 0 };
    const how = { id: `small.${k}`, size, squares: true, width: cell, height: cell };
    const block = Object.assign(sliceBlock(model, matrix, how), { grid: null, bare: true });
    const left = x + k * pitch + (spacious ? 12 : 2);
    block.put(left + side / 2, y + height / 2);
    block.initial.placeholder = 1;
    const at = left + side + (spacious ? 10 : 4);
    const line = (/** @type {string} */ id, /** @type {number} */ down, /** @type {any} */ what) =>
      textAt(id, at, y + height / 2 + down, { ...what, align: "start", initial: { opacity: 1 } });
    const letter = line(`small.${k}.letter`, spacious ? -8 : 0, { runs: runs[k], fill: "word" });
    const shape = line(`small.${k}.shape`, 10, { text: shapeOf(matrix), size: 12, fill: "muted" });
    return { block: block, letter, items: [block, letter, ...(spacious ? [shape] : [])] };
  });
}
