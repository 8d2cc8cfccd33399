/** Short notes that always stand by the picture: settings, rounding, and what is wrong with the numbers. */

import { isForbidden } from "./facts.js";
import { formatAlone } from "./format.js";
import { upTo } from "./model.js";
import { fill } from "../words/sentence.js";

/** Queries that a badge has room for. */
const MOST_LISTED = 8;

/** A finite bias as low as this was meant as a mask: code with half precision takes −10⁴, other code −10⁹. */
const MEANT_AS_MASK = -1e4;

/** @param {import("./model.js").Model} model @param {{ whole?: boolean, everyHead?: boolean }} [shown] whole: all items and heads; everyHead: all heads, not the chosen one @returns {string[]} */
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
    // where there is little room only the first ones are seen
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

/** Says that there is a bias, or that it is a large negative number in place of −∞. @param {import("./model.js").Model} model @returns {{ large: string[], usual: string[] }} */
function bias({ biased, drawable, tensor, words: { scene } }) {
  if (!biased) return { large: [], usual: [] };
  const data = drawable === "long" ? [] : (tensor("bias")?.data ?? []);
  let least = 0;
  for (let k = 0; k < data.length; k++) if (data[k] < least && data[k] !== -Infinity) least = data[k];
  if (least > MEANT_AS_MASK) return { large: [], usual: [scene.badges.bias] };
  return { large: [fill(scene.badges.largeBias, { value: formatAlone(least) })], usual: [] };
}

/** Whether the mask strikes out anything; of what is too large to be looked through, whether there is a mask. @param {import("./model.js").Model} model */
function isStruck(model) {
  const { masked, drawable, batch, head, q_len, kv_len, tensor } = model;
  if (masked && drawable === "long") {
    const { data, at } = /** @type {import("./model.js").Tensor} */ (tensor("masked_scores"));
    return at !== undefined || Array.prototype.includes.call(data, -Infinity);
  }
  const pair = (/** @type {number} */ k) => [batch, head, Math.floor(k / kv_len), k % kv_len];
  return masked && (drawable !== "ok" || upTo(q_len * kv_len).some((k) => isForbidden(model, pair(k))));
}

/** Queries that may look at nothing. @param {import("./model.js").Model} model @returns {string[]} */
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

/** Whether all numbers are whole, and so shown as they are. @param {import("./model.js").Model} model @returns {string} */
function exactness({ graph, tensor, words }) {
  const isWhole = (/** @type {number} */ x) =>
    !Number.isFinite(x) || (Number.isInteger(x) && Math.abs(x) < 1e5);
  const whole = graph.every((node) => Array.prototype.every.call(tensor(node.tensor)?.data ?? [], isWhole));
  return whole ? words.scene.badges.whole : words.scene.badges.rounded;
}

/** The first number that is NaN or infinite. @param {import("./model.js").Model} model @returns {string[]} */
function faults({ trace, text, words: { scene } }) {
  const bad = trace.notes?.first_non_finite;
  if (!bad) return [];
  const facts = { text: text(bad.tensor, bad.index ?? []), tensor: scene.shown(bad.tensor) };
  return [fill(scene.badges.nonFinite, facts)];
}
