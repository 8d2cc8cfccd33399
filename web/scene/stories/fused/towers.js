/** Two towers of memory: what whole rows store of every query, and what tiles hold, a box for every number. */

import { LAYERS } from "../../kit/layers.js";
import { path } from "../../kit/marks.js";
import { textMark } from "../../kit/text.js";
import { textWidth } from "../../text-metrics.js";

/** @typedef {import("../../kit/place.js").Box} Box */

/** Between two boxes, px; room for names and counts under the towers, or beside them. */
const GAP = 2;
const FOOT = 46;
const ASIDE = 78;

/**
 * @param {string} id
 * @param {{ box: Box, rows: number, columns: number, held: number, names: [string, string], what: string, beside: boolean, size: number }} how rows, columns: of the map;
 *   held: numbers of a query in tiles; what: these are; beside: names stand at the right of their towers
 */
export const towers = (id, how) => ({
  ...{ id, kind: "towers", draw: drawTowers, ...how },
  initial: { opacity: 0, rows: 0, held: 0 },
});

/** @type {import("../../kit/draw.js").Draw} */
function drawTowers(item, get) {
  const { id, box, rows, columns, held, names, what, beside, size } = item;
  const opacity = get("opacity");
  const [told, hold] = [Math.floor(get("rows")), get("held")];
  const name = textWidth(names[0], size) + 12;
  // the second tower stands at the right end, and no nearer than the first one's name ends
  const left = beside ? (box.width / 2 - ASIDE) / Math.max(columns, held) : Math.min((box.width - 74) / columns, (box.width - 24) / (columns + held), (box.width - name) / held); // prettier-ignore
  const [wide, high] = [Math.min(12, left), Math.min(34, (box.height - (beside ? 0 : FOOT)) / rows)];
  const second = box.x + (beside ? box.width / 2 : Math.max(name, box.width - Math.max(62, held * wide)));
  const foot = box.y + box.height - (beside ? 0 : FOOT);
  /** Boxes from one to another, row by row from below. @param {number} x @param {number} count in a row @param {number} from @param {number} to */
  const boxes = (x, count, from, to) => {
    const gap = Math.min(GAP, wide / 4, high / 4);
    let d = "";
    for (let r = from; r < to; r++)
      for (let c = 0; c < count; c++)
        d += `M${x + c * wide} ${foot - (r + 1) * high + gap}h${wide - gap}v${high - gap}h${gap - wide}z`;
    return d;
  };
  const tower = (/** @type {number} */ k, /** @type {number} */ x, /** @type {number} */ count, /** @type {number} */ full, /** @type {number} */ all, /** @type {string} */ fill) => {
    const line = { strokeWidth: Math.min(1, wide / 6), opacity };
    const side = beside ? { x: x + count * wide + 6, y: foot - FOOT } : { x, y: foot };
    return [
      path(`${id}/${k}/open`, boxes(x, count, full, all), { ...line, fill: "none", stroke: "ghost" }),
      path(`${id}/${k}/full`, boxes(x, count, 0, full), { ...line, fill, stroke: "outline" }),
      path(`${id}/${k}/foot`, `M${x - 4} ${foot + 1}h${count * wide + 8}`, { stroke: "ink", strokeWidth: 2, opacity }),
      textMark(`${id}/${k}/name`, { ...side, y: side.y + 20, text: names[k], size }, { opacity }),
      textMark(`${id}/${k}/count`, { ...side, y: side.y + 43, text: String(full * count), size: 20, weight: 650 }, { opacity, fill: "ink", copy: true }),
    ];
  }; // prettier-ignore
  const marks = [...tower(0, box.x, columns, told, rows, "weight"), ...tower(1, second, held, hold >= 0.5 ? 1 : 0, 1, "weighted")];
  const note = { x: second, y: foot - high - 6, text: what, size: Math.min(size, 13) };
  if (!beside) marks.push(textMark(`${id}/what`, note, { opacity, fill: "muted" }));
  return [[LAYERS.box, marks]];
} // prettier-ignore
