/**
 * The layout of score functions side by side: the query and the keys once, at the top; below them a lane for every function, with
 * its formula, a bar for every score on a common scale, and the bar of length 1 that softmax makes of them.
 */

import { truncate } from "../../text-metrics.js";
import { nameOf, pairs } from "../../facts.js";
import { bar, barBox, seams, segments, stackedBar } from "../../kit/bars.js";
import { ROUGH, SIZES, cellOf } from "../../kit/block.js";
import { cellsOf } from "../../kit/cells.js";
import { backdrop } from "../../kit/backdrop.js";
import { belonging, focus, meansOf } from "../../kit/focus.js";
import { path } from "../../kit/marks.js";
import { corner, placed } from "../../kit/place.js";
import { sketch } from "../../kit/sketch.js";
import { letterRuns, runsWidth, textAt } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { stagesOf } from "../attention/items.js";
import { ASKS, formulaRuns } from "./functions.js";
import { pictureOf } from "./picture.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("../../kit/block.js").Size} Size */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {ReturnType<typeof lanesIn>} Lanes */
/** @typedef {ReturnType<typeof laneOf>} Lane */
/** @typedef {import("../../kit/cells.js").Cells} Cells */

/**
 * In px: the width of the room from which names stand beside scores, that from which there are pictures, and the least column of
 * a score with shares at its side.
 */
const TITLED = 560;
const PICTURED = 1000;
const LEAST_PITCH = 38;

/** The least height in px for a card below a lane. */
const LEAST_CARD = 150;

/**
 * In px: a line of words, a number at its bar, the padding, the gaps between lanes and columns, the widest bar, the highest
 * lane.
 */
const [LINE, NUMBER, PAD, APART, COLUMN, WIDEST, HIGHEST] = [18, 16, 8, 5, 22, 40, 130];

/** Sizes of the cells of the query and the keys, largest first. */
const KEYS = [SIZES.column, SIZES.small, { ...SIZES.least, margin: 2 }];

/** @param {Model[]} views the stages @param {string[]} names of their functions @param {Room} room */
export function lanesIn(views, names, room) {
  const [first] = views;
  const titled = room.width >= TITLED;
  const inner = room.width - 2 * PAD - 4;
  const beside = titled || first.kv_len * LEAST_PITCH <= inner * 0.55;
  const side = titled ? titleWidth(views, names, inner) : 0;
  const pictures = room.width >= PICTURED ? views.map((view, k) => pictureOf(view, `${k}`)) : [];
  const drawn = Math.max(0, ...pictures.map((picture) => picture?.width ?? 0));
  const left = inner - side - (drawn ? drawn + COLUMN : 0);
  // only if the pictures leave enough room for the bars
  const pictured = drawn > 0 && left >= inner * 0.5;
  const free = pictured ? left : inner - side;
  const gap = titled ? COLUMN : COLUMN / 2;
  const scores = beside ? (free - gap) * (pictured ? 0.42 : titled ? 0.48 : 0.62) : inner;
  const pitch = Math.min(scores / first.kv_len, 92);
  const x = PAD + 2 + side + (pictured ? drawn + COLUMN : 0);
  const aside = pitch * first.kv_len + gap;
  const share = beside ? { x: x + aside, width: free - aside } : { x: PAD + 2, width: inner };
  const most = titled ? side + (pictured ? drawn : 0) : share.width;
  /** Blocks that all stages share: they have the same query and keys. @type {Map<string, import("../../kit/block.js").Block>} */
  const made = new Map();
  const cells = views.map((view) => cellsOf(view, () => ({ size: SIZES.least }), made));
  const at = titled || !beside ? 28 : share.x + 24;
  const header = headerOf(cells[0], { x, pitch, at, most, above: beside ? 0 : 28 });
  const top = header.height + APART;
  const tall = (room.height - top - APART * (views.length - 1)) / views.length;
  const height = Math.floor(Math.min(HIGHEST, tall));
  const size = [SIZES.large, SIZES.column, SIZES.small, ROUGH].find((size) =>
    views.every((view) => stagesOf(view, false).every((tensor) => cellOf(view, tensor, size).width <= pitch)),
  ) ?? ROUGH; // prettier-ignore
  const head = titled ? PAD : LINE + 6;
  const scale = scaleOf(views, height - head - (beside ? PAD : LINE + 6));
  const how = { x, pitch, titled, beside, side, share, size, head, scale };
  const keys = upTo(first.kv_len).map((j) => first.short("key", j));
  const lanes = views.map((view, k) => {
    const box = { x: 0, y: top + k * (height + APART), width: room.width, height };
    return laneOf(cells[k], names[k], k, { ...how, box, keys, picture: pictured ? pictures[k] : null });
  });
  return { lanes, header, titled, size, zone: (/** @type {number} */ k) => zoneOf(lanes[k], room, titled) };
}

