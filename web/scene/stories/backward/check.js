/**
 * Is the gradient right? One entry of a parameter is nudged, and the slope of the loss between the two is set beside the
 * gradient. A reader may try another entry.
 */

import { inDigits } from "../../format.js";
import { drawCurve } from "../../kit/figures.js";
import { indexText, nameOf } from "../../explain.js";
import { arrow, ports } from "../../kit/arrows.js";
import { SIZES, cellBox } from "../../kit/block.js";
import { button } from "../../kit/button.js";
import { gradientPair, gradientOf } from "../../kit/gradient-pair.js";
import { rim, ring } from "../../kit/backdrop.js";
import { grow, fadeOut, staggerItems, fadeIn, enter } from "../../kit/moves.js";
import { column, corner, fromLeft, heightOf, row, space, widthOf } from "../../kit/place.js";
import { sliceOf } from "../../kit/slice.js";
import { cellsOf } from "../../kit/squares.js";
import { letterRuns, text } from "../../kit/text.js";
import { MOST_ANIMATED, cellName, upTo } from "../../model.js";
import { standing } from "./flow.js";
import { learnedOf } from "./pages.js";

/** @typedef {import("../backward.js").StoryContext} StoryContext */
/** @typedef {import("../../model.js").Model} Model */

/** Digits that count. */
const DIGITS = 5;

/** The entry that is nudged: of each parameter in turn the one with the largest gradient, then the next. @param {Model} model */
function chosen(model) {
  const { parameters } = learnedOf(model);
  const turn = model.more.learning.turn;
  const tensor = parameters[turn % parameters.length];
  const { shape, data } = /** @type {import("../../model.js").Tensor} */ (model.tensor(gradientOf(tensor)));
  const order = upTo(data.length).toSorted((a, b) => Math.abs(data[b]) - Math.abs(data[a]));
  const at = order[Math.floor(turn / parameters.length) % order.length];
  const index = shape.map(
    (size, axis) => Math.floor(at / shape.slice(axis + 1).reduce((a, b) => a * b, 1)) % size,
  );
  return { tensor, index };
}

/** @param {StoryContext} t */
export function check(t) {
  const { script, model } = t;
  if (!model.tensor("loss")) return;
  const { tensor, index } = chosen(model);
  const found = model.more.learning.slope(tensor, index);
  const page = pageOf(t, { tensor, index }, found);
  if (!page) return;
  const former = standing(t);
  t.chapter("check");
  const { pair, rings, lines, plot, again } = page;
  for (const item of [...(pair ? [pair.value, pair.grad] : []), ...rings, ...lines, ...plot, again])
    script.add(item);
  const name = nameOf(model, tensor, index);
  t.step(
    "check",
    {
      rest: 3,
      facts: {
        cell: `[${name}|${cellName(tensor, index)}]`,
        gradient: `[${number(model.value(gradientOf(tensor), index))}|${cellName(gradientOf(tensor), index)}]`,
        slope: number(found.slope),
        nudge: found.nudge,
      },
    },
    fadeOut(...former),
    [...(pair ? enter(pair.value, pair.grad) : []), ...fadeIn(...rings)],
    grow(...plot),
    staggerItems(lines, fadeIn, 0.5),
    fadeIn(again),
  );
}

/** A number with enough digits to tell close losses apart. @param {number} value */
const number = (value) => inDigits(value, DIGITS);

