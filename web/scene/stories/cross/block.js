/**
 * One attention as a small picture: its words (if they are its own), keys, values and queries, its map, its output. The same code
 * draws self-attention and cross-attention, so that only what differs looks different.
 */

import { truncate, textWidth } from "../../text-metrics.js";
import { arrow, ports } from "../../kit/arrows.js";
import { attentionMap, mapReach } from "../../kit/attention-map.js";
import { SIZES, cellOf } from "../../kit/block.js";
import { backdrop } from "../../kit/backdrop.js";
import { around, column, grid, heightOf, padded, stack, row, widthOf } from "../../kit/place.js";
import { sliceBlock, sliceOf } from "../../kit/slice.js";
import { letterRuns, runsWidth, text } from "../../kit/text.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/place.js").Placeable} Placeable */
/**
 * @typedef {object} Form how an attention is drawn
 * @property {"flat" | "tall" | "row" | "stack"} shape flat: words under keys, values and queries, map and output beside; tall: map
 *   and output above; row: all side by side; stack: keys, values and queries one above the other
 * @property {import("../../kit/block.js").Size} size
 * @property {number} [squares] px of the width of a cell that is a colour without a number @property {number} [high] and of its height
 * @property {boolean} [words] keys, values and queries are named in words
 */

/** Px for a letter over a matrix with numbers, and over one of colours. */
const LETTER = 19;
const SMALL_LETTER = 15;
/** Least width of a matrix over which an arrow leaves room for a letter, px. */
const NARROW = 36;
/** Least width of an output that has both a letter and an arrow at its top, px. */
const LETTERED = 18;
/** The side of the letter of a narrow matrix, where arrows leave from its top. @type {Record<string, "left" | "right" | "">} */
const ASIDE = { "query tall": "left", output: "right", "output row": "", "output stack": "" };
/** Px: between matrices; for an arrow from one to the next, and where there are only colours. */
const GAP = 10;
const ARROW = 24;
const SMALL_ARROW = 16;
/** Px: around everything, and for the line of the title. */
const PAD = 8;
const TITLE = 15;
/** Least height of rows with names, px. */
const LEAST_LINE = 9;

/**
 * The parts of one attention, not placed yet.
 * @param {Model} model @param {string} id of a stage @param {Form} form @param {number} most px of a name
 */
export function attentionBlock(model, id, form, most) {
  const stage = model.stage(id);
  const self = stage.self;
  const x = self ? matrixOf(model, stage, "x", form) : null;
  const [key, value, query] = ["key", "value", "query"].map((tensor) => matrixOf(model, stage, tensor, form));
  const output = matrixOf(model, stage, "output", form);
  const names = self ? namesAt(stage, /** @type {any} */ (x), most) : [];
  const map = mapOf(stage, form, self ? 0 : most);
  const scores = self ? null : scoresOf(model, stage, map.cell, !most);
  const square = scores ? stack([map.place, scores]) : map.place;
  const body = bodyOf(form, { x: x && named(x, names), key, value, query, map: square, output });
  const items = [x, key, value, query, output, scores, ...names, ...map.map.items].filter(
    (item) => item !== null,
  );
  const place = padded(body, { left: PAD, right: PAD, up: PAD, down: PAD + (form.words ? TITLE : 0) });
  /** @type {import("../../kit/place.js").Box} */
  const box = { x: 0, y: 0, width: widthOf(place), height: heightOf(place) };
  const put = (/** @type {number} */ left, /** @type {number} */ top) => {
    Object.assign(box, { x: left - place.left, y: top - place.up });
    place.put(left, top);
  };
  const parts = { x, key, value, query, output, scores, names, map: map.map, side: map.side };
  return { stage, form, box, ...parts, place: { ...place, put }, items };
}
/** @typedef {ReturnType<typeof attentionBlock>} AttentionBlock */

