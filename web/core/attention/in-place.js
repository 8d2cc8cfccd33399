/**
 * A problem like the last one: the same keys in the same order, tensors of the same lengths, the same options, as when a
 * number is edited. Its numbers go from the caller's arrays straight into memory, where they stood the last time. Anything
 * else is left to problem.js, which reads it from the start and says what is wrong with it.
 */
import { COMMON, OPS } from "../schema.js";
import { buildSmall, opened } from "../tensor.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("./plan.js").Plan} Plan */
/**
 * @typedef {object} Field what is expected of one key
 * @property {string} key
 * @property {number} address of a tensor
 * @property {readonly number[] | undefined} shape of a tensor, as it was given; undefined: an option
 * @property {boolean} flags one byte an entry
 * @property {unknown} value of an option
 */

/** The meaning of an empty tensor or a single number depends on the others. */
const ODD = /** @type {Field[]} */ ([]);

/**
 * @param {import("../readers.js").Values} values of a problem
 * @param {Map<string, number>} addresses of its tensors
 * @returns {Field[]} empty: problems of this form are always read from the start
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
 * @param {Core} core
 * @param {import("./plan.js").Kind} kind of run
 * @param {[string, unknown][]} entries of the problem
 * @returns {Plan | undefined} by which it stands in memory now, ready to run; undefined: it has another form
 */
export function updateInPlace(core, kind, entries) {
  const { arena, at, plan } = core;
  if (plan?.kind !== kind || !plan.complete) return undefined;
  // counted like a call, even if it comes to nothing: what the caller's own getters and proxies start in between writes
  // other numbers where these stand
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
      // of what is large the slow way looks at the shape alone too
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
 * @returns {number} where the next rows go; -1: these are not what was expected
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
