/** Every head on a card of its own: the sentence with its arcs (where there is room), the map and the result. */

import { attentionMap, mapReach } from "../../kit/attention-map.js";
import { SIZES, block } from "../../kit/block.js";
import { backdrop } from "../../kit/backdrop.js";
import { digitsIn, matrix, sheets, sheetsReach } from "../../kit/matrix.js";
import { around, heightOf, placed, widthOf } from "../../kit/place.js";
import { pairs, rowFacts } from "../../facts.js";
import { text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { stagesOf } from "../attention/items.js";
import { arcsOf, lineWidth } from "./arcs.js";
import { lettered, namesOf, titleOf } from "./head.js";
import { forward } from "./lanes.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("./head.js").Stage} Stage */
/** @typedef {import("../../kit/matrix.js").Cell} Cell */
/** @typedef {import("../../kit/place.js").Box} Box */

/** Px: between cards, inside them, for their titles, and for the letter of a result if the map has no words. */
const GAP = 8;
const PAD = 10;
const TITLE = 26;
const LETTER = 20;
/** Longest upright words at a map, and least size of rows and columns with words, px. */
const UPRIGHT = 44;
const NAMED = 13;
/** The least number of words of a sentence with arcs; the largest cells of a map beside it, px: they have no numbers. */
const WORDS = 4;
const BY_SENTENCE = { width: 23, height: 23 };
/** The most other items of a batch that have a button, and px of each button. */
const MOST_OTHERS = 2;
const BUTTON = 76;
/** Widths of the cells of a result to try, px, and the widest of those that are colours without numbers. */
const RESULTS = [100, 80, 64, 52, 44, 36, 30, 14, 10, 6, 3];
const COLOUR = 14;

/** @typedef {{ columns: number, named: boolean, gap: number, cell: Cell, wide: number, line: number, width: number, height: number, worth: number }} Plan
 *   named: the map has words; wide: px of a cell of the result; line: px of the sentence with its arcs, 0 if it has none; width,
 *   height: of a card; gap: between its parts; worth: how good the plan is, 0 if it does not fit */

/** The plan in which the most can be read. @param {Model} model @param {Stage} stage @returns {Plan} */
function planOf(model, { room, scale, narrow }) {
  const { heads, q_len, d_v, self, batches } = model;
  const back = sheetsReach(batches);
  const names = namesOf(model);
  const large = scale * (heads > 1 ? 1 : 1.6);
  const sentence = self && model.named() && q_len >= WORDS ? lineWidth(names.rows, narrow) : 0;
  const gap = narrow ? 10 : 18;
  /** @param {number} columns @param {number} line @param {boolean} named @param {number} result @returns {Plan} */
  function plan(columns, line, named, result) {
    const width = Math.floor((room.width - back + GAP) / columns) - GAP;
    const height = Math.floor((room.height - back + GAP) / Math.ceil(heads / columns)) - GAP;
    const wide = result > COLOUR ? Math.round(result * scale) : result;
    const beside = wide * d_v + gap + (line && line + gap);
    const free = { width: width - 2 * PAD - beside, height: height - topOf(narrow ? 0 : line, named) - PAD };
    const most = line ? BY_SENTENCE : { width: 120 * large, height: 84 * large };
    const reach = (/** @type {Cell} */ size) => mapReach(edgesOf(size, names, named));
    const cell = cellIn(free, most, reach);
    const digits = digitsIn(model, model.result, { ...cell, width: wide });
    const numbers =
      result > COLOUR ? (digits ? 2 + 0.3 * digits.decimals : 0) : 0.9 + wide / (line ? 18 : 50);
    const read = (digitsIn(model, "weights", cell)?.decimals ?? 0) > 1 ? 1.6 : 1;
    const words = named ? Number(cell.height >= NAMED) * 1.8 : 1;
    const needed = reach(cell);
    const fits = Number(widthOf(needed) <= free.width && heightOf(needed) <= free.height);
    const even = heads % columns ? 0.5 : 1;
    const seen = Math.min(cell.width, 1.3 * cell.height) * (line ? 8 : 1);
    const worth = fits * seen * numbers * read * words * even;
    return { columns, named, gap, cell, wide, line, width, height, worth };
  }
  const plans = upTo(heads).flatMap((k) =>
    (sentence ? [sentence, 0] : [0]).flatMap((line) =>
      [true, false].flatMap((named) => RESULTS.map((result) => plan(k + 1, line, named, result))),
    ),
  );
  return plans.reduce((a, b) => (b.worth > a.worth ? b : a));
}

/** Px above a map: its title, unless that stands over a sentence, and the letter of the result. @param {number} line @param {boolean} named */
const topOf = (line, named) => (line ? 6 : TITLE) + (named ? 0 : LETTER);

/**
 * Cells as wide, and then as high, as a room allows.
 * @param {Cell} room @param {Cell} most @param {(cell: Cell) => import("../../kit/place.js").Placeable} reach @returns {Cell}
 */
function cellIn(room, most, reach) {
  const { height: tallest } = most;
  const width = largest(most.width, (wide) => widthOf(reach({ width: wide, height: tallest })) <= room.width);
  const high = Math.min(tallest, 1.4 * width);
  const height = largest(high, (height) => heightOf(reach({ width, height })) <= room.height);
  return { width: Math.min(width, Math.max(2 * height, 12)), height };
}

/**
 * The largest whole number from 2 to a maximum for which something fits; 2 if none does.
 * @param {number} most @param {(size: number) => boolean} fits
 */
function largest(most, fits) {
  let [low, high] = [2, Math.max(2, Math.floor(most))];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The edges of a map: its words, if it has any; those of columns only if there is room.
 * @param {Cell} cell @param {ReturnType<typeof namesOf>} names @param {boolean} named
 */
function edgesOf(cell, names, named) {
  const said = (/** @type {string[]} */ list, /** @type {boolean} */ room) =>
    room ? list : list.map(() => "");
  const [rows, columns] = [said(names.rows, named), said(names.columns, named && cell.width >= NAMED)];
  return { cell, most: 64, upright: UPRIGHT, rows, columns };
}

/**
 * The cards of all heads, the sheets of a batch's other items behind them, and the buttons that bring these forward.
 * @param {Model} model @param {Stage} stage
 */
export function cardsOf(model, stage) {
  const { heads, batch, batches, open } = model;
  const plan = planOf(model, stage);
  const softmax = open ? ["row_max", "shifted_scores", "shifted_exp", "row_sum"] : [];
  const tensors = [...stagesOf(model, false), ...softmax];
  const cards = upTo(heads).map((h) => cardOf(model, h, plan, stage, tensors));
  const front = around(cards.map(({ ground }) => ground));
  const style = /** @type {const} */ ({ rx: 10, layer: "ground", edge: "rule" });
  const behind = batches > 1 ? [sheets("behind", () => front, batches, "lane", style)] : [];
  const others = upTo(batches)
    .filter((b) => b !== batch)
    .slice(-MOST_OTHERS);
  const forwards = others.map((b, k) => {
    const place = { x: front.width - PAD - (others.length - 1 - k) * BUTTON, y: TITLE / 2 + 2 };
    const text = model.words.stories["multi-head"].item(b + 1);
    return forward(model, b, "to", place, { text, height: TITLE - 4, align: "end" });
  });
  return { cards, tensors, behind, forwards };
}

/**
 * @param {Model} model @param {number} h @param {Plan} plan @param {Stage} stage
 * @param {string[]} tensors from its scores to its weights
 */
function cardOf(model, h, plan, { narrow, followed }, tensors) {
  const { heads, batch, batches } = model;
  const { columns, cell, wide, line, gap, width, height, named } = plan;
  const inLast = Math.floor(h / columns) === Math.ceil(heads / columns) - 1;
  const missing = inLast ? (columns - (heads % columns || columns)) / 2 : 0;
  const box = {
    x: ((h % columns) + missing) * (width + GAP),
    y: Math.floor(h / columns) * (height + GAP),
    width,
    height,
  };
  const fill = model.options.head === h ? "raised" : "panel";
  const ground = backdrop(`card.${h}`, box, { fill, initial: { opacity: 0 } });
  const names = namesOf(model);
  const edges = edgesOf(cell, names, named);
  const reach = mapReach(edges);
  const over = narrow ? 0 : line;
  const [before, top] = [line && line + gap, topOf(over, named)];
  const x = box.x + (width - before - widthOf(reach) - gap - wide * model.d_v) / 2;
  const how = { id: `head.${h}`, hidden: true, points: true, ...edges };
  const map = attentionMap(model, { ...how, pairs: (i) => pairs(model, i, h) });
  map.put(x + before, box.y + top + (height - top - PAD - heightOf(reach)) / 2);
  const middle = map.box.y + map.box.height / 2;
  const right = map.box.x + map.box.width + gap;
  const result = resultOf(model, h, { width: wide, height: cell.height }, width);
  placed(result, right + result.width / 2, middle);
  const stages = tensors.map((tensor) => {
    const what = { id: `head.${h}.${tensor}`, tensor };
    if (!TOTALS.includes(tensor)) {
      const scores = matrix(model, { ...what, cell, lead: [batch, h] });
      return placed(scores, map.box.x + map.box.width / 2, middle);
    }
    const size = { width: Math.min(60, result.width), height: cell.height };
    const place = { index: /** @type {any} */ ([batch, h, "r"]), columns: 1, rows: model.q_len };
    return placed(matrix(model, { ...what, ...place, cell: size }), right + size.width / 2, middle);
  });
  const high = (height - TITLE) / 2;
  const place = { names: names.rows, narrow, x, y: box.y + TITLE + high - 2, high: high - 6, followed };
  const sentence = line ? arcsOf(model, h, place) : null;
  const y = box.y + TITLE / 2 + 2;
  const note = line ? noteOf(model, h, followed, { x: over ? x + over : box.x + width - PAD, y }) : [];
  const taken = h === columns - 1 && batches > 1 ? MOST_OTHERS * BUTTON : 0;
  const end = over ? note[0].x - GAP : box.x + width - PAD - taken;
  const title = titleOf(model, `card.name.${h}`, h, end - box.x - PAD, { align: "start" });
  placed(title, box.x + PAD, y);
  return { ground, title, map, result, stages, sentence, note };
}

/** Tensors of an opened softmax with one number per row: they are placed where the result will be. */
const TOTALS = ["row_max", "row_sum"];

/**
 * The key to which the followed query attends most in a head, and its weight.
 * @param {Model} model @param {number} h @param {number} followed @param {{ x: number, y: number }} end
 */
function noteOf(model, h, followed, { x, y }) {
  const { first, row } = rowFacts(model, followed, h);
  const what = { id: `card.most.${h}`, tensor: "weights", cells: [[row[first]]] };
  const number = block(model, { ...what, size: SIZES.small, style: "plain" });
  const said = `${model.short("query", followed)} → ${model.short("key", first)}`;
  const words = text(`card.note.${h}`, { text: said, align: "end", fill: "muted" });
  return [placed(words, x - number.width - 4, y), placed(number, x - number.width / 2, y)];
}

/**
 * The result of a head: a row for every query, with numbers if there is room.
 * @param {Model} model @param {number} h @param {Cell} cell @param {number} width px for its letter
 */
function resultOf(model, h, cell, width) {
  const { result: tensor, batch, heads, words } = model;
  const alone = tensor === "output";
  const said = alone ? words.scene.shown("output") : words.stories["multi-head"].result;
  const most = Math.min(width, model.d_v * cell.width + 2 * PAD);
  const label = lettered("mixed", heads > 1 ? h + 1 : "", said, most, { align: "middle" });
  const lead = alone ? [batch] : [batch, h];
  return matrix(model, { id: `result.${h}`, tensor, lead, cell, labels: [label] });
}