/** A matrix with its letter. @param {Model} model @param {Model} stage @param {string} tensor @param {Form} form */
function matrixOf(model, stage, tensor, form) {
  const { size, squares, high } = form;
  const full = stage.full(tensor);
  const slice = sliceOf(model, full);
  const wide = slice.columns * (squares ?? cellOf(stage, tensor, size).width);
  const bare = squares ? { squares: true, width: squares, height: high } : {};
  return sliceBlock(model, slice, {
    id: `${full}@block`,
    size,
    ...letterAt(model, tensor, form, wide),
    ...bare,
  });
}

/**
 * The letter of a matrix and the room for it: above, with a word if there is room; at a side, or none, where an arrow passes.
 * @param {Model} model @param {string} tensor @param {Form} form @param {number} wide px of the matrix
 */
function letterAt(model, tensor, { shape, squares, words }, wide) {
  const narrow = wide < NARROW;
  // all arrows begin above small inputs
  if (tensor === "x" && (narrow || squares)) return { labels: [], margin: { up: squares ? 0 : LETTER } };
  // an arrow leaves from the right end of its top
  if (tensor === "output" && shape === "row" && wide < LETTERED)
    return { labels: [], margin: { up: SMALL_LETTER } };
  const lettered = (/** @type {string} */ word) =>
    letterRuns(tensor, "", word, { matrix: true, size: squares ? 11 : 13 });
  const side = narrow ? (ASIDE[`${tensor} ${shape}`] ?? ASIDE[tensor]) : undefined;
  if (side) return { labels: [{ runs: lettered(""), side, gap: 4 }], margin: { [side]: 18 } };
  const said = words && !/^(x|output)$/.test(tensor) ? lettered(model.words.scene.shown(tensor)) : [];
  const runs = said.length && runsWidth(said) <= wide ? said : lettered("");
  const labels = [{ runs, side: /** @type {const} */ ("above"), gap: 4 }];
  return { labels, margin: { up: squares ? SMALL_LETTER : LETTER } };
}

/** Names at the rows of a matrix. @param {Model} stage @param {import("../../kit/block.js").Block} block @param {number} most */
const namesAt = (stage, block, most) =>
  upTo(block.cellHeight < LEAST_LINE ? 0 : block.rows).map((i) =>
    text(`${block.id}.name${i}`, {
      text: truncate(stage.short("query", i), 12, most, 600),
      ...{ size: 12, weight: 600, align: "end", fill: "word" },
    }),
  );

/** A matrix with names at its left. @param {import("../../kit/block.js").Block} block @param {any[]} names @returns {Placeable} */
function named(block, names) {
  const wide = names.length ? Math.max(...names.map(({ width }) => width)) + 7 : 0;
  return {
    ...{ left: block.left + wide, right: block.right, up: block.up, down: block.down },
    put(x, y) {
      block.put(x, y);
      names.forEach((name, i) => name.put(block.x - 7, block.y + (i + 0.5) * block.cellHeight));
    },
  };
}

/**
 * The map of an attention's weights, placed by the middle of its cells.
 * @param {Model} stage @param {Form} form @param {number} most px of names at its rows, 0 for none
 */
function mapOf(stage, { size, squares, high = 0 }, most) {
  const names = (/** @type {"query" | "key"} */ side, /** @type {number} */ count) =>
    upTo(count).map((k) => (most ? truncate(stage.short(side, k), 12, most, 600) : ""));
  const [rows, columns] = [names("query", stage.q_len), names("key", stage.kv_len)];
  const words = columns.map((name) => Math.min(60, textWidth(name, 12, 600) + 4));
  const numbers = ["weights", "scores"].map((tensor) => cellOf(stage, tensor, size).width);
  const cell =
    squares && !most
      ? { width: squares + 2, height: high }
      : { width: Math.ceil(Math.max(...numbers, ...words)), height: Math.max(high, size.height) };
  const edges = { cell, rows, columns, most };
  const { left, right, up, down, side } = mapReach(edges);
  const map = attentionMap(stage, {
    ...edges,
    id: stage.full("map"),
    hidden: true,
  });
  const put = (/** @type {number} */ x, /** @type {number} */ y) => map.put(x - left, y - up);
  const over = Math.max(up, down + (squares ? SMALL_LETTER : LETTER));
  return { map, cell, side, place: { left, right, up: over, down, put } };
}

