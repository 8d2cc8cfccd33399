/**
 * The layout of a search: what is typed and its query; the list of entries, each with its label, score, share and content; below
 * it the shares as bars of length 1, one above the other, with what comes back. The largest form that fits is used.
 */

import { nameOf, namesOf } from "../../facts.js";
import { arrow, ports } from "../../kit/arrows.js";
import { attentionMap, mapReach } from "../../kit/attention-map.js";
import { segmentsAsBars } from "../../kit/bars.js";
import { SIZES } from "../../kit/block.js";
import { enlargement } from "../../kit/enlarged.js";
import { fit } from "../../kit/fit.js";
import { backdrop } from "../../kit/backdrop.js";
import { around, column, corner, grid, heightOf, padded, stack, widthOf } from "../../kit/place.js";
import { upTo } from "../../model.js";
import { partsOf } from "./parts.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {ReturnType<typeof partsOf>} Parts */
/** @typedef {{ size: import("../../kit/block.js").Size, beside?: boolean, both?: boolean, name?: number, stacked?: boolean, shaded?: boolean }} Level
 *   beside: whether the list stands beside the query, else below it; both: whether shares of both kinds stand side by side;
 *   name: px of an entry’s name in a narrow room; stacked: whether shares take the place of scores; shaded: whether labels and contents
 *   are colours, without headings */

/** A size for many one-digit cells side by side. */
const NARROW = { ...SIZES.small, cell: 18, wide: 30, height: 26, font: 14 };

/** @type {Level[]} */
const LEVELS = [
  ...[SIZES.huge, SIZES.large, SIZES.column].map((size) => ({ size, beside: true, both: true })),
  { size: SIZES.phone, beside: true },
  { size: SIZES.large, name: 130 },
  { size: SIZES.phone, name: 80 },
  { size: NARROW, name: 80 },
  { size: { ...NARROW, cell: 15 }, name: 80, stacked: true },
  { size: SIZES.least, shaded: true },
];

/** In px: the padding of the panel, the gap to the query, the width of a close-up, also of wide numbers, the leaders above a bar to
 * thin shares. */
const PAD = 6;
const BETWEEN = 36;
const CLOSE_UP = 330;
const WIDE_CLOSE_UP = 390;
const LEADERS = 13;

/**
 * The most extra space between entries, in px: the map's rows are as far apart, and its column names need room above the first.
 */
const MOST = { named: 36, shaded: 8 };

/** Lays out a search. @param {Model} model @param {Room} room */
export const arrange = (model, room) => fit(room, LEVELS, (level) => standing(model, room, level));
/** @typedef {ReturnType<typeof standing>} Stage */

/** @param {Model} model @param {Room} room @param {Level} level */
function standing(model, room, level) {
  const { beside = false, shaded } = level;
  const parts = partsOf(model, level, room);
  const ask = askOf(parts, shaded ? 3 : 5);
  const natural = tableOf(parts, level, room, 0);
  const least = Math.max(widthOf(natural), beside ? 0 : widthOf(ask));
  const free = room.width - 2 - (beside ? widthOf(ask) + BETWEEN : 0);
  // where there is room beside the list, a close-up does not cover it
  const spare = beside ? Math.max(0, Math.min(CLOSE_UP - widthOf(ask), free - least)) : 0;
  const [x, y] = beside ? [room.width - 1 - free + spare, PAD] : [1, heightOf(ask) + 24];
  const bottom = y + heightOf(natural) + 2;
  const rows = parts.names.length;
  const apart = Math.min(MOST[shaded ? "shaded" : "named"], Math.max(0, room.height - 2 - bottom) / rows);
  const table = tableOf(parts, level, room, free - spare, apart);
  // at the left, if a close-up then has room beside what is typed
  const aside = beside || room.width - widthOf(ask) - BETWEEN >= WIDE_CLOSE_UP;
  const asks = { x: aside ? 1 : (room.width - widthOf(ask)) / 2, y: beside ? 26 : 0 };
  corner(ask, asks.x, asks.y);
  corner(table, x, y);
  const entries = entriesOf(parts);
  const query = parts.exact("query", { query: 0 });
  const height = Math.max(y + heightOf(table) + 2, query.y + query.height + 20);
  const near = mapBeside(parts, entries);
  // the map's column names take the place of the query
  const crowded = !beside && near.top < query.y + query.height;
  const map = crowded ? mapAlone(parts, { width: room.width, height }) : near.map;
  return {
    ...parts,
    ...entries,
    crowded,
    ...linesOf(parts, entries, query, beside),
    shares: sharesOf(model, parts, entries),
    map,
    asking: crowded ? map.rowNames : parts.names,
    height,
    alone: enlargement(
      { ...asks, width: widthOf(ask), height: heightOf(ask) },
      { x: 0, y: 0, width: room.width, height },
    ),
    cardRoom: cardRooms(query, entries.values, room, { beside, left: x, asks: aside ? widthOf(ask) : 0 }),
    takes: { width: room.width + least - free, height: bottom },
  };
}

