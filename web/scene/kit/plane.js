/**
 * The plane: axes with a grid, vectors as arrows from the origin, the angle between two of them, and the projection ("shadow") of
 * one onto the other. All positions follow from the numbers of the problem and the trace.
 */

import { nearly } from "../ease.js";
import { exact } from "../explain.js";
import { cellName } from "../model.js";
import { lookUp, strengthOf } from "./draw.js";
import { grow } from "./moves.js";
import { path, px, rect, through } from "./marks.js";
import { placeable } from "./place.js";
import { labelsOf } from "./plane/labels.js";
import { arrowPoints, direction, moved, ring } from "./plane/arrow.js";
import { scaleOf, scaleRound } from "./plane/scale.js";
import { KNOB, lengthOf, originOf, reachOf, turnsOf } from "./plane/where.js";
import { sketch } from "./sketch.js";
import { textMark } from "./text.js";

/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("./text.js").Run} Run */
/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("./plane/where.js").Point} Point */
/** @typedef {{ id: string, kind: string, plane: Plane, tensor: string, row: number | number[], role: string, name: Run[], said: string, moves: boolean,
 *   says?: string, stretch: number, initial: Record<string, number> }} Vector */
/** @typedef {{ id: string, kind: string, plane: Plane, from: Vector, to: Vector, right: boolean, stretch: number, initial: Record<string, number> }} Angle */
/**
 * @typedef {{ id: string, kind: string, vectors: Vector[], angle: Angle | null, seen: (() => import("./plane/labels.js").Labels) | null,
 *   initial: Record<string, number> } & ReturnType<typeof scaleOf> & import("./place.js").Placeable & import("./place.js").Box} Plane
 *   vectors: the arrows on it; angle: the angle that has a letter
 */

/** Side of the square that marks a right angle, px. */
const SQUARE = 15;

/**
 * @param {string} id
 * @param {{ width: number, height: number, points: Point[], least?: number, bare?: boolean }} what points: points
 *   that must fit; least: how far it must extend at least, in the unit of the numbers; bare: without axes but with a cross at the
 *   origin, which need not be in the middle
 */
export const plane = (id, { width, height, points, least, bare = false }) =>
  placeable({
    id,
    kind: "plane",
    draw: drawPlane,
    width,
    height,
    bare,
    shift: /** @type {[number, number]} */ ([0, 0]),
    ...(bare ? scaleRound(points, width, height) : scaleOf(points, width, height, least)),
    vectors: /** @type {Vector[]} */ ([]),
    angle: /** @type {Angle | null} */ (null),
    seen: /** @type {Plane["seen"]} */ (null),
    initial: { opacity: 1 },
  });

/**
 * A row of a tensor as an arrow. Its tip can be dragged if its numbers come from the problem.
 * @param {string} id
 * @param {{ plane: Plane, tensor: string, row: number | number[], role: string, name: Run[], said: string, moves: boolean, says?: string }} what
 *   tensor: its full name; said: the name of the vector; moves: whether it can be dragged; says: a tensor to read aloud
 *   after a drag
 */
export function vector(id, what) {
  const item = {
    ...{ id, kind: "vector", draw: drawVector, worked: true, ...what, enters: grow, stretch: 1.8 },
    initial: { opacity: 0, progress: 0, dim: 0 },
  };
  what.plane.vectors.push(item);
  return item;
}

/**
 * The angle between two vectors, as an arc, or as a square if it is a right angle.
 * @param {string} id @param {{ plane: Plane, from: Vector, to: Vector, right: boolean }} what
 */
export const angle = (id, { plane, ...of }) => (plane.angle = angleOf(id, { plane, ...of }));

/** Just the mark of a right angle. @param {string} id @param {{ plane: Plane, from: Vector, to: Vector }} what */
export const corner = (id, what) => angleOf(id, { ...what, right: true });

