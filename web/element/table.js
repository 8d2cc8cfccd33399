/** Every matrix as a table, for readers who listen. */
import { fill, tensorName } from "../words/sentence.js";

/** @typedef {{ shape: number[], data: ArrayLike<number> }} Tensor */
/** @typedef {import("../words/index.js").Words} Words */

// more rows than this would bury the listener; the caption says how many there are
const mostRows = 64;
const mostColumns = 64;

/**
 * @param {Document} document
 * @param {Record<string, any>} trace
 * @param {Words} words all of a language's
 * @returns {HTMLTableElement[]}
 */
export function createTables(document, trace, words) {
  return Object.entries(trace)
    .filter(([, tensor]) => Array.isArray(tensor?.shape) && tensor.data)
    .map(([name, tensor]) => createTable(document, name, tensor, words));
}

/** @param {Document} document @param {string} name @param {Tensor} tensor @param {Words} words */
function createTable(document, name, { shape, data }, words) {
  const make = (/** @type {string} */ tag, /** @type {string} */ text) => {
    const element = document.createElement(tag);
    element.textContent = text;
    return element;
  };
  const columns = shape.at(-1) ?? 1;
  const rows = columns === 0 ? 0 : data.length / columns;
  const table = document.createElement("table");
  table.append(
    make("caption", fill(words.element.table, { tensor: tensorName(words, name), shape: shape.join("×") })),
  );
  const head = document.createElement("tr");
  head.append(make("td", ""));
  const shownColumns = Math.min(columns, mostColumns);
  for (let column = 0; column < shownColumns; column++) {
    const cell = make("th", `${words.element.column} ${column + 1}`);
    cell.setAttribute("scope", "col");
    head.append(cell);
  }
  table.append(head);
  for (let row = 0; row < Math.min(rows, mostRows); row++) {
    const line = document.createElement("tr");
    const title = make(
      "th",
      `${words.element.row} ${place(row, shape.slice(0, -1)).join(words.lists.numbers)}`,
    );
    title.setAttribute("scope", "row");
    line.append(title);
    for (let column = 0; column < shownColumns; column++)
      line.append(make("td", text(data[row * columns + column])));
    table.append(line);
  }
  return table;
}

/** The row's index over all leading axes, counted from one, axes of length one left out. @param {number} row @param {number[]} shape */
function place(row, shape) {
  /** @type {number[]} */
  const index = [];
  let rest = row;
  for (const size of shape.toReversed()) {
    if (size > 1) index.unshift((rest % size) + 1);
    rest = Math.floor(rest / size);
  }
  return index.length ? index : [1];
}

/** The shortest decimal of a float32, with the minus sign that is read as one. @param {number} value */
function text(value) {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  return String(Number(value.toPrecision(6))).replace("-", "−");
}
