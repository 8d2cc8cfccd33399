/** The keys, a row for each: its score, its bar, its weight; below them the values times their weights, one under another, and what they add up to. */

import { bar } from "../../kit/bars.js";
import { textWidth } from "../../text-metrics.js";
import { SIZES, block, cellOf } from "../../kit/block.js";
import { fit } from "../../kit/fit.js";
import { backdrop } from "../../kit/backdrop.js";
import { belonging } from "../../kit/focus.js";
import { corner, fromLeft, grid, heightOf, space, widthOf } from "../../kit/place.js";
import { letterRuns, text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { nameRuns } from "./parts.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/block.js").Size} Size */
/** @typedef {import("./parts.js").Parts} Parts */

/** Free ground inside the panel, px. */
const PAD = 10;

/** Two decimals however small: a weight of 0.05 is none of 5e-2. */
const LEAST = { ...SIZES.least, wide: 30 };

/** Ways to draw it, the best first: how large; px of a bar of 1, and between rows; whether the sum is written out, and vectors are. */
const FORMS = [
  { size: SIZES.large, long: 96, gap: 9, sum: true, keys: true },
  { size: SIZES.column, long: 70, gap: 6, sum: true, keys: true },
  { size: SIZES.small, long: 56, gap: 4, sum: true, keys: true },
  { size: LEAST, long: 44, gap: 2, sum: true, keys: true },
  { size: LEAST, long: 36, gap: 3, sum: false, keys: true },
  { size: LEAST, long: 30, gap: 3, sum: false, keys: false },
];

/**
 * How wide the cells of a tensor are: with room for a sign and all decimals, so that nothing jumps while a reader drags.
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

/** The largest that fits; null without an attention. @param {Parts} parts @param {{ width: number, height: number }} room */
export function boardOf(parts, room) {
  const { attention } = parts;
  return attention && fit(room, FORMS, (form) => boardAt(parts, attention, form));
}
/** @typedef {ReturnType<typeof boardAt>} Board */

/** @param {Parts} parts @param {Model} attention @param {typeof FORMS[number]} form */
function boardAt(parts, attention, form) {
  const { keys, score } = parts;
  const { size, long, gap } = form;
  const font = size.height > 24 ? 15 : 13;
  const { full } = attention;
  const { shown } = attention.words.scene;
  const said = (/** @type {string} */ id, /** @type {object} */ what) =>
    text(`said.${id}`, { size: font, align: "end", fill: "ink", ...what });
  /** @param {string} tensor @param {number} j @param {number[][]} [cells] @param {"role" | "heat" | "plain"} [style] */
  const strip = (tensor, j, cells = [score(j)], style = "role") =>
    belonging(
      block(attention, {
        ...{ id: `${tensor}.${j}`, tensor, cells: [cells], size, style },
        width: tensor === "value" ? undefined : steady(attention, tensor, size),
      }),
      { key: j },
    );
  const columns = upTo(attention.d_v);
  const query = {
    letter: form.keys ? said("a", { runs: nameRuns(parts, "a", 0, font) }) : null,
    block: form.keys ? vectorBlock(parts, "query", "a", 0, size) : null,
  };
  const rows = keys.map((j) => {
    const last = strip(attention.scaled ? "scaled_scores" : "scores", j);
    return {
      letter: belonging(said(`b.${j}`, { runs: nameRuns(parts, "b", j, font) }), { key: j }),
      key: form.keys ? belonging(vectorBlock(parts, `key.${j}`, "b", j, size), { key: j }) : null,
      score: attention.scaled ? strip("scores", j) : last,
      scaled: attention.scaled ? last : null,
      bar: belonging(
        bar(`bar.${j}`, {
          foot: last,
          side: "right",
          gap: 6,
          tensor: full("shifted_exp"),
          index: score(j),
          most: long,
        }),
        { key: j },
      ),
      weight: strip("weights", j, [score(j)], "heat"),
    };
  });
  const heads = {
    score: said("scores", { text: shown("scores"), fill: "muted", align: "middle", size: 13 }),
    weight: said("weights", { text: shown("weights"), fill: "muted", align: "middle", size: 13 }),
  };
  const terms = keys.map((j, k) => {
    const number = attention.text("weights", score(j), size.decimals);
    return {
      times: belonging(said(`times.${j}`, { text: `${k ? "+ " : ""}${number} ×`, copy: true }), { key: j }),
      value: strip(
        "value",
        j,
        columns.map((c) => [0, 0, j, c]),
      ),
      equals: belonging(said(`equals.${j}`, { text: "=", align: "middle" }), { key: j }),
      weighted: strip(
        "weighted_values",
        j,
        columns.map((c) => [0, 0, j, 0, c]),
      ),
    };
  });
  const result = {
    letter: said("output", { runs: [...letterRuns("output", "", "", { size: font }), { text: " =" }] }),
    block: block(attention, {
      id: "output",
      tensor: "output",
      cells: [columns.map((c) => [0, 0, c])],
      size,
      width: steady(attention, "weighted_values", size),
    }),
  };
  const upper = grid(
    [
      [query.letter, query.block],
      [null, null, heads.score, ...(attention.scaled ? [null] : []), null, heads.weight],
      ...rows.map((row) => [
        row.letter,
        row.key,
        row.score,
        ...(row.scaled ? [row.scaled] : []),
        space(long, 1),
        row.weight,
      ]),
    ],
    { gapX: [8, 14, 10, 10, 10], gapY: gap },
  );
  const lower = form.sum
    ? grid(
        [
          ...terms.map((term) => [term.times, term.value, term.equals, term.weighted]),
          [null, null, result.letter, result.block],
        ],
        { gapX: [6, 6, 6], gapY: gap },
      )
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
