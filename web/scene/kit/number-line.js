/**
 * Numbers as dots on a line: something is added to them, they balance on their mean, they slide until the mean is 0, and the line
 * stretches until their deviation is 1. Only positions are computed here; the numbers come from the trace.
 */

import { mix } from "../ease.js";
import { cellName } from "../model.js";
import { textWidth } from "../text-metrics.js";
import { tensorStyle } from "../../core/graph/tensors.js";
import { inkOn } from "./shades.js";
import { strengthOf } from "./draw.js";
import { path, px, rect, through } from "./marks.js";
import { handleMarks } from "./number-line/handles.js";
import { ARROW, heightAt, now, pointAt, triangle } from "./number-line/where.js";
import { textMark } from "./text.js";

/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../model.js").Cell} Cell */
/** @typedef {import("./number-line/where.js").Phase} Phase */
/** @typedef {import("./number-line/where.js").Dot} Dot */
/** @typedef {import("./number-line/where.js").Look} Look */

/** The font size of the names on dots, px. @param {number} radius */
const fontOf = (radius) => Math.max(12, Math.min(14, Math.round(radius)));

/** How far a beam leans in radians: at most, and per px between its pivot and its balance. */
const LEAN = { most: 0.045, each: 0.0005 };

/** The animated properties of a line, each from 0 to 1. */
const PROPERTIES = "arrows added triangle pivot centred bar stretched learned handles".split(" ");

/**
 * @param {Model} model @param {string} id
 * @param {Look & { cells: number[][], names: string[], source: string, output: string, mean: Cell, rstd: Cell, from?: string, rests?: boolean, title: string,
 *   handles?: { gamma?: Cell, beta?: Cell } }} what source, output: tensors; cells: their indices; from: the tensor the source is
 *   added to; rests: the line does not lean, since its mean is not that of its dots; handles: what a reader may drag; title: what
 *   happens here, for screen readers
 */
export function numberLine(model, id, { cells, names, source, output, mean, rstd, from, ...what }) {
  const { given, made, half, radius, levels, upright, handles } = what;
  const [middle, factor] = [mean, rstd].map(({ tensor, index }) => model.value(tensor, index));
  const inside = (/** @type {number} */ px, most = half) =>
    Number.isFinite(px) ? Math.max(-most, Math.min(most, px)) : NaN;
  const { role } = tensorStyle(source);
  const dots = cells.map((index, k) => {
    const value = model.value(source, index);
    const name = names[k];
    const wide = name.length > 1 ? Math.ceil(textWidth(name, fontOf(radius), 600)) + radius : 0;
    const width = Math.max(2 * radius, wide);
    // a dot at the end of the line is seen as a whole
    const most = Math.min(half, half + (upright ? 4 - radius : 10 - width / 2));
    const at = {
      from: (from ? model.value(from, index) : value) * given.unit,
      source: value * given.unit,
      centred: (value - middle) * given.unit,
      made: (value - middle) * factor * made.unit,
      output: model.value(output, index) * made.unit,
    };
    return {
      ...{ name, width, most },
      cells: { source: cellName(source, index), output: cellName(output, index) },
      at: /** @type {Record<Phase, number>} */ (
        Object.fromEntries(Object.entries(at).map(([phase, px]) => [phase, inside(px, most)]))
      ),
      levels: /** @type {Record<Phase, number>} */ ({}),
    };
  });
  for (const phase of /** @type {Phase[]} */ (["from", "source", "centred", "made", "output"]))
    pile(dots, phase, upright ? 2 * radius : 0, levels);
  const worth = (/** @type {Cell | undefined} */ cell, /** @type {number} */ usual) => made.unit * (cell ? model.value(cell.tensor, cell.index) : usual); // prettier-ignore
  const shift = worth(handles?.beta, 0);
  return {
    knobs: { beta: inside(shift), gamma: inside(shift + worth(handles?.gamma, 1)) },
    ...{ id, kind: "line", draw: drawLine, tensor: source, output, ...what, dots, worked: Boolean(handles) },
    ...{ role, ink: inkOn(role) },
    ...{ middle: inside(middle * given.unit), factor: (factor * made.unit) / given.unit },
    deviation: Math.min(half, given.unit / factor),
    initial: Object.fromEntries(["opacity", "dim", ...PROPERTIES].map((property) => [property, 0])),
  };
}
/** @typedef {ReturnType<typeof numberLine>} NumberLine */

