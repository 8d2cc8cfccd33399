/** The values of positions on a number line: numbers below it, or lines across it at 0, −1 and 1. */

import { decimalsOf, formatAlone } from "../format.js";
import { textWidth } from "../text-metrics.js";
import { path } from "./marks.js";
import { sketch } from "./sketch.js";
import { textMark } from "./text.js";

/** @typedef {import("./number-line/where.js").Scale} Scale */

const FONT = 13;

/**
 * The smallest of 1, 2, 5, 10, 20 … that divides a span into at most `parts` parts.
 * @param {number} span @param {number} parts
 */
export function niceStep(span, parts) {
  const power = 10 ** Math.floor(Math.log10(span / parts));
  return power * ([1, 2, 5, 10].find((by) => by * power * parts >= span) ?? 10);
}

/**
 * The numbers of a scale along its foot.
 * @param {string} id @param {{ zero: number, half: number, foot: number, scale: Scale }} what zero, half: as in the number line;
 *   foot: baseline of the numbers, px
 */
export const ruler = (id, what) => sketch(id, {}, () => numberMarks(id, what));

/** @param {string} id @param {Parameters<typeof ruler>[1]} what */
function numberMarks(id, { zero, half, foot, scale: { unit, grid } }) {
  const decimals = decimalsOf([grid]);
  const said = (/** @type {number} */ k) => formatAlone(Number((k * grid).toPrecision(12)), decimals);
  const last = Math.floor(half / (grid * unit));
  const every = Math.ceil((textWidth(said(-last), FONT) + 14) / (grid * unit));
  const marks = [];
  for (let k = -Math.floor(last / every) * every; k <= last; k += every) {
    if (Math.abs(k) * grid * unit + textWidth(said(k), FONT) / 2 > half + 10) continue;
    const at = { x: zero + k * grid * unit, y: foot, text: said(k), size: FONT, align: "middle" };
    marks.push(textMark(`${id}/${k}`, at, { fill: "muted", copy: true }));
  }
  return { label: marks };
}

/**
 * Posts at −1 and 1, between which a deviation is to fit, and a line at 0, across all number lines.
 * @param {string} id @param {{ zero: number, unit: number, from: number, to: number, upright?: boolean }} what from, to: px across the lines
 */
export const posts = (id, what) => sketch(id, {}, () => postMarks(id, what));

/** @param {string} id @param {Parameters<typeof posts>[1]} what */
function postMarks(id, { zero, unit, from, to, upright }) {
  const across = (/** @type {number} */ along) =>
    upright ? `M${from} ${zero - along}H${to}` : `M${zero + along} ${from}V${to}`;
  const lines = [-1, 1].map((side) =>
    path(`${id}/${side}`, across(side * unit), { stroke: "focus", strokeWidth: 2, dash: "6 5" }),
  );
  const labels = [-1, 1].map((side) => {
    const text = formatAlone(side);
    const at = upright
      ? { x: from - 6, y: zero - side * unit + FONT * 0.36, align: "end" }
      : { x: zero + side * (unit + 7), y: to, align: side < 0 ? "end" : "start" };
    return textMark(
      `${id}/label${side}`,
      { ...at, text, size: FONT, weight: 650 },
      { fill: "focus", copy: true },
    );
  });
  return {
    ground: [path(`${id}/0`, across(0), { stroke: "past", strokeWidth: 1 }), ...lines],
    label: labels,
  };
}
