/** Which cells of a target the stage shows, and where they are on a large map. */

import { means, targetOf } from "./captions.js";
import { frame } from "./frame.js";
import { boxOf, within } from "./kit/raster/place.js";
import { cellsIn } from "./kit/squares.js";

/** @typedef {import("./kit/draw.js").Mark} Mark */
/** @typedef {import("./kit/place.js").Box} Box */
/** @typedef {import("./model.js").Cell} Cell */
/** @typedef {import("./captions.js").Target} Target */

/**
 * Returns a function that tells whether the stage shows anything of a target at a moment.
 * @param {any} scene @param {number} time @returns {(target: Target) => boolean}
 */
export function standing(scene, time) {
  /** @type {any[] | undefined} most steps ask about nothing */
  let marks;
  return (target) => {
    const isMeant = (/** @type {Cell} */ { tensor, index }) => means(target, tensor, index);
    marks ??= frame(scene, scene.timeline, time).marks;
    return marks.some((mark) => {
      const { box, cell, grid } = mark;
      if (box) return isMeant(/** @type {Cell} */ (targetOf(cell)));
      return grid ? cellsIn(grid).some(isMeant) : placeInMap(mark, target) !== null;
    });
  };
}

/** The box of a target in a map; null if the target is in another tensor or out of view. @param {Mark} mark @param {Target} target @returns {Box | null} */
export function placeInMap(mark, { tensor, index }) {
  if (mark.type !== "raster" || mark.tensor !== tensor) return null;
  const frame = /** @type {Box} */ (/** @type {unknown} */ (mark));
  if (!index) return frame;
  const [batch, head, r, c] = index;
  if ((batch ?? mark.map.batch) !== mark.map.batch || (head ?? mark.map.head) !== mark.map.head) return null;
  return within(boxOf(mark.map, frame, { r: r ?? undefined, c: c ?? undefined }), frame);
}
