/**
 * What a hovered, tapped or focused cell shows: rings round the cell and all it is made of, and its equation in
 * real numbers, on a tooltip that covers no cell. Nothing else changes.
 */

import { means } from "./captions.js";
import { frame } from "./frame.js";
import { areas, boxOf, placeIn } from "./kit/squares.js";
import { around } from "./kit/place.js";
import { tooltip } from "./tooltip.js";
import { cellName } from "./model.js";

/** @typedef {import("./kit/draw.js").Mark} Mark */
/** @typedef {import("./kit/place.js").Box} Box */
/** @typedef {import("./captions.js").Target} Target */
/** @typedef {import("./model.js").Cell} Cell */

const RING = 2;

/**
 * Marks to draw on top of a frame: of one cell its operands and its equation, of a row or a whole tensor rings alone.
 * @param {any} scene @param {number} time @param {Target} target
 * @returns {Mark[]}
 */
export function highlight(scene, time, target) {
  const picture = frame(scene, scene.timeline, time);
  const seen = cellsOf(picture.marks);
  const grids = picture.marks.filter(({ grid }) => grid);
  const { tensor, index } = target;
  if (!index || index.includes(null)) {
    const meant = [...seen].filter(([, { of }]) => means(target, of.tensor, of.index));
    return [...rings(meant, seen), ...wholeRings(target, grids)];
  }
  const self = { tensor, index: /** @type {number[]} */ (index) };
  const home = seen.get(cellName(tensor, index))?.box ?? squareOf(grids, self);
  if (!home) return [];
  const visible = (/** @type {Cell} */ cell) =>
    seen.has(cellName(cell.tensor, cell.index)) || squareOf(grids, cell);
  const sources = (/** @type {Cell} */ cell) => scene.model.origin(cell.tensor, cell.index).terms.flat();
  // in place of what does not stand on the stage, what that is made of
  const near = sources(self).flatMap((/** @type {Cell} */ cell) => (visible(cell) ? [cell] : sources(cell)));
  const names = new Set([self, ...near].map((cell) => cellName(cell.tensor, cell.index)));
  const marks = [
    ...rings(
      [...seen].filter(([name]) => names.has(name)),
      seen,
    ),
    ...squareRings(grids, [self, ...near]),
  ];
  return [...marks, ...effects(scene, self, seen, names), ...tooltip(scene, picture, self, home, marks)];
}

/**
 * Whether anything on the stage is what a target means, at one moment.
 * @param {any} scene @param {number} time @returns {(target: Target) => boolean}
 */
export function standing(scene, time) {
  const { marks } = frame(scene, scene.timeline, time);
  const cells = [...cellsOf(marks).values()];
  const grids = marks.filter(({ grid }) => grid);
  return (target) =>
    cells.some(({ of }) => means(target, of.tensor, of.index)) || wholeRings(target, grids).length > 0;
}

/** Rings round maps of colours that a target means. @param {Target} target @param {Mark[]} grids @returns {Mark[]} */
const wholeRings = ({ tensor, index }, grids) =>
  grids
    .filter(
      ({ grid }) =>
        grid.tensor === tensor &&
        grid.index.every(
          (/** @type {number | string} */ what, /** @type {number} */ axis) =>
            typeof what === "string" || (index?.[axis] ?? what) === what,
        ),
    )
    .flatMap((mark) => {
      const { rows, columns, from = 0, index: axes } = mark.grid;
      const row = index?.[axes.indexOf("r")] ?? null;
      const column = index?.[axes.indexOf("c")] ?? null;
      const [left, right] = column === null ? [0, columns - 1] : [column - from, column - from];
      if (left < 0 || right >= columns || (row ?? 0) >= rows) return [];
      const area = { top: row ?? 0, bottom: row ?? rows - 1, left, right };
      return squareRing("ring." + mark.id, boxOf(mark, area));
    });

/** The square that stands for a cell, if there is one. @param {Mark[]} grids @param {Cell} cell @returns {Box | null} */
function squareOf(grids, cell) {
  for (const mark of grids) {
    const [r, c] = placeIn(mark.grid, cell) ?? [-1, -1];
    if (r >= 0) return boxOf(mark, { top: r, bottom: r, left: c, right: c });
  }
  return null;
}

/** Rings round squares, one round neighbours. @param {Mark[]} grids @param {Cell[]} cells @returns {Mark[]} */
const squareRings = (grids, cells) =>
  grids.flatMap((mark) => {
    const places = cells.flatMap((cell) => {
      const place = placeIn(mark.grid, cell);
      return place ? [place] : [];
    });
    return areas(places).map((area, k) => squareRing(`ring.${mark.id}.${k}`, boxOf(mark, area)));
  });

/** Round squares, which may be small: outside them, and thin. @param {string} id @param {Box} box @returns {Mark} */
const squareRing = (id, box) => ringMark(id, around([box], 1), { rx: 1, stroke: "focus", strokeWidth: 2 });

/** @param {string} id @param {Box} box @param {{ rx: number, stroke: string, strokeWidth: number }} look @returns {Mark} */
const ringMark = (id, box, look) => ({ type: "rect", id, ...box, fill: "none", ...look, part: "ring" });

/** @typedef {Mark & { box: Box, of: Cell }} Seen */

/** Cells on the stage by name, each with the box its number stands in. @param {Mark[]} marks @returns {Map<string, Seen>} */
function cellsOf(marks) {
  const cells = new Map();
  for (const mark of marks) {
    if (!mark.cell || !mark.box || cells.has(mark.cell)) continue;
    const [tensor, index] = mark.cell.split(/:(?=[^:]*$)/);
    cells.set(mark.cell, {
      ...mark,
      of: { tensor, index: index === "" ? [] : index.split(",").map(Number) },
    });
  }
  return cells;
}

/** One ring round a whole vector; inside the edge for a cell among others. @param {[string, Seen][]} wanted @param {Map<string, Seen>} all @returns {Mark[]} */
function rings(wanted, all) {
  const names = new Set(wanted.map(([name]) => name));
  /** @type {Map<string, { boxes: Box[], hit: Box[] }>} */
  const groups = new Map();
  for (const [name, mark] of all) {
    const id = mark.id.replace(/\/n\d+$/, "");
    const group = groups.get(id) ?? { boxes: [], hit: [] };
    groups.set(id, group);
    group.boxes.push(mark.box);
    if (names.has(name)) group.hit.push(mark.box);
  }
  return [...groups].flatMap(([id, { boxes, hit }]) => {
    if (!hit.length) return [];
    if (hit.length === boxes.length)
      return [ringMark("ring." + id, around(boxes, RING), { rx: 4, stroke: "focus", strokeWidth: 3 })];
    const inside = { rx: 1, stroke: "ring-in", strokeWidth: 3 };
    return hit.map((box, k) => ringMark(`ring.${id}.${k}`, around([box], -1.5), inside));
  });
}

/** Thin rings round what is made of this cell. @param {any} scene @param {Cell} self @param {Map<string, Seen>} seen @param {Set<string>} taken @returns {Mark[]} */
function effects({ model }, self, seen, taken) {
  const name = cellName(self.tensor, self.index);
  const look = { rx: 1, stroke: "ring-in", strokeWidth: 1.5, dash: "3 2" };
  return [...seen]
    .filter(([other, { of }]) => {
      if (taken.has(other)) return false;
      const made = model.origin(of.tensor, of.index).terms.flat();
      return made.some((/** @type {Cell} */ cell) => cellName(cell.tensor, cell.index) === name);
    })
    .map(([other, { box }]) => ({ ...ringMark("effect." + other, around([box], -2), look), part: "effect" }));
}
