/**
 * A projection by a matrix: the matrix stands above its outputs, each column above its cell, and its input stands upright at its
 * left. A column is lit, its products land and are added up, and the sum slides below its column and falls into its cell. Then
 * the block slides on to its next output.
 */
import { upTo } from "../model.js";
import { after, sequence, tween } from "../timeline.js";
import { LEAST_FONT, block } from "./block.js";
import { productsOf } from "./card.js";
import { animate, enterAtOnce, grow } from "./moves.js";
import { BELOW, asideOf, drawProjection, reachOf } from "./projection/marks.js";
import { remember } from "./remember.js";

/** @typedef {import("./place.js").Box} Box */
/** @typedef {import("./block.js").Block} Block */
/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../model.js").Cell} Cell */
/** @typedef {import("../timeline.js").Tween} Beat */

/** The greatest and the least px of a row of the matrix. */
const ROW = { most: 30, least: 20 };
/** Px above the matrix for its name, and below it for the falling sum. */
const NAME = 30;
const FALL = 50;
/** Seconds per product. */
const PRODUCT = 0.22;

/**
 * @typedef {object} What
 * @property {string} tensor the matrix
 * @property {Block[]} makes its outputs
 * @property {Box} room
 * @property {number} foot where the highest label of the outputs begins, px
 * @property {import("./block.js").Size} size
 * @property {(cell: Cell) => Box | undefined} source finds the box of an input cell
 * @property {{ about: string, added: string }} [notes] notes on the matrix and on a sum, if products are shown
 * @property {number} seconds for each output after the first
 */

/**
 * Null if it does not fit, or if an output is not a plain sum of products.
 * @param {Model} model @param {What} what
 */
export function projection(model, what) {
  const { tensor, makes, room, foot, notes } = what;
  const [first] = makes;
  const { terms, sum, constants } = model.origin(first.tensor, first.indices[0]);
  const isPlain = sum && !constants && terms.every((cells) => cells.length === 2);
  if (!isPlain || first.rows > 1 || first.grid) return null;
  if (terms[0].some((factor) => narrow(model, factor.tensor, first.cellWidth))) return null;
  const rows = terms.length;
  const bottom = Math.floor(foot - FALL);
  const high = Math.min(ROW.most, Math.floor((bottom - room.y - NAME) / rows));
  if (high < ROW.least || first.x - asideOf(first.cellWidth) < room.x + 6) return null;
  const item = itemOf(model, what, { high, rows, top: bottom - high * rows });
  return !notes || reachOf(item, model) <= room.x + room.width - 12 ? item : null;
}

/** Columns and products are looked up when they are first drawn. @param {Model} model @param {What} what @param {{ high: number, rows: number, top: number }} place */
function itemOf(model, what, place) {
  const { tensor, makes } = what;
  const [{ columns }] = makes;
  const terms = remember((/** @type {number} */ n) => {
    const made = makes[Math.floor(n / columns)];
    return model.origin(made.tensor, made.indices[n % columns]).terms;
  });
  /** The terms of an output's cell. @param {number} j @param {number} c */
  const termsOf = (j, c) => terms(j * columns + c);
  return {
    id: `card.${tensor}`,
    kind: "projection",
    draw: drawProjection,
    ...what,
    ...place,
    columns,
    termsOf,
    column: model.remember((c) => columnAt(model, what, termsOf(0, c), c, place)),
    productsIn: model.remember((/** @type {number} */ c) =>
      productsOf(model, makes[0].tensor, makes[0].indices[c]),
    ),
    initial: { opacity: 0, word: 0, column: -1, travel: 0, products: 0, gather: 0, fall: 0, landed: 0 },
  };
}
/** @typedef {ReturnType<typeof itemOf>} Projection */

/**
 * Whether the numbers of a tensor do not fit into cells of a width.
 * @param {Model} model @param {string} tensor @param {number} width
 */
const narrow = (model, tensor, width) => model.widest(tensor, 2) * LEAST_FONT + 3 > width;

/** @param {Model} model @param {What} what @param {Cell[][]} terms @param {number} c @param {{ high: number, top: number }} place */
function columnAt(model, { tensor, makes: [first], size }, terms, c, { high, top }) {
  const made = block(model, {
    ...{ id: `card.${tensor}.${c}`, tensor, cells: terms.map(([, { index }]) => [index]), style: "tint" },
    ...{ size, width: first.cellWidth, height: high },
  });
  return Object.assign(made, { x: first.x + c * first.cellWidth, y: top });
}

/** The arrival of an output: the first number by number if products are shown, the others quickly. @param {Projection} item @param {number} j @param {any[]} lines lines that lead to it @returns {import("./arrivals.js").Arrival} */
export const projected = (item, j, lines) => ({
  ...{ item: item.makes[j], lines },
  enter: () => (item.notes && j === 0 ? firstMade(item, lines) : nextMade(item, j, lines)),
});

/** @param {Projection} item @param {any[]} lines @returns {Beat[]} */
function firstMade(item, lines) {
  const { columns, rows } = item;
  const others = Math.min(1, 0.5 * (columns - 1)) / Math.max(1, columns - 1);
  return sequence(
    animate(item, "travel", 1, 0.52),
    ...upTo(item.columns).map((c) => {
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

/**
 * The sums fall from their columns without showing their products.
 * @param {Projection} item @param {number} j @param {any[]} lines @returns {Beat[]}
 */
function nextMade(item, j, lines) {
  const { seconds } = item;
  const slide = j ? Math.min(0.52, seconds * 0.35) : 0;
  const each = ((seconds - slide) * 0.7) / item.columns;
  return sequence(
    [
      // the input rises while the matrix slides
      ...[tween(item.id, "travel", 0, 0), ...animate(item, "word", j, slide)],
      ...animate(item, "travel", 1, slide + (seconds - slide) * 0.3),
      ...after(slide, grow(...lines)),
    ],
    ...upTo(item.columns).map((c) =>
      sequence(
        [tween(item.id, "column", c, 0), tween(item.id, "fall", BELOW, 0)],
        animate(item, "fall", 1, each),
        [tween(item.id, "landed", c + 1, 0), tween(item.id, "fall", 0, 0)],
      ),
    ),
    landed(item, j),
  );
}

/**
 * Once all numbers of an output have fallen, its own block takes their place.
 * @param {Projection} item @param {number} j @returns {Beat[]}
 */
function landed(item, j) {
  const made = item.makes[j];
  const begins = ["column", "landed"].map((what, k) => ({ ...tween(item.id, what, k - 1, 0), start: 0.06 }));
  return [...enterAtOnce(made), tween(made.id, "placeholder", 0, 0.06), ...begins];
}
