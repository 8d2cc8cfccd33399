/**
 * What a query holds while tiles come and go: ℓ as one bar, a segment for every power of e, and u as a bar for each of its
 * numbers. All of it shrinks when a larger score comes. Lengths follow from the trace; each number that is written is one of it.
 */

import { move } from "../../ease.js";
import { cellName, upTo } from "../../model.js";
import { shortestDecimal } from "../../../words/decimal.js";
import { textWidth } from "../../text-metrics.js";
import { between } from "../../kit/bars.js";
import { LAYERS } from "../../kit/layers.js";
import { edge, path, rect } from "../../kit/marks.js";
import { textMark } from "../../kit/text.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/draw.js").Mark} Mark */
/** @typedef {import("../../kit/place.js").Box} Box */

/** Beside a bar, px: its number, with the factor it shrinks by; and how high a digit must stand. */
const ASIDE = 8;

/**
 * @param {string} id
 * @param {{ query: number, tiles: number[][], sum: Box, rows: Box[], feet: Box[] | null, struck: Box, font: number, decimals: number, tiled?: number }} what
 *   sum, rows: where bars may reach, numbers included; feet: where powers stand before they join, if they are seen there; struck: where the largest score
 *   stands that is none any more; tiled: how many tiles it begins with
 */
export const running = (id, { tiled = 0, ...what }) => ({
  ...{ id, kind: "running", draw: drawRunning, ...what, lengths: /** @type {Lengths | null} */ (null) },
  initial: { opacity: 0, scaled: tiled, added: tiled },
});

/** @typedef {ReturnType<typeof lengthsOf>} Lengths */

/** What bars show, as far as it is finite, and px of a 1. @param {any} item @param {Model} model */
function lengthsOf({ query, tiles, sum, rows, font, decimals }, { value, batch, head, text }) {
  const finite = (/** @type {string} */ tensor, /** @type {number[]} */ index) => {
    const found = value(tensor, index);
    return Number.isFinite(found) ? found : 0;
  };
  const after = (/** @type {string} */ tensor, /** @type {number[]} */ ...more) =>
    upTo(tiles.length).map((t) => finite(tensor, [t, batch, head, query, ...more]));
  const sums = after("running_sum");
  const mixed = rows.map((/** @type {Box} */ _, /** @type {number} */ c) => after("running_mixed", c));
  // room for "0.368 × 0.368"
  const widest = Math.max(...mixed.flatMap((/** @type {number[]} */ list, /** @type {number} */ c) => list.map((_, t) => textWidth(text("running_mixed", [t, batch, head, query, c], decimals), font, 600)))); // prettier-ignore
  const aside = widest + textWidth(" × c", font) + ASIDE;
  const [low, high] = [Math.min(0, ...mixed.flat()), Math.max(0, ...mixed.flat())];
  return {
    exps: tiles.map((/** @type {number[]} */ keys) =>
      keys.map((j) => finite("tile_exp", [batch, head, query, j])),
    ),
    ...{ corrections: after("correction"), sums, mixed, low, aside },
    unit: (sum.width - aside) / Math.max(...sums, 1e-30),
    each: (rows[0].width - (low < 0 ? 2 : 1) * aside) / Math.max(high - low, 1e-30),
  };
}

/** @type {import("../../kit/draw.js").Draw} */
function drawRunning(item, get, model) {
  const lengths = (item.lengths ??= lengthsOf(item, model));
  const state = stateOf(lengths, get("scaled"), get("added"));
  const opacity = get("opacity");
  const [segments, end] = sumMarks(item, lengths, state, model);
  const marks = [...segments, ...mixedMarks(item, lengths, state, model, end)];
  return [[LAYERS.now, marks.map((mark) => ({ ...mark, opacity: opacity * (mark.opacity ?? 1) }))]];
}

/**
 * How far it has come. whole: tiles that have joined; part: of the next; factor: what stood then is worth so much; waits: it is
 * shrinking, and nothing has joined since; still: its numbers are those of the trace.
 * @param {Lengths} lengths @param {number} scaled tiles whose correction has been made @param {number} added tiles that have joined
 */
function stateOf({ corrections, sums }, scaled, added) {
  const whole = Math.floor(added);
  const shrunk = whole < corrections.length && whole > 0 ? move(Math.min(1, scaled - whole)) : 0;
  const factor = shrunk > 0 ? 1 + (corrections[whole] - 1) * shrunk : 1;
  const part = move(added - whole);
  const waits = factor < 1 && part === 0 && sums[whole - 1] > 0;
  return { whole, part, factor, waits, still: part === 0 && !waits };
}
/** @typedef {ReturnType<typeof stateOf>} State */

