/**
 * One attention as a small picture: where its words stand (if they are its own), keys, values and queries, its map, its
 * output. Self-attention and cross-attention are drawn by the same lines, so that what differs can be seen.
 */

import { shorten, textWidth } from "../../advance.js";
import { pairs } from "../../facts.js";
import { arrow, ports } from "../../kit/arrows.js";
import { attentionMap, mapReach } from "../../kit/attention-map.js";
import { cellOf } from "../../kit/block.js";
import { ground } from "../../kit/ground.js";
import { around, column, grid, heightOf, inset, over, row, widthOf } from "../../kit/place.js";
import { sliceBlock, sliceOf } from "../../kit/slice.js";
import { letterRuns, runsWidth, text } from "../../kit/text.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/place.js").Placeable} Placeable */
/**
 * @typedef {object} Form how an attention is drawn
 * @property {"flat" | "tall" | "row" | "stack"} shape flat: words under keys, values and queries, map and output beside; tall: map
 *   and output above; row: all side by side; stack: keys, values and queries one over the other
 * @property {import("../../kit/block.js").Size} size
 * @property {number} [squares] px of a cell as colour, without numbers
 * @property {boolean} [words] keys, values and queries are named in words
 */

/** Room for a letter over a matrix with numbers, and over colours; between matrices; for an arrow from one to the next, px. */
const LETTER = 19;
const SMALL_LETTER = 15;
/** Over what is narrower an arrow leaves no room for a letter, px; there it stands at a side, if not above; over inputs nowhere. */
const NARROW = 36;
/** @type {Record<string, "above" | "left" | "right" | "">} */
const ASIDE = {
  x: "",
  key: "above",
  value: "above",
  query: "above",
  "query tall": "left",
  output: "right",
  "output row": "above",
};
const GAP = 10;
const ARROW = 24;
const SMALL_ARROW = 16;
const PAD = 8;
const TITLE = 15;
/** Rows that are lower have no names, px. */
const LEAST_LINE = 9;

/** @param {Model} model @param {string} id of a stage @param {Form} form @param {number} most px of a name */
export function attentionBlock(model, id, form, most) {
  const stage = model.stage(id);
  const own = stage.self;
  const x = own ? matrixOf(model, stage, "x", form) : null;
  const [key, value, query] = ["key", "value", "query"].map((tensor) => matrixOf(model, stage, tensor, form));
  const output = matrixOf(model, stage, "output", form);
  const names = own ? namesAt(stage, /** @type {any} */ (x), most) : [];
  const map = mapOf(model, stage, form, own ? 0 : most);
  const scores = own ? null : scoresOf(model, stage, map.cell, !most);
  const body = bodyOf(form, { x: x && named(x, names), key, value, query, map: scores ? over([map.place, scores]) : map.place, output });
  const items = [x, key, value, query, output, scores, ...names, ...map.map.items].filter((one) => one !== null);
  const place = inset(body, { left: PAD, right: PAD, up: PAD, down: PAD + (form.words ? TITLE : 0) });
  /** @type {import("../../kit/place.js").Box} */
  const box = { x: 0, y: 0, width: widthOf(place), height: heightOf(place) };
  const put = (/** @type {number} */ left, /** @type {number} */ top) => {
    Object.assign(box, { x: left - place.left, y: top - place.up });
    place.put(left, top);
  };
  return { stage, form, own, box, x, key, value, query, output, scores, names, map: map.map, side: map.side, place: { ...place, put }, items };
} // prettier-ignore
/** @typedef {ReturnType<typeof attentionBlock>} AttentionBlock */

/** A matrix with its letter. @param {Model} model @param {Model} stage @param {string} tensor @param {Form} form */
function matrixOf(model, stage, tensor, { shape, size, squares, words }) {
  const full = stage.full(tensor);
  const node = model.graph.find((one) => one.tensor === full);
  const slice = sliceOf(model, /** @type {any} */ (node));
  const word = words && !/^(x|output)$/.test(tensor) ? model.words.scene.shown(tensor) : "";
  const wide = slice.columns * (squares ?? cellOf(stage, tensor, size).width);
  const lettered = (/** @type {string} */ said) =>
    letterRuns(tensor, "", said, { matrix: true, size: squares ? 11 : 13 });
  const runs = runsWidth(lettered(word)) <= wide ? lettered(word) : lettered("");
  const narrow = wide < NARROW;
  const side = narrow
    ? (ASIDE[`${tensor} ${shape}`] ?? ASIDE[tensor])
    : squares && tensor === "x"
      ? ""
      : "above";
  const margin =
    side === "above" || !side
      ? { up: side || tensor !== "x" ? (squares ? SMALL_LETTER : LETTER) : 0 }
      : { [side]: 18 };
  const bare = squares ? { squares: true, width: squares, height: squares } : {};
  const labels = side ? [{ runs: side === "above" ? runs : runs.slice(0, 1), side, gap: 4 }] : [];
  return sliceBlock(model, slice, { id: `${full}@block`, size, labels, margin, ...bare });
}

