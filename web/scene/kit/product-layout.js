/**
 * Two matrices and their product: the left factor at the left, the right factor above, the product where they meet. A function of
 * one matrix stands to the right of it, or below.
 */

import { truncate, textWidth } from "../text-metrics.js";
import { upTo } from "../model.js";
import { isParameter } from "../../core/graph/tensors.js";
import { LEAST_FONT, cellOf, labelWidth } from "./block.js";
import { column, corner, grid, heightOf, padded, placeable, space, widthOf } from "./place.js";
import { remember } from "./remember.js";
import { shapeOf, sliceBlock } from "./slice.js";
import { letterRuns, text } from "./text.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("./block.js").Size} Size */
/** @typedef {import("./slice.js").Slice} Slice */
/** @typedef {{ size: Size, squares: number, bare: boolean, names: number, upright?: boolean }} Form squares: px of a factor's cell
 *   drawn as colour, 0 if it shows numbers; bare: the product shows no numbers either; names: px of a token's name; upright: a
 *   function of one matrix stands below it */
/** @typedef {{ width?: number, height?: number, squares?: boolean }} Cell px; squares: colours without numbers */

/** Height of a matrix's label, and of a line of names, px. */
const LABEL = 20;
const NAMES = 15;
/** Between two matrices: the least gap, the word's font size and the space round it; px. */
const LOOSE = { between: 34, font: 13, air: 20 };
/** For the arrow at the right of matrices that stand one below the other, px. */
const BUS = 24;
const TIGHT = { between: 24, font: LEAST_FONT, air: 2 };

/** The label of a slice: "Kᵀ key". @param {Model} model @param {Slice} slice @param {boolean} word */
function runsOf(model, { tensor, made = tensor, turned }, word) {
  const said = word && !isParameter(made) ? model.words.scene.shown(made) : "";
  const runs = letterRuns(made, "", said, { matrix: true });
  if (turned) runs.splice(1, 0, { text: "⊤", size: 11, dy: -5, weight: 600 });
  return runs;
}

/** The letter, word and shape of a matrix, as far as they fit its width. @param {Model} model @param {Slice} slice @param {number} width @param {"above" | "below"} side @param {number} gap @returns {import("./block.js").Label[]} */
function labelsOf(model, slice, width, side, gap) {
  /** @type {import("./block.js").Label} */
  const shape = { text: shapeOf(slice), side, align: "end", size: 12, muted: true, gap };
  const [full, short] = [true, false].map((word) => ({ runs: runsOf(model, slice, word), side, gap }));
  const label = labelWidth(full) <= width ? full : short;
  return labelWidth(label) + labelWidth(shape) + 8 <= width ? [label, shape] : [label];
}

/**
 * A matrix with its label, the names of its tokens at a side and, if it is transposed, of its columns. Its parts are made when
 * first asked for, so that many layouts can be measured cheaply.
 * @param {Model} model @param {string} id @param {Slice} slice @param {Size} size
 * @param {{ cell?: Cell, side?: "above" | "below", names?: number, at?: "left" | "right" }} [how] names: px of a name
 */
export function named(model, id, slice, size, { cell = {}, side = "above", names = 0, at = "left" } = {}) {
  const { width = cellOf(model, slice.tensor, size).width, height = size.height } = cell;
  const inLines = names ? labelsFor(model, slice.rowsOf) : [];
  const over = slice.turned ? labelsFor(model, "key") : [];
  const inColumns = over.every((name) => textWidth(name, 12, 600) <= width - 2) ? over : [];
  const gap = inColumns.length ? NAMES : 0;
  const line = (/** @type {string} */ key, /** @type {string} */ said, /** @type {any} */ how) =>
    text(`${id}.${key}`, { text: said, size: 12, weight: 600, ...how });
  const longest = Math.max(0, ...inLines.map((name) => Math.min(names, textWidth(name, 12, 600))));
  const item = padded(placeable({ width: slice.columns * width, height: slice.rows * height }), {
    [at]: longest && longest + 8,
    [side === "above" ? "up" : "down"]: LABEL + gap,
  });
  const parts = remember(() => {
    const block = sliceBlock(model, slice, { id, size, ...cell });
    block.labels = labelsOf(model, slice, block.width, side, 7 + gap);
    const align = at === "left" ? "end" : "start";
    const rows = inLines.map((name, r) => line(`row${r}`, truncate(name, 12, names, 600), { align }));
    const columns = inColumns.map((name, c) => line(`column${c}`, name, {}));
    return { block, rows, columns, names: [...rows, ...columns] };
  });
  /** @param {number} x @param {number} y */
  const put = (x, y) => {
    const { block, rows, columns } = parts();
    block.put(x, y);
    const edge = at === "left" ? block.x - 8 : block.x + block.width + 8;
    rows.forEach((name, r) => name.put(edge, block.y + (r + 0.5) * height));
    columns.forEach((name, c) => name.put(block.x + (c + 0.5) * width, block.y - 9));
  };
  return { ...item, put, parts };
}

