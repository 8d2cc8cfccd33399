/** Draws a projection: the matrix with its lit column, the input beside it, the products, and numbers that fall. */

import { upTo } from "../../model.js";
import { textWidth } from "../../text-metrics.js";
import { between } from "../bars.js";
import { cellBox, cellMarks, cellOf } from "../block.js";
import { valueMarks } from "../card.js";
import { moving, path, rect } from "../marks.js";
import { around } from "../place.js";
import { letterRuns, textMark } from "../text.js";

/** @typedef {import("../draw.js").Mark} Mark */
/** @typedef {import("../place.js").Box} Box */
/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../model.js").Cell} Cell */
/** @typedef {import("../projection.js").Projection} Projection */

/** Px between the left edges of the input and the matrix: room for a sign between them. @param {number} width px of a cell */
export const asideOf = (width) => Math.max(64, width + 18);
/** Px between the left edges of the matrix and of its note. */
const ABOUT = 34;
/** Opacity of the columns that are not lit. */
const RESTING = 0.42;
/** The share of its way after which a sum stands below its column. */
export const BELOW = 0.65;

/** @type {import("../draw.js").Draw} */
export function drawProjection(item, get, model) {
  const word = get("word");
  const [from, to] = [item.makes[Math.floor(word)], item.makes[Math.ceil(word)]];
  const x = from.x + (to.x - from.x) * (word % 1);
  const state = { word, x, column: get("column"), travel: get("travel") };
  const falls = get("fall");
  // the matrix stands still while numbers fall past it
  const as = `${word} ${state.column}`;
  if (item.seen?.as !== as) item.seen = { as, matrix: model.remember(() => matrixMarks(item, model, state)) };
  const marks = [
    ...item.seen.matrix(),
    ...inputMarks(item, model, state),
    ...(item.notes && state.column >= 0 && word === 0
      ? lineMarks(item, model, state, get("products"), get("gather"))
      : []),
    ...landedMarks(item, model, state, get("landed")),
    ...(falls > 0 ? fallMarks(item, model, state, falls) : []),
  ];
  return { card: marks };
}

/** @typedef {{ word: number, x: number, column: number, travel: number }} State */

/** The matrix with its name, one column lit. @param {Projection} item @param {Model} model @param {State} state @returns {Mark[]} */
function matrixMarks(item, model, { word, x, column }) {
  const { id, tensor, makes, columns, top, high, rows, notes } = item;
  const width = makes[0].cellWidth;
  const order = upTo(columns).sort((a, b) => Number(a === column) - Number(b === column));
  const cells = order.flatMap((c) => {
    const at = { ...item.column(c), x: x + c * width };
    return cellMarks(at, model, column < 0 || c === column ? 1 : RESTING, 1);
  });
  const outer = { x, y: top, width: width * columns, height: rows * high };
  const frame = rect(id + "/frame", outer, { fill: "none", stroke: "outline", strokeWidth: 1.5 });
  const runs = letterRuns(tensor, "", "", { matrix: true, size: 14 });
  const name = textMark(id + "/name", { x, y: top - 11, runs }, { fill: "ink" });
  const marks = [...cells, frame, name];
  if (notes && word < 1) {
    const at = { x: x + ABOUT, y: top - 11, text: notes.about };
    marks.push(textMark(id + "/about", at, { opacity: 1 - word, fill: "muted" }));
  }
  if (column < 0) return marks;
  const lit = around([{ ...outer, x: x + column * width, width }], 2);
  return [...marks, rect(id + "/lit", lit, { rx: 4, fill: "none", stroke: "focus", strokeWidth: 3 })];
}

/**
 * The input, upright beside the matrix or on its way there, and the line along which it came.
 * @param {Projection} item @param {Model} model @param {State} state @returns {Mark[]}
 */
function inputMarks(item, model, { word, x, travel }) {
  if (travel <= 0) return [];
  const { id, termsOf, makes, source, top, high, size } = item;
  const j = Math.ceil(word);
  const width = makes[0].cellWidth;
  const left = x - asideOf(width);
  const cells = termsOf(j, 0).map(([cell]) => cell);
  const marks = cells.flatMap((cell, k) => {
    const box = { x: left, y: top + k * high, width, height: high };
    const from = source(cell);
    const at = from && travel < 1 ? between(from, box, travel) : box;
    const font = Math.min(16, cellOf(model, cell.tensor, size).font + 1);
    const seen = from ? 1 : travel;
    const value = valueMarks(`${id}/x${k}`, cell, at, size.decimals, font, seen, model);
    const middle = { x: (left + width + x) / 2, y: box.y + high / 2 + 5, align: "middle" };
    const sign = { ...middle, text: "×", size: 14, weight: 600 };
    return travel < 1 ? value : [...value, textMark(`${id}/times${k}`, sign, { fill: "muted" })];
  });
  if (travel < 1) return marks;
  const runs = letterRuns(cells[0].tensor, j + 1);
  const name = textMark(`${id}/input`, { x: left, y: top - 11, runs });
  return [...wayMarks(item, cells[0], j, left + width / 2), ...marks, name];
}

/** The line from the first input to where it stands upright; later inputs have none, since earlier outputs are in the way. @param {Projection} item @param {Cell} cell the input's first @param {number} j @param {number} x @returns {Mark[]} */
function wayMarks({ id, source, notes, top, high, rows }, cell, j, x) {
  const from = j === 0 && notes && source(cell);
  if (!from) return [];
  const d = `M${from.x + (from.width * rows) / 2} ${from.y}v-15H${x}V${top + rows * high + 4}`;
  const line = { fill: "none", stroke: "past", strokeWidth: 1.25, head: true, part: "arrow" };
  return [path(`${id}/rises`, d, line)];
}