/** Piles up dots, each as low as it can lie. @param {Dot[]} dots @param {Phase} phase @param {number} long px of every dot along the line, 0: its width @param {number} most levels */
function pile(dots, phase, long, most) {
  const meets = (/** @type {Dot} */ a, /** @type {Dot} */ b) =>
    Math.abs(a.at[phase] - b.at[phase]) < (long || (a.width + b.width) / 2);
  dots.forEach((dot, k) => {
    const near = dots.slice(0, k).filter((other) => meets(dot, other));
    let level = 0;
    while (near.some(({ levels }) => levels[phase] === level)) level++;
    dot.levels[phase] = level < most ? level : -1;
  });
}

/** @type {import("./draw.js").Draw} */
function drawLine(item, get, model) {
  const strength = strengthOf(get, model, 0.35);
  const lean = leanOf(item, get);
  const paint = { opacity: strength };
  return {
    past: [...beamMarks(item, get, lean, paint), ...traceMarks(item, get, paint)],
    box: [...dotMarks(item, get, lean, paint), ...balanceMarks(item, get, paint)],
    label: nameMarks(item, get, lean, paint),
    now: handleMarks(item, model, strength * get("handles")),
  };
}

/** The position of the triangle, px from 0. @param {NumberLine} item @param {(property: string) => number} get */
const pivotOf = ({ middle }, get) => mix(mix(0, middle, get("pivot")), 0, get("centred"));

/**
 * A function that maps positions along the beam to points of the stage, leaning as the beam does.
 * @param {NumberLine} item @param {(property: string) => number} get
 * @returns {(along: number, above?: number) => [number, number]}
 */
function leanOf(item, get) {
  const pivot = pivotOf(item, get);
  const off = (item.middle - pivot) * (1 - get("centred"));
  const turn = Math.max(-LEAN.most, Math.min(LEAN.most, off * LEAN.each)) * get("triangle");
  if (!turn || item.rests) return (along, above) => pointAt(item, along, above);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return (along, above = 0) =>
    pointAt(item, pivot + (along - pivot) * cos + above * sin, above * cos - (along - pivot) * sin);
}

/** The beam and its ticks. @param {NumberLine} item @param {(property: string) => number} get @param {ReturnType<typeof leanOf>} lean @param {Mark} paint @returns {Mark[]} */
function beamMarks({ id, half, radius, given, factor }, get, lean, paint) {
  const pitch = given.grid * given.unit * mix(1, factor, get("stretched"));
  let ticks = "";
  for (let k = 0; pitch > 4 && k * pitch <= half; k++)
    for (const along of k ? [-k * pitch, k * pitch] : [0])
      ticks += through([lean(along, 5), lean(along, -5)]);
  return [
    path(id, through([lean(-half), lean(half)]), { stroke: "ink", strokeWidth: radius / 4, ...paint }),
    ...(ticks ? [path(`${id}/ticks`, ticks, { stroke: "ink", strokeWidth: 1.5, ...paint })] : []),
  ];
}

/**
 * The dots that have a position now; those without a level of their own come first, at the back.
 * @param {NumberLine} item @param {(property: string) => number} get
 */
const placed = (item, get) =>
  item.dots
    .flatMap((dot, k) => {
      const along = now(dot.at, get);
      return Number.isFinite(along) ? [{ dot, k, along, level: now(dot.levels, get) }] : [];
    })
    .sort((a, b) => a.level - b.level);

/** @param {NumberLine} item @param {Dot} dot @param {[number, number]} middle */
const boxAt = ({ radius }, { width }, [x, y]) => ({
  ...{ x: px(x - width / 2), y: px(y - radius), width, height: 2 * radius },
});

