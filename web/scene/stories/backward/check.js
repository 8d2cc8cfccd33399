/**
 * Checks the gradient: one entry of a parameter is nudged up and down, and the slope of the loss between the two is compared with
 * the gradient. A reader may try another entry.
 */

import { inDigits } from "../../format.js";
import { curve } from "../../kit/figures.js";
import { indexText, nameOf } from "../../explain.js";
import { arrow, ports } from "../../kit/arrows.js";
import { cellBox } from "../../kit/block.js";
import { button } from "../../kit/button.js";
import { fit } from "../../kit/fit.js";
import { gradientPair, gradientOf } from "../../kit/gradient-pair.js";
import { ring } from "../../kit/backdrop.js";
import { column, fromLeft, row, space } from "../../kit/place.js";
import { sliceOf } from "../../kit/slice.js";
import { cellsOf } from "../../kit/squares.js";
import { letterRuns, text } from "../../kit/text.js";
import { MOST_ANIMATED, cellName, upTo } from "../../model.js";
import { PAGE_SIZES, centred, learnedOf } from "./pages.js";

/** @typedef {import("../backward.js").Stage} Stage */
/** @typedef {import("../../model.js").Model} Model */

/** Significant digits of losses and slopes. */
const DIGITS = 5;

/**
 * The entry to nudge: the one with the largest gradient of each parameter in turn, then the next largest.
 * @param {Model} model
 */
function chosen(model) {
  const { parameters } = learnedOf(model);
  const turn = model.more.learning.turn;
  const tensor = parameters[turn % parameters.length];
  const { data } = /** @type {import("../../model.js").Tensor} */ (model.tensor(gradientOf(tensor)));
  const order = upTo(data.length).toSorted((a, b) => Math.abs(data[b]) - Math.abs(data[a]));
  const at = order[Math.floor(turn / parameters.length) % order.length];
  const index = cellsOf(sliceOf(model, tensor)).flat()[at];
  return { tensor, index };
}

/** @param {Stage} stage @param {import("../../kit/steps.js").StepMakers} make @returns {Generator<import("../../kit/steps.js").Step | import("../../kit/steps.js").Chapter>} */
export function* checkSteps({ model, room, w, facts }, { chapter, step }) {
  const cell = chosen(model);
  const { tensor, index } = cell;
  const found = model.more.learning.slope(tensor, index);
  const page = pageOf(model, room, cell, found);
  if (!page) return;
  const { pair, rings, lines, plot, again } = page;
  const gradient = gradientOf(tensor);
  const more = {
    cell: `[${nameOf(model, tensor, index)}|${cellName(tensor, index)}]`,
    gradient: `[${number(model.value(gradient, index))}|${cellName(gradient, index)}]`,
    slope: number(found.slope),
    nudge: found.nudge,
  };
  yield chapter("check");
  yield step(
    "check",
    { rest: 1, caption: () => w.check({ ...facts, ...more }) },
    { only: true, pair: pair && [[pair.value, pair.grad]], rings: [rings], once: true },
    { plot: [plot] },
    { lines, lag: 0.5 },
    { again },
  );
}

/** A number with enough digits to tell close losses apart. @param {number} value */
const number = (value) => inDigits(value, DIGITS);

/** @param {Model} model @param {Stage["room"]} room @param {import("../../model.js").Cell} cell @param {Found} found */
function pageOf(model, room, cell, found) {
  const w = model.words.stories.backward.page;
  const wide = room.width > 560;
  const lines = linesOf(model, cell, found, { slope: w.slope, size: room.width > 900 ? 21 : 15 });
  const again = button("another", { label: w.another, text: w.another });
  const texts = column(
    [...lines, again].map((line) => fromLeft(line)),
    { gap: wide ? 16 : 9 },
  );
  const across = wide ? (room.width > 900 ? 0.3 : 0.22) * room.width : 150;
  const place = plotArea(Math.round(across), Math.round((wide ? 0.7 : 0.4) * room.height));
  return fit({}, PAGE_SIZES, (size) => {
    const pair = pairOf(model, cell.tensor, size);
    const all = wide
      ? row([pair, place.area, texts], { gap: 0.04 * room.width })
      : column([row([pair, place.area], { gap: 20 }), texts], { gap: 12 });
    if (!centred(all, room)) return null;
    const k = pair?.value.indices.findIndex((index) => String(index) === String(cell.index)) ?? -1;
    const rings = pair
      ? [pair.value, pair.grad].map((block, n) => ring(`check.ring${n}`, cellBox(block, k)))
      : [];
    return { pair, rings, lines, again, plot: plotOf(model, place.box, cell, found) };
  });
}
/** @typedef {{ nudge: number, above: number, below: number, slope: number }} Found */