/** The names of tokens; empty if no token has one. @param {Model} model @param {string} [side] */
function labelsFor(model, side) {
  const count = side === "query" ? model.q_len : side === "key" ? model.kv_len : 0;
  const names = upTo(count).map((i) => model.label(/** @type {"query" | "key"} */ (side), i));
  return names.some(Boolean) ? names : [];
}

/** @typedef {{ id: string, left: Slice, right?: Slice, product: Slice, word?: string }} Link word: the name of the function */

/** The sizes of the cells; factors and product have equal cells along the rows and columns they share. @param {Model} model @param {Link} link @param {Form} form */
function sizesOf(model, { left, right, product }, { size, squares, bare, upright }) {
  const coloured = (/** @type {Slice} */ slice) => squares > 0 || Math.max(slice.rows, slice.columns) > 8;
  const thin = (/** @type {Slice} */ { rows, columns }) =>
    Math.max(1, Math.min(squares || 6, Math.floor((squares === 6 ? 80 : 150) / Math.max(rows, columns))));
  const natural = (/** @type {Slice} */ { tensor }) => cellOf(model, tensor, size).width;
  const alone = (/** @type {Slice} */ slice) => (coloured(slice) ? thin(slice) : natural(slice));
  // what stands one below the other ends at the same place, where the arrow passes
  const over = upright && !right ? alone(left) : 0;
  const width = bare ? size.cell : Math.max(natural(product), right ? natural(right) : over);
  const { height } = size;
  return {
    left: {
      width: over ? Math.max(over, width) : alone(left),
      height,
      squares: coloured(left),
    },
    right: right && { width, height: coloured(right) ? thin(right) : height, squares: coloured(right) },
    product: { width, height, squares: bare },
  };
}

/** @param {Model} model @param {Link} link @param {Form} form */
export function productLayout(model, link, form) {
  const { id } = link;
  const { size, names } = form;
  const upright = form.upright && !link.right;
  // the narrowest form shows letters but no words
  const word = names || link.right ? (link.word ?? "") : "";
  const cells = sizesOf(model, link, form);
  const tall = (cells.right?.height ?? 0) >= 14;
  const beyond = { cell: cells.right, names: tall ? names : 0, at: /** @type {const} */ ("right") };
  const left = named(model, `${id}.left`, link.left, size, { cell: cells.left, names });
  const right = link.right && named(model, `${id}.right`, link.right, size, beyond);
  const under = { cell: cells.product, side: /** @type {const} */ ("below"), names: upright ? names : 0 };
  const product = named(model, `${id}.product`, link.product, size, under);
  const { font, air, between } = size.font > LEAST_FONT ? LOOSE : TIGHT;
  const gap = Math.max(between, word ? textWidth(word, font, 650) + air : 0);
  const table = right
    ? grid([[null, right], [left, product]], { gapX: between, gapY: 4 }) // prettier-ignore
    : upright
      ? padded(column([left, product], { gap: between }), { right: BUS })
      : grid([[left, space(0, 0), product]], { gapX: gap / 2 });
  return {
    width: widthOf(table),
    height: heightOf(table),
    /** The height that stays visible below a card, px. */
    low: link.product.rows * cells.product.height + 2 * LABEL,
    /** Places it, and returns its items. @param {number} x @param {number} y of its upper left corner */
    draw(x, y) {
      corner(table, x, y);
      const [a, b, p] = [left.parts().block, right?.parts().block, product.parts().block];
      const sign = text(id + ".word", { text: word, weight: 650, fill: "ink", size: font });
      if (upright) sign.put(a.x + a.width / 2, (a.y + a.height + p.y) / 2);
      else sign.put((a.x + a.width + p.x) / 2, p.y + Math.min(p.height, size.height) / 2 - (b ? 0 : 11));
      const names = [left, right, product].flatMap((matrix) => matrix?.parts().names ?? []);
      const said = word ? [sign, ...names] : names;
      const leftNames = left.parts().names;
      return { left: a, right: b, product: p, factors: b ? [a, b] : [a], said, leftNames };
    },
  };
}
