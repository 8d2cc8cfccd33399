/** Makes one stage of a plan: the axes that it has, what its masks allow, and whether a query may see no key. */
import { allowedBy, bandOf } from "../../core/graph/pairs.js";
import { indexOf } from "../../core/shapes.js";

/** @typedef {import("../../core/problem.js").Stage} Stage */
/** @typedef {import("../../core/readers.js").Values} Values */
/** @typedef {import("./plan.js").Mask} Mask */
/** @typedef {import("./plan.js").Part} Part */

/** Maximum number of pairs that are searched for queries without a key; with more, any query may be one. */
const MOST_PAIRS = 2 ** 20;
/**
 * @param {Stage} stage
 * @param {ReadonlyMap<string, number[]>} shapes
 * @param {boolean} chain
 * @returns {Omit<Part, "variable" | "identifier">}
 */
export function partOf(stage, shapes, chain) {
  const { id, op, values } = stage;
  const part = {
    ...{ stage, values, id, op },
    keeps: { batch: false, head: false },
    mask: /** @type {Mask} */ ({ given: [] }),
    guarded: false,
    ...{ givens: [], before: [], loop: null, after: [] },
  };
  if (op !== "attention") return part;
  const [query, key] = ["query", "key"].map((name) => shapes.get(id ? `${id}.${name}` : name) ?? []);
  const [batch, heads, q_len] = query;
  const [, kv_heads, kv_len] = key;
  const ranks = (/** @type {string[]} */ names) =>
    Math.max(0, ...names.map((name) => values[name]?.shape?.length ?? 0));
  const split = chain ? 0 : ranks(["query", "key", "value"]);
  const tokens = chain ? 0 : ranks(["x", "x_kv", "x_v"]);
  part.keeps = {
    batch: batch > 1 || split === 4 || tokens === 3,
    head: heads > 1 || kv_heads > 1 || split > 2,
  };
  part.mask = {
    ...bandOf(values, q_len, kv_len),
    given: ["bias", "mask", "key_mask"].filter((name) => values[name] !== undefined),
  };
  part.guarded = maySeeNothing(values, part.mask, [batch, heads, q_len, kv_len]);
  return part;
}

/** @param {Mask} mask */
export const masks = ({ lower, upper, given }) =>
  lower !== undefined || upper !== undefined || given.length > 0;

/**
 * Whether a query may see no key at all.
 * @param {Values} values
 * @param {Mask} mask
 * @param {number[]} pairs batch, heads, q_len, kv_len
 */
function maySeeNothing(values, mask, [batch, heads, q_len, kv_len]) {
  if (!masks(mask)) return false;
  if (mask.given.some((name) => values[name].from)) return true;
  if (batch * heads * q_len * kv_len > MOST_PAIRS) return true;
  const allowed = allowedBy(values, q_len, kv_len);
  const keys = Array.from({ length: kv_len }, (_, j) => j);
  const rows = [batch, heads, q_len];
  for (let row = 0; row < batch * heads * q_len; row++) {
    const [b, h, i] = indexOf(row, rows);
    if (!keys.some((j) => allowed(b, h, i, j))) return true;
  }
  return false;
}
