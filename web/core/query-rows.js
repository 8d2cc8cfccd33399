/**
 * Reduces an attention to some of its queries, so that weights too large to hold at once can be computed row by row. Cuts
 * the tensors that have a query axis and shifts causal and window masks to the first remaining query.
 */
import { isRow, shapeOf, sizesOf } from "./rows.js";
import { countOf } from "./shapes.js";

/** @typedef {Record<string, any>} Problem one valid attention, as JSON or with typed arrays */
/** @typedef {{ shape: number[], data: ArrayLike<any> }} Entries */

/**
 * @param {Problem} problem
 * @param {number} first query @param {number} count of queries
 * @param {number} [item] of the batch; the others are left out
 * @returns {Problem} whose results are those of these queries: bit for bit where the core sums the smaller products as it
 *   sums those of the whole problem (in double, up to 2¹⁸ terms), else with the same accuracy
 */
export function queryRows(problem, first, count, item = 0) {
  const { x, query, causal, causal_offset, window, bias, mask, key_mask, weights_override, ...rest } =
    problem;
  for (const key of ["labels", "target", "loss", "grad_output", "learning_rate"]) delete rest[key];
  const { q_len, kv_len, batches } = sizesOf(problem);
  /** @param {any} tensor @param {number} rank with its batch */
  const ofItem = (tensor, rank) =>
    shapeOf(tensor).length === rank ? part(tensor, batches > 1 ? item : 0) : tensor;
  /** @param {any} tensor */
  const rows = (tensor) => cut(tensor, first, count);
  /** Cuts a tensor that broadcasts to [batch, heads, q_len, kv_len]. @param {any} tensor */
  const pairs = (tensor) => {
    const entries = ofItem(tensor, 4);
    const shape = shapeOf(entries);
    return (shape.at(-2) ?? 1) === q_len && shape.length > 1 && q_len > 1 ? rows(entries) : entries;
  };
  /** @type {Problem} */
  const made = { ...rest };
  if (query) made.query = rows(ofItem(query, 4));
  if (query) for (const name of ["key", "value"]) made[name] = ofItem(problem[name], 4);
  if (x) made.x = rows(ofItem(x, 3));
  if (x) made.x_kv = ofItem(problem.x_kv ?? x, 3);
  if (x && problem.x_v) made.x_v = ofItem(problem.x_v, 3);
  for (const [name, tensor] of Object.entries({ bias, mask, weights_override }))
    if (tensor !== undefined && tensor !== null) made[name] = pairs(tensor);
  if (key_mask) made.key_mask = ofItem(key_mask, 2);
  if (causal) made.causal = true;
  if (window) made.window = window;
  const offset = causal_offset ?? (causal === "bottom-right" ? kv_len - q_len : 0);
  if (causal || window) made.causal_offset = offset + first;
  return made;
}

/**
 * Takes one entry of the first axis and drops that axis.
 * @param {any} tensor
 * @param {number} at
 */
function part(tensor, at) {
  if (!tensor.shape) return tensor[Math.min(at, tensor.length - 1)];
  const [count, ...shape] = tensor.shape;
  const each = countOf(shape);
  const from = Math.min(at, count - 1) * each;
  return { shape, data: tensor.data.slice(from, from + each) };
}

/**
 * Takes some rows: entries of the last axis but one.
 * @param {any} tensor
 * @param {number} first
 * @param {number} count
 * @returns {any}
 */
function cut(tensor, first, count) {
  if (!tensor.shape)
    return isRow(tensor[0]?.[0])
      ? tensor.map((/** @type {any} */ inner) => cut(inner, first, count))
      : tensor.slice(first, first + count);
  const { shape, data } = tensor;
  const [rows, columns] = shape.slice(-2);
  const outer = shape.slice(0, -2);
  const number = countOf(outer);
  const kept = Math.max(0, Math.min(count, rows - first));
  const made = new data.constructor(number * kept * columns);
  for (let n = 0; n < number; n++)
    for (let k = 0; k < kept * columns; k++)
      made[n * kept * columns + k] = data[(n * rows + first) * columns + k];
  return { shape: [...outer, kept, columns], data: made };
}
