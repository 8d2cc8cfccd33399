/**
 * Numbers as dots on a line: something is added to them, they balance on their mean, slide until it is 0, and the line
 * stretches until their deviation is 1. Places are all that is found here; the numbers are the trace's.
 */

import { cellName } from "../model.js";
import { tensorStyle } from "../../core/graph/tensors.js";
import { exact } from "../explain.js";
import { inkOn } from "./block.js";
import { strengthOf } from "./draw.js";
import { LAYERS } from "./layers.js";
import { path, rect } from "./marks.js";
import { textMark } from "./text.js";
import { textWidth } from "../text-metrics.js";

/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../model.js").Cell} Cell */
/** @typedef {{ unit: number, grid: number }} Scale unit: px of a 1; grid: from tick to tick */
/** @typedef {"from" | "source" | "centred" | "made" | "output"} Phase */
/** @typedef {{ name: string, width: number, cells: Record<"source" | "output", string>, at: Record<Phase, number>, levels: Record<Phase, number> }} Dot
 *   width: px; at: px from 0, NaN where a number has no place; levels: how many dots lie under it, −1 where there is no room */
/**
 * @typedef {object} Look
 * @property {number} zero px: where 0 stands along the line @property {number} line px: where the line stands across
 * @property {number} half px of the line on either side of 0 @property {boolean} upright whether the line runs upwards
 * @property {number} above px free over the line
 * @property {number} radius px of a dot @property {number} levels of dots one on another
 * @property {Scale} given of the numbers as they come @property {Scale} made of normalized ones
 */

/** Px of the names on dots. @param {number} radius */
const fontOf = (radius) => Math.max(12, Math.min(14, Math.round(radius)));

/** How far a beam leans at most, and for each px that it stands off its balance; in radians. */
const LEAN = { most: 0.045, each: 0.0005 };

/** Px from the top of a dot to its arrow. */
export const ARROW = 6;

/** What happens to a line, each from 0 to 1. */
const PROPERTIES = [
  "arrows",
  "added",
  "triangle",
  "pivot",
  "centred",
  "bar",
  "stretched",
  "learned",
  "handles",
];

/**
 * @param {Model} model @param {string} id
 * @param {Look & { cells: number[][], names: string[], source: string, output: string, mean: Cell, rstd: Cell, from?: string, rests?: boolean,
 *   handles?: { gamma?: Cell, beta?: Cell } }} what source, output: tensors; cells: their indices; from: what the source is added to;
 *   rests: it does not lean, for its mean is not that of its dots; handles: what a reader may drag
 */
