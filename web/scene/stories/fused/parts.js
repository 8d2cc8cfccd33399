/**
 * What attention in tiles is told with, before anybody has said where it stands: keys and values, the query, scores and their
 * powers of e that are used and not kept, the three things a query holds, its output, and the map that never is.
 */

import { shorten } from "../../advance.js";
import { pairs } from "../../facts.js";
import { block } from "../../kit/block.js";
import { letterRuns, text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { scoreWidth, stagesOf } from "../attention/items.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/block.js").Label} Label */
/** @typedef {{ size: import("../../kit/block.js").Size, shaded: boolean, labels: boolean, square: number }} Form shaded: keys and values are
 *   colours without numbers; square: px of a cell of the map */

/** Width of a number that is a colour, px. */
const SHADE = 10;

/** Room for the letter of what a query holds, px. */
export const LETTER = 40;

/** Tiles of keys, and keys a tile. @param {Model} model */
export function tilesOf(model) {
  const count = model.tensor("running_max")?.shape[0] ?? 0;
  const tile = Math.ceil(model.kv_len / Math.max(1, count));
  return upTo(count).map((t) => upTo(model.kv_len).slice(t * tile, (t + 1) * tile));
}

/** @param {Model} model @param {Form} form */
export function createParts(model, { size, shaded, labels, square }) {
  const { batch, head, kvHead, d_q, d_k, d_v } = model;
  /** @type {Map<string, any>} */
  const made = new Map();
  /** @template T @param {string} id @param {() => T} make @returns {T} */
  const once = (id, make) => {
    if (!made.has(id)) made.set(id, make());
    return made.get(id);
  };
  const up = { up: labels ? 21 : 0 };
  const found = shaded ? { look: /** @type {const} */ ("shade"), width: SHADE } : {};
  const above = (/** @type {string} */ tensor, /** @type {string} */ index) =>
    labels ? [/** @type {Label} */ ({ runs: letterRuns(tensor, index), side: "above" })] : [];

  /** @param {string} id @param {string} tensor @param {number} count @param {(c: number) => number[]} index @param {object} [look] */
  const vector = (id, tensor, count, index, look) =>
    once(id, () => block(model, { id, tensor, size, cells: [upTo(count).map(index)], ...look }));
  /** @param {string} id @param {string} tensor @param {number[]} index @param {object} [look] */
  const one = (id, tensor, index, look) =>
    once(id, () => block(model, { id, tensor, size, cells: [[index]], ...look }));

  const stages = stagesOf(model).filter((tensor) => tensor !== "shifted_scores");
  const width = scoreWidth(model, size);
  const two = (/** @type {number} */ i, /** @type {number} */ j) => `${i + 1}${j + 1}`;
  const passing = /** @type {const} */ ("passing");
  const held = (/** @type {string} */ tensor) => ({
    labels: [/** @type {Label} */ ({ runs: letterRuns(tensor, ""), side: "left" })],
    margin: { left: LETTER },
    align: /** @type {const} */ ("start"),
  });
  return {
    size,
    stages,
    key: (/** @type {number} */ j) =>
      vector(`key.${j}`, "key", d_k, (c) => [batch, kvHead, j, c], {
        labels: above("key", `${j + 1}`),
        margin: up,
        ...found,
      }),
    value: (/** @type {number} */ j) =>
      vector(`value.${j}`, "value", d_v, (c) => [batch, kvHead, j, c], {
        labels: above("value", `${j + 1}`),
        margin: up,
        ...found,
      }),
    query: (/** @type {number} */ i) =>
      vector(`query.${i}`, "query", d_q, (c) => [batch, head, i, c], {
        labels: [
          {
            runs: letterRuns("query", `${i + 1}`, shorten(model.label("query", i), 13, 60), { strong: true }),
            side: "above",
          },
        ],
        margin: { up: 21 },
      }),
    score: (/** @type {string} */ tensor, /** @type {number} */ i, /** @type {number} */ j) =>
      one(`${tensor}.${i}.${j}`, tensor, [batch, head, i, j], {
        ...{ look: passing, width, labels: above(tensor, two(i, j)), margin: up },
      }),
    exp: (/** @type {number} */ i, /** @type {number} */ j) =>
      one(`tile_exp.${i}.${j}`, "tile_exp", [batch, head, i, j], {
        ...{ look: passing, width, labels: above("tile_exp", two(i, j)), margin: up },
      }),
    correction: (/** @type {number} */ t, /** @type {number} */ i) =>
      one(`correction.${t}.${i}`, "correction", [t, batch, head, i], {
        ...held("correction"),
        look: passing,
      }),
    max: (/** @type {number} */ t, /** @type {number} */ i) =>
      one(`running_max.${t}.${i}`, "running_max", [t, batch, head, i], held("running_max")),
    sum: (/** @type {number} */ t, /** @type {number} */ i) =>
      one(`running_sum.${t}.${i}`, "running_sum", [t, batch, head, i], held("running_sum")),
    mixed: (/** @type {number} */ t, /** @type {number} */ i) =>
      vector(
        `running_mixed.${t}.${i}`,
        "running_mixed",
        d_v,
        (c) => [t, batch, head, i, c],
        held("running_mixed"),
      ),
    output: (/** @type {number} */ i) =>
      vector(
        `output.${i}`,
        model.result,
        d_v,
        (c) => (model.result === "output" ? [batch, i, c] : [batch, head, i, c]),
        {
          labels: [{ runs: letterRuns("mixed", `${i + 1}`), side: "left" }],
          margin: { left: 26 },
          align: "start",
        },
      ),
    /** A row of the map: dashed, and never filled. */
    blank: (/** @type {number} */ i) =>
      once(`blank.${i}`, () =>
        block(model, {
          ...{ id: `blank.${i}`, tensor: "weights", cells: [pairs(model, i)], size },
          ...{ width: square, height: Math.min(size.height, square) },
        }),
      ),
    name: (/** @type {number} */ i, /** @type {number} */ most) =>
      once(`name.${i}`, () =>
        text(`name.${i}`, {
          text: shorten(model.short("query", i), 13, most, 600),
          align: "end",
          weight: 600,
          fill: "word",
        }),
      ),
  };
}
/** @typedef {ReturnType<typeof createParts>} Parts */
