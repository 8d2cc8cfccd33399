/**
 * A slice of a tensor as a grid of cells: a strip, a matrix, a single number, a row of the map. A tensor has one number format
 * and one cell width. The empty box appears first, the numbers later.
 */

import { shortestDecimal } from "../../words/decimal.js";
import { formatNumber, narrow } from "../format.js";
import { cellName } from "../model.js";
import { isExp, tensorStyle } from "../../core/graph/tensors.js";
import { textWidth } from "../text-metrics.js";
import { DASHED, outlined, strengthOf } from "./draw.js";
import { edge, path, px, rect } from "./marks.js";
import { around, placeable } from "./place.js";
import { remember } from "./remember.js";
import { heat, inkIn } from "./shades.js";
import { runsWidth, textMark } from "./text.js";

/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("./place.js").Box} Box */
/** @typedef {import("./text.js").Run} Run */
/**
 * How large cells are, in px: width for integers and for decimals, height, font sizes of both; then the decimals shown, and the
 * least room beside a number.
 * @typedef {{ cell: number, wide: number, height: number, font: number, small: number, decimals: number, margin?: number }} Size
 */
/** @typedef {{ runs?: Run[], text?: string, side: "above" | "below" | "left" | "right", align?: "start" | "middle" | "end", size?: number,
 *   muted?: boolean, strong?: boolean, gap?: number, points?: boolean }} Label align: along its edge of the block; points: it can be pointed at, and means the row it names */

/** @type {Record<"huge" | "large" | "column" | "phone" | "small" | "least", Size>} */
export const SIZES = {
  huge: { cell: 42, wide: 60, height: 36, font: 19, small: 17, decimals: 3 },
  large: { cell: 32, wide: 46, height: 28, font: 15, small: 13, decimals: 3 },
  column: { cell: 25, wide: 38, height: 28, font: 14, small: 12.5, decimals: 2 },
  phone: { cell: 26, wide: 38, height: 26, font: 14, small: 12, decimals: 2 },
  small: { cell: 22, wide: 32, height: 22, font: 12, small: 12, decimals: 2 },
  least: { cell: 20, wide: 28, height: 18, font: 12, small: 12, decimals: 2 },
};

/** The size of cells beside the main picture. @type {Size} */
export const ROUGH = { ...SIZES.least, decimals: 1 };

/** The smallest font size of a digit, px. */
export const LEAST_FONT = 12;

/** The least height of a cell with a number, px. */
export const LEAST_HEIGHT = 16;

/**
 * The width of a tensor's cells and the font size of its numbers: constant all through a story, so that nothing jumps.
 * @param {import("../model.js").Model} model @param {string} tensor @param {Size} size
 */
export function cellOf(model, tensor, size) {
  const of =
    cells.get(model) ??
    remember((/** @type {Size} */ size) => model.settle((name) => measure(model, name, size)));
  cells.set(model, of);
  return of(size)(tensor);
}

/**
 * The cell sizes found so far, by run.
 * @type {WeakMap<object, (size: Size) => (tensor: string) => ReturnType<typeof measure>>}
 */
const cells = new WeakMap();

/** @param {import("../model.js").Model} model @param {string} tensor @param {Size} size */
function measure(model, tensor, size) {
  const em = model.widest(tensor, size.decimals);
  const whole = !isExp(tensor) && model.decimals(tensor, size.decimals) === 0;
  const base = whole ? size.cell : size.wide;
  const font = Math.max(LEAST_FONT, Math.min(whole ? size.font : size.small, (base - 6) / em));
  return { width: Math.max(base, Math.ceil(em * font + (size.margin ?? 5))), height: size.height, font };
}

/**
 * @param {import("../model.js").Model} model
 * @param {{ id: string, tensor: string, cells: number[][][], size: Size, style?: "role" | "heat" | "plain" | "tint" | "strength" | "shade" | "gradient" | "passing",
 *   by?: import("../model.js").Cell, labels?: Label[], margin?: import("./place.js").Margin, width?: number, height?: number,
 *   align?: "start" | "middle" | "end", grid?: import("./squares.js").Grid, initial?: Record<string, number> }} what
 *   cells: rows of complete indices. style: role: filled with the colour of its role; heat: blue as strong as the value; plain:
 *   numbers without a box; tint: pale, for parameters; strength: the colour of its role, as strong as the number `by` is large;
 *   shade: no numbers, each cell as strong as its number is large; gradient: hatched, blue outline; passing: dashed and pale, for
 *   what is used and not kept. grid: shows no numbers, and says which cells these are. width, height: of a cell, px
 */
