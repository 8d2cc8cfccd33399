/** The map of the layer as it learns, with the tokens at its edges and a ring around every right key; and the readings. */

import { formatNumber } from "../../format.js";
import { film } from "../../kit/film.js";
import { sweep } from "../../kit/backdrop.js";
import { reading } from "../../kit/reading.js";
import { placed } from "../../kit/place.js";
import { sliceOf } from "../../kit/slice.js";
import { runsWidth, text, textAt } from "../../kit/text.js";
import { truncate, textWidth } from "../../text-metrics.js";
import { upTo } from "../../model.js";
import { FEW } from "./room.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("./record.js").TrainingRecord} TrainingRecord */
/** @typedef {import("./room.js").Areas} Areas */

/** The widest number of each reading. @type {Record<string, string>} */
const WIDEST = { step: "8888", loss: "<0.001", accuracy: "88.8 %", weight: "0.88" };

/** Height of a line of words above the columns, in px. */
const LINE = 14;
/** The widest names before the rows and the highest above the columns, in px. */
const MOST = 62;

/**
 * Returns how much room names take; those above the columns stand upright where they are wider than a column.
 * @param {Model} model @returns {import("./room.js").Names}
 */
export function namesOf(model) {
  const { q_len: rows, kv_len: columns } = model;
  const widest = (/** @type {"query" | "key"} */ side, /** @type {number} */ count) =>
    Math.max(...upTo(count).map((i) => Math.ceil(textWidth(model.short(side, i), 13, 600))));
  const above = Math.min(MOST, widest("key", columns));
  return {
    ...{ before: Math.max(24, Math.min(MOST, widest("query", rows) + 10)), rows, columns },
    over: above <= (columns > FEW ? 20 : 32) ? 0 : above - LINE + 4,
  };
}

/** Writes a share as "99.2 %". @param {number} share */
export const percent = (share) => `${formatNumber(100 * share, 1)} %`;

/** @param {Model} model @param {TrainingRecord} record @param {Areas} areas @param {import("./room.js").Names} names */
export function mapOf(model, record, { map: { x, y, cell, title } }, { over }) {
  const w = model.words.stories.training.shown;
  const { q_len, kv_len, head, heads } = model;
  const cells = film("map", {
    grid: sliceOf(model, "weights"),
    cell: { width: cell, height: cell },
    steps: record.steps,
    values: record.weights,
    ...{ weights: true, label: w.map },
    last: model.tensor("after.weights") ? "after.weights" : undefined,
  });
  cells.put(x + (kv_len * cell) / 2, y + (q_len * cell) / 2);
  /** @type {(key: string, said: string, align: "middle" | "end", most: number) => any} */
  const name = (key, said, align, most) => {
    const size = textWidth(said, 13, 600) > most ? 12 : 13;
    return text(key, { text: truncate(said, size, most, 600), size, weight: 600, fill: "word", align });
  };
  const rows = upTo(q_len).map((i) => {
    const label = name(`map.row${i}`, model.short("query", i), "end", x - 5);
    return placed(label, x - 4, y + (i + 0.5) * cell);
  });
  const columns = upTo(kv_len).map((j) => {
    const said = model.short("key", j);
    const label = over
      ? text(`map.column${j}`, { text: said, weight: 600, fill: "word", upright: true, most: over + LINE })
      : name(`map.column${j}`, said, "middle", cell);
    return placed(label, x + (j + 0.5) * cell, y - (over ? label.height / 2 + 4 : 9));
  });
  const right = record.right.flatMap((j, i) =>
    j < 0 ? [] : [{ x: x + j * cell + 1, y: y + i * cell + 1, width: cell - 2, height: cell - 2 }],
  );
  const rings = right.length ? sweep("rings", right, { stroke: "ring-in" }) : null;
  const wide = (/** @type {string} */ said) => textWidth(said, 13, 650);
  const ofHead = w.ofHead({ n: head + 1, heads });
  const said = heads > 1 && wide(ofHead) <= title ? ofHead : w.map;
  // over few columns it begins with the names of the rows
  const left = wide(said) > kv_len * cell ? 0 : x;
  const look = /** @type {const} */ ({ weight: 650, fill: "ink", align: "start", most: title - left });
  const heading = title ? textAt("map.title", left, 9, { ...look, text: said }) : null;
  return { cells, rings, heading, names: [...rows, ...columns] };
}

/**
 * Returns step, loss, accuracy and weight, each in a fixed place.
 * @param {Model} model @param {TrainingRecord} record @param {Areas} areas
 */
export function readingsOf(model, record, { readings: { x, y, width, lines, count }, kind }) {
  const w = model.words.stories.training.shown;
  const size = kind === "phone" ? 12 : 13;
  const words = kind === "wide" ? w.readings : w.short;
  /** @type {[string, (step: number) => string][]} */
  const all = [
    ["step", String],
    ["loss", (step) => (step > 0 ? formatNumber(record.loss[step - 1], 3) : "")],
    ["accuracy", (step) => percent(Number(record.measuredAt(step).accuracy))],
    ["weight", (step) => formatNumber(Number(record.measuredAt(step).weight), 2)],
  ];
  const runs = (/** @type {string} */ name, /** @type {string} */ number) => [
    { text: `${words[name]} `, size, fill: "muted" },
    { text: number, size: size + 1, weight: 650, fill: "ink" },
  ];
  // a diverging loss is written with an exponent; on a phone it takes the weight's room
  const known = all.filter(([name]) => /** @type {any} */ (record.last)[name] !== null);
  const some = known.slice(0, record.failed && kind === "phone" ? 3 : count);
  const across = Math.ceil(some.length / lines);
  /** @type {Record<string, string>} */
  const widest = { ...WIDEST, ...(record.failed && { loss: "8.8 × 10³⁸" }) };
  const wide = some.map(([name]) => runsWidth(runs(name, widest[name])));
  const columns = upTo(across).map((c) => Math.max(...wide.filter((_, k) => k % across === c)));
  const gap = (width - columns.reduce((sum, width) => sum + width, 0)) / Math.max(1, across - 1);
  return some.map(([name, value], k) => {
    const said = (/** @type {number} */ step) => {
      const number = value(step);
      return number ? runs(name, number) : [];
    };
    const c = k % across;
    const item = reading(`reading.${name}`, { width: columns[c], said, size: size + 1 });
    const left = columns.slice(0, c).reduce((sum, width) => sum + width + gap, x);
    return placed(item, left, y + Math.floor(k / across) * 28);
  });
}
