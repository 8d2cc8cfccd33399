/** Two sentences, one above the other, with a band from every word read to the word that reads it, as wide as its weight. */

import { pairs } from "../../facts.js";
import { backdrop } from "../../kit/backdrop.js";
import { belonging } from "../../kit/focus.js";
import { links } from "../../kit/links.js";
import { around } from "../../kit/place.js";
import { remember } from "../../kit/remember.js";
import { inkOn } from "../../kit/shades.js";
import { STRIPE, stripes } from "../../kit/stripes.js";
import { edge } from "./edge.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {ReturnType<typeof bandsOf>} Bands */

/** The weight below which a band is too thin to be drawn. */
const LEAST = 0.03;
/** The padding of a word in its chip, in px. */
const CHIP = 8;
/** Words, in px: the most from one to the next, their font size, and their distance from the edges and from the bands. */
const PLAIN = { most: 110, size: 15, pad: 10, gap: 3 };
const ON_CHIPS = { most: 150, size: 22, pad: 16, gap: 9 };
/** Colours of bands, which alternate so that neighbours differ. */
const FILLS = ["score", "weight"];

/**
 * @param {Model} model @param {import("../../kit/place.js").Box} panel @param {{ rows: string[], columns: string[] }} names
 *   rows: of the words that read, all or the first of them; columns: of the words read
 * @param {{ thick?: number, wide?: number, prefix?: string, chips?: boolean }} [how] thick: px of a weight of 1 where a band leaves;
 *   wide: px where it ends; prefix: of the ids of words; chips: whether words lie on chips
 */
export function bandsOf(model, panel, names, how = {}) {
  const { thick = 22, wide: broad = 60, prefix = "", chips = false } = how;
  const { most, size, pad, gap } = chips ? ON_CHIPS : PLAIN;
  const weights = model.full("weights");
  const first = pairs(model, 0)[0];
  const board = backdrop("bands.panel", panel, { initial: { opacity: 0 } });
  /** @param {string} id @param {string[]} list @param {boolean} up at the upper edge @param {(k: number) => (number | null)[]} meant */
  const line = (id, list, up, meant) => {
    const pitch = (panel.width - 2 * pad) / list.length;
    const means = (/** @type {number} */ k) =>
      `${weights}:${[...first.slice(0, 2), ...meant(k)].map((at) => at ?? "*").join(",")}`;
    const wide = Math.min(pitch, most);
    const each = chips ? wide - 2 * CHIP - 1 : wide;
    const { words, height, upright } = edge(id, list, each, { high: 70, size, means });
    const middle = panel.x + panel.width / 2;
    const at = (/** @type {number} */ k) => middle + (k - (list.length - 1) / 2) * wide;
    words.forEach((word, k) => {
      const aside = upright ? (height - word.height) / 2 : 0;
      word.put(
        at(k),
        up ? panel.y + pad + height / 2 + aside : panel.y + panel.height - pad - height / 2 - aside,
      );
    });
    const y = up ? panel.y + pad + height + gap : panel.y + panel.height - pad - height - gap;
    return { words, boxes: list.map((_, k) => ({ x: at(k) - 2, y, width: 4, height: 0 })), pitch: wide };
  };
  const [out, read] = [
    line(`${prefix}out`, names.rows, true, (k) => [k, null]),
    line(`${prefix}in`, names.columns, false, (k) => [null, k]),
  ];
  out.words.forEach((word, query) => belonging(word, { query }));
  read.words.forEach((word, key) => belonging(word, { key }));
  const unit = Math.min(thick, 0.8 * Math.min(out.pitch, read.pitch));
  const mouth = Math.min(broad, out.pitch - 6);
  const stripe = { width: mouth, height: STRIPE };
  const ends = out.boxes.map(({ x, y }) => ({ x: x + 2 - mouth / 2, y: y + 3, ...stripe }));
  const some = names.rows.length <= 10 && names.columns.length <= 10;
  const all = names.rows.map((_, i) => pairs(model, i));
  const look = { tensor: weights, unit, mouth, least: LEAST, fills: FILLS };
  return {
    ...{ board, words: [...out.words, ...read.words], out: out.words, read: read.words },
    /** Returns what to ring for a word: itself and, if it reads, its stripe. @param {import("../../kit/focus.js").Group} group */
    rings: ({ query, key }) =>
      query === undefined ? [read.words[key ?? 0]] : [around([out.words[query], ends[query]])],
    /** The bands of one row, in their places among those of all rows. */
    among: remember((/** @type {number} */ i) =>
      links(`bands.${i}`, { ...look, from: read.boxes, to: ends, indices: all, only: i, written: Infinity }),
    ),
    /** A stripe of what a row is made of, where its bands end. */
    stripe: remember((/** @type {number} */ i) =>
      stripes(`stripes.${i}`, ends[i], {
        ...{ tensor: weights, indices: pairs(model, i), fills: FILLS, names: names.columns },
      }),
    ),
    /** All bands at once. */
    all: () =>
      links("bands", {
        ...{ ...look, from: read.boxes, to: ends, indices: all },
        written: some ? 0.25 : Infinity,
        label: model.words.stories.alignment.bands,
      }),
  };
}

/**
 * Returns words as chips in the colours of queries and keys, and what is ringed when a reader points at one.
 * @param {Bands} bands @param {{ out?: string, read?: string }} [fills]
 */
export function chipsOf(bands, { out = "query", read = "key" } = {}) {
  const chip = (/** @type {any} */ word, /** @type {string} */ fill) => {
    word.fill = inkOn(fill);
    const look = { fill, rx: 8, initial: { opacity: 0 } };
    const ground = backdrop(`${word.id}.chip`, around([word], CHIP), look);
    return belonging(ground, word.belongs);
  };
  const asking = bands.out.map((word) => chip(word, out));
  const answering = bands.read.map((word) => chip(word, read));
  return {
    asking,
    answering,
    /** @param {import("../../kit/focus.js").Group} group */
    rings({ query, key }) {
      if (query === undefined) return [answering[key ?? 0]];
      // the mark at the end of a sentence has no chip
      return asking[query] ? [around([asking[query], bands.stripe(query)])] : [];
    },
  };
}