export function block(model, what) {
  const { id, tensor, cells, size, style = "role", by, labels = [] } = what;
  const { width, height, align, margin, grid, initial } = what;
  const usual = cellOf(model, tensor, size);
  const cellWidth = width ?? usual.width;
  const cellHeight = height ?? usual.height;
  const columns = cells[0]?.length ?? 0;
  const item = {
    id,
    kind: "block",
    draw: drawBlock,
    tensor: model.full(tensor),
    indices: cells.flat().map((index) => model.indexIn(tensor, index)),
    columns,
    rows: cells.length,
    cellWidth,
    cellHeight,
    font: usual.font,
    decimals: size.decimals,
    width: columns * cellWidth,
    height: cells.length * cellHeight,
    role: tensorStyle(tensor).role,
    style,
    by,
    labels,
    // without numbers, squares of colour that can still be pointed at
    grid: gridOf(
      model,
      style === "shade" && !grid
        ? { tensor: model.full(tensor), index: [...cells[0][0].slice(0, -1), "c"], rows: 1, columns }
        : grid,
    ),
    // shows no numbers and cannot be pointed at
    bare: false,
    // smaller numbers are left out
    least: 0,
    // the colour of its numbers if another block fills the ground
    ink: /** @type {string | null} */ (null),
    // cells that keep full opacity while the others are dimmed, and that may land first
    part: /** @type {{ block: any, cells: Set<number> } | null} */ (null),
    initial: { opacity: 0, reveal: 0, placeholder: 0, pale: 0, dim: 0, landed: 0, ...initial },
  };
  return placeable(item, { align, ...margin });
}
/** @typedef {ReturnType<typeof block>} Block */

/** @param {import("../model.js").Model} model @param {any} [grid] @returns {any} null: it shows no squares */
const gridOf = (model, grid) => (grid ? { ...grid, index: model.indexIn(grid.tensor, grid.index) } : null);

/** @param {Pick<Block, "x" | "y" | "cellWidth" | "cellHeight" | "columns">} item @param {number} k @returns {Box} */
export function cellBox({ x, y, cellWidth, cellHeight, columns }, k) {
  const r = Math.floor(k / columns);
  return { x: x + (k % columns) * cellWidth, y: y + r * cellHeight, width: cellWidth, height: cellHeight };
}

/** A block in another box. @template T @param {T & Pick<Block, "columns" | "rows">} block @param {Box} box @param {number} font */
export const inBox = (block, box, font) => ({
  ...{ ...block, ...box, font },
  ...{ cellWidth: box.width / block.columns, cellHeight: box.height / block.rows },
});

/** @type {import("./draw.js").Draw} */
function drawBlock(item, get, model) {
  const shown = get("opacity");
  const ghost = get("placeholder") * (1 - shown);
  const pale = get("pale") * (1 - shown);
  if (shown <= 0 && ghost <= 0 && pale <= 0) return {};
  const [numbers, landed] = [get("reveal"), get("landed")];
  /** @type {Mark[]} */
  const marks = [];
  if (pale > 0) marks.push(...paleMarks(item, pale));
  if (ghost > 0) marks.push(...ghostMarks(item, ghost));
  const part = shown > 0 && (get("dim") > 0 || landed > 0) ? item.part : null;
  const cells = shown * strengthOf(get, model, 0.35);
  if (shown > 0) marks.push(...cellMarks(item, model, cells, numbers, part?.cells));
  if (part) marks.push(...cellMarks(part.block, model, shown, numbers === 1 ? 1 : landed));
  return {
    box: marks,
    label: labelMarks(item, Math.max(shown * strengthOf(get, model, 0.5), ghost), shown < 0.5),
  };
}

/**
 * The cells with their numbers. `numbers` goes from 0 to 1 as they land one after another.
 * @param {Block} item @param {import("../model.js").Model} model @param {number} opacity @param {number} numbers
 * @param {Set<number>} [without] cells whose numbers are drawn elsewhere
 * @returns {Mark[]}
 */
export function cellMarks(item, model, opacity, numbers, without) {
  const { id, indices, style, tensor } = item;
  const marks = style === "plain" ? [] : fillMarks(item, model, opacity, numbers);
  const count = indices.length;
  if (item.grid || item.bare) return marks;
  indices.forEach((index, k) => {
    const seen = opacity * Math.min(1, Math.max(0, numbers * (1 + 0.4 * (count - 1)) - 0.4 * k));
    if (seen <= 0 || without?.has(k)) return;
    const value = model.value(tensor, index);
    const box = cellBox(item, k);
    const ink = style === "heat" ? "on-paper" : "on-role";
    if (value === -Infinity) marks.push(hatchMark(`${id}/hatch${k}`, box, seen, ink));
    else if (!Number.isFinite(value)) marks.push(warningMark(`${id}/mark${k}`, box, seen, ink));
    marks.push(numberMark(item, model, k, box, seen));
  });
  return marks;
}

