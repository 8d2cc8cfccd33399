/**
 * The exercise of a task: the numbers a learner may change and, beside them, the rows that the task asks for, with their goal as a
 * dashed line. Its numbers repeat those of the picture.
 */
import { isWeights, nameParts } from "../core/graph/tensors.js";
import { shortestDecimal } from "../words/decimal.js";
import { fill, tensorName } from "../words/sentence.js";
import { block, cellBox, cellOf, SIZES } from "./kit/block.js";
import { drawn } from "./kit/draw.js";
import { path, rect } from "./kit/marks.js";
import { around } from "./kit/place.js";
import { styleOf } from "./kit/colours.js";
import { letterRuns, textMark } from "./kit/text.js";
import { upTo } from "./model.js";
import { textWidth, truncate } from "./text-metrics.js";

/** @typedef {any} Mark a mark of the kit */
/** @typedef {import("./kit/place.js").Box} Box */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {{ tensor: string, index: number[], sign: string, number: number }} Wanted a cell and the number it is to become */
/** @typedef {{ tensor: string, shape: number[] }} Changeable an input tensor with the shape it has in the problem */
/** @typedef {{ width: number, height: number, marks: Mark[], rings: Map<string, Box> }} Exercise rings: the boxes of its cells, by cell name */
/** @typedef {{ width: number, height: number, draw(x: number, y: number): Mark[] }} Part */

/** The size of cells that a finger can hit. @type {import("./kit/block.js").Size} */
const CELLS = { ...SIZES.column, cell: 36, wide: 46, height: 30, font: 15, small: 13 };
const [GAP, HEAD, BAR, MOST] = [24, 28, 88, 8];
const RING = { fill: "none", stroke: "focus", strokeWidth: 3 };

/**
 * @param {Model} model @param {{ changes: Changeable[], wanted: Wanted[], changed: string[], width: number, texts: Record<string, any> }} what
 *   changed: names of changed cells; width: the most px it may take; texts: the words of the exercise
 * @returns {Exercise | null} null if none of it can be drawn
 */
export function exercise(model, { changes, wanted, changed, width, texts }) {
  const parts = [
    ...changes.flatMap((change) => matrixPart(model, change, width) ?? []),
    ...rowsOf(wanted).map((row) => rowPart(model, row, texts)),
  ];
  if (parts.length === 0) return null;
  /** @type {Mark[]} */
  const marks = [];
  let [x, y, height, right] = [0, 0, 0, 0];
  for (const part of parts) {
    if (x > 0 && x + part.width > width) [x, y, height] = [0, y + height + GAP / 2, 0];
    marks.push(...part.draw(x, y));
    x += part.width + GAP;
    [height, right] = [Math.max(height, part.height), Math.max(right, x - GAP)];
  }
  const numbers = marks.filter(({ cell }) => cell);
  const rings = new Map(numbers.map(({ cell, box }) => [cell, box]));
  for (const cell of changed) {
    // in the trace, inputs have a batch axis
    const box = rings.get(cell) ?? rings.get(cell.replace(":", ":0,"));
    if (box) marks.push(rect(`changed.${cell}`, around([box], -1), RING));
  }
  return {
    width: Math.max(right, Math.min(width, 280)),
    height: y + height,
    // the order in which keys move through them: the first number that may be changed comes first
    marks: [...marks.filter(({ cell }) => !cell), ...numbers.toReversed().map(repeated)],
    rings,
  };
}

/** Marks a number as a copy of a cell in the picture that can still be pointed at. @param {Mark} mark @returns {Mark} */
const repeated = (mark) => ({ ...mark, copy: true, means: mark.cell, spot: mark.box });

/** @param {string} property */
const standing = (property) => (property === "opacity" || property === "reveal" ? 1 : 0);

/** @param {any} item @param {Model} model @param {number} x @param {number} y of its top left corner @returns {Mark[]} */
function drawAt(item, model, x, y) {
  item.put(x + item.width / 2, y + item.height / 2);
  return Object.values(drawn(item, standing, model)).flat();
}

/** The matrix of a tensor that may be changed; undefined if it does not fit. @param {Model} model @param {Changeable} change @param {number} width @returns {Part | undefined} */
function matrixPart(model, { tensor, shape }, width) {
  const columns = shape.at(-1) ?? 1;
  const rows = shape.slice(0, -1).reduce((product, length) => product * length, 1);
  if (rows > 2 * MOST) return undefined;
  const size = [CELLS, SIZES.least].find((size) => columns * cellOf(model, tensor, size).width <= width);
  if (!size) return undefined;
  const lead = Array((model.tensor(tensor)?.shape.length ?? shape.length) - shape.length).fill(0);
  const indexOf = (/** @type {number} */ at) =>
    shape.map((length, axis) => {
      const step = shape.slice(axis + 1).reduce((product, other) => product * other, 1);
      return Math.floor(at / step) % length;
    });
  const cells = upTo(rows).map((r) => upTo(columns).map((c) => [...lead, ...indexOf(r * columns + c)]));
  const item = block(model, { id: `change.${tensor}`, tensor, cells, size, style: styleOf(tensor) });
  const name = letterRuns(tensor, "", "", { matrix: true });
  return {
    width: item.width,
    height: HEAD + item.height,
    draw: (x, y) => [
      textMark(`name.${tensor}`, { x, y: y + 14, runs: name }),
      ...drawAt(item, model, x, y + HEAD),
      rect(`may.${tensor}`, around([item], 4), { ...RING, strokeWidth: 2, dash: "5 3" }),
    ],
  };
}

