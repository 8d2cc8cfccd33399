/** How wide things are in the upright arrangement, and where its columns and rows lie. */

import { textWidth } from "./advance.js";
import { indicesOf, metrics } from "./layout.js";
import { labelRuns, runsWidth } from "./parts.js";

/** @typedef {import("./model.js").Model} Model */

/** Where a row of outputs of its own begins: right of the word that names it. */
const OUTPUTS_FROM = 112;

/** Cells and strips before they have a place. @param {Model} model @param {number} perRow */
export function measure(model, perRow) {
  /** @type {Record<string, ReturnType<typeof metrics>>} */
  const cell = {};
  for (const name of ["x", "query", "key", "value", "weighted_values", model.result])
    cell[name] = metrics(model, name, false);
  if (!model.self && model.projected) cell.x_kv = metrics(model, "x_kv", false);
  for (const name of model.stages) cell[name] = metrics(model, name, false, name === "weights" ? 54 : 52);
  const count = { x: model.d_model, query: model.d_q, key: model.d_k, value: model.d_v };
  /** @param {string} name @param {number} n */
  const box = (name, n) => ({
    width: Math.min(n, perRow) * cell[name].cellWidth,
    height: Math.ceil(n / perRow) * 36,
  });
  const source = model.self ? "x" : "x_kv";
  const d_source = model.tensor(source)?.shape.at(-1) ?? 0;
  const strips = {
    asker: box("x", count.x || 1),
    x: box(cell[source] ? source : "x", d_source || 1),
    query: box("query", count.query),
    key: box("key", count.key),
    value: box("value", count.value),
    weighted: box("weighted_values", model.d_v),
    output: box(model.result, model.d_v),
  };
  const scalar = Math.max(...model.stages.map((name) => cell[name].cellWidth));
  return { cell, strips, scalar, perRow, source, d_source };
}

/** @typedef {ReturnType<typeof measure>} Sizes */

/** Room that the end of a lane needs right of the last value. @param {Model} model */
export const laneNote = (model) =>
  model.open ? 26 + textWidth("max", 11) + metrics(model, "row_sum", false).cellWidth + 8 : 72;

/**
 * Centres of the columns: as wide apart as is nice, closer where it must be, null where that is not enough.
 * @param {Model} model @param {Sizes} sizes @param {number} width
 */
export function placeColumns(model, { strips, scalar }, width) {
  const { words: w } = model;
  const half = (/** @type {string} */ name) => strips[/** @type {keyof typeof strips} */ (name)].width / 2;
  const besides = model.stages.slice(0, -1).map((name) => labelRuns("s′", "11", w.roles[name]));
  const scoreLabel = 10 + Math.max(...besides.map((runs) => runsWidth(runs, 13)));
  const wordsRight = 32 + Math.max(...Object.values(w.ops).map((word) => textWidth(word, 13, 650)), 72);
  const keyHalf = Math.max(half("key"), 8 + 18);
  const valueHalf = Math.max(half("value"), 8 + textWidth(w.roles.value, 13));
  const right = Math.max(half("weighted"), valueHalf, laneNote(model));
  const rows = Math.max(half("weighted") + scalar / 2, valueHalf + keyHalf);
  const own = Math.max(strips.x.width, strips.output.width);
  /** @param {number} gap 0 = tight, 1 = nice */
  const fit = (gap) => {
    const lanes = Math.max(
      keyHalf + half("value") + 20 + 28 * gap,
      half("weighted") + scalar / 2 + 32 + 16 * gap,
      scalar / 2 + scoreLabel + 12,
    );
    const pitch = Math.max(lanes + rows + 16 + 30 * gap, own + 28, lanes + scalar / 2 + 50);
    const asks = 32 + strips.query.width / 2 + 20;
    const first = Math.max(
      32 + strips.query.width + 54 + 44 * gap + scalar / 2 + lanes / 2,
      wordsRight + 28 + scalar / 2 + lanes / 2,
      asks + keyHalf + lanes / 2,
      asks + strips.x.width / 2,
      model.self || !model.projected ? 0 : 32 + strips.asker.width + 28 + strips.x.width / 2,
    );
    const last = Math.max(lanes / 2 + right + 12 + 19 * gap, own / 2 + 8);
    return { lanes, pitch, first, needed: first + pitch * (model.kv_len - 1) + last };
  };
  const [tight, nice] = [fit(0), fit(1)];
  if (tight.needed > width) return null;
  if (model.q_len > model.kv_len && (width - OUTPUTS_FROM) / model.q_len < strips.output.width + 16)
    return null;
  const gap = Math.min(1, (width - tight.needed) / Math.max(1, nice.needed - tight.needed));
  const chosen = gap === 1 ? nice : shrink(fit, width);
  const spare = Math.max(0, width - chosen.needed);
  const wider = model.kv_len > 1 ? Math.min(spare / model.kv_len, 48) : 0;
  const shift = Math.max(0, spare - wider * (model.kv_len - 1)) / 2;
  const centres = indicesOf(model.kv_len, (j) => [chosen.first + shift + j * (chosen.pitch + wider)]).map(
    ([x]) => Math.round(x),
  );
  return { lanes: Math.round(chosen.lanes / 2) * 2, centres, pitch: chosen.pitch + wider };
}

