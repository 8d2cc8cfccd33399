/** Links: curved streams from several sources to several targets, drawn all at once, each as wide as its weight. */

import { nearly } from "../ease.js";
import { cellName } from "../model.js";
import { path, px, rect } from "./marks.js";
import { meet } from "./place.js";
import { textMark } from "./text.js";
import { textWidth } from "../text-metrics.js";

/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("./place.js").Box} Box */
/** @typedef {{ x1: number, y1: number, wide1: number, x2: number, y2: number, wide2: number }} Curve drawn from the bottom up: its left edge and its width, at both ends */

/** The least width of a stream, px. */
const THIN = 1.4;

/** A weight clamped to a share from 0 to 1; NaN and infinities count as 0. @param {number} weight */
const shareOf = (weight) => (Number.isFinite(weight) ? Math.min(1, Math.max(0, weight)) : 0);

/** The weights of some pairs as shares that add up to no more than 1. @param {import("../model.js").Model} model @param {string} tensor @param {number[][]} indices */
export function sharesOf(model, tensor, indices) {
  const shares = indices.map((index) => shareOf(model.value(tensor, index)));
  const total = shares.reduce((sum, share) => sum + share, 0);
  // the weights of a softmax may exceed 1 by a rounding error
  return total > 1.001 ? shares.map((share) => share / total) : shares;
}

/**
 * Links that carry more than a tenth have their number on them.
 * @param {string} id
 * @param {{ from: Box[], to: Box[], tensor?: string, indices: number[][][], unit: number, mouth?: number, label?: string,
 *   written?: number, least?: number, fills?: string[], solid?: boolean, only?: number, down?: boolean }} what
 *   tensor: the weights; indices: of the weights, by output and value; unit, mouth: px of weight 1 at the values and at the
 *   outputs; written: shares above this have their number; least: shares below this are not drawn; fills: a colour for each value,
 *   in turn; solid: all equally opaque, whatever their weight; only: the one output whose links are drawn; down: the outputs are
 *   below, not above
 */
export const links = (id, { mouth = 0, ...what }) => ({
  ...{ id, kind: "ribbons", draw: drawLinks, tensor: "weights", written: 0.1, least: 0, fills: ["value"] },
  ...{ solid: false, ...what, mouth: mouth || what.unit },
  initial: { opacity: 0, progress: 0 },
});

/** @typedef {ReturnType<typeof links>} Links */

/** @type {import("./draw.js").Draw} */
function drawLinks(item, get, model) {
  const grown = get("progress");
  if (grown <= 0) return {};
  const seen = nearly(grown);
  const { id, from, to, tensor, indices, unit, mouth, label, written, least, fills, solid, only } =
    /** @type {Links} */ (item);
  const [lower, upper] = [(/** @type {Box} */ box) => box.y + box.height, (/** @type {Box} */ box) => box.y];
  const [leaves, enters] = item.down ? [lower, upper] : [upper, lower];
  const shares = indices.map((row) => row.map((index) => shareOf(model.value(tensor, index))));
  const entering = indices.map((row) => sharesOf(model, tensor, row));
  const middle = (/** @type {Box} */ box) => box.x + box.width / 2;
  const leaving = from.map(
    (box, j) => middle(box) - (shares.reduce((sum, row) => sum + row[j], 0) * unit) / 2,
  );
  /** @type {Mark[]} */
  const marks = [];
  /** @type {Mark[]} */
  const labels = [];
  /** What numbers must not cover. @type {Box[]} */
  const taken = [...from, ...to];
  to.forEach((box, i) => {
    let enter = middle(box) - mouth / 2;
    from.forEach((source, j) => {
      const [share, wide] = [shares[i][j], entering[i][j] * mouth];
      if (share === 0 || share < least) return;
      const curve = {
        ...{ x1: leaving[j], y1: leaves(source), wide1: Math.max(share * unit, THIN) },
        ...{ x2: enter, y2: enters(box), wide2: Math.max(wide, THIN) },
      };
      leaving[j] += share * unit;
      enter += wide;
      if (only !== undefined && i !== only) return;
      const index = indices[i][j];
      const [query, key] = index.slice(-2);
      const pointed = { means: cellName(model.full(tensor), index), curve, belongs: { query, key } };
      const style = {
        fill: fills[j % fills.length],
        opacity: solid ? 0.9 : 0.45 + 0.4 * share,
        part: "stream",
      };
      marks.push(path(`${id}/${i}.${j}`, ribbonPath(curve, grown), { ...style, ...pointed }));
      if (share <= written || seen <= 0) return;
      const text = model.text(tensor, index, 2);
      labels.push(
        ...pill(`${id}/n${i}.${j}`, text, curve, taken, { opacity: seen, belongs: { query, key } }),
      );
    });
  });
  return { stream: [{ type: "group", id, children: marks, label }], label: labels };
}

/** How far from its ends a curve bends, as a share of its height. */
const BEND = 0.45;

/**
 * Relative to where it begins, since ribbons of one shape then compress to little more than one.
 * @param {Curve} curve @param {number} grown
 */
export function ribbonPath({ x1, y1, wide1, x2, y2, wide2 }, grown) {
  const [along, up] = [(x2 - x1) * grown, (y1 - y2) * grown];
  const wide = wide1 + (wide2 - wide1) * grown;
  const curve = (/** @type {number} */ x, /** @type {number} */ y) =>
    `c0 ${px(y * BEND)} ${px(x)} ${px(y * (1 - BEND))} ${px(x)} ${px(y)}`;
  return `M${px(x1)} ${px(y1)}${curve(along, -up)}h${px(wide)}${curve(wide1 - wide - along, up)}z`;
}

/**
 * A number on a link, in the first free spot along it; none if there is no free spot.
 * @param {string} id @param {string} text @param {Curve} curve @param {Box[]} taken
 * @param {{ opacity: number, belongs: { query: number, key: number } }} how @returns {Mark[]}
 */
function pill(id, text, { x1, y1, wide1, x2, y2, wide2 }, taken, how) {
  const bend = (y1 - y2) * BEND;
  const width = textWidth(text, 12.5, 600) + 14;
  const boxAt = (/** @type {number} */ t) => {
    const r = 1 - t;
    const [a, b, c, d] = [r * r * r, 3 * r * r * t, 3 * r * t * t, t * t * t];
    const x = (a + b) * (x1 + wide1 / 2) + (c + d) * (x2 + wide2 / 2);
    const y = a * y1 + b * (y1 - bend) + c * (y2 + bend) + d * y2;
    return { x: x - width / 2, y: y - 10, width, height: 20 };
  };
  const boxes = [0.72, 0.6, 0.82, 0.5, 0.4, 0.3].map(boxAt);
  const box = boxes.find((spot) => !taken.some((other) => meet(spot, other, 2)));
  if (!box) return [];
  taken.push(box);
  const [x, y] = [box.x + width / 2, box.y + 10];
  return [
    rect(id + "/board", box, { rx: 10, fill: "raised", ...how }),
    {
      ...textMark(id, { x, y: y + 4.5, text, size: 12.5, align: "middle", weight: 600 }, { copy: true }),
      ...how,
    },
  ];
}
