/**
 * Where a sentence is read: its words in a row that never moves, below them what becomes of them; beside it, or under it, the map of
 * the words, then the query and the classes.
 */

import { nameOf, pairs } from "../../facts.js";
import { attentionMap } from "../../kit/attention-map.js";
import { backdrop } from "../../kit/backdrop.js";
import { bar, stackedBar } from "../../kit/bars.js";
import { SIZES, cellOf } from "../../kit/block.js";
import { cellsOf } from "../../kit/cells.js";
import { fit } from "../../kit/fit.js";
import { links } from "../../kit/links.js";
import { column, corner, fromLeft, grid, heightOf, widthOf } from "../../kit/place.js";
import { letterRuns, text } from "../../kit/text.js";
import { token } from "../../kit/token.js";
import { upTo } from "../../model.js";
import { truncate } from "../../text-metrics.js";
import { stagesOf } from "./facts.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {{ size: import("../../kit/block.js").Size, folded: boolean }} Variant folded: vectors stand upright */

/** Beside the words, between them, at their left for letters; a bar of length 1; px. */
const [SIDE, GAP, MARGIN, BAR] = [300, 8, 30, 22];
const PITCH = 190;
/** Between a share and its bar. */
const BESIDE = 6;
/** Where less is at hand, the last parameters are left out, px. */
const NARROW = 340;

const { large, column: middle, small, least } = SIZES;
/** @type {Variant[]} */
const VARIANTS = [
  ...[large, middle, small].map((size) => ({ size, folded: false })),
  ...[middle, small, least].map((size) => ({ size, folded: true })),
];

/** @param {Model} model @param {import("../../scene.js").Room} room @param {{ row: number, word: number }} facts row: whose word is taken out; word: which gets most */
export function arrange(model, room, { row: out, word }) {
  const [plain] = stagesOf(model);
  const beside = room.width >= 780;
  const tight = room.width < 500;
  const pad = tight ? 6 : 12;
  const [width, all] = [room.width - 2 * pad, room.height - 2 * pad];
  const left = beside ? width - SIDE - 3 * GAP : width;
  const tall = beside ? all : Math.round(all * 0.56);
  const space = { x: pad + MARGIN, y: pad, width: left - MARGIN, height: tall };
  const board = fit(space, VARIANTS, (variant) => wordsIn(model, space, out, { ...variant, tight, word }));
  const area = beside
    ? { x: pad + left + 3 * GAP, y: pad, width: SIDE, height: tall }
    : { x: pad, y: pad + tall + GAP, width, height: all - tall - GAP };
  const { labels } = model.words.stories.classification;
  const names = upTo(plain.q_len).map((j) => nameOf(plain, "key", j));
  const height = Math.floor((area.height - 64) / names.length);
  const wide = Math.floor((Math.min(area.width, 300) - 66) / names.length);
  const map = attentionMap(plain, {
    ...{ cell: { width: Math.min(58, wide), height: Math.min(44, height) }, rows: names, columns: names },
    ...{ title: labels.map, subtitle: labels.mapped, pairs: (i) => pairs(plain, i), hidden: true },
  });
  map.put(area.x, area.y + 4);
  const panel = backdrop("panel", { x: 0, y: 0, width: room.width, height: room.height });
  return { ...board, panel, map, ...classesIn(model, area, out, { beside, tight }) };
}
/** @typedef {ReturnType<typeof arrange>} Stage */

