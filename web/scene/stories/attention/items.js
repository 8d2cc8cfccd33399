/**
 * The items that show one head of attention, in any arrangement: how inputs, keys, values, queries, scores, weights, weighted
 * values and outputs look and are labelled, and what every query makes with every key. Blocks are made on first use.
 */

import { truncate, textWidth } from "../../text-metrics.js";
import { nameOf, pairs } from "../../facts.js";
import { cellBox, cellOf, labelWidth } from "../../kit/block.js";
import { cellsOf } from "../../kit/cells.js";
import { remember } from "../../kit/remember.js";
import { series } from "../../kit/series.js";
import { letterRuns, runsWidth } from "../../kit/text.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/block.js").Size} Size */
/** @typedef {import("../../kit/block.js").Block} Block */
/** @typedef {import("../../kit/block.js").Label} Label */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {import("../../kit/cells.js").How} How */
/** @typedef {import("../../kit/cells.js").Cells} Cells */

/** The number of queries that are shown step by step; the others are shown at a glance. */
export const FULL = 2;

/**
 * Tensors that a pair passes through from its score to its weight; they take the same place, one after another.
 * @param {Model} model @param {boolean} [open] whether softmax is shown in its steps
 */
export const stagesOf = (model, open = model.open) => [
  "scores",
  ...(model.scaled ? ["scaled_scores"] : []),
  ...(model.capped ? ["capped_scores"] : []),
  ...(model.masked || model.biased ? ["masked_scores"] : []),
  ...(open ? ["shifted_scores"] : []),
];

/** The tensor that softmax turns into weights. @param {Model} model */
export const lastOf = (model) => stagesOf(model).findLast((stage) => stage !== "shifted_scores") ?? "scores";

/** Width of a score in all its stages, px. @param {Model} model @param {Size} size */
export const scoreWidth = (model, size) =>
  Math.max(size.cell + 12, ...stagesOf(model).map((tensor) => cellOf(model, tensor, size).width));

/** The tensor that keys and values are made from. @param {Model} model */
export const inputTensor = (model) => (model.tensor("x_kv") ? "x_kv" : "x");

/** How many numbers an input has. @param {Model} model @param {"x" | "x_kv"} tensor */
export const featuresOf = (model, tensor) => model.tensor(tensor)?.shape.at(-1) ?? 0;

/** Px of the widest name of an operation, which is at the left of what it makes. @param {Model} model */
export const opsWidth = (model) =>
  Math.max(...Object.values(model.words.scene.ops).map((said) => textWidth(said, 13, 650)));

/**
 * The number of lines on which a vector fits a width.
 * @param {Model} model @param {string} tensor @param {number} count of numbers @param {Size} size @param {number} most px
 */
export function folds(model, tensor, count, size, most) {
  const perRow = Math.max(1, Math.floor(most / cellOf(model, tensor, size).width));
  return Math.max(1, Math.ceil(count / perRow));
}

/**
 * @param {Model} model @param {Size} size
 * @param {{ words: boolean, labels: boolean, most?: number, shaded?: boolean, inputs?: Size, under?: boolean, outputs?: { side: "left" | "above", name: number }, beside?: boolean }} how
 *   words: letters are followed by the names of their roles; labels: blocks have letters; most: px of a vector, wider ones being
 *   folded or, if shaded, shown as colours without numbers; inputs: another size for them; under: names are below inputs;
 *   outputs: where their letters are, and px of the names beside these; beside: letters are at the left of weights
 */
