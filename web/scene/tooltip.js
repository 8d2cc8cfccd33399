/** The tooltip: a cell's equation, broken into lines, on free ground near the cell. */

import { truncate, textWidth, wrap } from "./text-metrics.js";
import { plain, spans } from "./captions.js";
import { nameOf, rightSide } from "./explain.js";
import { rect } from "./kit/marks.js";
import { within } from "./kit/raster/place.js";
import { textMark } from "./kit/text.js";
import { nameParts, tensorStyle } from "../core/graph/tensors.js";
import { wholeName } from "./model.js";

/** @typedef {import("./kit/draw.js").Mark} Mark */
/** @typedef {import("./kit/place.js").Box} Box */
/** @typedef {import("./model.js").Cell} Cell */
/** @typedef {import("./explain.js").Token & { bold?: boolean }} Piece */

const SIZE = 13;
const LINE = 22;

/** The width of a piece; spaces round signs are narrow. @param {Piece} piece */
function pieceWidth({ text, bold }) {
  const trimmed = text.trim();
  return textWidth(trimmed, SIZE, bold ? 600 : 400) + (text.length - trimmed.length) * 0.24 * SIZE;
}

/** @param {Piece[]} line */
const lineWidth = (line) => line.reduce((sum, piece) => sum + pieceWidth(piece), 0);

/** Groups pieces so that each sign begins a group. @param {Piece[]} pieces @param {RegExp} sign */
function groupsOf(pieces, sign) {
  /** @type {Piece[][]} */
  const groups = [[]];
  for (const piece of pieces) {
    if (sign.test(piece.text)) groups.push([]);
    groups[groups.length - 1].push(piece);
  }
  return groups;
}

/** Breaks pieces into lines that fit: before a plus, a minus or an equals sign, and within a long product before its factors. @param {Piece[]} pieces @param {number} most */
function lines(pieces, most) {
  const groups = groupsOf(pieces, /^\s*[+−=≈÷]\s*$| [+−] $/).flatMap((group) =>
    lineWidth(group) > most ? groupsOf(group, /^\s*·\s*$/) : [group],
  );
  /** @type {Piece[][]} */
  const made = [[]];
  for (const group of groups) {
    const line = made[made.length - 1];
    if (line.length && lineWidth([...line, ...group]) > most) made.push(group);
    else line.push(...group);
  }
  return made;
}

/** Width in px of a label that hardly any picture truncates. */
const SHORT = 46;

/** The lines of a label that the picture may have truncated. @param {string} label @param {number} width px of the stage */
const whole = (label, width) =>
  textWidth(label, SIZE, 600) <= SHORT
    ? []
    : wrap(label, SIZE, Math.min(340, width - 24), 600).map((text) => [{ text, bold: true }]);

/**
 * The label of the token that a cell belongs to; "" if it belongs to none or to a pair.
 * @param {any} model @param {Cell} cell @returns {string}
 */
function labelOf(model, { tensor, index }) {
  const { axes = [] } = model.node(tensor) ?? {};
  const [side, other] = axes.filter((/** @type {string} */ axis) => axis === "query" || axis === "key");
  if (!side || other) return "";
  const item = model.stage(nameParts(tensor)[0]).ofBatch(index[axes.indexOf("batch")]);
  return item.label(side, index[axes.indexOf(side)], wholeName);
}

/** @param {any} scene @param {any} picture @param {Cell} cell @param {Box} home @param {Mark[]} ringed @returns {Mark[]} */
export function tooltip({ model, width, height }, picture, { tensor, index }, home, ringed) {
  const { pieces, result } = rightSide(model, { tensor, index });
  const rows = lines(
    [{ text: nameOf(model, tensor, index) }, ...pieces, { text: result, bold: true }],
    Math.min(340, width - 24),
  );
  const label = whole(labelOf(model, { tensor, index }), width);
  return boardOf(onStage(picture, height, home), [...label, ...rows], home, ringed);
}

/** The picture without its corner, which is beside the caption, unless what is pointed at is there. @param {any} picture @param {number} height @param {Box} home */
const onStage = (picture, height, home) => (home.y < height ? { ...picture, height } : picture);

/** The most lines about what a row reads, or what reads a column. */
const MOST_READ = 5;

/** A sentence as plain text, no longer than a tooltip is wide. @param {string} sentence */
const shortened = (sentence) => truncate(plain(spans(sentence)), SIZE, 220);

/** A line for each of the first entries, a name and its number, and how many more there are. @param {any} model @param {(Piece & { name: string })[]} entries @returns {Piece[][]} */
function listed(model, entries) {
  const shown = entries
    .slice(0, MOST_READ)
    .map(({ name, ...number }) => [{ text: shortened(name) + " " }, number]);
  const rest = entries.length - shown.length;
  return rest ? [...shown, [{ text: model.words.scene.reading.more(rest) }]] : shown;
}

/**
 * What a word at the edge of a map reads from, or what reads it, in a tooltip near it.
 * @param {any} scene @param {any} picture @param {NonNullable<ReturnType<typeof import("./heard.js").readingOf>>} reading @param {Box} home @param {Mark[]} ringed
 * @returns {Mark[]}
 */
