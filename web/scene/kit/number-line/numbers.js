/** Numbers above the dots of a number line, and below the line. */

import { textWidth } from "../../text-metrics.js";
import { SIZES, block, labelWidth } from "../block.js";
import { meet } from "../place.js";
import { ARROW, heightAt, pointAt } from "./where.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../block.js").Block} Block */
/** @typedef {import("../place.js").Box} Box */
/** @typedef {import("../number-line.js").NumberLine} NumberLine */
/** @typedef {import("./where.js").Phase} Phase */

const SIZE = { ...SIZES.small, height: 16, decimals: 3 };

/** A number without a box. @param {Model} model @param {string} id @param {import("../../model.js").Cell} cell @param {import("../block.js").Label[]} [labels] */
function plain(model, id, { tensor, index }, labels) {
  const width = Math.ceil(textWidth(model.text(tensor, index, SIZE.decimals), SIZE.font, 600)) + 4;
  return block(model, { id, tensor, cells: [[index]], size: SIZE, width, style: "plain", labels });
}

/** Whether a box lies within the ends of a line. @param {NumberLine} line @param {Box} box @param {number} [more] extra px at its left */
const isInside = ({ zero, half }, { x, width }, more = 0) =>
  x - more >= zero - half && x + width <= zero + half;

/**
 * The numbers above a line's dots: all of them, or none if one does not fit; those of arrows that fit, if at least half do.
 * @param {Model} model @param {NumberLine | undefined} line @param {string} tensor @param {number[][]} cells @param {Phase} phase
 * @param {Phase} [to] where the arrows end, if the numbers are those of arrows
 */
export function numbersOver(model, line, tensor, cells, phase, to = phase) {
  if (!line) return [];
  const arrows = to !== phase;
  const dots = line.dots.flatMap((dot, k) => {
    const [x, y] = pointAt(line, dot.at[phase], heightAt(line, dot, dot.levels[phase]));
    const box = { x: x - dot.width / 2, y: y - line.radius, width: dot.width, height: 2 * line.radius };
    return Number.isFinite(x)
      ? [{ k, box, at: (dot.at[phase] + dot.at[to]) / 2, level: dot.levels[phase] }]
      : [];
  });
  /** @type {{ item: Block, box: Box }[]} */
  const made = [];
  for (const { k, box, at, level } of dots) {
    const plus = arrows && model.value(tensor, cells[k]) > 0 ? 10 : 0;
    const item = plain(model, `${line.id}.${tensor}.${k}`, { tensor, index: cells[k] }, plus ? [{ text: "+", side: "left", gap: 1, size: 12 }] : []); // prettier-ignore
    item.put(line.zero + at, box.y - (arrows ? 10 + ARROW : 9));
    const reach = { x: item.x - plus, y: item.y, width: item.width + plus, height: item.height };
    const taken = [...dots.filter((dot) => dot.k !== k), ...made];
    const free =
      level >= 0 && item.y >= line.line - line.above && !taken.some((other) => meet(other.box, reach));
    if (free && isInside(line, item, 8)) made.push({ item, box: reach });
  }
  return made.length >= (arrows ? dots.length / 2 : dots.length) ? made.map(({ item }) => item) : [];
}

/**
 * A number below a line, to the right or left of a position; null if it does not fit.
 * @param {Model} model @param {NumberLine} line @param {import("../../model.js").Cell} cell
 * @param {{ along: number, off: number, left?: boolean, word?: string }} how along: px from 0; off: px from there to the
 *   number
 * @returns {Block | null}
 */
export function numberUnder(model, line, cell, { along, off, left = false, word = "" }) {
  /** @type {import("../block.js").Label} */
  const label = { text: word, side: "left", gap: 3, size: 13 };
  const item = plain(model, `${line.id}.${cell.tensor}.${cell.index}`, cell, word ? [label] : []);
  const before = word ? labelWidth(label) + 3 : 0;
  const [x, y] = pointAt(line, Number.isFinite(along) ? along : 0, -2 - 1.4 * line.radius);
  item.put(x + (left ? -off - item.width / 2 : off + before + item.width / 2), y);
  if (isInside(line, item, before)) return item;
  return word.length > 1 ? numberUnder(model, line, cell, { along, off, left }) : null;
}

/** The numbers of the handles that a reader drags. @param {Model} model @param {NumberLine[]} lines */
export function handleNumbers(model, lines) {
  return lines.flatMap((line) => {
    const { handles, knobs, radius } = line;
    if (!handles || line.upright) return [];
    const before = knobs.gamma < knobs.beta;
    const { gamma, beta } = handles;
    return [
      beta && numberUnder(model, line, beta, { along: knobs.beta, off: 1.45 * radius + 5, left: !before }),
      gamma && numberUnder(model, line, gamma, { along: knobs.gamma, off: 1.1 * radius + 5, left: before }),
    ];
  });
}