/** Returns the labels and the contents of the list. @param {Parts} parts */
const entriesOf = ({ exact }) => ({ keys: exact.along("key", "key"), values: exact.along("key", "value") });
/** @typedef {ReturnType<typeof entriesOf>} Entries */

/** Returns what is typed, above its query. @param {Parts} parts @param {number} gap px */
const askOf = ({ box, typed, heads, features, exact, self }, gap) =>
  column(
    [
      stack([box, ...typed]),
      heads.query,
      features.query?.place,
      stack([...exact.along("query", "query"), ...self.along("query", "query")]),
    ],
    { gap },
  );

/**
 * Returns the entries, row by row, and the answers below them.
 * @param {Parts} parts @param {Level} level @param {Room} room @param {number} width
 * @param {number} [apart] extra px between entries
 */
function tableOf(parts, { both, shaded, size, name, stacked }, room, width, apart = 0) {
  const { heads, features, kinds, names, exact, soft, self } = parts;
  const { keys, values } = entriesOf(parts);
  const second = (/** @type {any} */ cell) => (both ? [cell] : []);
  const answer = (/** @type {any[]} */ kind, /** @type {any[]} */ results) => [
    padded(stack(kind), { up: LEADERS }),
    ...[null, null, null, ...second(null)],
    padded(stack(results), { up: LEADERS }),
  ];
  const last = exact.model.scaled ? ["scores", "scaled_scores"] : ["scores"];
  const rowsOf = (/** @type {number} */ key) => {
    const typed = (/** @type {string} */ tensor) => exact.along("query", tensor, { key });
    const first = (/** @type {typeof exact} */ of, /** @type {string} */ tensor) => of(tensor, { key, query: 0 });
    const numbers = stack([...last.flatMap(typed), first(self, "scores")]);
    const shares = [...typed("weights"), first(self, "weights")];
    const softly = first(soft, "weights");
    const shared = stack(both ? shares : [...shares, softly]);
    const middle = stacked ? [stack([numbers, shared]), null] : [numbers, shared];
    return [names[key], keys[key], ...middle, ...second(softly), values[key]];
  }; // prettier-ignore
  const scored =
    stacked && heads.score && heads.exact
      ? [stack([heads.score, heads.exact]), null]
      : [heads.score, heads.exact];
  const head = [
    [null, heads.key, ...scored, ...second(heads.soft), heads.value],
    [null, features.key?.place, null, null, ...second(null), features.value?.place],
  ].filter((row) => row.some(Boolean));
  const result = self("output", { query: 0 });
  const rows = [
    ...head,
    ...names.map((_, key) => rowsOf(key)),
    answer([kinds.exact, kinds.self], [...exact.along("query", "output"), result]),
    answer([kinds.soft], [soft("output", { query: 0 })]),
  ];
  const gapX = [12, 16, 14, ...second(10), 18].map((gap) => (room.width < 500 ? gap / 2 : gap));
  const between = name ? 4 : shaded ? 3 : size.height / 3;
  const gapY = [
    ...head.map(() => 3),
    ...names.slice(1).map(() => between + apart),
    (shaded ? 8 : 24) + apart / 2,
    4,
  ];
  const table = grid(rows, { gapX, gapY, width: Math.min(width - 2 * PAD, 900) });
  return padded(table, { left: PAD, right: PAD });
}

/**
 * Returns a function that gives the box for a close-up.
 * @param {import("../../kit/block.js").Block} query @param {import("../../kit/block.js").Block[]} values @param {Room} room
 * @param {{ beside: boolean, left: number, asks: number }} what left: of the list; asks: the width of what is typed if a close-up
 *   has room beside it, else 0
 */
