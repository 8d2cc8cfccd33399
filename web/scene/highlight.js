/**
 * What a hovered, tapped or focused cell shows: rings round the cell and its operands, and its equation in real numbers, in a
 * tooltip that covers no cell. Nothing else changes.
 */

import { means, targetOf } from "./captions.js";
import { focusAt } from "./focus-text.js";
import { frame } from "./frame.js";
import { rect } from "./kit/marks.js";
import { around } from "./kit/place.js";
import { areas, boxOf, cellsIn, placeIn } from "./kit/squares.js";
import { isWeights } from "../core/graph/tensors.js";
import { readingOf } from "./heard.js";
import { magnifier, ringsInMaps } from "./magnifier.js";
import { exactTooltip, readingTooltip, tooltip } from "./tooltip.js";
import { cellName } from "./model.js";

export { heard } from "./heard.js";

/** @typedef {import("./kit/draw.js").Mark} Mark */
/** @typedef {import("./kit/place.js").Box} Box */
/** @typedef {import("./captions.js").Target} Target */
/** @typedef {import("./model.js").Cell} Cell */

/**
 * The marks to draw on top of a frame: for one cell, rings round it and its operands, and its equation; for a row or a whole
 * tensor, rings only.
 * @param {any} scene @param {number} time @param {Target} target
 * @returns {Mark[]}
 */
export function highlight(scene, time, target) {
  const picture = frame(scene, scene.timeline, time, target);
  const stage = stageOf(picture.marks);
  const { tensor, index } = target;
  const lit = isWeights(tensor) ? focusAt(scene, time, target) : null;
  if (lit) return ofWeights(scene, picture, stage, target, lit);
  if (!index || index.includes(null))
    return ofWord(scene, picture, target, [
      ...rings(stage, meant(stage, target)),
      ...ringsInMaps(picture.marks, target),
    ]);
  const self = { tensor, index: /** @type {number[]} */ (index) };
  const mapped = ringsInMaps(picture.marks, target);
  if (target.map) return [...mapped, ...magnifier(scene, picture, self, mapped)];
  const home = homeOf(stage, self);
  if (!home) return [];
  const sources = (/** @type {Cell} */ cell) => scene.model.origin(cell.tensor, cell.index).terms.flat();
  // operands that are not on the stage are replaced by their own operands
  const near = sources(self).flatMap((/** @type {Cell} */ cell) =>
    homeOf(stage, cell) ? [cell] : sources(cell),
  );
  const cells = [self, ...near];
  const marks = [...rings(stage, cells), ...mapped];
  return [...marks, ...effects(scene, stage, self), ...tooltip(scene, picture, self, home, marks)];
}

/** Marks for weights that are lit: a ring round the one pointed at, and their exact numbers. @param {any} scene @param {any} picture @param {Stage} stage @param {Target} target @param {import("./focus-text.js").FocusText} lit @returns {Mark[]} */
function ofWeights(scene, picture, stage, target, lit) {
  const index = target.index ?? [];
  const cells = meant(stage, target);
  const single = !index.includes(null);
  const marks = single ? rings(stage, cells) : [];
  // if a weight's number is not on the stage, its tooltip stands near the word that takes it
  const name = cellName(target.tensor, single ? [...index.slice(0, -1), null] : index);
  const word = picture.marks.find((/** @type {Mark} */ { type, means }) => type === "text" && means === name);
  const cell = cells.length ? homeOf(stage, cells[0]) : undefined;
  const home = single ? (cell ?? word?.spot) : (word?.spot ?? cell);
  const lights = picture.marks.filter((/** @type {Mark} */ { part }) => part === "ring");
  return home ? [...marks, ...exactTooltip(scene, picture, lit, home, [...marks, ...lights])] : marks;
}

/** If a word on the stage stands for a row or a column, adds rings round the word and a tooltip with what it reads, or what reads it. @param {any} scene @param {any} picture @param {Target} target @param {Mark[]} marks */
function ofWord(scene, picture, target, marks) {
  const name = target.index && cellName(target.tensor, target.index);
  const words = picture.marks.filter((/** @type {Mark} */ { means }) => means === name && name);
  const reading = words.length ? readingOf(scene.model, target) : null;
  if (!reading) return marks;
  const ringed = [
    ...marks,
    ...words.map((/** @type {any} */ { id, spot }) => ring(id, [spot], 3, { ...THIN, rx: 4 })),
  ];
  return [...ringed, ...readingTooltip(scene, picture, reading, words[0].spot, ringed)];
}

