/** Copies in flight: a block travels to another place and takes the size it has there. */

import { between } from "./bars.js";
import { cellMarks } from "./block.js";

/** @param {any} from a block or a heat map @param {import("./place.js").Box & { id?: string }} to */
export const flight = (from, to) => ({
  ...{ id: `copy.${from.id}>${to.id ?? `${to.x},${to.y}`}`, kind: "flight", draw: drawFlight, from, to },
  seen: /** @type {any[] | null} */ (null),
  initial: { move: 0 },
});

/** @type {import("./draw.js").Draw} */
function drawFlight(item, get, model) {
  const move = get("move");
  if (move <= 0 || move >= 1) return {};
  const { from, to, id } = item;
  item.seen ??= marksOf(from, model).map((mark) => (mark.cell ? { ...mark, copy: true } : mark));
  const scale = Math.min(to.width / from.width, to.height / from.height, 1);
  const wide = from.width * scale;
  const high = from.height * scale;
  const end = {
    x: to.x + (to.width - wide) / 2,
    y: to.y + (to.height - high) / 2,
    width: wide,
    height: high,
  };
  const now = between(from, end, move);
  const s = now.width / from.width;
  const place = { x: now.x - from.x * s, y: now.y - from.y * s, scale: s };
  return { flight: [{ type: "group", id, ...place, opacity: 0.94, children: item.seen }] };
}

/**
 * A copy of one cell of a block, in another box.
 * @param {import("./block.js").Block} from @param {number} k which cell @param {import("./place.js").Box} box
 * @param {{ id: string, bare?: boolean }} how bare: without its number
 * @param {number} opacity @param {import("../model.js").Model} model @returns {import("./draw.js").Mark[]}
 */
export function cellCopy(from, k, { x, y, width, height }, { id, bare = false }, opacity, model) {
  const indices = [from.indices[k]];
  const shape = { columns: 1, rows: 1, cellWidth: width, cellHeight: height, grid: null };
  const copy = { ...from, id, bare, indices, ...shape, x, y, width, height };
  return cellMarks(copy, model, opacity, 1).map((mark) => (mark.cell ? { ...mark, copy: true } : mark));
}

/** The marks of the travelling block, without its labels. @param {any} from @param {import("../model.js").Model} model @returns {import("./draw.js").Mark[]} */
function marksOf(from, model) {
  if (from.kind !== "heat") return cellMarks(from, model, 1, 1);
  const { box: marks } = from.draw(
    { ...from, labels: [] },
    (/** @type {string} */ property) => (property === "opacity" ? 1 : 0),
    model,
  );
  return marks.map((/** @type {import("./draw.js").Mark} */ { grid, ...mark }) => mark);
}
