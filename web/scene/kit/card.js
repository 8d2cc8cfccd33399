/**
 * The close-up: the arithmetic of one cell, taken from its operation in the graph. Factors meet pair by pair, their products land
 * one by one, a bracket gathers them, and the sum falls into its cell. Operations that are not a sum show their equation.
 */

import { exact, indexText, rightSide } from "../explain.js";
import { formatAlone, formatNumber, inDigits } from "../format.js";
import { cellName } from "../model.js";
import { isParameter, isWeights, tensorStyle } from "../../core/graph/tensors.js";
import { textWidth } from "../text-metrics.js";
import { between } from "./bars.js";
import { cellOf, fitted } from "./block.js";
import { lookUp } from "./draw.js";
import { both } from "./fit.js";
import { heat, inkOn, inkOver } from "./shades.js";
import { edge, path, rect } from "./marks.js";
import { letterRuns, runsWidth, textMark } from "./text.js";

/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("./place.js").Box} Box */
/** @typedef {import("./block.js").Size} Size */
/** @typedef {import("../model.js").Cell} Cell */
/** @typedef {import("./text.js").Run} Run */

/** Width of a plus between two cells, px. */
const SIGN = 16;
/** Width of the dots that stand for omitted terms, px. */
const DOTS = 22;
/** Most columns of a card; a sum with more terms shows the first ones, dots and the last. */
const MOST_COLUMNS = 10;
/** Columns that a card beside other things keeps room for: wanted, and at least. */
const FEW_COLUMNS = 5;
const LEAST_COLUMNS = 3;

/**
 * @param {import("../model.js").Model} model
 * @param {{ id: string, cell: Cell, home: Box, room: Box, size: Size, source: (cell: Cell) => Box | undefined,
 *   rows?: { runs: Run[] }[], question?: string, stays?: boolean }} what
 *   home: the box the result falls into; room: where the card may stand; source: finds the box of an operand on the stage;
 *   rows: names of the rows of operands; question: what is being asked, in words; stays: once it has been added up, it is still read
 */
export const card = (model, { rows = [], question = "", stays = false, ...what }) => ({
  ...{ kind: "card", draw: drawCard, ...what, rows, question, stays },
  origin: model.origin(what.cell.tensor, what.cell.index),
  seen: /** @type {(() => Plan) | null} */ (null),
  written: false,
  initial: { opacity: 0, travel: 0, products: 0, gather: 0, sum: 0, fall: 0 },
});
/** @typedef {ReturnType<typeof card>} Card */

/** Whether a card shows columns of factors: a sum, or one product. @param {import("../model.js").Origin} origin */
export const isSum = ({ op, sum, terms }) => sum && op !== "scale" && terms.length > 0;

/** Whether a card shows an equation. @param {Card} card */
const isWritten = ({ origin, written }) => written || !isSum(origin);

/**
 * The size a card will have; null if its room is too small.
 * @param {Card} card @param {import("../model.js").Model} model @returns {{ width: number, height: number } | null}
 */
export function cardSize(card, model) {
  if (isWritten(card)) return lineOf(card, model)?.box ?? null;
  const { box, columns, sum } = planOf(card, model);
  const height = Math.max(box.height, sum.y + sum.height - box.y);
  return columns.length > 1 || card.origin.terms.length === 1 ? { width: box.width, height } : null;
}

/** @param {Cell[][]} terms */
const tensorsOf = (terms) => [...new Set(terms.flatMap((cells) => cells.map(({ tensor }) => tensor)))];

/** The least px from one column to the next. @param {import("../model.js").Model} model @param {string[]} tensors @param {Size} size */
const leastPitch = (model, tensors, size) =>
  Math.max(...tensors.map((tensor) => 12 * model.widest(tensor, size.decimals))) + 12;

/**
 * The room to keep for the card of a cell, with the sum below it, px; least: the width if it may omit columns.
 * @param {import("../model.js").Model} model @param {Cell} cell @param {Size} size
 */
