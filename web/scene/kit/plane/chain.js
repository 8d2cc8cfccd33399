/**
 * Vectors that add up in a plane: each appears dashed at full length, shrinks to its weight, and is laid tip to tail with those
 * before it. The dot of a word moves along with the tip. Every arrow is a row of a tensor; nothing is projected.
 */

import { cellName } from "../../model.js";
import { textWidth } from "../../text-metrics.js";
import { shortestDecimal } from "../../../words/decimal.js";
import { strengthOf } from "../draw.js";
import { path, px, rect, through } from "../marks.js";
import { sketch } from "../sketch.js";
import { having } from "../arrivals.js";
import { runsWidth, textMark } from "../text.js";
import { arrowPoints, moved, ring } from "./arrow.js";
import { lengthOf, originOf, reachIn } from "./where.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../model.js").Cell} Cell */
/** @typedef {import("../draw.js").Mark} Mark */
/** @typedef {import("../text.js").Run} Run */
/** @typedef {import("./where.js").Point} Point */
/** @typedef {{ tensor: string, row: number[] }} Row a row of a tensor: its index without the column */
/** @typedef {import("../place.js").Box & { unit: number, shift?: Point }} Ground */
/** @typedef {{ x: number, y: number, align: string }} Spot where a word stands */
/** @typedef {{ ground: Ground, foot: Row | null, steps: Row[] }} Way a chain of weighted vectors from a foot, by default the origin */

/** The least visible length of an arrow, px; the radius of a word's dot. */
const LEAST = 1.5;
const DOT = 7;

/** Font size and weight of what is written beside arrows. */
const FONT = 13;
const BOLD = 650;

/** Marks a mark as one that swings from its place in one picture to its place in the next. @param {Mark} mark @returns {Mark} */
const swing = (mark) => ({ ...mark, swings: true });

/**
 * The point where a way begins, px; null if a number is not finite.
 * @param {Model} model @param {Way} way @returns {Point | null}
 */
export function footOf(model, { ground, foot }) {
  if (!foot) return originOf(ground);
  const reach = reachIn(model, ground, foot.tensor, foot.row);
  return reach && moved(originOf(ground), reach);
}

/**
 * The point to which the first `at` steps of a way lead; null if a number is not finite.
 * @param {Model} model @param {Way} way @param {number} [at] all by default @returns {Point | null}
 */
export function tipOf(model, way, at = way.steps.length) {
  const { ground, steps } = way;
  let point = footOf(model, way);
  for (const [k, { tensor, row }] of steps.entries()) {
    if (!point || k >= at) break;
    const reach = reachIn(model, ground, tensor, row);
    point = reach && moved(point, reach, Math.min(1, at - k));
  }
  return point;
}

/**
 * One vector of a sum. `progress`: how far it has grown, dashed; `shrunk`: 1 when scaled to its weight; `laid`: 1 when laid at
 * the tip of those before it.
 * @param {string} id
 * @param {{ way: Way, k: number, whole: Row, name: string, weight: Cell, copy: boolean, spots: Record<"name" | "said", Spot | undefined> }} what
 *   k: its position in the way; whole: the vector before it is weighted; copy: its weight is shown elsewhere too; spots: of its
 *   name at its tip, and of name and weight beside the step
 */
export const addend = (id, what) => ({
  ...{ id, kind: "addend", of: "arrow", draw: drawAddend, stretch: 1.25, ...what },
  initial: { opacity: 0, progress: 0, shrunk: 0, laid: 0, dim: 0 },
});

/** Seconds in which all vectors shrink, and in which a step is laid tip to tail: the first, the second, any other. */
const SHRINK = 0.5;
const LAID = [1.2, 0.8, 0.32];

/** The first `count` addends laid tip to tail, the others shrunk. @param {ReturnType<typeof addend>[]} addends @param {number} count @param {number} [times] as long as usual */
export const laid = (addends, count, times = 1) =>
  addends.map((addend, k) =>
    k < count
      ? having(addend, { shrunk: 1, laid: 1 }, k === count - 1 ? times * secondsOf(k) : SHRINK)
      : having(addend, { shrunk: 1 }, SHRINK),
  );