/** The bar of ℓ. @param {any} item @param {Lengths} lengths @param {State} state @param {Model} model @returns {[Mark[], number]} and where it ends */
function sumMarks(item, lengths, { whole, part, factor, waits, still }, model) {
  const { id, query, tiles, sum, feet, font, decimals } = item;
  const { exps, corrections, unit, sums } = lengths;
  const { batch, head } = model;
  /** @type {Mark[]} */
  const marks = [];
  let x = sum.x;
  let end = x;
  upTo(Math.min(tiles.length, whole + (part > 0 ? 1 : 0))).forEach((t) => {
    const kept = corrections.slice(t + 1, whole).reduce((all, c) => all * c, t < whole ? factor : 1);
    tiles[t].forEach((/** @type {number} */ j, /** @type {number} */ k) => {
      const own = { x, y: sum.y, width: exps[t][k] * kept * unit, height: sum.height };
      x += own.width;
      if (t < whole) end = x;
      if (own.width < 0.3) return;
      const box = t < whole ? own : between(feet?.[j] ?? { ...own, width: 0 }, own, part);
      const name = `${id}/${j}`;
      marks.push(rect(`${name}/paper`, box, { fill: "paper" }));
      marks.push(rect(name, box, { fill: "weight", opacity: 0.35 + 0.65 * Math.min(1, exps[t][k] * kept) }));
      marks.push(
        edge(`${name}/edge`, box, t < whole ? { stroke: "on-role", strokeWidth: 1, opacity: 0.5 } : {}),
      );
      const cell = { tensor: "tile_exp", index: [batch, head, query, j] };
      if (kept === 1) marks.push(...number(`${name}/n`, model, cell, box, { font, decimals, copy: true, inside: true })); // prettier-ignore
    });
  });
  const bar = { ...sum, width: end - sum.x };
  marks.push(edge(`${id}/sum`, bar, {}));
  const cell = { tensor: "running_sum", index: [whole - 1, batch, head, query] };
  if (waits) marks.push(...former(`${id}/former`, model, cell, sum, sums[whole - 1] * unit, font, decimals));
  else if (still && whole)
    marks.push(...number(`${id}/total`, model, cell, bar, { font: font + 1, decimals, outside: true }));
  return [marks, end];
}

/** A bar for each number of u, and the largest score that is none any more. @param {any} item @param {Lengths} lengths @param {State} state @param {Model} model @param {number} end @returns {Mark[]} */
function mixedMarks(item, lengths, { whole, part, factor, waits, still }, model, end) {
  const { id, query, rows, struck, font, decimals } = item;
  const { mixed, low, each, aside } = lengths;
  const { batch, head } = model;
  const at = (/** @type {number} */ t) => [batch, head, query].toSpliced(0, 0, t);
  const marks = rows.flatMap((/** @type {Box} */ row, /** @type {number} */ c) => {
    const [before, next] = [mixed[c][whole - 1] ?? 0, mixed[c][whole] ?? 0];
    const value = (before * factor) * (1 - part) + next * part; // prettier-ignore
    const zero = row.x - low * each + (low < 0 ? aside : 0);
    const bar = { ...row, x: zero + Math.min(0, value) * each, width: Math.abs(value) * each };
    const name = `${id}/u${c}`;
    const cell = { tensor: "running_mixed", index: [...at(whole - 1), c] };
    const foot = path(`${name}/zero`, `M${zero} ${row.y - 2}v${row.height + 4}`, {
      stroke: "past",
      strokeWidth: 1.5,
    });
    if (!whole && part === 0) return [foot];
    return [
      rect(name, bar, { fill: "weighted" }),
      edge(`${name}/edge`, bar, {}),
      foot,
      ...(waits ? former(`${name}/former`, model, cell, { ...row, x: zero }, before * each, font, decimals) : []),
      ...(still && whole ? number(`${name}/n`, model, cell, bar, { font, decimals, left: value < 0 }) : []),
    ]; // prettier-ignore
  });
  if (!waits || !whole) return marks;
  const line = `M${struck.x + 3} ${struck.y + struck.height / 2}h${struck.width - 6}`;
  const cell = { tensor: "running_max", index: at(whole - 1) };
  return [
    ...marks,
    ...number(`${id}/struck`, model, cell, struck, {
      font,
      decimals,
      copy: true,
      inside: true,
      fill: "muted",
    }),
    path(`${id}/strike`, line, { stroke: "ink", strokeWidth: 1.5 }),
  ];
}

/** How long a bar was, dashed, and what it is multiplied by. @param {string} id @param {Model} model @param {import("../../model.js").Cell} cell @param {Box} row @param {number} length px @param {number} font @param {number} decimals @returns {Mark[]} */
function former(id, model, { tensor, index }, row, length, font, decimals) {
  const box = { ...row, x: row.x + Math.min(0, length), width: Math.abs(length) };
  const at = { y: row.y + row.height / 2 + font * 0.36, size: font, align: length < 0 ? "end" : "start" };
  const x = length < 0 ? box.x - ASIDE : box.x + box.width + ASIDE;
  const text = `${model.text(tensor, index, decimals)} × c`;
  return [
    edge(`${id}/ghost`, box, { stroke: "ghost", strokeWidth: 1.25, dash: "4 4" }),
    textMark(`${id}/text`, { ...at, x, text }, { fill: "muted", copy: true }),
  ];
}

/** A number of the trace in a bar, or beside it where it has no room. @param {string} id @param {Model} model @param {import("../../model.js").Cell} cell @param {Box} bar @param {{ font: number, decimals: number, inside?: boolean, outside?: boolean, left?: boolean, copy?: boolean, fill?: string }} how inside: there or nowhere; outside: always beside it @returns {Mark[]} */
function number(id, model, { tensor, index }, bar, { font, decimals, inside, outside, left, copy, fill }) {
  const text = model.text(tensor, index, decimals);
  const wide = textWidth(text, font, 600);
  const fits = !outside && wide + 8 <= bar.width;
  if (inside && !fits) return [];
  const middle = bar.y + bar.height / 2;
  const x = fits ? bar.x + bar.width / 2 : left ? bar.x - ASIDE : bar.x + bar.width + ASIDE;
  const align = fits ? "middle" : left ? "end" : "start";
  const from = fits ? x - wide / 2 : left ? x - wide : x;
  const box = { x: from - 3, y: middle - font * 0.7, width: wide + 6, height: font * 1.4 };
  const style = { fill: fill ?? (fits ? "on-role" : "ink"), copy };
  const mark = textMark(id, { x, y: middle + font * 0.36, text, size: font, align, weight: 600 }, style);
  const named = { cell: cellName(tensor, index), value: shortestDecimal(model.value(tensor, index)) };
  return [{ ...mark, ...named, ...(!copy && { box }) }];
}
