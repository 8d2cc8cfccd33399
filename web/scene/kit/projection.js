/**
 * A matrix at work: it stands over what it makes, column over cell, and its input stands upright at its left. A column is lit, its
 * products land and are added up, and the sum slides below its column and falls into its cell. Then the block slides on to what
 * it makes next.
 */

import { textWidth } from "../text-metrics.js";
import { enterAtOnce, animate, grow } from "./moves.js";
import { sequence, tween } from "../timeline.js";
import { between } from "./bars.js";
import { LEAST_FONT, block, cellBox, cellMarks, cellOf } from "./block.js";
import { productsOf, valueMarks } from "./card.js";
import { LAYERS } from "./layers.js";
import { path, rect } from "./marks.js";
import { around } from "./place.js";
import { letterRuns, textMark } from "./text.js";

/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("./place.js").Box} Box */
/** @typedef {import("./block.js").Block} Block */
/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../model.js").Cell} Cell */
/** @typedef {import("../timeline.js").Tween} Beat */

/** Px of a row of the matrix, at most and at least. */
const ROW = { most: 30, least: 20 };
/** Px from the matrix to its input, over it for its name, and below it for the sum that falls. */
const ASIDE = 64;
const NAME = 30;
const FALL = 50;
/** How strong the columns are that are not lit. */
const RESTING = 0.42;
/** How much of its way the sum goes before it stands below its column. */
const BELOW = 0.65;
const PRODUCT = 0.22;

/**
 * @typedef {object} What
 * @property {string} tensor the matrix
 * @property {Block[]} makes
 * @property {Box} room
 * @property {number} foot where the highest label of what it makes begins, px
 * @property {import("./block.js").Size} size
 * @property {(cell: Cell) => Box | undefined} source where an input stands
 * @property {{ about: string, added: string }} [notes] what is said of the matrix and of a sum, where products are shown
 * @property {number} seconds of each that comes about quickly
 */

/**
 * Null where it has no room, or where what is made is no sum of products alone.
 * @param {Model} model @param {What} what
 */
export function projection(model, what) {
  const { tensor, makes, room, foot, notes } = what;
  const [first] = makes;
  const origins = makes.map(({ tensor: made, indices }) => indices.map((index) => model.origin(made, index)));
  const isPlain = origins
    .flat()
    .every(({ terms, sum, constants }) => sum && !constants && terms.every((cells) => cells.length === 2));
  if (!isPlain || first.rows > 1 || first.grid || narrow(model, tensor, first.cellWidth)) return null;
  const terms = origins.map((all) => all.map((origin) => origin.terms));
  const rows = terms[0][0].length;
  const bottom = Math.floor(foot - FALL);
  const high = Math.min(ROW.most, Math.floor((bottom - room.y - NAME) / rows));
  if (high < ROW.least || first.x - ASIDE < room.x + 6) return null;
  const item = itemOf(model, what, terms, { high, rows, top: bottom - high * rows });
  return !notes || reachOf(item, model) <= room.x + room.width - 12 ? item : null;
}

/** @param {Model} model @param {What} what @param {Cell[][][][]} terms of what it makes, cell by cell @param {{ high: number, rows: number, top: number }} place */
const itemOf = (model, what, terms, place) => ({
  ...{ id: `card.${what.tensor}`, kind: "projection", draw: drawProjection, ...what, terms, ...place },
  columns: terms[0].map((own, c) => columnAt(model, what, own, c, place)),
  products: /** @type {string[][] | null} */ (null),
  initial: { opacity: 0, word: 0, column: -1, travel: 0, products: 0, gather: 0, fall: 0, landed: 0 },
});
/** @typedef {ReturnType<typeof itemOf>} Projection */

/** Whether its numbers have no room in cells of a width. @param {Model} model @param {string} tensor @param {number} width */
const narrow = (model, tensor, width) => model.widest(tensor, 2) * LEAST_FONT + 3 > width;

/** @param {Model} model @param {What} what @param {Cell[][]} terms @param {number} c @param {{ high: number, top: number }} place */
function columnAt(model, { tensor, makes: [first], size }, terms, c, { high, top }) {
  const made = block(model, {
    ...{ id: `card.${tensor}.${c}`, tensor, cells: terms.map(([, { index }]) => [index]), style: "tint" },
    ...{ size, width: first.cellWidth, height: high },
  });
  return Object.assign(made, { x: first.x + c * first.cellWidth, y: top });
}