/** Seconds in which a step is laid. @param {number} k */
export const secondsOf = (k) => LAID[k] ?? LAID[2];

/** The widths in px of a name, and of a name times its weight. @param {Model} model @param {{ name: string, weight: Cell }} of */
export function wordsWidth(model, { name, weight }) {
  const [before, number] = saidOf(model, name, weight);
  return { name: textWidth(name, FONT), said: textWidth(before, FONT) + textWidth(number, FONT, BOLD) };
}

/** @param {Model} model @param {string} name @param {Cell} weight */
const saidOf = (model, name, { tensor, index }) => [`${name} × `, model.text(tensor, index, 2)];

/** @type {import("../draw.js").Draw} */
function drawAddend(item, get, model) {
  const { id, way, k, whole, name, weight, spots } = item;
  const [grown, shrunk, laid] = ["progress", "shrunk", "laid"].map(get);
  const foot = footOf(model, way);
  const full = reachIn(model, way.ground, whole.tensor, whole.row);
  const part = reachIn(model, way.ground, way.steps[k].tensor, way.steps[k].row);
  if (!foot || !full || !part || grown <= 0) return {};
  const before = tipOf(model, way, k) ?? foot;
  const start = moved(foot, [before[0] - foot[0], before[1] - foot[1]], laid);
  /** @type {Point} */
  const reach = [full[0] + (part[0] - full[0]) * shrunk, full[1] + (part[1] - full[1]) * shrunk];
  const long = lengthOf(reach);
  const strength = strengthOf(get, model, 0.45) * Math.min(1, 3 * shrunk);
  const style = { fill: "value", stroke: "outline", strokeWidth: 0.75, opacity: strength };
  const means = cellName(weight.tensor, weight.index);
  const arrow = () =>
    swing({
      ...path(id, through(arrowPoints(start, reach, long), true), { ...style, part: "vector" }),
      means,
    });
  const named = grown >= 1 ? 1 - shrunk : 0;
  const label = { opacity: named, fill: "ink", copy: true };
  return {
    past: lengthOf(full) > LEAST ? dashed(id, foot, full, grown, 1 - laid) : [],
    over: shrunk > 0 && long > LEAST ? [arrow()] : [],
    label: [
      ...(spots.name && named > 0
        ? [textMark(`${id}/name`, { ...spots.name, text: name, size: FONT }, label)]
        : []),
      ...(spots.said && laid >= 1 ? saidMarks(item, spots.said, model) : []),
    ],
  };
}

/**
 * The text "fished × 0.70", whose number is a cell.
 * @param {any} item @param {Spot} spot @param {Model} model @returns {Mark[]}
 */
function saidMarks({ id, name, weight, copy }, { x, y }, model) {
  const [before, number] = saidOf(model, name, weight);
  const { said } = wordsWidth(model, { name, weight });
  const left = x - said / 2;
  const at = left + textWidth(before, FONT);
  const style = { fill: "ink" };
  const box = { x: at, y: y - FONT, width: left + said - at, height: FONT + 4 };
  const digits = textMark(
    `${id}/weight`,
    { x: at, y, text: number, size: FONT, weight: BOLD },
    { ...style, copy },
  );
  const value = model.value(weight.tensor, weight.index);
  const cell = { cell: cellName(weight.tensor, weight.index), value: shortestDecimal(value), box };
  return [
    swing(textMark(`${id}/said`, { x: at - 4, y, text: before.trim(), size: FONT, align: "end" }, style)),
    copy ? swing(digits) : { ...digits, ...cell },
  ];
}

/** A vector at full length, dashed, with its head. @param {string} id @param {Point} foot @param {Point} reach @param {number} grown @param {number} opacity */
function dashed(id, foot, reach, grown, opacity) {
  const tip = moved(foot, reach, grown);
  const size = lengthOf(reach);
  const [x, y] = [reach[0] / size, reach[1] / size];
  const wing = (/** @type {number} */ side) => moved(moved(tip, [x, y], -8), [-y * side, x * side], 4);
  const line = { fill: "none", stroke: "value", strokeWidth: 2, opacity };
  return [
    path(`${id}/whole`, through([foot, tip]), { ...line, dash: "5 4" }),
    path(`${id}/head`, through([wing(1), tip, wing(-1)]), line),
  ];
}