export function itemsOf(model, size, how) {
  const { words, labels, most = Infinity, shaded = false, inputs, under, beside } = how;
  const { outputs = { side: "left", name: 40 } } = how;
  const { d_q, d_k, d_v, result } = model;
  const w = model.words.stories["walk-through"];
  const word = (/** @type {string} */ tensor) => (words ? model.words.scene.shown(tensor) : "");
  const named = (/** @type {"query" | "key"} */ side, /** @type {number} */ n) =>
    words ? nameOf(model, side, n) : model.short(side, n);
  const labelled = (/** @type {Label[]} */ ...list) => (labels ? list : []);
  const up = { up: labels ? 21 : 0 };
  const score = { width: scoreWidth(model, size), height: size.height - 2 };
  // weights and what they are made from differ little: one decimal is too few
  const shares = { ...size, decimals: Math.max(2, size.decimals) };
  const plain = { style: /** @type {const} */ ("plain"), height: 18, size: shares };

  /** A vector on as many lines as it needs, or as colours. @param {string} tensor @param {number} count @returns {How} */
  const vector = (tensor, count, colours = shaded) => {
    const lines = folds(model, tensor, count, size, most);
    if (colours && lines > 1) return { style: "shade", width: Math.floor(most / count) };
    return { perRow: Math.ceil(count / lines) };
  };
  /** @param {"x" | "x_kv"} tensor @param {string} name @returns {How} */
  const input = (tensor, name) => ({
    ...(inputs ? { size: inputs } : vector(tensor, featuresOf(model, tensor))),
    labels: labelled({
      text: truncate(name, 15, 70, 600),
      ...(under ? { side: "below", align: "middle", gap: 11 } : { side: "right" }),
      strong: true,
      points: true,
      size: words ? 15 : 13,
    }),
  });
  /**
   * A key or a value. Over a single narrow cell an arrow leaves no room for the letter.
   * @param {"key" | "value"} tensor @param {number} count @param {number} j @returns {How}
   */
  const found = (tensor, count, j) => {
    const runs = letterRuns(tensor, j + 1);
    const block = vector(tensor, count);
    if (count < 2)
      return { ...block, labels: labelled({ runs, side: "left" }), margin: { left: labels ? 24 : 0 } };
    const said = count > 2 ? word(tensor) : "";
    /** @type {Label[]} */
    const right = said ? [{ text: said, side: "above", align: "end", size: 12, muted: true }] : [];
    return { ...block, labels: labelled({ runs, side: "above" }, ...right), margin: up };
  };
  /** A query. Its name matters more than the word for its role. @param {number} i @returns {How} */
  const asking = (i) => {
    const block = vector("query", d_q, false);
    const width = (block.perRow ?? 0) * cellOf(model, "query", size).width;
    const said = letterRuns("query", i + 1, word("query"));
    const left = (/** @type {any[]} */ runs) => width - runsWidth(runs) - 6;
    const name = named("query", i);
    const runs = textWidth(name, 13, 650) <= left(said) ? said : letterRuns("query", i + 1);
    const text = truncate(name, 13, left(runs), 650);
    // over a narrow block the name follows the letter, and extends past the end
    const whole = letterRuns("query", i + 1, truncate(name, 13, left(runs) + 18, 650), { strong: true });
    if (text !== name) return { ...block, labels: labelled({ runs: whole, side: "above" }) };
    return {
      ...block,
      labels: labelled({ runs, side: "above" }, { text, side: "above", align: "end", strong: true }),
    };
  };
  /** @param {number} i @param {number} j @returns {How} */
  const weighted = (i, j) => {
    const [letter, ...index] = letterRuns("value", j + 1);
    const runs = [...letterRuns("weights", `${i + 1}${j + 1}`), { ...letter, dy: 0 }, ...index];
    const list = labelled({ runs, side: "above" });
    const block = vector("weighted_values", d_v);
    // over a narrow cell the letters extend past its start, as its end may be that of the stage
    const width = (block.perRow ?? d_v) * cellOf(model, "weighted_values", size).width;
    const beyond = Math.max(0, ...list.map((label) => labelWidth(label) - width));
    const aligned = list.map((label) => ({
      ...label,
      align: beyond ? /** @type {const} */ ("end") : undefined,
    }));
    const by = { tensor: "weights", index: pairs(model, i)[j] };
    return { style: "strength", by, labels: aligned, margin: { ...up, left: beyond }, ...block };
  };
  /** @param {string} text @returns {How} */
  const total = (text) => ({ ...plain, labels: [{ text, side: "left", gap: 3, muted: true }] });
  /** @param {number} i @returns {How} */
  const output = (i) => {
    const name = outputs.name ? truncate(model.label("query", i), 13, outputs.name, 600) : "";
    const above = outputs.side === "above";
    const runs = letterRuns("mixed", i + 1, name, { strong: true, size: above ? 11 : 13 });
    const list = labelled({ runs, side: outputs.side, points: true, ...(above && { gap: 4 }) });
    const beside = above ? 0 : Math.max(...list.map(labelWidth)) + 11;
    return {
      ...vector(result, d_v, false),
      labels: list,
      margin: { left: labels ? Math.max(56, beside) : 0 },
    };
  };

  /** How the cells of each tensor look. @type {Record<string, (at: { query: number, key: number }) => How>} */
  const looks = {
    x: ({ query }) => input("x", named(model.self ? "key" : "query", query)),
    x_kv: ({ key }) => input("x_kv", named("key", key)),
    query: ({ query }) => asking(query),
    key: ({ key }) => found("key", d_k, key),
    value: ({ key }) => found("value", d_v, key),
    shifted_exp: () => plain,
    row_max: () => total(w.maximum),
    row_sum: () => total(w.eachDivided),
    weights: ({ query, key }) => ({
      size: shares,
      labels: labelled({
        runs: letterRuns("weights", `${query + 1}${key + 1}`),
        ...(beside ? { side: "left", gap: 4 } : { side: "above" }),
      }),
      margin: up,
    }),
    weighted_values: ({ query, key }) => weighted(query, key),
    [result]: ({ query }) => output(query),
  };
  /** @param {string} tensor @param {any} at @returns {How} */
  const scoreLook = (tensor, { query, key }) => ({
    ...score,
    style: "role",
    labels: labelled({ runs: letterRuns(tensor, `${query + 1}${key + 1}`), side: "right" }),
  });
  return {
    model,
    size,
    stages: stagesOf(model),
    scoreWidth: score.width,
    weightWidth: cellOf(model, "weights", shares).width,
    cells: cellsOf(model, (tensor, at) => ({
      size,
      ...(looks[tensor]?.(/** @type {any} */ (at)) ?? scoreLook(tensor, at)),
    })),
    keyName: (/** @type {number} */ j) => named("key", j),
    queryName: (/** @type {number} */ i) => named("query", i),
  };
}
/** @typedef {ReturnType<typeof itemsOf>} Items */

