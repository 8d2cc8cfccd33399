/**
 * The blocks that one head of attention is told with, before anybody has said where they stand: inputs, keys, values,
 * queries, scores with their bars, the bar of length 1, weights, weighted values, outputs and the map. Made when they are
 * first asked for, so that both arrangements make just what they place.
 */

import { bar, shareBar } from "../../kit/bars.js";
import { block, cellOf } from "../../kit/block.js";
import { series } from "../../kit/series.js";
import { letterRuns, runsWidth, text } from "../../kit/text.js";
import { shorten, textWidth } from "../../advance.js";
import { nameOf, pairs } from "../../facts.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/block.js").Size} Size */
/** @typedef {import("../../kit/block.js").Block} Block */
/** @typedef {import("../../kit/block.js").Label} Label */

/** Queries that are told with every step; the others at a glance. */
export const FULL = 2;

/** Tensors that a pair passes through between its score and its weight; they stand in the same place, one after another. @param {Model} model */
export const stagesOf = ({ scaled, capped, masked, biased, open }) => [
  "scores",
  ...(scaled ? ["scaled_scores"] : []),
  ...(capped ? ["capped_scores"] : []),
  ...(masked || biased ? ["masked_scores"] : []),
  ...(open ? ["shifted_scores"] : []),
];

/** Width of a score, whatever becomes of it, px. @param {Model} model @param {Size} size */
export const scoreWidth = (model, size) =>
  Math.max(size.cell + 12, ...stagesOf(model).map((tensor) => cellOf(model, tensor, size).width));

/** In how many lines a vector fits so many px: no line has more cells than that holds. @param {Model} model @param {string} tensor @param {number} count @param {Size} size @param {number} most */
export function folds(model, tensor, count, size, most) {
  const perRow = Math.max(1, Math.floor(most / cellOf(model, tensor, size).width));
  return Math.max(1, Math.ceil(count / perRow));
}

/**
 * @param {Model} model @param {Size} size @param {{ words: boolean, labels: boolean, most?: number, shaded?: boolean }} how
 *   words: roles are named at the letters; labels: letters stand at the blocks; most: px of a vector, wider ones are folded,
 *   or, shaded, are colours without numbers
 */