/**
 * Returns the box for the arithmetic of a lane, which the lanes below and its own shares have not filled yet.
 * @param {Lane} lane @param {Room} room @param {boolean} titled @returns {Box}
 */
function zoneOf({ box, share }, { width, height }, titled) {
  const end = box.y + box.height;
  if (!titled && height - end >= LEAST_CARD) return { x: 0, y: end, width, height: height - end };
  const y = titled ? box.y : box.y + LINE;
  return { x: share.x, y, width: share.width, height: (titled ? height : end) - y };
}

/**
 * Returns the width of the names and formulas at the left, in px.
 * @param {Model[]} views @param {string[]} names @param {number} inner
 */
const titleWidth = (views, names, inner) =>
  Math.min(
    inner * 0.26,
    Math.max(...views.map((view, k) => Math.max(runsWidth(nameRuns(names[k])), runsWidth(formulaRuns(view))))) + COLUMN,
  ); // prettier-ignore

/** @param {string} name */
const nameRuns = (name) => [{ text: name, weight: 650, size: 16 }];

/**
 * Returns the px of a score of 1, and how far bars reach up, the same in all lanes. A number stands on the other side of the line
 * than its bar.
 * @param {Model[]} views @param {number} height px up and down together
 */
function scaleOf(views, height) {
  const all = views.flatMap((view) =>
    stagesOf(view, false).flatMap((tensor) => pairs(view, ASKS).map((pair) => view.value(tensor, pair))),
  ); // prettier-ignore
  const known = all.filter(Number.isFinite);
  const [high, low] = [Math.max(0, ...known), Math.max(0, ...known.map((value) => -value))];
  const least = [low > 0 ? NUMBER : 3, NUMBER];
  // either side keeps its least room
  const units = [height / (high + low), (height - least[1]) / high, (height - least[0]) / low];
  const most = high + low > 0 ? Math.min(...units.filter((unit) => unit > 0)) : 0;
  return { most, up: Math.max(least[0], high * most) };
}

/**
 * Returns the query, and each key above its column.
 * @param {Cells} cells
 * @param {{ x: number, pitch: number, at: number, most: number, above: number }} how at, most: left edge and largest width of
 *   the query; above: px above the keys if the query stands there, else 0
 */
function headerOf(cells, { x, pitch, at, most, above }) {
  const { model: view } = cells;
  const { d_q, d_k, kv_len } = view;
  const strip = (/** @type {"query" | "key"} */ tensor, /** @type {number} */ n, /** @type {number} */ count, /** @type {number} */ room, more = {}) => {
    const size = KEYS.find((size) => cellOf(view, tensor, size).width * count <= room) ?? SIZES.least;
    const width = Math.min(cellOf(view, tensor, size).width, room / count);
    return cells(tensor, { [tensor]: n }, { size: { ...size, height: 24 }, width, ...more });
  }; // prettier-ignore
  const letter = { labels: [{ runs: letterRuns("query", ASKS + 1), side: /** @type {const} */ ("left") }] };
  const room = above ? Math.min(most, x + pitch * kv_len) / 2 : most - 30;
  const query = strip("query", ASKS, d_q, room, letter);
  corner(query, at, 0);
  const name = { text: view.label("query", ASKS), weight: 600, align: /** @type {const} */ ("start") };
  const [left, middle, wide] = above ? [query.x + query.width + 8, 12, room - 40] : [query.x, 33, most - 30];
  const label = textAt("query.name", left, middle, { ...name, most: wide });
  const over = (/** @type {number} */ j) => x + pitch * (j + 0.5);
  const keys = upTo(kv_len).map((j) =>
    belonging(placed(strip("key", j, d_k, pitch - 2), over(j), above + 12), { key: j }),
  );
  const words = upTo(kv_len).map((j) => {
    const said = { text: truncate(nameOf(view, "key", j), 13, pitch - 3, 600), weight: 600 };
    const means = meansOf(view, { key: j });
    return belonging(textAt(`key.name.${j}`, over(j), above + 33, { ...said, means }), { key: j });
  });
  return { query, label, keys, words, height: above + 42 };
}

/**
 * Returns the lane of one function: its scores as bars and numbers, what becomes of them, and the bar of length 1.
 * @param {Cells} cells @param {string} name @param {number} k
 * @param {{ x: number, pitch: number, titled: boolean, beside: boolean, side: number, share: { x: number, width: number }, size: Size, head: number, scale: ReturnType<typeof scaleOf>, box: Box,
 *   picture: ReturnType<typeof pictureOf> | null, keys: string[] }} how keys: their names
 */
