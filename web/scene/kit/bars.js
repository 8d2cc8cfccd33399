/**
 * Bars that show magnitudes: one on every score, as long as e to the power of the score, and the one bar of length 1 that they
 * fill together. A bar shows a number of the trace; only lengths on the screen are computed here.
 */

import { cellName } from "../model.js";
import { truncate, textWidth } from "../text-metrics.js";
import { strengthOf } from "./draw.js";
import { edge, path, rect } from "./marks.js";
import { placeable } from "./place.js";
import { heat, inkOn, inkOver } from "./shades.js";
import { sketch } from "./sketch.js";
import { textMark } from "./text.js";

/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("./place.js").Box} Box */

/**
 * A bar that grows from a foot: up from the top of a block or to the right of it; a signed bar grows down if its number is negative.
 * @param {string} id
 * @param {{ foot: any, tensor?: string, index?: number[], most: number, side?: "top" | "right", gap?: number, past?: boolean, fill?: string, signed?: boolean }} what foot: a box; tensor, index: of its number,
 *   if not the foot's own; most: px of a 1; past: dashed, for an earlier value
 */
export const bar = (
  id,
  { side = "top", gap = 2, foot, tensor = foot.tensor, index = foot.indices[0], ...what },
) => ({
  ...{ id, kind: "bar", draw: drawBar, ...what, foot, tensor, index, side, gap },
  initial: { opacity: 0, progress: 0 },
});
/** @typedef {ReturnType<typeof bar>} Bar */

/** @param {Bar} bar @param {number} value @param {number} [grown] @returns {Box} */
export function barBox({ foot: { x, y, width, height }, most, side, gap, signed }, value, grown = 1) {
  const size = Number.isFinite(value) ? value : 0;
  if (signed && size < 0)
    return { x, y: y + height + gap, width, height: Math.max(1.5, -size * most) * grown };
  const long = Math.max(1.5, size * most) * grown;
  return side === "top"
    ? { x, y: y - gap - long, width, height: long }
    : { x: x + width + gap, y, width: long, height };
}

/** @type {import("./draw.js").Draw} */
function drawBar(item, get, model) {
  const opacity = strengthOf(get, model, 0.3);
  const grown = get("progress");
  const value = model.value(item.tensor, item.index);
  // forbidden pairs and NaN have no bar
  if (grown <= 0 || !(item.signed ? Number.isFinite(value) : value > 0)) return {};
  const look = item.past
    ? { fill: "none", stroke: "ink", dash: "3 3" }
    : { fill: item.fill ?? "weight", stroke: "outline", part: "bar" };
  const style = { ...look, strokeWidth: 1.5, opacity };
  return { box: [rect(item.id, barBox(item, value, grown), style)] };
}

/**
 * The bar of length 1, filled by the weights of a row, each as wide as its share.
 * @param {string} id
 * @param {{ width: number, height: number, tensor?: string, indices: number[][], names: string[], bars: () => Bar[],
 *   decimals: number, label?: string, fills?: string[], margin?: import("./place.js").Margin }} what tensor: the weights; fills:
 *   colours, if the parts have their own; bars: called when the bar is first drawn; label: its name for screen readers
 */
export const stackedBar = (id, { width, height, tensor = "weights", margin, ...what }) =>
  placeable(
    {
      id,
      kind: "share",
      draw: drawShare,
      tensor,
      width,
      height,
      ...what,
      feet: /** @type {Bar[] | null} */ (null),
      initial: { opacity: 0, slide: 0, funnel: 0, named: 0, outer: 1 },
    },
    margin,
  );
/** @typedef {ReturnType<typeof stackedBar>} StackedBar */

/** The shares of the weights, as boxes along the bar. @param {any} item @param {import("../model.js").Model} model @returns {Box[]} */
export function segments({ x, y, width, height, tensor, indices }, model) {
  let at = x;
  return indices.map((/** @type {number[]} */ index) => {
    const value = model.value(tensor, index);
    // overridden weights may be negative, or add up to more than 1: the bar shows what fits
    const wide = Math.min(Math.max(0, Number.isFinite(value) ? value : 0) * width, x + width - at);
    const box = { x: at, y, width: wide, height };
    at += wide;
    return box;
  });
}

