/**
 * Arranges the items of a backward pass in columns, as the walk-through does, if there are few keys. Each key has a column for
 * its score and weight and one for its value. The result is above, so that gradients flow down the lines on which the values
 * rose.
 */

import { ports } from "../../kit/arrows.js";
import { SIZES } from "../../kit/block.js";
import { backdrop } from "../../kit/backdrop.js";
import { both, fit } from "../../kit/fit.js";
import { corner, grid, heightOf, stack, row, space, widthOf } from "../../kit/place.js";
import { text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { cellsAt, createItems, flow, scoresOf } from "./items.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("./items.js").Items} Items */
/** @typedef {import("./items.js").Arrangement} Arrangement */
/** @typedef {ReturnType<typeof tableOf>} Table */

/** The most columns; more keys are shown in rows. */
const MOST = 4;

const ROW = { result: 0, weight: 1, softmax: 2, score: 3, key: 4 };

/** Padding at the sides of the panel, and the most px that are used of a wide room. */
const PAD = 16;
const WIDEST = 1300;

/**
 * The arrangement with the largest cells that fit; null if none do.
 * @param {Model} model @param {Room} room @returns {Arrangement | null}
 */
export function columns(model, room) {
  if (model.kv_len > MOST) return null;
  const sizes = [...(room.width > WIDEST ? [SIZES.huge] : []), SIZES.large, SIZES.column, SIZES.small];
  return fit({}, both(sizes, [true, false]), ([size, labels]) => {
    const table = tableOf(model, room, size, labels);
    return table && arrangement(model, room, table);
  });
}

/**
 * Everything in its row and column; null if it does not fit.
 * @param {Model} model @param {Room} room @param {import("../../kit/block.js").Size} size @param {boolean} labels
 */
function tableOf(model, room, size, labels) {
  const items = createItems(model, size, { labels, short: !labels, height: size.height - 4, most: 90 });
  const keys = upTo(model.kv_len);
  const word = text("word.softmax", {
    ...{ text: model.words.scene.ops.softmax, weight: 650, fill: "word" },
    ...{ align: /** @type {const} */ ("middle") },
  });
  const result = stack(items.results.map((mixed, i) => row([mixed, items.outputs[i]], { gap: 50 })));
  const lanes = (/** @type {(j: number) => any[]} */ make) => keys.flatMap(make);
  const rows = [
    [space(1, heightOf(result))],
    [null, ...lanes((j) => [cellsAt(items, ["weights"], j), null])],
    [word, ...lanes(() => [space(1, 24), null])],
    [stack(items.queries), ...lanes((j) => [cellsAt(items, scoresOf(model), j), null])],
    [null, ...lanes((j) => [items.keys[j], items.values[j]])],
    [null, ...lanes((j) => [items.names[j], null])],
  ];
  const lane = labels ? [34, 22] : [16, 16];
  const gaps = { gapX: [lane[0], ...keys.flatMap(() => lane)], gapY: [26, 9, 9, 20, 6] };
  const width = Math.min(room.width, WIDEST) - 2 * PAD;
  // the row's sum is at the right of its products
  const inner = width - items.dots[0].width - 40;
  const bare = grid(rows, gaps);
  const spare = Math.min(60, room.height - heightOf(bare) - 14);
  if (widthOf(bare) > inner || widthOf(result) > inner || spare < 0) return null;
  const gapY = gaps.gapY.map((gap) => gap + spare / 5);
  return { items, word, result, width, table: grid(rows, { ...gaps, gapY, width: inner }) };
}

/**
 * Null if the products would stand on the lines to the values.
 * @param {Model} model @param {Room} room @param {NonNullable<Table>} made @returns {Arrangement | null}
 */
function arrangement(model, room, { items, word, result, width, table }) {
  const left = (room.width - width) / 2;
  corner(table, left, 6);
  const { lines, columns: across } = table;
  if (items.products.flat().some(({ width: wide }) => wide + 9 > across[2] - across[1])) return null;
  const middle = (across[1] + across[across.length - 1]) / 2;
  corner(result, middle - widthOf(result) / 2, lines[ROW.result] - heightOf(result) / 2);
  const [weight, key] = [items.pairs.weights[0][0], items.keys[0]];
  const start = across[1] - items.pairWidth / 2 - 14;
  const box = { x: start, y: lines[ROW.softmax] - 13, width: left + width - start, height: 26 };
  for (const products of items.products)
    for (const [j, product] of products.entries())
      // beside the line that goes through the band
      product.put(across[1 + 2 * j] + 8 + product.width / 2, lines[ROW.softmax]);
  for (const dot of items.dots) dot.put(left + width - 6 - dot.width / 2, lines[ROW.softmax]);
  const [top, bottom] = [weight.y - 22, key.y + key.height + 10];
  const panel = { x: left - PAD, y: top, width: width + 2 * PAD, height: bottom - top };
  return {
    items,
    word,
    ground: [backdrop("panel", panel), ...items.names],
    band: backdrop("band", box, { fill: "raised", rx: 6, initial: { opacity: 0 } }),
    cards: { x: panel.x + 4, y: 4, width: panel.width - 8, height: Math.ceil(heightOf(table)) },
    flows: flowsOf(model, items),
  };
}

/** The lines: one set, since all queries take the same places. @param {Model} model @param {Items} items */
function flowsOf(model, items) {
  const { up, down, left, right } = ports;
  const [last, first = last] = scoresOf(model);
  const { results: [result], outputs, pairs, keys, values, queries: [query] } = items; // prettier-ignore
  const [[score], [before], [weight]] = [pairs[first], pairs[last], pairs.weights];
  const level = () => weight[0].y - 12;
  const bus = () => score[0].y + score[0].height + 9;
  const halo = "panel";
  return {
    output: outputs.slice(0, 1).map((output) => flow("output", right(result), left(withLetter(output)))),
    weights: weight.map((cell, j) => flow(`weights.${j}`, up(cell), down(result), { level })),
    values: values.map((value, j) => flow(`value.${j}`, up(value), down(result), { level })),
    softmax: weight.map((cell, j) => flow(`softmax.${j}`, up(before[j]), down(cell))),
    key: keys.map((key, j) => flow(`key.${j}`, up(key), down(score[j]), { halo, over: true })),
    query: score.map((cell, j) =>
      flow(`query.${j}`, right(query), left(cell), j ? { level: bus, halo } : { halo }),
    ),
  };
}

/** A box, extended by the room for the letters at its left. @param {import("../../kit/place.js").Box} box */
const withLetter = ({ x, y, width, height }) => ({ x: x - 30, y, width: width + 30, height });
