/**
 * Numbers that are added up: the cells of each column of some blocks rise, ride along their streams and become one cell of
 * their sum. The first ones may stand beside one another on their way, with a plus between them; the other columns follow,
 * faster.
 */

import { eases } from "../ease.js";
import { textWidth } from "../text-metrics.js";
import { tween, sequence } from "../timeline.js";
import { upTo } from "../model.js";
import { cellBox } from "./block.js";
import { between } from "./bars.js";
import { cellCopy } from "./flight.js";
import { LAYERS } from "./layers.js";
import { edge, rect } from "./marks.js";
import { animate, enterAtOnce } from "./moves.js";
import { cornersOf } from "./streams.js";
import { textMark } from "./text.js";
import { onwards, pointOn, until } from "./way.js";

/** @typedef {import("./block.js").Block} Block */
/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("./place.js").Box} Box */
/** @typedef {import("../model.js").Model} Model */

/** Seconds: a copy rises, rides to where it stands, all become one; of a column that does not stand, and from one to the next. */
const TIMES = { lift: 0.24, ride: 0.7, merge: 0.42, column: 0.62, lag: 0.2 };

/** Seconds within which all further columns have begun, however many they are. */
const MOST = 1.4;

/** px that a copy rises, and least px beside its number. */
const LIFT = 16;
const PAD = 3;

/** How strong a number is that has been taken. */
const TAKEN = 0.3;

/**
 * @param {Block} result
 * @param {{ terms: () => Block[], along?: any[], places?: Box[] | null, lift?: number }} how terms: asked for when they are first seen;
 *   along: a stream for each of them; places: where the first ones stand; lift: px that copies rise
 */
export function addition(result, { terms, along = [], places = null, lift = LIFT }) {
  const columns = result.indices.length;
  const stood = TIMES.lift + TIMES.ride;
  const lag = Math.min(TIMES.lag, MOST / columns);
  const first = places ? stood + TIMES.merge - TIMES.lag : 0;
  const starts = upTo(columns).map((c) => (places ? (c ? first + c * lag + TIMES.lag - lag : 0) : c * lag));
  const lasts = Math.max(places ? stood + TIMES.merge : 0, ...starts.map((start, c) => start + (places && !c ? 0 : TIMES.column))); // prettier-ignore
  return {
    ...{ id: `copy.sum.${result.id}`, kind: "addition", draw: drawAddition, enters: ride },
    ...{ result, terms, along, places, lift, starts, lasts },
    /** Seconds after which the first ones stand; without a place for that all are added up. */
    stands: places ? stood : lasts,
    blocks: /** @type {Block[] | null} */ (null),
    least: /** @type {number | null} */ (null),
    initial: { opacity: 0, clock: 0, signs: 0 },
  };
}
/** @typedef {ReturnType<typeof addition>} Addition */

/** Copies ride until they stand or, where they do not, until they are added up. @param {any} item */
const ride = (item) => [
  tween(item.id, "opacity", 1, 0),
  ...animate(item, "clock", item.stands, item.stands, "linear"),
];

/** What is added up stands there, with the numbers that have landed. @param {any} item @param {Addition} added @returns {import("./steps.js").Arrival} */
export const summed = (item, added) => ({
  item,
  enter: () =>
    sequence(animate(added, "clock", added.lasts, added.lasts - added.stands, "linear"), [
      tween(item.id, "placeholder", 0, 0),
      ...enterAtOnce(item),
    ]),
});

/** Px that a copy of the widest number needs. @param {Model} model @param {Block[]} terms */
const widest = (model, terms) =>
  Math.ceil(
    Math.max(
      ...terms.map(({ tensor, indices, decimals, font }) =>
        textWidth(model.text(tensor, indices[0], decimals), font, 600),
      ),
    ),
  );

/** Px of a plus with the room beside it, and of one that is crowded. */
const SIGNS = [20, 11];

/**
 * Places for the first numbers of some blocks, side by side at a sum; null where they have no room.
 * @param {Model} model @param {Block[]} terms @param {{ x: number, y: number, width: number }} room y: their middle
 */
export function placesBeside(model, terms, { x, y, width }) {
  const least = widest(model, terms) + 2 * PAD;
  const usual = Math.max(least, terms[0].cellWidth);
  for (const [wide, sign] of [
    [usual, SIGNS[0]],
    [least, SIGNS[0]],
    [least, SIGNS[1]],
  ])
    // prettier-ignore
    if (terms.length * (wide + sign) - sign <= width)
      return terms.map((_, j) => ({ x: x + j * (wide + sign), y: y - 12, width: wide, height: 24 }));
  return null;
}

/**
 * Places for the first numbers of blocks that stand one under another: at their right side, as one adds up on paper; null where they have no room.
 * @param {Model} model @param {Block[]} terms @param {number} end x of the end of the room
 */
export function placesAside(model, terms, end) {
  const right = Math.max(...terms.map(({ x, width }) => x + width));
  const least = widest(model, terms) + 2 * PAD;
  const pitch = terms.length > 1 ? terms[1].y - terms[0].y : terms[0].height;
  const height = Math.min(24, pitch - 2);
  const wide = Math.min(Math.max(least, terms[0].cellWidth), end - right - SIGNS[1] - 3);
  if (wide < least) return null;
  return terms.map((block) => ({
    ...{ x: end - wide, y: block.y + block.height / 2 - height / 2 },
    ...{ width: wide, height },
  }));
}

