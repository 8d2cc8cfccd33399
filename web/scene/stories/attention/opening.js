/**
 * The question that attention answers, before anything is computed: what should one token take from the others? How much comes
 * from each is not known yet.
 */

import { plain, spans } from "../../captions.js";
import { namesIn } from "../../facts.js";
import { textWidth, truncate, wrap } from "../../text-metrics.js";
import { mapEnters } from "../../kit/attention-map.js";
import { backdrop, ring } from "../../kit/backdrop.js";
import { animate } from "../../kit/moves.js";
import { text, textAt } from "../../kit/text.js";
import { curvesTo, unknown, unknownStream } from "../../kit/unknown.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/place.js").Box} Box */
/**
 * @typedef {object} Opening
 * @property {any[]} words the question
 * @property {any[]} streams from every source to the token that asks
 * @property {any[]} queryLabel the circle of that token, the words beside it, and a ring round its input
 */

/** Whether there are only one or two keys: everything is drawn larger, in fewer steps. @param {Model} model */
export const isSmall = ({ kv_len }) => kv_len < 3;

/** Speed of the first query: a few numbers are quickly made. @param {Model} model */
export const speedOf = (model) => (isSmall(model) ? 1.5 : 1);

/** Whether there is anything to ask: one key gives everything, and with two there is only one other. @param {Model} model */
export const asks = (model) => !isSmall(model);

/** Whether the picture opens without its map; given keys and values keep it, as it has their only words. @param {Model} model */
export const opens = (model) => asks(model) && model.projected;

/**
 * The panel and the map; if the picture opens without its map, the panel is as wide as the stage until the map comes. scenery:
 * what is there of the map from the start.
 * @param {Model} model @param {number} width px of the stage @param {import("../../kit/attention-map.js").AttentionMap} map @param {Box} panel
 */
export function panelWith(model, width, map, panel) {
  if (!opens(model))
    return { board: panel, standing: { panel: [backdrop("panel", panel)] }, scenery: map.items };
  const board = { ...panel, width };
  const item = backdrop("panel", board, { to: panel });
  const narrows = { item, enter: () => animate(item, "moved", 1) };
  const standing = { panel: [item], "map words": map.words };
  return { board, standing, scenery: map.rows, mapEnters: { panel: narrows, "map words": mapEnters(map) } };
}

/** Largest and smallest font size of the question, px. */
const LARGE = 30;
const SMALL = 13;

/** The most em that the name of the asking token takes in it. */
const NAME = 12;

/**
 * @param {import("./items.js").Items} items @param {number} i the query that asks
 * @param {{ from: [number, number][], circle: Box, home: Box | false, way: "up" | "aside", board: Box, wide: number, mark: number }} place
 *   from: where the streams begin; home: the input that asks; way: where they run to the circle; board: where the question goes;
 *   wide, mark: px of a stream, of its question mark
 * @returns {Opening}
 */
export function openingOf({ model, queryName }, i, { from, circle, home, way, board, wide, mark }) {
  const w = model.words.stories["walk-through"];
  const { self, projected } = model;
  const queryLabel = namesIn(model, (label) => truncate(label, 1, NAME)).name("query", i);
  const say = (/** @type {"take" | "after"} */ id) =>
    plain(spans(w[id]({ queryName: queryLabel, self, projected, named: model.named() })));
  const words = questionIn(say("take"), board);
  const curves = curvesTo(from, circle, wide, way);
  const streams = curves.map((curve, k) => unknownStream(`unknown.${k}`, curve, { width: wide, mark, way }));
  if (!from.length) return { words, streams, queryLabel: [] };
  const after = afterwards(say("after"), circle, board, from);
  const lit = home ? [ring("queryLabel.ring", home)] : [];
  return { words, streams, queryLabel: [...lit, unknown("queryLabel", circle, queryName(i)), ...after] };
}

/**
 * The words for the circle: to its right or, if streams come from there, above it; none if there is no room.
 * @param {string} said @param {Box} circle @param {Box} board @param {[number, number][]} from
 */
function afterwards(said, circle, board, from) {
  const item = text("queryLabel.after", { text: said, align: "start", fill: "muted" });
  const end = circle.x + circle.width;
  // with all sources at the right, the words would cover them
  if (from.every(([x]) => x > end)) return [];
  const over = from.some(([x]) => x > end);
  item.put(over ? circle.x : end + 14, over ? circle.y - 14 : circle.y + circle.height / 2);
  return item.x + item.width + 12 <= board.x + board.width && item.y > board.y + board.height ? [item] : [];
}

/** The question, as large as fits on one line, else on two or three. @param {string} said @param {Box} board */
function questionIn(said, { x, y, width, height }) {
  const room = width - 24;
  const whole = Math.floor(Math.min(LARGE, height / 2, (LARGE * room) / textWidth(said, LARGE, 700)));
  const sizes = [whole, ...[3.2, 4].map((part) => Math.min(LARGE, Math.floor(height / part)))];
  const isGood = (/** @type {number} */ size, /** @type {number} */ k) =>
    size >= (k ? SMALL : SMALL + 3) && wrap(said, size, room, 700).length <= k + 1;
  const size = sizes.find(isGood) ?? SMALL;
  return wrap(said, size, room, 700).map((line, k, { length }) => {
    const look = { text: line, most: room, size, weight: 700, fill: "ink", initial: { opacity: 1 } };
    const down = (k - (length - 1) / 2) * size * 1.25;
    return textAt(`question.${k}`, x + width / 2, y + height / 2 + down, look);
  });
}

/** Px of a stream whose width is not known yet, of its question mark, and of the circle it leads to. */
const UNKNOWN = { wide: 10, mark: 30, circle: 64 };

/**
 * The opening question: the asking token is above its input or, if it is no key, to the right of all inputs.
 * @param {import("./columns.js").Placed} placed @param {number} i
 */
export function openingIn({ items, parts: { inputs, values }, layout, rest }, i) {
  const { model } = items;
  const { panel } = layout;
  const board = rest.board ?? panel;
  const sources = inputs.length ? inputs : values;
  const last = sources[sources.length - 1];
  const { circle: wide, ...look } = UNKNOWN;
  const middle = model.self
    ? sources[i].x + sources[i].width / 2
    : Math.min(last.x + last.width / 2 + 170, board.x + board.width - wide);
  const y = panel.y + panel.height * 0.47 - wide / 2;
  const circle = { x: middle - wide / 2, y, width: wide, height: wide };
  return openingOf(items, i, {
    from: sources.map(({ x, y, width, height, up }) => [x + width / 2, y + height / 2 - up - 3]),
    ...{ circle, home: model.self && sources[i], way: "up", ...look },
    board: { ...board, height: panel.height * 0.32 },
  });
}
