/**
 * Sentences as spans. A sentence of words/ marks what it speaks of: "[query|query:0,0,1,*]" is underlined in the colour of
 * the query and points at its row; "[keys|key]" points at the whole tensor; "*" leaves an axis free.
 */

import { cut } from "../words/sentence.js";
import { tensorStyle } from "../core/graph/tensors.js";

export { plain } from "../words/sentence.js";

/** @typedef {{ tensor: string, index?: (number | null)[], map?: boolean }} Target cells: an axis that is null is free; map: a point of a large map */
/** @typedef {{ text: string, role?: string, target?: Target }} Span */

/** @param {string} sentence @param {import("./model.js").Model} [model] whose cells it points at @returns {Span[]} */
export const spans = (sentence, model) =>
  cut(sentence).map(({ text, name }) => {
    if (name === undefined) return { text };
    const target = targetOf(name);
    if (model && target.index) target.index = model.indexIn(target.tensor, target.index);
    return { text, role: tensorStyle(target.tensor).role, target };
  });

/** "weights:0,0,1,*" as a target. @param {string} name @returns {Target} */
export function targetOf(name) {
  const [tensor, index] = name.split(/:(?=[^:]*$)/);
  if (index === undefined) return { tensor };
  return {
    tensor,
    index: index === "" ? [] : index.split(",").map((at) => (at === "*" ? null : Number(at))),
  };
}

/** Whether a target means a cell. @param {Target} target @param {string} tensor @param {number[]} index */
export const means = (target, tensor, index) =>
  target.tensor === tensor && (target.index?.every((at, axis) => at === null || at === index[axis]) ?? true);

/** Seconds that it takes to read a word, and a Chinese character. */
const WORD = 0.35;
const CHARACTER = 0.2;
const CHINESE = /[\u3400-\u9fff\uf900-\ufaff]/g;

/** Seconds that it takes to read a sentence; its marks are not read. @param {string} sentence */
export function readingTime(sentence) {
  const said = sentence.replace(/\|[^\]]*\]/g, "");
  const characters = said.match(CHINESE)?.length ?? 0;
  const words = said.replace(CHINESE, " ").match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
  return CHARACTER * characters + WORD * words;
}
