/** The end of a long input: a glass over the map, with the weights round the largest of the row, and what a head does at every place alike. */

import { cellOf } from "../../kit/block.js";
import { LAYERS } from "../../kit/layers.js";
import { edge, path, px, rect } from "../../kit/marks.js";
import { around, placed } from "../../kit/place.js";
import { boxOf, within } from "../../kit/raster/map.js";
import { numbersOrColours } from "../../kit/slice.js";
import { text, textMark } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { textWidth, truncate } from "../../text-metrics.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {import("../../kit/raster/raster.js").Raster} Raster */

/** Cells of the glass along a side, the best first: an odd number, so that one is in the middle. */
const SIDES = [9, 7, 5, 3, 1];
/** px of its cells at most, of names at their left and above them, of free ground below, and before what stands beside. */
const [CELL, NAMES, HEAD, FOOT, BESIDE] = [{ width: 48, height: 32 }, 52, 20, 24, 36];
const SIZE = { cell: 30, wide: 30, height: 18, font: 12, small: 12, decimals: 2 };
/** Places in lines: lines that are shown, px of a place, of the words over them, and tokens in a line at most. */
const [LINES, PLACE, WORDS, LONGEST] = [5, { width: 26, height: 20 }, 44, 10];

/** Lines of the heads that look the same way back from everywhere, named where their names have room; they leave when the map is enlarged. @param {Model} model @param {Raster} map @param {(number | null)[]} reaches of every head */
export function linesOf(model, map, reaches) {
  const w = model.words.stories.long;
  const found = reaches.flatMap((back, head) => (back ? [{ back, own: head === model.head }] : []));
  const sorted = found.toSorted((a, b) => a.back - b.back);
  const names = sorted.map(({ back, own }, k) => {
    const next = sorted[k + 1]?.back ?? model.kv_len;
    const name = w.back({ n: back });
    const free = ((next - back) / model.kv_len) * map.width;
    return { name, below: k > 0 && textWidth(name, 12, 700) + 12 <= free };
  });
  const lines = sorted.map((line, k) => ({ ...line, ...names[k] }));
  return { id: "reaches", kind: "reaches", draw: drawReaches, map, lines, initial: { opacity: 0 } };
}

/** @type {import("../../kit/draw.js").Draw} */
function drawReaches({ id, map, lines }, get) {
  if (map.map.view.zoom > 1) return [];
  const opacity = get("opacity");
  const { x, y, width, height } = map;
  const [wide, high] = [width / map.map.columns, height / map.map.rows];
  const marks = lines.flatMap((/** @type {any} */ { back, own, name, below }, /** @type {number} */ k) => {
    const end = x + width - back * wide;
    const d = `M${x} ${px(y + back * high)}L${px(end)} ${y + height}`;
    const line = path(`${id}/${k}`, d, {
      fill: "none",
      stroke: "full",
      strokeWidth: 1,
      opacity: 0.7 * opacity,
    });
    // where the next line leaves no room below, it stands over the diagonal, if that is near
    const along = 0.07 + 0.2 * k;
    const over = { x: x + along * width + 14, y: y + along * height, align: "start" };
    const at = below ? { x: end - 8, y: y + height - 7, align: "end" } : over;
    const isNear = below || own || back * wide < 30;
    const look = { ...at, text: name, size: 12, weight: own ? 700 : undefined };
    const said = textMark(`${id}/name${k}`, look, { fill: own ? "ink" : "muted", opacity, copy: true });
    return [...(own ? [] : [line]), ...(isNear ? [said] : [])];
  });
  return [[LAYERS.label, marks]];
}

/**
 * The weights round the largest of the row that is told; for a head that looks back equally far from everywhere also the tokens in lines as
 * long.
 * @param {Model} model @param {import("./row.js").AskedRow} row @param {Raster} map @param {number | null} back @param {Box & { beside: boolean }} room beside: the map
 */
