/** The results of all heads, which join, and the final matrix, which mixes them; what each head adds to one output. */

import { path } from "../../kit/marks.js";
import { ROUGH, SIZES, block, cellOf } from "../../kit/block.js";
import { enlarging } from "../../kit/enlarged.js";
import { matrix } from "../../kit/matrix.js";
import { ring } from "../../kit/backdrop.js";
import { placed } from "../../kit/place.js";
import { sketch } from "../../kit/sketch.js";
import { textAt } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { MOST, cellIn, columnsOf, hasNumbers, lanesIn, lettered, namesOf, titleOf } from "./head.js";
import { bandsOf, heightOf, namesAt, strip } from "./strip.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("./strip.js").Strip} Strip */

const PAD = 14;
const [LETTER, LARGE_LETTER] = [24, 40];
const TITLE = 20;
/** Px: between matrices one below another, between the parts of heads that are apart, and before the output. */
const GAP = 6;
const BESIDE = 36;
/** Px: least width of cells with numbers, least height of a row with a ring around it, and room for a sign. */
const NUMBERS = 20;
const RINGED = 12;
const SIGN = 14;
/** Before the final matrix comes: how much wider results are, and the greatest height of their cells and those of maps, px. */
const WIDER = 2.2;
const TALL = 96;
/** Px under a matrix, for braces and what all heads add, and at the side, for a bias. */
const SUMS = 58;
const BIAS = 40;

/**
 * The results and the final matrix; null if the result of a single head is the output.
 * @param {Model} model @param {import("./head.js").Stage} stage
 */