export function cardExtent(model, { tensor, index }, size) {
  const origin = model.origin(tensor, index);
  const { terms } = origin;
  if (!isSum(origin)) return { width: 200, least: 200, height: 46 };
  const depth = Math.max(...terms.map((cells) => cells.length));
  const tensors = tensorsOf(terms);
  const pitch = Math.max(50, leastPitch(model, tensors, size));
  // the sum is as wide as its cell
  const sum = Math.max(...[tensor, ...tensors].map((name) => cellOf(model, name, size).width));
  const [width, least] = [FEW_COLUMNS, LEAST_COLUMNS].map((most) =>
    Math.max(sum, 32 + Math.min(terms.length, most) * pitch),
  );
  return { width, least, height: 34 + depth * (size.height + 14) + 40 + size.height };
}

/**
 * The left edge of a card: as nearly over its cell as the room allows, or in the middle of a room beside the cell.
 * @param {Box} home @param {Box} room @param {number} width
 */
function across(home, room, width) {
  const over = home.x + home.width / 2;
  const middle = over < room.x || over > room.x + room.width ? room.x + room.width / 2 : over;
  return Math.round(Math.min(Math.max(room.x, middle - width / 2), room.x + room.width - width));
}

/**
 * @typedef {object} Column
 * @property {(Cell & { box: Box, font: number })[]} factors @property {number} x of its middle
 * @property {number} term its position in the sum
 */
/** @typedef {{ box: Box, title: Run[], columns: Column[], rows: number[], named: boolean, sum: Box, font: number, bracket: number, products: string[], pitch: number }} Plan
 *   named: the rows have their names at the left */

/** Where everything on a card stands, once its block has been placed. @param {Card} card @param {import("../model.js").Model} model @returns {Plan} */
function planOf({ cell, home, room, size, rows, origin, question }, model) {
  const { terms } = origin;
  const tensors = tensorsOf(terms);
  const depth = Math.max(...terms.map((cells) => cells.length));
  // both side margins together
  const edges = depth === 1 && room.width < 200 ? 16 : 32;
  const least = leastPitch(model, tensors, size) + (depth > 1 ? 0 : SIGN - 6);
  const most = Math.min(MOST_COLUMNS, Math.floor((room.width - edges) / least));
  const shown =
    terms.length > most ? [...terms.slice(0, Math.max(1, most - 2)), terms[terms.length - 1]] : terms;
  const out = shown.length < terms.length ? DOTS : 0;
  const cellWidth = Math.max(36, ...tensors.map((tensor) => cellOf(model, tensor, size).width));
  const title = letterRuns(cell.tensor, indexText(model, cell.tensor, cell.index), "", { size: 15 });
  const words = Math.max(0, ...rows.map(({ runs }) => runsWidth(runs)));
  const side = words && room.width - words - 60 > shown.length * (cellWidth + 12) ? words + 16 : 0;
  // without products, the signs stand between the cells
  const gap = depth > 1 ? 6 : SIGN;
  const pitch = Math.min(
    Math.max(86, cellWidth + gap),
    Math.floor((room.width - edges - side - out) / shown.length),
  );
  const cellW = Math.min(cellWidth, pitch - gap);
  const head = runsWidth(title) + textWidth(question, 13) + 60;
  const width = Math.min(room.width, Math.max(edges + side + shown.length * pitch + out, head));
  const high = size.height + 2;
  const digits = Math.max(17, 0.42 * high);
  const height = 34 + depth * (high + 12) + 40;
  const box = { x: across(home, room, width), y: room.y, width, height };
  const first =
    box.x + edges / 2 + side + (width - edges - side - shown.length * pitch - out) / 2 + pitch / 2;
  const xAt = (/** @type {number} */ k) => first + k * pitch + (k && k === shown.length - 1 ? out : 0);
  const top = (/** @type {number} */ r) => box.y + 32 + r * (high + 12);
  const columns = shown.map((cells, k) => ({
    x: xAt(k),
    factors: cells.map((factor, r) => ({
      ...factor,
      font: Math.min(digits, cellOf(model, factor.tensor, size).font + 2),
      box: { x: xAt(k) - cellW / 2, y: top(r), width: cellW, height: high },
    })),
    term: k < shown.length - 1 ? k : terms.length - 1,
  }));
  const bracket = top(depth) + 20;
  const middle = (columns[0].x + columns[columns.length - 1].x) / 2;
  // a square of a map is too small for the sum
  const whole = {
    width: Math.max(home.width, cellOf(model, cell.tensor, size).width),
    height: Math.max(home.height, size.height),
  };
  const sum = { x: middle - whole.width / 2, y: Math.min(bracket + 16, box.y + height - 6), ...whole };
  return {
    box,
    title,
    columns,
    rows: Array.from({ length: depth }, (_, r) => top(r) + high / 2),
    named: side > 0,
    sum,
    font: size.font,
    bracket,
    products: [],
    pitch,
  };
}