/** @param {string} id @param {{ plane: Plane, from: Vector, to: Vector, right: boolean }} what @returns {Angle} */
const angleOf = (id, what) => ({
  ...{ id, kind: "angle", draw: drawAngle, enters: grow, stretch: 2, initial: { opacity: 0, progress: 0 } },
  ...what,
});

/**
 * The shadow of one vector on the line of another, and the dashed line along which it falls.
 * @param {string} id @param {{ plane: Plane, of: Vector, on: Vector, tensor: string, index: number[], role: string }} what
 *   tensor, index: the length of the shadow
 */
export const shadow = (id, { plane, of, on, tensor, index, role }) => ({
  ...sketch(id, { progress: 0 }, (get, model) => {
    const drawn = get("progress");
    const [cast, line] = [of, on].map((vector) => reachOf(model, vector));
    const long = model.value(tensor, index) * plane.unit;
    if (drawn <= 0 || !cast || !line || lengthOf(line) === 0 || !Number.isFinite(long)) return {};
    /** @type {Point} */
    const along = [line[0] / lengthOf(line), line[1] / lengthOf(line)];
    const origin = originOf(plane);
    const [tip, foot] = [moved(origin, cast), moved(origin, along, long)];
    // first the line falls, then the shadow grows
    const fallen = Math.min(1, drawn * 2);
    const grown = Math.max(0, drawn * 2 - 1);
    const end = moved(tip, [foot[0] - tip[0], foot[1] - tip[1]], fallen);
    const reached = through([origin, moved(origin, along, long * grown)]);
    const beyond = long < 0 || long > lengthOf(line);
    const dashed = { stroke: "muted", strokeWidth: 1.5, dash: "5 4" };
    const fall = path(id + "/fall", through([tip, end]), dashed);
    if (grown <= 0) return { past: [fall], box: [] };
    const further = path(id + "/line", through([origin, foot]), { ...dashed, strokeWidth: 1, dash: "2 3" });
    return {
      past: beyond ? [further, fall] : [fall],
      box: [
        path(id + "/edge", reached, { stroke: "outline", strokeWidth: 8 }),
        path(id, reached, { stroke: role, strokeWidth: 5.5, part: "shadow" }),
      ],
    };
  }),
  ...{ enters: grow, stretch: 2.4, plane, of, on, tensor, index },
});
/** @typedef {ReturnType<typeof shadow>} Shadow */

/** @type {import("./draw.js").Draw} */
function drawPlane(item, get, model) {
  const { id, x, y, width, height, grid, unit } = item;
  const [ox, oy] = originOf(item);
  const panel = rect(id, { x, y, width, height }, { rx: 10, fill: "panel", part: "panel" });
  if (item.bare) {
    const cross = path(`${id}/origin`, `M${px(ox - 5)} ${px(oy)}h10M${px(ox)} ${px(oy - 5)}v10`, {
      ...{ stroke: "past", strokeWidth: 1.25 },
    });
    return { ground: [panel, cross] };
  }
  const labels = lookUp(item, model, () => labelsOf(item, model));
  let lines = "";
  const pitch = grid * unit;
  for (let k = 1; k * pitch < Math.max(width, height) / 2; k++)
    for (const at of [-k * pitch, k * pitch]) {
      if (Math.abs(at) < width / 2) lines += `M${px(ox + at)} ${y}v${height}`;
      if (Math.abs(at) < height / 2) lines += `M${x} ${px(oy + at)}h${width}`;
    }
  const axes = `M${x + 6} ${oy}H${x + width - 6}M${ox} ${y + height - 6}V${y + 6}`;
  const marks = [
    panel,
    path(id + "/grid", lines, { stroke: "track", strokeWidth: 1 }),
    path(id + "/axes", axes, { stroke: "past", strokeWidth: 1.25 }),
    ...labels.ticks.map((/** @type {any} */ tick) =>
      textMark(`${id}/${tick.key}`, tick, { fill: "muted", copy: true }),
    ),
  ];
  return { ground: marks };
}