export function readingTooltip({ model, height }, picture, { said, list, nothing }, home, ringed) {
  const read = list.length ? listed(model, list) : [[{ text: nothing }]];
  const rows = [[{ text: shortened(said), bold: true }], ...read];
  return boardOf(onStage(picture, height, home), rows, home, ringed);
}

/** The most terms of a sum of weights in a tooltip; more weights are listed one under the other, the largest first. */
const MOST_TERMS = 4;

/**
 * The exact weights of what is lit, as a sum or as a list, in a tooltip near it.
 * @param {any} scene @param {any} picture @param {import("./focus-text.js").FocusText} lit @param {Box} home @param {Mark[]} ringed
 * @returns {Mark[]}
 */
export function exactTooltip({ model, width, height }, picture, { title, label, exact, sums }, home, ringed) {
  const sorted = exact.toSorted((a, b) => b.value - a.value);
  const numbers = sorted.map(({ other, number }) => ({ name: other, text: number, bold: true }));
  const sum = exact.map(({ number }, k) => ({ text: k ? ` + ${number}` : number, bold: true }));
  const rows =
    sums && exact.length <= MOST_TERMS
      ? lines([...sum, { text: ` ${sums} 1`, bold: true }], Math.min(340, width - 24))
      : listed(model, numbers);
  const heading = [...whole(label, width), [{ text: shortened(title) }]];
  return boardOf(onStage(picture, height, home), [...heading, ...rows], home, ringed);
}

/** Marks of lines on a board near a cell or a word. @param {any} picture @param {Piece[][]} rows @param {Box} home @param {Mark[]} ringed @returns {Mark[]} */
function boardOf(picture, rows, home, ringed) {
  const size = { width: Math.max(...rows.map(lineWidth)) + 16, height: rows.length * LINE + 12 };
  const box = freeGround(picture, home, size, ringed);
  const board = { fill: "raised", stroke: "focus", strokeWidth: 1.5, rx: 8, part: "tooltip" };
  const middle = box.y + box.height / 2;
  return [
    rect("tooltip", box, board),
    ...rows.flatMap((row, k) =>
      rowMarks("tooltip." + k, row, box, middle + (k - (rows.length - 1) / 2) * LINE),
    ),
  ];
}

/**
 * The marks of one line, centred, with cells underlined in the colour of their role.
 * @param {string} id @param {Piece[]} row @param {Box} box @param {number} y @returns {Mark[]}
 */
function rowMarks(id, row, box, y) {
  let x = box.x + (box.width - lineWidth(row)) / 2;
  return row.flatMap((piece, k) => {
    const { text, cell, bold, up } = piece;
    const width = pieceWidth(piece);
    const at = {
      x: x + width / 2,
      y: y + SIZE * 0.36 - (up ? 5 : 0),
      text: text.trim(),
      size: up ? 11 : SIZE,
      align: "middle",
      weight: bold ? 700 : undefined,
    };
    const marks = [textMark(`${id}.${k}`, at, { fill: bold ? "ink" : "text", copy: true })];
    if (cell) {
      const line = { x: x + 0.5, y: y + SIZE * 0.56, width: width - 1, height: 3 };
      marks.push(rect(`${id}.${k}/role`, line, { fill: tensorStyle(cell.tensor).role }));
    }
    x += width;
    return marks;
  });
}

/** Finds free ground near a cell: beside it, above, below, then farther away; if nothing is free, where least is covered. @param {any} picture @param {Box} home @param {{ width: number, height: number }} size @param {Mark[]} ringed @returns {Box} */
export function freeGround({ marks, width, height }, home, size, ringed) {
  const over = home.x + home.width / 2 - size.width / 2;
  const beside = home.y + home.height / 2 - size.height / 2;
  const [left, right] = [home.x - size.width - 9, home.x + home.width + 9];
  const above = (/** @type {number} */ gap) => [over, home.y - size.height - gap];
  const below = (/** @type {number} */ gap) => [over, home.y + home.height + gap];
  const spots = [[right, beside], above(9), [left, beside], below(9)];
  for (const dy of [44, 60, 80, 110, 150]) {
    spots.push(above(dy), [right, beside - dy], [left, beside - dy]);
    spots.push(below(dy), [right, beside + dy], [left, beside + dy]);
  }
  // the tooltip may cover the cell's own label
  const label = String(marks.find((/** @type {Mark} */ { box }) => box === home)?.id).replace(
    /\/n\d+$/,
    "/label",
  );
  const others = [...marks.filter((/** @type {Mark} */ { id }) => !id.startsWith(label)), ...ringed];
  // above all, it must not cover the cell it explains
  const obstacles = [{ box: home, weight: 1e4 }, ...others.flatMap(obstacle)];
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

/**
 * The boxes of a mark that a tooltip should not cover, and how much they matter.
 * @param {Mark} mark @returns {{ box: Box, weight: number }[]}
 */
function obstacle(mark) {
  if (mark.part === "ring") return [{ box: /** @type {any} */ (mark), weight: 4 }];
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

/** The straight segments of an elbow path, as thin boxes. @param {string} d @returns {Box[]} */
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
  const shared = within(a, b);
  return shared ? shared.width * shared.height : 0;
}
