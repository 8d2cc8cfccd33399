/**
 * The bars of what a query holds while tiles come and go: ℓ as one bar, with a segment for every power of e, and u as a bar for
 * each of its numbers. All bars shrink when a larger score comes. Lengths follow from the trace; every number that is written is
 * in it.
 */

import { move } from "../../ease.js";
import { upTo } from "../../model.js";
import { textWidth } from "../../text-metrics.js";
import { between } from "../../kit/bars.js";
import { edge, path, rect } from "../../kit/marks.js";
import { ASIDE, inside, measured } from "../../kit/measured.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/draw.js").Mark} Mark */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {ReturnType<typeof lengthsOf>} Lengths */
/** @typedef {ReturnType<typeof stateOf>} State */

/**
 * @param {string} id
 * @param {{ query: number, tiles: number[][], sum: Box, rows: Box[], feet: Box[] | null, font: number, decimals: number, tiled: number }} what
 *   sum, rows: the space for bars and their numbers; feet: where powers are before they join, if they are visible there;
 *   tiled: the number of tiles it begins with
 */
export const running = (id, { tiled, ...what }) => ({
  ...{ id, kind: "running", draw: drawRunning, ...what, lengths: /** @type {Lengths | null} */ (null) },
  initial: { opacity: 0, scaled: tiled, added: tiled },
});

/** The numbers behind the bars, with 0 for those that are not finite, and px of a 1. @param {any} item @param {Model} model */
function lengthsOf({ query, tiles, sum, rows, font, decimals }, { value, batch, head, widest }) {
  /** @param {string} tensor @param {number[]} index */
  const finite = (tensor, index) => (Number.isFinite(value(tensor, index)) ? value(tensor, index) : 0);
  /** A running tensor after each tile. @param {string} tensor @param {number[]} more */
  const after = (tensor, ...more) =>
    upTo(tiles.length).map((t) => finite(tensor, [t, batch, head, query, ...more]));
  const sums = after("running_sum");
  const mixed = upTo(rows.length).map((c) => after("running_mixed", c));
  const [low, high] = [Math.min(0, ...mixed.flat()), Math.max(0, ...mixed.flat())];
  const exps = upTo(tiles.flat().length).map((j) => finite("tile_exp", [batch, head, query, j]));
  const [sides, least] = low < 0 ? [2, textWidth(">−0.001", font, 600)] : [1, 0];
  const most = Math.max(widest("running_mixed", decimals), widest("running_sum", decimals));
  const number = Math.max(most * font, least) + ASIDE;
  const whole = number + textWidth(" × c", font);
  // without room for it, the factor of u is not written
  const tight = rows[0].width - sides * whole < 40;
  const aside = tight ? number : whole;
  const each = Math.max(24, rows[0].width - sides * aside) / Math.max(high - low, 1e-30);
  return {
    ...{ exps, corrections: after("correction"), sums, mixed, each, tight },
    unit: (sum.width - whole) / Math.max(...sums, 1e-30),
    zero: low < 0 ? aside - low * each : 0,
  };
}

/**
 * The state of the bars. whole: tiles that have joined; part: how much of the next has; factor: by how much the bars have shrunk
 * since; waits: they have shrunk, and nothing has joined since; still: the numbers are those of the trace.
 * @param {Lengths} lengths @param {number} scaled tiles whose correction has been made @param {number} added tiles that have joined
 */
function stateOf({ corrections, sums }, scaled, added) {
  const whole = Math.floor(added);
  const shrunk = whole < corrections.length && whole > 0 ? move(Math.min(1, scaled - whole)) : 0;
  const factor = shrunk > 0 ? 1 + (corrections[whole] - 1) * shrunk : 1;
  const part = move(added - whole);
  const waits = factor < 1 && part === 0 && sums[whole - 1] > 0;
  return { whole, part, factor, waits, still: whole > 0 && part === 0 && !waits };
}

/** @type {import("../../kit/draw.js").Draw} */
function drawRunning(item, get, model) {
  const lengths = (item.lengths ??= lengthsOf(item, model));
  const state = stateOf(lengths, get("scaled"), get("added"));
  const { font, decimals } = item;
  const how = { font, decimals, factor: state.waits ? "c" : "", silent: !state.waits && !state.still };
  const made = [
    ...sumMarks(item, lengths, state, model, how),
    ...mixedMarks(item, lengths, state, model, how),
  ];
  const dashed = { stroke: "ghost", strokeWidth: 1.25, dash: "4 4" };
  const empty = [item.sum, ...item.rows].map((row, k) => edge(`${item.id}/room${k}`, row, dashed));
  return { now: state.whole + state.part > 0 ? made : empty };
}

/**
 * Draws the bar of ℓ.
 * @param {any} item @param {Lengths} lengths @param {State} state @param {Model} model @param {any} how @returns {Mark[]}
 */
function sumMarks({ id, query, tiles, sum, feet }, { exps, corrections, sums, unit }, state, model, how) {
  const { whole, part, factor } = state;
  const pair = [model.batch, model.head, query];
  /** @type {Mark[]} */
  const marks = [];
  let x = sum.x;
  for (const t of upTo(Math.min(tiles.length, whole + Math.ceil(part)))) {
    const stands = t < whole;
    const kept = corrections.slice(t + 1, whole).reduce((all, c) => all * c, stands ? factor : 1);
    for (const j of tiles[t]) {
      const share = { ...sum, x, width: exps[j] * kept * unit };
      x += share.width;
      if (share.width < 0.3) continue;
      const box = stands ? share : between(feet?.[j] ?? { ...share, width: 0 }, share, part);
      const line = stands ? { stroke: "on-role", strokeWidth: 1, opacity: 0.5 } : {};
      marks.push(rect(`${id}/${j}/paper`, box, { fill: "paper" }));
      marks.push(rect(`${id}/${j}`, box, { fill: "weight", opacity: 0.35 + 0.65 * exps[j] * kept }));
      marks.push(edge(`${id}/${j}/edge`, box, line));
      // a power that has shrunk is no longer a number of the trace
      if (kept === 1)
        marks.push(...inside(`${id}/${j}/n`, model, { tensor: "tile_exp", index: [...pair, j] }, box, how));
    }
  }
  const was = (sums[whole - 1] ?? 0) * unit;
  const cell = { tensor: "running_sum", index: [whole - 1, ...pair] };
  return [...marks, ...measured(`${id}/sum`, model, cell, { ...how, row: sum, was, is: was * factor })];
}

/**
 * Draws a bar for each number of u.
 * @param {any} item @param {Lengths} lengths @param {State} state @param {Model} model @param {any} how @returns {Mark[]}
 */
function mixedMarks({ id, query, rows }, { mixed, zero, each, tight }, { whole, part, factor }, model, how) {
  return rows.flatMap((/** @type {Box} */ row, /** @type {number} */ c) => {
    const [before, next] = [mixed[c][whole - 1] ?? 0, mixed[c][whole] ?? 0];
    const is = (before * factor * (1 - part) + next * part) * each;
    const x = row.x + zero;
    const cell = { tensor: "running_mixed", index: [whole - 1, model.batch, model.head, query, c] };
    const line = { stroke: "past", strokeWidth: 1.5 };
    const bar = {
      ...how,
      row: { ...row, x },
      was: before * each,
      is,
      fill: "weighted",
      silent: how.silent || (tight && how.factor),
    };
    return [
      path(`${id}/u${c}/zero`, `M${x} ${row.y - 2}v${row.height + 4}`, line),
      ...measured(`${id}/u${c}`, model, cell, bar),
    ];
  });
}
