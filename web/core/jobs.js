/**
 * What a worker is told to do in a fused run, and the inputs it needs for it: the queries of its rows, the keys and values
 * of their heads.
 */
import { rowsOf } from "./pieces.js";
import { countOf } from "./shapes.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./keys.js").Values} Values */
/** @typedef {import("./pieces.js").Piece} Piece */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./worker.js").Job} Job */

const PARTLY = ["query", "key", "value"];

/**
 * The problem and the plan as bytes to write, and inputs as a whole.
 * @param {Pick<Core, "at">} core
 * @param {Plan} plan
 * @param {Values} values
 * @param {(name: string) => boolean} [needed] which inputs
 * @returns {Job["writes"]}
 */
export function writesOf(core, plan, values, needed = () => true) {
  /** @type {Job["writes"]} */
  const inputs = plan.inputs
    .filter(([name]) => needed(name))
    .map(([name, address]) => [address, values[name].data]);
  return [[core.at.problem, plan.structs], ...inputs];
}

/**
 * The rows of a piece.
 * @param {Core} core
 * @param {Plan} plan
 * @param {Values} values
 * @param {Piece} piece
 * @param {Set<number>} heads of keys that the worker holds; it will hold those of the piece. Empty: it has nothing yet
 * @returns {Job}
 */
export function rowsJob({ at, module }, plan, values, piece, heads) {
  const run = /** @type {const} */ ([plan.trace, plan.scratch, at.plan, at.problem]);
  const [from, rows] = rowsOf(plan.sizes.q_len, piece);
  const { mixed, log_sum_exp } = plan.slot;
  const { d_v } = plan.sizes;
  const fresh = heads.size === 0;
  /** @type {Job["calls"]} */
  const calls = fresh ? [["attn_fused_begin", ...run]] : [];
  /** @type {Job["writes"]} */
  const writes = fresh ? writesOf({ at }, plan, values, (name) => !PARTLY.includes(name)) : [];
  return {
    module,
    end: plan.end,
    writes: [...writes, ...partsOf(plan, values, from, rows, heads)],
    calls: [...calls, ["attn_fused_rows", ...run, BigInt(piece.first), BigInt(piece.count)]],
    reads: [
      [plan.trace + 4 * (mixed.offset + from * d_v), rows * d_v],
      [plan.trace + 4 * (log_sum_exp.offset + from), rows],
    ],
    packed: true,
  };
}

/**
 * Queries, keys and values for some rows.
 * @param {Plan} plan
 * @param {Values} values
 * @param {number} from
 * @param {number} rows
 * @param {Set<number>} held
 * @returns {Job["writes"]}
 */
function partsOf({ inputs, sizes }, values, from, rows, held) {
  const { heads, kv_heads, q_len, kv_len, d_q, d_k, d_v } = sizes;
  const headOf = (/** @type {number} */ row) => Math.floor((Math.floor(row / q_len) * kv_heads) / heads);
  let [first, end] = [headOf(from), headOf(from + rows - 1) + 1];
  while (first < end && held.has(first)) first++;
  while (first < end && held.has(end - 1)) end--;
  for (let head = first; head < end; head++) held.add(head);
  /** @type {Record<string, [start: number, end: number]>} */
  const parts = {
    query: [from * d_q, (from + rows) * d_q],
    key: [first * kv_len * d_k, end * kv_len * d_k],
    value: [first * kv_len * d_v, end * kv_len * d_v],
  };
  /** @type {Job["writes"]} */
  const writes = inputs
    .filter(([name]) => PARTLY.includes(name))
    .map(([name, address]) => {
      const [start, stop] = parts[name];
      return [address + 4 * start, values[name].data.subarray(start, stop)];
    });
  return writes.filter(([, { length }]) => length > 0);
}

/**
 * The last step, where all rows of mixed are known.
 * @param {Core} core
 * @param {Plan} plan
 * @param {Values} values
 * @param {Float32Array} mixed
 * @returns {Job}
 */
export function endJob(core, plan, values, mixed) {
  const { at, module } = core;
  const { output, mixed: place } = plan.slot;
  const writes = writesOf(core, plan, values, (name) => name === "w_o" || name === "b_o");
  return {
    module,
    end: plan.end,
    writes: [...writes, [plan.trace + 4 * place.offset, mixed]],
    calls: [["attn_fused_end", plan.trace, plan.scratch, at.plan, at.problem]],
    reads: [[plan.trace + 4 * output.offset, countOf(output.shape)]],
  };
}
