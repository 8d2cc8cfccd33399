/** The vectors of the upright arrangement: inputs, keys and values, queries, outputs. */

import { shorten } from "./advance.js";
import {
  LETTERS,
  arrowItem,
  indicesOf,
  labelAbove,
  labelAround,
  stripAt,
  stripItem,
  tokenLabel,
} from "./layout.js";
import { stripBox } from "./strip.js";
import { outputCentre } from "./wide-sizes.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./layout.js").Item} Item */
/** @typedef {import("./wide-sizes.js").Sizes} Sizes */
/** @typedef {import("./wide-sizes.js").Rows} Rows */

/** @param {Model} model @param {Sizes} sizes @param {any} columns @param {Rows} rows @returns {Item[]} */
export function inputs(model, { cell, perRow, source, d_source }, { lanes, centres }, rows) {
  if (!model.projected) return [];
  const items = centres.flatMap((/** @type {number} */ x, /** @type {number} */ j) => {
    const strip = stripAt(x, rows.input, cell[source], d_source, perRow, "input");
    const box = stripBox(strip);
    const stem = [x, box.y];
    const fork = (/** @type {number} */ to) => [
      stem,
      [x, rows.fork],
      [to, rows.fork],
      [to, rows.key + stripTall(model, cell, perRow) / 2 + 3],
    ];
    const word = shorten(tokenLabel(model, j), 13, box.width / 2 - 26) || model.words.roles.input;
    const labels = labelAbove(box, "x", String(j + 1), word, {
      shape: `1×${d_source}`,
      most: box.width / 2 - 6,
    });
    return [
      stripItem(
        `x.${j}`,
        strip,
        source,
        indicesOf(d_source, (c) => [model.batch, j, c]),
        { labels },
      ),
      arrowItem(`fork-key.${j}`, fork(x - lanes / 2)),
      arrowItem(`fork-value.${j}`, fork(x + lanes / 2)),
    ];
  });
  return model.self ? items : [...items, ...askers(model, cell.x, rows, perRow)];
}

/** @param {Model} model @param {any} cell @param {number} perRow */
function stripTall(model, cell, perRow) {
  return Math.max(Math.ceil(model.d_k / perRow), Math.ceil(model.d_v / perRow)) * cell.key.cellHeight;
}

/** In cross-attention the queries have inputs of their own. @param {Model} model @param {any} cell @param {Rows} rows @param {number} perRow @returns {Item[]} */
function askers(model, cell, rows, perRow) {
  return indicesOf(model.q_len, (i) => [i]).map(([i]) => {
    const strip = stripAt(0, rows.input, cell, model.d_model, perRow, "input");
    strip.x = 32;
    const labels = labelAbove(stripBox(strip), "y", String(i + 1), model.words.roles.asker);
    const indices = indicesOf(model.d_model, (c) => [model.batch, i, c]);
    return stripItem(`asker.${i}`, strip, "x", indices, { labels });
  });
}

/** @param {Model} model @param {Sizes} sizes @param {any} columns @param {Rows} rows @returns {Item[]} */
export function keysAndValues(model, { cell, perRow }, { lanes, centres }, rows) {
  const { roles } = model.words;
  const { batch: b, kvHead: g } = model;
  return centres.flatMap((/** @type {number} */ x, /** @type {number} */ j) =>
    /** @type {const} */ ([
      ["key", model.d_k, -1],
      ["value", model.d_v, 1],
    ]).map(([name, count, side]) => {
      const strip = stripAt(x + (side * lanes) / 2, rows.key, cell[name], count, perRow, name);
      const labels = labelAround(stripBox(strip), LETTERS[name], String(j + 1), roles[name]);
      const indices = indicesOf(count, (c) => [b, g, j, c]);
      return stripItem(`${name}.${j}`, strip, name, indices, { labels, initial: { ghost: 1 } });
    }),
  );
}

/** @param {Model} model @param {Sizes} sizes @param {any} columns @param {Rows} rows @returns {Item[]} */
export function queries(model, { cell, perRow, strips }, { centres }, rows) {
  return indicesOf(model.q_len, (i) => [i]).flatMap(([i]) => {
    const strip = stripAt(32 + strips.query.width / 2, rows.score, cell.query, model.d_q, perRow, "query");
    const box = stripBox(strip);
    const labels = labelAbove(box, "q", String(i + 1), model.words.roles.query, {
      shape: `1×${model.d_q}`,
      most: 120,
    });
    const indices = indicesOf(model.d_q, (c) => [model.batch, model.head, i, c]);
    const items = [
      stripItem(`query.${i}`, strip, "query", indices, { labels, initial: { ghost: i ? 0 : 1 } }),
    ];
    if (!model.projected) return items;
    const middle = box.x + box.width / 2;
    const head = [middle, box.y + box.height + 3];
    const below = rows.input + strips.x.height / 2;
    const from =
      model.self && i < centres.length
        ? [[centres[i], below], [centres[i], below + 18], [middle, below + 18], head]
        : [[middle, rows.input - strips.asker.height / 2 - 26], head];
    return [...items, arrowItem(`ask.${i}`, from)];
  });
}

/** @param {Model} model @param {Sizes} sizes @param {any} columns @param {Rows} rows @param {number} width @returns {Item[]} */
export function outputs(model, { cell, strips, perRow }, { centres }, rows, width) {
  return indicesOf(model.q_len, (i) => [i]).map(([i]) => {
    const x = outputCentre(model, centres, width, i);
    const strip = stripAt(x, rows.output, cell[model.result], model.d_v, perRow, "output");
    const word = model.words.roles[model.result];
    const labels = labelAbove(stripBox(strip), "z", String(i + 1), word, { shape: `1×${model.d_v}` });
    const index = (/** @type {number} */ c) =>
      model.result === "output" ? [model.batch, i, c] : [model.batch, model.head, i, c];
    return stripItem(`output.${i}`, strip, model.result, indicesOf(model.d_v, index), {
      labels,
      initial: { ghost: 1 },
    });
  });
}
