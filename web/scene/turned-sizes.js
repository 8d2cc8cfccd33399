/** How wide things are in the turned arrangement, and how vectors and the chain of scores wrap. */

import { metrics } from "./layout.js";
import { labelRuns, runsWidth } from "./parts.js";

/** @typedef {import("./model.js").Model} Model */

const WRAPS = [8, 4, 3, 2, 1];
/** Width of the pill that says a scale is off. */
export const PILL = 52;

/** @param {Model} model @param {number} width */
export function measure(model, width) {
  const compact = width < 600;
  /** @type {Record<string, ReturnType<typeof metrics>>} */
  const cell = {};
  for (const name of ["x", "query", "key", "value", "weighted_values", model.result])
    cell[name] = metrics(model, name, compact);
  if (!model.self && model.projected) cell.x_kv = metrics(model, "x_kv", compact);
  for (const name of model.stages) cell[name] = metrics(model, name, compact, compact ? 36 : 52);
  const panel = compact
    ? { x0: 0, x1: width, fit: fitPanel(model, cell, 0, width, true), sides: null }
    : (besides(model, cell, width, true) ?? besides(model, cell, width, false) ?? alone(model, cell, width));
  const { fit, sides, x0, x1 } = panel;
  return { cell, compact, ...fit, panelX: x0, panelWidth: x1 - x0, sides };
}
/** @typedef {ReturnType<typeof measure>} Sizes */
/** @typedef {{ x: number | null, output: number, perRow: number }} Sides left edges of inputs, if they stand there, and of outputs */

/**
 * Where there is room, outputs stand right of the panel, and inputs left of it, each by its row.
 * @param {Model} model @param {any} cell @param {number} width @param {boolean} both inputs as well
 */
function besides(model, cell, width, both) {
  if (both && (!model.projected || !model.self || model.q_len !== model.kv_len)) return null;
  for (const perRow of [8, 4]) {
    const input = both ? Math.max(84, Math.min(model.d_model, perRow) * cell.x.cellWidth) : 0;
    const output = Math.min(model.d_v, perRow) * cell[model.result].cellWidth;
    const x0 = both ? 26 + input + 40 : 0;
    const x1 = width - Math.max(output, 84) - 36;
    if (x1 - x0 < 320) continue;
    const fit = fitPanel(model, cell, x0, x1, false);
    if (fit.height > 160 && perRow > 4) continue;
    const [from, to] = centred(fit, x0, x1, both ? 0 : 60);
    const moved = fitPanel(model, cell, from, to, false);
    // beside is only better where nothing has to be folded for it
    if (
      moved.lines.length > 1 ||
      moved.perWeighted < Math.min(4, model.d_v) ||
      moved.perRow < Math.min(4, model.d_k) ||
      !pillFits(model, cell, moved) ||
      !outputsFit(model, moved, perRow)
    )
      continue;
    const sides = { x: both ? from - input - 40 : null, output: to + 34, perRow };
    return { x0: from, x1: to, fit: moved, sides };
  }
  return null;
}

/** Room for the pill of a scale that is off, between score and weight. @param {Model} model @param {any} cell @param {{ right: number, score: number, lines: string[][] }} fit */
function pillFits({ scaled }, cell, { right, score, lines: [line] }) {
  const [before, after] = line.map((name) => cell[name].cellWidth);
  return scaled || line.length !== 2 || right - score - before - after >= PILL + 10;
}

/** Are the rows as tall as the outputs beside them, label and all? @param {Model} model @param {{ upper: number, lower: number, h: number }} fit @param {number} perRow */
function outputsFit({ q_len, kv_len, d_v }, { upper, lower, h }, perRow) {
  return q_len === kv_len || q_len * (Math.ceil(d_v / perRow) * h + 40) <= kv_len * (upper + lower + 68);
}

/** A panel with inputs above and outputs below. Wider than it needs to be, its arrows would only be longer. @param {Model} model @param {any} cell @param {number} width */
function alone(model, cell, width) {
  const [x0, x1] = centred(fitPanel(model, cell, 0, width, false), 0, width, 140);
  return { x0, x1, fit: fitPanel(model, cell, x0, x1, false), sides: null };
}

/** Edges of a panel with no more than so much room to spare. @param {{ right: number, natural: number }} fit @param {number} x0 @param {number} x1 @param {number} slack */
function centred({ right, natural }, x0, x1, slack) {
  const spare = Math.max(0, right - natural - slack);
  const shift = Math.floor(spare / 2);
  return [x0 + shift, x1 - (spare - shift)];
}

