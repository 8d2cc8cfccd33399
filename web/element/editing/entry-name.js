/** The spoken name of a tensor's entry, for readers who cannot see where it is. */
import { tensorName } from "../../words/sentence.js";

/** Such as "query, row 2, column 1". @param {Record<string, any>} words @param {string} tensor @param {number[]} index */
export function entryName(words, tensor, index) {
  const { row, column } = words.element;
  const rows = index.length > 1 ? [`${row} ${/** @type {number} */ (index.at(-2)) + 1}`] : [];
  const columns = `${column} ${/** @type {number} */ (index.at(-1)) + 1}`;
  return [tensorName(words, tensor), ...rows, columns].join(words.lists.numbers);
}
