/**
 * The layout of the story: the sentence above the plane, and the weights beside or below the plane. Lists and lines of words take
 * the largest form that fits.
 */

import { nameOf, namesOf, pairs } from "../../facts.js";
import { stackedBar } from "../../kit/bars.js";
import { SIZES } from "../../kit/block.js";
import { button, buttonWidth } from "../../kit/button.js";
import { cellsOf } from "../../kit/cells.js";
import { fit } from "../../kit/fit.js";
import { corner, fromLeft, grid, heightOf, padded, widthOf } from "../../kit/place.js";
import { plane } from "../../kit/plane.js";
import { letterRuns, text, textAt } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { truncate } from "../../text-metrics.js";
import { factsOf } from "./facts.js";
import { onPlane } from "./plane.js";
import { sentencesOf } from "./sentences.js";
import { line } from "./line.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("./sentences.js").Sentences} Sentences */

/** In px: the gaps beside the plane and between lines, the heights of a bar of length 1 and its leaders, and the widest list. */
const BETWEEN = 24;
const GAP = 8;
const BAR = 24;
const LEADERS = 17;
const WIDE_LIST = 300;

/** The least share of the room's width beside the plane, and the plane's largest width as a multiple of the room's height. */
const ASIDE = 0.3;
const WIDEST = 1.7;

/** The most rows of words that can be swapped in; the others are chosen as items of the batch. */
const MOST_ROWS = 2;

/** Forms of the list beside the plane, best first. */
const LISTS = [SIZES.column, SIZES.small, SIZES.least].flatMap((size) => [
  { size, scores: true },
  { size, scores: false },
]);

/** @param {Model} model @param {Room} room */
export function arrange(model, room) {
  const sentences = sentencesOf(model);
  const { first, second, swaps } = sentences;
  const lanes = [first, ...(second ? [second.item] : [])].map((item) => model.ofBatch(item));
  const beside = room.width >= 1.7 * room.height;
  const least = Math.round(room.width * ASIDE);
  const left = beside ? Math.min(room.width - least - BETWEEN, Math.round(WIDEST * room.height)) : room.width;
  const side = beside ? room.width - left - BETWEEN : room.width;
  const words = lanes.map((lane, k) => line(lane, k, { sentences, width: left, small: room.width < 500 }));
  const top = words[0].height + GAP;
  for (const sentence of words) sentence.put(0);
  const chips = swaps.length > 1 ? chipsOf(model, sentences, side) : [];
  const rows = chips.length ? chips[chips.length - 1].row + 1 : 0;
  const bars = lanes.map((lane, k) => barOf(lane, k, sentences, side));
  const below = beside ? 0 : bars.length * (LEADERS + BAR) + 6 + rows * 36;
  const height = room.height;
  const ground = plane("plane", {
    ...{ width: left, height: height - top - below, bare: true },
    points: pointsOf(model, sentences),
  });
  corner(ground, 0, top);
  const x = beside ? left + BETWEEN : 0;
  const listed = beside ? listOf(lanes, sentences, { x, y: 0, width: side, height }) : null;
  const list = listed && listed.takes.height <= height ? listed : null;
  const end = beside ? endOf(lanes, bars, sentences, { x, width: side }) : [];
  if (!beside) bars.forEach((bar, k) => corner(bar, x, height - below + 4 + LEADERS + k * (LEADERS + BAR)));
  const chipsAt = beside ? height - rows * 36 : height - rows * 36 + 3;
  for (const chip of chips) corner(chip.item, x + chip.left, chipsAt + 36 * chip.row);
  const invited = chips.length && beside ? model.words.stories.meaning.swapOne : "";
  const how = /** @type {const} */ ({ size: 14, weight: 600, align: "start", fill: "ink", most: side });
  const invites = invited ? [textAt("swap", x, chipsAt - 16, { text: invited, ...how })] : [];
  const placed = onPlane(model, lanes, sentences, ground, list !== null);
  const facts = factsOf({ model, lanes, sentences, ...placed });
  const nearest = beside ? nearestOf(model, bars, facts) : [];
  return {
    ...{ lanes, sentences, ground: [ground], words, bars, list, end, nearest, facts, height },
    chips: [...invites, ...chips.map(({ item }) => item)],
    ...placed,
  };
}
/** @typedef {ReturnType<typeof arrange>} Stage */

/**
 * Returns all points that the plane must hold, whichever sentence is shown: words, and every step.
 * @param {Model} model @param {Sentences} sentences
 */
function pointsOf(model, { asks, first, swaps, meant }) {
  /** @param {string} tensor @param {number[]} row @returns {[number, number]} */
  const at = (tensor, row) => [model.value(tensor, [...row, 0]), model.value(tensor, [...row, 1])];
  const sums = [first, ...swaps.map(({ item }) => item)].flatMap((item) => {
    const foot = at("x", [item, asks]);
    const steps = [at("output", [item, asks]), ...upTo(model.kv_len).map((j) => at("value", [item, 0, j]))];
    return [[0, 0], ...steps].map(([x, y]) => /** @type {[number, number]} */ ([foot[0] + x, foot[1] + y]));
  });
  return [...sums, ...meant.map((item) => at("x", [item, asks]))];
}

/**
 * Returns a word's weights as a bar of length 1.
 * @param {Model} lane @param {number} k @param {Sentences} sentences @param {number} width @param {string} [id]
 */