/** @param {StoryContext} t @param {import("../../model.js").Cell} cell @param {Found} found */
function pageOf({ model, room, height, w }, cell, found) {
  const lines = linesOf(model, cell, found, w.page.slope);
  const again = button("another", { label: w.page.another, text: w.page.another });
  const wide = room.width > 560;
  const place = plotArea(wide ? 240 : 150, wide ? 190 : 110);
  for (const size of [SIZES.huge, SIZES.large, SIZES.column, SIZES.small, SIZES.least]) {
    const pair = pairOf(model, cell.tensor, size);
    const texts = column(
      [...lines, again].map((line) => fromLeft(line)),
      { gap: 9 },
    );
    const all = wide
      ? row([pair, place.area, texts], { gap: 50 })
      : column([row([pair, place.area], { gap: 20 }), texts], { gap: 12 });
    if (widthOf(all) > room.width - 16 || heightOf(all) > height - 8) continue;
    corner(all, (room.width - widthOf(all)) / 2, Math.max(4, (height - heightOf(all)) / 2));
    const k = pair?.value.indices.findIndex((index) => String(index) === String(cell.index)) ?? -1;
    const rings = pair
      ? [pair.value, pair.grad].map((block, n) => ring(`check.ring${n}`, rim(cellBox(block, k))))
      : [];
    return { pair, rings, lines, again, plot: plotOf(model, place.box, cell, found) };
  }
  return null;
}
/** @typedef {{ nudge: number, above: number, below: number, slope: number }} Found */

/** The findings as lines of text. @param {Model} model @param {import("../../model.js").Cell} cell @param {Found} found @param {string} slope in words */
function linesOf(model, { tensor, index }, { nudge, above, below, slope: found }, slope) {
  const at = indexText(model, tensor, index);
  const said = (/** @type {string} */ plain, weight = 400) => ({ text: plain, size: 15, dy: 0, weight });
  const loss = (/** @type {string} */ by, /** @type {number} */ value) => [
    ...[
      ...letterRuns("loss", "", "", { size: 15 }),
      said("("),
      ...letterRuns(tensor, at),
      said(` ${by}) = ${number(value)}`),
    ],
  ];
  const gradient = gradientOf(tensor);
  const all = [
    loss(`+ ${nudge}`, above),
    loss(`− ${nudge}`, below),
    [said(`${slope} = `), said(number(found), 700)],
    [
      ...letterRuns(gradient, at, "", { size: 15 }),
      said(" = "),
      said(number(model.value(gradient, index)), 700),
    ],
  ];
  return all.map((runs, k) => text(`check.line${k}`, { runs, size: 15, align: "start", copy: true }));
}

/** A parameter and its gradient, where their numbers have room. @param {Model} model @param {string} tensor @param {import("../../kit/block.js").Size} size */
function pairOf(model, tensor, size) {
  if (Math.max(...(model.node(tensor)?.shape ?? [])) > MOST_ANIMATED) return null;
  return gradientPair(model, {
    ...{ id: "check.pair", tensor, cells: cellsOf(sliceOf(model, tensor)), size, style: "tint" },
    labels: [{ runs: letterRuns(tensor, "", "", { matrix: true }), side: "above" }],
    margin: { up: 22 },
  });
}

/** Free ground for a plot. @param {number} width @param {number} height px */
function plotArea(width, height) {
  const box = { x: 0, y: 0, width, height };
  const put = (/** @type {number} */ x, /** @type {number} */ y) =>
    Object.assign(box, { x: x - width / 2, y: y - height / 2 });
  return { box, area: { ...space(width, height), put } };
}

/** The losses at three places, and through the middle one the line that the gradient says. @param {Model} model @param {import("../../kit/place.js").Box} box @param {import("../../model.js").Cell} cell @param {Found} found */
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
  // on the side to which the line does not go
  const [left, right] = rise > 0 ? [-12, 22] : [22, -12];
  const labels = [
    { seen: true, text: `− ${nudge}`, dy: left },
    { seen: false, text: "", dy: 0 },
    { seen: true, text: `+ ${nudge}`, dy: right },
  ];
  const curve = {
    ...{ id: "check.curve", kind: "curve", draw: drawCurve, fill: "score", labels },
    points: [at(-1, below - now), at(0, 0), at(1, above - now)],
    initial: { opacity: 0, progress: 0 },
  };
  return [line, curve];
}
