/**
 * How large a decoder with attention is: a column for every encoder state, its word below, its score above; then the bar of
 * length 1, the context, the new state and the word that comes out. The map stands at the right, or below where it is narrow.
 */

import { textWidth } from "../../text-metrics.js";
import { pairs } from "../../facts.js";
import { attentionMap } from "../../kit/attention-map.js";
import { ROUGH, SIZES, cellOf } from "../../kit/block.js";
import { corner, grid, heightOf, space, widthOf } from "../../kit/place.js";
import { upTo } from "../../model.js";
import { edge, forms, vectorSize } from "../sequence/parts.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("../sequence/chain.js").Sequence} Sequence */
/** @typedef {import("../sequence/parts.js").Form} Form */
/** @typedef {{ form: Form, low: boolean, side: boolean, beside: boolean }} Layout low: context, state and word stand in one line; side: room is left for what was
 *   before; beside: the map stands at the right */
/** @typedef {NonNullable<ReturnType<typeof pageOf>>} Page */

/** More columns than this have colours in place of numbers: six words, and the state before them. */
const MOST_NUMBERED = 7;
const MOST_FEATURES = 8;

/** Width of the picture of what was before, px; what parts columns, and what is left at the edges. */
export const [SIDE, GAP, PAD] = [150, 14, 10];

/** Px that words below columns take at most. */
export const EDGE = 64;

/** Rows of the table. */
export const ROW = { top: 0, context: 1, share: 2, bars: 3, scores: 4, bus: 5, states: 6, words: 7 };

/** The page with the largest numbers that fit, else one of colours. @param {Sequence} all @param {Room} room @returns {Page} */
export function page(all, room) {
  const layouts = layoutsFor(all, room);
  for (const layout of layouts) {
    const made = pageOf(all, room, layout, layout === layouts[layouts.length - 1]);
    if (made) return made;
  }
  throw new RangeError("no layout");
}

/** @param {Sequence} all @param {Room} room @returns {Layout[]} */
function layoutsFor({ decoder }, room) {
  const wide = Math.max(decoder.d_k, decoder.d_q);
  const beside = room.width >= 600;
  const numbered = decoder.kv_len <= MOST_NUMBERED && wide <= MOST_FEATURES;
  const lows = beside ? [false, true] : [true];
  const sides = room.width >= 1000 ? [true, false] : [false];
  const all = [...(numbered ? forms(wide, room.width) : []), ...strips(decoder, room)];
  // smaller numbers, down to two decimals, are better than no picture of the bottleneck
  const fine = all.filter(({ size, strip }) => !strip && size.decimals > 1);
  return [fine, all.filter((form) => !fine.includes(form))].flatMap((some) =>
    sides.flatMap((side) => some.flatMap((form) => lows.map((low) => ({ form, low, side, beside })))),
  );
}

/** Vectors as colours: lying where columns are wide, else standing. @param {Model} decoder @param {Room} room @returns {Form[]} */
function strips({ kv_len }, room) {
  const pitch = (room.width * (room.width >= 600 ? 0.66 : 0.96)) / (kv_len + 1);
  const lying = { width: Math.min(110, Math.floor(pitch - 12)), height: 24, upright: false };
  const standing = {
    width: Math.max(3, Math.min(16, Math.floor(pitch - 4))),
    height: 48,
    upright: true,
  };
  const size = room.width > 1300 ? SIZES.large : room.width >= 600 ? SIZES.column : SIZES.small;
  return [...(pitch >= 40 ? [lying] : [standing])].map((strip) => ({ size, lines: 1, strip }));
}

