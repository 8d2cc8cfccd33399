/**
 * The layout of an alignment: the map, as large as the room allows, and beside it the two sentences, with a band from every word
 * that is read to the word that reads it.
 */

import { textWidth } from "../../text-metrics.js";
import { pairs } from "../../facts.js";
import { attentionMap, largest } from "../../kit/attention-map.js";
import { remember } from "../../kit/remember.js";
import { upTo } from "../../model.js";
import { bandsOf } from "../sequence/bands.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */

/** Px per word of the bands, and the most words that have bands; the largest cell, and the lowest row with a legible word. */
const BAND = 60;
const MOST_BANDS = 16;
const CELL = { width: 120, height: 76 };
const LOWEST = 7;
/** Px for the title above the map. */
const HEAD = 38;
/** Least px from one word to the next where bands take up the whole room. */
const LEAST_PITCH = 28;

/** The name of a token, or its number. @param {Model} model @param {"query" | "key"} side @param {number} i */
const named = (model, side, i) => model.label(side, i) || String(i + 1);

/** @param {Model} model @param {Room} room */
export function place(model, room) {
  const [rows, columns] = [upTo(model.q_len), upTo(model.kv_len)];
  const longer = Math.max(rows.length, columns.length);
  const beside = room.width >= 760 && longer <= MOST_BANDS;
  const { alignment: w } = model.words.stories;
  const names = {
    rows: rows.map((i) => named(model, "query", i)),
    columns: columns.map((j) => named(model, "key", j)),
  };
  const wide = beside
    ? room.width - Math.min(0.42 * room.width, Math.max(220, BAND * longer)) - 36
    : room.width - 8;
  const longest = (/** @type {string[]} */ list, size = 13) =>
    Math.max(0, ...list.map((name) => textWidth(name, size, 600)));
  const most = Math.min(room.width < 500 ? 64 : 96, longest(names.rows));
  const lanes = wide >= 600 ? 2 : 1;
  // upright names are a little smaller
  const upright = Math.min(84, longest(names.columns, 12));
  const side = (/** @type {number} */ high) => (high < 13 ? lanes : 1) * (most + 6) + 5;
  const above = (/** @type {number} */ across) => (longest(names.columns) > across - 4 ? upright : 13) + 8;
  const widest = (/** @type {number} */ high) =>
    Math.min(CELL.width, Math.floor((wide - side(high)) / columns.length));
  const high = (room.height - HEAD - above(widest(20)) - 12) / rows.length;
  // rows stay high enough for their words, even if the picture becomes taller than the room
  const height = Math.max(LOWEST, Math.min(CELL.height, Math.floor(high)));
  const across = Math.max(3, Math.min(widest(height), Math.max(24, height * 2.2)));
  const map = attentionMap(model, {
    ...{ cell: { width: across, height }, ...names, most, upright, lanes, points: true, hidden: true },
    title: w.map.title,
    subtitle: textWidth(w.map.subtitle, 12) <= wide ? w.map.subtitle : "",
  });
  map.put(2, 4);
  /** The numbers of a row's large weights, where there is no room for all of them. @param {number} i */
  const large = (i) => largest(model, map.rows[i], pairs(model, i));
  const bottom = map.box.y + map.box.height + 8;
  const left = map.box.x + map.box.width + 32;
  const tall = Math.max(Math.min(bottom, room.height), 300);
  const banded = beside || room.width / longer >= LEAST_PITCH;
  const bandsFrom = (/** @type {number} */ x) =>
    bandsOf(model, { x, y: 0, width: room.width - x, height: tall }, names);
  return {
    map,
    large: remember(large),
    height: banded ? Math.max(bottom, tall) : bottom,
    bands: beside ? bandsFrom(left) : null,
    // bands without room beside the map take its place at the end
    after: banded && !beside ? bandsFrom(0) : null,
  };
}

/** @typedef {ReturnType<typeof place>} Place */