/**
 * The scores, in the place of the map.
 * @param {Model} model @param {Model} stage @param {{ width: number, height: number }} cell
 * @param {boolean} squares without numbers
 */
function scoresOf(model, stage, cell, squares) {
  const slice = sliceOf(model, stage.full("scores"));
  const size = { ...SIZES.column, cell: cell.width, wide: cell.width };
  return sliceBlock(model, slice, { id: `${stage.full("scores")}@block`, size, squares, ...cell });
}

/**
 * Puts the parts beside or above one another.
 * @param {Form} form @param {Record<"x" | "key" | "value" | "query" | "map" | "output", any>} parts
 */
function bodyOf({ shape, squares }, { x, key, value, query, map, output }) {
  const made = [key, value, query];
  const far = squares ? SMALL_ARROW : ARROW;
  const near = squares ? 4 : GAP;
  const result = row([map, output], { gap: far });
  if (shape === "stack") return row([column(made, { gap: 4 }), result], { gap: far + 4 });
  if (shape === "row") return row([x, ...made, map, output], { gap: [far, near, near, far, far] });
  const between = ARROW - 10;
  if (shape === "tall") return column([result, row(made, { gap: GAP }), x], { gap: between });
  // the inputs are under the values
  const rows = [[...made, map, output], ...(x ? [[null, x]] : [])];
  return grid(rows, { gapX: [GAP, GAP, far, far], gapY: between + 4 });
}

/** The background, the arrows and the title, once the parts are placed. @param {AttentionBlock} block */
export function linesOf({ stage, form, box, x, key, value, query, map, side, output }) {
  const id = (/** @type {string} */ name) => stage.full(name);
  const made = [key, value, query];
  const { up, down, left, right } = ports;
  const cells = { ...map.box, x: map.box.x - side };
  const upright = form.shape === "tall";
  const group = around(made);
  const from = form.shape === "stack" ? { ...group, x: group.x + group.width, width: 0 } : query;
  const level = x ? () => (x.y + Math.max(...made.map(({ y, height }) => y + height))) / 2 + 2 : undefined;
  const projects = !x
    ? []
    : form.shape === "row"
      ? [arrow(id("makes.key"), right(x), left(key))]
      : made.map((to) => arrow(id(`makes.${to.tensor.split(".")[1]}`), up(x), down(to), { level }));
  return {
    projects,
    meets: upright
      ? arrow(id("meets"), { ...up(query), shift: query.width / 2 - 5 }, down(map.box), {
          level: () => map.box.y + map.box.height + 6,
        })
      : arrow(id("meets"), right({ ...from, y: map.box.y, height: map.box.height }), left(cells)),
    mixes: arrow(id("mixes"), right(map.box), left({ ...output, y: map.box.y, height: map.box.height })),
    board: backdrop(id("board"), box, { initial: { opacity: 0 } }),
    title: titleOf(stage, form, box, x),
  };
}

/**
 * The kind of attention, in the lower right corner; null if there is no room.
 * @param {Model} stage @param {Form} form @param {import("../../kit/place.js").Box} box
 * @param {import("../../kit/place.js").Box | null} x
 */
function titleOf(stage, { shape, words }, box, x) {
  const said = stage.words.stories.cross.kinds[stage.self ? "self" : "cross"];
  const title = text(stage.full("title"), { text: said, size: 12, weight: 600, fill: "muted", align: "end" });
  title.put(box.x + box.width - 12, box.y + box.height - 13);
  const fits = x ? shape === "flat" && x.x + x.width + 16 < title.x : words;
  return fits ? title : null;
}