/** @type {import("./draw.js").Draw} */
function drawVector(item, get, model) {
  const drawn = get("progress");
  if (drawn <= 0) return {};
  const reach = reachOf(model, item);
  if (!reach) return {};
  const { id, plane, role, name } = item;
  const opacity = strengthOf(get, model, 0.4);
  const origin = originOf(plane);
  const tip = moved(origin, reach, drawn);
  const long = lengthOf(reach) * drawn;
  const label = lookUp(plane, model, () => labelsOf(plane, model)).names.get(id);
  const seen = opacity * nearly(drawn);
  const style = { fill: role, stroke: "outline", strokeWidth: 1, opacity };
  const arrow =
    long < 1
      ? path(id, through(ring(origin, 3), true), style)
      : path(id, through(arrowPoints(origin, reach, long), true), { ...style, part: "vector" });
  return {
    now: item.moves && seen > 0 ? knobMarks(item, model, tip, seen) : [],
    over: [arrow],
    label:
      label && seen > 0
        ? [textMark(`${id}/name`, { ...label, runs: name }, { opacity: seen, fill: "ink" })]
        : [],
  };
}

/** The handle at the tip that a reader drags; it stands for the two cells of the vector. @param {Vector} item @param {Model} model @param {Point} tip @param {number} opacity @returns {Mark[]} */
function knobMarks(item, model, [x, y], opacity) {
  const { id, plane, role, tensor, row, said, says } = item;
  const [ox, oy] = originOf(plane);
  const { unit, step, fine } = plane;
  const index = [row].flat();
  const axis = (/** @type {number} */ c, /** @type {number} */ zero, /** @type {number} */ px) => ({
    cell: { tensor, index: [...index, c] },
    value: model.value(tensor, [...index, c]),
    ...{ zero, unit: px, step, fine },
  });
  const numbers = [0, 1].map((c) => exact(model)({ tensor, index: [...index, c] }));
  const handle = {
    name: cellName(tensor, index),
    label: said,
    text: numbers.join(model.words.lists.numbers),
    at: { x, y },
    axes: { x: axis(0, ox, unit), y: axis(1, oy, -unit) },
    says: says ? { tensor: says } : null,
  };
  const box = { x: x - KNOB, y: y - KNOB, width: 2 * KNOB, height: 2 * KNOB };
  const style = { rx: KNOB, fill: role + "-tint", stroke: role, strokeWidth: 1.5, opacity, part: "handle" };
  return [{ ...rect(`${id}/handle`, box, style), handle }];
}

/** @type {import("./draw.js").Draw} */
function drawAngle(item, get, model) {
  const drawn = get("progress");
  const turns = drawn > 0 ? turnsOf(model, item) : null;
  if (!turns) return {};
  const { id, plane, right } = item;
  const { start, by, radius } = turns;
  const origin = originOf(plane);
  const at = (/** @type {number} */ far, /** @type {number} */ turn) => moved(origin, direction(turn), far);
  const end = start + by * drawn;
  const sweep = by > 0 ? 1 : 0;
  const line = { stroke: "ink", strokeWidth: 1.5 };
  const [a, b] = [at(radius, start), at(radius, end)];
  const arc = `A${px(radius)} ${px(radius)} 0 0 ${sweep} ${px(b[0])} ${px(b[1])}`;
  const corner = [at(SQUARE, start), moved(at(SQUARE, start), direction(end), SQUARE), at(SQUARE, end)];
  const shape = right ? through(corner) : `${through([a])}${arc}`;
  const label = plane.angle === item && lookUp(plane, model, () => labelsOf(plane, model)).angle;
  const theta = [{ text: "θ", family: "letter", italic: true, weight: 600, size: 17 }];
  return {
    past: [
      path(id + "/fill", `${shape}L${through([origin]).slice(1)}z`, {
        fill: "weight",
        opacity: 0.55,
      }),
      path(id, shape, { fill: "none", ...line, part: right ? "right-angle" : "angle" }),
    ],
    label: label && drawn >= 1 ? [textMark(id + "/name", { ...label, runs: theta }, { fill: "ink" })] : [],
  };
}