/**
 * The findings as lines of text.
 * @param {Model} model @param {import("../../model.js").Cell} cell @param {Found} found
 * @param {{ slope: string, size: number }} how slope: the word for it; size: px
 */
function linesOf(model, { tensor, index }, { nudge, above, below, slope: found }, { slope, size }) {
  const at = indexText(model, tensor, index);
  const said = (/** @type {string} */ plain, weight = 400) => ({ text: plain, size, dy: 0, weight });
  const letter = (/** @type {string} */ name, within = at) => letterRuns(name, within, "", { size });
  const loss = (/** @type {string} */ by, /** @type {number} */ value) => [
    ...[...letter("loss", ""), said("("), ...letter(tensor), said(` ${by}) = ${number(value)}`)],
  ];
  const gradient = gradientOf(tensor);
  const all = [
    loss(`+ ${nudge}`, above),
    loss(`− ${nudge}`, below),
    [said(`${slope} = `), said(number(found), 700)],
    [...letter(gradient), said(" = "), said(number(model.value(gradient, index)), 700)],
  ];
  return all.map((runs, k) => text(`check.line${k}`, { runs, size, align: "start", copy: true }));
}

/**
 * A parameter and its gradient; null if they are too large for numbers.
 * @param {Model} model @param {string} tensor @param {import("../../kit/block.js").Size} size
 */
function pairOf(model, tensor, size) {
  if (Math.max(...(model.node(tensor)?.shape ?? [])) > MOST_ANIMATED) return null;
  return gradientPair(model, {
    ...{ id: "check.pair", tensor, cells: cellsOf(sliceOf(model, tensor)), size, style: "tint" },
    labels: [{ runs: letterRuns(tensor, "", "", { matrix: true }), side: "above" }],
    margin: { up: 22 },
  });
}

/** Free space for a plot. @param {number} width @param {number} height px */
function plotArea(width, height) {
  const box = { x: 0, y: 0, width, height };
  const put = (/** @type {number} */ x, /** @type {number} */ y) =>
    Object.assign(box, { x: x - width / 2, y: y - height / 2 });
  return { box, area: { ...space(width, height), put } };
}

/**
 * The losses at three places, and through the middle one a line whose slope is the gradient.
 * @param {Model} model @param {import("../../kit/place.js").Box} box @param {import("../../model.js").Cell} cell
 * @param {Found} found
 */
function plotOf(model, box, { tensor, index }, { nudge, above, below }) {
  const now = model.value("loss", []);
  const rise = model.value(gradientOf(tensor), index) * nudge;
  const most = Math.max(...[above - now, below - now, 1.4 * rise].map(Math.abs)) || 1;
  const at = (/** @type {number} */ by, /** @type {number} */ loss) => [
    box.x + box.width / 2 + by * 0.34 * box.width,
    box.y + box.height / 2 - (loss / most) * 0.4 * box.height,
  ];
  const line = arrow("check.line", ports.up(box), ports.up(box), { head: false, gradient: true });
  line.points = [at(-1.4, -1.4 * rise), at(1.4, 1.4 * rise)];
  // labels are on the side away from the line, and inside of the plot
  const [left, right] = rise > 0 ? [15, -6] : [-6, 15];
  const labels = [
    { text: `− ${nudge}`, dy: left, align: /** @type {const} */ ("start") },
    null,
    { text: `+ ${nudge}`, dy: right, align: /** @type {const} */ ("end") },
  ];
  const points = [at(-1, below - now), at(0, 0), at(1, above - now)];
  return [line, curve("check.curve", { fill: "score", points, labels })];
}
