/**
 * Where an alignment stands: the map as large as there is room, and beside it the two sentences, with a band from every word
 * that is read to the word that reads it.
 */

import { textWidth } from "../../text-metrics.js";
import { pairs } from "../../facts.js";
import { attentionMap, largest } from "../../kit/attention-map.js";
import { backdrop } from "../../kit/backdrop.js";
import { remember } from "../../kit/remember.js";
import { belonging } from "../../kit/focus.js";
import { links } from "../../kit/links.js";
import { around } from "../../kit/place.js";
import { STRIPE, stripes } from "../../kit/stripes.js";
import { upTo } from "../../model.js";
import { edge } from "../sequence/parts.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */

/** Px that a word of the bands gets, and most words that have bands; largest cell, and lowest row whose word can be read. */
const BAND = 44;
const MOST_BANDS = 16;
const CELL = { width: 120, height: 76 };
const LOWEST = 7;
/** Px of the title above the map. */
const HEAD = 38;
/** Least px from a word to the next where bands take all the room. */
const LEAST_PITCH = 28;
/** Below this share a band would be a hair among many. */
const LEAST = 0.03;
/** Colours of bands, in turn: neighbours differ. */
const FILLS = ["score", "weight"];

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
  // names that stand are a little smaller
  const upright = Math.min(84, longest(names.columns, 12));
  const side = (/** @type {number} */ high) => (high < 13 ? lanes : 1) * (most + 6) + 5;
  const above = (/** @type {number} */ across) => (longest(names.columns) > across - 4 ? upright : 13) + 8;
  let across = Math.min(CELL.width, Math.floor((wide - side(20)) / columns.length));
  const high = (room.height - HEAD - above(across) - 12) / rows.length;
  // words keep their lines, were the picture higher for it
  const height = Math.max(LOWEST, Math.min(CELL.height, Math.floor(high)));
  across = Math.max(
    3,
    Math.min(CELL.width, Math.floor((wide - side(height)) / columns.length), Math.max(24, height * 2.2)),
  );
  const map = attentionMap(model, {
    ...{ cell: { width: across, height }, ...names, most, upright, lanes, points: true, hidden: true },
    pairs: (i) => pairs(model, i),
    title: w.map.title,
    subtitle: textWidth(w.map.subtitle, 12) <= wide ? w.map.subtitle : "",
  });
  map.put(2, 4);
  /** The large numbers of a row that has no room for all of them. @param {number} i */
  const large = (i) => largest(model, map.rows[i], pairs(model, i));
  const bottom = map.box.y + map.box.height + 8;
  const left = map.box.x + map.box.width + 32;
  const panel = {
    x: left,
    y: 0,
    width: room.width - left,
    height: Math.max(Math.min(bottom, room.height), 300),
  };
  const whole = { x: 0, y: 0, width: room.width, height: Math.max(Math.min(bottom, room.height), 300) };
  return {
    map,
    large: remember(large),
    height: Math.max(bottom, beside ? panel.height : 0),
    row: (/** @type {number} */ i) => ({
      x: map.box.x,
      y: map.box.y + (i * map.box.height) / rows.length,
      width: map.box.width,
      height: map.box.height / rows.length,
    }),
    column: (/** @type {number} */ j) => ({
      x: map.box.x + (j * map.box.width) / columns.length,
      y: map.box.y,
      width: map.box.width / columns.length,
      height: map.box.height,
    }),
    bands: beside ? bandsOf(model, panel, names) : null,
    // where they have no room beside the map they take its place
    after:
      beside || room.width / longer < LEAST_PITCH || room.height < 300 ? null : bandsOf(model, whole, names),
  };
}

/** @param {Model} model @param {import("../../kit/place.js").Box} panel @param {{ rows: string[], columns: string[] }} names */
function bandsOf(model, panel, names) {
  const pad = 10;
  const weights = model.full("weights");
  const first = pairs(model, 0)[0];
  const board = backdrop("bands.panel", panel, { initial: { opacity: 0 } });
  /** @param {string} id @param {string[]} list @param {boolean} up at the upper edge @param {(k: number) => (number | null)[]} meant */
  const line = (id, list, up, meant) => {
    const pitch = (panel.width - 2 * pad) / list.length;
    const means = (/** @type {number} */ k) =>
      `${weights}:${[...first.slice(0, 2), ...meant(k)].map((at) => at ?? "*").join(",")}`;
    const { words, height, upright } = edge(id, list, Math.min(pitch, 110), { high: 70, size: 15, means });
    const middle = panel.x + panel.width / 2;
    const wide = Math.min(pitch, 110);
    const at = (/** @type {number} */ k) => middle + (k - (list.length - 1) / 2) * wide;
    words.forEach((word, k) => {
      const aside = upright ? (height - word.height) / 2 : 0;
      word.put(
        at(k),
        up ? panel.y + pad + height / 2 + aside : panel.y + panel.height - pad - height / 2 - aside,
      );
    });
    const y = up ? panel.y + pad + height + 3 : panel.y + panel.height - pad - height - 3;
    return { words, boxes: list.map((_, k) => ({ x: at(k) - 2, y, width: 4, height: 0 })), pitch: wide };
  };
  const [out, read] = [
    line("out", names.rows, true, (k) => [k, null]),
    line("in", names.columns, false, (k) => [null, k]),
  ];
  out.words.forEach((word, query) => belonging(word, { query }));
  read.words.forEach((word, key) => belonging(word, { key }));
  const unit = Math.min(22, 0.8 * Math.min(out.pitch, read.pitch));
  const mouth = Math.min(60, out.pitch - 6);
  const ends = out.boxes.map(({ x, y }) => ({
    x: x + 2 - mouth / 2,
    y: y + 3,
    width: mouth,
    height: STRIPE,
  }));
  const some = names.rows.length <= 10 && names.columns.length <= 10;
  const look = { tensor: weights, unit, mouth, decimals: 2, least: LEAST, fills: FILLS };
  return {
    ...{ board, words: [...out.words, ...read.words], out: out.words, read: read.words },
    /** What a word is, and its stripe. @param {import("../../kit/focus.js").Group} group */
    rings: ({ query, key }) =>
      query === undefined ? [read.words[key ?? 0]] : [around([out.words[query], ends[query]])],
    /** The bands of a row. */
    of: remember((/** @type {number} */ i) =>
      links(`bands.${i}`, {
        ...{ ...look, from: read.boxes, to: [ends[i]], indices: [pairs(model, i)] },
        // the bands of many rows at once would overlap; the map shows them
        written: Infinity,
      }),
    ),
    /** What a row is made of, where its bands end. */
    stripe: remember((/** @type {number} */ i) =>
      stripes(`stripes.${i}`, ends[i], {
        ...{ tensor: weights, indices: pairs(model, i), fills: FILLS, names: names.columns },
      }),
    ),
    /** All bands at once. */
    all: () =>
      links("bands", {
        ...{ ...look, from: read.boxes, to: ends, indices: names.rows.map((_, i) => pairs(model, i)) },
        written: some ? 0.25 : Infinity,
        label: model.words.stories.alignment.bands,
      }),
  };
}
/** @typedef {ReturnType<typeof place>} Place */