/** What it makes: the first one number by number, where products are shown, and the others quickly. @param {Projection} item @param {number} j @param {any[]} lines what leads to it @returns {import("./steps.js").Arrival} */
export const projected = (item, j, lines) => ({
  ...{ item: item.makes[j], lines },
  enter: () => (item.notes && j === 0 ? firstMade(item, lines) : nextMade(item, j, lines)),
});

/** @param {Projection} item @param {any[]} lines @returns {Beat[]} */
function firstMade(item, lines) {
  const [columns, rows] = [item.columns.length, item.rows];
  const others = Math.min(1, 0.5 * (columns - 1)) / Math.max(1, columns - 1);
  return sequence(
    animate(item, "travel", 1, 0.52),
    ...item.columns.map((_, c) => {
      const whole = c ? others : PRODUCT * Math.min(6, rows) + 0.6;
      const fall = Math.min(0.42, whole * 0.35);
      const rest = whole - fall - 0.36;
      return sequence(
        [tween(item.id, "column", c, 0)],
        animate(item, "products", 1, Math.max(0.2, rest), "linear"),
        animate(item, "gather", 1, Math.min(0.36, whole * 0.3)),
        animate(item, "fall", 1, fall),
        [
          tween(item.id, "landed", c + 1, 0),
          ...["products", "gather", "fall"].map((what) => tween(item.id, what, 0, 0)),
        ],
      );
    }),
    [...landed(item, 0), ...grow(...lines)],
  );
}

/** Every sum falls from its column at once. @param {Projection} item @param {number} j @param {any[]} lines @returns {Beat[]} */
function nextMade(item, j, lines) {
  const { seconds } = item;
  const slide = j ? Math.min(0.52, seconds * 0.35) : 0;
  const each = ((seconds - slide) * 0.7) / item.columns.length;
  return sequence(
    [tween(item.id, "travel", 0, 0), ...animate(item, "word", j, slide)],
    [...animate(item, "travel", 1, (seconds - slide) * 0.3), ...grow(...lines)],
    ...item.columns.map((_, c) =>
      sequence(
        [tween(item.id, "column", c, 0), tween(item.id, "fall", BELOW, 0)],
        animate(item, "fall", 1, each),
        [tween(item.id, "landed", c + 1, 0), tween(item.id, "fall", 0, 0)],
      ),
    ),
    landed(item, j),
  );
}

/** All of its numbers have fallen: it stands by itself. @param {Projection} item @param {number} j @returns {Beat[]} */
function landed(item, j) {
  const made = item.makes[j];
  const own = ["column", "landed"].map((what, k) => ({ ...tween(item.id, what, k - 1, 0), start: 0.06 }));
  return [...enterAtOnce(made), tween(made.id, "placeholder", 0, 0.06), ...own];
}

/** @type {import("./draw.js").Draw} */
function drawProjection(item, get, model) {
  const opacity = get("opacity");
  const word = get("word");
  const [from, to] = [item.makes[Math.floor(word)], item.makes[Math.ceil(word)]];
  const dx = from.x + (to.x - from.x) * (word % 1) - item.makes[0].x;
  const state = { word, dx, column: get("column"), travel: get("travel"), opacity };
  const falls = get("fall");
  const marks = [
    ...matrixMarks(item, model, state),
    ...inputMarks(item, model, state),
    ...(item.notes && state.column >= 0 && word === 0
      ? lineMarks(item, model, state, get("products"), get("gather"))
      : []),
    ...landedMarks(item, model, state, get("landed")),
    ...(falls > 0 ? fallMarks(item, model, state, falls) : []),
  ];
  return [[LAYERS.card, marks]];
}

/** @typedef {{ word: number, dx: number, column: number, travel: number, opacity: number }} State */

