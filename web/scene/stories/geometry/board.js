/** The keys, a column for each: its score, what softmax makes of it, its value; above them what the values add up to. */

import { textWidth } from "../../text-metrics.js";
import { bar, stackedBar } from "../../kit/bars.js";
import { SIZES, block, cellOf } from "../../kit/block.js";
import { arrow, ports } from "../../kit/arrows.js";
import { fit } from "../../kit/fit.js";
import { backdrop } from "../../kit/backdrop.js";
import { corner, grid, heightOf, space, widthOf } from "../../kit/place.js";
import { links } from "../../kit/links.js";
import { text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { nameOf, nameRuns } from "./parts.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/block.js").Block} Block */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {import("./parts.js").Parts} Parts */

/** Free ground inside the panel, px. */
const PAD = 14;

/** Height of the bar of length 1, and how far a column may stand off the next, px. */
const SHARE = 22;
const MOST_SPREAD = 60;

/** Two decimals however small: a weight of 0.05 is none of 5e-2. */
const LEAST = { ...SIZES.least, wide: 30 };

/** Ways to draw it, the best first: cells, height of a bar of 1, room for the streams; who has room as numbers;
 * upright: vectors as columns. */
const FORMS = [
  { size: SIZES.large, rise: 62, flow: 64, query: true, keys: true, values: true },
  { size: SIZES.column, rise: 48, flow: 40, query: true, keys: true, values: true },
  { size: SIZES.small, rise: 30, flow: 24, query: true, keys: true, values: true },
  { size: SIZES.small, rise: 26, flow: 0, query: true, keys: true, values: false },
  { size: LEAST, rise: 22, flow: 0, query: true, keys: true, values: false, upright: true },
  { size: LEAST, rise: 20, flow: 0, query: false, keys: false, values: false },
];

/**
 * How wide the cells of a tensor are: with room for a sign and all decimals, so that nothing jumps while a reader drags.
 * @param {Model} model @param {string} tensor @param {import("../../kit/block.js").Size} size
 */
export function steady(model, tensor, size) {
  const { width } = cellOf(model, tensor, size);
  const most = `−0.${"0".repeat(size.decimals)}`;
  return Math.max(width, Math.ceil(textWidth(most, size.small, 600) + 5));
}

/**
 * A vector's numbers, in a row or upright.
 * @param {Parts} parts @param {string} id @param {"a" | "b"} tensor @param {number} at
 * @param {Partial<Parameters<typeof block>[1]> & { size: import("../../kit/block.js").Size }} how @param {boolean} [upright]
 */
export function vectorBlock({ plane }, id, tensor, at, how, upright = false) {
  const pair = [0, 1].map((c) => [at, c]);
  const cells = upright ? pair.map((index) => [index]) : [pair];
  return block(plane, { id, tensor, cells, width: steady(plane, tensor, how.size), ...how });
}

/** The largest that fits; null without an attention. @param {Parts} parts @param {{ width: number, height: number }} room */
export function boardOf(parts, room) {
  const { attention } = parts;
  return attention && fit(room, FORMS, (form) => boardAt(parts, attention, form));
}
/** @typedef {ReturnType<typeof boardAt>} Board */

/** @param {Parts} parts @param {Model} attention @param {typeof FORMS[number]} form */
function boardAt(parts, attention, form) {
  const { keys, score } = parts;
  const { full, words } = attention;
  const { size, rise, flow } = form;
  const items = itemsOf(parts, attention, form);
  const lines = linesOf(items, form);
  const rows = lines.map(({ row }) => row);
  const gaps = { gapX: isTall(form) ? 22 : form.query ? 10 : 3, gapY: lines.map(({ below }) => below) };
  const least = grid(rows, gaps);
  const pad = isTall(form) ? PAD : form.query ? 8 : 2;
  const feet = items.scaled.length ? items.scaled : items.scores;
  const bars = feet.map((foot, j) =>
    bar(`bar.${j}`, { foot, tensor: full("shifted_exp"), index: score(j), most: rise }),
  );
  const made = {
    ...items,
    bars,
    takes: { width: widthOf(least) + 2 * pad, height: heightOf(least) + 2 * pad },
    panel: backdrop("board", { x: 0, y: 0, width: 0, height: 0 }, { initial: { opacity: 0 } }),
    /** @type {import("../../kit/bars.js").StackedBar | null} */
    share: null,
    /** @type {ReturnType<typeof links> | null} */
    flow: null,
    matches: items.keys.map((block, j) => arrow(`match.${j}`, ports.up(block), ports.down(items.scores[j]))),
    /** @param {Box} free */
    put(free) {
      const width = Math.min(free.width - 2 * pad, widthOf(least) + MOST_SPREAD * keys.length);
      const all = grid(rows, { ...gaps, width });
      const x = free.x + (free.width - width) / 2;
      const y = free.y + (free.height - heightOf(all)) / 2;
      corner(all, x, y);
      Object.assign(made.panel, {
        x: free.x,
        y: y - pad,
        width: free.width,
        height: heightOf(all) + 2 * pad,
      });
      const at = (/** @type {string} */ id) => all.lines[lines.findIndex((line) => line.id === id)];
      const columns = [items.values, items.keys, items.scores].find((list) => list.length) ?? [];
      const [left, last] = [columns[0].x, columns[columns.length - 1]];
      const wide = Math.max(last.x + last.width - left, 60);
      items.output?.put(left + wide / 2, at("output"));
      made.share = stackedBar("share", {
        ...{ width: wide, height: SHARE, tensor: full("weights"), indices: keys.map(score) },
        names: keys.map((j) => nameOf(parts, j)),
        bars: () => bars,
        decimals: size.decimals,
        label: words.scene.shareBar("a"),
      });
      made.share.put(left + wide / 2, at("share"));
      if (items.output && flow)
        made.flow = links("ribbons", {
          ...{ from: items.values, to: [items.output], tensor: full("weights"), indices: [keys.map(score)] },
          ...{ unit: Math.min(34, items.output.width * 0.9), decimals: size.decimals },
          label: words.scene.streams,
        });
    },
  };
  return made;
}