/** The products of a cell as text, as the core computed them. @param {import("../model.js").Model} model @param {string} tensor @param {number[]} index */
export const productsOf = (model, tensor, index) =>
  model.terms?.(tensor, index).terms.map(({ product }) => formatNumber(product, 3, model.powers(tensor))) ??
  [];

/**
 * The plan with its products, which are requested when the card is first drawn.
 * @param {Card} card @param {import("../model.js").Model} model @returns {Plan}
 */
function planFor(card, model) {
  const { tensor, index } = card.cell;
  const plan = planOf(card, model);
  const products = productsOf(model, tensor, index);
  return { ...plan, products: plan.columns.map(({ term }) => products[term] ?? "") };
}

/** @type {import("./draw.js").Draw} */
function drawCard(item, get, model) {
  if (isWritten(item)) return { card: lineMarks(item, model) };
  const plan = lookUp(item, model, () => planFor(item, model));
  const marks = [
    boardMark(item.id, plan.box),
    ...headMarks(item, plan),
    ...factorMarks(item, plan, model, get("travel")),
    ...productMarks(item, plan, get("products")),
    ...bracketMarks(item, plan, get("gather")),
    ...sumMarks(item, plan, model, get("fall"), get("sum")),
  ];
  return { card: marks };
}

/** @param {string} id @param {Box} box @returns {Mark} */
const boardMark = (id, box) =>
  rect(id + "/board", box, { rx: 10, fill: "raised", stroke: "rule", strokeWidth: 1.5, part: "card" });

/** The question, if one is being asked. @param {Card} card @param {{ x: number, y: number, align: string }} at @returns {Mark[]} */
const questionMarks = ({ id, question: text }, at) =>
  text ? [textMark(id + "/question", { ...at, text }, { fill: "muted" })] : [];

/** The title, the question and the names of the rows. @param {Card} card @param {Plan} plan @returns {Mark[]} */
function headMarks(card, { box, title, named, rows: heights }) {
  const { id, rows } = card;
  const x = box.x + 16;
  const right = { x: box.x + box.width - 16, y: box.y + 21, align: "end" };
  return [
    textMark(id + "/title", { x, y: box.y + 22, runs: title, size: 15 }, { fill: "ink" }),
    ...questionMarks(card, right),
    ...rows
      .slice(0, named ? heights.length : 0)
      .map(({ runs }, k) => textMark(`${id}/row${k}`, { x, y: heights[k] + 5, runs })),
  ];
}

/** The factors, on their way from the stage or in their columns. @param {Card} card @param {Plan} plan @param {import("../model.js").Model} model @param {number} travel @returns {Mark[]} */
function factorMarks({ id, source, size, origin }, { columns }, model, travel) {
  if (travel <= 0) return [];
  return columns.flatMap(({ factors, term }, k) =>
    factors.flatMap((factor, r) => {
      const from = source(factor);
      const box = from && travel < 1 ? between(from, factor.box, travel) : factor.box;
      const seen = from ? 1 : travel;
      const value = valueMarks(`${id}/f${k}.${r}`, factor, box, size.decimals, factor.font, seen, model);
      if (travel < 1) return value;
      if (r) return [...value, timesMark(`${id}/times${k}.${r}`, box)];
      const constant = origin.constants?.[term] ?? 1;
      return constant === 1 ? value : [...value, constantMark(`${id}/constant${k}`, constant, box)];
    }),
  );
}