/** @param {Model} model @param {Box} space @param {number} out @param {Variant & { tight: boolean, word: number }} how word: which gets most */
function wordsIn(model, space, out, { size, folded, tight, word }) {
  const [plain, reader] = stagesOf(model);
  const w = model.words.stories.classification;
  const made = new Map();
  const look = (/** @type {string} */ tensor) =>
    tensor === "masked_scores" ? { size, style: /** @type {const} */ ("plain") } : { size };
  const [own, read] = [cellsOf(plain, look, made), cellsOf(reader, look, made)];
  const pitch = Math.min(PITCH, space.width / plain.q_len);
  const widest = (/** @type {string} */ tensor) => Math.min(pitch - 6, cellOf(plain, tensor, size).width);
  const upright = (/** @type {string} */ tensor) => (folded ? { perRow: 1, width: widest(tensor) } : {});
  const vectors = own.along("query", "x", {}, upright("x"));
  const outputs = own.along("query", "output", {}, upright("output"));
  const at = (/** @type {number} */ j) =>
    space.x + (space.width - pitch * vectors.length) / 2 + (j + 0.5) * pitch;
  const bottom = space.y + space.height;
  const rows = [...new Set([0, out])].map((query) => ({
    // what is too wide for its word is left out
    scores:
      cellOf(reader, "masked_scores", size).width < pitch
        ? read.along("key", "masked_scores", { query })
        : [],
    weights: read.along(
      "key",
      "weights",
      { query },
      { width: Math.min(pitch - 3, cellOf(reader, "weights", size).width) },
    ),
    mix: read("mixed", { query }),
    query,
  }));
  const font = tight ? 13 : 16;
  const words = vectors.map((_, j) => {
    const text = nameOf(plain, "key", j);
    const isOut = j === out - 1;
    const label = w[isOut ? "putBack" : "takeOut"]({ name: text });
    return token(`query-${isOut ? 0 : j + 1}`, { text, label, size: font, most: pitch - 4, out: isOut });
  });
  const [{ height: high }] = vectors;
  const top = space.y + words[0].height + 5;
  const low = top + high + 3;
  const line = size.height;
  const from = low + 2 * line + 4;
  words.forEach((word, j) => word.put(at(j), space.y + words[0].height / 2));
  vectors.forEach((one, j) => one.put(at(j), top + high / 2));
  outputs.forEach((one, j) => one.put(at(j), bottom - high / 2 - 2));
  const center = space.x + space.width / 2;
  const wide = Math.min(space.width - 40, 380);
  const mixed = bottom - line / 2 - 2;
  const told = rows.map(({ scores, weights, mix, query }) => {
    scores.forEach((one, j) => one.put(at(j), low + line / 2));
    weights.forEach((one, j) => one.put(at(j), low + line * 1.5 + 2));
    mix.put(center, mixed);
    const names = upTo(reader.kv_len).map((j) => nameOf(plain, "key", j));
    const share = stackedBar(`share.${query}`, {
      ...{
        width: wide,
        height: BAR,
        tensor: reader.full("weights"),
        indices: pairs(reader, query),
        decimals: 2,
      },
      ...{ names, bars: () => [], label: w.labels.share },
    });
    Object.assign(share.initial, { outer: 0 });
    share.put(center, mixed - line / 2 - BAR / 2 - 3);
    const streams = links(`streams.${query}`, {
      ...{ from: weights.map(belowOf), to: [aboveOf(share)], tensor: reader.full("weights") },
      ...{ indices: [pairs(reader, query)], unit: Math.min(wide, pitch - 10), mouth: wide },
      ...{ decimals: 2, written: 1, solid: true },
    });
    return { scores, weights, mix, share, streams };
  });
  const flows = upTo(plain.q_len).map((i) =>
    links(`flow.${i}`, {
      ...{ from: vectors.map(belowOf), to: [aboveOf(outputs[i])], tensor: plain.full("weights") },
      ...{
        indices: [pairs(plain, i)],
        unit: Math.min(96, vectors[0].width + 8),
        decimals: 2,
        written: i === word ? 0.4 : 1,
      },
    }),
  );
  const head = (/** @type {string} */ id, /** @type {string} */ tensor, /** @type {number} */ y) => {
    const item = text(`head.${id}`, { runs: letterRuns(tensor, ""), align: "end", fill: "muted" });
    item.put(space.x - 6, y);
    return item;
  };
  const heads = {
    x: head("x", "x", top + high / 2),
    output: head("output", "output", bottom - high / 2 - 2),
    scores: rows[0].scores.length ? head("scores", "scores", low + line / 2) : null,
    weights: head("weights", "weights", low + line * 1.5 + 2),
  };
  const name = text("head.mixed", {
    text: w.labels.mix,
    align: "end",
    most: center - rows[0].mix.width / 2 - 8,
    fill: "muted",
  });
  name.put(rows[0].mix.x - 8, mixed);
  const room = bottom - from - BAR - line;
  const across = Math.max(vectors[0].width, outputs[0].width);
  return {
    ...{ words, vectors, outputs, flows, told, heads, name },
    takes: { width: across + (folded ? 6 : GAP) > pitch ? Infinity : 0, height: room < 34 ? Infinity : 0 },
  };
}

/** The lower edge of a box, where what flows down leaves it. @param {Box} box @returns {Box} */
const belowOf = ({ x, y, width, height }) => ({ x, y: y + height, width, height: 0 });
/** @param {Box} box @returns {Box} */
const aboveOf = ({ x, y, width }) => ({ x, y, width, height: 0 });

