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
export const ruler = (id, { zero, half, foot, scale: { unit, grid } }) =>
  sketch(id, {}, () => {
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
  });

/**
 * Posts at −1 and 1, between which a deviation is to fit, and a line at 0, across all number lines.
 * @param {string} id @param {{ zero: number, unit: number, from: number, to: number, upright?: boolean }} what from, to: px across the lines
 */
export const posts = (id, { zero, unit, from, to, upright }) =>
  sketch(id, {}, () => {
    const across = (/** @type {number} */ along) =>
      upright ? `M${from} ${zero - along}H${to}` : `M${zero + along} ${from}V${to}`;
    const post = { stroke: "focus", strokeWidth: 2, dash: "6 5" };
    const lines = [-1, 1].map((side) => path(`${id}/${side}`, across(side * unit), post));
    const labels = [-1, 1].map((side) => {
      const place = upright
        ? { x: from - 6, y: zero - side * unit + FONT * 0.36, align: "end" }
        : { x: zero + side * (unit + 7), y: to, align: side < 0 ? "end" : "start" };
      const at = { ...place, text: formatAlone(side), size: FONT, weight: 650 };
      return textMark(`${id}/label${side}`, at, { fill: "focus", copy: true });
    });
    const middle = path(`${id}/0`, across(0), { stroke: "past", strokeWidth: 1 });
    return { ground: [middle, ...lines], label: labels };
  });