/** The layout of the products, px: their left edge, the widths of factors and of a product, and the x of the bracket. @param {Projection} item @param {Model} model */
function linesIn({ termsOf, tensor, size, makes: [first] }, model) {
  const digits = (/** @type {string} */ name) => 15 * model.widest(name, size.decimals);
  const left = first.x + first.width + 18;
  const [input, parameter] = [digits(termsOf(0, 0)[0][0].tensor), digits(tensor)];
  const factors = input + textWidth(" · ", 15) + parameter;
  // a product has one digit more than its larger factor or, in decimals, no more digits than that
  const product = Math.max(20, input, parameter, digits(first.tensor)) + 10;
  return { left, factors, product, bracket: left + factors + 26 + product };
}

/** The rightmost x it ever reaches, px. @param {Projection} item @param {Model} model */
export function reachOf(item, model) {
  const { bracket } = linesIn(item, model);
  const { added = "", about = "" } = item.notes ?? {};
  const made = 17 * model.widest(item.makes[0].tensor, item.size.decimals);
  const { x } = item.makes[0];
  return Math.max(bracket + 26 + textWidth(added + " ", 14) + made, x + ABOUT + textWidth(about, 13));
}

/** The products, a bracket, and their sum. @param {Projection} item @param {Model} model @param {State} state @param {number} shown share of the products that is shown @param {number} gathered @returns {Mark[]} */
function lineMarks(item, model, { column }, shown, gathered) {
  if (shown <= 0) return [];
  const { id, termsOf, makes, top, high, rows, size, notes } = item;
  const { left, factors, product, bracket } = linesIn(item, model);
  const products = item.productsIn(column);
  const write = (/** @type {Cell} */ { tensor, index }) => model.text(tensor, index, size.decimals);
  const marks = termsOf(0, column).flatMap(([a, b], k) => {
    const seen = Math.min(1, Math.max(0, shown * rows - k));
    if (seen <= 0) return [];
    const y = top + (k + 0.5) * high + 5.5;
    const said = { x: left, y, text: `${write(a)} · ${write(b)}`, size: 15 };
    const sign = { x: left + factors + 8, y, text: "=", size: 15 };
    const result = { x: left + factors + 26, y, text: products[k], size: 16, weight: 700 };
    return [
      textMark(`${id}/f${k}`, said, { opacity: seen, copy: true }),
      textMark(`${id}/is${k}`, sign, { opacity: seen, fill: "muted" }),
      textMark(`${id}/p${k}`, result, { opacity: seen, fill: "ink", copy: true }),
    ];
  });
  if (gathered <= 0) return marks;
  const middle = top + (rows * high) / 2;
  const d = `M${bracket} ${top + 6}h6V${top + rows * high - 6}h-6M${bracket + 6} ${middle}h12`;
  const sum = model.text(makes[0].tensor, makes[0].indices[column], size.decimals);
  const runs = [
    { text: `${notes?.added} `, size: 14 },
    { text: sum, size: 17, weight: 700 },
  ];
  const added = { x: bracket + 24, y: middle + 5.5, runs, size: 14 };
  return [
    ...marks,
    path(id + "/bracket", d, { fill: "none", stroke: "ink", strokeWidth: 1.75, opacity: gathered }),
    textMark(id + "/added", added, { opacity: gathered, copy: true }),
  ];
}

/** The cell and the box of an output below a column. @param {Projection} item @param {State} state @param {number} c @returns {[Cell, Box]} */
function cellAt({ makes }, { word }, c) {
  const made = makes[Math.round(word)];
  return [{ tensor: made.tensor, index: made.indices[c] }, cellBox(made, c)];
}

/** The numbers that have already fallen. @param {Projection} item @param {Model} model @param {State} state @param {number} count @returns {Mark[]} */
function landedMarks(item, model, state, count) {
  return upTo(Math.floor(count)).flatMap((c) => {
    const [cell, box] = cellAt(item, state, c);
    return sumMarks(item, model, `made${c}`, cell, box);
  });
}

/** The falling sum: from where it was added up to below its column, and from there into its cell. @param {Projection} item @param {Model} model @param {State} state @param {number} falls @returns {Mark[]} */
function fallMarks(item, model, state, falls) {
  const { top, high, rows } = item;
  const [cell, box] = cellAt(item, state, Math.max(0, state.column));
  const below = { ...box, y: top + rows * high + 9 };
  const falling = (/** @type {Box} */ at) =>
    moving(`${item.id}/falls`, at, (box) => sumMarks(item, model, "sum", cell, box));
  if (falls >= BELOW) {
    const at = between(below, box, (falls - BELOW) / (1 - BELOW));
    return [falling(at)];
  }
  const { bracket } = linesIn(item, model);
  const added = {
    ...box,
    x: bracket + 18 + textWidth(`${item.notes?.added} `, 14),
    y: top + (rows * high - box.height) / 2,
  };
  const corner = { ...box, x: added.x, y: below.y };
  const way = falls / BELOW;
  const at = way < 0.4 ? between(added, corner, way / 0.4) : between(corner, below, (way - 0.4) / 0.6);
  return [falling(at)];
}

/** @param {Projection} item @param {Model} model @param {string} key @param {Cell} cell @param {Box} box @returns {Mark[]} */
const sumMarks = ({ id, size, makes }, model, key, cell, box) =>
  valueMarks(`${id}/${key}`, cell, box, size.decimals, makes[0].font, 1, model);
