/** What a tensor is called where there is little room. */
import { tensorStyle } from "../core/graph/tensors.js";
import { fill, stageName, tensorName } from "../words/sentence.js";

/** A letter with its index, as mathematics has it: W with a small Q. @param {string} tensor */
export function letters(tensor) {
  const stage = tensor.lastIndexOf(".");
  const [, letter, below] = /^([a-z]+)_?(.*)$/.exec(tensor.slice(stage + 1)) ?? ["", tensor, ""];
  const short = /^(query|key|value)$/.test(letter) ? letter[0].toUpperCase() : letter;
  const capital = /^[xw]$/.test(short) ? short.toUpperCase() : short;
  // a word below a letter is what the picture writes there
  const written = below.length > 1 ? (tensorStyle(tensor).sub ?? below) : below;
  const index = /^[qkvo]$/.test(written) && letter === "w" ? written.toUpperCase() : written;
  return { stage: stage < 0 ? "" : tensor.slice(0, stage), letter: capital, index };
}

/** In a list: "W_Q 4×3"; what has no letter by its word. @param {Record<string, any>} words @param {{ tensor: string, shape: number[] }} given */
export function listed(words, { tensor, shape }) {
  const { stage, letter, index } = letters(tensor);
  const symbol = [letter, index].filter(Boolean).join("_");
  const name =
    letter.length > 1
      ? tensorName(words, tensor)
      : stage
        ? fill(words.tensors.inStage, { stage: stageName(words, stage), tensor: symbol })
        : symbol;
  return `${name} ${shape.join("×")}`;
}

/** The texts of a list of tensors, by name. @param {Record<string, any>} words @param {{ tensor: string, shape: number[] }[]} tensors @returns {Record<string, string>} */
export const listing = (words, tensors) =>
  Object.fromEntries(tensors.map((given) => [given.tensor, listed(words, given)]));