/** The sign above the second of two factors. @param {string} id @param {Box} box */
const timesMark = (id, { x, y, width }) =>
  textMark(id, { x: x + width / 2, y: y - 2, text: "×", align: "middle", weight: 500 }, { fill: "muted" });

/** The constant factor of a term, above its first factor. @param {string} id @param {number} constant @param {Box} box */
function constantMark(id, constant, { x, y, width }) {
  const text = constant === -1 ? "−" : `${formatAlone(constant, 3)} ·`;
  const at = { x: x + width / 2, y: y - 3, text, align: "middle", weight: 600 };
  return textMark(id, at, { fill: "ink", copy: true });
}

/** The colours of a copy of a cell: pale for parameters and gradients. @param {string} tensor */
function styleOf(tensor) {
  const { role, gradient } = tensorStyle(tensor);
  const pale = isParameter(tensor) || Boolean(gradient);
  const tint = pale && role !== "parameter" ? role + "-tint" : role;
  const weight = isWeights(tensor);
  return {
    fill: weight ? "full" : gradient ? "raised" : tint,
    weight,
    paper: pale ? "raised" : "paper",
    ink: pale ? "ink" : inkOn(role),
    stroke: gradient ? "focus" : "outline",
  };
}

/** A copy of a cell. @param {string} id @param {Cell} cell @param {Box} box @param {number} decimals @param {number} font @param {number} opacity @param {import("../model.js").Model} model @returns {Mark[]} */
export function valueMarks(id, { tensor, index }, box, decimals, font, opacity, model) {
  const { fill, weight, paper, ink, stroke } = styleOf(tensor);
  const share = weight ? heat(model.value(tensor, index)) : 1;
  const { text, size } = fitted(model.text(tensor, index, decimals), font, box.width - 3);
  const digits = weight ? inkOver("full", share) : ink;
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 + size * 0.36, size, align: "middle" };
  const part = "card";
  return [
    rect(id + "/paper", box, { fill: paper, opacity, part }),
    rect(id + "/fill", box, { fill, opacity: opacity * share, part }),
    edge(id + "/edge", box, { stroke, opacity, part }),
    {
      ...textMark(id, { ...at, text, weight: 600 }, { opacity, fill: digits, copy: true }),
      cell: cellName(tensor, index),
    },
  ];
}

/** The products, landing one by one, and the signs between them. @param {Card} card @param {Plan} plan @param {number} landed @returns {Mark[]} */
function productMarks({ id }, { columns, bracket, rows, products, pitch }, landed) {
  const multiplied = rows.length > 1;
  const y = bracket - 7;
  // where the factors are large, their products are larger, too
  const most = Math.max(17, Math.min(22, columns[0].factors[0].font));
  const widest = Math.max(1, ...products.map((text) => textWidth(text, most, 600)));
  const font = Math.max(12, Math.min(most, (most * (pitch - 14)) / widest));
  return columns.flatMap(({ x, term }, k) => {
    const seen = Math.min(1, Math.max(0, landed * columns.length - k));
    if (seen <= 0) return [];
    const at = { y: multiplied ? y : rows[0] + 5, align: "middle" };
    const product = { ...at, x, text: products[k], size: font, weight: 600 };
    const text = term === k ? "+" : "…";
    const free = multiplied && term === k ? pitch - (widest * font) / most : Infinity;
    // long products leave no room for a sign between them; the bracket still adds them
    const size = [Math.min(16, font + 2), 12].find((px) => textWidth(text, px) <= free) ?? 0;
    const plus = { ...at, x: (x + columns[k - 1]?.x) / 2, text, size };
    return [
      ...(multiplied ? [textMark(`${id}/p${k}`, product, { opacity: seen, fill: "ink", copy: true })] : []),
      ...(k && size ? [textMark(`${id}/plus${k}`, plus, { opacity: seen, fill: "muted" })] : []),
    ];
  });
}

