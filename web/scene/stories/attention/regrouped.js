/**
 * The end of the arrangement in rows: outputs above, values below, each in columns of their own, with streams between them. On a
 * phone the panel grows, and the map is below it with its words.
 */

import { sizeFor, textWidth, truncate } from "../../text-metrics.js";
import { attentionMap } from "../../kit/attention-map.js";
import { backdrop } from "../../kit/backdrop.js";
import { LEAST_FONT } from "../../kit/block.js";
import { belonging, meansOf } from "../../kit/focus.js";
import { rect } from "../../kit/marks.js";
import { enterAtOnce } from "../../kit/moves.js";
import { sketch } from "../../kit/sketch.js";
import { having, moved } from "../../kit/arrivals.js";
import { STRIPE } from "../../kit/stripes.js";
import { letterRuns, text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { flowing, rowsFrom, sourcesOf } from "./end.js";

/** @typedef {import("./items.js").Items} Items */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("../../kit/block.js").Block} Block */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {import("../../kit/attention-map.js").AttentionMap} Map */

/** Px of the map on a phone at the end: its rows, its cells, narrower if notes need the room, and the words over it. Px of the
 * streams: what they should have, and need not exceed. */
const ROW = { most: 28, least: 13, cell: 50, narrow: 46, head: 25 };
const RUN = { least: 170, most: 200 };

/**
 * @param {Items} items @param {Room} room @param {{ beside: boolean, ground: Box, height: number, map: Map, values: any[], outputs: any[], apart: boolean }} stage
 *   beside: the map is beside the panel; ground: the panel; height: of the whole; outputs: of the queries that were shown; apart:
 *   each output has a place of its own
 * @returns {import("../walk-through.js").End}
 */
export function regrouped(items, room, { beside, ground, height, map, values, outputs, apart }) {
  const last = outputs.length - 1;
  const { panel, found, row } = beside ? inPanel(ground) : overMap();
  const board = backdrop("panel.end", ground, { to: panel, initial: { opacity: 0 } });
  const grown = row ? grownMap(items, room, map, outputs.length, row, panel) : null;
  const fly = (/** @type {any[]} */ list, /** @type {any[]} */ from, all = true) =>
    list.map((item, k) => (all || k === last ? moved(item, from[k]) : item));
  return {
    ...flowing(items, found.spots.outputs, found.spots.values, { map: grown?.map ?? map }),
    outputs: fly(found.outputs, outputs, apart),
    values: fly(found.values, values),
    words: [...found.grounds, ...found.words],
    moved: {
      panel: { ...having(board, { moved: 1 }, 0.52), enter: () => enterAtOnce(board) },
      ...(grown && { map: grown.things, notes: grown.notes }),
    },
  };

  /** @param {Box} box @param {boolean} [bare] only words */
  function inPanel({ x, y, width, height }, bare) {
    const inside = { x: x + 4, y: y + 1, width: width - 8, height: height - 2 };
    return {
      panel: { x, y, width, height },
      found: columnsIn(items, inside, { outputs, values, bare }),
      row: 0,
    };
  }

  /** The panel over a map with the largest rows that leave room for the streams, if need be between mere words. */
  function overMap() {
    const count = ROW.most - ROW.least + 1;
    const tries = upTo(2 * count).map((k) => {
      const row = ROW.most - (k % count);
      const bare = k >= count;
      const left = height - ground.y - ROW.head - 10 - outputs.length * row;
      const whole = inPanel({ x: 0, y: ground.y, width: room.width, height: left }, bare);
      const spare = Math.max(0, whole.found.run - RUN.most);
      return { ...inPanel({ ...whole.panel, height: left - spare }, bare), row };
    });
    return tries.find(({ found }) => found.run >= RUN.least) ?? tries[tries.length - 1];
  }
}

/** Px of a row's name and of its note, at its right, at most. */
const [NAME, NOTE] = [66, 133];

/**
 * The map below the panel, as large as the room allows.
 * @param {Items} items @param {Room} room @param {Map} small
 * @param {number} count @param {number} height of a row @param {Box} panel
 */
