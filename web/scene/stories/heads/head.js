/** One head: its queries, keys and values, its map, what its scores become in the same place, and its result. */

import { truncate, textWidth } from "../../text-metrics.js";
import { pairs } from "../../facts.js";
import { attentionMap, mapReach } from "../../kit/attention-map.js";
import { SIZES, block, cellOf } from "../../kit/block.js";
import { matrix } from "../../kit/matrix.js";
import { column, heightOf, padded, stack, row, space, widthOf } from "../../kit/place.js";
import { upTo } from "../../model.js";
import { stagesOf } from "../attention/items.js";
import { COLOUR, LETTER, WIDE, best, fitted, lettered, lines, numbersIn } from "./cells.js";

/** @typedef {import("./cells.js").Model} Model */
/** @typedef {import("./cells.js").Cell} Cell */
/** @typedef {import("./cells.js").Placeable} Placeable */

/** Room for the arrow from a row of weights to its result, px. */
const ARROW = 28;
/** Queries, keys and values of a head, with numbers and without, px. */
export const BEFORE = { width: WIDE, height: 20 };
const SQUARE = { width: COLOUR, height: COLOUR };
/** Tensors with one number a row, in open softmax. */
const TOTALS = ["row_max", "row_sum"];
/** Least height of rows of the enlarged map, px. */
export const READABLE = 18;

/** The names at the rows and columns of maps. @param {Model} model */
export const namesOf = (model) => ({
  rows: upTo(model.q_len).map((i) => truncate(model.short("query", i), 13, 64, 600)),
  columns: upTo(model.kv_len).map((j) => truncate(model.short("key", j), 13, 64, 600)),
});

/** How strong the result of a head is, beside the output. @param {boolean} chosen */
export const strengthOf = (chosen) => (chosen ? 0.62 : 0.26);

/** The head whose keys and values a head looks at. @param {Model} model @param {number} h */
export const groupOf = ({ heads, kv_heads }, h) => Math.floor((h * kv_heads) / heads);

/** A matrix of a head. @param {Model} model @param {string} id @param {string} tensor @param {number} h @param {Cell} cell */
const headMatrix = (model, id, tensor, h, cell) =>
  matrix(model, {
    ...{ id: `${id}.${tensor}`, tensor, cell, most: 2 },
    lead: [model.batch, /^(key|value)$/.test(tensor) ? groupOf(model, h) : h],
  });

/**
 * Query, key and value of a head, as large as a room allows: side by side, with their letters, or as is best.
 * @param {Model} model @param {string} id @param {number} h @param {Cell} room @param {Cell} most @param {boolean} [labelled]
 */
export function trioOf(model, id, h, room, most, labelled = false) {
  const tensors = ["query", "key", "value"];
  const shapes = tensors.map((tensor) => (model.tensor(tensor)?.shape ?? []).slice(2));
  const gap = labelled ? 20 : 5;
  const put = (/** @type {typeof row} */ arrange, /** @type {Placeable[]} */ list) =>
    padded(arrange(list, { gap }), { up: labelled ? LETTER : 0 });
  const tries = [most, SQUARE].flatMap((limit) =>
    (labelled ? [row] : [row, column]).map((arrange) => {
      const spaces = (/** @type {Cell} */ { width, height }) =>
        shapes.map(([rows, columns]) => space(columns * width, rows * height));
      const cell = fitted(room, limit, (size) => put(arrange, spaces(size)));
      const readable = limit === SQUARE || tensors.every((tensor) => numbersIn(model, tensor, cell));
      const fits = readable && heightOf(put(arrange, spaces(cell))) <= room.height;
      return { arrange, cell, worth: fits ? Math.min(cell.width, 1.4 * cell.height) : 0 };
    }),
  );
  const { arrange, cell } = best(tries);
  const parts = tensors.map((tensor) => headMatrix(model, id, tensor, h, cell));
  for (const { tensor, width, labels } of labelled ? parts : []) {
    const index = model.heads < 2 ? "" : (tensor === "query" ? h : groupOf(model, h)) + 1;
    labels.push(lettered(tensor, index, model.words.scene.shown(tensor), width + gap - 4));
  }
  return { ...put(arrange, parts), parts };
}

/** Words at maps, where cells have room for them. @param {Model} model */
export function edgesOf(model) {
  const { rows, columns } = namesOf(model);
  const wide = Math.max(...columns.map((name) => textWidth(name, 12, 600))) + 3;
  /** @param {Cell} cell @param {boolean} [named] its rows have names */
  return (cell, named = true) => {
    const room = cell.width >= Math.min(24, wide) && cell.height >= 13;
    const [left, above] = [room && named ? rows : rows.map(() => ""), room ? columns : columns.map(() => "")];
    return { cell, most: 64, rows: left, columns: above };
  };
}

/** A map, unseen until it is asked for, that is placed by the middle of its cells. @param {Model} model @param {string} id @param {number} h @param {Cell} cell @param {boolean} [named] its rows have names */
export function mapOf(model, id, h, cell, named) {
  const edges = edgesOf(model)(cell, named);
  const map = attentionMap(model, { id, hidden: true, ...edges, pairs: (i) => pairs(model, i, h) });
  const { left, right, up, down } = mapReach(edges);
  const { put } = map;
  /** @param {number} x @param {number} y */
  const centred = (x, y) => put(x - left, y - up);
  return Object.assign(map, { left, right, up, down, put: centred });
}