/** The opacity of a part's blue: strong enough to be seen against the paper. @param {number} value */
const strongOf = (value) => Math.max(heat(value), 0.22);

/** @type {import("./draw.js").Draw} */
function drawShare(item, get, model) {
  const opacity = strengthOf(get, model, 0.3);
  const { id, x, y, width, height } = item;
  const whole = { x, y, width, height };
  const parts = segments(item, model);
  const bars = (item.feet ??= item.bars());
  const [slide, funnel, named] = [get("slide"), get("funnel"), get("named")];
  /** @type {Mark[]} */
  const back = [];
  /** @type {Mark[]} */
  const marks = [rect(id + "/ground", whole, { fill: "paper", opacity, part: "share", label: item.label })];
  parts.forEach((part, k) => {
    const value = model.value(item.tensor, item.indices[k]);
    if (!(value > 0)) return;
    const from = bars[k] && barBox(bars[k], model.value(bars[k].tensor, bars[k].index));
    const now = from && slide < 1 ? between(from, part, slide) : part;
    const strong = strongOf(value);
    if (from && funnel > 0)
      back.push(funnelMark(`${id}/funnel${k}`, bars[k].side, from, part, funnel * opacity));
    const seen = { ...now, width: Math.max(now.width, 1) };
    const pointed = item.belongs && { means: cellName(item.tensor, item.indices[k]), spot: seen };
    const look = item.fills ? { fill: item.fills[k], opacity } : { fill: "full", opacity: opacity * strong };
    const style = { ...look, ...pointed, ...belongsTo(item, k) };
    if (slide > 0) marks.push(rect(`${id}/part${k}`, seen, style));
    const inner = { stroke: "on-role", strokeWidth: 1, opacity: opacity * 0.5 };
    if (slide >= 1 && k && part.x > x + 1 && part.x < x + width - 1)
      marks.push(path(`${id}/line${k}`, `M${part.x} ${y}v${height}`, inner));
  });
  marks.push(edge(id + "/edge", whole, { opacity }));
  return {
    stream: back,
    box: marks,
    label: named > 0 ? names(item, model, parts, named * opacity, get("outer")) : [],
  };
}

/** In a bar that belongs to a query, each part also belongs to its key. @param {any} item @param {number} k */
const belongsTo = ({ belongs, indices }, k) =>
  belongs ? { belongs: { ...belongs, key: indices[k].at(-1) } } : {};

/**
 * Dashed lines that join each key's share in two bars: where they lean, the shares differ.
 * @param {string} id @param {StackedBar} from @param {StackedBar} to the one below it
 */
export const seams = (id, from, to) =>
  sketch(id, {}, (_, model) => {
    const [above, below] = [from, to].map((bar) => segments(bar, model).slice(1));
    const line = { fill: "none", stroke: "focus", strokeWidth: 1.5, dash: "4 3" };
    const marks = above.map(({ x, y, height }, k) => {
      const [top, end] = [y + height, below[k]];
      const middle = (top + end.y) / 2;
      return path(`${id}/${k}`, `M${x} ${top}C${x} ${middle} ${end.x} ${middle} ${end.x} ${end.y}`, line);
    });
    return { stream: marks };
  });

/** The parts of another bar, as the bars from which a bar's own parts slide into place. @param {StackedBar} from @param {import("../model.js").Model} model @returns {Bar[]} */
export const segmentsAsBars = (from, model) =>
  segments(from, model).map(({ x, y, height }, k) => {
    const foot = { x, y, width: 0, height };
    const what = { tensor: from.tensor, index: from.indices[k], most: from.width };
    return bar(`${from.id}.${k}`, { foot, ...what, side: "right", gap: 0 });
  });

/** @param {Box} a @param {Box} b @param {number} t @returns {Box} */
export const between = (a, b, t) => ({
  x: a.x + (b.x - a.x) * t,
  y: a.y + (b.y - a.y) * t,
  width: a.width + (b.width - a.width) * t,
  height: a.height + (b.height - a.height) * t,
});