/** The bracket that gathers the products, and the function or factor applied to their sum. @param {Card} card @param {Plan} plan @param {number} opacity @returns {Mark[]} */
function bracketMarks({ id, origin: { then, by = 1 } }, { columns, bracket, sum }, opacity) {
  if (opacity <= 0) return [];
  const [x1, x2] = [columns[0].x - 20, columns[columns.length - 1].x + 20];
  const middle = (x1 + x2) / 2;
  const d = `M${x1} ${bracket}v6H${x2}v-6M${middle} ${bracket + 6}V${Math.max(bracket + 8, sum.y)}`;
  const text = then === "sqrt" ? "√" : (then ?? (by === 1 ? "" : `· ${inDigits(by, 4)}`));
  const at = { x: middle + sum.width / 2 + 8, y: bracket + 20, text };
  return [
    path(id + "/bracket", d, { fill: "none", stroke: "ink", strokeWidth: 1.75, opacity }),
    ...(text ? [textMark(id + "/through", at, { opacity, fill: "muted", copy: true })] : []),
  ];
}

/** The sum, under the bracket or falling into its cell; a card that stays keeps it, and a copy falls. @param {Card} card @param {Plan} plan @param {import("../model.js").Model} model @param {number} fall @param {number} opacity @returns {Mark[]} */
function sumMarks({ id, cell, home, size, stays }, { sum, font }, model, fall, opacity) {
  if (opacity <= 0) return [];
  const sumAt = (/** @type {string} */ name, /** @type {Box} */ box) =>
    valueMarks(`${id}/${name}`, cell, box, size.decimals, font, opacity, model);
  const falling = between(sum, home, fall);
  if (!stays) return sumAt("sum", falling);
  return [...sumAt("sum", sum), ...(fall > 0 && fall < 1 ? sumAt("falls", falling) : [])];
}

/** Font sizes that an equation may have, px. */
const LINE_FONTS = [15, 13, 12];

/**
 * The equation of an operation that is not a sum, on one line: exact, or else in the digits of the stage, or smaller; null if it
 * does not fit.
 * @param {Card} card @param {import("../model.js").Model} model
 */
function lineOf({ cell, home, room, question, size }, model) {
  const index = indexText(model, cell.tensor, cell.index);
  const short = (/** @type {Cell} */ operand) => model.text(operand.tensor, operand.index, size.decimals);
  for (const [font, write] of both(LINE_FONTS, [exact(model), short])) {
    const { pieces, result, copied } = rightSide(model, cell, write);
    // a copy has no equation
    if (copied) return null;
    const runs = [
      ...letterRuns(cell.tensor, index, "", { size: font }),
      ...pieces.map(({ text, up }) => ({ text, size: up ? 12 : font, dy: up ? -6 : 0 })),
      { text: result, size: font, weight: 700, dy: 0 },
    ];
    const width = Math.max(runsWidth(runs, font), textWidth(question, 13)) + (room.width < 400 ? 20 : 40);
    if (width > room.width) continue;
    return {
      runs,
      font,
      box: { x: across(home, room, width), y: room.y, width, height: question ? 66 : 46 },
    };
  }
  return null;
}

/** @param {Card} card @param {import("../model.js").Model} model @returns {Mark[]} */
function lineMarks(card, model) {
  const line = lineOf(card, model);
  if (!line) return [];
  const { runs, font, box } = line;
  const at = { x: box.x + box.width / 2, align: "middle" };
  const y = box.y + (card.question ? 48 : 29);
  return [
    boardMark(card.id, box),
    textMark(card.id + "/line", { ...at, y, runs, size: font }, { fill: "ink", copy: true }),
    ...questionMarks(card, { ...at, y: box.y + 22 }),
  ];
}
