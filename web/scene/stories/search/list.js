/**
 * Where a search stands: what is typed and its query; the list of entries, each with its label, score, share and content;
 * below it the shares as bars of length 1, one over the other, with what comes back. The largest way that fits.
 */

import { nameOf, pairs } from "../../facts.js";
import { arrow, ports } from "../../kit/arrows.js";
import { attentionMap, mapReach } from "../../kit/attention-map.js";
import { segmentsAsBars } from "../../kit/bars.js";
import { SIZES } from "../../kit/block.js";
import { fit } from "../../kit/fit.js";
import { backdrop } from "../../kit/backdrop.js";
import { around, column, corner, grid, heightOf, padded, stack, widthOf } from "../../kit/place.js";
import { upTo } from "../../model.js";
import { partsOf } from "./parts.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {ReturnType<typeof partsOf>} Parts */
/** @typedef {{ size: import("../../kit/block.js").Size, beside: boolean, both: boolean, words: boolean, name?: number, shaded?: boolean }} Level
 *   beside: the list stands beside the query, else below it; both: shares of both kinds side by side; words: every column has
 *   a heading; name: px of an entry's in a narrow room; shaded: labels and contents as colours */

/** @type {Level[]} */
const LEVELS = [
  { size: SIZES.huge, beside: true, both: true, words: true },
  { size: SIZES.large, beside: true, both: true, words: true },
  { size: SIZES.column, beside: true, both: true, words: true },
  { size: SIZES.phone, beside: true, both: false, words: true },
  { size: SIZES.phone, beside: false, both: false, words: true, name: 80 },
  { size: { ...SIZES.small, cell: 18, wide: 30 }, beside: false, both: false, words: true, name: 80 },
  { size: SIZES.small, beside: false, both: false, words: true },
  { size: SIZES.small, beside: true, both: false, words: false },
  { size: SIZES.least, beside: true, both: false, words: false },
  { size: SIZES.least, beside: false, both: false, words: false },
  { size: SIZES.least, beside: false, both: false, words: false, shaded: true },
];

/** Ground inside the panel; between query and list; wide enough for a close-up; above a bar for names of thin shares, px. */
const PAD = 6;
const BETWEEN = 36;
const CLOSE_UP = 330;
const LEADERS = 13;

/** Everything in its place. @param {Model} model @param {Room} room */
export const arrange = (model, room) => fit(room, LEVELS, (level) => standing(model, room, level));
/** @typedef {ReturnType<typeof standing>} Stage */

/** @param {Model} model @param {Room} room @param {Level} level */
function standing(model, room, level) {
  const { beside, words } = level;
  const parts = partsOf(model, level, room);
  const ask = askOf(parts, words);
  const least = widthOf(tableOf(parts, level, room, 0));
  const free = room.width - 2 - (beside ? widthOf(ask) + BETWEEN : 0);
  // beside the list, where there is room, a close-up stands without covering it
  const spare = beside && words ? Math.max(0, Math.min(CLOSE_UP - widthOf(ask), free - least)) : 0;
  const table = tableOf(parts, level, room, free - spare);
  const [x, y] = beside ? [room.width - 1 - free + spare, PAD] : [1, heightOf(ask) + 24];
  corner(ask, beside ? 1 : (room.width - widthOf(ask)) / 2, beside ? 26 : 0);
  corner(table, x, y);
  const bottom = y + heightOf(table) + 2;
  const entries = entriesOf(parts);
  const map = mapOf(parts, entries, room);
  const query = parts.exact("query", { query: 0 });
  const height = Math.max(bottom, map.box.y + map.box.height + 2, query.y + query.height + 20);
  return {
    ...parts,
    ...entries,
    ...linesOf(parts, entries, query, beside),
    shares: sharesOf(model, parts, entries),
    map,
    height,
    cardRoom: cardRooms(query, entries.values, beside, room, x),
    takes: { width: room.width + least - free, height: bottom },
  };
}