/** The matrix with its name, one column lit. @param {Projection} item @param {Model} model @param {State} state @returns {Mark[]} */
function matrixMarks({ id, tensor, columns, top, high, rows, notes }, model, { word, dx, column, opacity }) {
  const [{ x, width }] = columns;
  const order = [...columns.keys()].sort((a, b) => Number(a === column) - Number(b === column));
  const cells = order.flatMap((c) => {
    const at = { ...columns[c], x: columns[c].x + dx };
    return cellMarks(at, model, opacity * (column < 0 || c === column ? 1 : RESTING), 1);
  });
  const outer = { x: x + dx, y: top, width: width * columns.length, height: rows * high };
  const frame = rect(id + "/frame", outer, { fill: "none", stroke: "outline", strokeWidth: 1.5, opacity });
  const runs = letterRuns(tensor, "", "", { matrix: true, size: 14 });
  const name = textMark(id + "/name", { x: x + dx, y: top - 11, runs }, { opacity, fill: "ink" });
  const marks = [...cells, frame, name];
  if (notes && word < 1) {
    const at = { x: x + dx + 34, y: top - 11, text: notes.about };
    marks.push(textMark(id + "/about", at, { opacity: opacity * (1 - word), fill: "muted" }));
  }
  if (column < 0) return marks;
  const lit = around([{ ...outer, x: outer.x + column * width, width }], 2);
  return [
    ...marks,
    rect(id + "/lit", lit, { rx: 4, fill: "none", stroke: "focus", strokeWidth: 3, opacity }),
  ];
}

/** The input, upright beside it, or on its way there; and how it came. @param {Projection} item @param {Model} model @param {State} state @returns {Mark[]} */
function inputMarks(
  { id, terms, columns, source, top, high, rows, size, notes },
  model,
  { word, dx, travel, opacity },
) {
  if (travel <= 0) return [];
  const j = Math.round(word);
  const [{ x, width }] = columns;
  const left = x + dx - ASIDE;
  /** @type {Mark[]} */
  const marks = [];
  terms[j][0].forEach(([cell], k) => {
    const box = { x: left, y: top + k * high, width, height: high };
    const from = source(cell);
    const at = from && travel < 1 ? between(from, box, travel) : box;
    const font = Math.min(16, cellOf(model, cell.tensor, size).font + 1);
    const text = model.text(cell.tensor, cell.index, size.decimals);
    marks.push(...valueMarks(`${id}/x${k}`, cell, at, text, font, from ? opacity : opacity * travel, model));
    if (travel < 1) return;
    const sign = {
      x: x + dx - (ASIDE - width) / 2,
      y: box.y + high / 2 + 5,
      text: "×",
      size: 14,
      align: "middle",
      weight: 600,
    };
    marks.push(textMark(`${id}/times${k}`, sign, { opacity, fill: "muted" }));
  });
  if (travel < 1) return marks;
  const [[{ tensor }]] = terms[j][0];
  const runs = letterRuns(tensor, j + 1);
  marks.push(textMark(`${id}/input`, { x: left, y: top - 11, runs }, { opacity }));
  const from = j === 0 && notes && source(terms[0][0][0][0]);
  if (from) {
    const middle = from.x + (from.width * rows) / 2;
    const y = from.y - 15;
    const d = `M${middle} ${from.y}V${y}H${left + width / 2}V${top + rows * high + 4}`;
    const line = { fill: "none", stroke: "past", strokeWidth: 1.25, head: true, opacity, part: "arrow" };
    marks.unshift(path(`${id}/rises`, d, line));
  }
  return marks;
}

/** Where products stand, px: their left edge, and how wide a factor, a product and all of it are. @param {Projection} item @param {Model} model */
function linesIn({ columns, terms, tensor, size, makes }, model) {
  const digits = (/** @type {string} */ name) => 15 * model.widest(name, size.decimals);
  const left = columns[0].x + columns.length * columns[0].width + 18;
  const [input, parameter] = [digits(terms[0][0][0][0].tensor), digits(tensor)];
  const factors = input + textWidth(" · ", 15) + parameter;
  // a product has a digit more than its larger factor or, in decimals, no more than that
  const product = Math.max(20, input, parameter, digits(makes[0].tensor)) + 10;
  return { left, factors, product, bracket: left + factors + 26 + product };
}

/** How far to the right it ever reaches, px. @param {Projection} item @param {Model} model */
function reachOf(item, model) {
  const { bracket } = linesIn(item, model);
  const { added = "", about = "" } = item.notes ?? {};
  const made = 17 * model.widest(item.makes[0].tensor, item.size.decimals);
  const [{ x }] = item.columns;
  return Math.max(bracket + 26 + textWidth(added + " ", 14) + made, x + 34 + textWidth(about, 13));
}

