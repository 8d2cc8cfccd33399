/** A problem of the page's own: its target and its output, with their numbers where these fit. */

import { SIZES, block } from "../../kit/block.js";
import { fit } from "../../kit/fit.js";
import { heatMap } from "../../kit/heat.js";
import { sliceOf, turn } from "../../kit/slice.js";
import { cellsOf } from "../../kit/squares.js";
import { text, textAt } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { textWidth } from "../../text-metrics.js";
import { lossAt, marksOn } from "./task.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/place.js").Box} Box */

/** In px: a line of words, and the widest names before the rows. */
const [LINE, NAMES] = [20, 64];
/** Sizes of numbers, largest first. */
const FITTING = [SIZES.huge, SIZES.large, SIZES.phone, SIZES.small, SIZES.least];

/** Returns the target, in the place of a task's tokens. @param {Model} model @param {import("./room.js").Areas} areas */
export function targetOf(model, { beside }) {
  const { title, names, matrix } = matrixIn(model, "target", beside);
  return { tokens: [title, ...names], mark: null, lines: null, targets: [matrix] };
}

/**
 * Returns the output, with the right class of each row marked, and the loss, where the controls will stand later.
 * @param {Model} model @param {import("./room.js").Areas} areas
 */
export function outputOf(model, { controls, kind }) {
  const wide = kind === "wide";
  const room = wide
    ? { ...controls, height: controls.height / 2 }
    : { ...controls, width: controls.width - 130 };
  const { title, names, matrix } = matrixIn(model, "output", room);
  const [left, line] = wide
    ? [controls.x, matrix.y + matrix.height + 26]
    : [matrix.x + matrix.width + 24, matrix.y + matrix.height / 2];
  return {
    title: [title, ...names],
    ...{ logits: matrix, marks: marksOn(model, matrix), loss: lossAt(model, left, line, wide) },
  };
}

/**
 * Returns a matrix with its title and the names of its rows; target classes are one row, with a class for each token.
 * @param {Model} model @param {"target" | "output"} tensor @param {Box} box
 */
function matrixIn(model, tensor, { x, y, width, height }) {
  const isRow = tensor === "target" && model.problem.loss === "cross_entropy";
  const slice = isRow ? turn(sliceOf(model, tensor)) : sliceOf(model, tensor);
  const { rows, columns } = slice;
  const named = upTo(model.q_len).map((i) => model.short("query", i));
  const widest = Math.max(...named.map((name) => textWidth(name, 12))) + 8;
  const [left, top] = [isRow ? 0 : Math.min(NAMES, width / 4, widest), isRow ? 2 * LINE : LINE];
  const room = { width: width - left, height: height - top };
  const { matrix } = fit(room, [...FITTING, null], (size) => {
    const matrix = size ? block(model, { id: tensor, tensor, cells: cellsOf(slice), size }) : squares();
    return { matrix, takes: matrix };
  });
  matrix.put(x + left + matrix.width / 2, y + top + matrix.height / 2);
  const look = /** @type {const} */ ({ size: 12, fill: "muted", align: "start" });
  const said = model.words.stories.training.shown[tensor];
  const title = textAt(`${tensor}.title`, x, y + LINE / 2, { ...look, text: said });
  const names = named.map((called, i) => {
    const { cellWidth, cellHeight } = matrix;
    const most = isRow ? cellWidth - 3 : left - 6;
    const name = text(`${tensor}.name${i}`, { text: called, size: 12, fill: "word", most });
    if (isRow) name.put(matrix.x + (i + 0.5) * cellWidth, matrix.y - LINE / 2);
    else name.put(x + name.width / 2, matrix.y + (i + 0.5) * cellHeight);
    return name;
  });
  return { title, names, matrix };

  /** Returns the matrix as colours alone. */
  function squares() {
    const side = Math.floor(Math.min(room.width / columns, room.height / rows, 20));
    return heatMap(slice, { id: tensor, cell: { width: side, height: side } });
  }
}
