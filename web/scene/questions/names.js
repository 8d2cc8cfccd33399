/** How questions name tokens, and how many choices they offer. */

import { truncate } from "../text-metrics.js";
import { subscript } from "../format.js";
import { upTo } from "../model.js";
import { literal } from "../../words/sentence.js";

/** @typedef {import("../model.js").Model} Model */

/** The most choices that fit into one line of a caption. */
export const MOST_CHOICES = 4;

/** Functions that name tokens; a word that occurs more than once gets its position as a subscript. @param {Model} model */
export function namesOf(model) {
  // the tokens that the stages of a chain attend to have no names
  const chain = Boolean(model.problem.stages);
  const self = model.self && !chain;
  const { scene } = model.words;
  /** @typedef {"query" | "key"} Side */
  const label = (/** @type {Side} */ side, /** @type {number} */ n) => (chain ? "" : model.label(side, n));
  const nameless = (/** @type {Side} */ side, /** @type {number} */ n) =>
    scene.nameless(self ? "x" : chain ? side : model.kindOf(side), n + 1);
  const unique = (/** @type {Side} */ side, /** @type {number} */ n) => {
    const name = label(side, n);
    const count = side === "query" ? model.q_len : model.kv_len;
    const again = name && upTo(count).some((other) => other !== n && label(side, other) === name);
    return literal(truncate(name, 15, 180)) + (again ? subscript(n + 1) : "");
  };
  return {
    self,
    source: !self && !chain && model.kindOf("key") === "x_kv",
    label,
    name: (/** @type {Side} */ side, /** @type {number} */ n) => unique(side, n) || nameless(side, n),
    quoted: (/** @type {Side} */ side, /** @type {number} */ n) =>
      scene.quoted(unique(side, n)) || nameless(side, n),
  };
}