function laneOf(cells, name, k, how) {
  const { x, pitch, titled, beside, side, size, head, scale, box, picture, keys } = how;
  const { x: start, width } = how.share;
  const { model: view } = cells;
  const indices = pairs(view, ASKS);
  const wide = Math.min(WIDEST, pitch - 8);
  const base = box.y + head + scale.up;
  const of = { query: k };
  const stages = stagesOf(view, false).map((tensor) => {
    // without room for numbers, cells are colours
    const fits = cellOf(view, tensor, size).width <= pitch;
    const look = fits ? { style: /** @type {const} */ ("plain") } : { width: wide };
    const made = indices.map((index, j) => {
      const middle = x + pitch * (j + 0.5);
      const foot = { x: middle - wide / 2, y: base, width: wide, height: 0 };
      const what = { foot, tensor: view.full(tensor), index, most: scale.most, gap: 0, fill: "score", signed: true }; // prettier-ignore
      const number = cells(tensor, { query: ASKS, key: j }, { size: { ...size, height: NUMBER }, ...look }); // prettier-ignore
      number.put(middle, base + (view.value(tensor, index) < 0 ? -1 : 1) * (NUMBER / 2 + 1));
      const belongs = { ...of, key: j };
      return {
        number: belonging(number, belongs),
        bar: belonging(bar(`${k}.${tensor}.bar.${j}`, what), belongs),
        past: belonging(bar(`${k}.${tensor}.past.${j}`, { ...what, past: true }), belongs),
      };
    });
    return { tensor, blocks: made.map(({ number }) => number), bars: made.map(({ bar }) => bar), past: made.map(({ past }) => past) }; // prettier-ignore
  });
  const label = view.words.scene.shareBar(name);
  const high = beside ? Math.min(40, box.height - 46) : LINE;
  const middle = titled ? box.y + box.height / 2 + 5 : box.y + (head + box.height) / 2;
  const share = stackedBar(`${k}.share`, {
    ...{ width, height: high, tensor: view.full("weights"), indices, names: keys, label, bars: () => [] },
    decimals: Math.max(2, size.decimals),
  });
  corner(share, start, beside ? middle - high / 2 : box.y + box.height - high - 5);
  return {
    ...{ cells, view, name, box, stages, share: belonging(share, of) },
    title: titleOf(view, name, k, { box, titled, side }),
    picture: picture ? picture.put(PAD + side, box) : [],
    ground: backdrop(`${k}.lane`, box, { initial: { opacity: 0 } }),
    line: belonging(baseline(`${k}.line`, { x: x + 2, y: base, width: pitch * view.kv_len - 4 }), of),
  };
}

/**
 * Returns the name of a function, which refers to all of its weights, and its formula, stacked or on one line.
 * @param {Model} view @param {string} name @param {number} k @param {{ box: Box, titled: boolean, side: number }} how
 */
function titleOf(view, name, k, { box, titled, side }) {
  const look = { align: /** @type {const} */ ("start"), fill: "ink" };
  const means = meansOf(view, { query: ASKS });
  const said = truncate(name, 16, titled ? side - 8 : box.width * 0.6, 650);
  const line = box.y + LINE / 2 + 3;
  const what = { runs: nameRuns(said), means, size: 16, ...look };
  const title = textAt(`${k}.title`, PAD + 4, titled ? box.y + 18 : line, what);
  const [x, y] = titled ? [PAD + 4, box.y + 40] : [title.x + title.width + 14, line];
  const formula = textAt(`${k}.formula`, x, y, { runs: formulaRuns(view), size: 14, ...look });
  const fits = formula.x + formula.width <= (titled ? side + PAD : box.x + box.width - PAD);
  return [title, ...(fits ? [formula] : [])].map((item) => belonging(item, { query: k }));
}

/** @param {string} id @param {{ x: number, y: number, width: number }} at */
const baseline = (id, { x, y, width }) =>
  sketch(id, {}, () => ({ over: [path(id, `M${x} ${y}h${width}`, { stroke: "ink", strokeWidth: 1.5 })] }));

/**
 * Returns the items of the last step: what a reader points at, and the seams between a dot product and the same one scaled,
 * where their lanes are neighbours.
 * @param {Lanes} stage @param {string[]} names @param {{ dot: number, scaled: number } | null} pair
 */
export function endOf({ lanes, header, titled }, names, pair) {
  const [{ view: first }] = lanes;
  const partOf = (/** @type {Lane} */ { view, share }, /** @type {number} */ j) => segments(share, view)[j];
  const near = titled && pair && Math.abs(pair.dot - pair.scaled) === 1;
  const [above, below] = near ? [pair.dot, pair.scaled].toSorted((a, b) => a - b) : [];
  return {
    joined: near ? seams("seams", lanes[above].share, lanes[below].share) : null,
    focus: focus(first, {
      lanes: { views: lanes.map(({ view }) => view), names, at: ASKS },
      rings: ({ query, key = 0 }) =>
        query === undefined
          ? [header.keys[key], ...lanes.map((lane) => partOf(lane, key))]
          : [lanes[query].share],
    }),
  };
}
