/** Badges: short notes that always stand beside the picture: settings, rounding, and numbers that are NaN or infinite. */

import { isForbidden } from "./facts.js";
import { formatAlone } from "./format.js";
import { upTo } from "./model.js";
import { fill } from "../words/sentence.js";

/** The most queries that a badge lists. */
const MOST_LISTED = 8;

/** A finite bias this low is meant as a mask: half-precision code uses −10⁴, other code −10⁹. */
const MEANT_AS_MASK = -1e4;

/**
 * @param {import("./model.js").Model} model @param {{ whole?: boolean, everyHead?: boolean }} [shown] whole: the picture shows
 *   all batch items and heads; everyHead: it shows all heads, not only the chosen one @returns {string[]}
 */
export function badges(model, { whole = false, everyHead = false } = {}) {
  const { badges: b } = model.words.scene;
  const { batch, batches, head, heads, d_q, drawable } = model;
  if (drawable === "empty") return faults(model);
  const slice = [
    ...(batches > 1 && !whole ? [b.batch(batch + 1, batches)] : []),
    ...(heads > 1 && !whole ? [everyHead ? b.heads(heads, d_q) : b.head(head + 1, heads)] : []),
  ];
  const ends = [...(/^(large|long)$/.test(drawable) ? [] : [exactness(model)]), ...faults(model)];
  if (drawable === "chain") return [...slice, ...ends];
  const scale = fill(model.usualScale ? b.scaled : b.scaledBy, model);
  const { large, usual } = bias(model);
  return [
    // a narrow stage shows only the first badges
    ...large,
    ...(model.override ? [b.override] : []),
    model.scaled ? scale : b.unscaled,
    ...usual,
    ...(isStruck(model) ? [b.masked] : []),
    ...slice,
    ...nothing(model),
    ...ends,
  ];
}

/** The badge for a bias; `large` if the bias holds a large negative number in place of −∞. @param {import("./model.js").Model} model @returns {{ large: string[], usual: string[] }} */
function bias({ biased, drawable, tensor, words: { scene } }) {
  if (!biased) return { large: [], usual: [] };
  const data = drawable === "long" ? [] : (tensor("bias")?.data ?? []);
  let least = 0;
  for (let k = 0; k < data.length; k++) if (data[k] < least && data[k] !== -Infinity) least = data[k];
  if (least > MEANT_AS_MASK) return { large: [], usual: [scene.badges.bias] };
  return { large: [fill(scene.badges.largeBias, { value: formatAlone(least) })], usual: [] };
}

/** Whether the mask forbids any pair; for a problem too large to search, whether there is a mask. @param {import("./model.js").Model} model */
function isStruck(model) {
  const { masked, drawable, batch, head, q_len, kv_len, tensor } = model;
  if (masked && drawable === "long") {
    const { data, at } = /** @type {import("./model.js").Tensor} */ (tensor("masked_scores"));
    return at !== undefined || Array.prototype.includes.call(data, -Infinity);
  }
  const pair = (/** @type {number} */ k) => [batch, head, Math.floor(k / kv_len), k % kv_len];
  return masked && (drawable !== "ok" || upTo(q_len * kv_len).some((k) => isForbidden(model, pair(k))));
}

/** The badge for queries that may attend to no key. @param {import("./model.js").Model} model @returns {string[]} */
function nothing(model) {
  const { scene, lists } = model.words;
  const rows = (model.trace.notes?.fully_masked_rows ?? []).filter(
    (/** @type {number[]} */ [b, h]) => b === model.batch && h === model.head,
  );
  if (!rows.length || model.override) return [];
  const some = rows.slice(0, MOST_LISTED).map((/** @type {number[]} */ [, , i]) => i + 1);
  const queries = [...some, ...(rows.length > some.length ? ["…"] : [])].join(lists.numbers);
  const facts = { rows: rows.length, queries, result: scene.result(model) };
  return [fill(scene.badges.nothing, facts)];
}

/**
 * The badge that says whether all numbers are integers, and so shown exactly, or rounded.
 * @param {import("./model.js").Model} model @returns {string}
 */
function exactness({ graph, tensor, words }) {
  const isWhole = (/** @type {number} */ x) =>
    !Number.isFinite(x) || (Number.isInteger(x) && Math.abs(x) < 1e5);
  const whole = graph.every((node) => Array.prototype.every.call(tensor(node.tensor)?.data ?? [], isWhole));
  return whole ? words.scene.badges.whole : words.scene.badges.rounded;
}

/** The badge for the first number that is NaN or infinite. @param {import("./model.js").Model} model @returns {string[]} */
function faults({ trace, text, words: { scene } }) {
  const bad = trace.notes?.first_non_finite;
  if (!bad) return [];
  const facts = { text: text(bad.tensor, bad.index ?? []), tensor: scene.shown(bad.tensor) };
  return [fill(scene.badges.nonFinite, facts)];
}