/** Names at the rows of a matrix. @param {Model} stage @param {import("../../kit/block.js").Block} block @param {number} most */
const namesAt = (stage, block, most) =>
  upTo(block.cellHeight < LEAST_LINE ? 0 : block.rows).map((i) =>
    text(`${block.id}.name${i}`, {
      text: shorten(stage.short("query", i), 12, most, 600),
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

/** The map of its weights, placed by the middle of its cells. @param {Model} model @param {Model} stage @param {Form} form @param {number} most px of names at its rows, 0 without any */
function mapOf(model, stage, { size, squares }, most) {
  const none = (/** @type {number} */ count) => upTo(count).map(() => "");
  const said = (/** @type {"query" | "key"} */ side, /** @type {number} */ count) =>
    upTo(count).map((k) => (most ? shorten(stage.short(side, k), 12, most, 600) : ""));
  const [rows, columns] = [said("query", stage.q_len), said("key", stage.kv_len)];
  const weight = Math.max(cellOf(stage, "weights", size).width, cellOf(stage, "scores", size).width);
  const wide = Math.max(weight, Math.min(60, ...[Math.max(...columns.map((one) => textWidth(one, 12, 600))) + 4]));
  const cell = squares && !most ? { width: squares + 2, height: squares } : { width: Math.ceil(wide), height: size.height };
  const edges = { cell, rows: most ? rows : none(stage.q_len), columns: most ? columns : none(stage.kv_len), most };
  const { left, right, up, down, side } = mapReach(edges);
  const map = attentionMap(stage, { ...edges, pairs: (i) => pairs(stage, i), id: `${stage.full("map")}` });
  for (const item of map.items) item.initial = { .../** @type {any} */ (item.initial), shown: 0, pale: 0 };
  const put = (/** @type {number} */ x, /** @type {number} */ y) => map.put(x - left, y - up);
  return { map, cell, side, place: { left, right, up: Math.max(up, down + (squares ? SMALL_LETTER : LETTER)), down, put } };
} // prettier-ignore

/** Scores, in the place of the map. @param {Model} model @param {Model} stage @param {{ width: number, height: number }} cell @param {boolean} squares without numbers */
function scoresOf(model, stage, cell, squares) {
  const node = model.graph.find((one) => one.tensor === stage.full("scores"));
  const slice = sliceOf(model, /** @type {any} */ (node));
  const size = {
    cell: cell.width,
    wide: cell.width,
    height: cell.height,
    font: 14,
    small: 12.5,
    decimals: 2,
  };
  return sliceBlock(model, slice, { id: `${stage.full("scores")}@block`, size, squares, ...cell });
}

/** Everything beside or over one another. @param {Form} form @param {Record<"x" | "key" | "value" | "query" | "map" | "output", any>} parts */
function bodyOf({ shape, squares }, { x, key, value, query, map, output }) {
  const made = [key, value, query];
  const far = squares ? SMALL_ARROW : ARROW;
  const near = squares ? 4 : GAP;
  const result = row([map, output], { gap: far });
  if (shape === "stack") return row([column(made, { gap: 4 }), result], { gap: far + 4 });
  if (shape === "row") return row([x, ...made, map, output], { gap: [far, near, near, far, far] });
  const between = ARROW - 10;
  if (shape === "tall") return column([result, row(made, { gap: GAP }), x], { gap: between });
  // its words stand under the values
  const rows = [[...made, map, output], ...(x ? [[null, x]] : [])];
  return grid(rows, { gapX: [GAP, GAP, far, far], gapY: between + 4 });
}

/** Ground and arrows, its parts being placed. @param {AttentionBlock} block */
export function linesOf({ stage, form, box, x, key, value, query, map, side, output }) {
  const id = (/** @type {string} */ name) => stage.full(name);
  const made = [key, value, query];
  const { up, down, left, right } = ports;
  const cells = { ...map.box, x: map.box.x - side, width: map.box.width + side };
  const upright = form.shape === "tall";
  const group = around(made);
  const from = form.shape === "stack" ? { ...group, x: group.x + group.width, width: 0 } : query;
  const level = x ? () => (x.y + Math.max(...made.map((one) => one.y + one.height))) / 2 + 2 : undefined;
  const projects = !x
    ? []
    : form.shape === "row"
      ? [arrow(id("makes.key"), right(x), left(key))]
      : made.map((one) => arrow(id(`makes.${one.tensor.split(".")[1]}`), up(x), down(one), { level }));
  return {
    projects,
    meets: upright
      ? arrow(id("meets"), { ...up(query), shift: query.width / 2 - 5 }, down(map.box), {
          level: () => map.box.y + map.box.height + 6,
        })
      : arrow(id("meets"), right({ ...from, y: map.box.y, height: map.box.height }), left(cells)),
    mixes: arrow(id("mixes"), right(map.box), left({ ...output, y: map.box.y, height: map.box.height })),
    board: ground(id("board"), box, { initial: { shown: 0 } }),
    title: titleOf(stage, form, box, x),
  };
}

/** What kind of attention it is, in the lower right corner; null where there is no room. @param {Model} stage @param {Form} form @param {import("../../kit/place.js").Box} box @param {import("../../kit/place.js").Box | null} x */
function titleOf(stage, { shape, words }, box, x) {
  const said = stage.words.stories.cross.kinds[stage.self ? "self" : "cross"];
  const title = text(stage.full("title"), { text: said, size: 12, weight: 600, fill: "muted", align: "end" });
  title.put(box.x + box.width - 12, box.y + box.height - 13);
  const fits = x ? shape === "flat" && x.x + x.width + 16 < title.x : words;
  return fits ? title : null;
}
