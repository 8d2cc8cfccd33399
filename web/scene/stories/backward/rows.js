/**
 * Arranges the items in rows, where there is no room for columns: a row for every key with its score, weight and value, the query
 * and its result above, the row's dot product below.
 */

import { ports } from "../../kit/arrows.js";
import { SIZES } from "../../kit/block.js";
import { backdrop } from "../../kit/backdrop.js";
import { both, fit } from "../../kit/fit.js";
import { column, corner, fromLeft, grid, heightOf, stack, row, space, widthOf } from "../../kit/place.js";
import { text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { cellsAt, createItems, flow, isJoined, scoresOf } from "./items.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("./items.js").Items} Items */
/** @typedef {import("./items.js").Arrangement} Arrangement */

/** Px: the most that are used of a wide room; the widest room with names above their rows; the widest narrow room. */
const [WIDEST, ABOVE, NARROW] = [900, 760, 500];
/** Px: between the parts, of the band of dot products, and of the space for cards at the right. */
const [GAP, BAND, CARD] = [8, 24, 220];

/**
 * The arrangement with the largest cells that fit; null if none do.
 * @param {Model} model @param {Room} room @returns {Arrangement | null}
 */
export function rows(model, room) {
  // names above their rows leave room for cards beside these, unless that is too high
  const sizes = [SIZES.large, SIZES.column, SIZES.phone, SIZES.small, SIZES.least];
  const variants = both(both(room.width > ABOVE ? [false] : [true, false], sizes), [true, false]);
  return fit({}, variants, ([[above, size], named]) => arrangement(model, room, size, { named, above }));
}

/** @typedef {ReturnType<typeof formOf>} Form */

/** The sizes and gaps that a room allows. @param {Room} room */
function formOf({ width }) {
  const [wide, slim] = [width > NARROW, width < 332];
  const pad = wide ? 10 : 4;
  const inner = Math.min(width, WIDEST) - 2 * pad;
  return {
    wide,
    name: wide ? 90 : slim ? 30 : 40,
    apart: wide ? 12 : slim ? 3 : 5,
    pad,
    inner,
    left: (width - inner) / 2,
  };
}

/**
 * @param {Model} model @param {Room} room @param {import("../../kit/block.js").Size} size
 * @param {{ named: boolean, above: boolean }} how named: query and result have their words; above: names are above their rows
 * @returns {Arrangement | null}
 */
function arrangement(model, room, size, { named, above }) {
  const form = formOf(room);
  const { pad, inner, left } = form;
  const height = Math.max(16, size.height - 4);
  const most = above ? 120 : form.name;
  const items = createItems(model, size, { labels: false, short: true, height, most });
  const { table, heads } = tableOf(model, items, form, above);
  const top = topOf(model, items, named, form.wide ? 40 : 16);
  const products = items.products.flat();
  const total = items.dots[0].width;
  const each = (inner - total - 20) / model.kv_len;
  const free = room.height - heightOf(top.all) - 2 * GAP - BAND - 4;
  const wide = Math.max(widthOf(top.all), widthOf(table(0, 0)));
  if (wide > inner || heightOf(table(0, 0)) > free || products.some((product) => product.width + 8 > each))
    return null;
  const ground = form.wide && widthOf(table(0, 0)) + CARD <= inner ? CARD : 0;
  const spread = table(Math.min(inner - ground, 640), Math.min(free, 1.6 * heightOf(table(0, 0))));
  const parts = [top.all, spread].map((part) => (ground ? fromLeft(part, inner / 2) : part));
  const all = column([...parts, space(inner, BAND)], { gap: GAP });
  corner(all, left, 2);
  const y = 2 + heightOf(all) - BAND / 2;
  products.forEach((product, k) => product.put(left + 4 + ((k % model.kv_len) + 0.5) * each, y));
  for (const dot of items.dots) dot.put(left + inner - total / 2 - 4, y);
  const box = {
    x: left - pad,
    y: 2 + heightOf(top.all) + GAP / 2,
    width: inner + 2 * pad,
    height: heightOf(spread) + GAP,
  };
  const foot = { ...box, y: y - BAND / 2, height: BAND };
  const tall = Math.ceil(heightOf(all)) + 4;
  return {
    items,
    ground: [backdrop("panel", box), ...top.words, ...heads, ...items.names],
    band: backdrop("band", foot, { fill: "raised", rx: 6, initial: { opacity: 0 } }),
    cards: { x: 4, y: 2, width: room.width - 8, height: tall },
    flows: flowsOf(model, items, form),
  };
}

/** A row for every key, under headings. @param {Model} model @param {Items} items @param {Form} form @param {boolean} above */
function tableOf(model, items, { wide, apart }, above) {
  const keys = upTo(model.kv_len);
  const heads = ["key", "scores", "weights", "value"].map((tensor) =>
    text(`head.${tensor}`, {
      text: model.words.scene.shown(tensor),
      size: 12,
      fill: "muted",
      most: wide ? 120 : 52,
    }),
  );
  const { names, values } = items;
  const blocks = (/** @type {number} */ j) => [items.keys[j], cellsAt(items, scoresOf(model), j), cellsAt(items, ["weights"], j), values[j]]; // prettier-ignore
  const edge = (/** @type {number} */ j) => [fromLeft(names[j], items.keys[j].width / 2)];
  const lines = keys.flatMap((j) => (above ? [edge(j), blocks(j)] : [[names[j], ...blocks(j)]]));
  const gaps = {
    gapX: apart,
    gapY: above ? [0, ...keys.flatMap(() => [0, 2])] : [3, ...keys.map(() => 5)],
  };
  return {
    heads,
    /** @param {number} width @param {number} height px */
    table: (width, height) =>
      grid([[...(above ? [] : [null]), ...heads], ...lines], { ...gaps, width, height }),
  };
}

/**
 * The query, its result, and its output if that is another tensor.
 * @param {Model} model @param {Items} items @param {boolean} named @param {number} gap
 */
function topOf(model, items, named, gap) {
  const parts = /** @type {[string, any[]][]} */ ([
    ["query", items.queries],
    [model.result, items.results],
    ...(isJoined(model) ? [["output", items.outputs]] : []),
  ]);
  const words = parts.map(([tensor]) =>
    text(`top.${tensor}`, { text: named ? model.words.scene.shown(tensor) : "", size: 12, fill: "muted" }),
  );
  const all = row(
    parts.map(([, pairs], k) => row([words[k], stack(pairs)], { gap: named ? 6 : 0 })),
    { gap },
  );
  return { all, words: named ? words : [] };
}

/**
 * The lines between items that are side by side, where there is room for an arrow.
 * @param {Model} model @param {Items} items @param {Form} form
 */
function flowsOf(model, items, { wide }) {
  const { left, right } = ports;
  const [last] = scoresOf(model);
  const keys = wide ? items.keys : [];
  const { [last]: [score], weights: [weight] } = items.pairs; // prettier-ignore
  return {
    ...{ output: [], weights: [], values: [], query: [] },
    softmax: keys.map((_, j) => flow(`softmax.${j}`, right(score[j]), left(weight[j]))),
    key: keys.map((key, j) => flow(`key.${j}`, right(key), left(score[j]))),
  };
}
