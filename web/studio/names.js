/** Short names of tensors, for places with little room. */
import { tensorStyle } from "../core/graph/tensors.js";
import { fill, stageName, tensorName } from "../words/sentence.js";

/** Returns a tensor's letter and index, as in mathematics: W and Q; its key if it has no well-known letter. @param {string} tensor */
export function letters(tensor) {
  const stage = tensor.lastIndexOf(".");
  const key = tensor.slice(stage + 1);
  const { letter, sub = "" } = tensorStyle(tensor);
  const isKnown = /^(?:[xwb](?:_|$)|(?:query|key|value)$)/.test(key);
  return {
    stage: stage < 0 ? "" : tensor.slice(0, stage),
    letter: isKnown ? letter.replace(/^[xqkv]$/, (small) => small.toUpperCase()) : key,
    index: isKnown ? sub : "",
  };
}

/** Writes a tensor for a list: "W_Q 4×3"; one without a letter by its name. @param {Record<string, any>} words @param {{ tensor: string, shape: number[] }} given */
export function listed(words, { tensor, shape }) {
  const { stage, letter, index } = letters(tensor);
  const symbol = [letter, index].filter(Boolean).join("_");
  const { inStage } = words.tensors;
  const placed = stage ? fill(inStage, { stage: stageName(words, stage), tensor: symbol }) : symbol;
  return `${letter.length > 1 ? tensorName(words, tensor) : placed} ${shape.join("×")}`;
}

/** Writes the texts of a list of tensors, by name. @param {Record<string, any>} words @param {{ tensor: string, shape: number[] }[]} tensors @returns {Record<string, string>} */
export const listing = (words, tensors) =>
  Object.fromEntries(tensors.map((given) => [given.tensor, listed(words, given)]));
