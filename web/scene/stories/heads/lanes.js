/** Inputs, and the queries, keys and values of all heads: each a matrix from one product, then folded into a lane for every head. */

import { arrow } from "../../kit/arrows.js";
import { backdrop } from "../../kit/backdrop.js";
import { labelWidth } from "../../kit/block.js";
import { button } from "../../kit/button.js";
import { enlargement } from "../../kit/enlarged.js";
import { around, placed } from "../../kit/place.js";
import { letterRuns, text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { MOST, cellIn, columnsOf, hasNumbers, lanesIn, lettered, namesOf, titleOf } from "./head.js";
import { bandsOf, heightOf, namesAt, strip } from "./strip.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("./head.js").Stage} Stage */
/** @typedef {{ y: number, height: number }} Slot px */

const PAD = 14;
/** Px: for a letter above a matrix, for titles of lanes, between lanes, for an arrow with the letter of a matrix, for a button. */
const LETTER = 24;
const TITLE = 26;
const GAP = 12;
const FEED = 104;
const BUTTON = 36;
/** The most items of a batch that are shown. */
const ITEMS = 3;

/** @param {Model} model @param {Stage} stage */
export function lanesOf(model, stage) {
  const { room, narrow } = stage;
  const { heads, projected } = model;
  const names = namesOf(model);
  const given = projected ? ["x", "x_kv", "x_v"].filter((tensor) => model.problem[tensor] != null) : [];
  const sources = sourcesOf(model, stage, given);
  // next to its only input, a matrix needs no names
  const side = narrow || given.length !== 1 ? names.wide + 9 : 0;
  const tensors = ["query", "key", "value"];
  const widest = Math.max(...tensors.map((tensor) => columnsOf(model, tensor))) * MOST * stage.scale;
  const left = narrow || !given.length ? PAD : sources.right + FEED;
  const { x, pitch } = lanesIn(left + side, room.width - PAD, heads, widest);
  const high = (room.height - PAD - TITLE) / 3;
  const made = tensors.map((tensor, k) => {
    const slot = { y: TITLE + k * high + LETTER, height: high - LETTER - 8 };
    const row = madeOf(model, tensor, stage, { ...slot, x, pitch });
    const said = side ? names[k ? "columns" : "rows"] : [];
    return { ...row, names: namesAt(`made.${tensor}`, said, row.apart.bands, x - 3, row.apart.y) };
  });
  const fed = narrow || !given.length ? [] : made;
  const feeds = fed.map(({ whole }, k) =>
    feedOf(model, "qkv"[k], sources.front.at(k) ?? sources.front.at(-1), whole, sources.right),
  );
  const lanes = upTo(heads > 1 ? heads : 0).map((h) => {
    const box = { x: x + h * pitch + 2, y: 4, width: pitch - 4, height: room.height - 8 };
    const title = titleOf(model, `lane.name.${h}`, h, pitch - GAP, { named: false });
    return [
      backdrop(`lane.${h}`, box, { fill: "lane", rx: 8, initial: { opacity: 0 } }),
      placed(title, x + (h + 0.5) * pitch, 4 + TITLE / 2),
    ];
  });
  return { sources, made, feeds, lanes };
}

/**
 * A tensor of all heads: whole, and apart.
 * @param {Model} model @param {string} tensor @param {Stage} stage @param {Slot & { x: number, pitch: number }} place
 */
function madeOf(model, tensor, { scale, followed }, { x, pitch, y, height }) {
  const { heads, batch, projected } = model;
  const [count, rows] = tensor === "query" ? [heads, model.q_len] : [model.kv_heads, model.kv_len];
  const columns = columnsOf(model, tensor);
  const cell = cellIn(model, tensor, MOST * scale, pitch - GAP, columns);
  const bands = bandsOf(rows, Math.min(followed, rows - 1), height, hasNumbers(model, tensor, cell));
  // a key is in the middle of the lanes of its group
  const centers = upTo(count).map((g) => x + ((g + 0.5) * pitch * heads) / count);
  const label = lettered(tensor, "", model.words.scene.shown(tensor));
  const what = { columns, bands, cell, centers, y: y + (height - heightOf(bands)) / 2, label };
  const apart = strip(model, `heads.${tensor}`, tensor, {
    ...what,
    index: (h) => [batch, h, "r", "c"],
    apart: 1,
  });
  const all = {
    ...what,
    index: () => /** @type {any} */ ([batch, "r", "c"]),
    from: (/** @type {number} */ h) => h * columns,
  };
  return { apart, whole: projected ? strip(model, `all.${tensor}`, `projected_${tensor}`, all) : apart };
}

/**
 * The inputs of the item in front; above them those of other items of the batch, each with a button that brings it forward.
 * @param {Model} model @param {Stage} stage @param {string[]} given
 */
function sourcesOf(model, stage, given) {
  const { batch, batches } = model;
  const { height } = stage.room;
  const others = upTo(given.length === 1 ? batches : 0)
    .filter((b) => b !== batch)
    .slice(0, ITEMS - 1);
  const shown = [
    ...others.map((b) => ({ tensor: given[0], b })),
    ...given.map((tensor) => ({ tensor, b: batch })),
  ];
  const high = (height - 2 * PAD) / Math.max(1, shown.length);
  const made = shown.map(({ tensor, b }, k) => {
    const slot = { y: PAD + k * high + LETTER, height: high - LETTER - (others.length ? BUTTON : GAP) };
    return sourceOf(model, stage, tensor, b, slot);
  });
  const behind = made.slice(0, others.length).map(({ block, words }, k) => {
    const place = { x: block.x, y: block.y + block.height + 21 };
    const pressed = forward(model, others[k], "forward", place, {
      text: model.words.stories["multi-head"].front,
    });
    return [block, ...words, pressed];
  });
  const ofItem = made.slice(others.length);
  const items = ofItem.map(({ block, words }) => [block, ...words]);
  const front = ofItem.map(({ block }) => block);
  const right = Math.max(0, ...made.map(({ right }) => right));
  const all = around([...items, ...behind].flat());
  const lettered = { ...all, y: all.y - LETTER, height: all.height + LETTER };
  return { items, behind, front, right, large: enlargement(lettered, { x: 0, y: 0, ...stage.room }) };
}

/**
 * An input of one item of the batch, with its words.
 * @param {Model} model @param {Stage} stage @param {string} tensor @param {number} batch @param {Slot} slot
 */
function sourceOf(model, { room, narrow, scale, followed }, tensor, batch, { y: top, height }) {
  const { scene, stories } = model.words;
  const names = namesOf(model);
  const side = names.wide + 9;
  const shape = model.tensor(tensor)?.shape ?? [];
  const [rows, columns] = [shape.at(-2) ?? 0, columnsOf(model, tensor)];
  const wide = (narrow ? room.width - 2 * PAD : room.width * 0.24) - side;
  const cell = cellIn(model, tensor, 46 * scale, wide, columns);
  const high = Math.min(height, rows * 34 * scale);
  const bands = bandsOf(rows, Math.min(followed, rows - 1), high, hasNumbers(model, tensor, cell));
  const y = top + (height - heightOf(bands)) / 2;
  const x = narrow ? (room.width + side) / 2 : PAD + side + (columns * cell) / 2;
  const item = model.batches > 1 ? ` · ${stories["multi-head"].item(batch + 1)}` : "";
  const label = lettered(tensor, "", scene.shown(tensor) + item);
  const index = () => /** @type {any} */ (shape.length < 3 ? ["r", "c"] : [batch, "r", "c"]);
  const what = { index, columns, bands, cell, centers: [x], y, label };
  const block = strip(model, `input.${tensor}.${batch}`, tensor, what);
  const said = names[tensor === "x" ? "rows" : "columns"];
  const words = namesAt(`input.name.${tensor}.${batch}`, said, bands, block.x - 9, y);
  return { block, words, right: block.x + Math.max(block.width, labelWidth(label)) };
}

/**
 * A button that brings an item of a batch forward.
 * @param {Model} model @param {number} batch @param {string} id @param {{ x: number, y: number }} place
 * @param {{ text: string, height?: number, align?: "start" | "end" }} how
 */
export function forward(model, batch, id, { x, y }, how) {
  const label = model.words.stories["multi-head"].forward(batch + 1);
  return placed(button(`${id}.${batch}`, { align: "start", ...how, name: `batch-${batch}`, label }), x, y);
}

/**
 * The arrow from an input to what is made of it, with the letters of its weight and bias.
 * @param {Model} model @param {string} of @param {any} from @param {any} to @param {number} right right edge of the inputs, px
 */
function feedOf(model, of, from, to, right) {
  const runs = (/** @type {string} */ tensor) =>
    model.tensor(tensor) ? letterRuns(tensor, "", "", { size: 15 }) : [];
  const [w, b] = [runs(`w_${of}`), runs(`b_${of}`)];
  const plus = b.length ? [{ text: " + ", dy: w.length ? -3 : 0 }] : [];
  const y = to.y + to.height / 2;
  const end = { x: right + FEED - 12, y: y - 1, width: 2, height: 2 };
  const line = arrow(
    `feed.${of}`,
    { at: from, side: "right" },
    { at: end, side: "left" },
    { into: FEED - 30 },
  );
  const letter = text(`letter.${of}`, { runs: [...w, ...plus, ...b], size: 15 });
  return [line, placed(letter, right + FEED / 2 + 12, y - 12)];
}