/** A funnel from the end of a bar to its share. @param {string} id @param {string} side @param {Box} from @param {Box} to @param {number} opacity @returns {Mark} */
function funnelMark(id, side, from, to, opacity) {
  const wide = Math.max(to.width, 1);
  const [x1, x2] = [from.x, from.x + from.width];
  const [start, end] = to.y < from.y ? [from.y, to.y + to.height] : [from.y + from.height, to.y];
  const d = `M${x1} ${start}L${to.x} ${end}h${wide}L${x2} ${start}z`;
  return path(id, d, { fill: "full", opacity: opacity * (side === "top" ? 0.22 : 0.12) });
}

/** How many shares may get a leader, the largest first. */
const LEADERS = 8;

/** The word and number of each share: inside if they fit, else the word alone, else above it on a leader. @param {any} item @param {import("../model.js").Model} model @param {Box[]} parts @param {number} opacity @param {number} outer @returns {Mark[]} */
function names(item, model, parts, opacity, outer) {
  const { id, x, y, width, height, tensor, indices, decimals } = item;
  const values = indices.map((/** @type {number[]} */ index) => model.value(tensor, index));
  const labels = parts.map((part, k) => {
    const number = model.text(tensor, indices[k], decimals);
    const name = truncate(item.names[k], 13, 84);
    const runs = [{ text: name + " " }, { text: number, weight: 600 }];
    const wide = textWidth(name + " ", 13) + textWidth(number, 13, 600);
    return { k, name, runs, wide, middle: part.x + part.width / 2, room: part.width - 6 };
  });
  const marked = (/** @type {Mark} */ mark, /** @type {number} */ k) => ({ ...mark, ...belongsTo(item, k) });
  const inside = labels.flatMap(({ k, name, runs, wide, middle, room }) => {
    if (textWidth(name, 13) > room) return [];
    const said = wide <= room ? { runs } : { text: name };
    const at = { x: middle, y: y + height / 2 + 4.7, size: 13, align: "middle", ...said };
    const fill = item.fills ? inkOn(item.fills[k]) : inkOver("full", strongOf(values[k]));
    return [marked(textMark(`${id}/name${k}`, at, { opacity, fill, copy: true }), k)];
  });
  if (outer <= 0) return inside;
  /** @type {Leader[]} */
  let above = [];
  const thin = labels.filter(({ k, name, room }) => values[k] > 0 && textWidth(name, 13) > room);
  for (const label of thin.toSorted((a, b) => values[b.k] - values[a.k]).slice(0, LEADERS))
    above = leadersOf([...above.map(({ label }) => label), label], x, x + width) ?? above;
  return [
    ...inside,
    ...above.flatMap(({ label: { k, runs, middle }, left, crossed }) => {
      const line = { stroke: "ink", strokeWidth: 1, opacity: opacity * outer };
      const at = { x: left, y: y - 5, size: 12.5, runs };
      return [
        ...(crossed ? [] : [path(`${id}/leader${k}`, `M${middle} ${y - 1}v-7`, line)]),
        textMark(`${id}/name${k}`, at, { opacity: opacity * outer, copy: true }),
      ].map((mark) => marked(mark, k));
    }),
  ];
}

/** @typedef {{ label: { k: number, runs: import("./text.js").Run[], middle: number, wide: number }, left: number, crossed: boolean }} Leader crossed: it would pass through the name before it */

/** Places names above their shares, from left to right; null if they do not all fit. @param {Leader["label"][]} labels @param {number} x @param {number} end @returns {Leader[] | null} */
function leadersOf(labels, x, end) {
  /** @type {Leader[]} */
  const leaders = [];
  let free = x - 4;
  for (const label of labels.toSorted((a, b) => a.k - b.k)) {
    const { middle, wide } = label;
    const begin = middle < (x + end) / 2 ? middle + 6 : middle - wide - 3;
    const left = Math.min(Math.max(free + 4, begin), end - wide);
    if (left < free + 4) return null;
    leaders.push({ label, left, crossed: middle < free - 6 });
    free = left + wide + 6;
  }
  return leaders;
}
