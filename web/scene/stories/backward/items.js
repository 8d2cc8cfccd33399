/**
 * The items of one head's backward pass, not placed yet: the scores, weights and result of every query, and the key and value of
 * every key, each with its gradient right below it.
 */

import { truncate } from "../../text-metrics.js";
import { formatNumber, narrow, read } from "../../format.js";
import { arrow } from "../../kit/arrows.js";
import { block, cellOf } from "../../kit/block.js";
import { gradientOf, gradientPair } from "../../kit/gradient-pair.js";
import { stack } from "../../kit/place.js";
import { letterRuns, text } from "../../kit/text.js";
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
  const { batch, head, kvHead, d_q, d_k, d_v, q_len, kv_len, result } = model;
  const [queries, keys] = [upTo(q_len), upTo(kv_len)];
  const stages = ["weights", ...scoresOf(model)];
  const both = stages.flatMap((tensor) => [tensor, gradientOf(tensor)]);
  const pairWidth = Math.max(...both.map((tensor) => cellOf(model, tensor, size).width));
  const along = (/** @type {number} */ count, /** @type {number[]} */ at) =>
    upTo(count).map((c) => [...at, c]);
  /**
   * @param {string} id @param {string} letter @param {number[][]} cells
   * @param {Partial<Parameters<typeof gradientPair>[1]> & { side: "above" | "left" | "right" }} how side: where its letter is
   */
  const pair = (id, letter, cells, { side, ...how }) => {
    const index = id.split(".").slice(1).map((at) => Number(at) + 1).join(""); // prettier-ignore
    const named = (/** @type {string} */ name) => (labels ? [{ runs: letterRuns(name, index), side }] : []);
    return gradientPair(model, {
      ...{ id, tensor: letter, cells: [cells], size, height, labels: named(letter) },
      ...(labels && side === "above" && { margin: { up: ABOVE } }),
      ...(labels && side === "left" && { margin: { left: BESIDE } }),
      ...(side !== "above" && { below: named(gradientOf(letter)) }),
      ...how,
    });
  };
  const above = { side: /** @type {const} */ ("above") };
  const left = { side: /** @type {const} */ ("left") };
  const single = (/** @type {string} */ tensor, /** @type {number} */ i, /** @type {number} */ j) =>
    pair(`${tensor}.${i}.${j}`, tensor, [[batch, head, i, j]], {
      ...{ side: "right", width: pairWidth, style: tensor === "weights" ? "heat" : "role" },
    });
  const products = queries.map((i) => productsOf(model, i, size, short));
  return {
    size,
    pairWidth,
    keys: keys.map((j) => pair(`key.${j}`, "key", along(d_k, [batch, kvHead, j]), above)),
    values: keys.map((j) => pair(`value.${j}`, "value", along(d_v, [batch, kvHead, j]), above)),
    queries: queries.map((i) => pair(`query.${i}`, "query", along(d_q, [batch, head, i]), above)),
    /** Scores and weights, query by query. @type {Record<string, GradientPair[][]>} */
    pairs: Object.fromEntries(
      stages.map((tensor) => [tensor, queries.map((i) => keys.map((j) => single(tensor, i, j)))]),
    ),
    /** The weighted sum of the values, for each query. */
    results: queries.map((i) =>
      pair(`mixed.${i}`, "mixed", along(d_v, isJoined(model) ? [batch, head, i] : [batch, i]), {
        ...{ ...left, tensor: result },
      }),
    ),
    /** The output that a final product makes of each, if there is one. */
    outputs: queries
      .slice(0, isJoined(model) ? q_len : 0)
      .map((i) =>
        pair(`output.${i}`, "output", along(model.tensor("output")?.shape[2] ?? 0, [batch, i]), left),
      ),
    /** The products of each row's dot product, and their sums. */
    products: products.map((some, i) =>
      some.map((factors, j) => {
        const said = (j ? "+ " : "") + factors.join(" · ");
        return text(`product.${i}.${j}`, { text: said, size: 12.5, weight: 600, fill: "ink", copy: true });
      }),
    ),
    dots: queries.map((i) =>
      block(model, {
        ...{ id: `row_dot.${i}`, tensor: "row_dot", cells: [[[batch, head, i]]], size },
        ...{ style: /** @type {const} */ ("gradient"), height: Math.min(22, size.height - 4) },
        labels: [{ text: comesTo(model, i, size, products[i]) ? "=" : "≈", side: "left", strong: true, size: 15 }], // prettier-ignore
      }),
    ),
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
 * @param {Model} model @param {number} i @param {import("../../kit/block.js").Size} size @param {boolean} short
 */
function productsOf(model, i, { decimals }, short) {
  const { batch, head, kv_len } = model;
  const terms = (short && model.terms?.("row_dot", [batch, head, i]).terms) || [];
  return upTo(kv_len).map((j) =>
    short
      ? [narrow(formatNumber(terms[j]?.product, decimals, model.powers("row_dot")))]
      : ["weights", "grad_weights"].map((tensor) => model.text(tensor, [batch, head, i, j])),
  );
}

/**
 * Whether a row's dot product is the sum of its products, in the digits that are shown.
 * @param {Model} model @param {number} i @param {import("../../kit/block.js").Size} size @param {string[][]} products
 */
function comesTo(model, i, { decimals }, products) {
  const result = model.text("row_dot", [model.batch, model.head, i], decimals);
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
