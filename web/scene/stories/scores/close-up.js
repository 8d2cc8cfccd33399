/** The arithmetic of one score of a function, in cards where the close-up stands, as large as has room there. */

import { SIZES, cellBox, cellOf } from "../../kit/block.js";
import { card, cardSize } from "../../kit/card.js";
import { numbersOrColours } from "../../kit/slice.js";
import { letterRuns } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { ASKS, finder } from "./lanes.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../model.js").Cell} Cell */
/** @typedef {import("./lanes.js").Lanes} Lanes */
/** @typedef {import("../../kit/place.js").Box} Box */

/** Room for a letter, px. */
const LETTER = 20;

/** The example key: the one with most terms that are not 0, in all functions. @param {Model[]} views */
export function exampleKey(views) {
  const counts = upTo(views[0].kv_len).map((j) =>
    views.reduce((sum, view) => sum + busy(view, { tensor: "scores", index: pairOf(view, j) }), 0),
  );
  const most = upTo(counts.length).filter((j) => counts[j] === Math.max(...counts));
  // among equals the one that the first function looks at most
  const weight = (/** @type {number} */ j) => views[0].value("weights", pairOf(views[0], j)) || 0;
  return most.reduce((best, j) => (weight(j) > weight(best) ? j : best));
}

/** @param {Model} view @param {number} j */
const pairOf = ({ batch, head }, j) => [batch, head, ASKS, j];

/** How many terms of a cell are not 0. @param {Model} view @param {Cell} cell */
const busy = (view, { tensor, index }) =>
  view
    .origin(tensor, index)
    .terms.filter((cells) => cells.every((factor) => view.value(factor.tensor, factor.index) !== 0)).length;

/**
 * @param {Lanes} stage @param {number} k which function @param {number} j the key that is looked at
 */
export function closeUpOf(stage, k, j) {
  const sizes = [stage.size, SIZES.phone, SIZES.small, SIZES.least];
  const tries = sizes.map(({ decimals, ...size }) => ({ ...size, decimals: Math.max(2, decimals) }));
  const zone = stage.zone(k);
  const made = tries.map((size) => cardsOf(stage, k, j, size, zone));
  const fits = (/** @type {typeof made[number]} */ { all, above }) =>
    all.every(({ extent }) => extent && above + extent.height <= zone.height);
  const { hidden, first, cards, above, all } = made.find(fits) ?? made[made.length - 1];
  const said = (/** @type {typeof first} */ made) =>
    made?.extent && above + made.extent.height <= zone.height ? made.card : null;
  // in the middle of its zone, all of them at one height
  const tallest = Math.max(0, ...all.map((entry) => (said(entry) && entry.extent ? entry.extent.height : 0)));
  const top = zone.y + Math.max(0, (zone.height - above - tallest) / 2);
  hidden?.put(zone.x + zone.width / 2, top + LETTER + hidden.height / 2);
  if (hidden && first) Object.assign(first.card.home, cellBox(hidden, first.at));
  for (const { card: item } of all) item.room.y = Math.round(top + above);
  return { hidden, first: said(first), cards: cards.map(said) };
}
/** @typedef {ReturnType<typeof closeUpOf>} CloseUp */

/** Cards of a size, and how much room each takes. @param {Lanes} stage @param {number} k @param {number} j @param {import("../../kit/block.js").Size} size @param {Box} zone */
function cardsOf(stage, k, j, size, zone) {
  const { view, stages } = stage.lanes[k];
  const index = pairOf(view, j);
  const units = view.score === "additive" ? (view.tensor("hidden")?.shape.at(-1) ?? 0) : 0;
  const hidden = units ? stripOf(view, k, index, units, { size, width: zone.width }) : null;
  const source = finder(stage, hidden ? [hidden] : []);
  const above = hidden ? LETTER + hidden.height + 8 : 0;
  /** @param {string} tensor @param {number[]} place @param {Box} home @param {number} at which cell of its block */
  const cardOf = (tensor, place, home, at) => {
    const cell = { tensor: view.full(tensor), index: place };
    const made = card(view, { id: `card.${k}.${tensor}`, cell, home, room: { ...zone }, source, size });
    return { card: made, at, extent: cardSize(made, view) };
  };
  const c = exampleUnit(view, index, units);
  const first = hidden ? cardOf("hidden", [...index, c], cellBox(hidden, c), c) : null;
  const cards = stages.map(({ tensor, blocks }) => cardOf(tensor, index, blocks[j], 0));
  return { hidden, first, cards, above, all: first ? [first, ...cards] : cards };
}

/** The example unit of the hidden layer: a tanh close to 1 says little about its input. @param {Model} view @param {number[]} pair @param {number} units */
function exampleUnit(view, pair, units) {
  const worth = upTo(units).map((c) => {
    const cell = { tensor: "hidden", index: [...pair, c] };
    return busy(view, cell) * (Math.abs(view.value("hidden", cell.index)) < 0.9995 ? 10 : 1);
  });
  return worth.indexOf(Math.max(...worth));
}

/** The hidden layer of one pair. @param {Model} view @param {number} k @param {number[]} pair @param {number} count @param {{ size: import("../../kit/block.js").Size, width: number }} room */
function stripOf(view, k, pair, count, { size, width: free }) {
  const width = Math.min(cellOf(view, "hidden", size).width, Math.floor(free / count));
  const cells = [upTo(count).map((c) => [...pair, c])];
  const runs = letterRuns("hidden", pair[3] + 1, view.words.scene.shown("hidden"));
  const labels = [{ runs, side: /** @type {const} */ ("above") }];
  return numbersOrColours(view, { id: `${k}.hidden`, tensor: "hidden", cells, size, width, labels });
}