/** The products, a bracket, and what they add up to. @param {Projection} item @param {Model} model @param {State} state @param {number} shown of the products @param {number} gathered @returns {Mark[]} */
function lineMarks(item, model, { column, opacity }, shown, gathered) {
  if (shown <= 0) return [];
  const { id, terms, makes, top, high, rows, size, notes } = item;
  const { left, factors, product, bracket } = linesIn(item, model);
  item.products ??= makes[0].indices.map((index, c) =>
    productsOf(model, makes[0].tensor, index, [...terms[0][c].keys()]),
  );
  const products = item.products[column];
  const write = (/** @type {Cell} */ { tensor, index }) => model.text(tensor, index, size.decimals);
  const marks = terms[0][column].flatMap(([a, b], k) => {
    const seen = opacity * Math.min(1, Math.max(0, shown * rows - k));
    if (seen <= 0) return [];
    const y = top + (k + 0.5) * high + 5.5;
    const said = { x: left, y, text: `${write(a)} · ${write(b)}`, size: 15 };
    const sign = { x: left + factors + 8, y, text: "=", size: 15 };
    const result = { x: left + factors + 26, y, text: products[k], size: 16, weight: 700 };
    return [
      textMark(`${id}/f${k}`, said, { opacity: seen, copy: true }),
      textMark(`${id}/is${k}`, sign, { opacity: seen, fill: "muted" }),
      textMark(`${id}/p${k}`, result, { opacity: seen, fill: "ink", copy: true }),
    ];
  });
  if (gathered <= 0) return marks;
  const middle = top + (rows * high) / 2;
  const d = `M${bracket} ${top + 6}h6V${top + rows * high - 6}h-6M${bracket + 6} ${middle}h12`;
  const seen = opacity * gathered;
  const sum = model.text(makes[0].tensor, makes[0].indices[column], size.decimals);
  const runs = [
    { text: `${notes?.added} `, size: 14 },
    { text: sum, size: 17, weight: 700 },
  ];
  return [
    ...marks,
    path(id + "/bracket", d, { fill: "none", stroke: "ink", strokeWidth: 1.75, opacity: seen }),
    textMark(
      id + "/added",
      { x: bracket + 24, y: middle + 5.5, runs, size: 14 },
      { opacity: seen, copy: true },
    ),
  ];
}

/** The cell of what is made below a column. @param {Projection} item @param {State} state @param {number} c @returns {[Cell, Box]} */
function cellAt({ makes }, { word }, c) {
  const made = makes[Math.round(word)];
  return [{ tensor: made.tensor, index: made.indices[c] }, cellBox(made, c)];
}

/** Numbers that have fallen already. @param {Projection} item @param {Model} model @param {State} state @param {number} count @returns {Mark[]} */
function landedMarks(item, model, state, count) {
  return Array.from({ length: Math.floor(count) }, (_, c) => c).flatMap((c) => {
    const [cell, box] = cellAt(item, state, c);
    return sumMarks(item, model, `made${c}`, cell, box, state.opacity);
  });
}

/** The sum: from where it was added up to below its column, and from there into its cell. @param {Projection} item @param {Model} model @param {State} state @param {number} falls @returns {Mark[]} */
function fallMarks(item, model, state, falls) {
  const { top, high, rows } = item;
  const [cell, box] = cellAt(item, state, Math.max(0, state.column));
  const below = { ...box, y: top + rows * high + 9 };
  if (falls >= BELOW) {
    const at = between(below, box, (falls - BELOW) / (1 - BELOW));
    return sumMarks(item, model, "sum", cell, at, state.opacity);
  }
  const { bracket } = linesIn(item, model);
  const sum = model.text(cell.tensor, cell.index, item.size.decimals);
  const added = {
    ...box,
    x: bracket + 24 + textWidth(`${item.notes?.added} `, 14) + (textWidth(sum, 17, 700) - box.width) / 2,
    y: top + (rows * high - box.height) / 2,
  };
  const corner = { ...box, x: added.x, y: below.y };
  const way = falls / BELOW;
  const at = way < 0.4 ? between(added, corner, way / 0.4) : between(corner, below, (way - 0.4) / 0.6);
  return sumMarks(item, model, "sum", cell, at, state.opacity);
}

/** @param {Projection} item @param {Model} model @param {string} key @param {Cell} cell @param {Box} box @param {number} opacity @returns {Mark[]} */
function sumMarks({ id, size, makes }, model, key, cell, box, opacity) {
  const text = model.text(cell.tensor, cell.index, size.decimals);
  return valueMarks(`${id}/${key}`, cell, box, text, makes[0].font, opacity, model);
}
