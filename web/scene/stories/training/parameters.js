/** The learned matrices as colours, from moment to moment; and the gradient of each at the first step. */

import { film } from "../../kit/film.js";
import { gradientOf } from "../../kit/gradient-pair.js";
import { heatMap } from "../../kit/heat.js";
import { sliceOf } from "../../kit/slice.js";
import { letterRuns, textAt } from "../../kit/text.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {import("../../kit/slice.js").Slice} Slice */

/**
 * Returns the names of at most four parameters; those of an additive score's network come first.
 * @param {{ moments: Pick<import("./record.js").Moment, "parameters">[] }} record
 */
const namesOf = ({ moments: [{ parameters }] }) => NAMES.filter((name) => name in parameters).slice(0, 4);
const NAMES = "w_1 w_2 w_score w_q w_k w_v w_o b_q b_k b_v b_o".split(" ");
/** In px: the height of a letter above a matrix, its width, and the gap between matrices. */
const [LETTER, NARROW, GAP] = [18, 26, 14];

/**
 * Returns places for the matrices, and the largest squares with which all of them fit.
 * @param {Box} box @param {Slice[]} slices @param {number} [most] px of a square
 */
function places(box, slices, most) {
  const [a, b] = [4, 2].map((across) => placesOf(box, across, slices, most));
  // letters side by side need room as well
  return a.cell.width >= b.cell.width && box.width >= 6 * NARROW ? a : b;
}

/**
 * Returns places with `across` matrices side by side.
 * @param {Box} box @param {number} across @param {Slice[]} slices @param {number} [most]
 */
function placesOf({ x, y, width, height }, across, slices, most = Infinity) {
  const rows = upTo(Math.ceil(slices.length / across)).map((r) => slices.slice(r * across, (r + 1) * across));
  const high = (height - (rows.length - 1) * 6) / rows.length;
  const side = Math.min(
    most,
    ...rows.map((row) => {
      const [all, last] = [row.reduce((sum, { columns }) => sum + columns, 0), row[row.length - 1].columns];
      const room = width - (row.length - 1) * GAP;
      // the last may be narrower than its letter
      return Math.min(room / all, (room - NARROW) / (all - last));
    }),
    ...slices.map((slice) => (high - LETTER) / slice.rows),
  );
  const all = rows.flatMap((row, r) => {
    let left = x;
    return row.map(({ columns }) => {
      const at = { x: left, y: y + r * (high + 6) + LETTER };
      left += Math.max(columns * side, NARROW) + GAP;
      return at;
    });
  });
  return { all, cell: { width: side, height: side } };
}

/**
 * Places a matrix, and returns it with its letter above.
 * @template {import("../../kit/place.js").Placeable & { width: number, height: number }} T @param {T} matrix
 * @param {string} tensor @param {{ x: number, y: number }} place
 */
function lettered(matrix, tensor, { x, y }) {
  matrix.put(x + matrix.width / 2, y + matrix.height / 2);
  const runs = letterRuns(tensor, "", "", { matrix: true, size: 12 });
  return [matrix, textAt(`${tensor}.letter`, x, y - LETTER / 2 - 2, { runs, align: "start", fill: "word" })];
}

/**
 * Returns matrices as they were at the moments of a record, each with its letter.
 * @param {Model} model @param {{ steps: number[], moments: Pick<import("./record.js").Moment, "parameters">[], parameter: (name: string) => Float32Array[] }} record @param {{ parameters: Box }} areas
 * @param {{ names?: string[], most?: number, label?: (name: string) => string, prefix?: string }} [how] most: px of a square; label: for screen
 *   readers; prefix: of the tensors of the last moment, if the model has them
 */
export function parametersOf(
  model,
  record,
  { parameters },
  { names = namesOf(record), most = Infinity, label, prefix = "after." } = {},
) {
  const slices = names.map((tensor) => sliceOf(model, tensor));
  const { all, cell } = places(parameters, slices, most);
  return names.flatMap((tensor, k) => {
    const matrix = film(tensor, {
      ...{ grid: slices[k], cell, steps: record.steps, values: record.parameter(tensor) },
      label: label?.(tensor) ?? model.words.stories.training.shown.parameter({ name: tensor }),
      last: prefix && model.tensor(prefix + tensor) ? prefix + tensor : undefined,
    });
    return lettered(matrix, tensor, all[k]);
  });
}

/**
 * Returns the gradients, at the bottom of the area beside the map, and no higher than parameters that lie below it.
 * @param {Model} model @param {import("./record.js").TrainingRecord} record @param {import("./room.js").Areas} areas
 */
export function gradientsOf(model, record, { beside, parameters }) {
  const high = Math.min(beside.height, parameters.y > beside.y ? parameters.height : beside.height);
  const place = { ...beside, y: beside.y + beside.height - high, height: high };
  const names = namesOf(record);
  const slices = names.map((name) => sliceOf(model, gradientOf(name)));
  const { all, cell } = places(place, slices);
  return names.flatMap((name, k) => {
    const { tensor } = slices[k];
    const label = model.words.stories.training.shown.gradient({ name });
    return lettered(heatMap(slices[k], { id: tensor, cell, label }), tensor, all[k]);
  });
}
