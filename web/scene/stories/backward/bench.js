/**
 * The items of the backward pass of one head, not placed yet: of every query its scores, weights and
 * result, and of every key its key and value, each with its gradient right below it.
 */

import { truncate } from "../../text-metrics.js";
import { formatNumber, narrow, read } from "../../format.js";
import { arrow } from "../../kit/arrows.js";
import { block, cellOf } from "../../kit/block.js";
import { gradientPair } from "../../kit/gradient-pair.js";
import { storeOf } from "../../kit/remember.js";
import { letterRuns, text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { stagesOf } from "../attention/items.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/block.js").Label} Label */
/** @typedef {import("../../kit/gradient-pair.js").GradientPair} Companion */

/** Tensors that a pair's gradient passes through from its weight back to its score; they stand in the same place, one after another. @param {Model} model */
export function scoresOf(model) {
  const last = stagesOf({ ...model, open: false }).at(-1) ?? "scores";
  return last === "scores" ? [last] : [last, "scores"];
}

/** Whether the result of the heads goes through a last product. @param {Model} model */
export const isJoined = ({ result }) => result === "mixed";

/**
 * @param {Model} model @param {import("../../kit/block.js").Size} size
 * @param {{ labels: boolean, short: boolean, height?: number }} how labels: letters stand at the blocks; short: of a row's dot product the
 *   products alone; height: of a value's cell, px
 */