/** The widest gap that fits. @param {(gap: number) => any} fit @param {number} width */
function shrink(fit, width) {
  let low = 0;
  let high = 1;
  for (let i = 0; i < 12; i++) {
    const middle = (low + high) / 2;
    if (fit(middle).needed <= width) low = middle;
    else high = middle;
  }
  return fit(low);
}

/** Heights of the rows, from the outputs down to the inputs. @param {Model} model @param {Sizes} sizes */
export function placeRows(model, { strips }) {
  const output = 32 + strips.output.height / 2;
  const panelTop = 32 + strips.output.height + 28;
  const weight = panelTop + 70 + strips.weighted.height / 2;
  /** @type {Record<string, number>} */
  const stage = { weights: weight };
  /** @type {{ id: string, y: number }[]} */
  const lanes = [];
  let y = weight + strips.weighted.height / 2 + 38;
  for (const name of [...model.stages].reverse().slice(1)) {
    const lane = laneUnder(model, name);
    if (lane) {
      lanes.push({ id: lane, y });
      y += 44;
    }
    stage[name] = y;
    y += 54;
  }
  const pill = model.scaled ? 0 : stage.scores;
  const beside = (strips.query.height - 36) / 2;
  const score = stage.scores + (pill ? 66 : 18) + beside;
  if (pill) stage.pill = pill;
  stage.scores = score;
  const bus = score + 52;
  const tall = Math.max(strips.key.height, strips.value.height);
  const key = bus + 54 + tall / 2;
  const fork = key + tall / 2 + 32;
  const panelBottom = model.projected ? fork + 22 : key + tall / 2 + 28;
  const below = Math.max(strips.x.height, model.self ? 0 : strips.asker.height);
  const input = panelBottom + 36 + below / 2;
  const height = model.projected ? input + below / 2 + 22 : panelBottom + 2;
  return { output, panelTop, weight, stage, lanes, score, bus, key, fork, panelBottom, input, height };
}

/** @typedef {ReturnType<typeof placeRows>} Rows */

/** Which lane reads the row just above this stage. @param {Model} model @param {string} name */
function laneUnder(model, name) {
  if (model.open)
    return name === "shifted_exp"
      ? "sum"
      : name === model.stages[model.stages.indexOf("shifted_scores") - 1]
        ? "max"
        : "";
  return name === model.stages.at(-2) ? "softmax" : "";
}

/** Outputs stand over the inputs they belong to; if there are more of them than inputs, evenly. @param {Model} model @param {number[]} centres @param {number} width @param {number} i */
export function outputCentre(model, centres, width, i) {
  return model.q_len <= centres.length
    ? centres[i]
    : Math.round(OUTPUTS_FROM + ((width - OUTPUTS_FROM) / model.q_len) * (i + 0.5));
}