/**
 * What can be pointed at: numbers by the names of their cells, each with its box, and colour maps.
 * @typedef {Mark & { box: Box, of: Cell }} Seen
 * @typedef {{ numbers: Map<string, Seen>, grids: Mark[] }} Stage
 */

/** @param {Mark[]} marks @returns {Stage} */
function stageOf(marks) {
  const numbers = new Map();
  for (const mark of marks) {
    if (!mark.box || numbers.has(mark.cell)) continue;
    numbers.set(mark.cell, { ...mark, of: targetOf(mark.cell) });
  }
  return { numbers, grids: marks.filter(({ grid }) => grid) };
}

/** The cells on the stage that a target includes. @param {Stage} stage @param {Target} target @returns {Cell[]} */
const meant = ({ numbers, grids }, target) =>
  [...[...numbers.values()].map(({ of }) => of), ...grids.flatMap(({ grid }) => cellsIn(grid))].filter(
    ({ tensor, index }) => means(target, tensor, index),
  );

/**
 * The box of a cell on the stage, as a number or as a square of a map.
 * @param {Stage} stage @param {Cell} cell @returns {Box | undefined}
 */
function homeOf({ numbers, grids }, cell) {
  const number = numbers.get(cellName(cell.tensor, cell.index));
  if (number) return number.box;
  for (const mark of grids) {
    const place = placeIn(mark.grid, cell);
    if (place) return boxOf(mark, areas([place])[0]);
  }
}

/**
 * Rings round cells: one round a whole vector; inside the edge for a number among others; outside for squares of a map, which may
 * be small, and thin.
 * @param {Stage} stage @param {Cell[]} cells @returns {Mark[]}
 */
function rings({ numbers, grids }, cells) {
  const names = new Set(cells.map(({ tensor, index }) => cellName(tensor, index)));
  /** @type {Map<string, { boxes: Box[], hit: Box[] }>} */
  const groups = new Map();
  for (const [name, { id, box }] of numbers) {
    const block = id.replace(/\/n\d+/, "");
    const group = groups.get(block) ?? { boxes: [], hit: [] };
    groups.set(block, group);
    group.boxes.push(box);
    if (names.has(name)) group.hit.push(box);
  }
  const round = [...groups].flatMap(([id, { boxes, hit }]) => {
    if (hit.length < boxes.length) return hit.map((box, k) => ring(`${id}.${k}`, [box], -1.5, INSIDE));
    return [ring(id, boxes, 2, { rx: 4, stroke: "focus", strokeWidth: 3 })];
  });
  const squares = grids.flatMap((mark) => {
    const places = cells.map((cell) => placeIn(mark.grid, cell)).filter((place) => place !== null);
    return areas(places).map((area, k) => ring(`${mark.id}.${k}`, [boxOf(mark, area)], 1, THIN));
  });
  return [...round, ...squares];
}

const INSIDE = { rx: 1, stroke: "ring-in", strokeWidth: 3 };
const THIN = { rx: 1, stroke: "focus", strokeWidth: 2 };

/** @param {string} id @param {Box[]} boxes @param {number} gap px outside them @param {{ rx: number, stroke: string, strokeWidth: number }} style @returns {Mark} */
const ring = (id, boxes, gap, style) =>
  rect(`ring.${id}`, around(boxes, gap), { fill: "none", part: "ring", ...style });

/**
 * Thin rings round the cells computed from a cell.
 * @param {any} scene @param {Stage} stage @param {Cell} cell @returns {Mark[]}
 */
function effects({ model }, { numbers }, cell) {
  const self = cellName(cell.tensor, cell.index);
  const style = { rx: 1, stroke: "ring-in", strokeWidth: 1.5, dash: "3 2", part: "effect" };
  const isMade = (/** @type {Cell} */ { tensor, index }) =>
    model
      .origin(tensor, index)
      .terms.flat()
      .some((/** @type {Cell} */ cell) => cellName(cell.tensor, cell.index) === self);
  return [...numbers]
    .filter(([, { of }]) => isMade(of))
    .map(([name, { box }]) => ({ ...ring(name, [box], -2, style), id: `effect.${name}` }));
}
