/**
 * Turns sentences into spans. A sentence of words/ marks the things it names: "[query|query:0,0,1,*]" is underlined in the colour
 * of the query and points at its row; "[keys|key]" points at the whole tensor; "*" leaves an axis free.
 */

import { cut } from "../words/sentence.js";
import { tensorStyle } from "../core/graph/tensors.js";

export { plain } from "../words/sentence.js";

/** @typedef {{ tensor: string, index?: (number | null)[], map?: boolean }} Target the cells it means: an axis that is null is free; map: it is a point of a large map */
/** @typedef {{ text: string, role?: string, target?: Target }} Span */

/** @param {string} sentence @param {import("./model.js").Model} [model] whose cells the spans point at @returns {Span[]} */
export const spans = (sentence, model) =>
  cut(sentence).map(({ text, name }) => {
    if (name === undefined) return { text };
    const target = targetOf(name);
    if (model && target.index) target.index = model.indexIn(target.tensor, target.index);
    return { text, role: tensorStyle(target.tensor).role, target };
  });

/** Parses a name such as "weights:0,0,1,*" into a target. @param {string} name @returns {Target} */
export function targetOf(name) {
  const [tensor, index] = name.split(/:(?=[^:]*$)/);
  if (index === undefined) return { tensor };
  return {
    tensor,
    index: index === "" ? [] : index.split(",").map((at) => (at === "*" ? null : Number(at))),
  };
}

/** Whether a target includes a cell. @param {Target} target @param {string} tensor @param {number[]} index */
export const means = (target, tensor, index) =>
  target.tensor === tensor && (target.index?.every((at, axis) => at === null || at === index[axis]) ?? true);

/** Seconds it takes to read one word, and one Chinese character. */
const WORD = 0.35;
const CHARACTER = 0.2;
const CHINESE = /[\u3400-\u9fff\uf900-\ufaff]/g;

/** Seconds it takes to read a sentence; the targets in its marks do not count. @param {string} sentence */
export function readingTime(sentence) {
  const said = sentence.replace(/\|[^\]]*\]/g, "");
  const characters = said.match(CHINESE)?.length ?? 0;
  const words = said.replace(CHINESE, " ").match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
  return CHARACTER * characters + WORD * words;
}
