/** Blocks that are carried together from one place to another and back, optionally on a sheet. */

import { move } from "../ease.js";
import { between } from "./bars.js";
import { inBox, labelWidth } from "./block.js";
import { changed, merged } from "./draw.js";
import { path, rect } from "./marks.js";
import { around } from "./place.js";
import { sketch } from "./sketch.js";

/** @typedef {import("./block.js").Block} Block */

/**
 * @param {string} id
 * @param {[here: Block, there: Block][]} pairs the same cells in both places, perhaps of another size
 * @param {{ pad?: number, at?: number, under?: boolean }} how pad: px of a sheet round them, whose place stays open while it is away; at: 1
 *   if they begin there; under: something lies on them there, so that their numbers disappear
 */
export const carried = (id, pairs, { pad = 0, at: begins = 0, under = false }) =>
  sketch(id, { reveal: 1, dim: 0, at: begins }, (get, model) => {
    const at = move(get("at"));
    const all = pairs.map(([here, there]) => {
      const block = at > 0 ? there : here;
      const box = between(here, there, at);
      const font = block.font * Math.min(1, box.width / block.width);
      // on the way there may be no room for them
      const labels = at % 1 ? [] : block.labels;
      const drawn = block.draw({ ...inBox(block, box, font), labels }, get, model);
      return under ? changed(drawn, (marks) => hidden(marks, at)) : drawn;
    });
    if (pad) all.unshift({ now: sheet(id, pairs, pad, at, get("opacity")) });
    // what is carried lies over what it passes
    return at > 0 ? { flight: all.flatMap((drawn) => Object.values(drawn).flat()) } : merged(all);
  });

/**
 * Fades out numbers that come to lie under something; once there, the marks no longer count as cells.
 * @param {any[]} marks @param {number} at
 */
const hidden = (marks, at) =>
  marks.flatMap(({ part, ...mark }) => {
    const seen = mark.type === "text" ? (mark.opacity ?? 1) * (1 - at) : mark.opacity;
    return seen === 0 ? [] : [{ ...mark, opacity: seen, ...(at < 1 && { part }) }];
  });

/** The sheet, and the outline of the place it has left. @param {string} id @param {Block[][]} pairs @param {number} pad @param {number} at @param {number} opacity */
function sheet(id, pairs, pad, at, opacity) {
  const [here, there] = [0, 1].map((k) => around(pairs.map((pair) => reach(pair[k])), pad)); // prettier-ignore
  const board = between(here, there, at);
  const style = { rx: 8, fill: "raised", stroke: at > 0 ? "past" : "rule", strokeWidth: 1.25, opacity };
  const marks = [rect(`${id}/sheet`, board, style)];
  if (at === 0) return marks;
  const [left, right] = [here.x + 10, here.x + here.width - 10];
  const trail = `M${left} ${here.y}V${board.y + board.height}M${right} ${here.y}V${board.y + board.height}`;
  const line = { fill: "none", stroke: "ghost", strokeWidth: 1.5, opacity: opacity * at };
  return [
    rect(`${id}/place`, here, { ...line, rx: 8, dash: "4 4" }),
    ...(Math.abs(here.x - there.x) < 1 ? [path(`${id}/trail`, trail, { ...line, dash: "2 5" })] : []),
    ...marks,
  ];
}

/** The box of a block with the labels at its left. @param {Block} block */
function reach({ x, y, width, height, labels }) {
  const room = Math.max(
    0,
    ...labels.map((label) => (label.side === "left" ? labelWidth(label) + (label.gap ?? 7) : 0)),
  );
  return { x: x - room, y, width: width + room, height };
}
