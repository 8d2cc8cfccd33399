/**
 * Two matrices and what they make: the left factor left, the right one above, the product where they meet; or, where it
 * is low, side by side. A function of one matrix stands right of it.
 */

import { shorten, textWidth } from "../advance.js";
import { upTo } from "../model.js";
import { isParameter } from "../shown.js";
import { block, cellBox, cellOf, labelWidth } from "./block.js";
import { corner, grid, heightOf, inset, space, widthOf } from "./place.js";
import { letterRuns, text } from "./text.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("./block.js").Block} Block */
/** @typedef {import("./block.js").Size} Size */
/**
 * A slice of a tensor in rows and columns.
 * @typedef {object} Matrix
 * @property {string} tensor @property {number} rows @property {number} columns
 * @property {(r: any, c: any) => any[]} index
 * @property {number} [from] first column
 * @property {"query" | "key"} [rowsOf] whose tokens its rows are @property {"key"} [columnsOf]
 * @property {boolean} [turned] rows and columns exchanged
 * @property {string} [made] the tensor that holds the same numbers where they were made
 */
/** @typedef {{ size: Size, squares: number, bare: boolean, across: boolean, names: number }} Form squares: px of a factor's cell
 *   as colour, 0 with numbers; bare: the product has no numbers either; across: side by side; names: px of a token's name */

/** Room for a label at a matrix, for a line of names, between two matrices, px. */
const LABEL = 20;
const NAMES = 15;
const GAP = 34;

/** "Kᵀ key" @param {Model} model @param {Matrix} matrix @param {boolean} word */
function runsOf(model, { tensor, made, turned }, word) {
  const said = word && !isParameter(tensor) ? model.words.scene.shown(made ?? tensor) : "";
  const runs = letterRuns(made ?? tensor, "", said, { matrix: true });
  if (turned) runs.splice(1, 0, { text: "⊤", size: 9, dy: -5, weight: 600 });
  return runs;
}

/** "3×4" @param {Matrix} matrix */
export const shapeOf = ({ rows, columns }) => `${rows}×${columns}`;

/** Letter, word and shape, as far as they fit over a matrix. @param {Model} model @param {Matrix} matrix @param {number} width @param {"above" | "below"} side @param {number} gap @returns {import("./block.js").Label[]} */
export function labelsOf(model, matrix, width, side, gap) {
  const shape = /** @type {const} */ ({
    text: shapeOf(matrix),
    side,
    align: "end",
    size: 12,
    muted: true,
    gap,
  });
  const [full, short] = [true, false].map((word) => ({ runs: runsOf(model, matrix, word), side, gap }));
  const own = labelWidth(full) <= width ? full : short;
  return labelWidth(own) + labelWidth(shape) + 8 <= width ? [own, shape] : [own];
}

/** A matrix as a block. @param {Model} model @param {string} id @param {Matrix} matrix @param {Size} size
 * @param {{ width?: number, height?: number, squares?: boolean, labels?: import("./block.js").Label[] }} [how] */
export function matrixBlock(model, id, matrix, size, { squares = false, ...how } = {}) {
  const { tensor, rows, columns, index, from = 0 } = matrix;
  const own = isParameter(tensor) ? "tint" : "role";
  const look = tensor === "weights" ? "heat" : squares ? "shade" : own;
  const cells = upTo(rows).map((r) => upTo(columns).map((c) => index(r, c + from)));
  const grid = squares ? { tensor, index: index("r", "c"), rows, columns, from } : undefined;
  return block(model, { id, tensor, cells, size, look, grid, ...how });
}

/** @typedef {{ left: Matrix, right?: Matrix, product: Matrix, word?: string }} Link word: what a function is called */

/** Sizes of the cells; factors and product share the columns and rows that they have in common. @param {Model} model @param {Link} link @param {Form} form */
function cellsOf(model, { left, right, product }, { size, squares, bare, across }) {
  const coloured = (/** @type {Matrix | undefined} */ one) =>
    one !== undefined && (squares > 0 || Math.max(one.rows, one.columns) > 8);
  const thin = (/** @type {Matrix} */ { rows, columns }) =>
    Math.max(1, Math.min(squares || 6, Math.floor((squares === 6 ? 80 : 150) / Math.max(rows, columns))));
  const own = (/** @type {Matrix} */ { tensor }) => cellOf(model, tensor, size).width;
  const width = bare ? size.cell : Math.max(own(product), right && !across ? own(right) : 0);
  return {
    left: { width: coloured(left) ? thin(left) : own(left), height: size.height, squares: coloured(left) },
    right: right && {
      width: !across ? width : coloured(right) ? thin(right) : own(right),
      height: coloured(right) ? thin(right) : size.height,
      squares: coloured(right),
    },
    product: { width, height: size.height, squares: bare },
  };
}

