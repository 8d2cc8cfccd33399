/**
 * The layout of a step of the generic story: the operands of a tensor, a close-up of one of its cells, and the tensor, at the
 * largest size that fits.
 */

import { SIZES, cellOf, labelWidth } from "../../kit/block.js";
import { card, cardSize } from "../../kit/card.js";
import { both, fit } from "../../kit/fit.js";
import { heatMap } from "../../kit/heat.js";
import { column, corner, heightOf, row, widthOf } from "../../kit/place.js";
import { MOST_SQUARES, boxIn, sliceBlock, sliceOf } from "../../kit/slice.js";
import { cellsOf } from "../../kit/squares.js";
import { letterRuns, text } from "../../kit/text.js";
import { MOST_ANIMATED } from "../../model.js";
import { nameParts, tensorStyle } from "../../../core/graph/tensors.js";
import { fill, stageName, tensorName } from "../../../words/sentence.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../model.js").GraphNode} GraphNode */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {ReturnType<typeof sliceOf>} Slice */
/** @typedef {typeof LEVELS[number]} Level */

/** Operations that only move numbers: they have no arithmetic to show. */
export const MOVED = /^(given|copy|zero|split|join)$/;

/** Sizes of cells and of squares, in px, and the most numbers of a row or column; the largest first. */
const LEVELS = [
  ...[SIZES.huge, SIZES.large].map((size) => ({ size, side: 20, most: MOST_ANIMATED })),
  ...[13, 9].map((side) => ({ size: SIZES.large, side, most: MOST_ANIMATED })),
  { size: SIZES.column, side: 7, most: MOST_ANIMATED },
  { size: SIZES.phone, side: 5, most: MOST_ANIMATED },
  { size: SIZES.small, side: 4, most: MOST_ANIMATED },
  ...[3, 2].map((side) => ({ size: SIZES.least, side, most: MOST_ANIMATED })),
  ...[12, 6, 2, 1.25].map((side) => ({ size: SIZES.least, side, most: 1 })),
];

/**
 * Whether a slice is drawn with its numbers; one more row is allowed, as eight steps have nine states.
 * @param {Slice} slice @param {number} most
 */
const hasNumbers = ({ rows, columns }, most) => Math.max(rows - 1, columns) <= most;

/** Whether a tensor has no numbers. @param {GraphNode} node */
export const isEmpty = ({ shape }) => shape.includes(0);

/**
 * The plan of one step: its blocks at the largest size that fits, with the close-up below or beside them, or without one.
 * @param {Model} model @param {GraphNode} node @param {Room} room
 */
export function planOf(model, node, room) {
  if (isEmpty(node)) return emptyPlan(model, node);
  const view = sliceOf(model, node.tensor);
  const cell = exampleCell(model, node, view);
  const views = operandsOf(model, node, cell)
    .filter((operand) => !isEmpty(operand))
    .map((operand) => sliceOf(model, operand.tensor));
  const arithmetic = !MOVED.test(node.op) && model.origin(node.tensor, cell).terms.length > 0;
  /** @type {("below" | "beside" | "without")[]} */
  const places = arithmetic ? ["below", "beside", "without"] : ["without"];
  const variants = both(places, LEVELS.slice(room.width > 1300 ? 0 : 1));
  const made = fit(room, variants, ([place, level]) =>
    place !== "without" && level.most === 1
      ? null
      : arrange(model, { node, view, views, cell }, room, level, place),
  );
  return /** @type {NonNullable<typeof made>} */ (made);
}
/** @typedef {ReturnType<typeof planOf>} Plan */

/** The plan of an empty tensor. @param {Model} model @param {GraphNode} node */
function emptyPlan(model, node) {
  const said = model.words.stories.generic.nothing(node.shape.join(" × "));
  const line = text(`empty@${node.tensor}`, { text: said, fill: "muted", size: 15 });
  const put = (/** @type {Room} */ { width }, /** @type {number} */ height) =>
    line.put(width / 2, height / 2);
  const what = { node, view: sliceOf(model, node.tensor), cell: /** @type {number[]} */ ([]) };
  return { ...what, operands: [], sign: line, result: null, closeUp: null, below: 0, height: 120, put };
}

/**
 * The nodes of the tensors that a tensor is made from, each once; for a recurrence also those that come later.
 * @param {Model} model @param {GraphNode} node @param {number[]} cell
 */
export function operandsOf(model, { tensor, of, axes }, cell) {
  const later = axes.includes("step") ? model.origin(tensor, cell).terms.flat() : [];
  const names = new Set([...later.map((cell) => cell.tensor), ...of]);
  names.delete(tensor);
  return [...names].flatMap((name) => model.graph.filter((n) => n.tensor === name && model.tensor(name)));
}

/**
 * The first visible cell that is made as the others are, from numbers that are not 0.
 * @param {Model} model @param {GraphNode} node @param {Slice} view
 */
function exampleCell(model, { tensor, op }, view) {
  const cells = cellsOf({ ...view, rows: Math.min(view.rows, 9), columns: Math.min(view.columns, 9) }).flat();
  const isUsual = (/** @type {import("../../model.js").Origin} */ origin) =>
    origin.allowed !== false && ((origin.op === op && origin.terms.length > 0) || MOVED.test(op));
  const found = (/** @type {number[]} */ dull) =>
    cells.find((index) => {
      if (dull.includes(model.value(tensor, index))) return false;
      const origin = model.origin(tensor, index);
      const [first = []] = origin.terms;
      return isUsual(origin) && first.every((factor) => model.value(factor.tensor, factor.index) !== 0);
    });
  return (
    found([0, 1]) ?? found([0]) ?? cells.find((index) => isUsual(model.origin(tensor, index))) ?? cells[0]
  );
}