export function numberLine(model, id, { cells, names, source, output, mean, rstd, from, ...what }) {
  const { given, made, half, radius, levels, upright, handles } = what;
  const [middle, factor] = [mean, rstd].map(({ tensor, index }) => model.value(tensor, index));
  const inside = (/** @type {number} */ px) => Math.max(-half, Math.min(half, px));
  const { role } = tensorStyle(source);
  const dots = cells.map((index, k) => {
    const value = model.value(source, index);
    return {
      name: names[k],
      width: Math.max(
        2 * radius,
        names[k].length > 1 ? Math.ceil(textWidth(names[k], fontOf(radius), 600)) + radius : 0,
      ),
      cells: { source: cellName(source, index), output: cellName(output, index) },
      at: {
        from: inside((from ? model.value(from, index) : value) * given.unit),
        source: inside(value * given.unit),
        centred: inside((value - middle) * given.unit),
        made: inside((value - middle) * factor * made.unit),
        output: inside(model.value(output, index) * made.unit),
      },
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

/** Each dot lies as low as it can. @param {Dot[]} dots @param {Phase} phase @param {number} long px of every dot along the line, 0: its width @param {number} most levels */
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

/** Between two places, and exactly at them. @param {number} a @param {number} b @param {number} t */
const mix = (a, b, t) => (t <= 0 ? a : t >= 1 ? b : a + (b - a) * t);

/** What a dot has by now, where each phase has its own. @param {Record<Phase, number>} of @param {(property: string) => number} get */
const now = (of, get) =>
  mix(
    mix(mix(mix(of.from, of.source, get("added")), of.centred, get("centred")), of.made, get("stretched")),
    of.output,
    get("learned"),
  );

/** A point of the stage. @param {NumberLine} item @param {number} along px from 0 @param {number} above px off the line @returns {[number, number]} */
export const pointAt = ({ upright, zero, line }, along, above = 0) =>
  upright ? [line + above, zero - along] : [zero + along, line - above];

/** How far the middle of a dot lies off the line, px. @param {NumberLine} item @param {Dot} dot @param {number} level */
export const heightAt = ({ upright, radius, dots }, { width }, level) =>
  upright
    ? 3 + width / 2 + Math.max(0, level) * Math.max(...dots.map((dot) => dot.width))
    : 2 + radius + Math.max(0, level) * 2 * radius;

/** @type {import("./draw.js").Draw} */
function drawLine(item, get, model) {
  const strength = get("opacity") * strengthOf(get, model, 0.35);
  const lean = leanOf(item, get);
  const own = { opacity: strength };
  return [
    [LAYERS.past, [...beamMarks(item, get, lean, own), ...traceMarks(item, get, own)]],
    [LAYERS.box, [...dotMarks(item, get, lean, own), ...balanceMarks(item, get, own)]],
    [LAYERS.label, nameMarks(item, get, lean, own)],
    [LAYERS.now, handleMarks(item, get, model, own)],
  ];
}

/** Where the triangle stands, px from 0. @param {NumberLine} item @param {(property: string) => number} get */
const pivotOf = ({ middle }, get) => mix(mix(0, middle, get("pivot")), 0, get("centred"));

/** How the beam lies: a point of it where it leans. @param {NumberLine} item @param {(property: string) => number} get @returns {(along: number, above?: number) => [number, number]} */
function leanOf(item, get) {
  const pivot = pivotOf(item, get);
  const off = (item.middle - pivot) * (1 - get("centred"));
  const turn = Math.max(-LEAN.most, Math.min(LEAN.most, off * LEAN.each)) * get("triangle");
  if (!turn || item.rests) return (along, above) => pointAt(item, along, above);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return (along, above = 0) =>
    pointAt(item, pivot + (along - pivot) * cos + above * sin, above * cos - (along - pivot) * sin);
}

/** @param {[number, number][]} points */
const through = (points) => points.map(([x, y], k) => `${k ? "L" : "M"}${px(x)} ${px(y)}`).join("");
/** @param {number} at */
const px = (at) => Math.round(at * 100) / 100;

/** The beam and its ticks. @param {NumberLine} item @param {(property: string) => number} get @param {ReturnType<typeof leanOf>} lean @param {Mark} own @returns {Mark[]} */
function beamMarks({ id, half, radius, given, factor }, get, lean, own) {
  const pitch = given.grid * given.unit * mix(1, factor, get("stretched"));
  let ticks = "";
  for (let k = 0; pitch > 4 && k * pitch <= half; k++)
    for (const along of k ? [-k * pitch, k * pitch] : [0])
      ticks += through([lean(along, 5), lean(along, -5)]);
  return [
    path(id, through([lean(-half), lean(half)]), { stroke: "ink", strokeWidth: radius / 4, ...own }),
    ...(ticks ? [path(`${id}/ticks`, ticks, { stroke: "ink", strokeWidth: 1.5, ...own })] : []),
  ];
}

/** The dots that have a place now, those without room at the back. @param {NumberLine} item @param {(property: string) => number} get */
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
    // it lies beyond the end of the line
    if (Math.abs(along) >= item.half) Object.assign(style, { dash: "3 3" });
    // nothing shines through a faint dot
    const ground = { rx: radius, fill: "panel", opacity: get("opacity") };
    return [
      rect(`${id}/ground${k}`, box, ground),
      { ...rect(`${id}/dot${k}`, box, style), cell: dot.cells[which], box },
    ];
  });
}

/** What the dots are called, those that can be read. @param {NumberLine} item @param {(property: string) => number} get @param {ReturnType<typeof leanOf>} lean @param {Mark} own @returns {Mark[]} */
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

/** Where dots have been, and the arrows of what is added to them. @param {NumberLine} item @param {(property: string) => number} get @param {Mark} own @returns {Mark[]} */
function traceMarks(item, get, { opacity }) {
  const { id, radius, dots } = item;
  const [grown, learned] = [get("arrows"), get("handles")];
  const ghost = (
    /** @type {Dot} */ dot,
    /** @type {number} */ k,
    /** @type {Phase} */ phase,
    /** @type {number} */ seen,
  ) => {
    const far = Math.abs(dot.at[phase] - now(dot.at, get)) > 2;
    if (!seen || !far || !Number.isFinite(dot.at[phase])) return [];
    const box = boxAt(item, dot, pointAt(item, dot.at[phase], heightAt(item, dot, dot.levels[phase])));
    const style = { rx: radius, fill: "none", stroke: "past", strokeWidth: 1.25, dash: "3 3" };
    return [rect(`${id}/${phase}${k}`, box, { ...style, opacity: opacity * seen })];
  };
  return dots.flatMap((dot, k) => {
    const { from, source } = dot.at;
    // the dot uses it up on its way
    const [start, end] = [mix(from, source, get("added")), mix(from, source, grown)];
    const height = heightAt(item, dot, dot.levels.from) + radius + ARROW;
    const far = grown > 0 && Math.abs(end - start) > 4;
    const line = far && through([pointAt(item, start, height), pointAt(item, end, height)]);
    const style = { stroke: "ink", strokeWidth: 2, head: Math.abs(end - start) > 9, opacity };
    return [
      ...ghost(dot, k, "from", grown),
      ...ghost(dot, k, "made", learned),
      ...(line ? [path(`${id}/arrow${k}`, line, style)] : []),
    ];
  });
}

/** A triangle whose tip touches the line from below. @param {NumberLine} item @param {number} along */
function triangle(item, along) {
  const { radius } = item;
  return `${through([[0, -2], [-1.45 * radius, -2 - 2.2 * radius], [1.45 * radius, -2 - 2.2 * radius]].map(([a, h]) => pointAt(item, along + a, h)))}z`; // prettier-ignore
}

/** The triangle that the beam balances on, and the bar of one deviation to either side. @param {NumberLine} item @param {(property: string) => number} get @param {Mark} own @returns {Mark[]} */
function balanceMarks(item, get, { opacity }) {
  const { id, middle, deviation, made, radius } = item;
  const line = { stroke: "outline", strokeWidth: 1.5 };
  const seen = opacity * get("triangle") * (1 - get("handles"));
  const long = mix(deviation, made.unit, get("stretched"));
  const bar = opacity * get("bar");
  const [[x, y], [right]] = [pointAt(item, -long, -radius), pointAt(item, long, -radius)];
  return [
    ...(seen > 0 && Number.isFinite(middle)
      ? [
          path(`${id}/triangle`, triangle(item, pivotOf(item, get)), {
            ...line,
            fill: "score",
            opacity: seen,
          }),
        ]
      : []),
    ...(bar > 0 && Number.isFinite(long)
      ? [
          rect(
            `${id}/bar`,
            { x: px(x), y, width: px(right - x), height: radius },
            { ...line, fill: "weight", opacity: bar },
          ),
        ]
      : []),
  ];
}

/** What a reader drags: the triangle is beta, a knob as far from it as the deviation is gamma. @param {NumberLine} item @param {(property: string) => number} get @param {Model} model @param {Mark} own @returns {Mark[]} */
function handleMarks(item, get, model, own) {
  const opacity = own.opacity * get("handles");
  const { handles = {}, knobs, made, radius } = item;
  if (opacity <= 0) return [];
  const below = -2 - 1.4 * radius;
  const style = { fill: "weighted", stroke: "outline", strokeWidth: 1.5, opacity, part: "handle" };
  const letter = (/** @type {string} */ id, /** @type {string} */ said, /** @type {number} */ along) => {
    const [x, y] = pointAt(item, along, below);
    const runs = [{ text: said, family: "letter", italic: true, weight: 600, size: 15 }];
    return textMark(
      `${item.id}/${id}`,
      { x: px(x), y: px(y + 5), runs, align: "middle" },
      { opacity, fill: "on-role" },
    );
  };
  /** @type {Mark[]} */
  const marks = [];
  if (handles.beta && Number.isFinite(knobs.beta)) {
    const handle = handleOf(item, model, handles.beta, pointAt(item, knobs.beta, below), 0);
    marks.push({ ...path(`${item.id}/beta`, triangle(item, knobs.beta), style), handle });
    if (Math.abs(knobs.gamma - knobs.beta) > 2 * radius) marks.push(letter("beta letter", "β", knobs.beta));
  }
  if (handles.gamma && Number.isFinite(knobs.gamma)) {
    const [x, y] = pointAt(item, knobs.gamma, below);
    const box = {
      x: px(x - 1.1 * radius),
      y: px(y - 1.1 * radius),
      width: 2.2 * radius,
      height: 2.2 * radius,
    };
    const handle = handleOf(item, model, handles.gamma, [x, y], knobs.beta);
    marks.push({ ...rect(`${item.id}/gamma`, box, { ...style, rx: 1.1 * radius }), handle });
    marks.push(letter("gamma letter", "γ", knobs.gamma));
  }
  return marks;
}

/** A number as a place along the line. @param {NumberLine} item @param {Model} model @param {Cell} cell @param {[number, number]} at @param {number} from px of its 0 from that of the line */
function handleOf(item, model, cell, [x, y], from) {
  const { upright, made } = item;
  const [zeroX, zeroY] = pointAt(item, from);
  const axis = {
    ...{ cell, value: model.value(cell.tensor, cell.index), step: made.grid / 5, fine: made.grid / 50 },
    ...(upright ? { zero: zeroY, unit: -made.unit } : { zero: zeroX, unit: made.unit }),
  };
  return {
    name: cellName(cell.tensor, cell.index),
    label: model.words.scene.shown(cell.tensor.split(".").pop() ?? ""),
    text: exact(model)(cell),
    at: { x, y },
    axes: upright ? { y: axis } : { x: axis },
    says: { tensor: item.output },
  };
}
