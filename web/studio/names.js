/** What a tensor is called where there is little room. */
import { tensorStyle } from "../core/graph/tensors.js";
import { fill, stageName, tensorName } from "../words/sentence.js";

/** A letter with its index, as mathematics has it: W with a small Q; a word for what has no letter that all know. @param {string} tensor */
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

/** In a list: "W_Q 4×3"; what has no letter by its word. @param {Record<string, any>} words @param {{ tensor: string, shape: number[] }} given */
export function listed(words, { tensor, shape }) {
  const { stage, letter, index } = letters(tensor);
  const symbol = [letter, index].filter(Boolean).join("_");
  const { inStage } = words.tensors;
  const placed = stage ? fill(inStage, { stage: stageName(words, stage), tensor: symbol }) : symbol;
  return `${letter.length > 1 ? tensorName(words, tensor) : placed} ${shape.join("×")}`;
}

/** The texts of a list of tensors, by name. @param {Record<string, any>} words @param {{ tensor: string, shape: number[] }[]} tensors @returns {Record<string, string>} */
export const listing = (words, tensors) =>
  Object.fromEntries(tensors.map((given) => [given.tensor, listed(words, given)]));