/**
 * The wrapping that makes a row least tall, and the places that follow from it.
 * @param {Model} model @param {any} cell @param {number} x0 @param {number} x1 @param {boolean} compact
 */
function fitPanel(model, cell, x0, x1, compact) {
  const pad = x0 + (compact ? 12 : 24);
  const right = x1 - (compact ? 28 : 40);
  const h = compact ? 30 : 36;
  const pitchLine = h + 34;
  const label = runsWidth(labelRuns("k", "1", model.words.roles.value, 12), 12);
  let best = null;
  for (const left of WRAPS) {
    const leftWidth = Math.max(widest(model, cell, left), label);
    const bus = pad + leftWidth + (compact ? 18 : 40);
    const score = bus + (compact ? 22 : 44);
    const lines = chainLines(model, cell, right - score, compact);
    if (!lines) continue;
    const perWeighted = WRAPS.find(
      (n) => Math.min(n, model.d_v) * cell.weighted_values.cellWidth <= right - bus - 16,
    );
    const perOutput = WRAPS.find(
      (n) => Math.min(n, model.d_v) * cell[model.result].cellWidth <= right - pad - 90,
    );
    if (!perWeighted || !perOutput) continue;
    const tall = (/** @type {number} */ n, /** @type {number} */ per) => Math.ceil(n / per) * h;
    const upper = Math.max(tall(model.d_k, left), h + (lines.length - 1) * pitchLine);
    const lower = Math.max(tall(model.d_v, left), tall(model.d_v, perWeighted));
    const height = upper + lower;
    const chain = lines[0].reduce((sum, name) => sum + cell[name].cellWidth + 96, -96);
    const rowNumbers = model.open
      ? metrics(model, "row_max", compact).cellWidth + metrics(model, "row_sum", compact).cellWidth + 24
      : 0;
    const weighted = Math.min(perWeighted, model.d_v) * cell.weighted_values.cellWidth;
    const natural = Math.max(score + chain, score + weighted, bus + rowNumbers);
    // a vector of four or fewer stays in one line unless that saves much
    const torn =
      Math.max(model.d_k, model.d_v, model.d_q) <= 4 && left < Math.max(model.d_k, model.d_v, model.d_q)
        ? 60
        : 0;
    if (!best || height + torn < best.cost)
      best = {
        cost: height + torn,
        height,
        perRow: left,
        perWeighted,
        perOutput,
        pad,
        right,
        bus,
        score,
        lines,
        natural,
        upper,
        lower,
        h,
        pitchLine,
      };
  }
  return best ?? narrowest(model, pad, right, h, pitchLine);
}

/** Nothing fits: one cell a line, so that at least nothing is lost. @param {Model} model @param {number} pad @param {number} right @param {number} h @param {number} pitchLine */
function narrowest(model, pad, right, h, pitchLine) {
  const upper = Math.max(model.d_k * h, h + (model.stages.length - 1) * pitchLine);
  const lines = model.stages.map((name) => [name]);
  return {
    height: Infinity,
    perRow: 1,
    perWeighted: 1,
    perOutput: 1,
    pad,
    right,
    bus: pad + 60,
    score: pad + 78,
    lines,
    natural: right,
    upper,
    lower: model.d_v * h,
    h,
    pitchLine,
  };
}

/** @param {Model} model @param {any} cell @param {number} perRow */
function widest(model, cell, perRow) {
  const widths = [
    Math.min(model.d_q, perRow) * cell.query.cellWidth,
    Math.min(model.d_k, perRow) * cell.key.cellWidth,
    Math.min(model.d_v, perRow) * cell.value.cellWidth,
  ];
  return Math.max(...widths);
}

/** The stages between score and weight, in as many lines as they need; null if a cell is wider than the room. @param {Model} model @param {any} cell @param {number} room @param {boolean} compact */
function chainLines(model, cell, room, compact) {
  if (Math.max(...model.stages.map((name) => cell[name].cellWidth)) > room) return null;
  /** @type {string[][]} */
  const lines = [[]];
  let used = 0;
  for (const name of model.stages) {
    const pill = !model.scaled && lines.length === 1 && lines[0].length === 1;
    const gap = pill ? 46 : compact ? 18 : 40;
    const line = lines[lines.length - 1];
    if (line.length && used + gap + cell[name].cellWidth > room) {
      lines.push([name]);
      used = cell[name].cellWidth;
    } else {
      used += (line.length ? gap : 0) + cell[name].cellWidth;
      line.push(name);
    }
  }
  return lines;
}
