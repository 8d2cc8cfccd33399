/**
 * Cells of a run by the names of their axes: cells("weights", { query: 0 }) is a row, cells("output") a matrix. Ids, indices
 * and styles follow from the graph, and each block is made once.
 */

import { pairs } from "../facts.js";
import { cellName, upTo } from "../model.js";
import { stackedBar } from "./bars.js";
import { block, cellBox } from "./block.js";
import { card, cardSize } from "./card.js";
import { remember } from "./remember.js";
import { styleOf, numbersOrColours } from "./colours.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../model.js").Cell} Cell */
/** @typedef {import("./block.js").Block} Block */
/** @typedef {import("./block.js").Size} Size */
/** @typedef {import("./place.js").Box} Box */
/** @typedef {Record<string, number>} Held the entries at which axes are held: { query: 0 } */
/** @typedef {Partial<Parameters<typeof block>[1]> & { perRow?: number }} How perRow: cells on a line, if a row is folded into several lines */

/** Axes along which a run shows a single entry, the chosen one. @type {Record<string, "batch" | "head" | "kvHead">} */
const CHOSEN = { batch: "batch", head: "head", kv_head: "kvHead" };

/**
 * @param {Model} model a run, or a stage of a chain
 * @param {(tensor: string, held: Held) => How & { size: Size }} usual how the cells of a tensor usually look
 * @param {Map<string, Block>} [made] blocks by id, shared by the stages of a chain
 */
export function cellsOf(model, usual, made = new Map()) {
  const find = finderIn(made, model.stage(""));
  /** The full name of a tensor, its axes with the entry shown of each (−1 for a free axis), and its blocks by position. */
  const axesOf = remember((/** @type {string} */ tensor) => {
    const name = model.full(tensor);
    const { axes, shape } = /** @type {import("../model.js").GraphNode} */ (model.node(name));
    const chosen = axes.map((axis) => (axis in CHOSEN ? model[CHOSEN[axis]] : -1));
    return { name, axes, shape, chosen, blocks: /** @type {Map<number, Block>} */ (new Map()) };
  });

  /** @param {string} tensor @param {Held} held */
  function indicesOf(tensor, held) {
    const { axes, shape, chosen } = axesOf(tensor);
    const fixed = axes.map((axis, k) => held[axis] ?? chosen[k]);
    const free = upTo(axes.length).filter((k) => fixed[k] < 0);
    const [rows, columns] = free.length > 1 ? free : [-1, free[0] ?? -1];
    const count = (/** @type {number} */ axis) => (axis < 0 ? 1 : shape[axis]);
    return upTo(count(rows)).map((r) =>
      upTo(count(columns)).map((c) => fixed.map((at, k) => (k === rows ? r : k === columns ? c : at))),
    );
  }

  /** The block of the cells at the held entries: a cell if no axis is free, a row if one is, a matrix if two are. @param {string} tensor @param {Held} [held] @param {How} [how] @returns {Block} */
  function cells(tensor, held = {}, how = {}) {
    const { axes, shape, chosen, blocks } = axesOf(tensor);
    let place = 0;
    for (let k = 0; k < axes.length; k++) place = place * (shape[k] + 1) + (held[axes[k]] ?? chosen[k]) + 1;
    const known = blocks.get(place);
    if (known) return known;
    const item = make(tensor, held, how);
    blocks.set(place, item);
    return item;
  }

  /** @param {string} tensor @param {Held} held @param {How} how */
  function make(tensor, held, how) {
    const { perRow, ...options } = { ...usual(tensor, held), ...how };
    const named = names(tensor, held, perRow);
    const what = { style: styleOf(tensor), ...options, ...named };
    const isChosen = options.width === undefined || options.style;
    const item = isChosen ? block(model, what) : numbersOrColours(model, /** @type {any} */ (what));
    made.set(named.id, item);
    return item;
  }

  /** What names the cells at the held entries: an id, and their indices line by line. @param {string} tensor @param {Held} held @param {number} [perRow] */
  function names(tensor, held, perRow) {
    const { name, axes, chosen } = axesOf(tensor);
    const at = axes.map((axis, k) => held[axis] ?? (chosen[k] < 0 ? "*" : ""));
    return { id: [name, ...at].join("."), tensor, cells: folded(indicesOf(tensor, held), perRow) };
  }

  return Object.assign(cells, {
    ...{ model, names },
    /** The blocks along an axis. @param {string} axis @param {string} tensor @param {Held} [held] @param {How} [how] */
    along(axis, tensor, held = {}, how) {
      const { axes, shape } = axesOf(tensor);
      return upTo(shape[axes.indexOf(axis)]).map((k) => cells(tensor, { ...held, [axis]: k }, how));
    },
    /** The bar of length 1 of a query's weights. @param {number} query @param {Partial<Parameters<typeof stackedBar>[1]> & { width: number, height: number, names: string[] }} how */
    share: (query, how) =>
      stackedBar(`${model.full("share")}.${query}`, {
        tensor: model.full("weights"),
        indices: pairs(model, query),
        decimals: usual("weights", { query }).size.decimals,
        ...{ bars: () => [], ...how },
      }),
    /** Finds the box of a cell, or of a cell that it is a copy of. */
    find,
    /**
     * The close-up of one cell of a block; `card` is null if it does not fit.
     * @param {Block} home @param {{ room: Box, size: Size, k?: number, rows?: import("./card.js").Card["rows"], question?: string }} how
     *   k: which of the block's cells
     */
    closeUp(home, { k = 0, room, ...how }) {
      const cell = { tensor: home.tensor, index: home.indices[k] };
      const what = { id: `card.${home.id}.${k}`, cell, home: cellBox(home, k), room, source: find, ...how };
      const found = card(model, what);
      const extent = cardSize(found, model);
      return { card: extent && extent.height <= room.height ? found : null, extent };
    },
  });
}
/** @typedef {ReturnType<typeof cellsOf>} Cells */

/** Folds rows into lines of at most `most` cells. @param {number[][][]} rows @param {number} [most] */
const folded = (rows, most) =>
  most
    ? rows.flatMap((row) =>
        upTo(Math.ceil(row.length / most)).map((n) => row.slice(n * most, (n + 1) * most)),
      )
    : rows;

/**
 * Finds the boxes of drawn cells, by their own names or by the cell they are copies of.
 * @param {Map<string, Block>} made @param {Model} model
 */
function finderIn(made, model) {
  /** @type {Map<string, () => Box>} */
  const drawn = new Map();
  /** @type {Map<string, () => Box>} */
  const roots = new Map();
  let counted = 0;
  /** @param {Cell} cell @returns {Box | undefined} */
  return ({ tensor, index }) => {
    if (counted < made.size) {
      for (const item of made.values())
        item.indices.forEach((at, k) => {
          drawn.set(cellName(item.tensor, at), () => cellBox(item, k));
          const root = rootOf(model, { tensor: item.tensor, index: at });
          if (!roots.has(root)) roots.set(root, () => cellBox(item, k));
        });
      counted = made.size;
    }
    const found = drawn.get(cellName(tensor, model.indexIn(tensor, index)));
    return (found ?? roots.get(rootOf(model, { tensor, index })))?.();
  };
}

/** The name of the cell in which a number was computed: the cell itself, or the one it is a copy of. @param {Model} model @param {Cell} cell */
function rootOf(model, { tensor, index }) {
  const { op, terms } = model.origin(tensor, index);
  const isCopy = /^(copy|split|join)$/.test(op) && terms.length === 1 && terms[0].length === 1;
  const [[root]] = isCopy ? terms : [[{ tensor, index }]];
  return cellName(root.tensor, root.index);
}
