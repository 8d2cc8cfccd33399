/**
 * The fast path for a problem of the same form as the last one: the same keys in the same order, tensors of the same shapes,
 * the same options, as when a number is edited. Its numbers go straight from the caller's arrays to where they were in memory
 * the last time. Anything else is left to problem.js, which reads it in full and reports its errors.
 */
import { COMMON, OPS } from "../schema.js";
import { buildSmall, opened } from "../tensor.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("./plan.js").Plan} Plan */
/**
 * @typedef {object} Field the expected form of one key
 * @property {string} key
 * @property {number} address of a tensor
 * @property {readonly number[] | undefined} shape of a tensor, as given; undefined for an option
 * @property {boolean} flags a mask, one byte per entry
 * @property {unknown} value of an option
 */

/** Disables the fast path: the meaning of an empty tensor or a single number depends on the other tensors. */
const ODD = /** @type {Field[]} */ ([]);

/**
 * @param {import("../readers.js").Values} values of a problem
 * @param {Map<string, number>} addresses of its tensors
 * @returns {Field[]} empty: problems of this form are always read in full
 */
export function fieldsOf(values, addresses) {
  /** @type {Field[]} */
  const fields = [];
  for (const key of Object.keys(values)) {
    if (Object.hasOwn(COMMON, key)) continue;
    const address = addresses.get(key) ?? 0;
    const shape = address ? values[key].shape.slice() : undefined;
    if (shape?.length === 0 || shape?.includes(0)) return ODD;
    const value = shape ? undefined : values[key];
    if (typeof value === "object") return ODD;
    fields.push({ key, address, shape, flags: key.endsWith("mask"), value });
  }
  return fields;
}

/**
 * Writes a problem of the same form as the last one into memory.
 * @param {Core} core
 * @param {import("./plan.js").Kind} kind of run
 * @param {[string, unknown][]} entries of the problem
 * @returns {Plan | undefined} the plan, ready to run; undefined if the form differs
 */
export function updateInPlace(core, kind, entries) {
  const { arena, at, plan } = core;
  if (plan?.kind !== kind) return undefined;
  // counts as a call even if it fails: calls that the caller's getters and proxies make in between would overwrite the numbers
  const run = ++core.runs;
  try {
    arena.reach(plan.end);
    arena.bytes().set(plan.structs, at.problem);
    return takeAll(core, plan.fields, entries) && core.runs === run ? plan : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {Core} core
 * @param {Field[]} fields
 * @param {[string, unknown][]} entries
 */
function takeAll({ arena }, fields, entries) {
  const floats = arena.floats();
  const bytes = arena.bytes();
  let next = 0;
  for (let n = 0; n < entries.length; n++) {
    const key = entries[n][0];
    const value = entries[n][1];
    if (value === undefined || value === null) continue;
    if (next === fields.length || fields[next].key !== key) {
      if (!Object.hasOwn(COMMON, key)) return false;
      const common = COMMON[/** @type {keyof typeof COMMON} */ (key)](value, key);
      // of a large tensor the slow path too reads the shape alone
      if (common?.take) buildSmall([opened({ common })]);
      continue;
    }
    const { address, shape, flags, value: option } = fields[next++];
    if (shape === undefined) {
      if (!Object.is(OPS.attention[key](value, key), option)) return false;
    } else if (flags) {
      if (takeRows(bytes, address, value, shape, 0, "boolean") < 0) return false;
    } else if (takeRows(floats, address / 4, value, shape, 0, "number") < 0) return false;
  }
  return fields.length > 0 && next === fields.length;
}

/**
 * @param {Float32Array | Uint8Array} to
 * @param {number} at
 * @param {unknown} rows
 * @param {readonly number[]} shape
 * @param {number} axis
 * @param {string} kind of an entry
 * @returns {number} where the next rows go; -1 if these do not have the expected form
 */
function takeRows(to, at, rows, shape, axis, kind) {
  const length = shape[axis];
  if (axis + 1 === shape.length) return takeRow(to, at, rows, length, kind);
  if (!Array.isArray(rows) || rows.length !== length) return -1;
  for (let i = 0; i < length && at >= 0; i++) at = takeRows(to, at, rows[i], shape, axis + 1, kind);
  return at;
}

/**
 * @param {Float32Array | Uint8Array} to
 * @param {number} at
 * @param {unknown} row
 * @param {number} length
 * @param {string} kind
 * @returns {number}
 */
function takeRow(to, at, row, length, kind) {
  if (!Array.isArray(row) || row.length !== length) return -1;
  for (let i = 0; i < length; i++) {
    const entry = row[i];
    if (typeof entry !== kind) return -1;
    to[at + i] = entry;
  }
  return at + length;
}