const barOf = (lane, k, { asks }, width, id = "share") =>
  stackedBar(`${id}.${k}`, {
    ...{ width, height: BAR, tensor: lane.full("weights"), indices: pairs(lane, asks), decimals: 2 },
    names: namesOf(lane, "key"),
    bars: () => [],
    label: lane.words.scene.shareBar(nameOf(lane, "query", asks)),
  });

/**
 * Returns all words with their scores and weights, and the bar below them.
 * @param {Model[]} lanes @param {Sentences} sentences @param {import("../../kit/place.js").Box} room
 */
function listOf(lanes, sentences, room) {
  const { asks } = sentences;
  const [model] = lanes;
  const { scene, stories } = model.words;
  return fit(room, LISTS, ({ size, scores }) => {
    const font = Math.max(13, size.font);
    const made = new Map();
    const of = lanes.map((lane) => {
      const cells = cellsOf(
        lane,
        (tensor) => ({ size, style: tensor === "weights" ? "heat" : "plain" }),
        made,
      );
      const held = { query: asks, batch: lane.batch };
      return {
        names: upTo(lane.kv_len).map((j) => {
          const said = truncate(nameOf(lane, "key", j), font, room.width * 0.4);
          return text(`name.${lane.batch}.${j}`, { text: said, size: font, align: "start", fill: "word" });
        }),
        scores: scores ? cells.along("key", "scores", held) : [],
        weights: cells.along("key", "weights", held),
      };
    });
    const name = scene.quoted(truncate(nameOf(model, "query", asks), 14, room.width * 0.5, 600));
    const asking = text("asking", {
      text: stories.meaning.listens({ name }),
      ...{ size: 14, weight: 600, align: "start", fill: "ink", most: room.width },
    });
    const head = (/** @type {string} */ tensor) =>
      text(`head.${tensor}`, { runs: letterRuns(tensor, "", scene.shown(tensor)), fill: "muted" });
    const heads = { scores: scores ? head("scores") : null, weights: head("weights") };
    const table = (/** @type {typeof of[number]} */ { names, scores: numbers, weights }) =>
      padded(
        grid(
          [
            [null, ...(scores ? [heads.scores] : []), heads.weights],
            ...names.map((name, j) => [name, ...(scores ? [numbers[j]] : []), weights[j]]),
          ],
          { gapX: 14, gapY: size.height > 24 ? 4 : 2, width: Math.min(room.width - 4, WIDE_LIST) },
        ),
        { right: 4 },
      );
    const tables = of.map(table);
    const tall = Math.max(...tables.map(heightOf));
    const top = room.y + 26;
    /** Height of everything but the table, in px. */
    const high = 26 + LEADERS + 6 + BAR;
    for (const table of tables) corner(table, room.x, top);
    corner(fromLeft(asking), room.x, room.y + 2);
    return {
      ...{ of, heads, asking },
      bars:
        high + tall > room.height
          ? []
          : lanes.map((lane, k) => {
              const bar = barOf(lane, k, sentences, room.width, "list");
              corner(bar, room.x, top + tall + LEADERS + 6);
              return bar;
            }),
      takes: { width: Math.max(...tables.map(widthOf)), height: tall + 26 },
    };
  });
}

/**
 * Places each sentence above its bar for the last step.
 * @param {Model[]} lanes @param {ReturnType<typeof barOf>[]} bars @param {Sentences} sentences
 * @param {{ x: number, width: number }} room
 */
function endOf(lanes, bars, sentences, { x, width }) {
  const high = 124;
  return lanes.map((lane, k) => {
    const said = line(lane, k, { sentences, width, small: true, id: "end" });
    said.put(x, k * high);
    corner(bars[k], x, k * high + said.height + LEADERS + 2);
    return said;
  });
}

/**
 * Returns, below each bar, the sense that is nearest to where its sentence moves the word.
 * @param {Model} model @param {ReturnType<typeof barOf>[]} bars @param {ReturnType<typeof factsOf>} facts
 */
const nearestOf = (model, bars, { nearest }) =>
  bars.map((bar, k) => {
    if (!nearest[k]) return null;
    const text = model.words.stories.meaning.nearestWord({ name: nearest[k] });
    const how = /** @type {const} */ ({ size: 14, align: "start", fill: "muted" });
    return textAt(`nearest.${k}`, bar.x + 4, bar.y + BAR + 14, { text, ...how, most: bar.width - 8 });
  });

/**
 * Returns a button for each word that can be swapped in; a press shows its sentence.
 * @param {Model} model @param {Sentences} sentences @param {number} width
 */
function chipsOf(model, { swaps, second }, width) {
  let [left, row] = [0, 0];
  const all = swaps.map(({ item, place }) => {
    const lane = model.ofBatch(item);
    const name = truncate(nameOf(lane, "key", place), 12.5, 90);
    const wide = buttonWidth(name, 12);
    if (left && left + wide > width) [left, row] = [0, row + 1];
    const label = model.words.stories.meaning.swapIn({ name });
    const look = /** @type {const} */ ({ text: name, width: wide, align: "start" });
    const pressed = item === second?.item;
    const made = button(`batch-${item}`, { ...look, label, strong: pressed, pressed });
    const chip = { item: made, left, row };
    left += wide + 8;
    return chip;
  });
  return all.filter((chip) => chip.row < MOST_ROWS);
}
