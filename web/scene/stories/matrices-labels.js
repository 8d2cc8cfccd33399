/** Words around the matrices of a board: labels, names at rows and columns, the lane of a function. */

import { textWidth } from "../advance.js";
import { runsWidth } from "../parts.js";
import { columnHeads, headed, rowHeads } from "./matrices-heads.js";
import { matrixRuns } from "./matrices-names.js";
import { HEADS } from "./matrices-place.js";

/** @typedef {import("./matrices-grid.js").Grid} Grid */
/** @typedef {import("./matrices-place.js").Placed} Placed */

/**
 * Labels, heads and the lane of a board whose matrices have their places.
 * @param {import("./matrices-plan.js").Board} board @param {Placed["parts"]} parts @param {any} how @param {boolean} stacked @returns {Placed}
 */
export function finish(board, parts, how, stacked) {
  const { beside, phone, model, lane, gap } = how;
  // an arrow from above stops over the names of the product's columns
  const named = !stacked && !parts.top && headed(model, board.result, how);
  const size = phone ? 12 : 13;
  const words = [];
  for (const [name, at] of Object.entries(parts)) {
    const { matrix } = at.grid;
    if (name === "plus") words.push(plusLabel(at, size));
    else if (name !== "result" || stacked)
      words.push(...labelOver(at, size, headed(model, matrix, how) ? HEADS : 0, room(name, at, parts, gap)));
    else words.push(...(beside ? labelBeside(at, size) : labelUnder(at, size, how.width - 4)));
    if (name !== "plus" && name !== "aside") words.push(...headWords(model, name, at, parts, how, stacked));
  }
  const pill = board.pill && !(board.top && board.pill !== "plus") ? laneOf(board, parts, lane, how) : null;
  return { board, parts, words, pill, stacked, headed: named };
}

/** @param {import("./matrices-plan.js").Board} board @param {Placed["parts"]} parts @param {number} y @param {any} how */
function laneOf(board, { result, top }, y, { model, phone, width: stage, pad }) {
  if (top) return null;
  const text = model.words.stories.matrices.pills[/** @type {string} */ (board.pill)](model);
  const size = phone ? 12 : 13;
  const width = Math.max(result.grid.width, textWidth(text, size, 600) + 20);
  // wider than its matrix, it reaches to the left, where there is room
  const over = Math.min(0, result.grid.width - width);
  const x = Math.max(pad, Math.min(stage - pad - width, result.x + (phone ? over : over / 2)));
  return { x, y, width, height: 30, text, size };
}

/** How long a label may be before it meets its neighbour's. @param {string} name @param {any} at @param {Placed["parts"]} parts @param {number} gap */
function room(name, at, parts, gap) {
  if (name === "left" && parts.aside) return parts.aside.x - at.x - 6;
  return name === "aside" ? at.grid.width + gap - 8 : Math.max(at.grid.width, 84);
}

/** @param {{ grid: Grid, x: number, y: number }} at @param {number} size @param {number} raised by the column heads @param {number} most */
function labelOver({ grid, x, y }, size, raised, most) {
  const { letter, word, rows, cols } = grid.matrix;
  const top = y - 11 - raised;
  let runs = matrixRuns(grid.matrix, size, word);
  if (runsWidth(runs, size) > most) runs = matrixRuns(grid.matrix, size);
  const shape = `${rows}×${cols}`;
  const fits = runsWidth(runs, size) + textWidth(shape, 11) + 10 <= grid.width;
  const shapeWord = { x: x + grid.width, y: top, size: 11, text: shape, anchor: "end", muted: true };
  const label = letter ? [{ x, y: top, size, runs }] : [{ x, y: top, size, text: word }];
  return fits ? [...label, shapeWord] : label;
}

/** @param {{ grid: Grid, x: number, y: number }} at @param {number} size */
function labelBeside({ grid, x, y }, size) {
  const { word, rows, cols } = grid.matrix;
  const left = x + grid.width + 12;
  return [
    { x: left, y: y + 16, size, runs: matrixRuns(grid.matrix, size, word) },
    { x: left, y: y + 34, size: 11, text: `${rows}×${cols}`, muted: true },
  ];
}

/** @param {{ grid: Grid, x: number, y: number }} at @param {number} size @param {number} edge of the stage */
function labelUnder({ grid, x, y }, size, edge) {
  const { word, rows, cols } = grid.matrix;
  const runs = matrixRuns(grid.matrix, size, word);
  const shape = `${rows}×${cols}`;
  const under = y + grid.height + 18;
  // a word longer than its matrix reaches back to the left at the edge of the stage
  const over = Math.max(0, x + runsWidth(runs, size) - edge);
  const label = { x: x - over, y: under, size, runs };
  if (runsWidth(runs, size) + textWidth(shape, 11) + 10 > grid.width) return [label];
  return [label, { x: x + grid.width, y: under, size: 11, text: shape, anchor: "end", muted: true }];
}

/** @param {{ grid: Grid, x: number, y: number }} at @param {number} size */
function plusLabel({ grid, x, y }, size) {
  const runs = [{ text: "+ ", size }, ...matrixRuns(grid.matrix, size)];
  const middle = y + grid.outlines[0].height / 2 + 4;
  // left of the row where there is room, else right of it
  if (x - 8 - runsWidth(runs, size) < 4) return { x: x + grid.width + 8, y: middle, size, runs };
  return { x: x - 8, y: middle, size, runs, anchor: "end" };
}

/** Names of tokens at rows and columns. @param {any} model @param {string} name @param {{ grid: Grid, x: number, y: number }} at @param {Placed["parts"]} parts @param {any} how @param {boolean} stacked */
function headWords(model, name, { grid, x, y }, parts, how, stacked) {
  const { matrix, rects, outlines } = grid;
  const words = [];
  // on a phone the names of the upper factor would meet the label of the left one
  const taken = !stacked && (name === "result" || (name === "top" && how.phone));
  const rows = taken ? [] : rowHeads(model, matrix, how);
  for (const [r, text] of rows.entries()) {
    const box = rects[r * matrix.cols];
    words.push({ ...text, x: x - 7, y: y + box.y + box.height / 2 + 4, anchor: "end", muted: true });
  }
  const over = parts.top && name === "result" && !stacked ? [] : columnHeads(model, matrix, how);
  if (outlines.length > 1) return words;
  for (const [c, text] of over.entries()) {
    const box = rects[c];
    words.push({ ...text, x: x + box.x + box.width / 2, y: y - 6, anchor: "middle", muted: true });
  }
  return words;
}
