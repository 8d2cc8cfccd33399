/**
 * Turns the bar of length 1 into a row of the map: the bar is cut, and its pieces slide one after another along its lane and
 * become the cells of the row. No piece passes another. Without a bar, copies of the weights do the same.
 */

import { eases } from "../ease.js";
import { textWidth, truncate } from "../text-metrics.js";
import { after, tween } from "../timeline.js";
import { upTo } from "../model.js";
import { segments } from "./bars.js";
import { LEAST_FONT, cellBox } from "./block.js";
import { cellCopy } from "./flight.js";
import { path } from "./marks.js";
import { animate, enter, enterAtOnce } from "./moves.js";
import { textMark } from "./text.js";

/** @typedef {import("./block.js").Block} Block */
/** @typedef {import("./bars.js").StackedBar} StackedBar */
/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("./place.js").Box} Box */

/**
 * Seconds: for cutting the bar, between one piece and the next, and for a piece to slide to a row beside the bar or elsewhere.
 */
const TIMES = { cut: 0.18, lag: 0.09, beside: 0.52, down: 0.7 };

/** Seconds within which all pieces have left, however many there are. */
const MOST = 0.63;

/** Seconds in which the row appears. */
const SETTLE = 0.08;

/** Font size of words and numbers in the bar, px. */
const SIZE = 13;

/** px by which a cut extends beyond the bar. */
const OVER = 6;

/**
 * The arrival of a row of the map, made from the pieces of a bar or from copies of the weights; at a glance, it enters as any block.
 * @param {Block} row @param {StackedBar | Block[]} from @returns {import("./arrivals.js").Arrival}
 */
export const becomes = (row, from) => ({
  item: row,
  enter(script, quick) {
    if (quick) return enter(row);
    const item = script.add(pieces(row, from));
    const landed = after(item.lasts, [tween(row.id, "placeholder", 0, 0), ...enterAtOnce(row)]);
    // pieces stay until the row has appeared under them
    const moves = animate(item, "clock", item.lasts + SETTLE, item.lasts + SETTLE, "linear");
    const { bar } = item;
    if (bar) moves.push(...after(TIMES.cut, animate(bar, "dim", 1)));
    return [...moves, ...landed, ...(bar ? after(item.lasts, animate(bar, "dim", 0)) : [])];
  },
});

/** @param {Block} row @param {StackedBar | Block[]} from */
function pieces(row, from) {
  const bar = "length" in from ? null : from;
  const boxes = bar ? [bar] : /** @type {Block[]} */ (from);
  const end = Math.max(...boxes.map(({ x, width }) => x + width));
  const beside = row.x >= end;
  const count = row.indices.length;
  const lag = Math.min(TIMES.lag, MOST / Math.max(1, count - 1));
  const travel = beside ? TIMES.beside : TIMES.down;
  const starts = bar ? TIMES.cut : 0;
  return {
    id: `copy.${row.id}`,
    kind: "pieces",
    draw: drawPieces,
    row,
    bar,
    boxes,
    end,
    beside,
    lag,
    travel,
    starts,
    lasts: starts + (count - 1) * lag + travel,
    initial: { clock: 0 },
  };
}

/** @type {import("./draw.js").Draw} */
function drawPieces(item, get, model) {
  const clock = get("clock");
  if (clock <= 0 || clock >= item.lasts + SETTLE) return {};
  const { id, row, bar, boxes, starts, travel } = item;
  /** @type {Box[]} */
  const from = bar ? segments(bar, model) : boxes;
  const order = ranks(from, row);
  const marks = from.flatMap((box, k) => {
    const gone = (clock - starts - order[k] * item.lag) / travel;
    const now = boxAt(item, box, cellBox(row, k), Math.max(0, gone));
    // a piece without length grows where it lands
    const seen = box.width < 1 ? now.risen : 1;
    if (seen <= 0) return [];
    return pieceMarks(item, k, now, Math.min(box.width, now.width), seen, model);
  });
  return { flight: [...(bar ? cutMarks(item, from, clock) : []), ...marks] };
}

/** A piece with as much text as fits: name and number, as in the bar, while it is on the lane; otherwise the number. @param {any} item @param {number} k @param {Box & { risen: number }} box @param {number} room for a name, px @param {number} opacity @param {import("../model.js").Model} model @returns {Mark[]} */
function pieceMarks({ id, row, bar }, k, box, room, opacity, model) {
  const number = model.text(row.tensor, row.indices[k], (bar ?? row).decimals);
  const name = bar ? truncate(bar.names[k], SIZE, 84) + " " : "";
  const wide = textWidth(name, SIZE) + textWidth(number, SIZE, 600) + 6;
  const named = bar && box.risen === 0 && room >= wide;
  const bare = named || row.grid || box.width < textWidth(number, LEAST_FONT, 600) + 3;
  const marks = cellCopy(row, k, box, { id: `${id}/${k}`, bare }, opacity, model);
  if (!named) return marks;
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 + 4.7, size: SIZE, align: "middle" };
  const runs = [{ text: name }, { text: number, weight: 600 }];
  return [...marks, textMark(`${id}/name${k}`, { ...at, runs }, { opacity, fill: "on-role", copy: true })];
}

/** How many pieces leave before each: of two neighbours, the one on the side to which their border moves leaves first. @param {Box[]} from @param {Block} row */
function ranks(from, row) {
  const goesRight = from.slice(1).map(({ x }, k) => {
    const { x: left, width } = from[k];
    return cellBox(row, k + 1).x >= (left + width + x) / 2;
  });
  const found = from.map(() => 0);
  goesRight.forEach((right, k) => (found[k + 1] = right ? 0 : found[k] + 1));
  for (let k = goesRight.length - 1; k >= 0; k--)
    if (goesRight[k]) found[k] = Math.max(found[k], found[k + 1] + 1);
  return found;
}

/** The box of a piece: it first slides along the lane, then rises or sinks, beyond the bar or once it is over its cell. @param {any} item @param {Box} from @param {Box} to @param {number} gone @returns {Box & { risen: number }} */
function boxAt({ row, end, beside }, from, to, gone) {
  const across = eases.move(Math.min(1, beside ? gone : gone / 0.6));
  const x = from.x + (to.x - from.x) * across;
  const turn = Math.min(end, row.x - 40);
  const beyond = Math.min(1, Math.max(0, (x - turn) / (row.x - turn)));
  const risen = beside ? beyond : eases.move(Math.min(1, Math.max(0, (gone - 0.4) / 0.6)));
  return {
    ...{ x, y: from.y + (to.y - from.y) * risen, risen },
    width: from.width + (to.width - from.width) * across,
    height: from.height + (to.height - from.height) * risen,
  };
}

/** The cuts through the bar, shown until all pieces have left. @param {any} item @param {Box[]} parts @param {number} clock @returns {Mark[]} */
function cutMarks({ id, bar, starts, lasts, travel }, parts, clock) {
  const grown = eases.move(Math.min(1, clock / starts));
  const opacity = Math.min(1, Math.max(0, (lasts - travel / 2 - clock) / 0.2));
  const { x, y, width, height } = bar;
  const long = (height + 2 * OVER) * grown;
  return upTo(parts.length)
    .slice(1)
    .filter((k) => parts[k].width > 0 && parts[k].x > x + 1 && parts[k].x < x + width - 1)
    .map((k) =>
      path(`${id}/cut${k}`, `M${parts[k].x} ${y - OVER}v${long}`, {
        stroke: "focus",
        strokeWidth: 2,
        opacity,
      }),
    );
}
