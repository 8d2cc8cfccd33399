/**
 * The items of one head's backward pass, not placed yet: the scores, weights and result of every query, and the key and value of
 * every key, each with its gradient right below it.
 */

import { truncate } from "../../text-metrics.js";
import { formatNumber, narrow, read } from "../../format.js";
import { arrow } from "../../kit/arrows.js";
import { cellOf } from "../../kit/block.js";
import { cellsOf } from "../../kit/cells.js";
import { styleOf } from "../../kit/colours.js";
import { gradientOf, gradientPair } from "../../kit/gradient-pair.js";
import { stack } from "../../kit/place.js";
import { letterRuns, text } from "../../kit/text.js";
import { pairs } from "../../facts.js";
import { upTo } from "../../model.js";
import { lastOf } from "../attention/items.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/gradient-pair.js").GradientPair} GradientPair */

/**
 * Tensors that a pair's gradient passes through from its weight back to its score; they take the same place, one after another.
 * @param {Model} model
 */
export function scoresOf(model) {
  const last = lastOf(model);
  return last === "scores" ? [last] : [last, "scores"];
}

/** Whether the result of the heads goes through a final matrix product. @param {Model} model */
export const isJoined = ({ result }) => result === "mixed";

/** The cells of a key in some tensors, all in the same place. @param {Items} items @param {string[]} tensors @param {number} j */
export const cellsAt = ({ pairs }, tensors, j) =>
  stack(tensors.flatMap((tensor) => pairs[tensor].map((row) => row[j])));

/** Px that a letter takes over a block, and beside one. */
const [ABOVE, BESIDE] = [21, 34];

/**
 * @param {Model} model @param {import("../../kit/block.js").Size} size
 * @param {{ labels: boolean, short: boolean, height?: number, most: number }} how
 *   labels: blocks have letters; short: a row's dot product shows its products without their factors; height: of a value's cell,
 *   px; most: px of a key's name
 */
export function createItems(model, size, { labels, short, height, most }) {
  const [queries, keys] = [upTo(model.q_len), upTo(model.kv_len)];
  const cells = cellsOf(model, () => ({ size }));
  const stages = ["weights", ...scoresOf(model)];
  const both = stages.flatMap((tensor) => [tensor, gradientOf(tensor)]);
  const pairWidth = Math.max(...both.map((tensor) => cellOf(model, tensor, size).width));
  /**
   * @param {string} tensor @param {import("../../kit/cells.js").Held} held
   * @param {Partial<Parameters<typeof gradientPair>[1]> & { side: "above" | "left" | "right", letter?: string }} how
   *   side: where its letter is; letter: the tensor whose letter it has
   */
  const pair = (tensor, held, { side, letter = tensor, ...how }) => {
    const index = Object.values(held).map((at) => at + 1).join(""); // prettier-ignore
    const named = (/** @type {string} */ name) => (labels ? [{ runs: letterRuns(name, index), side }] : []);
    return gradientPair(model, {
      ...{ ...cells.names(tensor, held), size, height, labels: named(letter) },
      ...(labels && side === "above" && { margin: { up: ABOVE } }),
      ...(labels && side === "left" && { margin: { left: BESIDE } }),
      ...(side !== "above" && { below: named(gradientOf(letter)) }),
      ...how,
    });
  };
  const above = { side: /** @type {const} */ ("above") };
  const left = { side: /** @type {const} */ ("left") };
  const dots = queries.map((query) => cells.names("row_dot", { query }).cells[0][0]);
  const products = dots.map((index, query) => productsOf(model, query, index, size, short));
  return {
    ...{ size, pairWidth },
    keys: keys.map((key) => pair("key", { key }, above)),
    values: keys.map((key) => pair("value", { key }, above)),
    queries: queries.map((query) => pair("query", { query }, above)),
    /** Scores and weights, query by query. @type {Record<string, GradientPair[][]>} */
    pairs: Object.fromEntries(
      stages.map((tensor) => {
        const how = { side: /** @type {const} */ ("right"), width: pairWidth, style: styleOf(tensor) };
        return [tensor, queries.map((query) => keys.map((key) => pair(tensor, { query, key }, how)))];
      }),
    ),
    /** The weighted sum of the values, for each query. */
    results: queries.map((query) => pair(model.result, { query }, { ...left, letter: "mixed" })),
    /** The output that a final product makes of each, if there is one. */
    outputs: isJoined(model) ? queries.map((query) => pair("output", { query }, left)) : [],
    /** The products of each row's dot product, and their sums. */
    products: products.map((some, i) =>
      some.map((factors, j) => {
        const said = (j ? "+ " : "") + factors.join(" · ");
        return text(`product.${i}.${j}`, { text: said, size: 12.5, weight: 600, fill: "ink", copy: true });
      }),
    ),
    dots: queries.map((query) => {
      const said = comesTo(model, dots[query], size, products[query]) ? "=" : "≈";
      const labels = [{ text: said, side: /** @type {const} */ ("left"), strong: true, size: 15 }];
      return cells(
        "row_dot",
        { query },
        { style: "gradient", height: Math.min(22, size.height - 4), labels },
      );
    }),
    names: keys.map((j) =>
      text(`name.${j}`, {
        ...{ text: truncate(model.short("key", j), 13, most, 600), weight: 600, fill: "ink" },
      }),
    ),
  };
}
/** @typedef {ReturnType<typeof createItems>} Items */

/**
 * The products of a row's dot product as they are written: each itself if short, else its factors.
 * @param {Model} model @param {number} query @param {number[]} index of the dot product
 * @param {import("../../kit/block.js").Size} size @param {boolean} short
 */
function productsOf(model, query, index, { decimals }, short) {
  const terms = (short && model.terms?.("row_dot", index).terms) || [];
  return pairs(model, query).map((pair, j) =>
    short
      ? [narrow(formatNumber(terms[j]?.product, decimals, model.powers("row_dot")))]
      : ["weights", "grad_weights"].map((tensor) => model.text(tensor, pair)),
  );
}

/**
 * Whether a row's dot product is the sum of its products, in the digits that are shown.
 * @param {Model} model @param {number[]} index @param {import("../../kit/block.js").Size} size @param {string[][]} products
 */
function comesTo(model, index, { decimals }, products) {
  const result = model.text("row_dot", index, decimals);
  const sum = products.reduce(
    (before, factors) => before + factors.reduce((product, factor) => product * read(factor), 1),
    0,
  );
  return !/[<>]/.test([result, ...products].join()) && Math.abs(sum - read(result)) < 1e-9;
}

/**
 * A line on which values rise, and its reverse, on which their gradients flow back.
 * @param {string} id @param {import("../../kit/arrows.js").Port} from @param {import("../../kit/arrows.js").Port} to
 * @param {Parameters<typeof arrow>[3]} [how]
 */
export const flow = (id, from, to, how = {}) => ({
  up: arrow(`up.${id}`, from, to, how),
  back: arrow(`back.${id}`, to, from, { ...how, out: how.into ?? 20, into: how.out ?? 14, gradient: true }),
});
/** @typedef {ReturnType<typeof flow>} Flow */
/**
 * The items in their places, and the lines between them.
 * @typedef {object} Arrangement
 * @property {Items} items
 * @property {any[]} ground what is visible from the start: the panel, words, names of keys
 * @property {any} [word] of the operation, highlighted while it is shown
 * @property {any} band behind the row's dot product
 * @property {import("../../kit/place.js").Box} cards where close-ups may go
 * @property {Record<"output" | "weights" | "values" | "softmax" | "query" | "key", Flow[]>} flows
 */
