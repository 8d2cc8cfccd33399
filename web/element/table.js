/** Every tensor as a table, for screen readers. */
import { indexOf } from "../core/shapes.js";
import { formatNumber, inDigits } from "../scene/format.js";
import { fill, tensorName } from "../words/sentence.js";
import { make } from "./dom.js";

/** @typedef {{ shape: number[], data: ArrayLike<number> }} Tensor */
/** @typedef {import("../words/index.js").Words} Words */

// more rows or columns than this are too many to listen to, and to lay out on a slow phone; the caption gives the whole shape
const most = 32;

/** What each table shows. @type {WeakMap<Element, { named: string, data: ArrayLike<number> }>} */
const shown = new WeakMap();

/**
 * Writes one table at a time, since all at once would block the page. A table of the same tensor and shape is kept and updated.
 * @param {Document} document
 * @param {Element} root that contains the tables
 * @param {Record<string, any>} trace
 * @param {Words} words all texts of a language
 * @returns {Generator<void, void, void>}
 */
export function* writeTables(document, root, trace, words) {
  let at = root.firstElementChild;
  for (const [name, tensor] of Object.entries(trace)) {
    if (!Array.isArray(tensor?.shape) || !tensor.data) continue;
    const { table, row } = words.element;
    const caption = fill(table, { tensor: tensorName(words, name), shape: tensor.shape.join("×") });
    const named = `${caption} ${row}`;
    if (at && shown.get(at)?.named === named) rewrite(/** @type {HTMLTableElement} */ (at), tensor);
    else {
      const made = createTable(document, caption, tensor, words);
      if (at) at.replaceWith(made);
      else root.append(made);
      at = made;
    }
    shown.set(at, { named, data: tensor.data });
    at = at.nextElementSibling;
    yield;
  }
  for (let next; at; at = next) {
    next = at.nextElementSibling;
    at.remove();
  }
}

/** @param {HTMLTableElement} table @param {Tensor} tensor of the same shape */
function rewrite(table, { shape, data }) {
  const former = shown.get(table)?.data ?? [];
  const columns = shape.at(-1) ?? 1;
  for (let row = 0; row < table.rows.length - 1; row++)
    for (let column = 0, at = row * columns; column < Math.min(columns, most); column++, at++)
      if (!Object.is(data[at], former[at]))
        table.rows[row + 1].cells[column + 1].textContent = text(data[at]);
}

/** @param {Document} document @param {string} caption @param {Tensor} tensor @param {Words} words */
function createTable(document, caption, { shape, data }, words) {
  const { element, lists } = words;
  const columns = shape.at(-1) ?? 1;
  const rows = columns === 0 ? 0 : data.length / columns;
  const some = Array.from({ length: Math.min(columns, most) }, (_, column) => column);
  const table = make(document, "table", {}, make(document, "caption", {}, caption));
  const head = some.map((column) =>
    make(document, "th", { scope: "col" }, `${element.column} ${column + 1}`),
  );
  table.append(make(document, "tr", {}, make(document, "td"), ...head));
  for (let row = 0; row < Math.min(rows, most); row++) {
    const title = `${element.row} ${place(row, shape.slice(0, -1)).join(lists.numbers)}`;
    const cells = some.map((column) => make(document, "td", {}, text(data[row * columns + column])));
    table.append(make(document, "tr", {}, make(document, "th", { scope: "row" }, title), ...cells));
  }
  return table;
}

/**
 * A row's index along all leading axes, counted from one, without axes of length one.
 * @param {number} row @param {number[]} shape
 */
function place(row, shape) {
  const index = indexOf(row, shape).flatMap((at, axis) => (shape[axis] > 1 ? [at + 1] : []));
  return index.length ? index : [1];
}

/** A number in six digits, with a minus sign that screen readers pronounce. @param {number} value */
const text = (value) => (Number.isFinite(value) ? inDigits(value, 6) : formatNumber(value));
