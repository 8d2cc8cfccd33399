/** Whether an attention says nothing of its own: nothing that masks, shifts or caps its scores. */

/** What is so anyway. @type {Record<string, RegExp>} */
const USUAL = { op: /^attention$/, score: /dot$/, heads: /^1$/, kv_heads: /^1$/, causal: /^false$/ };

/** Whether a problem has only some keys, and else what is so anyway. @param {Record<string, any>} problem @param {RegExp} keys */
export const hasOnly = (problem, keys) =>
  Object.keys(problem).every(
    (key) => problem[key] == null || keys.test(key) || USUAL[key]?.test(problem[key]),
  );

/** Whether some tensors are there, and all their numbers finite. @param {import("../model.js").Model} model @param {string[]} tensors */
export const allFinite = (model, ...tensors) =>
  tensors.every((name) => Array.from(model.tensor(name)?.data ?? [NaN]).every(Number.isFinite));
