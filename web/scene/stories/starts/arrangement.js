/** Where the three starts stand: a lane each, their rows on the same lines, over one axis. */

import { formatNumber } from "../../format.js";
import { backdrop } from "../../kit/backdrop.js";
import { button } from "../../kit/button.js";
import { film } from "../../kit/film.js";
import { placed } from "../../kit/place.js";
import { reading } from "../../kit/reading.js";
import { text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { textWidth } from "../../text-metrics.js";
import { axis, evenness, scatter, tickText } from "./lane.js";

/** @typedef {import("../../model.js").Model} Model */

/** Of a room: px of the words at the left, of the words of rows, of a cell; y of the lanes; where columns begin. @param {import("../../scene.js").Room} room @param {number} count of words */
function formOf({ width, height }, count) {
  const kind = width < 560 ? "phone" : width < 900 ? "column" : "wide";
  const { left, named, cell, number } = {
    phone: { left: 12, named: 46, cell: Math.min(13, 60 / count), number: 36 },
    column: { left: 128, named: 66, cell: Math.min(33, (0.22 * width) / count), number: 44 },
    wide: { left: 196, named: 90, cell: Math.min(36, 180 / count), number: 60 },
  }[kind];
  const phone = kind === "phone";
  const rest = width - left - named - count * cell - number - (phone ? 24 : 60);
  const dots = { x: left + named, width: Math.round(0.64 * rest) };
  const map = dots.x + dots.width + (phone ? 8 : 24);
  const bars = { x: map + count * cell + (phone ? 8 : 30), width: Math.round(0.36 * rest) };
  const [top, foot] = [24, kind === "wide" ? 40 : 62];
  const lanes = { top, bottom: height - foot, lane: (height - top - foot) / 3, head: phone ? 20 : 6 };
  return { kind, phone, left, cell, dots, map, bars, ...lanes };
}

/** Ticks of an axis from −most to most, whose numbers have room. @param {number} most @param {number} width px */
function ticksOf(most, width) {
  const widest = (/** @type {number} */ step) =>
    textWidth(tickText(-Math.floor(most / step + 1e-9) * step), 12);
  const room = (/** @type {number} */ step) => (step * width) / (2 * most) - widest(step);
  const steps = upTo(12).flatMap((k) => [1, 2, 5].map((by) => by * 10 ** (k - 4)));
  const fitting = steps.find((one) => room(one) >= 4) ?? most;
  // where none fits, the ends
  const step = Math.min(fitting, most);
  const count = Math.floor(most / step + 1e-9);
  return upTo(2 * count + 1).map((k) => (k - count) * step);
}

/** @param {Model} model @param {import("../../scene.js").Room} room */
export function arrange(model, room) {
  const { starts, most, seed } = model.more;
  const w = model.words.stories.starts;
  const count = model.q_len;
  const form = formOf(room, count);
  const { kind, phone, left, dots, map, bars, top, bottom } = form;
  const lanes = upTo(starts.length).map((k) => {
    const y = top + k * form.lane;
    return { y, from: y + form.head, to: y + form.lane - 3 };
  });
  const note = (/** @type {string} */ id, /** @type {string} */ said, how = {}) =>
    text(id, { text: said, size: 12.5, align: "start", fill: "muted", ...how });
  const strong = { size: phone ? 12 : 13, weight: 600, fill: "ink" };
  const head = (/** @type {string} */ id, /** @type {number} */ x, most = Infinity) =>
    placed(note(`head.${id}`, w.heads[id], { ...strong, most }), x, 12);
  const low = kind === "wide" ? bottom + 18 : room.height - 22;
  const again = placed(button("again", { label: w.redraw, text: w.redraw, align: "start" }), 12, low);
  const said = (/** @type {number} */ at) => [{ text: w.seed({ seed: seed + at }), size: 13, fill: "muted" }];
  const seeded = placed(reading("seed", { width: 60, said }), 24 + again.width, low);
  const scores = plotOf("scaled_scores", count);
  const parameters = plotOf("w_q", Math.min(8, model.d_q));
  const rule = { x: 12, width: room.width - 24, height: 1 };
  const foot = { size: 12, copy: true };
  return {
    ...{ model, again, seeded, height: room.height },
    ground: [
      backdrop("panel", { x: 0, y: 0, width: room.width, height: room.height }),
      ...lanes.slice(1).map(({ y }, k) => backdrop(`line.${k}`, { ...rule, y }, { fill: "track", rx: 0 })),
    ],
    axes: { scores: scores.axis, parameters: parameters.axis },
    heads: {
      parameters: head("parameters", dots.x),
      scores: head(phone ? "dots" : "scores", dots.x),
      maps: [
        head(phone ? "map" : "maps", map, bars.x - map - 6),
        head(kind === "wide" ? "entropy" : "bits", bars.x, room.width - bars.x - 4),
        placed(note("foot.none", "0", foot), bars.x, bottom + 11),
        placed(
          note("foot.all", formatNumber(most, 2), { ...foot, align: "end" }),
          bars.x + bars.width,
          bottom + 11,
        ),
      ],
    },
    lanes: lanes.map(({ y }, k) => laneOf(starts[k], k, y)),
  };

  /** Numbers of each start's tensor at both draws, so many of a row, and the axis of their dots. @param {string} tensor @param {number} across */
  function plotOf(tensor, across) {
    /** @type {number[][][][]} */
    const values = starts.map((/** @type {any} */ { draws }) =>
      draws.map((/** @type {any} */ { id }) =>
        upTo(count).map((i) => upTo(across).map((j) => model.value(`${id}.${tensor}`, [i, j]))),
      ),
    );
    const largest = Math.max(...values.flat(3).map(Math.abs)) || 1;
    const place = { ...dots, half: 1.06 * largest };
    const ticks = ticksOf(largest, dots.width);
    return { values, place, axis: axis(`axis.${tensor}`, { ...place, lanes, bottom, ticks }) };
  }

  /** @param {any} start @param {number} k @param {number} y */
  function laneOf({ init, draws, usual }, k, y) {
    const pitch = (form.lane - form.head - 18) / count;
    const rows = upTo(count).map((i) => Math.round(y + form.head + (i + 0.5) * pitch));
    const at = { draws, rows };
    // on a phone its name, rule and variance stand on one line
    const line = (/** @type {number} */ down) => y + (phone ? 11 : down);
    const bold = { size: phone ? 13 : 15, weight: 650, fill: "ink" };
    const title = placed(note(`${init}.name`, w.names[init], bold), 12, line(20));
    const drawn = placed(note(`${init}.rule`, w.rule(init, model)), phone ? 20 + title.width : 12, line(40));
    const said = (/** @type {number} */ step) => [
      { text: `${w.variance} `, size: 13, fill: "muted" },
      { ...bold, text: formatNumber(draws[step].scores.variance, 2) },
    ];
    const beside = Math.max(dots.x + dots.width + 8, drawn.x + drawn.width + 12);
    const variance = reading(`${init}.variance`, { width: 100, said, size: 14 });
    const [now, next] = draws.map((/** @type {any} */ { id }) => `${id}.weights`);
    const cells = film(`${init}.map`, {
      grid: {
        ...{ tensor: now, rows: count, columns: count },
        index: [0, 0, /** @type {const} */ ("r"), /** @type {const} */ ("c")],
      },
      cell: { width: form.cell, height: pitch },
      ...{ steps: [0, 1], weights: true, label: w.map, last: next },
      values: [now, next].map((tensor) => /** @type {any} */ (model.tensor(tensor)).data),
    });
    const most = dots.x - 14 - (phone ? 0 : left);
    const word = { size: 12, align: "end", fill: "text", most };
    const dotsOf = (/** @type {string} */ id, /** @type {typeof scores} */ { values, place }, bar = 0) =>
      scatter(`${init}.${id}`, { ...at, ...place, values: values[k], bar, label: w.heads[id] });
    return {
      title: [title, drawn],
      variance: placed(variance, phone ? beside : 12, line(64)),
      names: rows.map((middle, i) =>
        placed(note(`${init}.row${i}`, model.short("query", i), word), dots.x - 10, middle),
      ),
      numbers: dotsOf("parameters", parameters),
      dots: dotsOf("scores", scores, y + form.lane - 9),
      cells: placed(cells, map + cells.width / 2, y + form.head + cells.height / 2),
      bars: evenness(`${init}.bars`, {
        ...{ ...at, ...bars, usual, label: w.heads.entropy },
        ...{ most: model.more.most, high: Math.min(14, pitch - 4) },
      }),
    };
  }
}
/** @typedef {ReturnType<typeof arrange>} Stage */
