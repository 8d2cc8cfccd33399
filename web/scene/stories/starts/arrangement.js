/** The layout of the three starts: a lane each, with columns that line up, above their axes. */

import { formatNumber } from "../../format.js";
import { backdrop, panelIn } from "../../kit/backdrop.js";
import { button } from "../../kit/button.js";
import { film } from "../../kit/film.js";
import { gauge } from "../../kit/gauge.js";
import { placed } from "../../kit/place.js";
import { reading } from "../../kit/reading.js";
import { niceStep, ruler } from "../../kit/ruler.js";
import { textAt } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { factsOf } from "./facts.js";
import { dashed, scatter } from "./lane.js";

/** @typedef {import("../../model.js").Model} Model */

/** The room above the lanes and below them, in px. */
const [TOP, FOOT] = [24, 62];
const MUTED = /** @type {const} */ ({ size: 12.5, align: "start", fill: "muted" });

/**
 * Returns the sizes in a room, in px: the words at the left, a cell, the columns, the lanes.
 * @param {import("../../scene.js").Room} room @param {number} count of words
 */
function formOf({ width, height }, count) {
  const phone = width < 560;
  const [left, named, number, gap] = phone ? [12, 46, 44, 8] : [128, 66, 48, 20];
  const cell = phone ? Math.min(13, 60 / count) : Math.min(36, (0.2 * width) / count);
  // at least as wide as its heading
  const table = Math.max(36, count * cell);
  const rest = width - left - named - table - number - 3 * gap;
  const dots = { x: left + named, width: Math.round(0.64 * rest) };
  const map = dots.x + dots.width + gap;
  const bars = { x: map + table + gap, width: Math.round(0.36 * rest) };
  // where the map and the bars will be
  const beside = { x: map, width: bars.x + bars.width - map };
  return { phone, left, cell, dots, beside, bars, lane: (height - TOP - FOOT) / 3, head: phone ? 20 : 6 };
}