/** The query, the last parameters, and a line for each class. @param {Model} model @param {Box} area @param {number} out @param {{ beside: boolean, tight: boolean }} how */
function classesIn(model, area, out, { beside, tight }) {
  const w = model.words.stories.classification;
  const size = tight ? least : beside ? middle : small;
  const cells = cellsOf(stagesOf(model)[1], () => ({ size }));
  const narrow = !beside && area.width < NARROW;
  const label = (/** @type {string} */ id, /** @type {string} */ said, most = area.width) =>
    text(`label.${id}`, { text: said, size: 13, weight: 600, align: "start", fill: "ink", most });
  const query = [label("asks", w.labels.query), cells("query", { query: 0 })];
  const last = [label("w_o", w.labels.parameters), cells("w_o"), cells("b_o")];
  const under = (/** @type {any[]} */ items) =>
    column(
      [...query, ...items].map((item) => fromLeft(item)),
      { gap: [4, beside ? 16 : 8, 4, 3] },
    );
  const parameters = narrow || heightOf(under(last)) > area.height ? [] : last;
  const upper = under(parameters);
  corner(upper, area.x, area.y);
  const lead = Math.max(widthOf(upper), 110) + 16;
  const left = beside || narrow ? area.x : area.x + lead;
  const most = area.x + area.width - left;
  const table = tableIn(model, cells, out, { size, most, gap: tight ? 4 : 8 });
  const title = label("classes", w.labels.classes, most);
  const high = heightOf(title) + 4 + table.height;
  const down = beside ? area.height - high - 4 : narrow ? heightOf(upper) + 8 : 0;
  corner(fromLeft(title), left, area.y + down);
  const results = table.put(left, area.y + down + high - table.height);
  const [, asks] = query;
  const aside = beside || narrow;
  const room = aside ? most - asks.width - 12 : most;
  const hint = text("hint", { text: w.hint, size: 13, align: "start", fill: "muted", most: room });
  if (aside) hint.put(left + asks.width + 12, asks.y + asks.height / 2);
  else hint.put(left, area.y + high + 20);
  return { query, parameters, classes: [title, ...table.items], ...results, hint };
}

/** A line for each class: its name, its number, its share as a cell and as a bar. @param {Model} model @param {import("../../kit/cells.js").Cells} cells of the query's stage @param {number} out @param {{ size: import("../../kit/block.js").Size, most: number, gap: number }} how */
function tableIn(model, cells, out, { size, most, gap }) {
  const [, , classes] = stagesOf(model);
  const shares = cellsOf(classes, () => ({ size: { ...size, decimals: 3 } }));
  const lines = [...new Set([0, out])].map((query) => ({
    logits: cells.along("feature", "output", { query }),
    chances: shares.along("key", "weights", { query }),
    query,
  }));
  const names = upTo(classes.kv_len).map((c) => {
    const said = truncate(nameOf(classes, "key", c), 13, Math.min(80, most * 0.38));
    return text(`class.${c}`, { text: said, size: 13, align: "start", fill: "text" });
  });
  const heads = ["output", "weights"].map((tensor) =>
    text(`head.class.${tensor}`, { runs: letterRuns(tensor, ""), fill: "muted" }),
  );
  const tables = lines.map(({ logits, chances }) =>
    grid([[null, ...heads], ...names.map((name, c) => [name, logits[c], chances[c]])], {
      ...{ gapX: gap, gapY: gap / 2 - 1 },
    }),
  );
  const long = Math.max(0, most - widthOf(tables[0]) - BESIDE - 2);
  const barsOf = (/** @type {number} */ k, past = false) =>
    lines[k].chances.map((foot, c) =>
      bar(`${past ? "past" : "bar"}.${k}.${c}`, {
        ...{ foot, tensor: classes.full("weights"), index: pairs(classes, lines[k].query)[c], most: long },
        ...{ side: /** @type {const} */ ("right"), gap: BESIDE, past },
      }),
    );
  return {
    items: [...names, ...heads],
    height: heightOf(tables[0]),
    /** Its upper left corner. @param {number} x @param {number} y */
    put(x, y) {
      for (const one of tables) corner(one, x, y);
      const results = lines.map(({ logits, chances }, k) => ({ logits, chances, bars: barsOf(k) }));
      return { results, past: barsOf(0, true) };
    },
  };
}