/** The ground, the lines between the cells, and the outline. @param {Block} item @param {import("../model.js").Model} model @param {number} opacity @param {number} numbers @returns {Mark[]} */
function fillMarks(item, model, opacity, numbers) {
  const { id, x, y, width, height, style, role, tensor, indices } = item;
  const whole = { x, y, width, height };
  /** @type {Mark[]} */
  const marks = [];
  // the shade carries what a number would; forced-colors mode keeps it
  const part = item.grid ? "shade" : "cell";
  /** @param {string} name @param {Box} box @param {string} colour */
  const fill = (name, box, colour, share = 1) =>
    marks.push(rect(`${id}/${name}`, box, { fill: colour, opacity: opacity * share, part }));
  if (style === "role") fill("fill", whole, role);
  else if (style === "tint") fill("fill", whole, role + "-tint");
  else if (style === "gradient") {
    fill("fill", whole, "raised");
    marks.push(hatchMark(id + "/gradient", whole, opacity, "focus"));
  } else {
    fill("paper", whole, "paper");
    if (item.grid) Object.assign(marks[0], { grid: item.grid, part: "cell" });
    if (style === "strength") fill("fill", whole, role, strengthBy(item, model));
    else if (style === "passing") fill("fill", whole, role, 0.4);
    else if (style === "shade")
      indices.forEach((index, k) => {
        const struck = model.value(tensor, index) === -Infinity;
        if (!struck) fill("fill" + k, cellBox(item, k), role, shade(item, model, index) * numbers);
        else if (item.cellWidth >= 8)
          marks.push(hatchMark(`${id}/hatch${k}`, cellBox(item, k), opacity * numbers, "on-paper"));
      });
    else
      indices.forEach((index, k) =>
        fill("fill" + k, cellBox(item, k), "full", heat(model.value(tensor, index)) * numbers),
      );
  }
  // lines between the smallest squares would hide what they show
  const thin = item.grid && item.cellHeight < 8;
  const inner = thin ? "" : dividers(item);
  if (inner)
    marks.push(path(id + "/inner", inner, { stroke: "on-role", strokeWidth: 1, opacity: opacity * 0.5 }));
  const stroke = style === "gradient" ? "focus" : style === "passing" ? "ghost" : "outline";
  const dash = style === "passing" ? { dash: "4 4" } : {};
  marks.push(edge(id + "/edge", whole, { stroke, strokeWidth: thin ? 0.4 : 1.5, opacity, ...dash }));
  return marks;
}

/** The opacity of a block whose colour is as strong as the number `by` is large. @param {Pick<Block, "by">} item @param {import("../model.js").Model} model */
export const strengthBy = ({ by }, model) =>
  by ? 0.18 + 0.82 * Math.min(1, Math.abs(model.value(by.tensor, by.index)) || 0) : 1;

/** The opacity of a cell without a number, relative to the largest number of its tensor. @param {Block} item @param {import("../model.js").Model} model @param {number[]} index */
function shade({ tensor }, model, index) {
  const value = Math.abs(model.value(tensor, index));
  return value > 0 ? 0.15 + 0.85 * Math.min(1, value / model.largest(tensor)) : 0;
}

/** The lines between cells, as path data. @param {{ x: number, y: number, columns: number, rows: number, cellWidth: number, cellHeight: number }} item */
export function dividers({ x, y, columns, rows, cellWidth, cellHeight }) {
  let d = "";
  if (Math.min(cellWidth, cellHeight) < 4) return d;
  for (let c = 1; c < columns; c++) d += `M${px(x + c * cellWidth)} ${px(y)}v${px(rows * cellHeight)}`;
  for (let r = 1; r < rows; r++) d += `M${px(x)} ${px(y + r * cellHeight)}h${px(columns * cellWidth)}`;
  return d;
}

/** @param {Block} item @param {import("../model.js").Model} model @param {number} k @param {Box} box @param {number} opacity @returns {Mark} */
function numberMark(item, model, k, box, opacity) {
  const { id, tensor, indices, decimals, font, role, style, ink, least } = item;
  const value = model.value(tensor, indices[k]);
  const places = model.decimals(tensor, decimals);
  const rounded = formatNumber(value, places, model.powers(tensor));
  // a number that one decimal would hide gets two if they fit, perhaps without the leading 0
  const hidden = places === 1 && /^[<>]/.test(rounded);
  const two = hidden ? formatNumber(value, 2) : rounded;
  const fits = (/** @type {string} */ written) => textWidth(written, LEAST_FONT) <= box.width - 2;
  const whole = [two, two.replace("0.", ".")].find((written) => hidden && fits(written)) ?? rounded;
  const { text, size } = fitted(whole, font, box.width - 2);
  const fill = ink ?? inkIn(style, role, style === "heat" ? heat(value) : strengthBy(item, model));
  const at = {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2 + size * 0.36,
    size,
    weight: size < 13 ? 500 : 600,
  };
  const named = { cell: cellName(tensor, indices[k]), value: shortestDecimal(value), box };
  const said = Math.abs(value) < least ? "" : text;
  return { type: "text", id: `${id}/n${k}`, ...at, anchor: "middle", text: said, fill, opacity, ...named };
}