/** Groups the wanted cells by row; returns at most three rows. @param {Wanted[]} wanted @returns {Wanted[][]} */
function rowsOf(wanted) {
  /** @type {Map<string, Wanted[]>} */
  const rows = new Map();
  for (const cell of wanted) {
    const name = `${cell.tensor}:${cell.index.slice(0, -1)}`;
    rows.set(name, [...(rows.get(name) ?? []), cell]);
  }
  return [...rows.values()].slice(0, 3);
}

/** One row, written as a column of numbers with their names; weights have bars, and their goals are lines. @param {Model} model @param {Wanted[]} row @param {Record<string, any>} texts @returns {Part} */
function rowPart(model, row, texts) {
  const [{ tensor, index }] = row;
  const [stage] = nameParts(tensor);
  const view = model.stage(stage);
  /** A stage that takes its queries or keys from another stage takes their names from there too. @param {"query" | "key"} side @param {number} k */
  const nameOf = (side, k) => {
    const from = view.problem?.[side];
    return (typeof from === "string" ? model.stage(nameParts(from)[0]) : view).short(side, k);
  };
  const { axes = [] } = model.node(tensor) ?? {};
  const { shape = [] } = model.tensor(tensor) ?? {};
  const ends = row.map((cell) => cell.index.at(-1) ?? 0);
  const all = (shape.at(-1) ?? 1) <= MOST;
  const entries = all ? upTo(shape.at(-1) ?? 1) : ends.slice(0, MOST);
  const cells = entries.map((k) => [index.length ? [...index.slice(0, -1), k] : []]);
  const look = { size: CELLS, style: styleOf(tensor) };
  const item = block(model, { id: `goal.${tensor}:${index}`, tensor, cells, ...look });
  const [asks, keys] = [axes.indexOf("query"), axes.at(-1) === "key"];
  const title =
    asks >= 0 ? fill(texts.asks, { name: nameOf("query", index[asks]) }) : tensorName(model.words, tensor);
  const names = entries.map((k) => (keys ? truncate(nameOf("key", k), 13, 64) : ""));
  const before = Math.max(0, ...names.map((name) => textWidth(name, 13) + (name ? 8 : 0)));
  const bars = isWeights(tensor);
  const goals = [...new Map(row.map((cell) => [cell.number, cell])).values()];
  const said = goals.map(
    ({ sign, number }) => `${bars ? "" : sign + " "}${shortestDecimal(number).replace("-", "−")}`,
  );
  const width = Math.max(
    before + item.width + (bars ? BAR + 10 : 6 + textWidth(said[0], 13, 600)),
    textWidth(title, 13, 650),
  );
  const draw = (/** @type {number} */ x, /** @type {number} */ y) => {
    const numbers = drawAt(item, model, x + before, y + HEAD);
    const [foot, bottom] = [item.x + item.width + 6, item.y + item.height];
    const id = item.id;
    const heading = { x, y: y + 14, text: title, weight: 650 };
    const marks = [textMark(`${id}/title`, heading, { fill: "ink" }), ...numbers];
    for (const [r, name] of names.entries()) {
      const box = cellBox(item, r);
      const middle = box.y + box.height / 2;
      if (name)
        marks.push(textMark(`${id}/name${r}`, { x: item.x - 8, y: middle + 4.7, text: name, align: "end" }));
      const value = model.value(tensor, cells[r][0]);
      const bar = { x: foot, y: middle - 7, width: Math.max(1, Math.min(1, value) * BAR), height: 14 };
      if (bars && value > 0) marks.push(rect(`${id}/bar${r}`, bar, { fill: "score", opacity: 0.85 }));
      if (ends.includes(entries[r])) marks.push(rect(`${id}/ring${r}`, around([box], 3), RING));
    }
    for (const [k, { number }] of goals.entries()) {
      const at = foot + Math.max(0, Math.min(1, number)) * BAR;
      const d = `M${at} ${item.y - 6}V${bottom + 6}`;
      if (bars)
        marks.push(path(`${id}/line${k}`, d, { fill: "none", stroke: "ink", strokeWidth: 2, dash: "5 3" }));
      const label = bars
        ? { x: at, y: bottom + 20, align: "middle" }
        : { x: foot, y: item.y + 20 + 16 * k, align: "start" };
      const goal = { ...label, text: said[k], weight: 650 };
      marks.push(textMark(`${id}/goal${k}`, goal, { fill: "ink", copy: true }));
    }
    return marks;
  };
  return { width, height: HEAD + item.height + (bars ? 26 : 6), draw };
}
