/** How tall everything is along the flow, from inputs to outputs, and what stands side by side. */

import { PART } from "./multi-head-room.js";

/** @typedef {import("./multi-head-facts.js").Facts} Facts */
/** @typedef {import("./multi-head-sizes.js").Sizes} Sizes */
/** @typedef {import("./multi-head-room.js").Room} Room */
/** @typedef {{ name: string, height: number, gap: number }} Row */

/** Rows along the flow, from inputs to outputs. @param {Facts} facts @param {Room} room @param {Sizes} sizes @returns {Row[]} */
export function rowsOf(facts, room, sizes) {
  const { compact } = room;
  const levels = sizes.aligned ? 0 : Math.ceil(facts.heads / 2);
  const small = sizes.lens ? 8 : 24;
  const mixed = sizes.label + sizes.mixed.height;
  const joined = sizes.joined
    ? sizes.joined.label + sizes.joined.height + (facts.tour ? PART * (facts.q_len - 1) : 0)
    : 0;
  const slide = sizes.joined ? (compact ? 24 : 34) : 0;
  const many = facts.items.length > 1;
  // names above the panel where ways would cross them inside it
  const outside = compact || many;
  const need = sizes.projected ? sizes.projected.height + (facts.tour ? PART * facts.q_len : 0) + 16 : 0;
  const bend = small + levels * 12;
  const spare = Math.max(0, need - (sizes.upper.height + bend + mixed + slide + joined));
  const first = sizes.inputs.length > 0;
  const top = { name: "top", height: outside ? (compact ? 40 : 26) : 0, gap: 0 };
  const heading = { name: "header", height: outside ? (many ? 22 : 6) : 34, gap: 0 };
  /** @type {Row[]} */
  const rows = [];
  if (compact) rows.push(top);
  if (first)
    rows.push({
      name: "inputs",
      height: inputHeight(sizes, room, facts.items.length),
      gap: compact ? 14 : 18,
    });
  if (compact) rows.push(heading);
  rows.push({ name: "edge", height: 0, gap: first ? 26 : 14 });
  if (sizes.kv) rows.push({ name: "kv", height: sizes.kv.height, gap: sizes.lens ? 8 : 22 });
  rows.push({ name: "lower", height: sizes.lower.height, gap: small });
  rows.push({ name: "upper", height: sizes.upper.height, gap: bend });
  // the ground of an enlarged head reaches a little further than its numbers
  rows.push({ name: "mixed", height: mixed, gap: Math.max(slide + spare, 10) });
  if (sizes.joined) rows.push({ name: "joined", height: joined, gap: compact ? 10 : 8 });
  if (!compact) rows.push(heading);
  rows.push({ name: "end", height: 0, gap: sizes.outputs.length ? (compact ? 24 : 26) : 4 });
  if (sizes.outputs.length) rows.push({ name: "outputs", height: outputHeight(sizes, room), gap: 4 });
  if (!compact) rows.push(top);
  return rows;
}

/** Inputs and their parameters stand side by side where there is room. @param {Sizes} sizes @param {Room} room @param {number} [items] of the batch */
export function beside(sizes, room, items = 1) {
  const widths = sizes.inputs.reduce((sum, { width }) => sum + width + 24, -24);
  const own = sizes.parameters?.width ?? 0;
  if (room.compact) return widths + own + 24 <= room.inner;
  // of two batch items, parameters stand between the inputs and leave room for a name
  const widest = Math.max(0, ...sizes.inputs.map(({ width }) => width));
  if (items > 1)
    return items === 2 && sizes.inputs.length === 2 && room.inner / 2 - widest >= own + SIDE + 30;
  return widths / 2 + 56 + own <= room.width / 2 - 16;
}

/** Room for name and tokens to the left of inputs. */
export const SIDE = 110;

/** @param {{ height: number, label: number }[]} boards */
export const tallest = (boards) => Math.max(0, ...boards.map(({ height, label }) => height + label));

/** @param {Sizes} sizes @param {Room} room @param {number} items */
function inputHeight(sizes, room, items) {
  const own = tallest(sizes.inputs);
  const learned = sizes.parameters?.height ?? 0;
  return beside(sizes, room, items) ? Math.max(own, learned) : own + (learned ? learned + 14 : 0);
}

/** @param {Sizes} sizes @param {Room} room */
function outputHeight(sizes, room) {
  const own = tallest(sizes.outputs);
  const learned = sizes.last?.height ?? 0;
  return lastBeside(sizes, room) ? Math.max(own, learned) : own + (learned ? learned + 14 : 0);
}

/** @param {Sizes} sizes @param {Room} room */
export function lastBeside(sizes, room) {
  const widths = sizes.outputs.reduce((sum, { width }) => sum + width + 24, -24);
  const own = sizes.last?.width ?? 0;
  if (room.compact) return widths + own + 24 <= room.inner;
  // of two batch items, the parameters stand between the outputs
  if (sizes.outputs.length > 1) return sizes.outputs.length === 2 && room.inner / 2 - widths / 2 >= own + 48;
  return widths / 2 + own + 34 <= room.width / 2 - 16;
}