/** The result of the head in front, a strip for every row of the map: with numbers, or as colours. @param {Model} model @param {Cell} cell */
function resultsOf(model, { width, height: tall }) {
  const { batch, head, heads, q_len, d_v, result: tensor, words } = model;
  const plain = tensor === "output";
  const lead = plain ? [batch] : [batch, head];
  const height = Math.min(tall - 2, 30);
  const digits = numbersIn(model, tensor, { width, height });
  const strength = plain ? 1 : strengthOf(true);
  const style = digits ? { style: "strength", strength, height } : { style: "shade", height: tall };
  const made = upTo(q_len).map((i) => {
    const cells = [upTo(d_v).map((c) => [...lead, i, c])];
    const what = { id: `result.${i}`, tensor, cells, size: SIZES.least, width, ...style };
    return Object.assign(block(model, /** @type {any} */ (what)), digits);
  });
  const said = plain ? words.scene.shown("output") : words.stories["multi-head"].result;
  const index = heads > 1 ? head + 1 : "";
  made[0].labels.push(lettered("mixed", index, said, made[0].width + 12, { align: "middle" }));
  return made;
}

/** Scores and what becomes of them: a matrix in the place of the map, or a number beside each of its rows. @param {Model} model @param {Cell} cell
 * @returns {{ tensor: string, total: boolean, blocks: any[] }[]} */
function stagesIn(model, cell) {
  const { batch, head, q_len, open } = model;
  const softmax = open ? ["row_max", "shifted_scores", "shifted_exp", "row_sum"] : [];
  return [...stagesOf({ ...model, open: false }), ...softmax].map((tensor) => {
    const total = TOTALS.includes(tensor);
    const plain = { size: SIZES.phone, style: /** @type {const} */ ("plain") };
    const totals = upTo(total ? q_len : 0).map((i) =>
      block(model, { id: `large.${tensor}.${i}`, tensor, cells: [[[batch, head, i]]], ...plain }),
    );
    return { tensor, total, blocks: total ? totals : [headMatrix(model, "large", tensor, head, cell)] };
  });
}

/**
 * The head in front, as large as a room allows: its map, the result beside, and below, if the map can be read all the same,
 * queries, keys and values.
 * @param {Model} model @param {Cell} room @param {number} scale
 */
export function enlarged(model, room, scale) {
  const { head, q_len, kv_len, d_v, open } = model;
  const most = { width: 72 * scale, height: 44 * scale };
  const beside = open ? Math.max(...TOTALS.map((tensor) => cellOf(model, tensor, SIZES.phone).width)) : 0;
  const under = (/** @type {Cell} */ { height }) => ({
    width: room.width - ARROW,
    height: LETTER + Math.max(q_len, kv_len) * height * 0.6,
  });
  const edges = edgesOf(model);
  const sketch = (/** @type {number} */ wide, /** @type {boolean} */ stays) => (/** @type {Cell} */ cell) => {
    const results = padded(space(wide * d_v, q_len * cell.height), { up: LETTER });
    const map = mapReach(edges(cell));
    return bodyOf(map, space(beside, 0), results, stays ? space(0, under(cell).height) : null);
  };
  const wide = [WIDE, 38, 30, 24].find((width) => {
    const cell = fitted(room, most, sketch(width * scale, false));
    return (
      cell.width >= 40 && numbersIn(model, model.result, { width: width * scale, height: cell.height - 2 })
    );
  });
  const width = wide ? wide * scale : COLOUR;
  const both = fitted(room, most, sketch(width, true));
  const stays = both.height >= READABLE;
  const cell = stays ? both : fitted(room, most, sketch(width, false));
  const map = mapOf(model, "large", head, cell);
  const results = resultsOf(model, { width, height: cell.height });
  const stages = stagesIn(model, cell);
  const [totals, matrices] = [true, false].map((total) => stages.filter((stage) => stage.total === total));
  // without room below they stand where the map will be
  const trio = stays
    ? trioOf(model, "large", head, under(cell), { width: 60, height: 36 }, true)
    : trioOf(model, "large", head, room, BEFORE);
  const body = bodyOf(
    stack([map, ...matrices.flatMap(({ blocks }) => blocks)]),
    stack(totals.map(({ blocks }) => lines(blocks, cell.height))),
    padded(lines(results, cell.height), { up: LETTER }),
    stays ? trio : null,
  );
  return { ...body, map, results, stages, trio, stays };
}

/** A map with its result beside, and something below; the way to the other results passes at the right of that. @param {Placeable} map @param {Placeable} totals @param {Placeable} results @param {Placeable | null} below */
function bodyOf(map, totals, results, below) {
  const width = below ? widthOf(below) + ARROW : 0;
  const across = row([map, totals, results], { gap: [4, ARROW - 4], width });
  if (!below) return across;
  // under the middle, or as much to the left as the way needs
  const aside = Math.max(0, below.right + ARROW - across.right);
  const foot = {
    ...below,
    put: (/** @type {number} */ x, /** @type {number} */ y) => below.put(x - aside, y),
  };
  return column([across, padded(foot, { left: aside, right: ARROW - aside })], { gap: 14 });
}
