/**
 * Where attention in tiles stands: keys and values by tile, over them the scores that are not kept, what a query holds, and the
 * map that never is, with the outputs: side by side, or one under another.
 */

import { SIZES } from "../../kit/block.js";
import { backdrop } from "../../kit/backdrop.js";
import {
  around,
  column,
  corner,
  fromLeft,
  grid,
  heightOf,
  padded,
  stack,
  row,
  widthOf,
} from "../../kit/place.js";
import { text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { LETTER, createParts, tilesOf } from "./parts.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {"beside" | "halves" | "above" | "stacked"} Order */
/** @typedef {import("./parts.js").Form & { order: Order, words: boolean, merged: boolean, tight: boolean, whole?: boolean, wider?: number, higher?: number }} Form words: what the parts are
 *   called; merged: a power of e takes the place of its score; tight: with the least room between; whole: not to be measured, but to be put: of what stands in one
 *   place, all; wider, higher: px to spread what stands beside one another, and one under another */

/** The best first: all side by side, then what is held and the map below the tiles. @type {Order[]} */
const ORDERS = ["beside", "halves", "above", "stacked"];

/** Details, with less and less room for them. */
const DETAILS = [
  { labels: true, merged: false, tight: false },
  { labels: false, merged: false, tight: false },
  { labels: false, merged: true, tight: false },
  { labels: false, merged: true, tight: true },
];

/** The best first: numbers before colours, words before none, then the largest. @param {Room} room @returns {Generator<Form>} */
function* forms(room) {
  const { huge, large, column: middle, phone, small, least } = SIZES;
  const sizes = [...(room.width > 1300 ? [huge] : []), large, middle, phone, small, least];
  for (const shaded of [false, true])
    for (const words of [true, false])
      for (const size of sizes)
        for (const order of ORDERS)
          for (const how of DETAILS)
            if (!isHopeless(room, size, order, how))
              yield { size, shaded, order, words, square: how.tight ? 12 : size.cell - 4, ...how };
}

/** The best form that fits; the smallest in any case. @param {Model} model @param {Room} room */
export function arrange(model, room) {
  for (const form of forms(room)) {
    const made = arrangement(model, room, form);
    if (made.fits) return arrangement(model, room, { ...form, ...made.spare, whole: true }).put();
  }
  const least = { size: SIZES.least, shaded: true, order: ORDERS[3], words: false, square: 12 };
  return arrangement(model, room, { ...least, ...DETAILS[3], whole: true }).put();
}
/** @typedef {ReturnType<typeof arrange>} Arrangement */

/** Whether a form need not be measured, since it cannot fit or is not wanted. @param {Room} room @param {import("../../kit/block.js").Size} size @param {Order} order @param {typeof DETAILS[number]} how */
const isHopeless = (room, size, order, { labels, tight }) =>
  (labels && size.height < SIZES.phone.height) ||
  (tight && size !== SIZES.least) ||
  (order === "beside" ? room.width < 600 : room.height < 300);

/** @param {Model} model @param {Room} room @param {Form} form */
function arrangement(model, room, form) {
  const { wider = 0, higher = 0 } = form;
  const parts = createParts(model, form);
  const tiles = tilesOf(model);
  const w = model.words.stories.fused;
  const titles = tiles.map((_, t) => text(`tile.${t}`, { text: w.tile(t + 1), size: 12, fill: "word" }));
  const tileStack = tilesStack(model, parts, tiles, titles, form);
  const holds = heldStack(model, parts, tiles, form, w);
  const map = mapStack(model, parts, form, w);
  const gap = (room.width > 800 ? 34 : form.tight ? 10 : 16) + wider / 2;
  const lower =
    form.order === "stacked" ? column([holds.all, map.all], { gap: 10 }) : row([holds.all, map.all], { gap });
  const all = form.order === "beside" ? row([tileStack.all, holds.all, map.all], { gap }) : column([tileStack.all, lower], { gap: 12 + higher / 8 }); // prettier-ignore
  const height = Math.ceil(heightOf(all)) + 16;
  return {
    fits: widthOf(all) <= room.width - 8 && height <= room.height,
    // spare room is shared out, but only so far that nothing is torn apart
    spare: {
      wider: Math.min(100, Math.max(0, room.width - 24 - widthOf(all))),
      higher: Math.min(0.4 * height, Math.max(0, room.height - height)) * (form.order === "beside" ? 1 : 0.6),
    },
    put() {
      corner(all, Math.max(4, (room.width - widthOf(all)) / 2), 8);
      const grounds = tiles.map((keys, t) =>
        backdrop(
          `ground.${t}`,
          around([...keys.flatMap((j) => [parts.key(j), parts.value(j)]), titles[t]], 7),
          {
            initial: { opacity: 0 },
          },
        ),
      );
      const words = [...holds.words, ...map.words];
      const box = around(map.rows);
      return {
        merged: form.merged,
        parts,
        tiles,
        titles,
        grounds,
        height,
        words,
        names: map.names,
        box,
        cards: cardRoom(room, box, height),
      };
    },
  };
}

/** Where close-ups have room: over the map that is empty, and where the outputs will be, else over everything. @param {Room} room @param {import("../../kit/place.js").Box} map @param {number} height */
function cardRoom({ width }, map, height) {
  // the names of its rows too
  const x = map.x - 70;
  const wide = width - x - 4;
  return wide >= 300 ? { x, y: 8, width: wide, height } : { x: 4, y: 8, width: width - 8, height };
}

/** Powers of e and scores over their keys and values, a column for every tile. @param {Model} model @param {import("./parts.js").Parts} parts @param {number[][]} tiles @param {any[]} titles @param {Form} form */
function tilesStack(model, parts, tiles, titles, { order, merged, tight, whole: all, higher = 0 }) {
  const beside = order === "beside" || order === "halves";
  const queries = upTo(all ? model.q_len : 1);
  const query = stack(queries.map(parts.query));
  const rowOf = (/** @type {(j: number) => any[]} */ make) =>
    tiles.map((tile) =>
      row(
        tile.map((j) => stack(make(j))),
        { gap: 6 },
      ),
    );
  const exps = (/** @type {number} */ j) => queries.map((i) => parts.exp(i, j));
  const scores = (/** @type {number} */ j) =>
    queries.flatMap((i) => parts.stages.map((tensor) => parts.score(tensor, i, j)));
  const keys = tiles.map((tile) => column(tile.map(parts.key), { gap: 3 }));
  const values = tiles.map((tile) => column(tile.map(parts.value), { gap: 3 }));
  const first = (/** @type {any} */ item) => (beside ? [item] : []);
  const rows = [
    ...(merged ? [] : [[...first(null), ...rowOf(exps)]]),
    [...first(query), ...rowOf((j) => (merged ? [...scores(j), ...exps(j)] : scores(j)))],
    [...first(null), ...titles],
    [...first(null), ...keys],
    [...first(null), ...values],
  ];
  const table = grid(rows, {
    gapX: tight ? 14 : 20,
    gapY: [...(merged ? [] : [5 + higher / 4]), 14 + higher / 3, 4, 4 + higher / 8],
  });
  const whole = padded(table, { left: 7, right: 7, down: 7 });
  return { all: beside ? whole : column([query, whole], { gap: 4 }) };
}

/** What a query holds. @param {Model} model @param {import("./parts.js").Parts} parts @param {number[][]} tiles @param {Form} form @param {any} w */
function heldStack(model, parts, tiles, form, w) {
  const each = (/** @type {(t: number, i: number) => any} */ make) =>
    form.whole ? stack(tiles.flatMap((_, t) => upTo(model.q_len).map((i) => make(t, i)))) : make(0, 0);
  const title = text("held", { text: w.held, weight: 650, align: "start", fill: "ink" });
  const head = form.words ? [title] : [];
  const raised = row([each(parts.max), each(parts.correction)], { gap: 12 });
  const blocks = [fromLeft(raised, LETTER), each(parts.sum), each(parts.mixed)];
  return { all: column([...head, ...blocks], { gap: 6 + (form.higher ?? 0) / 6 }), words: head };
}

/** The map, and beside each row the output of its query. @param {Model} model @param {import("./parts.js").Parts} parts @param {Form} form @param {any} w */
function mapStack(model, parts, form, w) {
  const queries = upTo(model.q_len);
  const most = form.words ? 60 : form.tight ? 28 : 44;
  const names = queries.map((i) => parts.name(i, most));
  const rows = queries.map(parts.blank);
  const lines = queries.map((i) => [names[i], rows[i], parts.output(i)]);
  const table = grid(lines, { gapX: [8, 10], gapY: 5 + (form.higher ?? 0) / 10 });
  const title = text("never", { text: w.never, weight: 650, align: "start", fill: "ink" });
  const head = form.words ? [title] : [];
  return { all: column([...head, fromLeft(table)], { gap: 8 }), names, rows, words: head };
}