/**
 * Room that a meeting takes, px; low: what of it stays in sight below a card.
 * @param {Model} model @param {Link} link @param {Form} form
 */
export function meetingExtent(model, link, form) {
  const { left, right, product, word } = link;
  const { across, names } = form;
  const cells = cellsOf(model, link, form);
  const named = (/** @type {Matrix | undefined} */ one) => {
    const widths =
      one?.rowsOf && names
        ? labelsFor(model, one.rowsOf).map((name) => Math.min(names, textWidth(name, 12, 600)))
        : [];
    return widths.length ? Math.max(...widths) + 8 : 0;
  };
  const [rightWidth, rightHeight] =
    right && cells.right ? [right.columns * cells.right.width, right.rows * cells.right.height] : [0, 0];
  const rows = product.rows * cells.product.height;
  const width =
    named(left) + left.columns * cells.left.width + product.columns * cells.product.width + named(right);
  if (!right)
    return {
      width: width + gapFor(names ? word : ""),
      height: rows + (across ? 1 : 2) * LABEL,
      low: rows + 2 * LABEL,
    };
  const columnNames = fitting(model, right.columnsOf, (cells.right?.width ?? 0) - 2).length ? NAMES : 0;
  const top = rightHeight + LABEL + columnNames;
  const height = Math.max(top + columnNames, rows + LABEL);
  if (across) return { width: width + rightWidth + 2 * GAP, height, low: height };
  return { width: width + GAP, height: top + 4 + rows + 2 * LABEL, low: rows + 2 * LABEL };
}

/** Room between a matrix and what a function makes of it, px. @param {string} [word] */
const gapFor = (word) => Math.max(GAP, word ? textWidth(word, 13, 650) + 20 : 0);

/** @param {Model} model @param {Link & { id: string }} link @param {Form} form */
export function meeting(model, link, form) {
  const { id, left, right, product } = link;
  const { size, across, names } = form;
  // the narrowest form has no words but letters
  const word = names || right ? (link.word ?? "") : "";
  const above = Boolean(right) && !across;
  const cells = cellsOf(model, link, form);
  const columnNames = namesOf(model, id + ".columns", right?.columnsOf, (cells.right?.width ?? 0) - 2);
  const place = (/** @type {"left" | "right" | "product"} */ key, /** @type {Matrix} */ matrix) => {
    const own = cells[key] ?? cells.product;
    const side = key === "product" && !across ? "below" : "above";
    const gap = 7 + (key === "right" && columnNames.length ? NAMES : 0);
    return matrixBlock(model, `${id}.${key}`, matrix, size, {
      ...own,
      labels: labelsOf(model, matrix, matrix.columns * own.width, side, gap),
    });
  };
  const blocks = {
    left: place("left", left),
    right: right ? place("right", right) : null,
    product: place("product", product),
  };
  const rowNames = names ? namesOf(model, id + ".rows", left.rowsOf, names, "end") : [];
  const rightNames =
    names && right && (cells.right?.height ?? 0) >= 14
      ? namesOf(model, id + ".right", right.rowsOf, names, "start")
      : [];
  const margin = (/** @type {any[]} */ list) =>
    list.length ? Math.max(...list.map((name) => name.width)) + 8 : 0;
  const leftPlace = inset(blocks.left, { left: margin(rowNames), up: LABEL });
  const rightPlace = blocks.right
    ? inset(blocks.right, { right: margin(rightNames), up: LABEL + (columnNames.length ? NAMES : 0) })
    : null;
  const productPlace = inset(blocks.product, across ? { up: LABEL } : { down: LABEL });
  const said = text(id + ".word", { text: right && across ? "=" : word, weight: 650, fill: "ink" });
  const times = text(id + ".times", { text: right && across ? word || "·" : "", size: 20, fill: "ink" });
  const gap = gapFor(word);
  const table = above
    ? grid([[null, rightPlace], [leftPlace, productPlace]], { gapX: GAP, gapY: 4 }) // prettier-ignore
    : grid([[leftPlace, rightPlace ?? space(0, 0), productPlace]], { gapX: rightPlace ? GAP : gap / 2 });
  return {
    ...blocks,
    words: [said, times].filter((one) => one.text),
    names: [...rowNames, ...rightNames, ...columnNames],
    width: widthOf(table),
    height: heightOf(table),
    /** Its upper left corner. @param {number} x @param {number} y */
    put(x, y) {
      corner(table, x, y);
      const { left: a, right: b, product: p } = blocks;
      const middle = (a.x + a.width + p.x) / 2;
      said.put(
        across && b ? p.x - 13 : middle,
        across && b ? p.y + p.height / 2 : p.y + Math.min(p.height, size.height) / 2 - (b ? 0 : 11),
      );
      times.put((a.x + a.width + (b?.x ?? 0)) / 2, p.y + p.height / 2);
      rowNames.forEach((name, r) => name.put(a.x - 8, a.y + (r + 0.5) * a.cellHeight));
      if (b) rightNames.forEach((name, r) => name.put(b.x + b.width + 8, b.y + (r + 0.5) * b.cellHeight));
      if (b) columnNames.forEach((name, c) => name.put(b.x + (c + 0.5) * b.cellWidth, b.y - 9));
    },
  };
}
/** @typedef {ReturnType<typeof meeting>} Meeting */

