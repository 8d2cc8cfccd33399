/**
 * The board of the keys: a row for each, with its score, its bar and its weight; below them the values times their weights, one
 * below another, and their sum.
 */

import { bar } from "../../kit/bars.js";
import { textWidth } from "../../text-metrics.js";
import { SIZES, block, cellOf } from "../../kit/block.js";
import { fit } from "../../kit/fit.js";
import { backdrop } from "../../kit/backdrop.js";
import { cellsOf } from "../../kit/cells.js";
import { belonging } from "../../kit/focus.js";
import { corner, fromLeft, grid, heightOf, space, widthOf } from "../../kit/place.js";
import { letterRuns, text } from "../../kit/text.js";
import { nameRuns } from "./parts.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/block.js").Size} Size */
/** @typedef {import("./parts.js").Parts} Parts */

/** Padding inside the panel, px. */
const PAD = 10;

/** The least size, with cells wide enough for two decimals: a weight of 0.05 is not written as 5e-2. */
const LEAST = { ...SIZES.least, wide: 30 };

/** Forms of the board, the best first. long, gap: px of a bar of 1, and between rows; sum, keys: whether the sum and the vectors
 * are written out. */
const FORMS = [
  { size: SIZES.large, long: 96, gap: 9, sum: true, keys: true },
  { size: SIZES.column, long: 70, gap: 6, sum: true, keys: true },
  { size: SIZES.small, long: 56, gap: 4, sum: true, keys: true },
  { size: LEAST, long: 44, gap: 2, sum: true, keys: true },
  { size: LEAST, long: 36, gap: 3, sum: false, keys: true },
  { size: LEAST, long: 30, gap: 3, sum: false, keys: false },
];

/**
 * Width of a tensor's cells, px: with room for a sign and all decimals, so that nothing jumps while a reader drags.
 * @param {Model} model @param {string} tensor @param {Size} size
 */
export function steady(model, tensor, size) {
  const { width } = cellOf(model, tensor, size);
  const most = `−0.${"0".repeat(size.decimals)}`;
  return Math.max(width, Math.ceil(textWidth(most, size.small, 600) + 5));
}

/** A vector's numbers. @param {Parts} parts @param {string} id @param {"a" | "b"} tensor @param {number} at @param {Size} size */
export const vectorBlock = ({ plane }, id, tensor, at, size) =>
  block(plane, { id, tensor, cells: [[0, 1].map((c) => [at, c])], size, width: steady(plane, tensor, size) });

/**
 * The largest board that fits; null without an attention.
 * @param {Parts} parts @param {{ width: number, height: number }} room
 */
export function boardOf(parts, room) {
  const { attention } = parts;
  return attention && fit(room, FORMS, (form) => boardAt(parts, attention, form));
}

/** @param {Parts} parts @param {Model} attention @param {typeof FORMS[number]} form */
function boardAt(parts, attention, form) {
  const { keys } = parts;
  const { size, long, gap } = form;
  const font = size.height > 24 ? 15 : 13;
  const { full } = attention;
  const { shown } = attention.words.scene;
  const cells = cellsOf(attention, (tensor) => ({
    ...{ size, style: tensor === "weights" ? "heat" : "role" },
    width:
      tensor === "value"
        ? undefined
        : steady(attention, tensor === "output" ? "weighted_values" : tensor, size),
  }));
  const said = (/** @type {string} */ id, /** @type {object} */ what) =>
    text(`said.${id}`, { size: font, align: "end", fill: "ink", ...what });
  const head = (/** @type {string} */ tensor) =>
    said(tensor, { text: shown(tensor), fill: "muted", align: "middle", size: 13 });
  const vector = (/** @type {"a" | "b"} */ tensor, /** @type {number} */ at) => ({
    letter: said(`${tensor}.${at}`, { runs: nameRuns(parts, tensor, at, font) }),
    key: form.keys ? vectorBlock(parts, `vector.${tensor}.${at}`, tensor, at, size) : null,
  });
  const owned = (/** @type {any[]} */ list) =>
    list.map((row, j) => {
      for (const item of Object.values(row)) if (item) belonging(item, { key: j });
      return row;
    });
  const query = vector("a", 0);
  const rows = owned(
    keys.map((j) => {
      const at = { query: 0, key: j };
      const score = cells("scores", at);
      const scaled = attention.scaled ? cells("scaled_scores", at) : null;
      const what = { foot: scaled ?? score, tensor: full("shifted_exp"), index: parts.score(j), most: long };
      return {
        ...{ ...vector("b", j), score, scaled, weight: cells("weights", at) },
        bar: bar(`bar.${j}`, { ...what, side: "right", gap: 6 }),
      };
    }),
  );
  const heads = { score: head("scores"), weight: head("weights") };
  const terms = owned(
    keys.map((j) => ({
      times: said(`times.${j}`, {
        text: `${j ? "+ " : ""}${attention.text("weights", parts.score(j), size.decimals)} ×`,
        copy: true,
      }),
      value: cells("value", { key: j }),
      equals: said(`equals.${j}`, { text: "=", align: "middle" }),
      weighted: cells("weighted_values", { query: 0, key: j }),
    })),
  );
  const result = {
    letter: said("output", { runs: [...letterRuns("output", "", "", { size: font }), { text: " =" }] }),
    block: cells("output", { query: 0 }),
  };
  const upper = grid(
    [
      [form.keys ? query.letter : null, query.key],
      [null, null, heads.score, null, null, heads.weight],
      ...rows.map((row) => [row.letter, row.key, row.score, row.scaled, space(long, 1), row.weight]),
    ],
    { gapX: [8, 14, attention.scaled ? 10 : 0, 10, 10], gapY: gap },
  );
  const sum = terms.map((term) => [term.times, term.value, term.equals, term.weighted]);
  const lower = form.sum
    ? grid([...sum, [null, null, result.letter, result.block]], { gapX: 6, gapY: gap })
    : null;
  const apart = gap + 6;
  const high = heightOf(upper) + (lower ? heightOf(lower) + apart : 0) + 2 * PAD - 4;
  const wide = Math.max(widthOf(upper), lower ? widthOf(lower) : 0) + 2 * PAD;
  const panel = backdrop("board", { x: 0, y: 0, width: 0, height: 0 }, { initial: { opacity: 0 } });
  return {
    ...{ panel, query, rows, heads, terms: lower ? terms : [], output: lower ? result : null },
    takes: { width: wide, height: high },
    /** @param {import("../../kit/place.js").Box} free */
    put(free) {
      Object.assign(panel, free);
      const spare = Math.max(0, (free.height - high) / (lower ? 3 : 2));
      corner(fromLeft(upper), free.x + PAD, free.y + PAD - 2 + spare);
      if (lower)
        corner(fromLeft(lower), free.x + PAD, free.y + PAD - 2 + 2 * spare + heightOf(upper) + apart);
    },
  };
}