/** The list: labels and contents. @param {Parts} parts */
const entriesOf = ({ exact }) => ({ keys: exact.along("key", "key"), values: exact.along("key", "value") });
/** @typedef {ReturnType<typeof entriesOf>} Entries */

/** What is typed, over its query. @param {Parts} parts @param {boolean} words */
const askOf = ({ box, typed, heads, features, exact, self }, words) =>
  column(
    [
      stack([box, ...typed]),
      heads.query,
      features.query?.place,
      stack([...exact.along("query", "query"), ...self.along("query", "query")]),
    ],
    { gap: words ? 5 : 3 },
  );

/** The entries, row by row, and the answers below them. @param {Parts} parts @param {Level} level @param {Room} room @param {number} width */
function tableOf(parts, { both, words, size, name }, room, width) {
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
    return [names[key], keys[key], numbers, stack(both ? shares : [...shares, softly]), ...second(softly), values[key]];
  }; // prettier-ignore
  const head = [
    [null, heads.key, heads.score, heads.exact, ...second(heads.soft), heads.value],
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
  const between = name ? 4 : words ? size.height / 3 : 3;
  const gapY = [...head.map(() => 3), ...names.slice(1).map(() => between), words ? 24 : 8, 4];
  const table = grid(rows, { gapX, gapY, width: Math.min(width - 2 * PAD, 900) });
  return padded(table, { left: PAD, right: PAD });
}

/** Where a close-up may stand. @param {import("../../kit/block.js").Block} query @param {import("../../kit/block.js").Block[]} values @param {boolean} beside @param {Room} room @param {number} left of the list */
function cardRooms(query, values, beside, room, left) {
  const last = values[values.length - 1];
  const under = last.y + last.height + 14;
  const top = query.y + query.height + 16;
  const boxOf = (/** @type {number} */ y, /** @type {number} */ bottom, width = room.width - 2) => ({
    ...{ x: 1, y, width, height: bottom - y - 2 },
  });
  /** @param {"score" | "sum"} what */
  return (what) => {
    if (beside) return boxOf(top, room.height, Math.max(left - 6, CLOSE_UP));
    return what === "score" ? boxOf(under, room.height) : boxOf(1, under);
  };
}

/** The panel of the list, and what leads from where to where. @param {Parts} parts @param {Entries} entries @param {import("../../kit/block.js").Block} query @param {boolean} beside */
function linesOf({ names, heads }, { keys, values }, query, beside) {
  const rows = around([...names, ...keys, ...values]);
  const top = (heads.key ? Math.min(heads.key.y, rows.y) : rows.y) - 5;
  const height = rows.y + rows.height + 8 - top;
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

/** Shares of every query as bars of length 1. @param {Model} model @param {Parts} parts @param {Entries} entries */
function sharesOf(model, { exact, soft, self, kinds, size }, { keys, values }) {
  const left = Math.max(keys[0].x, ...Object.values(kinds).map((kind) => kind.x + kind.width + 10));
  const right = values[0].x - 14;
  const names = keys.map((_, j) => nameOf(exact.model, "key", j));
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

/** The map of every entry asking, in the place of the answers. @param {Parts} parts @param {Entries} entries @param {Room} room */
function mapOf({ self, exact }, { keys, values }, room) {
  const [first, last] = [keys[0], values[values.length - 1]];
  const top = last.y + last.height + 10;
  const called = keys.map((_, j) => nameOf(exact.model, "key", j));
  const edges = { rows: called, columns: called, most: Math.min(90, room.width / 4), upright: 80 };
  const { side } = mapReach({ ...edges, cell: { width: 20, height: 20 } });
  const wide = last.x + last.width - Math.max(first.x, side + 2);
  const width = Math.max(8, Math.min(96, Math.floor(wide / keys.length)));
  const { head, above } = mapReach({ ...edges, cell: { width, height: 20 } });
  const free = room.height - top - head - above - 10;
  const cell = { width, height: Math.max(6, Math.min(34, Math.floor(free / keys.length))) };
  const map = attentionMap(self.model, { cell, ...edges, hidden: true });
  map.put(Math.max(1, first.x - side), top);
  return map;
}