/** Names of tokens, or none where none has one. @param {Model} model @param {"query" | "key"} side */
function labelsFor(model, side) {
  const names = upTo(side === "query" ? model.q_len : model.kv_len).map((i) => model.label(side, i));
  return names.some(Boolean) ? names : [];
}

/** Names of columns, where all of them fit. @param {Model} model @param {"query" | "key" | undefined} side @param {number} most px */
function fitting(model, side, most) {
  const names = side ? labelsFor(model, side) : [];
  return names.every((name) => textWidth(name, 12, 600) <= most) ? names : [];
}

/** Names of tokens; of columns only where all of them fit. @param {Model} model @param {string} id @param {"query" | "key" | undefined} side @param {number} most @param {"start" | "middle" | "end"} [align] */
export function namesOf(model, id, side, most, align = "middle") {
  const names = side && align !== "middle" ? labelsFor(model, side) : fitting(model, side, most);
  return names.map((name, i) =>
    text(`${id}${i}`, { text: shorten(name, 12, most, 600), size: 12, weight: 600, align }),
  );
}

/** A row, a column or a cell of a block, as a block in its place. @param {Model} model @param {Block} of @param {{ row?: number, column?: number }} which @param {Size} size @returns {Block} */
export function partOf(model, of, { row, column }, size) {
  const rows = row === undefined ? upTo(of.rows) : [row];
  const columns = column === undefined ? upTo(of.columns) : [column];
  const cells = rows.map((r) => columns.map((c) => of.indices[r * of.columns + c]));
  const how = {
    id: `${of.id}.${row ?? "all"}.${column ?? "all"}`,
    look: of.look,
    width: of.cellWidth,
    height: of.cellHeight,
    grid: of.grid && partGrid(of.grid, row, column),
  };
  const made = block(model, { tensor: of.tensor, cells, size, ...how });
  const { x, y } = cellBox(of, rows[0] * of.columns + columns[0]);
  made.put(x + made.width / 2, y + made.height / 2);
  return made;
}

/** What stays in full strength when a block is dimmed. @param {Model} model @param {Block} of @param {{ row?: number, column?: number }} which @param {Size} size */
export function lit(model, of, which, size) {
  const part = partOf(model, of, which, size);
  const { row, column } = which;
  const inside = (/** @type {number} */ k) =>
    (row === undefined || Math.floor(k / of.columns) === row) &&
    (column === undefined || k % of.columns === column);
  of.part = { block: part, cells: new Set(upTo(of.indices.length).filter(inside)) };
  return part;
}

/** A row, a column or a cell of a grid. @param {import("./squares.js").Grid} grid @param {number} [row] @param {number} [column] @returns {import("./squares.js").Grid} */
function partGrid({ tensor, index, rows, columns, from = 0 }, row, column) {
  const own = index.map((what) =>
    what === "r" ? (row ?? what) : what === "c" && column !== undefined ? column + from : what,
  );
  const size = { rows: row === undefined ? rows : 1, columns: column === undefined ? columns : 1 };
  return { tensor, index: own, ...size, from: column === undefined ? from : 0 };
}
