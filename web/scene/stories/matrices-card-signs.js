/** Signs on the card: times, plus, the bracket that gathers, the lane of a function of a whole row. */

import { textWidth } from "../advance.js";
import { arrowMark } from "../parts.js";
import { label } from "./matrices-names.js";

/** @typedef {import("../parts.js").Mark} Mark */

/** @param {string} id @param {{ x: number, y: number }} at @param {string} text @param {number} size @param {number} opacity */
const sign = (id, { x, y }, text, size, opacity) =>
  label(id, { x, y: y + size * 0.36, size, text, anchor: "middle" }, "muted", opacity);

/** @param {{ x: number, y: number }} a @param {{ x: number, y: number }} b */
const between = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** × between the operands, = or + after them. @param {string} id @param {any} card @param {any} times @param {number} opacity @returns {Mark[]} */
export function signMarks(id, card, { products, sum }, opacity) {
  const { board, operands, shape, spot, phone } = card;
  const size = phone ? 14 : 16;
  const marks = [];
  if (board.kind === "each") return eachSigns(id, card, sum, opacity, size);
  const { a, b, extra } = operands;
  if (board.kind === "product") {
    for (let k = 0; k < b.length; k++) {
      marks.push(sign(`${id}/times${k}`, gapMiddle(shape, a[k].box, b[k].box), "×", size, opacity));
      const seen = Math.min(1, Math.max(0, products * b.length - k)) * opacity;
      if (seen > 0 && shape.turned)
        marks.push(sign(`${id}/equals${k}`, turnedGap(b[k].box, spot("p", k), card.cell.p), "=", size, seen));
      if (seen > 0 && !shape.turned && (k > 0 || extra)) {
        const after = k > 0 ? between(spot("p", k - 1), spot("p", k)) : null;
        if (after) marks.push(sign(`${id}/plus${k}`, after, "+", size, seen));
      }
    }
    // the other heads have their part in the sum, told by a sign
    if (board.left.span)
      marks.push(sign(`${id}/more`, spot("p", b.length + (extra ? 1 : 0)), "+ …", size, opacity * products));
    if (extra) {
      const seen = Math.max(0, Math.min(1, products * 2 - 1)) * opacity;
      const last = b.length - 1;
      const at = shape.turned
        ? turnedGap(b[last].box, spot("p", b.length), card.cell.p)
        : between(spot("p", last), spot("p", last + 1));
      if (seen > 0) marks.push(sign(`${id}/plus-bias`, at, "+", size, seen));
    }
  }
  if (board.kind === "reduce" && board.pill === "sum" && !shape.turned) {
    for (let k = 1; k < a.length; k++)
      marks.push(sign(`${id}/plus${k}`, between(spot("a", k - 1), spot("a", k)), "+", size, opacity));
  }
  return marks;
}

/** Middle of the gap between two boxes. @param {any} shape @param {import("../parts.js").Box} a @param {import("../parts.js").Box} b */
function gapMiddle({ turned }, a, b) {
  if (turned) return { x: (a.x + a.width + b.x) / 2, y: a.y + a.height / 2 };
  return { x: a.x + a.width / 2, y: (a.y + a.height + b.y) / 2 };
}

/** @param {import("../parts.js").Box} box @param {{ x: number, y: number }} at @param {number} width */
const turnedGap = (box, at, width) => ({ x: (box.x + box.width + at.x - width / 2) / 2, y: at.y });

