/**
 * An animated sum: the cells of each column of some blocks rise, ride along their streams and merge into one cell of the sum. In
 * the first column, numbers may stop on the way, with a plus between them; those without a place, and the other columns, follow
 * without stopping, faster.
 */

import { eases } from "../ease.js";
import { tween, sequence } from "../timeline.js";
import { upTo } from "../model.js";
import { dotsOf, largestOf, signsOf, widest } from "./addends.js";
import { cellBox, strengthBy } from "./block.js";
import { between } from "./bars.js";
import { lookUp } from "./draw.js";
import { cellCopy } from "./flight.js";
import { edge, moving, rect } from "./marks.js";
import { animate, enterAtOnce } from "./moves.js";
import { around } from "./place.js";
import { cornersOf } from "./streams.js";
import { textMark } from "./text.js";
import { middleOf, onwards, pointOn, until } from "./way.js";

/** @typedef {import("./block.js").Block} Block */
/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("./place.js").Box} Box */
/** @typedef {import("../model.js").Model} Model */

/** Seconds that a copy takes to rise, to ride to its place, and to merge; then, for one that does not stop, to rise and to do all of it. */
const LIFT = 0.24;
const RIDE = 0.7;
const MERGE = 0.42;
const RISE = 0.15;
const PASS = 0.62;

/** Seconds from one column to the next; the most until all columns have begun; and from one copy to the next in a file. */
const LAG = 0.2;
const MOST = 1.4;
const FILE = 0.09;

/** px that a copy rises, and the greatest height it has. */
const UP = 16;
const HIGH = 24;

/** Opacity of a number whose copy has been taken. */
const TAKEN = 0.3;

/**
 * @param {Block} result
 * @param {{ terms: () => Block[], along?: any[], places?: Box[] | null }} how terms: called when they are first drawn; along: a
 *   stream for each of them; places: where they stop, or only the largest
 */
export function addition(result, { terms, along = [], places = null }) {
  const columns = upTo(result.indices.length);
  // at the right end of their streams they arrive in a file, the first one ahead
  const file = places && places[0].y === places[1].y && along[0]?.from.side === "right" ? FILE : 0;
  const stands = places ? LIFT + RIDE + (places.length - 1) * file : 0;
  const merge = places && places.length === along.length ? MERGE : PASS;
  const lag = Math.min(LAG, MOST / columns.length);
  const starts = columns.map((c) => stands + (places && c ? merge - lag : 0) + c * lag);
  const ends = starts.map((start, c) => start + (c ? PASS : merge));
  return {
    ...{ id: `copy.sum.${result.id}`, kind: "addition", draw: drawAddition, enters: ride },
    ...{ result, terms, along, places, file, starts, ends },
    lasts: Math.max(...ends),
    /** Seconds after which the first ones stand; without places, after which everything is added up. */
    stands: places ? stands : Math.max(...ends),
    blocks: /** @type {Block[] | null} */ (null),
    /** Which blocks have the places. */
    standing: /** @type {number[]} */ ([]),
    least: 0,
    initial: { opacity: 0, clock: 0, signs: 0 },
  };
}
/** @typedef {ReturnType<typeof addition>} Addition */

/** Runs the copies until they stand or, without places, until they are added up. @param {any} item */
const ride = (item) => [
  tween(item.id, "opacity", 1, 0),
  ...animate(item, "clock", item.stands, item.stands, "linear"),
];

/**
 * The arrival of the sum: the addition finishes and its item shows the numbers that have landed.
 * @param {any} item @param {Addition} added @returns {import("./arrivals.js").Arrival}
 */
export const summed = (item, added) => ({
  item,
  enter: () =>
    sequence(animate(added, "clock", added.lasts, added.lasts - added.stands, "linear"), [
      tween(item.id, "placeholder", 0, 0),
      ...enterAtOnce(item),
    ]),
});

/** @type {import("./draw.js").Draw} */
function drawAddition(item, get, model) {
  const clock = get("clock");
  item.blocks ??= item.terms();
  item.least = lookUp(item, model, () => widest(model, item.blocks));
  item.standing = largestOf(model, item.blocks, item.places?.length ?? 0);
  /** @type {Mark[]} */
  const taken = [];
  /** @type {Mark[]} */
  const marks = [];
  for (const c of upTo(item.starts.length))
    for (const j of upTo(item.blocks.length)) {
      const since = clock - startOf(item, c, j);
      if (since <= 0) continue;
      taken.push(...takenMarks(item, c, j, Math.min(1, since / LIFT), model));
      if (clock >= item.ends[c]) continue;
      const box = boxOf(item, c, j, clock, model);
      const id = `${item.id}/${j}.${c}`;
      marks.push(moving(`${id}/all`, box, (box) => cellCopy(item.blocks[j], c, box, { id }, 1, model)));
    }
  const sums = upTo(item.starts.length).flatMap((c) => sumMarks(item, c, clock, model));
  const signs = get("signs") * Math.max(0, 1 - (clock - item.stands) / 0.12);
  return { label: taken, flight: [...marks, ...sums, ...signMarks(item, signs)] };
}

