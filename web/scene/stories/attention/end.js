/**
 * How attention ends: from every value to every output a stream as wide as its weight, which ends as a stripe of the output. What
 * belongs to one word is lit.
 */

import { pairs } from "../../facts.js";
import { LEAST_FONT } from "../../kit/block.js";
import { belonging, focus, meansOf } from "../../kit/focus.js";
import { legend } from "../../kit/legend.js";
import { LAYERS } from "../../kit/layers.js";
import { links } from "../../kit/links.js";
import { rect } from "../../kit/marks.js";
import { around } from "../../kit/place.js";
import { STRIPE, stripes } from "../../kit/stripes.js";
import { letterRuns, text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { truncate } from "../../text-metrics.js";

/** @typedef {import("./items.js").Items} Items */
/** @typedef {import("../../kit/block.js").Block} Block */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {import("../../kit/attention-map.js").AttentionMap} Map */

/** Colours of values, in turn: neighbours differ. */
const FILLS = ["value-pale", "value-mid", "value-deep"];

/** Values in their own colours, in the place of those that stood there, or elsewhere. @param {Items} items @param {Block[]} values @param {(value: Block, j: number) => Partial<Block>} [how] */
export const sourcesOf = (items, values, how = beside(items)) =>
  values.map((value, j) =>
    belonging(
      { ...value, id: `end.${value.id}`, rest: null, role: FILLS[j % FILLS.length], ...how(value, j) },
      { key: j },
    ),
  );

/** Its letter and name stand at the left of a value. @param {Items} items @returns {(value: Block, j: number) => Partial<Block>} */
const beside = (items) => (_value, j) => ({
  labels: [
    {
      runs: letterRuns("value", j + 1, truncate(items.keyName(j), 13, 70, 600), { strong: true }),
      side: "left",
    },
  ],
});

/**
 * What flows into the outputs of the first `count` queries, and what is lit of it.
 * @param {Items} items @param {Box[]} outputs @param {Box[]} values wherever they stand
 * @param {{ map: Map, panel?: Box }} around the map whose rows and columns are ringed; panel: where a legend may stand
 */
export function flowing({ model, keyName }, outputs, values, { map, panel }) {
  const indices = outputs.map((_, i) => pairs(model, i));
  const mouth = Math.min(...outputs.map(({ width }) => width));
  const ends = outputs.map(({ x, y, width, height }) => ({
    ...{ x: x + (width - mouth) / 2, y: y + height, width: mouth, height: STRIPE },
  }));
  const unit = Math.min(...values.map(({ width }) => width)) / Math.max(3, model.q_len);
  const made = upTo(outputs.length).map((i) =>
    stripes(`stripes.${i}`, ends[i], {
      ...{ indices: indices[i], fills: FILLS, names: upTo(model.kv_len).map(keyName) },
    }),
  );
  const left = Math.min(...outputs.map(({ x }) => x)) - 12;
  const stand = panel && { x: panel.x + 16, y: panel.y + 40, width: left - panel.x - 16 };
  return {
    streams: links("ribbons", {
      ...{ from: values, to: ends, indices, unit, mouth, decimals: 2, written: Infinity, fills: FILLS },
      solid: true,
      label: model.words.scene.streams,
    }),
    stripes: made,
    legend: stand && legend("legend", stand, mouth, model.words.scene.legend),
    focus: focus(model, {
      asked: outputs.length - 1,
      rings: ({ query, key }) =>
        query === undefined ? [values[key ?? 0], columnOf(map, key ?? 0)] : ringsOf(query),
    }),
  };

  /** Of a query: its output, and its row of the map. @param {number} i */
  function ringsOf(i) {
    return outputs[i] ? [around([outputs[i], ends[i]]), map.rows[i]] : [];
  }
}

/** @param {Map} map @param {number} j @returns {Box} */
function columnOf({ box, rows }, j) {
  const width = rows[0].cellWidth;
  return { x: box.x + j * width, y: box.y, width, height: box.height };
}

/** Widest cells of what stands in columns at the end, widest words in place of them; space beside, above and below; and the least that streams and columns need, px. */
const SIZES = { outputs: { cell: 46, word: 108 }, values: { cell: 32, word: 96 } };
const [GAP, ABOVE, BELOW, LEAST_RUN, LEAST_PITCH] = [6, 24, 20, 60, 16];

/**
 * Outputs above, values below, each in columns of their own, where there have been rows: with their numbers where these have room,
 * else as words alone.
 * @param {Items} items @param {Box} room @param {{ outputs: Block[], values: Block[] }} blocks of the queries that were told
 */
export function columnsIn(items, room, { outputs, values }) {
  const { model } = items;
  const pitch = { query: pitchOf(room, outputs), key: pitchOf(room, values) };
  if (Math.min(pitch.query, pitch.key) < LEAST_PITCH) return null;
  const high = Math.min(26, items.size.height);
  const [top, bottom] = [room.y + ABOVE, room.y + room.height - BELOW];
  const above = spotsOf(items, room, outputs, SIZES.outputs, (tall) => ({ y: top, height: tall ? high : 0 }));
  const below = spotsOf(items, room, values, SIZES.values, (tall) => ({
    ...(tall ? { y: bottom - high, height: high } : { y: bottom, height: 0 }),
  }));
  const run = below.spots[0].y - above.spots[0].y - above.spots[0].height - STRIPE;
  if (run < LEAST_RUN) return null;
  const moved = (/** @type {Block} */ block, /** @type {number} */ i) =>
    belonging({ ...block, id: `end.${block.id}`, rest: null, ...above.how(block, i) }, { query: i });
  return {
    run,
    spots: { outputs: above.spots, values: below.spots },
    /** The blocks in their places; nothing where there are words alone. */
    outputs: above.numbers ? outputs.map(moved) : [],
    values: below.numbers ? sourcesOf(items, values, below.how) : [],
    words: [
      ...above.spots.map((spot, i) => word(items, "query", i, spot, top - 14, pitch.query)),
      ...below.spots.map((spot, j) => word(items, "key", j, spot, bottom + 11, pitch.key)),
    ],
    /** Grounds of the columns of outputs, which are pointed at for them. */
    grounds: above.spots.map(({ x, y, width, height }, i) =>
      ground(model, i, { x: x - 3, y: room.y, width: width + 6, height: y + height + STRIPE - room.y }),
    ),
  };
}

/** Px from one column to the next. @param {Box} room @param {Block[]} blocks */
const pitchOf = ({ width }, { length }) => width / Math.max(2, length);

/**
 * Where blocks stand side by side, and how they are changed for it.
 * @param {Items} items @param {Box} room @param {Block[]} blocks @param {{ cell: number, word: number }} most px @param {(numbers: boolean) => { y: number, height: number }} line
 */
function spotsOf({ model, size }, room, blocks, most, line) {
  const pitch = pitchOf(room, blocks);
  const [{ tensor, indices }] = blocks;
  const free = Math.floor((pitch - GAP) / indices.length);
  const needs = (/** @type {number} */ decimals) =>
    Math.ceil(model.widest(tensor, decimals) * LEAST_FONT) + 3;
  const decimals = [size.decimals, 2].find((some) => needs(some) <= free);
  const cell = decimals === undefined ? 0 : Math.min(free, Math.max(most.cell, needs(decimals)));
  const width = cell ? cell * indices.length : Math.min(most.word, pitch - 6);
  const middle = room.x + room.width / 2;
  const spots = blocks.map((_, k) => {
    const x = Math.round(middle + (k - (blocks.length - 1) / 2) * pitch - width / 2);
    return { x, width, ...line(cell > 0) };
  });
  /** Its cells on one line, its name elsewhere. @param {Block} block @param {number} k @returns {Partial<Block>} */
  const how = (block, k) => ({
    ...{ ...spots[k], labels: [], columns: indices.length, rows: 1, decimals },
    ...{ cellWidth: cell, cellHeight: spots[k].height, font: Math.min(block.font, 14) },
  });
  return { spots, numbers: cell > 0, how };
}

/** The letter and name of an output or a value, which point at it. @param {Items} items @param {"query" | "key"} side @param {number} n @param {Box} spot @param {number} y @param {number} pitch */
function word(items, side, n, { x, width }, y, pitch) {
  const name = side === "query" ? items.queryName(n) : items.keyName(n);
  const letter = letterRuns(side === "query" ? "mixed" : "value", n + 1);
  const room = pitch - GAP - (pitch > 60 ? 26 : 0);
  const said = truncate(name, 13, room, 600);
  const runs =
    pitch > 60 ? letterRuns(side === "query" ? "mixed" : "value", n + 1, said, { strong: true }) : null;
  const group = side === "query" ? { query: n } : { key: n };
  const item = text(`end.${side}.${n}`, {
    ...(runs ? { runs } : said ? { text: said, weight: 600 } : { runs: letter }),
    means: meansOf(items.model, group),
  });
  item.put(x + width / 2, y);
  return belonging(item, group);
}

/** @param {import("../../model.js").Model} model @param {number} i @param {Box} box */
function ground(model, i, box) {
  const means = meansOf(model, { query: i });
  const id = `end.ground.${i}`;
  const draw = /** @type {import("../../kit/draw.js").Draw} */ (
    () => [[LAYERS.ground, [rect(id, box, { fill: "none", means, spot: box })]]]
  );
  return { id, kind: "ground", draw, ...box, initial: { opacity: 0 } };
}
