/**
 * Measured results as curves: the share of correct words by sentence length, with attention and with a single state.
 * The figures come with the problem.
 */

import { percent } from "../format.js";
import { lengthOf } from "./arrows.js";
import { path, rect, through } from "./marks.js";
import { grow } from "./moves.js";
import { placed } from "./place.js";
import { sketch } from "./sketch.js";
import { text, textMark } from "./text.js";

/** @typedef {{ length: number, sentences: number, words: number, right: number }} Measured */
/** @typedef {{ attention: { sentences: number, by_length: Measured[] }, bottleneck: { by_length: Measured[] } }} Figures */

/** @param {Measured} one */
const share = ({ right, words }) => (words ? right / words : 0);

/** Returns a share as text: "86 %". @param {Parameters<typeof percent>[0]} model @param {Measured} measured */
export const shareText = (model, measured) => percent(model, share(measured));

/** @param {string} id @param {Figures} figures @param {import("./place.js").Box} room @param {import("../../words/index.js").Words} words */
export function figures(id, { attention, bottleneck }, { x, y: head, width, height }, words) {
  const w = words.stories.seq2seq;
  const bottom = head + height;
  const lines = [
    { key: "attention", list: attention.by_length, fill: "score" },
    { key: "bottleneck", list: bottleneck.by_length, fill: "key" },
  ];
  const tight = bottom - head < 150;
  const box = {
    x: x + 8,
    y: head + (tight ? 38 : 82),
    width: width - 16,
    height: bottom - head - (tight ? 56 : 108),
  };
  const said = (/** @type {string} */ key, /** @type {string} */ plain, /** @type {any} */ how) =>
    text(`${id}.${key}`, { text: plain, size: 12, align: "start", fill: "muted", most: width, ...how });
  const title = placed(said("title", w.figures.title, { size: 13, weight: 650, fill: "ink" }), x, head + 9);
  const axis = placed(said("axis", w.lengths({ count: attention.sentences }), {}), x, bottom + 8);
  const keys = tight ? [] : lines.map(({ key }, k) => said(key, w.figures[key], { most: width - 26 }));
  keys.forEach((key, k) => key.put(x + 22, head + 30 + 17 * k));
  const lengths = attention.by_length.map(({ length }) => length);
  const at = (/** @type {number} */ length) => {
    const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
    return box.x + 14 + ((length - least) / Math.max(1, most - least)) * (box.width - 28);
  };
  const every = Math.ceil(46 / ((box.width - 28) / Math.max(1, lengths.length - 1)));
  const curves = lines.map(({ key, list, fill }, k) =>
    curve(`${id}.${key}.line`, {
      fill,
      points: list.map((entry) => [at(entry.length), box.y + box.height * (1 - share(entry))]),
      // the upper curve has its number above, the lower one below
      labels: list.map((entry, n) => {
        const other = share(lines[1 - k].list[n] ?? entry);
        const above = share(entry) > other || (k === 0 && share(entry) === other);
        return (list.length - 1 - n) % every
          ? null
          : { text: shareText({ words }, entry), dy: above ? -8 : 18 };
      }),
    }),
  );
  const keyed = keys.map(({ y, height }, k) => ({ x, y: y + height / 2, fill: lines[k].fill }));
  const foot = lengths.map((length) => ({
    x: at(length),
    y: bottom - (tight ? 6 : 12),
    text: String(length),
  }));
  return { curves, items: [frameOf(`${id}.frame`, { box, keyed, foot }), title, axis, ...keys] };
}

/**
 * The frame of some curves: its lower edge is 0, its upper edge the largest value drawn.
 * @param {string} id @param {{ box: import("./place.js").Box, keyed: { x: number, y: number, fill: string }[], foot: { x: number, y: number, text: string }[] }} what
 *   keyed: where the colour of each curve is explained; foot: the labels below
 */
export const frameOf = (id, { box: { x, y, width, height }, keyed, foot }) =>
  sketch(id, {}, () => ({
    box: [
      path(`${id}/all`, `M${x} ${y}h${width}`, {
        fill: "none",
        stroke: "ghost",
        strokeWidth: 1,
        dash: "3 3",
      }),
      path(`${id}/none`, `M${x} ${y + height}h${width}`, { fill: "none", stroke: "past", strokeWidth: 1.25 }),
      ...keyed.map((key, k) =>
        rect(`${id}/key${k}`, { x: key.x, y: key.y - 4, width: 14, height: 8 }, { fill: key.fill }),
      ),
    ],
    label: foot.map((at, k) =>
      textMark(`${id}/foot${k}`, { ...at, size: 12, align: "middle" }, { fill: "muted", copy: true }),
    ),
  }));

/**
 * A line through points, with their numbers; if it leaves its frame, its last point has neither dot nor number.
 * @param {string} id @param {{ fill: string, points: number[][], labels: ({ text: string, dy: number, align?: "start" | "middle" | "end" } | null)[], leaves?: boolean, stretch?: number }} what
 */
export const curve = (id, { fill, points, labels, leaves = false, stretch }) => ({
  ...sketch(id, { progress: 0 }, (get) => {
    const grown = get("progress");
    if (grown <= 0) return {};
    const growing = grown < 1 ? { draw: grown, length: lengthOf(points) } : {};
    const marks = [path(id, through(points), { fill: "none", stroke: fill, strokeWidth: 3, ...growing })];
    if (grown < 1) return { box: marks };
    const inside = leaves ? points.slice(0, -1) : points;
    const dots = inside.map(([x, y], k) =>
      rect(`${id}/dot${k}`, { x: x - 4, y: y - 4, width: 8, height: 8 }, { rx: 4, fill }),
    );
    const numbers = inside.flatMap(([x, y], k) => {
      if (!labels[k]) return [];
      const { text, dy, align = "middle" } = labels[k];
      const at = { x: x + (align === "start" ? 7 : align === "end" ? -7 : 0), y: y + dy, align };
      return [textMark(`${id}/n${k}`, { ...at, text, size: 12, weight: 600 }, { copy: true })];
    });
    return { box: [...marks, ...dots], label: numbers };
  }),
  ...{ enters: grow, stretch },
});