/** Fits a number into a cell, and returns its text and font size: "<.001" gets no more room than 0.001. @param {string} whole @param {number} font px @param {number} width px */
export function fitted(whole, font, width) {
  const sizeOf = (/** @type {string} */ text) => {
    const at = (/** @type {number} */ weight) => (font * width) / Math.max(1, textWidth(text, font, weight));
    // the smallest numbers are not bold
    return Math.min(font, Math.max(at(600), Math.min(LEAST_FONT, at(500))));
  };
  const text = narrow(whole, sizeOf(whole) < font);
  const size = sizeOf(text);
  return { text, size: text === whole ? size : Math.max(size, Math.min(font, LEAST_FONT)) };
}

/** The hatching of a forbidden cell, or of gradients. @param {string} id @param {Box} box @param {number} opacity @param {string} [stroke] @returns {Mark} */
export function hatchMark(id, { x, y, width, height }, opacity, stroke = "on-role") {
  let d = "";
  for (let at = 5; at < width + height; at += 6) {
    const [x1, y1] = at < height ? [x, y + at] : [x + at - height, y + height];
    const [x2, y2] = at < width ? [x + at, y] : [x + width, y + at - width];
    d += `M${x1} ${y1}L${x2} ${y2}`;
  }
  return path(id, d, { fill: "none", stroke, strokeWidth: 1, opacity: opacity * 0.35, part: "hatch" });
}

/** The mark of a cell with NaN or ∞: a dashed frame inside it. @param {string} id @param {Box} box @param {number} opacity @param {string} stroke @returns {Mark} */
const warningMark = (id, box, opacity, stroke) =>
  edge(id, around([box], -3), { stroke, dash: "2 2", opacity });

/** A placeholder: the dashed outline of a block that has yet to arrive. @param {Block} item @param {number} opacity @returns {Mark[]} */
function ghostMarks(item, opacity) {
  if (item.style === "plain") return [];
  const inner = dividers(item);
  const outer = outlined(item, opacity);
  return inner ? [outer, path(item.id + "/ghost-inner", inner, { ...DASHED, opacity })] : [outer];
}

/**
 * Pale blanks: a row of the map whose query has not been asked yet.
 * @param {Block} item @param {number} opacity @returns {Mark[]}
 */
const paleMarks = (item, opacity) =>
  item.indices.map((_, k) =>
    rect(`${item.id}/pale${k}`, around([cellBox(item, k)], -1), { fill: "pale", opacity }),
  );

/** @param {any} item an item with labels @param {number} opacity @param {boolean} [faint] @returns {Mark[]} */
export function labelMarks(item, opacity, faint = false) {
  if (opacity <= 0) return [];
  return item.labels.map((/** @type {Label} */ label, /** @type {number} */ k) => {
    const place = labelPlace(item, label);
    const fill = label.muted || faint ? "muted" : label.strong ? "ink" : "text";
    const at = { ...label, ...place, weight: label.strong ? 650 : undefined };
    const mark = textMark(`${item.id}/label${k}`, at, { opacity, fill });
    if (!label.points) return mark;
    const means = cellName(item.tensor, [...item.indices[0].slice(0, -1), null]);
    return { ...mark, means, spot: labelBox(place, label) };
  });
}

/** @param {{ x: number, y: number, align: string, size: number }} place @param {Label} label @returns {Box} */
function labelBox({ x, y, align, size }, label) {
  const width = labelWidth(label);
  const left = x - width * (align === "end" ? 1 : align === "middle" ? 0.5 : 0);
  return { x: left, y: y - size, width, height: size * 1.3 };
}

/** Where a label stands beside its block. @param {import("./place.js").Box} box @param {Label} label */
function labelPlace({ x, y, width, height }, { side, align = "start", size = 13, gap = 7 }) {
  if (side === "left") return { x: x - gap, y: y + height / 2 + size * 0.36, align: "end", size };
  if (side === "right") return { x: x + width + gap, y: y + height / 2 + size * 0.36, align: "start", size };
  const at = side === "above" ? y - gap : y + height + gap + size * 0.74;
  return { x: x + { start: 0, middle: width / 2, end: width }[align], y: at, align, size };
}

/** The width of a label, px. @param {Label} label */
export const labelWidth = ({ runs, text = "", size = 13, strong }) =>
  runs ? runsWidth(runs, size) : textWidth(text, size, strong ? 650 : 400);