/** The sum of all steps, as one arrow. @param {string} id @param {{ way: Way, role?: string }} what */
export const total = (id, { way, role = "output" }) => ({
  ...sketch(id, { progress: 0 }, (get, model) => {
    const grown = get("progress");
    const [foot, tip] = [footOf(model, way), tipOf(model, way)];
    if (!foot || !tip || grown <= 0) return {};
    /** @type {Point} */
    const reach = [tip[0] - foot[0], tip[1] - foot[1]];
    const long = lengthOf(reach) * grown;
    if (long < LEAST) return {};
    const style = { fill: role, stroke: "outline", strokeWidth: 0.75, part: "vector" };
    return { over: [swing(path(id, through(arrowPoints(foot, reach, long), true), style))] };
  }),
  ...{ of: "arrow", stretch: 1.6 },
});

/**
 * The vector of a word, from the origin to its dot, which rides the tip of the first `at` steps. `bare`: 1 hides the line from
 * the origin.
 * @param {string} id
 * @param {{ way: Way, name: Run[], spots: (Spot | undefined)[], hollow?: boolean }} what spots: of its name at the beginning and at the end;
 *   hollow: drawn as the word was before
 */
export const rider = (id, { way, name, spots: [first, last = first], hollow = false }) => ({
  ...sketch(id, { at: 0, bare: 0 }, (get, model) => {
    const at = get("at");
    const [foot, tip, end] = [footOf(model, way), tipOf(model, way, at), tipOf(model, way)];
    if (!foot || !tip || !end) return {};
    // its name is where it stands at the end as soon as the dot is there, however many steps are left
    const far = (/** @type {Point} */ [x, y]) => Math.hypot(end[0] - x, end[1] - y);
    const done = at > 0 ? Math.max(0, 1 - far(tip) / (far(foot) || 1)) : 0;
    const style = hollow ? { fill: "panel", stroke: "muted", strokeWidth: 2 } : { fill: "ink" };
    const line = { stroke: hollow ? "past" : "muted", strokeWidth: 1.75, opacity: 1 - get("bare") };
    const marks = {
      past: [swing(path(`${id}/line`, through([originOf(way.ground), tip]), line))],
      box: [swing(path(id, through(ring(tip, hollow ? DOT - 1 : DOT), true), style))],
    };
    if (!first || !last) return marks;
    const x = px(tip[0] + (first.x - foot[0]) * (1 - done) + (last.x - end[0]) * done);
    const y = px(tip[1] + (first.y - foot[1]) * (1 - done) + (last.y - end[1]) * done);
    const said = { x, y, align: "middle", runs: name, size: 15 };
    return {
      ...marks,
      stream: hollow ? [underName(`${id}/ground`, { x, y }, name)] : [],
      label: [swing(textMark(`${id}/name`, said, { fill: hollow ? "muted" : "ink" }))],
    };
  }),
  way,
});

/**
 * A ground under a word's first name, which hides the lines that lead away from it.
 * @param {string} id @param {{ x: number, y: number }} at @param {Run[]} runs
 */
function underName(id, { x, y }, runs) {
  const width = runsWidth(runs) + 4;
  return rect(id, { x: x - width / 2, y: y - 13, width, height: 17 }, { fill: "panel" });
}

/** Words as dots, each with its name if it fits. @param {string} id @param {{ ground: Ground, dots: { row: Row, name: string, spot?: Spot }[] }} what */
export const dots = (id, { ground, dots: all }) => ({
  ...sketch(id, {}, (_, model) => {
    /** @type {Mark[][]} */
    const [points, names] = [[], []];
    for (const [k, { row, name, spot }] of all.entries()) {
      const at = footOf(model, { ground, foot: row, steps: [] });
      if (!at) continue;
      points.push(path(`${id}/${k}`, through(ring(at, 4), true), { fill: "past" }));
      if (spot) names.push(textMark(`${id}/${k}/name`, { ...spot, text: name, size: 14 }, { fill: "muted" }));
    }
    return { now: points, label: names };
  }),
  ...{ ground, dots: all },
});
