/**
 * What a hovered, tapped or focused cell shows: rings round the cell and all it is made of, and its equation in
 * real numbers, on a chip that covers no cell. Nothing else changes.
 */

import { textWidth } from "./advance.js";
import { frame } from "./frame.js";
import { cellName } from "./model.js";
import { ROLES } from "./layout.js";
import { textMark } from "./parts.js";
import { equation, nameOf, origin } from "./provenance.js";

/** @typedef {import("./parts.js").Mark} Mark */
/** @typedef {import("./parts.js").Box} Box */
/** @typedef {{ box: Box, text: string, strip: Box | null }} Seen */

const RING = 4.5;

/**
 * Marks to draw on top of a frame. Without an index, rings round the whole tensor.
 * @param {any} scene @param {number} time @param {{ tensor: string, index?: number[] }} cell
 * @returns {Mark[]}
 */
export function highlight(scene, time, { tensor, index }) {
  const picture = frame(scene, scene.timeline, time);
  const seen = cellsOf(picture.marks);
  if (!index)
    return rings(
      [...seen].filter(([name]) => name.startsWith(tensor + ":")),
      seen,
    );
  const home = seen.get(cellName(tensor, index));
  if (!home) return [];
  const { of, plus = [] } = origin(scene.model, tensor, index);
  const names = new Set([...of, ...plus].map((c) => cellName(c.tensor, c.index)));
  names.add(cellName(tensor, index));
  const marks = rings(
    [...seen].filter(([name]) => names.has(name)),
    seen,
  );
  return [
    ...marks,
    ...effects(scene, tensor, index, seen, names),
    ...chip(scene, picture, tensor, index, home.box, marks),
  ];
}

/** Cells on the stage by name, each with the box its number stands in. @param {Mark[]} marks @returns {Map<string, any>} */
function cellsOf(marks) {
  const cells = new Map();
  for (const mark of marks) if (mark.cell && mark.box) cells.set(mark.cell, mark);
  return cells;
}

/** One ring round a whole vector; inside the edge for a cell among others. @param {[string, any][]} wanted @param {Map<string, any>} all @returns {Mark[]} */
function rings(wanted, all) {
  const groups = new Map();
  for (const [name, mark] of all) {
    const strip = mark.id.replace(/\/n\d+$/, "");
    if (!groups.has(strip)) groups.set(strip, { boxes: [], hit: [] });
    const group = groups.get(strip);
    group.boxes.push(mark.box);
    if (wanted.some(([other]) => other === name)) group.hit.push(mark.box);
  }
  return [...groups].flatMap(([id, { boxes, hit }]) => {
    if (!hit.length) return [];
    if (hit.length === boxes.length) return [ring("ring." + id, union(boxes), false)];
    return hit.map((/** @type {Box} */ box, /** @type {number} */ k) => ring(`ring.${id}.${k}`, box, true));
  });
}

/** @param {string} id @param {Box} box @param {boolean} inside @returns {Mark} */
function ring(id, { x, y, width, height }, inside) {
  const by = inside ? -1.5 : RING;
  const place = { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by, rx: inside ? 1 : 4 };
  return {
    type: "rect",
    id,
    ...place,
    fill: "none",
    stroke: inside ? "ring-in" : "focus",
    strokeWidth: 3,
    part: "ring",
  };
}

/** Thin rings round what is made of this cell. @param {any} scene @param {string} tensor @param {number[]} index @param {Map<string, any>} seen @param {Set<string>} taken @returns {Mark[]} */
function effects(scene, tensor, index, seen, taken) {
  const name = cellName(tensor, index);
  const marks = [];
  for (const [other, mark] of seen) {
    if (taken.has(other)) continue;
    const [of, at] = other.split(":");
    const made = origin(scene.model, of, at.split(",").map(Number));
    if (![...made.of, ...(made.plus ?? [])].some((c) => cellName(c.tensor, c.index) === name)) continue;
    const { x, y, width, height } = mark.box;
    const place = { x: x + 2, y: y + 2, width: width - 4, height: height - 4, rx: 1 };
    marks.push({
      type: "rect",
      id: "effect." + other,
      ...place,
      fill: "none",
      stroke: "ring-in",
      strokeWidth: 1.5,
      dash: "3 2",
      part: "effect",
    });
  }
  return marks;
}

