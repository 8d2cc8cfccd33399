/** The matrices in columns: each above what it makes, and its name on the lines that lead through it. */
import { projection } from "../../kit/projection.js";
import { letterRuns, text } from "../../kit/text.js";
import { inputTensor } from "./items.js";

/** @typedef {import("../../kit/block.js").Block} Block */

/** Seconds in which a matrix makes all keys but the first, and all values. */
const QUICKLY = { w_k: 1.4, w_v: 1.6 };

/** A matrix above the keys, or the values, that it makes. @param {import("./columns.js").Placed} placed @param {"w_k" | "w_v"} tensor */
export function matrixIn({ items, parts: { keys, values }, layout: { panel } }, tensor) {
  const { model, cells, size } = items;
  const w = model.words.stories["walk-through"];
  const isKey = tensor === "w_k";
  const makes = isKey ? keys : values;
  const [rows] = model.tensor("w_k")?.shape.slice(-2) ?? [0];
  const shape = { rows, columns: model.d_k, cross: inputTensor(model) === "x_kv", named: model.named() };
  return projection(model, {
    ...{ tensor, makes, size, source: cells.find, room: panel },
    foot: keys[0].y + keys[0].height / 2 - keys[0].up,
    notes: isKey ? { about: w.parameters(shape), added: w.added } : undefined,
    seconds: QUICKLY[tensor] / Math.max(1, makes.length - Number(isKey)),
  });
}

/** The names of the matrices, beside the lines that lead through them. @param {import("./columns.js").Placed} placed */
export function matrixNamesIn({ items: { model }, parts: { keys, values }, layout: { stepped, panel } }) {
  const free = panel.y + panel.height - keys[0].y - keys[0].height;
  if (stepped || free < 18) return [];
  /** @param {string} tensor @param {Block} block @param {number} j @param {number} side */
  const name = (tensor, block, j, side) => {
    if (!model.tensor(tensor)) return null;
    const look = { runs: letterRuns(tensor, "", "", { matrix: true, size: 12 }), fill: "muted" };
    const item = text(`name.${tensor}.${j}`, { ...look, align: side < 0 ? "end" : "start" });
    item.put(block.x + block.width / 2 + 7 * side, block.y + block.height + free / 2);
    const isInside = item.x >= panel.x + 2 && item.x + item.width <= panel.x + panel.width - 2;
    return isInside ? item : null;
  };
  return keys.flatMap((key, j) => [name("w_k", key, j, -1), name("w_v", values[j], j, 1)]);
}
