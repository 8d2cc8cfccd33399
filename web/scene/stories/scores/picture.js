/** A score function as a line of arithmetic: its parameters, the numbers of the query, and a placeholder for any key. */

import { SIZES, block } from "../../kit/block.js";
import { edge, rect } from "../../kit/marks.js";
import { column, corner, heightOf, placeable, row, widthOf } from "../../kit/place.js";
import { sketch } from "../../kit/sketch.js";
import { letterRuns, text, textMark } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { ASKS } from "./functions.js";

/** @typedef {import("../../model.js").Model} Model */

/** The largest picture, in px. */
const MOST = { width: 300, height: 84 };

/** Returns the line of a function; null where it is too large. @param {Model} view @param {string} id */
export function pictureOf(view, id) {
  const { batch, head, d_q, score, scaled, usualScale, scaleText, d_k } = view;
  /** @type {any[]} */
  const items = [];
  const keep = (/** @type {any} */ item) => (items.push(item), item);
  const matrix = (/** @type {string} */ tensor, /** @type {number[][][]} */ cells, /** @type {"tint" | "role"} */ style) =>
    keep(block(view, { id: `${id}.${tensor}`, tensor, cells, size: SIZES.least, style, height: cells.length > 3 ? 14 : 20 })); // prettier-ignore
  const parameters = (/** @type {string} */ name) => {
    const [rows, columns] = [1, 1, ...(view.tensor(name)?.shape ?? [])].slice(-2);
    const rank = view.tensor(name)?.shape.length ?? 0;
    return matrix(name, upTo(rows).map((r) => upTo(columns).map((c) => (rank > 1 ? [r, c] : [c]))), "tint"); // prettier-ignore
  };
  const sign = (/** @type {string} */ said) =>
    keep(text(`${id}.sign.${items.length}`, { text: said, size: 15, weight: 600, fill: "ink" }));
  const numbers = upTo(d_q).map((c) => [batch, head, ASKS, c]);
  const key = () => keep(anyKey(`${id}.any`, 20 * Math.min(2, d_k)));
  const line =
    score === "additive"
      ? [parameters("w_2"), sign("tanh("), parameters("w_1"), sign("·"), column([matrix("query", numbers.map((index) => [index]), "role"), key()]), sign(")")] // prettier-ignore
      : score === "bilinear"
        ? [matrix("query", [numbers], "role"), sign("·"), parameters("w_score"), sign("·"), key()]
        : [matrix("query", [numbers], "role"), sign("·"), key(), scaled && sign(usualScale ? `÷ √${d_k}` : `× ${scaleText}`)]; // prettier-ignore
  const all = row(line, { gap: 6 });
  const [width, height] = [widthOf(all), heightOf(all)];
  if (width > MOST.width || height > MOST.height) return null;
  return {
    width,
    /**
     * Places the line in the middle of a lane, from x on, and returns its items.
     * @param {number} x @param {import("../../kit/place.js").Box} lane
     */
    put(x, lane) {
      corner(all, x, lane.y + (lane.height - height) / 2);
      return items;
    },
  };
}

/** A placeholder for any key: its letter on its colour. @param {string} id @param {number} height */
function anyKey(id, height) {
  const item = sketch(id, {}, (get, model, { x, y, width }) => {
    const box = { x, y, width, height };
    const at = { x: x + width / 2, y: y + height / 2 + 5, runs: letterRuns("key", ""), align: "middle" };
    const ground = rect(`${id}/fill`, box, { fill: "key" });
    return { box: [ground, edge(id, box), textMark(`${id}/letter`, at, { fill: "on-role" })] };
  });
  return placeable({ ...item, width: 22, height });
}