function grownMap({ model, queryName, keyName }, room, small, count, height, panel) {
  const rows = upTo(count).map(queryName);
  const side = Math.min(NAME, Math.max(...rows.map((name) => textWidth(name, 13, 600)))) + 14;
  const free = room.width - side;
  const beside = [ROW.cell, ROW.narrow].find((cell) => cell * model.kv_len + NOTE <= free) ?? ROW.cell;
  const width = Math.min(beside, Math.floor((free - 6) / model.kv_len));
  const map = attentionMap(model, {
    ...{ id: "large", points: true, hidden: true, cell: { width, height }, rows, most: NAME },
    columns: upTo(model.kv_len).map((j) => (width >= 16 ? keyName(j) : "")),
  });
  map.put(2, panel.y + panel.height + 6);
  const { box } = map;
  const x = box.x + box.width + 10;
  const notes = { x, y: box.y + height / 2, width: room.width - x, pitch: height, bare: true };
  return {
    map,
    things: [map.columnNames, rowsFrom(small, map)],
    notes: notes.width >= 90 ? notes : undefined,
  };
}

/** Px: widest cells of outputs and values at the end, and widest words in their place; space beside, above and below them. */
const SIZES = { outputs: { cell: 46, word: 108 }, values: { cell: 32, word: 96 } };
const [GAP, ABOVE, BELOW] = [5, 24, 20];

/**
 * Outputs above, values below, each in columns of their own: with their numbers if there is room, else as mere words.
 * @param {Items} items @param {Box} room
 * @param {{ outputs: Block[], values: Block[], bare?: boolean }} blocks of the queries that were shown; bare: only words
 */
function columnsIn(items, room, { outputs, values, bare = false }) {
  const { model } = items;
  const [over, under] = [namesOf(items, "query", room, outputs), namesOf(items, "key", room, values)];
  const high = Math.min(26, items.size.height);
  const top = room.y + ABOVE + LINE * (over.lines - 1);
  const bottom = room.y + room.height - BELOW - LINE * (under.lines - 1);
  const most = (/** @type {"outputs" | "values"} */ side) => ({ ...SIZES[side], bare });
  const above = spotsOf(items, room, outputs, most("outputs"), (tall) => ({
    y: top,
    height: tall ? high : 0,
  }));
  const below = spotsOf(items, room, values, most("values"), (tall) => ({
    ...(tall ? { y: bottom - high, height: high } : { y: bottom, height: 0 }),
  }));
  const run = below.spots[0].y - above.spots[0].y - above.spots[0].height - STRIPE;
  const moved = (/** @type {Block} */ block, /** @type {number} */ i) =>
    belonging({ ...block, id: `end.${block.id}`, rest: null, ...above.how(block, i) }, { query: i });
  return {
    run,
    spots: { outputs: above.spots, values: below.spots },
    /** The blocks in their places; none if there are only words. */
    outputs: above.numbers ? outputs.map(moved) : [],
    values: below.numbers ? sourcesOf(items, values, below.how) : [],
    words: [
      ...wordsAt(items, over, above.spots, top - 14, -LINE),
      ...wordsAt(items, under, below.spots, bottom + 11, LINE),
    ],
    /** Backgrounds of the columns of outputs: pointing at one means its output. */
    grounds: above.spots.map(({ x, y, width, height }, i) =>
      columnGround(model, i, { x: x - 3, y: room.y, width: width + 6, height: y + height + STRIPE - room.y }),
    ),
  };
}

/** Px from one column to the next. @param {Box} room @param {Block[]} blocks */
const pitchOf = ({ width }, { length }) => width / Math.max(2, length);

/**
 * The places of blocks side by side, and how the blocks change for that.
 * @param {Items} items @param {Box} room @param {Block[]} blocks @param {{ cell: number, word: number, bare: boolean }} most px
 * @param {(numbers: boolean) => { y: number, height: number }} line
 */
