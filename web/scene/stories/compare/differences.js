/** Where two problems agree, number by number, and where they differ. Nothing is computed: values are only compared. */

import { cellBox } from "../../kit/block.js";
import { rect } from "../../kit/marks.js";
import { sketch } from "../../kit/sketch.js";
import { indexAt } from "../../kit/squares.js";
import { pairs } from "../../facts.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/slice.js").Slice} Slice */
/** @typedef {"same" | "some" | "all" | "shape" | "upper" | "lower"} Kind upper, lower: only that lane has the tensor */

/**
 * How a tensor differs between the lanes. chip: a sign, with the count if only some numbers differ; cells: row and column of each
 * number that differs; all: how many numbers there are; finite: whether a bar can be as long as each difference.
 * @param {Model[]} models @param {(Slice | null)[]} slices of the same tensor
 */
export function differences(models, slices) {
  const [above, below] = slices;
  const none = { cells: [], all: 0, finite: true };
  if (!above || !below) return { ...difference(above ? "upper" : "lower", ""), ...none };
  if (above.rows !== below.rows || above.columns !== below.columns)
    return { ...difference("shape", "≠"), ...none };
  const all = above.rows * above.columns;
  const both = numbersOf(models, slices);
  const cells = upTo(all)
    .map((k) => [Math.floor(k / above.columns), k % above.columns])
    .filter((cell) => areApart(both(cell)));
  const finite = cells.every((cell) => both(cell).every(Number.isFinite));
  if (cells.length === 0) return { ...difference("same", "="), cells, all, finite };
  const how = cells.length < all ? difference("some", `≠ ${cells.length}/${all}`) : difference("all", "≠");
  return { ...how, cells, all, finite };
}

/** The numbers that the lanes have in a cell; NaN for a lane without the tensor. @param {Model[]} models @param {(Slice | null)[]} slices */
const numbersOf =
  (models, slices) =>
  (/** @type {number[]} */ [r, c]) =>
    slices.map((slice, k) => (slice ? models[k].value(slice.tensor, indexAt(slice, r, c)) : NaN));

/** Whether two numbers differ; NaN equals NaN, and 0 equals −0. @param {number[]} numbers */
const areApart = ([a, b]) => !Object.is(a + 0, b + 0);

/** @param {Kind} kind @param {string} chip */
const difference = (kind, chip) => ({ kind, chip, same: kind === "same" });

/**
 * The weight that differs most, a number from NaN above all; null if none does, or if the two cannot be compared.
 * @param {Model[]} models @returns {{ index: number[], i: number, j: number } | null}
 */
export function largestChange([a, b]) {
  if (a.q_len !== b.q_len || a.kv_len !== b.kv_len) return null;
  let most = 0;
  let found = null;
  for (const i of upTo(a.q_len))
    for (const [j, index] of pairs(a, i).entries()) {
      const both = [a.value("weights", index), b.value("weights", pairs(b, i)[j])];
      const change = both.some(Number.isNaN) ? Infinity : Math.abs(both[0] - both[1]);
      if (areApart(both) && change > most) [most, found] = [change, { index, i, j }];
    }
  return found;
}

/** Opacity of the veil over equal numbers, and for readers who ask for more contrast; height and least length of a bar, px. */
const [VEIL, THIN_VEIL, HIGH, LEAST] = [0.62, 0.4, 5, 2];

/** The least difference, as a part of the largest number, whose bar is as long as its cell. */
const SEEN = 0.1;

/**
 * An overlay on a block: equal numbers are veiled, and below each other number is a bar whose length, relative to its cell, is
 * that of the difference relative to the largest difference; the bar is hollow if the number is smaller in the lower lane.
 * @param {string} id @param {Model[]} models @param {(Slice | null)[]} slices of the same tensor @param {any} block the drawn one of them
 * @param {ReturnType<typeof differences>} difference @param {boolean} bars
 */
export function contrast(id, models, slices, block, { cells, all }, bars) {
  const place = (/** @type {number[]} */ [r, c]) => r * block.columns + c;
  const differ = new Set(cells.map(place));
  const changes = (bars ? cells : [])
    .map((cell) => ({ k: place(cell), of: numbersOf(models, slices)(cell) }))
    .filter(({ of }) => of.every(Number.isFinite));
  const equal = upTo(all).filter((k) => !differ.has(k));
  const largest = Math.max(...slices.map((slice, k) => (slice ? models[k].largest(slice.tensor) : 0)));
  const most = Math.max(SEEN * largest, ...changes.map(({ of: [before, now] }) => Math.abs(now - before)));
  return sketch(id, {}, (get, { options }) => {
    const veil = { fill: "panel", opacity: options.contrast ? THIN_VEIL : VEIL };
    const veils = equal.map((k) => rect(`${id}/veil${k}`, cellBox(block, k), veil));
    const bars = changes.flatMap(({ k, of: [before, now] }) => {
      const far = Math.abs(now - before) / most;
      if (!(far > 0)) return [];
      const { x, y, width, height } = cellBox(block, k);
      const long = Math.max(LEAST, Math.min(1, far) * (width - 4));
      const high = Math.min(HIGH, Math.max(3, height / 2 - 7));
      const box = { x: x + 2, y: y + height - high - 1, width: long, height: high };
      const style = now > before ? { fill: "ink" } : { fill: "paper", stroke: "ink", strokeWidth: 1 };
      return [rect(`${id}/bar${k}`, box, style)];
    });
    return { label: [...veils, ...bars] };
  });
}
