/**
 * The layout of a picture and its caption: words with their small maps beside or below the picture, and under them a bar for what
 * a patch holds or a word sees.
 */

import { nameOf, namesOf, rowFacts } from "../../facts.js";
import { panelIn, ring } from "../../kit/backdrop.js";
import { stackedBar } from "../../kit/bars.js";
import { belonging, focus, meansOf, whileLit } from "../../kit/focus.js";
import { drawing, parts, patchOf, smallMap, veil } from "../../kit/patches.js";
import { around, placed, split } from "../../kit/place.js";
import { textAt } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { textWidth } from "../../text-metrics.js";
import { TOLD, factsOf } from "./facts.js";
import { COLOURS, COLUMNS, KINDS, ROWS, ground, picture } from "./picture.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {ReturnType<typeof placesIn>} Places */

/** In px: the margin, the gap between parts, a line of words, the bar, the names above it, and the largest patch. */
const [PAD, GAP, LINE, BAR, LEADERS, PATCH] = [10, 24, 20, 22, 18, 48];
/** Shares: of the width for a picture beside words, of the height for one above words, of a line for the longest title. */
const [ACROSS, DOWN, TITLE] = [0.54, 0.42, 0.6];
/** How many lines the words take. */
const LINES = 2;
const GRID = { columns: COLUMNS, rows: ROWS };

/** @param {Model} model @param {import("../../scene.js").Room} room */
export function arrange(model, room) {
  const facts = factsOf(model);
  const places = placesIn(model, room);
  const { at, side, bottom } = places;
  const w = model.words.stories.regions;
  const query = facts.told[0].i;
  const { numbers, ...asking } = askingIn(model, places);
  const names = namesOf(model, "query");
  const seen = names.map((name, i) => barOf(model, places, `seen.${i}`, ["output", i], w.sees({ name })));
  const key = rowFacts(model, query).first;
  const holds = w.holds({ name: nameOf(model, "key", key) });
  const veils = names.map((_, i) => veil(`veil.${i}`, at, { query: i }));
  /** @param {import("../../kit/focus.js").Group} group */
  const rings = ({ query, key = 0 }) => (query === undefined ? [patchOf(at, key)] : [asking.maps[query]]);
  const lights = veils.flatMap((item, i) =>
    [item, seen[i].title, seen[i].share].map((part) => whileLit(part, { query: i })),
  );
  const most = side.width - Math.max(...seen.map(({ title }) => title.width)) - 8;
  const hint = { text: w.hint, size: 12.5, fill: "muted", align: /** @type {const} */ ("end"), most };
  return {
    ...{ facts, ground: panelIn(room), ...asking, seen, veils },
    view: drawing("picture", at, { shapes: [...ground(), ...picture], label: w.drawn }),
    ring: ring("ring", around([patchOf(at, key)], 5)),
    held: barOf(model, places, "held", ["x_kv", key], holds),
    hint: textAt("hint", side.x + side.width, bottom + LINE / 2, hint),
    pointed: { once: true, lights: [lights], numbers, focus: focus(model, { asked: { query }, rings }) },
  };
}
/** @typedef {ReturnType<typeof arrange>} Stage */

/**
 * Returns the places of the picture, of the words with their maps, and of the bar.
 * @param {Model} model @param {import("../../scene.js").Room} room
 */
function placesIn({ q_len }, room) {
  const whole = around([{ x: 0, y: 0, ...room }], -PAD);
  const { width, height } = whole;
  const beside = room.width >= 560;
  const [across, down] = beside ? [ACROSS * width, height] : [width, DOWN * height];
  const unit = Math.floor(Math.min(PATCH, across / COLUMNS, down / ROWS));
  const [wide, high] = [COLUMNS * unit, ROWS * unit];
  const [shown, side] = beside
    ? split(whole, { width: width - wide - GAP }, GAP)
    : split(whole, { height: height - high - GAP / 4 }, GAP / 4);
  const [x, y] = [shown.x + (shown.width - wide) / 2, shown.y + (shown.height - high) / 2].map(Math.round);
  const bottom = side.y + side.height - BAR - LEADERS - LINE;
  const perLine = Math.ceil(q_len / LINES);
  const [pitch, line] = [side.width / perLine, (bottom - side.y) / LINES];
  const small = Math.max(1, Math.floor(Math.min((pitch - 6) / COLUMNS, (line - 2 * LINE - 6) / ROWS)));
  /** The middle and the top of each word. */
  const spots = upTo(q_len).map((i) => ({
    x: side.x + ((i % perLine) + 0.5) * pitch,
    y: side.y + Math.floor(i / perLine) * line,
  }));
  return { at: { x, y, unit, ...GRID }, side, bottom, pitch, small, spots };
}

/**
 * Returns words that can be pointed at, maps of where each looks, and how much of each look goes to a patch.
 * @param {Model} model @param {Places} places
 */
function askingIn(model, { pitch, small, spots }) {
  const w = model.words.stories.regions;
  const names = namesOf(model, "query");
  const longest = Math.max(...names.map((name) => textWidth(name, 1, 600)));
  const size = Math.max(12, Math.min(17, (pitch - 4) / longest));
  const words = spots.map(({ x, y }, query) => {
    const how = { size, weight: 600, fill: "ink", most: pitch - 2, means: meansOf(model, { query }) };
    return belonging(textAt(`word.${query}`, x, y + LINE / 2, { text: names[query], ...how }), { query });
  });
  const maps = spots.map(({ x, y }, query) => {
    const place = { x: Math.round(x - (small * COLUMNS) / 2), y: y + LINE + 6, unit: small, ...GRID };
    return smallMap(`map.${query}`, place, { query, label: w.looks({ name: names[query] }) });
  });
  const under = spots.map(({ x, y }) => ({ x, y: y + 2 * LINE + 1 + small * ROWS }));
  return { words, maps, numbers: parts("parts", under, ROWS * COLUMNS, TOLD) };
}

/**
 * Returns a bar of how much of each kind there is in a row, in the colours of the picture, with a title.
 * @param {Model} model @param {Places} places @param {string} id @param {[tensor: string, row: number]} of @param {string} text
 */
function barOf(model, { side: { x, width }, bottom }, id, [tensor, row], text) {
  const { kinds } = model.words.stories.regions;
  const shown = upTo(KINDS.length).filter((c) => model.value(tensor, [0, row, c]) >= TOLD);
  const share = stackedBar(`share.${id}`, {
    width: width - 4,
    height: BAR,
    tensor: model.full(tensor),
    decimals: 2,
    bars: () => [],
    label: text,
    indices: shown.map((c) => [0, row, c]),
    names: shown.map((c) => kinds[KINDS[c]]),
    fills: shown.map((c) => COLOURS[KINDS[c]]),
  });
  const how = /** @type {const} */ ({ size: 13, weight: 600, align: "start", fill: "ink" });
  return {
    title: textAt(`title.${id}`, x, bottom + LINE / 2, { text, ...how, most: width * TITLE }),
    share: placed(share, x + share.width / 2, bottom + LINE + LEADERS + BAR / 2),
  };
}
