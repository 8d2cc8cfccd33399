/** Copies in flight: a block travels to another place, straight or along a line, and takes the size it has there. */

import { mix } from "../ease.js";
import { route } from "./arrows.js";
import { between } from "./bars.js";
import { cellMarks, inBox } from "./block.js";
import { moving } from "./marks.js";
import { middleOf, pointOn } from "./way.js";

/**
 * @param {any} from a block or a heat map @param {import("./place.js").Box & { id?: string, font?: number }} to
 * @param {{ line?: any, merges?: boolean }} how line: an arrow that it follows; merges: it keeps its shape and disappears in what
 *   it makes, else it takes the shape that it has there
 */
export const flight = (from, to, how) => ({
  ...{ id: `copy.${from.id}>${to.id ?? `${to.x},${to.y}`}`, kind: "flight", draw: drawFlight, from, to },
  ...{ ...how, initial: { opacity: 0, move: 0 } },
});

/** @type {import("./draw.js").Draw} */
function drawFlight({ from, to, line, merges, id }, get, model) {
  const move = get("move");
  if (move <= 0 || move >= 1) return {};
  const end = merges ? shrunk(from, to) : to;
  // on a line, it is soon small: there may be numbers beside it
  const now = between(from, end, line ? Math.min(1, 5 * move) : move);
  if (line) {
    const [x, y] = pointOn([middleOf(from), ...route(line), middleOf(end)], move);
    Object.assign(now, { x: x - now.width / 2, y: y - now.height / 2 });
  }
  const scaled = from.font * Math.min(1, now.width / from.width);
  const font = merges ? scaled : mix(from.font, to.font ?? scaled, move);
  const drawn = (/** @type {any} */ box) =>
    copiesOf(from.draw({ ...inBox(from, box, font), labels: [] }, standing, model).box);
  return { flight: [moving(id, now, drawn, { opacity: 0.94 })] };
}

/** The state of what stands with its numbers. @param {string} property */
const standing = (property) => Number(property === "opacity" || property === "reveal");

/** The place of a block that keeps its shape, within a box. @param {any} from @param {import("./place.js").Box} to */
function shrunk(from, to) {
  const scale = Math.min(to.width / from.width, to.height / from.height, 1);
  const [width, height] = [from.width * scale, from.height * scale];
  return { x: to.x + (to.width - width) / 2, y: to.y + (to.height - height) / 2, width, height };
}

/** Marks that name their cells, as copies. @param {import("./draw.js").Mark[]} marks */
const copiesOf = (marks) => marks.map(({ grid, ...mark }) => (mark.cell ? { ...mark, copy: true } : mark));

/**
 * A copy of one cell of a block, in another box.
 * @param {import("./block.js").Block} from @param {number} k which cell @param {import("./place.js").Box} box
 * @param {{ id: string, bare?: boolean }} how bare: without its number
 * @param {number} opacity @param {import("../model.js").Model} model @returns {import("./draw.js").Mark[]}
 */
export function cellCopy(from, k, box, { id, bare = false }, opacity, model) {
  const cell = { ...from, id, bare, indices: [from.indices[k]], columns: 1, rows: 1, grid: null };
  return copiesOf(cellMarks(inBox(cell, box, from.font), model, opacity, 1));
}