/** What keys are made from: one vector per key. @param {Items} items */
export const inputsOf = ({ model, cells }) =>
  inputTensor(model) === "x_kv" ? cells.along("key", "x_kv") : cells.along("query", "x");

/**
 * What each query makes with each key, made on first use.
 * @template T @param {Model} model @param {(i: number, j: number) => T} make @returns {(i: number, j: number) => T}
 */
export function eachPair(model, make) {
  const made = remember((i) => remember((j) => model.build(() => make(i, j))));
  return (i, j) => made(i)(j);
}

/**
 * The bar of length 1 of a query, divided into its weights.
 * @param {Items} items @param {number} i @param {{ width: number, height: number, bars: () => any[] }} how
 */
export function shareOf({ model, cells, queryName, keyName }, i, how) {
  const name = (/** @type {number} */ j) => (model.kv_len > 4 ? model.short("key", j) : keyName(j));
  const label = model.words.scene.shareBar(queryName(i));
  return cells.share(i, { ...how, names: upTo(model.kv_len).map(name), label });
}

/**
 * The number of a bar, labelled with e to the power of the score minus the maximum if there is room; masked pairs have no label.
 * @param {Items} items @param {number} i @param {number} j @param {"above" | "left"} side @param {number} [most] px
 */
export function expOf({ model, cells, size }, i, j, side, most = Infinity) {
  const pair = pairs(model, i)[j];
  const tensor = lastOf(model);
  const exponent = () => {
    const max = model.text("row_max", pair.slice(0, 3));
    const whole = model.decimals(tensor, 1) === 0 && !model.open;
    return whole
      ? `${model.text(tensor, pair)} − ${max.startsWith("−") ? `(${max})` : max}`
      : model.text("shifted_scores", pair, size.decimals);
  };
  const label = {
    ...{ side, gap: side === "left" ? 2 : 0 },
    get runs() {
      return [{ text: "e", size: 14 }, { text: exponent(), size: 11, dy: -6 }]; // prettier-ignore
    },
  };
  const fits = () => model.value(tensor, pair) !== -Infinity && runsWidth(label.runs) <= most - 6;
  const labels = model.decide(fits) ? [label] : [];
  return cells("shifted_exp", { query: i, key: j }, { labels });
}

/** Kinds of the items that a pair has besides blocks. @type {Record<string, string>} */
const KINDS = { bar: "bar", meet: "arrow", use: "arrow", lift: "stream" };

/**
 * A query's items for every key: those of each pair or, for a query shown at a glance, one series that stands for them all and
 * makes them when they are first seen.
 * @param {Model} model @param {(i: number, j: number) => Record<string, any>} pair by tensor, or kind, an item or several
 */
export const rowsOf = (model, pair) => (/** @type {string} */ name, /** @type {number} */ i) => {
  const keys = upTo(model.kv_len);
  if (i < FULL) return keys.map((j) => pair(i, j)[name]);
  const make = () => keys.flatMap((j) => pair(i, j)[name] ?? []);
  const what = { of: KINDS[name] ?? "block", count: model.kv_len, make };
  return [series(`${name}.${i}`, { ...what, tensor: name, indices: pairs(model, i) })];
};

/** Where a close-up of a cell goes. @typedef {(home: Box) => Omit<Box, "height">} CardRoom */

/** Returns a function that makes the close-up of a cell, in its place. @param {Items} items @param {CardRoom} room */
export const closeUpsIn =
  ({ cells, size }, room) =>
  /**
   * @param {Block} block
   * @param {{ k?: number, rows?: any[], question?: string }} how k: which cell of the block
   */
  (block, { k = 0, ...how }) => {
    const free = { ...room(cellBox(block, k)), height: Infinity };
    return cells.closeUp(block, { k, room: free, size, ...how }).card;
  };
