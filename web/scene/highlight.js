/**
 * What a hovered, tapped or focused cell shows: rings round the cell and all it is made of, and its equation in
 * real numbers, on a chip that covers no cell. Nothing else changes.
 */

import { chip } from "./chip.js";
import { frame } from "./frame.js";
import { areas, boxOf, placeIn } from "./grid.js";
import { cellName } from "./model.js";
import { origin } from "./provenance.js";

/** @typedef {import("./parts.js").Mark} Mark */
/** @typedef {import("./parts.js").Box} Box */
/** @typedef {{ box: Box, text: string, strip: Box | null }} Seen */

const RING = 4.5;

/**
 * Marks to draw on top of a frame. Without an index, rings round the whole tensor.
 * @param {any} scene @param {number} time @param {{ tensor: string, index?: number[] }} cell
 * @returns {Mark[]}
 */
export function highlight(scene, time, { tensor, index }) {
  const picture = frame(scene, scene.timeline, time);
  const seen = cellsOf(picture.marks);
  const grids = picture.marks.filter(({ grid }) => grid);
  if (!index) return wholeRings(tensor, seen, grids);
  const self = { tensor, index };
  const home = seen.get(cellName(tensor, index))?.box ?? squareOf(grids, self);
  if (!home) return [];
  const { of, plus = [] } = origin(scene.model, tensor, index);
  // in place of what does not stand on the stage, what that is made of
  const near = [...of, ...plus].flatMap((c) =>
    seen.has(cellName(c.tensor, c.index)) || squareOf(grids, c)
      ? [c]
      : origin(scene.model, c.tensor, c.index).of,
  );
  const names = new Set(near.map((c) => cellName(c.tensor, c.index)));
  names.add(cellName(tensor, index));
  const marks = [
    ...rings(
      [...seen].filter(([name]) => names.has(name)),
      seen,
    ),
    ...squareRings(grids, [self, ...near]),
  ];
  return [
    ...marks,
    ...effects(scene, tensor, index, seen, names),
    ...chip(scene, picture, tensor, index, home, marks),
  ];
}

/** Rings round a whole tensor, be it numbers or colours. @param {string} tensor @param {Map<string, any>} seen @param {Mark[]} grids @returns {Mark[]} */
function wholeRings(tensor, seen, grids) {
  const numbers = [...seen].filter(([name]) => name.startsWith(tensor + ":"));
  const maps = grids.filter(({ grid }) => grid.tensor === tensor);
  return [
    ...rings(numbers, seen),
    ...maps.map((mark) => squareRing("ring." + mark.id, boxOf(mark, whole(mark)))),
  ];
}

/** @param {Mark} mark @returns {import("./grid.js").Area} */
const whole = ({ grid }) => ({ top: 0, bottom: grid.rows - 1, left: 0, right: grid.columns - 1 });

/** The square that stands for a cell, if there is one. @param {Mark[]} grids @param {import("./model.js").Cell} cell @returns {Box | null} */
function squareOf(grids, cell) {
  for (const mark of grids) {
    const [r, c] = placeIn(mark.grid, cell) ?? [-1, -1];
    if (r >= 0) return boxOf(mark, { top: r, bottom: r, left: c, right: c });
  }
  return null;
}

/** Rings round squares, one round neighbours. @param {Mark[]} grids @param {import("./model.js").Cell[]} cells @returns {Mark[]} */
function squareRings(grids, cells) {
  return grids.flatMap((mark) => {
    const places = cells.flatMap((cell) => {
      const place = placeIn(mark.grid, cell);
      return place ? [place] : [];
    });
    return areas(places).map((area, k) => squareRing(`ring.${mark.id}.${k}`, boxOf(mark, area)));
  });
}

/** Round squares, which may be small: outside them, and thin. @param {string} id @param {Box} box @returns {Mark} */
function squareRing(id, { x, y, width, height }) {
  const place = { x: x - 1, y: y - 1, width: width + 2, height: height + 2, rx: 1 };
  return { type: "rect", id, ...place, fill: "none", stroke: "focus", strokeWidth: 2, part: "ring" };
}

/** Cells on the stage by name, each with the box its number stands in. @param {Mark[]} marks @returns {Map<string, any>} */
function cellsOf(marks) {
  const cells = new Map();
  for (const mark of marks) if (mark.cell && mark.box) cells.set(mark.cell, mark);
  return cells;
}

/** One ring round a whole vector; inside the edge for a cell among others. @param {[string, any][]} wanted @param {Map<string, any>} all @returns {Mark[]} */
function rings(wanted, all) {
  const groups = new Map();
  for (const [name, mark] of all) {
    const strip = mark.id.replace(/\/n\d+$/, "");
    if (!groups.has(strip)) groups.set(strip, { boxes: [], hit: [] });
    const group = groups.get(strip);
    group.boxes.push(mark.box);
    if (wanted.some(([other]) => other === name)) group.hit.push(mark.box);
  }
  return [...groups].flatMap(([id, { boxes, hit }]) => {
    if (!hit.length) return [];
    if (hit.length === boxes.length) return [ring("ring." + id, union(boxes), false)];
    return hit.map((/** @type {Box} */ box, /** @type {number} */ k) => ring(`ring.${id}.${k}`, box, true));
  });
}

/** @param {string} id @param {Box} box @param {boolean} inside @returns {Mark} */
function ring(id, { x, y, width, height }, inside) {
  const by = inside ? -1.5 : RING;
  const place = { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by, rx: inside ? 1 : 4 };
  return {
    type: "rect",
    id,
    ...place,
    fill: "none",
    stroke: inside ? "ring-in" : "focus",
    strokeWidth: 3,
    part: "ring",
  };
}

/** Thin rings round what is made of this cell. @param {any} scene @param {string} tensor @param {number[]} index @param {Map<string, any>} seen @param {Set<string>} taken @returns {Mark[]} */
function effects(scene, tensor, index, seen, taken) {
  const name = cellName(tensor, index);
  const marks = [];
  for (const [other, mark] of seen) {
    if (taken.has(other)) continue;
    const [of, at] = other.split(":");
    const made = origin(scene.model, of, at.split(",").map(Number));
    if (![...made.of, ...(made.plus ?? [])].some((c) => cellName(c.tensor, c.index) === name)) continue;
    const { x, y, width, height } = mark.box;
    const place = { x: x + 2, y: y + 2, width: width - 4, height: height - 4, rx: 1 };
    marks.push({
      type: "rect",
      id: "effect." + other,
      ...place,
      fill: "none",
      stroke: "ring-in",
      strokeWidth: 1.5,
      dash: "3 2",
      part: "effect",
    });
  }
  return marks;
}

/** The box around boxes. @param {Box[]} boxes @returns {Box} */
export function union(boxes) {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
