/**
 * The last step for a long input: a magnifying glass over the map, with the weights around the largest of the row; and lines for
 * heads that look equally far back from every position.
 */

import { attentionMap } from "../../kit/attention-map.js";
import { edge, path, px, rect } from "../../kit/marks.js";
import { around, placed } from "../../kit/place.js";
import { boxOf, within } from "../../kit/raster/place.js";
import { inkOn } from "../../kit/shades.js";
import { sketch } from "../../kit/sketch.js";
import { having } from "../../kit/arrivals.js";
import { text, textMark } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { textWidth } from "../../text-metrics.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {import("../../kit/raster/raster.js").Raster} Raster */

/** Numbers of cells along a side of the glass, best first; all are odd, so that one cell is in the middle. */
const SIDES = [9, 7, 5, 3, 1];
/** The fewest beside the tokens in lines. */
const FEWEST = 7;
/** In px: the largest cell, the room for names to its left and above, and the gap before the tokens in lines. */
const [CELL, NAMES, HEAD, BESIDE] = [{ width: 48, height: 32 }, 62, 21, 36];
/** Weights that are so much smaller than the largest have no number, so that the line of large ones can be seen. */
const SMALL = 1 / 20;
/** Tokens in lines: how many lines, the size of a token and the height of the words above in px, and the longest line. */
const [LINES, PLACE, WORDS, LONGEST] = [5, { width: 26, height: 20 }, 44, 10];

/**
 * Returns lines for the heads that look equally far back from everywhere, named where there is room, hidden on an enlarged map.
 * @param {Model} model @param {Raster} map @param {(number | null)[]} reaches how far back each head looks
 */
export function linesOf(model, map, reaches) {
  const w = model.words.stories.long;
  const found = reaches.flatMap((back, head) => (back ? [{ back, chosen: head === model.head }] : []));
  const lines = found
    .toSorted((a, b) => a.back - b.back)
    .map(({ back, chosen }, k, all) => {
      const name = w.back({ n: back });
      const free = (((all[k + 1]?.back ?? model.kv_len) - back) / model.kv_len) * map.width;
      const below = k > 0 && textWidth(name, 12, 700) + 12 <= free;
      return { back, chosen, name: below || chosen || k === 0 ? name : "", below };
    });
  return ofMap(map, "reaches", (id) => (map.map.view.zoom > 1 ? {} : reachMarks(id, map, lines)));
}

/**
 * Makes an item that follows the part of a map in view: its member `map` causes it to be redrawn each time.
 * @param {Raster} map @param {string} id @param {(id: string) => import("../../kit/draw.js").Drawn} draw
 */
const ofMap = (map, id, draw) =>
  Object.assign(
    sketch(id, {}, () => draw(id)),
    { map },
  );

/** @param {string} id @param {Raster} map @param {{ back: number, chosen: boolean, name: string, below: boolean }[]} lines */
function reachMarks(id, map, lines) {
  const { x, y, width, height } = map;
  const [wide, high] = [width / map.map.columns, height / map.map.rows];
  const marks = lines.flatMap(({ back, chosen, name, below }, k) => {
    const end = x + width - back * wide;
    const d = `M${x} ${px(y + back * high)}L${px(end)} ${y + height}`;
    const style = { fill: "none", stroke: "full", strokeWidth: 1, opacity: 0.7 };
    // where the next line leaves no room below, the name stands above the diagonal
    const along = 0.07 + 0.2 * k;
    const over = { x: x + along * width + 14, y: y + along * height, align: "start" };
    const at = below ? { x: end - 8, y: y + height - 7, align: "end" } : over;
    const look = { ...at, text: name, size: 12, weight: chosen ? 700 : undefined };
    const said = textMark(`${id}/name${k}`, look, { fill: chosen ? "ink" : "muted", copy: true });
    return [...(chosen ? [] : [path(`${id}/${k}`, d, style)]), ...(name ? [said] : [])];
  });
  return { label: marks };
}

/**
 * Returns the weights around the largest of the chosen row, and, for a head that looks equally far back from everywhere, the tokens
 * in lines of that length. Null where not even one number fits.
 * @param {Model} model @param {import("./row.js").AskedRow} row @param {Raster} map @param {number | null} back
 * @param {Box & { beside: boolean }} room beside: whether it lies beside the map
 */