export function createBench(model, size, { words, labels, most = Infinity, shaded = false }) {
  const { batch, head, kvHead, d_q, d_k, d_v, d_model } = model;
  const word = (/** @type {string} */ tensor) => (words ? model.words.scene.shown(tensor) : "");
  /** @type {Map<string, any>} */
  const made = new Map();
  /** @template T @param {string} id @param {() => T} make @returns {T} */
  const once = (id, make) => {
    if (!made.has(id)) made.set(id, make());
    return made.get(id);
  };
  const narrow = (/** @type {string} */ tensor) =>
    /^(key|value)$/.test(tensor) && (tensor === "key" ? d_k : d_v) < 2;
  /** @param {string} tensor @param {string} index @param {string} [right] a word at the right edge @returns {Label[]} */
  const above = (tensor, index, right = "") =>
    labels
      ? [
          // over one narrow cell an arrow leaves no room for the letter
          { runs: letterRuns(tensor, index), side: narrow(tensor) ? "left" : "above" },
          ...(right
            ? [/** @type {Label} */ ({ text: right, side: "above", align: "end", size: 12, muted: true })]
            : []),
        ]
      : [];
  /** A vector in as many lines as it needs. @param {string} tensor @param {number} count @param {(c: number) => number[]} index */
  const lines = (tensor, count, index) => {
    const perRow = Math.ceil(count / folds(model, tensor, count, size, most));
    return upTo(Math.ceil(count / perRow)).map((r) =>
      upTo(Math.min(perRow, count - r * perRow)).map((c) => index(r * perRow + c)),
    );
  };
  /** One of many vectors under one another. @param {any} what @param {number} count @param {(c: number) => number[]} index */
  const vector = (what, count, index) => {
    const cells = lines(what.tensor, count, index);
    if (!shaded || cells.length === 1) return block(model, { size, ...what, cells });
    return block(model, {
      size,
      ...what,
      cells: [cells.flat()],
      look: "shade",
      width: Math.floor(most / count),
    });
  };
  const keyInput = model.tensor("x_kv") ? "x_kv" : "x";
  const two = (/** @type {number} */ i, /** @type {number} */ j) => `${i + 1}${j + 1}`;
  const up = { up: labels ? 21 : 0 };
  const room = (/** @type {string} */ tensor) => (labels && narrow(tensor) ? { left: 24 } : up);
  const scalarWidth = scoreWidth(model, size);
  const weightWidth = cellOf(model, "weights", size).width;

  const labelled = (/** @type {Label[]} */ ...list) => (labels ? list : []);
  /** One number. @param {string} id @param {string} tensor @param {number[]} index @param {() => any} look @returns {Block} */
  const one = (id, tensor, index, look) =>
    once(id, () => block(model, { id, tensor, cells: [[index]], size, ...look() }));
  /** @param {string} id @param {string} tensor @param {number} count @param {(c: number) => number[]} index @param {() => any} look @returns {Block} */
  const many = (id, tensor, count, index, look) =>
    once(id, () => vector({ id, tensor, ...look() }, count, index));
  /** What a query finds. @param {"key" | "value"} tensor @param {number} count @param {number} j */
  const found = (tensor, count, j) =>
    many(
      `${tensor}.${j}`,
      tensor,
      count,
      (c) => [batch, kvHead, j, c],
      () => ({ labels: above(tensor, `${j + 1}`, count > 2 ? word(tensor) : ""), margin: room(tensor) }),
    );
  /** A number without a box. @param {string} id @param {string} tensor @param {number[]} index */
  const plain = (id, tensor, index) => one(id, tensor, index, () => ({ look: "plain", height: 18 }));

  /** "love", or "input 2"; without words "x₂". @param {"query" | "key"} side @param {number} i */
  const named = (side, i) => (words ? nameOf(model, side, i) : model.short(side, i));
  const keyName = (/** @type {number} */ j) => named("key", j);
  const queryName = (/** @type {number} */ i) => named("query", i);
  return {
    size,
    /**
     * What a query makes with every key: item by item, or, told at a glance, as one.
     * @param {string} id @param {number} i @param {(j: number) => any} make an item, or several @returns {any[]}
     */
    all: (id, i, make) =>
      once(`${id}.${i}`, () => {
        const items = () => upTo(model.kv_len).flatMap(make);
        return i < FULL ? items() : [series(`${id}.${i}`, model.kv_len, items)];
      }),
    /** What has been made so. @param {string} id @param {number} i @returns {any[]} */
    made: (id, i) => made.get(`${id}.${i}`) ?? [],
    scalarWidth,
    weightWidth,
    stages: stagesOf(model),
    /** @param {number} j */
    input: (j, tensor = keyInput, name = keyName(j)) =>
      many(
        `${tensor}.${j}`,
        tensor,
        d_model,
        (c) => [batch, j, c],
        () => {
          const text = shorten(name, 15, 70, 600);
          return { labels: labelled({ text, side: "right", strong: true, size: words ? 15 : 13 }) };
        },
      ),
    key: (/** @type {number} */ j) => found("key", d_k, j),
    value: (/** @type {number} */ j) => found("value", d_v, j),
    /** @param {number} i */
    query: (i) =>
      once(`query.${i}`, () => {
        const cells = lines("query", d_q, (c) => [batch, head, i, c]);
        const made = block(model, { id: `query.${i}`, tensor: "query", cells, size });
        const letter = letterRuns("query", `${i + 1}`);
        const said = letterRuns("query", `${i + 1}`, word("query"));
        const roomFor = (/** @type {any[]} */ runs) => made.width - runsWidth(runs) - 6;
        // the name matters more than the word
        const runs = textWidth(queryName(i), 13, 650) <= roomFor(said) ? said : letter;
        const asker = shorten(queryName(i), 13, roomFor(runs), 650);
        const end = /** @type {const} */ ({ text: asker, side: "above", align: "end", strong: true });
        made.labels.push(...labelled({ runs, side: "above" }, end));
        return made;
      }),
    /** @param {string} tensor one of the stages @param {number} i @param {number} j */
    score: (tensor, i, j) =>
      one(`${tensor}.${i}.${j}`, tensor, [batch, head, i, j], () => ({
        width: scalarWidth,
        height: size.height - 2,
        labels: labelled({ runs: letterRuns(tensor, two(i, j)), side: "right" }),
      })),
    /** @param {number} i @param {number} j @param {{ foot: any, most: number, side?: "top" | "right" }} [how] when it is placed */
    bar: (i, j, how) =>
      once(`bar.${i}.${j}`, () =>
        bar(`bar.${i}.${j}`, {
          tensor: "shifted_exp",
          index: [batch, head, i, j],
          .../** @type {any} */ (how),
        }),
      ),
    /** The number of a bar. @param {number} i @param {number} j */
    exp: (i, j) => plain(`shifted_exp.${i}.${j}`, "shifted_exp", [batch, head, i, j]),
    /** @param {number} i @param {"row_max" | "row_sum"} tensor @param {string} [said] a word at its left */
    total: (i, tensor, said) => {
      const made = plain(`${tensor}.${i}`, tensor, [batch, head, i]);
      if (said && !made.labels.length) made.labels.push({ text: said, side: "left", gap: 3, muted: true });
      return made;
    },
    /** @param {number} i @param {{ width: number, height: number, bars: () => any[] }} [how] when it is placed */
    share: (i, how) =>
      once(`share.${i}`, () =>
        shareBar(`share.${i}`, {
          .../** @type {any} */ (how),
          indices: pairs(model, i),
          names: upTo(model.kv_len).map((j) => (model.kv_len > 4 ? model.short("key", j) : keyName(j))),
          decimals: size.decimals,
          label: model.words.scene.shareBar(queryName(i)),
        }),
      ),
    /** @param {number} i @param {number} j */
    weight: (i, j) =>
      one(`weights.${i}.${j}`, "weights", [batch, head, i, j], () => ({
        look: "heat",
        labels: above("weights", two(i, j)),
        margin: up,
      })),
    /** @param {number} i @param {number} j */
    weighted: (i, j) =>
      many(
        `weighted_values.${i}.${j}`,
        "weighted_values",
        d_v,
        (c) => [batch, head, j, i, c],
        () => {
          const [letter, ...index] = letterRuns("value", `${j + 1}`);
          const runs = [...letterRuns("weights", two(i, j)), { ...letter, dy: 0 }, ...index];
          const weight = Math.abs(model.value("weights", [batch, head, i, j])) || 0;
          const strength = 0.18 + 0.82 * Math.min(1, weight);
          return { look: "strength", strength, labels: labelled({ runs, side: "above" }), margin: up };
        },
      ),
    /** @param {number} i @param {number} [height] of a cell, where it stands on one line of its own */
    output: (i, height) =>
      once(`output.${i}`, () => {
        const tensor = model.result;
        const index = (/** @type {number} */ c) =>
          tensor === "output" ? [batch, i, c] : [batch, head, i, c];
        const letter = letterRuns("mixed", `${i + 1}`, shorten(model.label("query", i), 13, 40, 600), {
          strong: true,
        });
        return block(model, {
          id: `output.${i}`,
          tensor,
          cells: height ? [upTo(d_v).map(index)] : lines(tensor, d_v, index),
          size,
          height,
          labels: labelled({ runs: letter, side: "left" }),
          margin: { left: labels ? 56 : 0 },
        });
      }),
    /** @param {string} id @param {string} said */
    op: (id, said) =>
      once(`word.${id}`, () => text(`word.${id}`, { text: said, weight: 650, fill: "word", align: "start" })),

    keyName,
    queryName,
  };
}
/** @typedef {ReturnType<typeof createBench>} Bench */