/** One pair: operand, sign, operand, result. @param {string} id @param {any} card @param {number} sum @param {number} opacity @param {number} size */
function eachSigns(id, card, sum, opacity, size) {
  const { board, operands, spot, model, cell, results, gone } = card;
  const { signs } = model.words.stories.matrices;
  const a = operands.a[0].box;
  const b = operands.b?.[0].box;
  const end = results[0].box;
  const y = a.y + a.height / 2;
  const masked = gone ? signs.struck : signs.allowed;
  const text = board.top?.pattern ? masked : board.pill ? signs[board.pill](model) : "+";
  const marks = [];
  if (b) {
    marks.push(sign(`${id}/op`, { x: (a.x + a.width + b.x) / 2, y }, text, size, opacity));
    marks.push(sign(`${id}/equals`, { x: (b.x + b.width + end.x) / 2, y }, gone ? "→" : "=", size, opacity));
    if (gone)
      marks.push(
        sign(
          `${id}/gone`,
          { x: (b.x + end.x + end.width) / 2, y: y + cell.height / 2 + 14 },
          signs.struck,
          12,
          opacity,
        ),
      );
    return marks;
  }
  // a function has no second operand: its name stands on the arrow from the one to the other
  const points = [
    [a.x + a.width, y],
    [end.x - 3, y],
  ];
  marks.push(arrowMark(`${id}/through`, { points }, { now: true, opacity }));
  marks.push(
    sign(`${id}/op`, { x: spot("b", 0).x, y: y - 14 }, text, Math.min(size, cell.height / 2), opacity),
  );
  return marks;
}

/** From all products to their sum. @param {string} id @param {any} card @param {number} sum @param {number} opacity @returns {Mark[]} */
export function bracketMarks(id, { shape, spot, cell, results, products, operands }, sum, opacity) {
  const seen = sum * opacity;
  if (seen <= 0) return [];
  const count = Math.max(products.texts.length, operands.a.length) + shape.extra;
  const first = spot("bracket", 0);
  const last = spot("bracket", count - 1);
  const end = results[0].box;
  const edge = shape.stages.bracket;
  const look = { type: "path", stroke: "ink", strokeWidth: 1.75, fill: "none", opacity: seen };
  if (shape.turned) {
    const half = cell.height / 2 - 4;
    const x = first.x - edge.size / 2 + 4;
    const middle = end.y + end.height / 2;
    const d = `M${x} ${first.y - half}H${x + 8}V${last.y + half}H${x}`;
    return [
      { ...look, id: `${id}/bracket`, d },
      arrowMark(
        `${id}/gather`,
        {
          points: [
            [x + 8, middle],
            [end.x - 3, middle],
          ],
        },
        { now: true, opacity: seen },
      ),
    ];
  }
  const half = cell.p / 2 - 2;
  const y = first.y - edge.size / 2 + 2;
  const middle = end.x + end.width / 2;
  const d = `M${first.x - half} ${y}V${y + 8}H${last.x + half}V${y}`;
  return [
    { ...look, id: `${id}/bracket`, d },
    arrowMark(
      `${id}/gather`,
      {
        points: [
          [middle, y + 8],
          [middle, end.y - 3],
        ],
      },
      { now: true, opacity: seen },
    ),
  ];
}

/** A function of the whole row lies across all of it. @param {string} id @param {any} card @param {number} opacity @returns {Mark[]} */
export function laneMarks(id, { shape, spot, cell, operands, model, board }, opacity) {
  const count = operands.a.length;
  const first = spot("lane", 0);
  const last = spot("lane", count - 1);
  const text = model.words.stories.matrices.pills.softmaxShort;
  if (shape.turned) {
    const half = cell.height / 2;
    const box = { x: first.x - 15, y: first.y - half, width: 30, height: last.y - first.y + cell.height };
    const arrows = operands.a.map((/** @type {any} */ _, /** @type {number} */ k) => {
      const y = spot("lane", k).y;
      return arrowMark(
        `${id}/through${k}`,
        {
          points: [
            [first.x - 8, y],
            [first.x + 12, y],
          ],
        },
        { now: true, opacity },
      );
    });
    return [{ type: "rect", id: `${id}/lane`, ...box, rx: 8, fill: "lane", opacity }, ...arrows];
  }
  const half = Math.max(cell.a, cell.r) / 2;
  const box = { x: first.x - half - 8, y: first.y - 15, width: last.x - first.x + 2 * half + 16, height: 30 };
  const name = board.pill === "override" || textWidth(text, 13) > box.width ? "" : text;
  return [
    { type: "rect", id: `${id}/lane`, ...box, rx: 8, fill: "lane", opacity },
    sign(`${id}/lane-text`, { x: box.x + box.width / 2, y: first.y }, name, 13, opacity),
  ];
}