/** The box around boxes. @param {Box[]} boxes @returns {Box} */
export function union(boxes) {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

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
function chip(scene, picture, tensor, index, home, ringed) {
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

/** Free ground near the cell: beside it, above, below, further up; where nothing is free, where least is covered. @param {any} picture @param {Box} home @param {{ width: number, height: number }} size @param {Mark[]} ringed @returns {Box} */
function place({ marks, width, height }, home, size, ringed) {
  const middle = {
    x: home.x + home.width / 2 - size.width / 2,
    y: home.y + home.height / 2 - size.height / 2,
  };
  const right = home.x + home.width + 9;
  const left = home.x - size.width - 9;
  const spots = [
    [right, middle.y],
    [middle.x, home.y - size.height - 9],
    [left, middle.y],
    [middle.x, home.y + home.height + 9],
  ];
  for (const dy of [44, 60, 80, 110, 150]) {
    spots.push(
      [middle.x, home.y - size.height - dy],
      [right, middle.y - dy],
      [left, middle.y - dy],
      [middle.x, home.y + home.height + dy],
      [right, middle.y + dy],
      [left, middle.y + dy],
    );
  }
  // the chip may take the place of the cell's own label
  const own = String(marks.find((/** @type {Mark} */ { box }) => box === home)?.id).replace(
    /\/n\d+$/,
    "/label",
  );
  const obstacles = [...marks.filter((/** @type {Mark} */ { id }) => !id.startsWith(own)), ...ringed].flatMap(
    obstacle,
  );
  let best = { cost: Infinity, box: { x: 0, y: 0, ...size } };
  for (const [k, [x, y]] of spots.entries()) {
    const box = {
      x: Math.min(Math.max(2, x), width - size.width - 2),
      y: Math.min(Math.max(2, y), height - size.height - 2),
      ...size,
    };
    const cost = obstacles.reduce((sum, other) => sum + overlap(box, other.box) * other.weight, 0) + k * 6;
    if (cost < best.cost) best = { cost, box };
  }
  return best.box;
}

/** What a chip should not cover, and how much it matters. @param {Mark} mark @returns {{ box: Box, weight: number }[]} */
function obstacle(mark) {
  if (mark.part === "ring")
    return [{ box: mark, weight: 4 }].map(({ box, weight }) => ({
      box: /** @type {Box} */ (/** @type {unknown} */ (box)),
      weight,
    }));
  if (mark.box) return [{ box: mark.box, weight: 10 }];
  if (mark.part === "arrow" && mark.stroke === "ink")
    return segments(mark.d).map((box) => ({ box, weight: 8 }));
  if (mark.type === "text") {
    const width = textWidth(mark.text, mark.size, mark.weight);
    const x = mark.anchor === "end" ? mark.x - width : mark.anchor === "middle" ? mark.x - width / 2 : mark.x;
    return [{ box: { x, y: mark.y - mark.size, width, height: mark.size * 1.3 }, weight: 0.3 }];
  }
  return [];
}

/** The straight pieces of an elbow path, as thin boxes. @param {string} d @returns {Box[]} */
function segments(d) {
  const points = (d.match(/-?[\d.]+ -?[\d.]+/g) ?? []).map((pair) => pair.split(" ").map(Number));
  return points.slice(1).map(([x, y], k) => {
    const [px, py] = points[k];
    return {
      x: Math.min(x, px) - 3,
      y: Math.min(y, py) - 3,
      width: Math.abs(x - px) + 6,
      height: Math.abs(y - py) + 6,
    };
  });
}

/** @param {Box} a @param {Box} b */
function overlap(a, b) {
  const w = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}