/** The place of a copy: −1 if it has none. @param {any} item @param {number} c @param {number} j */
const placeOf = ({ standing }, c, j) => (c === 0 ? standing.indexOf(j) : -1);

/** When a copy rises, in seconds. @param {any} item @param {number} c @param {number} j */
const startOf = (item, c, j) => (placeOf(item, c, j) < 0 ? item.starts[c] : placeOf(item, c, j) * item.file);

/** Veils that pale the numbers whose copies are on their way or have been added. @param {any} item @param {number} c @param {number} j @param {number} opacity @param {Model} model @returns {Mark[]} */
function takenMarks({ id, blocks }, c, j, opacity, model) {
  const { role, style } = blocks[j];
  // colours without numbers stay as they are
  if (style === "shade") return [];
  const inner = around([cellBox(blocks[j], c)], -1);
  const veil = opacity * (1 - TAKEN);
  const fill = { fill: role, opacity: veil * strengthBy(blocks[j], model) };
  return [
    rect(`${id}/paper${j}.${c}`, inner, { fill: "paper", opacity: veil }),
    rect(`${id}/veil${j}.${c}`, inner, fill),
  ];
}

/** The cell of the sum that the copies of a column have become. @param {any} item @param {number} c @param {number} clock @param {Model} model @returns {Mark[]} */
function sumMarks({ id, result, ends }, c, clock, model) {
  const seen = Math.min(1, 1 + (clock - ends[c]) / 0.06);
  if (seen <= 0) return [];
  const what = { id: `${id}/sum${c}`, bare: Boolean(result.grid) };
  return cellCopy(result, c, cellBox(result, c), what, seen, model);
}

/** The box of a copy at a moment. @param {any} item @param {number} c @param {number} j @param {number} clock @param {Model} model @returns {Box} */
function boxOf(item, c, j, clock, model) {
  const { result, blocks, places, along, least, stands } = item;
  const cell = cellBox(blocks[j], c);
  const place = places?.[placeOf(item, c, j)];
  const { width, height } = place ?? { width: Math.max(cell.width, least), height: Math.min(HIGH, cell.height) }; // prettier-ignore
  // a copy on a lane at the right end of the room stays inside the room
  const end = Math.max(...[result, ...blocks, ...(places ?? [])].map(({ x, width }) => x + width));
  const boxAt = (/** @type {number[]} */ [x, y]) => ({
    ...{ x: Math.min(x - width / 2, end - width), y: y - height / 2, width, height },
  });
  const lifted = [cell.x + cell.width / 2, cell.y + cell.height / 2 - UP];
  const since = clock - startOf(item, c, j);
  const rises = place ? LIFT : RISE;
  if (since < rises) return between(cell, boxAt(lifted), eases.move(since / rises));
  const way = along[j] ? cornersOf(along[j], model) : [lifted];
  const home = middleOf(cellBox(result, c));
  if (!place) return boxAt(pointOn([lifted, ...way, home], eases.move(Math.min(1, (since - rises) / (PASS - rises))))); // prettier-ignore
  const to = middleOf(place);
  const rode = (since - LIFT) / RIDE;
  if (rode < 1) return boxAt(pointOn([lifted, ...until(way, to)], eases.move(rode)));
  // a copy beside its destination goes straight there, any other continues along its stream
  const straight = Math.abs(to[1] - home[1]) < 4 || !along[j];
  const gone = Math.min(1, Math.max(0, (clock - stands) / MERGE));
  return boxAt(pointOn(straight ? [to, home] : [...onwards(way, to), home], eases.move(gone)));
}

/** A plus before every standing number but the first, dots for those without a place, and a ring round their sum. @param {any} item @param {number} opacity @returns {Mark[]} */
function signMarks({ id, places, blocks, result }, opacity) {
  if (!places || opacity <= 0) return [];
  const look = { stroke: "focus", strokeWidth: 2.5, rx: 4, opacity, part: "ring" };
  const pluses = signsOf(places).map((at) => ({ ...at, text: "+" }));
  const dots = places.length < blocks.length ? dotsOf(places) : [];
  const signs = [...pluses, ...dots].map(({ x, y, text }, k) => {
    const at = { x, y: y + 5, text, size: 14, weight: 600, align: "middle" };
    return textMark(`${id}/sign${k}`, at, { opacity, fill: "ink" });
  });
  return [edge(`${id}/ring`, cellBox(result, 0), look), ...signs];
}
