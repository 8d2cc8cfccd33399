/** Every matrix as a table, for screen readers. */
import { indexOf } from "../core/shapes.js";
import { inDigits } from "../scene/format.js";
import { fill, tensorName } from "../words/sentence.js";
import { make } from "./dom.js";

/** @typedef {{ shape: number[], data: ArrayLike<number> }} Tensor */
/** @typedef {import("../words/index.js").Words} Words */

// more rows than this are too many to listen to; the caption gives the whole shape
const mostRows = 64;
const mostColumns = 64;

/**
 * One table after the other, since all at once would block the page.
 * @param {Document} document
 * @param {Record<string, any>} trace
 * @param {Words} words all of a language's
 * @returns {Generator<HTMLTableElement, void, void>}
 */
export function* createTables(document, trace, words) {
  for (const [name, tensor] of Object.entries(trace))
    if (Array.isArray(tensor?.shape) && tensor.data) yield createTable(document, name, tensor, words);
}

/** @param {Document} document @param {string} name @param {Tensor} tensor @param {Words} words */
function createTable(document, name, { shape, data }, words) {
  const { element, lists } = words;
  const columns = shape.at(-1) ?? 1;
  const rows = columns === 0 ? 0 : data.length / columns;
  const caption = fill(element.table, { tensor: tensorName(words, name), shape: shape.join("×") });
  const shown = Array.from({ length: Math.min(columns, mostColumns) }, (_, column) => column);
  const table = make(document, "table", {}, make(document, "caption", {}, caption));
  const head = shown.map((column) =>
    make(document, "th", { scope: "col" }, `${element.column} ${column + 1}`),
  );
  table.append(make(document, "tr", {}, make(document, "td"), ...head));
  for (let row = 0; row < Math.min(rows, mostRows); row++) {
    const title = `${element.row} ${place(row, shape.slice(0, -1)).join(lists.numbers)}`;
    const cells = shown.map((column) => make(document, "td", {}, text(data[row * columns + column])));
    table.append(make(document, "tr", {}, make(document, "th", { scope: "row" }, title), ...cells));
  }
  return table;
}

/** The row's index over all leading axes, counted from one, without axes of length one. @param {number} row @param {number[]} shape */
function place(row, shape) {
  const index = indexOf(row, shape).flatMap((at, axis) => (shape[axis] > 1 ? [at + 1] : []));
  return index.length ? index : [1];
}

/** The shortest decimal of a float32, with a minus sign that screen readers know. @param {number} value */
function text(value) {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  return inDigits(value, 6);
}