/** @param {typeof FORMS[number]} form */
const isTall = ({ size }) => size.height > 24;

/** The blocks with numbers, and their words. @param {Parts} parts @param {Model} attention @param {typeof FORMS[number]} form */
function itemsOf(parts, attention, form) {
  const { keys, score } = parts;
  const { size } = form;
  const font = isTall(form) ? 15 : 13;
  const width = upTo(attention.d_v);
  const strip = (/** @type {string} */ id, /** @type {string} */ tensor, /** @type {number[][]} */ cells) =>
    block(attention, {
      ...{ id, tensor, cells: [cells], size, style: tensor === "weights" ? "heat" : "role" },
      width: tensor === "value" ? undefined : steady(attention, tensor, size),
    });
  const each = (/** @type {string} */ tensor) => keys.map((j) => strip(`${tensor}.${j}`, tensor, [score(j)]));
  const word = (/** @type {string} */ tensor) =>
    text(`word.${tensor}`, {
      text: form.query ? attention.words.scene.shown(tensor) : "",
      fill: "muted",
      align: "end",
    });
  const letter = (/** @type {"a" | "b"} */ tensor, /** @type {number} */ at) =>
    nameRuns(parts, tensor, at, font);
  return {
    scores: each("scores"),
    scaled: attention.scaled ? each("scaled_scores") : [],
    weights: each("weights"),
    letters: keys.map((j) => text(`letter.b.${j}`, { runs: letter("b", j), fill: "ink", size: font })),
    keys: form.keys ? keys.map((j) => vectorBlock(parts, `key.${j}`, "b", j, { size }, form.upright)) : [],
    values: form.values
      ? keys.map((j) =>
          strip(
            `value.${j}`,
            "value",
            width.map((c) => [0, 0, j, c]),
          ),
        )
      : [],
    output: form.values
      ? strip(
          "output",
          "output",
          width.map((c) => [0, 0, c]),
        )
      : null,
    query: form.query
      ? vectorBlock(
          parts,
          "query",
          "a",
          0,
          {
            size,
            labels: [{ runs: letter("a", 0), side: "left", size: font }],
            margin: { left: 18 },
            align: "end",
          },
          form.upright,
        )
      : null,
    word: { output: word("output"), value: word("value"), weights: word("weights") },
  };
}

/** The rows from above, and the least gap below each. @param {ReturnType<typeof itemsOf>} items @param {typeof FORMS[number]} form */
function linesOf({ output, values, weights, scaled, scores, query, keys, letters, word }, form) {
  const tall = isTall(form);
  // what has no column of its own counts in height alone
  const high = (/** @type {number} */ height) => [null, space(1, height)];
  const near = tall ? 18 : 8;
  return [
    ...(output
      ? [{ id: "output", row: [word.output, space(1, output.height)], below: Math.max(form.flow, 12) }]
      : []),
    ...(values.length ? [{ id: "value", row: [word.value, ...values], below: near / 2 }] : []),
    // a share that is narrow has its name above the bar
    { id: "weights", row: [word.weights, ...weights], below: 20 },
    { id: "share", row: high(SHARE), below: near },
    { id: "bars", row: high(form.rise), below: 2 },
    ...(scaled.length ? [{ id: "scaled", row: [null, ...scaled], below: near }] : []),
    { id: "scores", row: [form.upright ? null : query, ...scores], below: keys.length ? near : 3 },
    ...(keys.length ? [{ id: "keys", row: [form.upright ? query : null, ...keys], below: 2 }] : []),
    { id: "letters", row: [null, ...letters], below: 0 },
  ];
}
