/** Tests for plain attentions: those in which nothing masks, shifts or caps the scores. */

/** Keys that may be set to these values, which are the usual ones. @type {Record<string, RegExp>} */
const USUAL = { op: /^attention$/, score: /dot$/, heads: /^1$/, kv_heads: /^1$/, causal: /^false$/ };

/**
 * Whether a problem has only the given keys, apart from others that are set to their usual values.
 * @param {Record<string, any>} problem @param {RegExp} keys
 */
export const hasOnly = (problem, keys) =>
  Object.keys(problem).every(
    (key) => problem[key] == null || keys.test(key) || USUAL[key]?.test(problem[key]),
  );

/**
 * Whether the given tensors exist and all their numbers are finite.
 * @param {import("../model.js").Model} model @param {string[]} tensors
 */
export const allFinite = (model, ...tensors) =>
  tensors.every((name) => Array.from(model.tensor(name)?.data ?? [NaN]).every(Number.isFinite));
