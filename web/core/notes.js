/**
 * What a reader should be told about a run besides its numbers.
 */
import { TOKENS, withBatch } from "./shapes.js";

/** @typedef {{ tensor: string, index: number[] }} Place */
/**
 * @typedef {object} Notes
 * @property {number[][]} fully_masked_rows [batch, head, query] of each row that may attend to nothing
 * @property {Place | null} first_non_finite where NaN or an infinity first shows, in the order of computation
 * @property {string[]} omitted tensors that were too large to keep
 */

// there -inf is how a forbidden pair looks
const MINUS_INFINITY_IS_FINE = new Set(["masked_scores", "row_max", "shifted_scores", "log_sum_exp"]);
const MASKS = ["mask", "key_mask", "bias", "window", "causal_offset"];

/**
 * Taken while the run still stands in memory.
 * @param {import("./core.js").Core} core
 * @param {import("./plan.js").Plan} plan
 * @param {import("./keys.js").Values} values
 * @returns {Notes}
 */
export function takeNotes({ functions, arena, at }, plan, values) {
  /** @type {number[][]} */
  let rows = [];
  if (mayMask(plan, values)) {
    const count = Number(functions.attn_fully_masked_rows(0, 0n, at.plan, at.problem));
    if (count > 0) {
      arena.reach(plan.end + 12 * count);
      functions.attn_fully_masked_rows(plan.end, BigInt(count), at.plan, at.problem);
      rows = triples(arena.copyInts(plan.end, 3 * count));
    }
  }
  return notesOf(plan, rows, firstNonFinite(functions, plan, values));
}

/**
 * @param {import("./plan.js").Plan} plan
 * @param {number[][]} fully_masked_rows
 * @param {Place | null} first_non_finite
 * @returns {Notes}
 */
export const notesOf = ({ omitted }, fully_masked_rows, first_non_finite) => ({
  fully_masked_rows,
  first_non_finite,
  omitted: omitted.slice(),
});

/**
 * Could a row of this problem see nothing?
 * @param {import("./plan.js").Plan} plan
 * @param {import("./keys.js").Values} values
 */
export const mayMask = (plan, values) =>
  plan.sizes.kv_len === 0 || values.causal || MASKS.some((name) => values[name] !== undefined);

/** @param {Int32Array} flat */
export const triples = (flat) =>
  Array.from({ length: flat.length / 3 }, (_, row) => Array.from(flat.subarray(3 * row, 3 * row + 3)));

/** @typedef {{ name: string, shape: readonly number[], address: number, count: bigint, minusInfinity: number }} Scan */

/**
 * Where to look for numbers that are not finite, in the order of computation; the same for all problems of a plan.
 * @param {import("./plan.js").Plan} plan
 * @param {import("./keys.js").Values} values
 * @returns {{ tokens: Scan[], trace: Scan[] }}
 */
export function scansOf(plan, values) {
  if (plan.scans) return plan.scans;
  /** @type {{ tokens: Scan[], trace: Scan[] }} */
  const scans = { tokens: [], trace: [] };
  for (const [name, address] of plan.inputs) {
    if (!TOKENS.has(name)) continue;
    const { shape, data } = values[name];
    scans.tokens.push({
      name,
      shape: withBatch(shape),
      address,
      count: BigInt(data.length),
      minusInfinity: 1,
    });
  }
  for (const { name, offset, count, shape, omitted } of plan.slots) {
    if (omitted) continue;
    const minusInfinity = MINUS_INFINITY_IS_FINE.has(name) ? 0 : 1;
    const address = plan.trace + 4 * offset;
    scans.trace.push({ name, shape, address, count: BigInt(count), minusInfinity });
  }
  return (plan.scans = scans);
}

/**
 * @param {import("./core.js").Functions} functions
 * @param {import("./plan.js").Plan} plan
 * @param {import("./keys.js").Values} values
 * @returns {Place | null}
 */
function firstNonFinite(functions, plan, values) {
  /** @param {Scan[]} scans */
  const look = (scans) => {
    for (const scan of scans) {
      const found = Number(functions.attn_first_non_finite(scan.address, scan.count, scan.minusInfinity));
      if (found >= 0) return placeOf(scan, found);
    }
    return null;
  };
  const { tokens, trace } = scansOf(plan, values);
  const place = look(tokens);
  if (place) return place;
  // most runs are finite from end to end: one look at the whole trace says so
  if (functions.attn_first_non_finite(plan.trace, plan.bigCount, 1) < 0) return null;
  return look(trace);
}

/**
 * @param {Scan} scan
 * @param {number} found
 * @returns {Place}
 */
export const placeOf = ({ name, shape }, found) => ({ tensor: name, index: indexOf(found, shape) });

/**
 * The complete index of an entry from its place in the row-major data.
 * @param {number} flat
 * @param {readonly number[]} shape
 */
export function indexOf(flat, shape) {
  const index = Array(shape.length).fill(0);
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    index[axis] = flat % shape[axis];
    flat = Math.floor(flat / shape[axis]);
  }
  return index;
}
