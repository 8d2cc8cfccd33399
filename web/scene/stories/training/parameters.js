/** The four matrices that are learned, as colours from moment to moment; and the gradient of each at the first step. */

import { film } from "../../kit/film.js";
import { heatMap } from "../../kit/heat.js";
import { letterRuns, text } from "../../kit/text.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/place.js").Box} Box */

const NAMES = ["w_q", "w_k", "w_v", "w_o"];
/** px of a letter over a matrix, and between matrices. */
const [LETTER, GAP] = [18, 14];

/** Places for the matrices, so many side by side. @param {Box} box @param {number} across @returns {Box[]} */
function places({ x, y, width, height }, across) {
  const down = Math.ceil(NAMES.length / across);
  const wide = (width - (across - 1) * GAP) / across;
  const high = (height - (down - 1) * 6) / down;
  return upTo(NAMES.length).map((k) => ({
    x: x + (k % across) * (wide + GAP),
    y: y + Math.floor(k / across) * (high + 6) + LETTER,
    width: wide,
    height: high - LETTER,
  }));
}

/** The largest squares that fit. @param {number[]} shape @param {Box} place */
function cellIn([rows, columns], { width, height }) {
  const side = Math.min(width / columns, height / rows);
  return { width: side, height: side };
}

/** A matrix with its letter over it. @template {import("../../kit/place.js").Placeable & { width: number, height: number }} T @param {T} matrix @param {string} tensor @param {Box} place */
function lettered(matrix, tensor, { x, y }) {
  matrix.put(x + matrix.width / 2, y + matrix.height / 2);
  const letter = text(`${tensor}.letter`, {
    runs: letterRuns(tensor, "", "", { matrix: true, size: 12 }),
    align: "start",
    fill: "word",
  });
  letter.put(x, y - LETTER / 2);
  return [matrix, letter];
}

/** @param {Model} model @param {import("./record.js").TrainingRecord} record @param {import("./room.js").Areas} areas */
export function parametersOf(model, record, { parameters }) {
  const w = model.words.stories.training.shown;
  const all = places(parameters, parameters.across);
  return NAMES.flatMap((tensor, k) => {
    const { shape } = record.moments[0].parameters[tensor];
    const grid = {
      ...{ tensor, index: [/** @type {const} */ ("r"), /** @type {const} */ ("c")] },
      ...{ rows: shape[0], columns: shape[1] },
    };
    const label = w.parameter({ name: tensor });
    const cell = cellIn(shape, all[k]);
    const matrix = film(tensor, {
      ...{ grid, cell, label, steps: record.steps, values: record.parameter(tensor) },
    });
    return lettered(matrix, tensor, all[k]);
  });
}

/** Beside the map, over the parameters where these are side by side. @param {Model} model @param {import("./room.js").Areas} areas */
export function gradientsOf(model, { beside, parameters }) {
  const high = Math.min(beside.height, parameters.across === 4 ? parameters.height : beside.height);
  const place = { ...beside, y: beside.y + beside.height - high, height: high };
  const all = places(place, 4);
  return NAMES.flatMap((own, k) => {
    const tensor = `grad_${own}`;
    const [rows, columns] = model.tensor(tensor)?.shape ?? [1, 1];
    const slice = { tensor, index: [/** @type {const} */ ("r"), /** @type {const} */ ("c")], rows, columns };
    const label = model.words.stories.training.shown.gradient({ name: own });
    return lettered(
      heatMap(slice, { id: tensor, cell: cellIn([rows, columns], all[k]), label }),
      tensor,
      all[k],
    );
  });
}