export function mixOf(model, { room, narrow, scale, followed }) {
  const { heads, d_v, batch, q_len, words, result } = model;
  if (result === "output") return null;
  const [tensor, bias] = ["w_o", "b_o"].filter((name) => model.tensor(name));
  const { rows: names, wide: side } = namesOf(model);
  const width = columnsOf(model, "output");
  const most = MOST * scale;
  // the output is at the right of the results or, if their numbers do not fit then, below them
  const aside = tensor ? Math.min(room.width * 0.3, width * most) + BESIDE : 0;
  const roomy = (room.width - 2 * PAD - side - aside) / heads - GAP;
  const stacked = narrow || cellIn(model, "joined", most, roomy, d_v) < NUMBERS;
  const right = room.width - PAD - (stacked ? 0 : aside);
  const { x: left, pitch } = lanesIn(PAD + side + GAP, right, heads, d_v * most);
  const cell = cellIn(model, "joined", most, pitch - GAP, d_v);

  const over = heads > 1 ? TITLE : 0;
  const turned = tensor === "w_o";
  const heights = [q_len, ...(tensor ? [turned ? width : 1] : []), ...(tensor && stacked ? [q_len] : [])];
  const free = room.height - 2 * PAD - over - (tensor ? SUMS : 0) - heights.length * (LETTER + GAP);
  const each = free / heights.reduce((sum, rows) => sum + rows, 0);
  const centers = upTo(heads).map((h) => left + (h + 0.5) * pitch);
  const middle = left + (heads * pitch) / 2;
  const close = upTo(heads).map((h) => middle + (h - (heads - 1) / 2) * cell * d_v);
  const parts = { from: (/** @type {number} */ h) => h * d_v, columns: d_v, cell };
  const index = () => /** @type {any} */ ([batch, "r", "c"]);

  // before the final matrix comes, maps and results take the full height
  const map = Math.floor(Math.min(TALL, (0.32 * room.height) / q_len, (pitch - 2 * GAP) / model.kv_len));
  const above = over && TITLE + map * q_len + 4;
  const tall = Math.min(room.height - 2 * PAD - above - LARGE_LETTER, q_len * TALL);
  const bands = bandsOf(q_len, followed, tensor ? q_len * each : tall, hasNumbers(model, "joined", cell));
  const y = PAD + over + LETTER;
  const lanes = lanesIn(PAD + side + GAP, room.width - PAD, heads, WIDER * d_v * most);
  // apart by a gap that is as wide when the results stand enlarged
  const larger = (lanes.pitch - GAP) / (d_v * cell);
  const apart = heads > 1 ? GAP / larger / (pitch - d_v * cell) : 0;
  const top = (room.height + above + LARGE_LETTER - tall) / 2;
  const said = heads > 1 && !narrow ? words.stories["multi-head"].joined({ heads }) : "";
  const label = lettered("joined", "", said);
  const joined = strip(model, "joined", "joined", { ...parts, index, bands, centers, y, label, apart });
  const high = Math.max(1, tall / joined.height);
  const x = lanes.x + (heads * lanes.pitch) / 2 - larger * (joined.x + joined.width / 2);
  const large = enlarging({ x, y: top - high * y, wide: larger, high });
  const taller = bands.map((band) => ({ ...band, height: band.height * high }));
  const base = {
    ...{ joined, large },
    maps: above ? mapsIn(model, { ...lanes, y: top - above - LARGE_LETTER, size: map }) : [],
    titles: close.map((x, h) =>
      placed(titleOf(model, `mix.name.${h}`, h, cell * d_v - 2), x, PAD + TITLE / 2 - 4),
    ),
    names: {
      alone: namesAt("joined.name", names, taller, lanes.x - 3, top),
      over: namesAt("joined.small", names, bands, left - 3, y),
    },
    places: joined.parts.map(({ blocks: [first], shift }) => ({
      ...{ id: `place.${first.id}`, x: first.x + shift * (1 - apart), y: first.y },
      ...{ width: first.width, height: joined.height },
    })),
  };
  if (!tensor) return { ...base, factor: null, output: null, sums: null, rings: [] };

  const sizes = upTo(width).map((c) => Math.abs(model.value("output", [batch, followed, c])) || 0);
  const column = sizes.indexOf(Math.max(...sizes));
  const row = turned ? column : 0;
  const under = bandsOf(heights[1], row, heights[1] * each, hasNumbers(model, tensor, cell));
  const factor = strip(model, tensor, tensor, {
    ...{ ...parts, index: () => (turned ? ["c", "r"] : ["c"]), bands: under, centers: close },
    ...{ y: y + joined.height + LETTER + GAP, label: lettered(tensor, "", ""), style: "tint" },
  });
  const foot = factor.y + factor.height;
  const wide = cellIn(model, "output", most, stacked ? right - left : aside - BESIDE, width);
  const rest = room.height - PAD - foot - SUMS - LETTER;
  const below = bandsOf(q_len, followed, rest, hasNumbers(model, "output", wide));
  const output = strip(model, "output", "output", {
    index,
    columns: width,
    bands: stacked ? below : bands,
    cell: wide,
    y: stacked ? foot + SUMS + LETTER - 4 : y,
    centers: [stacked ? middle : room.width - PAD - (aside - BESIDE) / 2],
    label: lettered("output", "", words.scene.shown("output")),
  });
  const sum = stacked ? 0 : output.x + (column + 0.5) * wide;
  const place = { followed, column, close, part: cell * d_v, foot, edge: room.width, sum };
  const entry = { ...rowIn(output, followed), x: output.x + column * wide, width: wide };
  const all = { ...rowIn(joined, followed), x: factor.x, width: factor.width };
  const rings = [all, rowIn(factor, row), entry].map(
    (box, k) => box.height >= RINGED && ring(`ring.${k}`, box),
  );
  return { ...base, factor, output, rings, sums: turned ? sumsOf(model, bias, place) : null };
}

/**
 * The map of every head, under its name.
 * @param {Model} model @param {{ x: number, y: number, pitch: number, size: number }} place of the upper left corner; size: of a
 *   cell, px
 */