function spotsOf({ model, size }, room, blocks, most, line) {
  const pitch = pitchOf(room, blocks);
  const [{ tensor, indices }] = blocks;
  const free = Math.floor((pitch - GAP) / indices.length);
  const needs = (/** @type {number} */ decimals) =>
    Math.ceil(model.widest(tensor, decimals) * LEAST_FONT) + 3;
  const decimals = [size.decimals, 2, 1].find((some) => needs(some) <= free);
  const cell = most.bare || decimals === undefined ? 0 : Math.min(free, Math.max(most.cell, needs(decimals)));
  const width = cell ? cell * indices.length : Math.min(most.word, pitch - 6);
  const middle = room.x + room.width / 2;
  const spots = blocks.map((_, k) => {
    const x = Math.round(middle + (k - (blocks.length - 1) / 2) * pitch - width / 2);
    return { x, width, ...line(cell > 0) };
  });
  /**
   * Puts a block's cells on one line, without its name, which is elsewhere.
   * @param {Block} block @param {number} k @returns {Partial<Block>}
   */
  const how = (block, k) => ({
    ...{ ...spots[k], labels: [], columns: indices.length, rows: 1, decimals },
    ...{ cellWidth: cell, cellHeight: spots[k].height, font: Math.min(block.font, 14) },
  });
  return { spots, numbers: cell > 0, how };
}

/** Px from one line of names to the next, px of a letter before a name, and widths of columns: below the first no name has a
 * letter, above the second each has. */
const [LINE, LETTER, LETTERED] = [13, 26, { from: 60, all: 90 }];

/**
 * The names of outputs or values, with letters if these leave them whole. Where columns are too narrow, names take turns in two
 * lines.
 * @param {Items} items @param {"query" | "key"} side @param {Box} room @param {Block[]} blocks
 */
function namesOf(items, side, room, blocks) {
  const names = blocks.map((_, n) => items[`${side}Name`](n));
  const pitch = pitchOf(room, blocks);
  const fit = (/** @type {number} */ size, /** @type {number} */ free) =>
    names.every((name) => textWidth(name, size, 600) <= free);
  const beside = pitch - GAP - LETTER;
  const lettered = pitch > LETTERED.all || (pitch > LETTERED.from && fit(13, beside));
  const lines = lettered || fit(12, pitch - 2) ? 1 : 2;
  return { side, names, pitch, room, lettered, lines, free: lettered ? beside : lines * (pitch - 2) };
}

/**
 * Pointing at a name means its output or value.
 * @param {Items} items @param {ReturnType<typeof namesOf>} what @param {Box[]} spots @param {number} y of the first line
 * @param {number} line px to the second
 */
function wordsAt({ model }, { side, names, pitch, room, lettered, lines, free }, spots, y, line) {
  const tensor = side === "query" ? "mixed" : "value";
  const size = lettered ? 13 : sizeFor(names, free);
  return spots.map(({ x, width }, n) => {
    const center = x + width / 2;
    // a name that the edge moves inwards must not meet the next one in its line
    const [left, right] = [center - room.x, room.x + room.width - center];
    const next = Math.min(free, textWidth(names[n + (left < right ? lines : -lines)] ?? "", size, 600));
    const inwards = Math.min(left, right) + lines * pitch - next / 2 - 2;
    const most = lettered ? free : Math.min(free, inwards);
    const said = truncate(names[n], size, most, 600);
    const runs = lettered || !said ? letterRuns(tensor, n + 1, said, { strong: true }) : undefined;
    const group = side === "query" ? { query: n } : { key: n };
    const item = text(`end.${side}.${n}`, {
      runs,
      text: said,
      size,
      weight: 600,
      means: meansOf(model, group),
    });
    const middle = Math.max(room.x + item.width / 2, center);
    item.put(Math.min(room.x + room.width - item.width / 2, middle), y + (n % lines) * line);
    return belonging(item, group);
  });
}

/** @param {import("../../model.js").Model} model @param {number} i @param {Box} box */
function columnGround(model, i, box) {
  const means = meansOf(model, { query: i });
  const id = `end.ground.${i}`;
  return sketch(id, {}, () => ({ ground: [rect(id, box, { fill: "none", means, spot: box })] }));
}