export function glassOf(model, { i, top }, map, back, { beside, ...room }) {
  const { batch, head, q_len, kv_len } = model;
  const narrowest = Math.max(34, Math.ceil(12 * model.widest("weights", 2)) + 6);
  const fits = (/** @type {number} */ n, more = 0) =>
    NAMES + n * narrowest + more <= room.width && HEAD + n * 22 <= room.height;
  const aside = back && back > 1 && back <= LONGEST ? back * PLACE.width + BESIDE : 0;
  const narrowed = aside && SIDES.find((n) => n >= FEWEST && fits(n, aside));
  const side = narrowed || SIDES.find((n) => fits(n));
  if (!side) return null;
  const lines = Boolean(narrowed);
  const most = room.width - NAMES - (lines ? aside : 0);
  const near = (/** @type {number} */ at, /** @type {number} */ count) =>
    upTo(Math.min(side, count)).map((k) => Math.max(0, Math.min(at - (side >> 1), count - side)) + k);
  // of a run too large to hold, only the chosen row is certain to be there
  const entry = model.tensor("weights")?.at;
  const isHeld = (/** @type {number} */ r) => !entry || entry([batch, head, r, 0]) !== undefined;
  const [rows, columns] = [near(i, q_len).filter(isHeld), near(top[0] ?? 0, kv_len)];
  const cell = {
    width: Math.min(CELL.width, Math.floor(most / columns.length)),
    height: Math.min(CELL.height, Math.floor((room.height - HEAD) / rows.length)),
  };
  const name = (/** @type {"query" | "key"} */ kind) => (/** @type {number} */ at) =>
    model.label(kind, at) || String(at + 1);
  const glass = attentionMap(model, {
    ...{ id: "glass", hidden: true, cell, rows: rows.map(name("query")), columns: columns.map(name("key")) },
    pairs: (k) => columns.map((c) => [batch, head, rows[k], c]),
  });
  const weights = () =>
    rows.flatMap((r) => columns.map((c) => model.value("weights", [batch, head, r, c]) || 0));
  const least = SMALL * model.decide(() => Math.max(...weights().map(Math.abs)));
  for (const row of glass.rows) row.least = least;
  const down = beside ? (room.height - glass.height) / 2 : 0;
  glass.put(room.x + (most + NAMES - glass.width) / 2, room.y + down);
  const { box } = glass;
  const told = rows.indexOf(i);
  const seen = { map, beside, rows, columns, box, row: { ...glass.rows[told] } };
  return {
    words: [glass.words, having(glass.rowNames[told], { active: 1 })],
    rows: glass.rows,
    frame: ofMap(map, "glass.frame", (id) => frameMarks(id, seen)),
    lines: lines ? linesInRows(model, i, Number(back), box.x + box.width + BESIDE, box.y) : null,
  };
}

/**
 * Draws the part of the map that the glass shows, the connection between them, and the outline of the chosen row.
 * @param {string} id @param {any} seen
 */
function frameMarks(id, { map, beside, rows, columns, box, row }) {
  const corner = (/** @type {number[]} */ list) => [list[0], list[list.length - 1]];
  const ends = corner(rows).map((r, k) => boxOf(map.map, map, { r, c: corner(columns)[k] }));
  const seen = within(around(ends), map);
  const line = { fill: "none", stroke: "focus", strokeWidth: 1.5 };
  const marks = [edge(`${id}/row`, row, { ...line, strokeWidth: 2.5 })];
  if (seen) marks.push(edge(`${id}/part`, seen, line));
  if (seen && beside) {
    const [left, right] = [seen.x + seen.width, box.x];
    const d = `M${px(left)} ${px(seen.y)}L${px(right)} ${px(box.y)}V${px(box.y + box.height)}L${px(left)} ${px(seen.y + seen.height)}z`;
    marks.push(path(`${id}/way`, d, { fill: "focus", opacity: 0.08 }));
  }
  return { label: marks };
}

/**
 * Returns the tokens in lines as long as the head looks back, so that every token looks at the one above.
 * @param {Model} model @param {number} i @param {number} back @param {number} x @param {number} y
 */
function linesInRows(model, i, back, x, y) {
  const { long: w } = model.words.stories;
  const from = Math.max(0, Math.floor(i / back) - LINES + 2);
  const title = text("lines.title", { text: w.lines({ n: back }), weight: 650, fill: "ink", align: "start" });
  const about = text("lines.about", { text: w.above, fill: "muted", align: "start", size: 12 });
  const shown = { from, i, back, most: model.q_len, x, y: y + WORDS };
  const item = sketch("lines", {}, () => placeMarks("lines", shown));
  return [placed(title, x, y + 4), placed(about, x, y + 24), item];
}

/** @param {string} id @param {Record<"from" | "i" | "back" | "most" | "x" | "y", number>} shown */
function placeMarks(id, { from, i, back, most, x, y }) {
  const roles = new Map([[i, "query"], [i - back, "key"]]); // prettier-ignore
  const marks = upTo(Math.min(LINES * back, most - from * back)).flatMap((k) => {
    const at = from * back + k;
    const box = { x: x + (k % back) * PLACE.width, y: y + Math.floor(k / back) * PLACE.height, ...PLACE };
    const fill = roles.get(at);
    const look = { text: String(at + 1), size: 12, align: "middle", weight: fill ? 700 : undefined };
    const number = textMark(
      `${id}/at${k}`,
      { ...look, x: box.x + PLACE.width / 2, y: box.y + 14.3 },
      { fill: fill ? inkOn(fill) : "muted", copy: true },
    );
    const ground = rect(`${id}/${k}`, box, {
      fill: fill ?? "paper",
      stroke: "track",
      strokeWidth: 1,
    });
    return fill || k % back === 0 ? [ground, number] : [ground];
  });
  return { box: marks };
}
