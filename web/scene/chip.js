/** The chip: a cell's equation in lines that fit. */

import { textWidth } from "./advance.js";
import { place } from "./chip-place.js";
import { equation, nameOf } from "./equation.js";
import { ROLES } from "./layout.js";
import { textMark } from "./parts.js";

/** @typedef {import("./parts.js").Mark} Mark */
/** @typedef {import("./strip.js").Box} Box */

/** Width of a piece of an equation; the spaces round signs are narrow. @param {string} text @param {number} size @param {boolean} [bold] */
function pieceWidth(text, size, bold) {
  const trimmed = text.trim();
  return textWidth(trimmed, size, bold ? 600 : 400) + (text.length - trimmed.length) * 0.24 * size;
}

/** @param {any[]} row @param {number} size */
const rowWidth = (row, size) => row.reduce((sum, { text, bold }) => sum + pieceWidth(text, size, bold), 0);

/** Terms in lines that fit; a line may break after a plus or a comma, never inside a product. @param {any[]} tokens @param {number} size @param {number} most */
function lines(tokens, size, most) {
  const groups = [[tokens[0]]];
  tokens.slice(1).forEach((token, k) => {
    if (/[+,]\s*$/.test(tokens[k].text)) groups.push([]);
    groups[groups.length - 1].push(token);
  });
  /** @type {any[][]} */
  const made = [[]];
  for (const group of groups) {
    const line = made[made.length - 1];
    if (line.length && rowWidth([...line, ...group], size) > most) made.push(group);
    else line.push(...group);
  }
  return made;
}

/** Name, terms and result: in one row, or the terms under the rest. @param {any} scene @param {string} tensor @param {number[]} index @param {number} size @param {number} most */
function equationRows(scene, tensor, index, size, most) {
  const { model, equation: line } = scene;
  const terms = equation(model, tensor, index);
  const name = { text: nameOf(tensor, index) };
  const result = { text: model.text(tensor, index), bold: true };
  const equals = { text: " = " };
  const whole = terms.length ? [name, equals, ...terms, equals, result] : [name, equals, result];
  if (!terms.length || rowWidth(whole, size) <= Math.min(most, line ? most : terms.length > 5 ? 0 : 190))
    return [whole];
  const rows = lines(terms, size, most);
  if (!line || rows.length === 1) return [[name, equals, result], ...rows];
  // under the stage there is room for two lines
  return [
    [name, equals, result],
    [...rows[0], { text: " …" }],
  ];
}

/** @param {any} scene @param {any} picture @param {string} tensor @param {number[]} index @param {Box} home @param {Mark[]} ringed @returns {Mark[]} */
export function chip(scene, picture, tensor, index, home, ringed) {
  const size = 13;
  const most = scene.equation ? scene.equation.width - 40 : 280;
  const rows = equationRows(scene, tensor, index, size, most);
  const width = Math.max(...rows.map((row) => rowWidth(row, size))) + 16;
  const height = rows.length * 22 + 12;
  const box = scene.equation ?? place(picture, home, { width, height }, ringed);
  const board = {
    type: "rect",
    id: "chip",
    ...box,
    rx: 8,
    fill: "raised",
    stroke: "focus",
    strokeWidth: 1.5,
    part: "chip",
  };
  const middle = box.y + box.height / 2;
  return [
    board,
    ...rows.flatMap((row, k) =>
      rowMarks("chip." + k, row, box, middle + (k - (rows.length - 1) / 2) * 22, size),
    ),
  ];
}

/** One line of the chip, centred, cells underlined in their role. @param {string} id @param {any[]} row @param {Box} box @param {number} y @param {number} size @returns {Mark[]} */
function rowMarks(id, row, box, y, size) {
  let x = box.x + (box.width - rowWidth(row, size)) / 2;
  return row.flatMap(({ text, cell, bold }, k) => {
    const width = pieceWidth(text, size, bold);
    const at = {
      x: x + width / 2,
      y: y + size * 0.36,
      text: text.trim(),
      size,
      anchor: "middle",
      weight: bold ? 700 : undefined,
    };
    /** @type {Mark[]} */
    const marks = [{ ...textMark(`${id}.${k}`, at, { fill: bold ? "ink" : "text" }), copy: true }];
    const role = cell && (ROLES[cell.tensor] ?? PARAMETERS[cell.tensor]);
    if (role)
      marks.push({
        type: "rect",
        id: `${id}.${k}/role`,
        x: x + 0.5,
        y: y + size * 0.56,
        width: width - 1,
        height: 3,
        fill: role,
      });
    x += width;
    return marks;
  });
}

/** Parameters take the colour of what they make. @type {Record<string, string>} */
const PARAMETERS = {
  w_q: "query",
  w_k: "key",
  w_v: "value",
  w_o: "output",
  b_q: "query",
  b_k: "key",
  b_v: "value",
  b_o: "output",
  weights_override: "weight",
  bias: "score",
};