/** @param {Sequence} all @param {Room} room @param {Layout} layout @param {boolean} last whether nothing else is tried */
function pageOf(all, room, layout, last) {
  const { model, decoder, states } = all;
  const { form, low, side, beside } = layout;
  const [keys, steps] = [upTo(decoder.kv_len), upTo(decoder.q_len)];
  const map = mapOf(decoder, room, layout);
  const left = side ? SIDE + 16 : 0;
  const panel = room.width - left - (beside ? map.width + 30 : 0);
  const state = { tensor: decoder.full("state"), width: decoder.d_q };
  const { pressed } = all;
  const vectors = [
    state,
    { tensor: states.tensor, width: decoder.d_k },
    { tensor: decoder.full("context"), width: decoder.d_k },
    ...(pressed ? [{ tensor: pressed.decoder.full("encoder_states"), width: pressed.decoder.d_k }] : []),
    ...(pressed?.encoder ? [{ tensor: pressed.encoder.full("state"), width: pressed.decoder.d_k }] : []),
  ];
  const size = vectorSize(model, vectors, form);
  const queryWidth = form.strip?.upright ? Math.min(64, panel * 0.16) : size.width;
  const pitch = (panel - 2 * PAD - queryWidth - GAP) / keys.length;
  if (!last && size.width + 10 > pitch) return null;
  const digits = scoreSize(decoder, form, pitch - 6);
  // numbers stand at the left of a column, its stream at the right
  const lane = pitch >= 92 ? Math.min(22, pitch * 0.2) : 0;
  const wide = Math.min(pitch - 2, Math.max(size.width, digits ? digits.width + 2 * lane : 0));
  const rows = rowsOf(layout, size, queryWidth, wide, keys.length, edgeHigh(decoder, pitch));
  const table = grid(rows, { gapX: [GAP, ...keys.map(() => pitch - wide)], gapY: gapsOf(room, layout) });
  const below = beside ? 0 : map.height + 12;
  if (
    !last &&
    (heightOf(table) + below + (beside ? 0 : 6) > room.height || widthOf(table) > panel - 2 * PAD + 1)
  )
    return null;
  corner(table, left + PAD, 2);
  const widest = Math.max(...vectors.map(({ width }) => Math.ceil(width / form.lines)));
  return {
    ...layout,
    // all vectors are as wide as one another
    form: form.strip ? form : { ...form, cell: size.width / widest },
    all,
    room,
    map,
    left,
    panel,
    size,
    pitch,
    lane,
    digits,
    table,
    queryWidth,
    vectors,
    steps,
    keys,
  };
}

/** Px that words below columns take. @param {Model} decoder @param {number} pitch */
function edgeHigh(decoder, pitch) {
  const names = upTo(decoder.kv_len).map((i) => nameOf(decoder, i));
  return edge("measure", names, pitch, { high: EDGE }).height;
}

/** @param {Model} decoder @param {number} i */
export const nameOf = (decoder, i) => decoder.label("key", i) || String(i + 1);

/** The map; as large as there is room beside the rest. @param {Model} decoder @param {Room} room @param {Layout} layout */
function mapOf(decoder, room, { beside, side }) {
  const { q_len, kv_len } = decoder;
  const { alignment: w } = decoder.words.stories.seq2seq;
  const wide =
    room.width >= 1000
      ? side
        ? 236
        : 262
      : beside
        ? Math.min(210, room.width * 0.3)
        : Math.min(320, room.width - 8);
  const tall = beside ? 230 : 96;
  const rows = upTo(q_len).map((j) => decoder.label("query", j) || String(j + 1));
  const most = Math.min(64, Math.max(0, ...rows.map((name) => textWidth(name, 13, 600))));
  const cell = {
    width: Math.max(3, Math.min(60, (wide - most - 11) / kv_len)),
    height: Math.max(3, Math.min(46, tall / q_len)),
  };
  return attentionMap(decoder, {
    ...{
      cell,
      rows,
      columns: upTo(kv_len).map((i) => nameOf(decoder, i)),
      most,
      hidden: true,
      upright: beside ? 60 : 40,
    },
    pairs: (j) => pairs(decoder, j),
    title: beside ? w.title : "",
    subtitle: beside && textWidth(w.subtitle, 12) <= wide ? w.subtitle : "",
  });
}

/** Size of the digits of a score; null where there is no room for them. @param {Model} decoder @param {Form} form @param {number} most px */
function scoreSize(decoder, { size }, most) {
  const tensors = decoder.scaled ? ["scores", "scaled_scores"] : ["scores"];
  const all = [size, SIZES.column, SIZES.small, SIZES.least, ROUGH].filter(({ font }) => font <= size.font);
  const width = (/** @type {any} */ tried) =>
    Math.max(...tensors.map((tensor) => cellOf(decoder, tensor, tried).width)) + 4;
  const fit = all.find((tried) => width(tried) <= most);
  return fit ? { size: fit, width: width(fit) } : null;
}

/** The rows of the table as empty room, into which the blocks are put. @param {Layout} layout @param {{ height: number }} size @param {number} queryWidth @param {number} wide @param {number} count @param {number} words */
function rowsOf({ form, low }, size, queryWidth, wide, count, words) {
  const vector = { ...size, height: form.strip?.upright ? 24 : size.height };
  const line = (/** @type {number} */ high) => [space(1, high)];
  const cells = (/** @type {number} */ high) => Array.from({ length: count }, () => space(wide, high));
  const top = Math.max(vector.height, 26) + 18;
  return [
    line(top),
    ...(low ? [] : [line(vector.height)]),
    line(20),
    line(40),
    [space(queryWidth, Math.max(24, vector.height)), ...cells(24)],
    line(1),
    [null, ...cells(size.height)],
    line(words),
  ];
}

/** @param {Room} room @param {Layout} layout */
function gapsOf({ width }, { low }) {
  const slim = width < 600;
  const all = slim ? [28, 4, 2, 8, 20, 14] : [32, 6, 2, 12, 18, 16];
  return low ? all : [10, ...all];
}