/** @type {import("./draw.js").Draw} */
function drawAddition(item, get, model) {
  const [opacity, clock] = [get("opacity"), get("clock")];
  item.blocks ??= item.terms();
  item.least ??= widest(model, item.blocks) + 2 * PAD;
  const begun = item.starts.findLastIndex((/** @type {number} */ start) => start < clock);
  /** @type {Mark[]} */
  const taken = [];
  /** @type {Mark[]} */
  const marks = [];
  for (const c of upTo(begun + 1)) {
    taken.push(...takenMarks(item, c, opacity * Math.min(1, (clock - item.starts[c]) / TIMES.lift)));
    marks.push(...columnMarks(item, c, clock, opacity, model));
  }
  return [
    [LAYERS.label, taken],
    [
      LAYERS.flight,
      [...marks, ...signMarks(item, get("signs") * opacity * Math.max(0, 1 - (clock - item.stands) / 0.12))],
    ],
  ];
}

/** Numbers that are on their way, or have been added, are pale where they come from. @param {any} item @param {number} c @param {number} opacity @returns {Mark[]} */
function takenMarks({ id, blocks }, c, opacity) {
  return blocks.flatMap((/** @type {Block} */ block, /** @type {number} */ j) => {
    const { x, y, width, height } = cellBox(block, c);
    const inner = { x: x + 1, y: y + 1, width: width - 2, height: height - 2 };
    const veil = opacity * (1 - TAKEN);
    const fill = { fill: block.role, opacity: veil * (block.style === "strength" ? block.strength : 1) };
    return [
      rect(`${id}/paper${j}.${c}`, inner, { fill: "paper", opacity: veil }),
      rect(`${id}/veil${j}.${c}`, inner, fill),
    ];
  });
}

/** A column on its way: its copies or, when they have become one, their sum. @param {any} item @param {number} c @param {number} clock @param {number} opacity @param {Model} model @returns {Mark[]} */
function columnMarks(item, c, clock, opacity, model) {
  const { id, result, blocks, places, starts, stands } = item;
  const home = cellBox(result, c);
  const sum = (/** @type {number} */ seen) =>
    cellCopy(result, c, home, { id: `${id}/sum${c}`, bare: Boolean(result.grid) }, opacity * seen, model);
  const standing = places && c === 0;
  const rises = standing ? TIMES.lift : TIMES.column * 0.25;
  const since = clock - starts[c];
  // how far the copies have come to where they become one
  const gone = standing ? (clock - stands) / TIMES.merge : (since - rises) / (TIMES.column - rises);
  if (gone >= 1) return sum(1);
  const marks = blocks.flatMap((/** @type {Block} */ block, /** @type {number} */ j) => {
    const box = boxOf(item, c, j, since / rises, gone);
    return cellCopy(block, c, box, { id: `${id}/${j}.${c}` }, opacity, model);
  });
  const near = Math.max(0, gone - 0.85) / 0.15;
  return near ? [...marks, ...sum(near)] : marks;
}

/** Where a copy is. @param {any} item @param {number} c @param {number} j @param {number} risen @param {number} gone @returns {Box} */
function boxOf(item, c, j, risen, gone) {
  const { result, blocks, places, lift, along } = item;
  const [cell, home] = [cellBox(blocks[j], c), cellBox(result, c)];
  const place = c === 0 ? places?.[j] : null;
  const size = {
    width: place?.width ?? Math.max(cell.width, item.least),
    height: place?.height ?? Math.min(24, cell.height),
  };
  // on a lane at the end of the room a copy keeps inside it
  const end = Math.max(...[result, ...blocks, ...(places ?? [])].map(({ x, width }) => x + width));
  const boxAt = (/** @type {number[]} */ [x, y]) => ({
    ...{ x: Math.min(x - size.width / 2, end - size.width), y: y - size.height / 2 },
    ...size,
  });
  const lifted = [cell.x + cell.width / 2, cell.y + cell.height / 2 - lift];
  if (risen < 1) return between(cell, boxAt(lifted), eases.move(risen));
  const way = along[j] ? cornersOf(along[j]) : [lifted];
  const [goal, to] = [middle(home), place && middle(place)];
  if (!to) return boxAt(pointOn([lifted, ...way, goal], eases.move(gone)));
  const rode = (risen - 1) * (TIMES.lift / TIMES.ride);
  if (rode < 1) return boxAt(pointOn([lifted, ...until(way, to)], eases.move(rode)));
  // beside its home a copy goes straight, else on along its stream
  const straight = Math.abs(to[1] - goal[1]) < 4 || !along[j];
  return boxAt(pointOn(straight ? [to, goal] : [...onwards(way, to), goal], eases.move(Math.max(0, gone))));
}

/** @param {Box} box @returns {[number, number]} */
const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

/** A plus before every number that stands but the first, and a ring round the cell that they make. @param {any} item @param {number} opacity @returns {Mark[]} */
function signMarks({ id, places, result }, opacity) {
  if (!places || opacity <= 0) return [];
  const { x, y, width, height } = cellBox(result, 0);
  const ring = { x: x - 2, y: y - 2, width: width + 4, height: height + 4 };
  const look = { stroke: "focus", strokeWidth: 2.5, rx: 4, opacity, part: "ring" };
  const pluses = places.slice(1).map((/** @type {Box} */ place, /** @type {number} */ k) => {
    const before = places[k];
    const end = before.y === place.y ? before.x + before.width : place.x - SIGNS[1];
    const at = { x: (end + place.x) / 2, y: place.y + place.height / 2 + 5.4, align: "middle" };
    return textMark(`${id}/plus${k}`, { ...at, text: "+", size: 15, weight: 600 }, { opacity, fill: "ink" });
  });
  return [edge(`${id}/ring`, ring, look), ...pluses];
}