/**
 * The plan at one size; null if its close-up cannot be drawn.
 * @param {Model} model @param {{ node: GraphNode, view: Slice, views: Slice[], cell: number[] }} what @param {Room} room
 * @param {Level} level @param {"below" | "beside" | "without"} place of the close-up
 */
function arrange(model, { node, view, views, cell }, room, level, place) {
  const { tensor } = node;
  const most = room.width < 500 ? 70 : 130;
  const [result, ...operands] = [view, ...views].map((slice) => picture(model, slice, tensor, level, most));
  const beside = place === "beside";
  const wide = beside ? Math.round(room.width / 2) : room.width;
  const cardRoom = { x: 0, y: 0, width: wide, height: room.height };
  const home = { x: 0, y: 0, width: result.cellWidth, height: result.cellHeight };
  // if everything else is squares, the card has room for digits
  const near = views.some((slice) => hasNumbers(slice, level.most)) ? level.size : SIZES.column;
  const source = (/** @type {import("../../model.js").Cell} */ operand) => boxIn(operands, operand);
  const what = { id: `card.${tensor}`, cell: { tensor, index: cell }, home, room: cardRoom, source };
  const cardDigits = { ...near, decimals: Math.max(2, near.decimals) };
  const closeUp = place === "without" ? null : card(model, { ...what, size: cardDigits });
  const board = closeUp && cardSize(closeUp, model);
  if (closeUp && !board) return null;
  const aside = beside && board ? board : { width: -20, height: 0 };
  const below = board && !beside ? board.height + 14 : 0;
  const free = room.width - aside.width - 28;
  const arrow = operands.length ? "→" : "";
  const sign = text(`sign@${tensor}`, { text: arrow, size: 20, weight: 600, fill: "muted" });
  const lines = folded([...operands.map((operand) => [operand]), [sign, result]], free);
  const stack = column(lines, { gap: 10 });
  const high = heightOf(stack);
  const takes = {
    width: widthOf(stack) + aside.width + 28,
    height: Math.max(high, aside.height) + below + 8,
  };
  const put = (/** @type {Room} */ whole, /** @type {number} */ tall, /** @type {number} */ band) => {
    // at the same height in all steps, unless it is too tall for that
    const top = Math.max(4, ((high + 8 > band ? tall - below : band) - high) / 2);
    corner(stack, 4 + (free - widthOf(stack)) / 2, top);
    if (!closeUp || !board) return;
    Object.assign(home, boxIn([result], closeUp.cell));
    const under = Math.max(band, top + high + 6) + 8;
    cardRoom.y = Math.round(beside ? (tall - board.height) / 2 : Math.min(under, tall - board.height));
    if (beside) Object.assign(cardRoom, { x: whole.width - board.width, width: board.width });
  };
  const height = Math.max(high + below, board?.height ?? 0);
  return { node, view, cell, operands, sign, result, closeUp, below, height, put, takes };
}

/**
 * Puts units side by side, on as many lines as the width requires; the items of a unit stay together.
 * @param {any[][]} units @param {number} width
 */
function folded(units, width) {
  /** @type {any[][]} */
  const lines = [[]];
  for (const unit of units) {
    const line = lines[lines.length - 1];
    if (line.length && widthOf(row([...line, ...unit], { gap: 14 })) > width) lines.push([...unit]);
    else line.push(...unit);
  }
  return lines.map((line) => row(line, { gap: 14 }));
}

/**
 * The picture of a slice, as numbers or squares of colour, labelled with its letter and, if there is room, its word.
 * @param {Model} model @param {Slice} slice @param {string} step the tensor that the step is about
 * @param {Level} level @param {number} wide px that its label may take, even if the slice is narrower
 */
function picture(model, slice, step, { size, side, most }, wide) {
  const { tensor, rows, columns } = slice;
  const numbers = hasNumbers(slice, most);
  const width = numbers
    ? columns * cellOf(model, tensor, size).width
    : Math.min(columns, MOST_SQUARES) * side;
  const [stage, name] = nameParts(tensor);
  const shown = model.words.scene.shown(name);
  const word =
    stage === nameParts(step)[0]
      ? shown
      : fill(model.words.tensors.inStage, { stage: stageName(model.words, stage), tensor: shown });
  const matrix = rows > 1 && columns > 1 && /^∂?[a-z][′″]?$/.test(tensorStyle(tensor).letter);
  const [full, bare] = [word, ""].map((said) => ({
    runs: letterRuns(tensor, "", said, { matrix }),
    side: /** @type {const} */ ("above"),
  }));
  const label = labelWidth(full) > Math.max(width, wide) ? bare : full;
  const margin = { up: 22, right: Math.max(0, labelWidth(label) - width) };
  const how = { id: `${tensor}@${step}`, labels: [label], margin };
  if (numbers) return sliceBlock(model, slice, { ...how, size });
  const cell = { width: side, height: side };
  return heatMap(slice, { ...how, cell, label: tensorName(model.words, tensor) });
}
