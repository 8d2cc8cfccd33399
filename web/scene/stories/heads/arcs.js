/**
 * A head over its sentence: from each word an arc to every word that it attends to, above the line to earlier words, below to
 * later ones.
 */

import { animate } from "../../kit/moves.js";
import { cellName, upTo } from "../../model.js";
import { textWidth } from "../../text-metrics.js";
import { path, through } from "../../kit/marks.js";
import { placed } from "../../kit/place.js";
import { text } from "../../kit/text.js";
import { lengthOf } from "../../kit/arrows.js";
import { heat } from "../../kit/shades.js";

/** Width of an arc of weight 1, px; the least weight that has an arc; the number of straight pieces of an arc. */
const WIDEST = 9;
const LEAST = 0.08;
const PIECES = 24;

/** Font size of words, and space between them, px. @param {boolean} narrow */
const sizeOf = (narrow) => (narrow ? { size: 12, gap: 5 } : { size: 13, gap: 9 });

/** Width of words on one line, px. @param {string[]} names @param {boolean} narrow */
export function lineWidth(names, narrow) {
  const { size, gap } = sizeOf(narrow);
  return names.reduce((sum, name) => sum + textWidth(name, size, 600) + gap, 0);
}

/**
 * @param {import("../../model.js").Model} model @param {number} h
 * @param {{ names: string[], narrow: boolean, x: number, y: number, high: number, followed: number }} place
 *   x: of the left edge; y: of the words' middle; high: px that an arc may reach; followed: the query whose arcs come first
 */
export function arcsOf({ full, batch }, h, { names, narrow, x, y, high, followed }) {
  const { size, gap } = sizeOf(narrow);
  const words = names.map((name, i) => {
    const means = cellName(full("weights"), [batch, h, i, null]);
    const look = { size, weight: 600, fill: i === followed ? "ink" : "muted", means };
    const word = text(`arcs.${h}.word${i}`, { text: name, ...look, align: "start" });
    return placed(word, x + gap / 2 + lineWidth(names.slice(0, i), narrow), y);
  });
  const arcs = {
    ...{ id: `arcs.${h}`, kind: "arcs", draw: drawArcs, h, batch, words, y, high, followed },
    enters: (/** @type {any} */ item) => [
      ...animate(item, "opacity", 1, 0),
      ...animate(item, "followed", 1, 0.7),
    ],
    initial: { opacity: 0, followed: 0, all: 0 },
  };
  return { words, arcs };
}

/** @type {import("../../kit/draw.js").Draw} */
function drawArcs({ id, h, batch, words, y, high, followed }, get, model) {
  const farthest = Math.max(1, words[words.length - 1].x - words[0].x);
  const arc = (/** @type {number} */ i, /** @type {number} */ j) => {
    const weight = heat(model.value("weights", [batch, h, i, j]));
    const isFollowed = i === followed;
    const grown = get(isFollowed ? "followed" : "all");
    if (weight < LEAST || grown <= 0) return [];
    const points = curve(words[i], words[j], j > i ? 1 : -1, y, high, farthest);
    const growing = grown < 1 ? { draw: grown, length: lengthOf(points) } : {};
    const look = { stroke: isFollowed ? "full" : "past", opacity: isFollowed ? 1 : 0.4 };
    const style = { ...look, fill: "none", part: "stream", strokeWidth: 1 + (WIDEST - 1) * weight };
    return [path(`${id}/${i}.${j}`, through(points), { ...style, ...growing })];
  };
  const rows = [...upTo(words.length).filter((i) => i !== followed), followed];
  return { stream: rows.flatMap((i) => upTo(words.length).flatMap((j) => arc(i, j))) };
}

/**
 * The points of an arc: half an ellipse to another word, a small loop to the word itself.
 * @param {any} from @param {any} to @param {1 | -1} side @param {number} y @param {number} high @param {number} farthest
 */
function curve(from, to, side, y, high, farthest) {
  const middle = (/** @type {any} */ word) => word.x + word.width / 2;
  const [a, b] = from === to ? [middle(from) - 6, middle(from) + 6] : [middle(from), middle(to)];
  const tall = from === to ? 14 : 16 + (high - 26) * (Math.abs(b - a) / farthest);
  const round = (/** @type {number} */ n) => Math.round(n * 10) / 10;
  return upTo(PIECES + 1).map((k) => {
    const angle = (Math.PI * k) / PIECES;
    const across = (a + b) / 2 + ((a - b) / 2) * Math.cos(angle);
    return [round(across), round(y + side * (10 + tall * Math.sin(angle)))];
  });
}