export function glassOf(model, { i, top }, map, back, { beside, ...room }) {
  const { batch, head, q_len, kv_len } = model;
  const least = Math.max(32, cellOf(model, "weights", SIZE).width);
  const side = SIDES.find((n) => NAMES + n * least <= room.width && HEAD + n * 22 + FOOT <= room.height) ?? 1;
  const first = (/** @type {number} */ at, /** @type {number} */ count) =>
    Math.max(0, Math.min(at - (side >> 1), count - side));
  const [rows, columns] = [
    upTo(Math.min(side, q_len)).map((k) => first(i, q_len) + k),
    upTo(Math.min(side, kv_len)).map((k) => first(top[0] ?? 0, kv_len) + k),
  ];
  const aside = back && back > 1 && back <= LONGEST ? back * PLACE.width + BESIDE : 0;
  const lines = aside > 0 && NAMES + columns.length * least + aside <= room.width;
  const most = room.width - NAMES - (lines ? aside : 0);
  const width = Math.min(CELL.width, Math.floor(most / columns.length));
  const height = Math.min(CELL.height, Math.floor((room.height - HEAD - FOOT) / rows.length));
  const made = numbersOrColours(model, {
    ...{ id: "glass", tensor: "weights", size: SIZE, width, height, style: "heat" },
    cells: rows.map((r) => columns.map((c) => [batch, head, r, c])),
  });
  const x = room.x + NAMES + (most - made.width) / 2;
  const y = room.y + HEAD + (beside ? Math.max(0, room.height - HEAD - FOOT - made.height) / 2 : 0);
  placed(made, x + made.width / 2, y + made.height / 2);
  const name = (
    /** @type {"query" | "key"} */ kind,
    /** @type {number} */ at,
    /** @type {number} */ most,
  ) => {
    const told = at === (kind === "query" ? i : top[0]);
    const look = {
      text: truncate(model.label(kind, at) || String(at + 1), 12, most, 650),
      weight: told ? 700 : undefined,
    };
    const how = {
      size: 12,
      fill: told ? "ink" : "muted",
      align: /** @type {const} */ (kind === "query" ? "end" : "middle"),
    };
    return text(`glass.${kind}.${at}`, { ...look, ...how });
  };
  const names = [
    ...rows.map((r, k) => placed(name("query", r, NAMES - 8), x - 6, y + (k + 0.5) * height)),
    ...columns.map((c, k) => placed(name("key", c, width - 3), x + (k + 0.5) * width, y - 10)),
  ];
  const row = { x, y: y + rows.indexOf(i) * height, width: made.width, height };
  const frame = { id: "glass.frame", kind: "frame", draw: drawFrame, map, beside, rows, columns };
  const standing = lines
    ? linesInRows(model, i, /** @type {number} */ (back), x + made.width + BESIDE, y)
    : null;
  return {
    glass: made,
    names,
    frame: { ...frame, to: { ...made }, row, initial: { opacity: 0 } },
    lines: standing,
  };
}

/** What the glass shows of the map, the way there, and the row that is told. @type {import("../../kit/draw.js").Draw} */
function drawFrame({ id, map, beside, rows, columns, to, row }, get) {
  const opacity = get("opacity");
  const corner = (/** @type {number[]} */ list) => [list[0], list[list.length - 1]];
  const ends = corner(rows).map((r, k) => boxOf(map.map, map, { r, c: corner(columns)[k] }));
  const seen = within(around(ends), map);
  const line = { fill: "none", stroke: "focus", strokeWidth: 1.5, opacity };
  const marks = [edge(`${id}/row`, row, { ...line, strokeWidth: 2.5 })];
  if (seen) marks.push(edge(`${id}/part`, seen, line));
  if (seen && beside) {
    const [left, right] = [seen.x + seen.width, to.x];
    const d = `M${px(left)} ${px(seen.y)}L${px(right)} ${px(to.y)}V${px(to.y + to.height)}L${px(left)} ${px(seen.y + seen.height)}z`;
    marks.push(path(`${id}/way`, d, { fill: "focus", opacity: 0.08 * opacity }));
  }
  return [[LAYERS.label, marks]];
}

/** Tokens in lines as long as a head looks back: it looks at the place above. @param {Model} model @param {number} i @param {number} back @param {number} x @param {number} y */
function linesInRows(model, i, back, x, y) {
  const { long: w } = model.words.stories;
  const from = Math.max(0, Math.floor(i / back) - LINES + 2);
  const title = text("lines.title", { text: w.lines({ n: back }), weight: 650, fill: "ink", align: "start" });
  const about = text("lines.about", { text: w.above, fill: "muted", align: "start", size: 12 });
  const item = {
    id: "lines",
    kind: "lines",
    draw: drawLines,
    from,
    i,
    back,
    most: model.q_len,
    x,
    y: y + WORDS,
  };
  return [placed(title, x, y + 4), placed(about, x, y + 24), { ...item, initial: { opacity: 0 } }];
}

/** @type {import("../../kit/draw.js").Draw} */
function drawLines({ id, from, i, back, most, x, y }, get) {
  const opacity = get("opacity");
  const marks = upTo(LINES * back).flatMap((k) => {
    const [at, told] = [from * back + k, new Map([[i, "query"], [i - back, "key"]])]; // prettier-ignore
    if (at >= most) return [];
    const box = { x: x + (k % back) * PLACE.width, y: y + Math.floor(k / back) * PLACE.height, ...PLACE };
    const fill = told.get(at);
    const number = {
      x: box.x + PLACE.width / 2,
      y: box.y + 14.3,
      align: "middle",
      text: String(at + 1),
      size: 12,
    };
    const look = { weight: fill ? 700 : undefined };
    return [
      rect(`${id}/${k}`, box, { fill: fill ?? "paper", stroke: "track", strokeWidth: 1, opacity }),
      ...(fill || k % back === 0
        ? [
            textMark(
              `${id}/at${k}`,
              { ...number, ...look },
              { fill: fill ? "outline" : "muted", opacity, copy: true },
            ),
          ]
        : []),
    ];
  });
  return [[LAYERS.box, marks]];
}
