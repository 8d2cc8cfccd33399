/** The facts about a query after a number of tiles. */

import { namesIn, targets } from "../../facts.js";
import { upTo } from "../../model.js";
import { lastOf } from "../attention/items.js";

/** @typedef {import("../../model.js").Model} Model */

/**
 * @param {Model} model @param {number[][]} tiles keys of each @param {number} i the query
 * @param {number} k the last tile that was read
 */
export function factsOf(model, tiles, i, k) {
  const { batch, head, value, text, d_v, d_q, kv_len, q_len, result } = model;
  const last = lastOf(model);
  const row = [batch, head, i];
  const at = [k, ...row];
  /** The cells of a tensor that a step is about. @type {Record<string, number[][]>} */
  const cells = {
    [last]: tiles[k].map((j) => [...row, j]),
    query: upTo(d_q).map((c) => [...row, c]),
    running_mixed: upTo(d_v).map((c) => [...at, c]),
    [result]: upTo(d_v).map((c) => (result === "output" ? [batch, i, c] : [...row, c])),
  };
  const outputs = cells[result];
  return {
    ...{ model, i, tile: k + 1, tiles: tiles.length, each: tiles[0].length, tileKeys: tiles[k].length },
    ...{ kind: kindOf(model, tiles, i, k), sum: value("running_sum", at), number: text("running_max", at) },
    stored: q_len * kv_len,
    held: 2 + d_v,
    others: q_len - 1,
    queryName: namesIn(model).name("query", i),
    lost: cells.running_mixed.some((cell) => Number.isNaN(value("running_mixed", cell))),
    finite: outputs.every((cell) => Number.isFinite(value(result, cell))),
    same: outputs.every((cell) => text(result, cell) === text(`whole.${result}`, cell)),
    cells: (/** @type {string} */ tensor) => cells[tensor] ?? [at],
    to: {
      ...{ ...targets(model, i), max: `running_max:${at}`, c: `correction:${at}`, sum: `running_sum:${at}` },
      ...{ mixed: `running_mixed:${at},*`, exps: `tile_exp:${row},*`, scores: `${last}:${row},*` },
    },
  };
}

/**
 * What a tile does to a query's largest score.
 * @param {Model} model @param {number[][]} tiles @param {number} i @param {number} k
 */
function kindOf({ value, batch, head }, tiles, i, k) {
  const [before, now] = [k - 1, k].map((t) =>
    t < 0 ? -Infinity : value("running_max", [t, batch, head, i]),
  );
  if (Number.isNaN(now)) return Number.isNaN(before) ? "stays" : "nan";
  if (now === Infinity) return "infinite";
  if (tiles[k].every((j) => value("masked_scores", [batch, head, i, j]) === -Infinity)) return "skipped";
  if (before === -Infinity) return "first";
  return now > before ? "raised" : "same";
}
