/**
 * The few shape helpers that JavaScript needs; c/shape.c does the rest.
 */
import { AttentionError } from "./errors.js";

/** Inputs that the trace repeats, with a batch axis. */
export const TOKENS = new Set(["x", "x_kv", "x_v"]);

/**
 * Adds the leading axes that were left out: [q_len, d_model] becomes [1, q_len, d_model].
 * @param {readonly number[]} shape
 * @param {number} [rank]
 */
export function withBatch(shape, rank = 3) {
  return [...Array(Math.max(0, rank - shape.length)).fill(1), ...shape];
}

/**
 * Removes the batch axis from a tensor of shape [1, rows, features]; returns any other unchanged.
 * @template {{ shape: number[] } | undefined} T
 * @param {T} tensor
 * @returns {T}
 */
export function withoutBatch(tensor) {
  const [batch, ...shape] = tensor?.shape ?? [];
  return batch === 1 && shape.length === 2 ? { ...tensor, shape } : tensor;
}

/** @param {readonly number[]} shape */
export const countOf = (shape) => shape.reduce((product, length) => product * length, 1);

/**
 * Throws unless a tensor has the needed shape; a leading axis of length 1 may be missing.
 * @param {readonly number[]} given
 * @param {readonly number[]} needed
 * @param {string} where
 * @param {string} like name of the tensor that has the needed shape, for the message
 * @throws {AttentionError} `shape`
 */
export function demandShape(given, needed, where, like) {
  const missing = needed.length - given.length;
  const short = missing === 1 && needed[0] === 1;
  if ((missing === 0 || short) && given.every((length, axis) => length === needed[axis + missing])) return;
  const axis = missing === 0 ? given.findIndex((length, at) => length !== needed[at]) : -1;
  const place = axis >= 0 ? `${where}[${axis}]` : where;
  const message = `${where} has shape [${given.join(", ")}]; ${like} has [${needed.join(", ")}], so give it that shape.`;
  throw new AttentionError("shape", place, message);
}

/**
 * Converts a complete index to a position in row-major data.
 * @param {readonly number[]} index
 * @param {readonly number[]} shape
 */
export const offsetOf = (index, shape) => index.reduce((sum, at, axis) => sum * shape[axis] + at, 0);

/**
 * Converts a position in row-major data to a complete index; out of range beyond the last entry.
 * @param {number} flat
 * @param {readonly number[]} shape
 */
export function indexOf(flat, shape) {
  const index = Array(shape.length).fill(0);
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    index[axis] = axis ? flat % shape[axis] : flat;
    flat = Math.floor(flat / shape[axis]);
  }
  return index;
}

/**
 * Converts row-major data to nested arrays; for an empty shape, returns the single entry.
 * @template T
 * @param {T[]} flat
 * @param {readonly number[]} shape
 * @returns {any}
 */
export function nested(flat, [size, ...inner]) {
  if (inner.length === 0) return size === undefined ? flat[0] : flat.slice();
  const each = countOf(inner);
  return Array.from({ length: size }, (_, n) => nested(flat.slice(n * each, (n + 1) * each), inner));
}