/** @param {Model} model @param {import("../../scene.js").Room} room */
export function arrange(model, room) {
  const { starts, most, seed } = model.more;
  const w = model.words.stories.starts;
  const count = model.q_len;
  const form = formOf(room, count);
  const { phone, left, dots, beside, bars, lane, head } = form;
  const bottom = room.height - FOOT;
  const said = (/** @type {number} */ at) => [{ ...MUTED, text: w.seed({ seed: seed + at }) }];
  const again = button("again", { label: w.redraw, text: w.redraw, align: "start" });
  const scores = plotOf("scaled_scores", dots, count, count);
  // with more words than features the last lines stay empty
  const [queries, keys] = [dots, beside].map((column, k) =>
    plotOf(k ? "w_k" : "w_q", column, Math.min(count, model.d_model), Math.min(8, model.d_q)),
  );
  return {
    facts: factsOf(model),
    again: placed(again, 12, room.height - 22),
    seeded: placed(reading("seed", { width: 60, said }), 24 + again.width, room.height - 22),
    ground: panelIn(room, [TOP + lane, TOP + 2 * lane]),
    axes: { scores: scores.axis, parameters: [queries.axis, keys.axis] },
    heads: {
      parameters: [headAt("w_q", dots.x), headAt("w_k", beside.x)],
      scores: [headAt("scores", dots.x), headAt("table", beside.x)],
      entropy: [
        headAt("bits", bars.x),
        footAt("0", bars.x),
        footAt(formatNumber(most, 2), bars.x + bars.width),
      ],
      map: headAt("map", beside.x),
    },
    lanes: upTo(starts.length).map((k) => laneOf(starts[k], k, TOP + k * lane)),
  };

  /** @param {string} id @param {number} x */
  function headAt(id, x) {
    return textAt(`head.${id}`, x, 12, { ...MUTED, size: 12, text: w.heads[id], weight: 600, fill: "ink" });
  }

  /** @param {string} text @param {number} x */
  function footAt(text, x) {
    return textAt(`foot.${text}`, x, bottom + 11, { text, size: 12, fill: "muted", copy: true });
  }

  /**
   * Returns `down` rows of `across` numbers of a tensor, of each start at both draws, and the axis of their dots in a column.
   * @param {string} tensor @param {{ x: number, width: number }} column @param {number} down @param {number} across
   */
  function plotOf(tensor, { x, width }, down, across) {
    /** @type {number[][][][]} */
    const values = starts.map((/** @type {any} */ { draws }) =>
      draws.map((/** @type {any} */ { id }) =>
        upTo(down).map((i) => upTo(across).map((j) => model.value(`${id}.${tensor}`, [i, j]))),
      ),
    );
    const largest = 1.06 * (Math.max(...values.flat(3).map(Math.abs)) || 1);
    const [zero, unit] = [x + width / 2, width / (2 * largest)];
    const scale = { unit, grid: niceStep(2 * largest, width / 22) };
    const line = { x: zero, y: TOP, width: 1, height: bottom - TOP };
    const axis = [
      backdrop(`zero.${tensor}`, line, { fill: "track", rx: 0, initial: { opacity: 0 } }),
      ruler(`axis.${tensor}`, { zero, half: width / 2, foot: bottom + 15, scale }),
    ];
    return { values, zero, unit, axis };
  }

  /** @param {any} start @param {number} k @param {number} y */
  function laneOf({ init, draws, usual }, k, y) {
    const pitch = (lane - head - 18) / count;
    const rows = upTo(count).map((i) => Math.round(y + head + (i + 0.5) * pitch));
    const bold = { size: phone ? 13 : 15, weight: 650, fill: "ink" };
    // on a phone its name, rule and variance stand on one line
    const line = (/** @type {number} */ n) => y + (phone ? 11 : 20 * n);
    const title = textAt(`${init}.name`, 12, line(1), { ...MUTED, ...bold, text: w.names[init] });
    const ruled = { ...MUTED, text: w.rule(init, model) };
    const rule = textAt(`${init}.rule`, phone ? 20 + title.width : 12, line(2), ruled);
    const variance = (/** @type {number} */ draw) => [
      { text: `${w.variance} `, size: 13, fill: "muted" },
      { ...bold, text: formatNumber(draws[draw].scores.variance, 2) },
    ];
    const index = [0, 0, /** @type {const} */ ("r"), /** @type {const} */ ("c")];
    /** The numbers of both draws in squares. @param {"scaled_scores" | "weights"} name @param {string} label */
    const tableOf = (name, label) => {
      const [now, next] = draws.map((/** @type {any} */ { id }) => `${id}.${name}`);
      const table = film(`${init}.${name}`, {
        ...{ grid: { tensor: now, rows: count, columns: count, index }, last: next, label },
        ...{ cell: { width: form.cell, height: pitch }, steps: [0, 1], weights: name === "weights" },
        values: [now, next].map((tensor) => /** @type {any} */ (model.tensor(tensor)).data),
      });
      return placed(table, beside.x + table.width / 2, y + head + table.height / 2);
    };
    const dotsOf = (/** @type {string} */ id, /** @type {typeof scores} */ { values, ...plot }, bar = 0) =>
      scatter(`${init}.${id}`, { draws, rows, values: values[k], ...plot, bar, label: w.heads[id] });
    const bar = { width: bars.width, height: Math.min(14, pitch - 4), most, fill: "weight" };
    const end = phone ? Math.max(dots.x + dots.width + 8, rule.x + rule.width + 12) : 12;
    const spread = reading(`${init}.variance`, { width: 100, said: variance, size: 14 });
    const named = /** @type {const} */ ({ size: 12, align: "end", most: dots.x - 14 - (phone ? 0 : left) });
    return {
      title: [title, rule],
      variance: placed(spread, end, line(3)),
      names: rows.map((middle, i) =>
        textAt(`${init}.row${i}`, dots.x - 10, middle, { ...named, text: model.short("query", i) }),
      ),
      queries: dotsOf("w_q", queries),
      keys: dotsOf("w_k", keys),
      dots: dotsOf("scores", scores, y + lane - 9),
      table: tableOf("scaled_scores", w.heads.scores),
      cells: tableOf("weights", w.map),
      bars: rows.map((middle, i) => {
        // empty until the scores are weights
        const values = [0, ...draws.map((/** @type {any} */ { entropy }) => entropy[i])];
        const texts = values.map((value, stop) => (stop ? formatNumber(value, 2) : ""));
        return placed(gauge(`${init}.bar${i}`, { ...bar, values, texts }), bars.x + bars.width / 2, middle);
      }),
      usual: dashed(`${init}.usual`, bars.x + (bars.width * usual) / most, y + head, y + lane - 16),
    };
  }
}
/** @typedef {ReturnType<typeof arrange>} Stage */