export function createBench(model, size, { labels, short, height }) {
  const { batch, head, kvHead, d_q, d_k, d_v } = model;
  const once = storeOf();
  const productsOf = (/** @type {number} */ i) =>
    once(`products.${i}`, () => model.terms?.("row_dot", [batch, head, i]).terms ?? []);
  /** A product of a row's dot product as it is written: itself, or what is multiplied. @param {number} i @param {number} j */
  const factorsOf = (i, j) =>
    short
      ? [narrow(formatNumber(productsOf(i)[j]?.product, size.decimals, model.powers("row_dot")))]
      : ["weights", "grad_weights"].map((tensor) => model.text(tensor, [batch, head, i, j]));
  /** Whether a row's dot product is the sum of its products in the digits that are shown. @param {number} i */
  const comesTo = (i) => {
    const result = model.text("row_dot", [batch, head, i], size.decimals);
    const all = upTo(model.kv_len).map((j) => factorsOf(i, j));
    const sum = all.reduce(
      (before, factors) => before + factors.reduce((product, text) => product * read(text), 1),
      0,
    );
    return !/[<>]/.test([result, ...all].join()) && Math.abs(sum - read(result)) < 1e-9;
  };
  const [last, first] = scoresOf(model);
  const pairWidth = Math.max(
    ...["weights", "grad_weights", last, `grad_${last}`, ...(first ? [first, `grad_${first}`] : [])].map(
      (tensor) => cellOf(model, tensor, size).width,
    ),
  );
  const two = (/** @type {number} */ i, /** @type {number} */ j) => `${i + 1}${j + 1}`;
  const at = (
    /** @type {string} */ tensor,
    /** @type {string} */ index,
    /** @type {Label["side"]} */ side,
  ) => (labels ? [/** @type {Label} */ ({ runs: letterRuns(tensor, index), side })] : []);
  /** @param {string} id @param {string} tensor @param {number} count @param {(c: number) => number[]} index @param {Partial<Parameters<typeof gradientPair>[1]>} more @returns {Companion} */
  const vector = (id, tensor, count, index, more) =>
    once(id, () =>
      gradientPair(model, { id, tensor, cells: [upTo(count).map(index)], size, height, ...more }),
    );
  const above = (/** @type {string} */ tensor, /** @type {string} */ index) => ({
    labels: at(tensor, index, "above"),
    margin: { up: labels ? 21 : 0 },
  });
  const beside = (/** @type {string} */ tensor, /** @type {string} */ index) => ({
    labels: at(tensor, index, "left"),
    below: at(`grad_${tensor}`, index, "left"),
    margin: { left: labels ? 34 : 0 },
  });
  return {
    size,
    pairWidth,
    key: (/** @type {number} */ j) =>
      vector(`key.${j}`, "key", d_k, (c) => [batch, kvHead, j, c], above("key", `${j + 1}`)),
    value: (/** @type {number} */ j) =>
      vector(`value.${j}`, "value", d_v, (c) => [batch, kvHead, j, c], above("value", `${j + 1}`)),
    query: (/** @type {number} */ i) =>
      vector(`query.${i}`, "query", d_q, (c) => [batch, head, i, c], above("query", `${i + 1}`)),
    /** A score, a weight. @param {string} tensor @param {number} i @param {number} j @returns {Companion} */
    pair: (tensor, i, j) =>
      once(`${tensor}.${i}.${j}`, () =>
        gradientPair(model, {
          ...{
            id: `${tensor}.${i}.${j}`,
            tensor,
            cells: [[[batch, head, i, j]]],
            size,
            height,
            width: pairWidth,
          },
          style: tensor === "weights" ? "heat" : "role",
          labels: at(tensor, two(i, j), "right"),
          below: at(`grad_${tensor}`, two(i, j), "right"),
        }),
      ),
    /** What the values of a query add up to. @param {number} i */
    mixed: (i) =>
      vector(
        `mixed.${i}`,
        model.result,
        d_v,
        (c) => (isJoined(model) ? [batch, head, i, c] : [batch, i, c]),
        beside("mixed", `${i + 1}`),
      ),
    /** The output that the last product makes of it. @param {number} i */
    output: (i) =>
      vector(
        `output.${i}`,
        "output",
        model.tensor("output")?.shape[2] ?? 0,
        (c) => [batch, i, c],
        beside("output", `${i + 1}`),
      ),
    /** One product of a row's dot product. @param {number} i @param {number} j */
    product: (i, j) =>
      once(`product.${i}.${j}`, () => {
        const said = (j ? "+ " : "") + factorsOf(i, j).join(" · ");
        return text(`product.${i}.${j}`, { text: said, size: 12.5, weight: 600, fill: "ink", copy: true });
      }),
    /** Their sum. @param {number} i */
    dot: (i) =>
      once(`row_dot.${i}`, () =>
        block(model, {
          ...{ id: `row_dot.${i}`, tensor: "row_dot", cells: [[[batch, head, i]]], size },
          ...{ style: /** @type {const} */ ("gradient"), height: Math.min(22, size.height - 4) },
          labels: [{ text: comesTo(i) ? "=" : "≈", side: "left", strong: true, size: 15 }],
        }),
      ),
    /** @param {"query" | "key"} side @param {number} i @param {number} most px */
    name: (side, i, most) =>
      once(`name.${side}.${i}`, () =>
        text(`name.${side}.${i}`, {
          text: truncate(model.short(side, i), 13, most, 600),
          ...{ weight: 600, fill: "ink" },
        }),
      ),
  };
}
/** @typedef {ReturnType<typeof createBench>} Bench */

/**
 * A line on which values rise, and the same one on which their gradients come back.
 * @param {string} id @param {import("../../kit/arrows.js").Port} from @param {import("../../kit/arrows.js").Port} to
 * @param {Parameters<typeof arrow>[3]} [how]
 */
export const flow = (id, from, to, how = {}) => ({
  up: arrow(`up.${id}`, from, to, how),
  back: arrow(`back.${id}`, to, from, { ...how, out: how.into ?? 20, into: how.out ?? 14, gradient: true }),
});
/** @typedef {ReturnType<typeof flow>} Flow */
/**
 * Where everything stands, and what leads from where to where.
 * @typedef {object} Arrangement
 * @property {Bench} bench
 * @property {number} height px
 * @property {any[]} fixed what stands there from the start: the panel, words, names of keys
 * @property {any} band on which the row's dot product stands
 * @property {import("../../kit/place.js").Box} cards where close-ups may stand
 * @property {Record<"output" | "weights" | "values" | "softmax" | "query" | "key", Flow[]>} flows
 */
