/** A page's problem as plain data: without a framework's wrappers, and independent of later changes by the page. */
import { fault, unreadable } from "../core/errors.js";

// the number of entries in the largest full trace; more cannot be shown
const most = 1 << 26;
// enough for a stage's tensor of four axes, and for the core to report a deeper one
const deepest = 16;
const TypedArray = Object.getPrototypeOf(Int8Array);

/**
 * Copies arrays, typed arrays and the own keys of objects; other values are left for the core to reject. Throws an
 * AttentionError for what cannot be read, is too deep or too large, or contains itself.
 *
 * @param {unknown} problem
 * @returns {any}
 */
export function plain(problem) {
  let left = most;
  /** @type {Map<object, any>} shared objects are copied once; null: being copied */
  const copies = new Map();
  return copy(() => problem, "problem", 0);

  /** @param {() => any} given may call a getter or a proxy @param {string} where @param {number} depth @returns {any} */
  function copy(given, where, depth) {
    try {
      const value = given();
      if (typeof value !== "object" || value === null) return value;
      const known = copies.get(value);
      if (known) return known;
      if (known === null || depth > deepest) throw endless(where);
      copies.set(value, null);
      const made = contentsOf(value, where, depth);
      copies.set(value, made);
      return made;
    } catch (error) {
      throw unreadable(error, where);
    }
  }

  /** @param {any} value @param {string} where @param {number} depth */
  function contentsOf(value, where, depth) {
    if (ArrayBuffer.isView(value)) return numbers(value, where);
    // a proxy of a typed array hides its length
    if (value instanceof TypedArray) return Object.keys(value).map((key) => value[/** @type {any} */ (key)]);
    if (Array.isArray(value)) {
      count(value.length, where);
      const made = [];
      for (let i = 0; i < value.length; i++) {
        const entry = value[i];
        made.push(typeof entry === "object" ? copy(() => entry, `${where}[${i}]`, depth + 1) : entry);
      }
      return made;
    }
    const names = Object.keys(value);
    count(names.length, where);
    const path = (/** @type {string} */ name) => (depth === 0 ? name : `${where}.${name}`);
    return Object.fromEntries(names.map((name) => [name, copy(() => value[name], path(name), depth + 1)]));
  }

  /** @param {any} list a typed array of any realm, perhaps over memory that a worker writes to @param {string} where */
  function numbers(list, where) {
    if (list instanceof DataView) return list;
    const Kind = /** @type {any} */ (globalThis)[list[Symbol.toStringTag]];
    count(list.length, where);
    return new Kind(list);
  }

  /** Counts entries against the limit, before they are copied. @param {number} count @param {string} where */
  function count(count, where) {
    left -= count;
    if (left >= 0) return;
    const rest = `brings the problem to more than ${most} entries; give a smaller one.`;
    throw fault("limit", where, rest);
  }
}

/** Whether two plain values have the same contents. @param {any} a @param {any} b @returns {boolean} */
export function isEqual(a, b) {
  if (typeof a !== "object" || typeof b !== "object" || !a || !b || a === b) return Object.is(a, b);
  if (a.length !== b.length) return false;
  if (a.length === undefined) {
    const names = Object.keys(a);
    return names.length === Object.keys(b).length && names.every((name) => isEqual(a[name], b[name]));
  }
  for (let i = 0; i < a.length; i++) if (!isEqual(a[i], b[i])) return false;
  return true;
}

/** @param {string} where */
function endless(where) {
  const rest = `contains itself or is more than ${deepest} levels deep; give rows of numbers.`;
  return fault("value", where.replace(/(\[\d+\])+$/, ""), rest);
}