function cardRooms(query, values, room, { beside, left, asks }) {
  const last = values[values.length - 1];
  const under = last.y + last.height + 14;
  const top = query.y + query.height + 16;
  /** @type {(y: number, bottom: number, x?: number, width?: number) => import("../../kit/place.js").Box} */
  const boxOf = (y, bottom, x = 1, width = room.width - 1 - x) => ({ x, y, width, height: bottom - y - 2 });
  /** @param {"score" | "sum"} what */
  return (what) => {
    if (beside) return boxOf(top, room.height, 1, Math.max(left - 6, CLOSE_UP));
    if (asks) return boxOf(1, under, asks + 13);
    return what === "score" ? boxOf(under, room.height) : boxOf(1, under);
  };
}

/**
 * Returns the panel of the list, and the arrows between it and the query.
 * @param {Parts} parts @param {Entries} entries @param {import("../../kit/block.js").Block} query @param {boolean} beside
 */
function linesOf({ names, heads }, { keys, values }, query, beside) {
  const rows = around([...names, ...keys, ...values]);
  const top = (heads.key ? Math.min(heads.key.y, rows.y) : rows.y) - 5;
  // a row of the map is as high as the distance from one entry to the next
  const beyond = keys.length > 1 ? (keys[1].y - keys[0].y - keys[0].height) / 2 + 4 : 8;
  const height = rows.y + rows.height + Math.max(8, beyond) - top;
  const box = { x: rows.x - PAD, y: top, width: rows.width + 2 * PAD, height };
  const board = backdrop("panel", box, { initial: { opacity: 0 } });
  const { up, down, left, right } = ports;
  const near = { ...box, x: query.x, width: query.width };
  const toList = beside
    ? arrow("asks", right(query), left({ ...box, y: query.y, height: query.height }))
    : arrow("asks", down(query), up(near));
  const low = { ...box, y: query.y + query.height + 16, height: 0 };
  const back = beside ? arrow("back", left(low), down(query)) : arrow("back", up(near), down(query));
  return { board, toList, back };
}

/** Returns the shares of every query as bars of length 1. @param {Model} model @param {Parts} parts @param {Entries} entries */
function sharesOf(model, { exact, soft, self, kinds, size }, { keys, values }) {
  const left = Math.max(keys[0].x, ...Object.values(kinds).map((kind) => kind.x + kind.width + 10));
  const right = values[0].x - 14;
  const names = namesOf(exact.model, "key");
  /** @param {typeof exact} of @param {number} query @param {() => any[]} [bars] */
  const share = (of, query, bars = () => []) => {
    const label = model.words.scene.shareBar(nameOf(of.model, "query", query));
    const made = of.share(query, {
      ...{ width: right - left, height: Math.min(24, size.height), names, label, bars },
    });
    const output = of("output", { query });
    made.put((left + right) / 2, output.y + output.height / 2);
    return made;
  };
  const exacts = upTo(exact.model.q_len).map((query) => share(exact, query));
  return {
    exact: exacts,
    // the soft shares begin as the exact ones
    soft: share(soft, 0, () => segmentsAsBars(exacts[0], model)),
    self: share(self, 0),
  };
}

/**
 * Returns the map of all entries asking the list, as large as the room allows.
 * @param {Parts} parts @param {{ width: number, height: number }} room
 */
function mapAlone({ self, exact }, { width, height }) {
  const called = namesOf(exact.model, "key");
  const edges = { rows: called, columns: called, most: 100, upright: 80, hidden: true };
  const { side, up } = mapReach({ ...edges, cell: { width: 0, height: 0 } });
  const cell = {
    width: (width - 8 - side) / called.length,
    height: Math.min(64, (height - 8 - up) / called.length),
  };
  const map = attentionMap(self.model, { ...edges, cell });
  map.put((width - map.width) / 2, (height - map.height) / 2);
  return map;
}

/**
 * Returns the map of all entries asking the list: its rows are those of the list, beside the names.
 * @param {Parts} parts @param {Entries} entries
 */
function mapBeside({ self, exact, names: listed }, { keys, values }) {
  const called = namesOf(exact.model, "key");
  const left = Math.max(...listed.map(({ x, width }) => x + width)) + 12;
  const [{ y, height }, next] = keys;
  const row = next ? next.y - y : height + 8;
  const top = y + (height - row) / 2;
  const right = values[0].x + values[0].width;
  const map = attentionMap(self.model, {
    cell: { width: Math.min(150, (right - left) / keys.length), height: row },
    ...{ rows: called.map(() => ""), columns: called.map((name) => (top < 22 ? "" : name)) },
    upright: top < 60 ? 0 : Math.min(80, top - 10),
    hidden: true,
  });
  const names = map.height - row * keys.length;
  map.put(0, top - names);
  map.put(left - map.box.x, top - names);
  return { map, top: top - names };
}
