/** Whose row, whose column: names of tokens where a matrix has one row or column for each. */

import { shorten } from "../advance.js";
import { subscript } from "../format.js";

/** @typedef {import("./matrices-plan.js").Matrix} Matrix */

const QUERY_ROWS =
  /^(x|query|scores|scaled_scores|capped_scores|masked_scores|shifted_scores|shifted_exp|row_max|row_sum|weights|mixed|joined|output|mask|bias)$/;
const KEY_ROWS = /^(x_kv|x_v|value)$/;
const PAIRS =
  /^(scores|scaled_scores|capped_scores|masked_scores|shifted_scores|shifted_exp|weights|mask|bias)$/;

/** Label, or the row's own name. @param {any} model @param {"query" | "key"} kind @param {number} k @param {number} room */
function name(model, kind, k, room) {
  const list = kind === "query" || model.self ? model.labels.x : model.labels.x_kv;
  const given = typeof list?.[k] === "string" ? list[k] : "";
  const size = 11;
  if (given) return { text: shorten(given, size, room), size };
  return { text: (kind === "query" ? "q" : "k") + subscript(k + 1), size };
}

/** @param {any} model @param {Matrix} matrix @param {{ headRoom: number }} how */
export function rowHeads(model, matrix, { headRoom }) {
  if (headRoom < 20 || (matrix.turned && matrix.tensor === "key")) return [];
  const kind = QUERY_ROWS.test(matrix.tensor) ? "query" : KEY_ROWS.test(matrix.tensor) ? "key" : null;
  if (!kind) return [];
  const named = Boolean(model.labels.x?.length || model.labels.x_kv?.length);
  // without words only the square of queries and keys needs telling which side is which
  if (!named && !PAIRS.test(matrix.tensor)) return [];
  return Array.from({ length: matrix.rows }, (_, r) => name(model, kind, r, headRoom - 8));
}

/** Are there names over the columns? @param {any} model @param {Matrix} matrix @param {{ headRoom: number }} how */
export function headed(model, matrix, { headRoom }) {
  if (headRoom < 20) return false;
  if (PAIRS.test(matrix.tensor)) return true;
  const named = Boolean(model.labels.x?.length || model.labels.x_kv?.length);
  return matrix.tensor === "key" && Boolean(matrix.turned) && named;
}

/** @param {any} model @param {Matrix} matrix @param {{ headRoom: number, preset: { cell: number } }} how */
export function columnHeads(model, matrix, how) {
  if (!headed(model, matrix, how)) return [];
  return Array.from({ length: matrix.cols }, (_, c) => name(model, "key", c, how.preset.cell));
}