/** @param {NumberLine} item @param {(property: string) => number} get @param {ReturnType<typeof leanOf>} lean @param {Mark} own @returns {Mark[]} */
function dotMarks(item, get, lean, { opacity }) {
  const { id, radius, role } = item;
  const which = get("stretched") > 0.5 ? "output" : "source";
  return placed(item, get).flatMap(({ dot, k, along, level }) => {
    const box = boxAt(item, dot, lean(along, heightAt(item, dot, level)));
    const style = { rx: radius, fill: role, stroke: "outline", strokeWidth: 1.5, opacity, part: "dot" };
    // the dot lies beyond the end of the line
    if (Math.abs(along) >= dot.most) Object.assign(style, { dash: "3 3" });
    // an opaque ground, so that nothing shines through a faint dot
    const ground = { rx: radius, fill: "panel" };
    return [
      rect(`${id}/ground${k}`, box, ground),
      { ...rect(`${id}/dot${k}`, box, style), cell: dot.cells[which], box },
    ];
  });
}

/** The names of the dots that are not hidden by others. @param {NumberLine} item @param {(property: string) => number} get @param {ReturnType<typeof leanOf>} lean @param {Mark} own @returns {Mark[]} */
function nameMarks(item, get, lean, { opacity }) {
  const { id, radius, ink } = item;
  const size = fontOf(radius);
  return placed(item, get).flatMap(({ dot, k, along, level }) => {
    if (level < 0) return [];
    const [x, y] = lean(along, heightAt(item, dot, level));
    const at = { x: px(x), y: px(y + size * 0.36), text: dot.name, size, align: "middle", weight: 600 };
    return [textMark(`${id}/name${k}`, at, { opacity, fill: ink, copy: true })];
  });
}

/** The former positions of dots, and arrows for what is added to them. @param {NumberLine} item @param {(property: string) => number} get @param {Mark} own @returns {Mark[]} */
function traceMarks(item, get, { opacity }) {
  const { id, radius, dots } = item;
  const [grown, learned] = [get("arrows"), get("handles")];
  /** @param {Dot} dot @param {number} k @param {Phase} phase @param {number} seen */
  const ghost = (dot, k, phase, seen) => {
    const far = Math.abs(dot.at[phase] - now(dot.at, get)) > 2;
    if (!seen || !far || !Number.isFinite(dot.at[phase])) return [];
    const box = boxAt(item, dot, pointAt(item, dot.at[phase], heightAt(item, dot, dot.levels[phase])));
    const style = { rx: radius, fill: "none", stroke: "past", strokeWidth: 1.25, dash: "3 3" };
    return [rect(`${id}/${phase}${k}`, box, { ...style, opacity: opacity * seen })];
  };
  return dots.flatMap((dot, k) => {
    const { from, source } = dot.at;
    // the dot consumes its arrow on its way
    const [start, end] = [mix(from, source, get("added")), mix(from, source, grown)];
    const height = heightAt(item, dot, dot.levels.from) + radius + ARROW;
    const far = get("added") < 1 && Math.abs(end - start) > 4;
    const line = far && through([pointAt(item, start, height), pointAt(item, end, height)]);
    const style = { stroke: "ink", strokeWidth: 2, head: Math.abs(end - start) > 9, opacity };
    return [
      ...ghost(dot, k, "from", grown),
      ...ghost(dot, k, "made", learned),
      ...(line ? [path(`${id}/arrow${k}`, line, style)] : []),
    ];
  });
}

/** The triangle that the beam balances on, and the bar that extends one deviation to either side. @param {NumberLine} item @param {(property: string) => number} get @param {Mark} own @returns {Mark[]} */
function balanceMarks(item, get, { opacity }) {
  const { id, middle, deviation, made, radius } = item;
  const line = { stroke: "outline", strokeWidth: 1.5 };
  const seen = opacity * get("triangle") * (item.handles ? 1 - get("handles") : 1);
  // the bar grows from its middle
  const long = mix(deviation, made.unit, get("stretched")) * get("bar");
  const bar = opacity * Math.min(1, 4 * get("bar"));
  const [[x, y], [right]] = [pointAt(item, -long, -radius), pointAt(item, long, -radius)];
  const foot = { ...line, fill: "score", opacity: seen };
  const box = { x: px(x), y, width: px(right - x), height: radius };
  return [
    ...(seen > 0 && Number.isFinite(middle)
      ? [path(`${id}/triangle`, triangle(item, pivotOf(item, get)), foot)]
      : []),
    ...(bar > 0 && Number.isFinite(long)
      ? [rect(`${id}/bar`, box, { ...line, fill: "weight", opacity: bar })]
      : []),
  ];
}