function mapsIn(model, { x: left, y, pitch, size }) {
  return upTo(model.heads).map((h) => {
    const x = left + (h + 0.5) * pitch;
    const what = { id: `mix.map.${h}`, tensor: "weights", lead: [model.batch, h] };
    const map = matrix(model, { ...what, style: "heat", cell: { width: size, height: size } });
    const title = titleOf(model, `mix.alone.${h}`, h, pitch - GAP);
    return [placed(title, x, y + TITLE / 2 - 4), placed(map, x, y + TITLE + map.height / 2)];
  });
}

/** The box of a row of a strip. @param {Strip} strip @param {number} row */
function rowIn({ x, y, width, bands }, row) {
  const over = bands.filter(({ above, rows }) => above + rows <= row);
  const { above, height } = bands[over.length];
  return { x, y: y + heightOf(over) + (row - above) * height, width, height };
}

/**
 * What each head adds to an output, under braces, with the bias; null if the numbers do not fit.
 * @param {Model} model @param {string | undefined} bias
 * @param {{ followed: number, column: number, close: number[], part: number, foot: number, edge: number, sum: number }} place
 *   edge: of the room; sum: x of the sum, 0 for none
 */
function sumsOf(model, bias, { followed, column, close, part, foot, edge, sum: end }) {
  const tensors = close.map((_, h) => `head_${h + 1}.output`);
  const fits = (/** @type {string} */ tensor, /** @type {import("../../kit/block.js").Size} */ size) =>
    model.tensor(tensor) && cellOf(model, tensor, size).width + 4 <= part;
  const size = [SIZES.phone, SIZES.least, ROUGH].find((size) =>
    tensors.every((tensor) => fits(tensor, size)),
  );
  if (!size) return null;
  const y = foot + SUMS / 2 + 8;
  const index = [model.batch, followed, column];
  /** @param {string} id @param {string} tensor @param {number} x */
  const number = (id, tensor, x, how = {}) => {
    const cells = [[index.slice(tensor === "b_o" ? 2 : 0)]];
    return placed(block(model, { id, tensor, cells, size, style: "tint", ...how }), x, y);
  };
  const sign = (/** @type {string} */ id, /** @type {string} */ said, /** @type {number} */ x) =>
    textAt(id, x, y, { text: said, size: 15, weight: 600, fill: "ink" });
  const added = tensors.map((tensor, h) => number(`adds.${h}`, tensor, close[h]));
  const [before, after] = [close[0] - part / 2 - BIAS + GAP, close[close.length - 1] + part / 2 + BIAS];
  const half = added[0].width / 2;
  const aside = after + half <= edge ? after : Math.max(before, half + 2);
  const more = bias ? [number("adds.bias", bias, aside)] : [];
  const all = [...added, ...more].toSorted((a, b) => a.x - b.x);
  const between = all
    .slice(1)
    .map(({ x }, k) => ({ x: (all[k].x + all[k].width + x) / 2, room: x - all[k].x - all[k].width }));
  const pluses = between.flatMap(({ x, room }, k) => (room < SIGN ? [] : [sign(`plus.${k}`, "+", x)]));
  const sum = end ? number("adds.sum", "output", end, { style: "role" }) : null;
  const last = all[all.length - 1];
  const equals = sum ? [sign("equals", "=", (last.x + last.width + sum.x) / 2)] : [];
  const wide = part - GAP;
  /** The path of a brace under the columns of a head, down to what it adds. @param {import("../../kit/place.js").Box} box */
  const brace = (box) =>
    `M${box.x + box.width / 2 - wide / 2} ${foot + 3}v5h${wide}v-5m${-wide / 2} 5V${box.y}`;
  const braces = sketch("braces", {}, () => {
    const style = { fill: "none", stroke: "past", strokeWidth: 1.25 };
    return { past: [path("braces", added.map(brace).join(""), style)] };
  });
  return { added, more, signs: [...pluses, ...equals], sum, braces };
}
