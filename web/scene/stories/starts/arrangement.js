/** Where the three starts stand: a lane each, their rows on the same lines, over one axis. */

import { formatNumber } from "../../format.js";
import { backdrop } from "../../kit/backdrop.js";
import { button } from "../../kit/button.js";
import { film } from "../../kit/film.js";
import { reading } from "../../kit/reading.js";
import { text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { textWidth, truncate } from "../../text-metrics.js";
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
  return { kind, phone, left, cell, dots, map, bars, named, top, bottom: height - foot, lane: (height - top - foot) / 3, head: phone ? 20 : 6 }; // prettier-ignore
}

/** Ticks of an axis from −most to most, whose numbers have room. @param {number} most @param {number} width px */
function ticksOf(most, width) {
  const room = (/** @type {number} */ step) => (step * width) / (2 * most) - textWidth(tickText(-step), 12);
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
  const { phone, dots, map, bars, top, bottom } = form;
  const lanes = upTo(3).map((k) => ({
    from: top + k * form.lane + form.head,
    to: top + (k + 1) * form.lane - 3,
  }));
  /** The numbers of a start's tensor at both draws, as many as a row has words. @param {any} start @param {string} tensor @param {number} across */
  const valuesOf = ({ draws }, tensor, across) =>
    draws.map((/** @type {any} */ { id }) =>
      upTo(count).map((i) => upTo(across).map((j) => model.value(`${id}.${tensor}`, [i, j]))),
    );
  /** Dots of each start, and their axis. @param {string} tensor @param {number} across */
  const plotOf = (tensor, across) => {
    const values = starts.map((/** @type {any} */ start) => valuesOf(start, tensor, across));
    const largest = Math.max(...values.flat(3).map(Math.abs)) || 1;
    const half = 1.06 * largest;
    return {
      values,
      half,
      axis: axis(`axis.${tensor}`, { ...dots, half, lanes, bottom, ticks: ticksOf(largest, dots.width) }),
    };
  };
  const scores = plotOf("scaled_scores", count);
  const parameters = plotOf("w_q", Math.min(8, model.d_q));
  const note = (
    /** @type {string} */ id,
    /** @type {string} */ said,
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {any} */ how = {},
  ) => {
    const item = text(id, { text: said, size: 12.5, align: "start", fill: "muted", ...how });
    item.put(x, y);
    return item;
  };
  const head = { size: phone ? 12 : 13, weight: 600, fill: "ink" };
  const seeded = reading("seed", { width: 60, said: (at) => [{ text: w.seed({ seed: seed + at }), size: 13, fill: "muted" }] }); // prettier-ignore
  const again = button("again", { label: w.redraw, text: w.redraw, align: "start" });
  const low = phone || form.kind === "column" ? room.height - 22 : bottom + 18;
  again.put(12, low);
  seeded.put(12 + again.width + 12, low);
  return {
    ...{ model, again, seeded, height: room.height },
    ground: [
      backdrop("panel", { x: 0, y: 0, width: room.width, height: room.height }),
      ...[1, 2].map((k) => backdrop(`line.${k}`, { x: 12, y: top + k * form.lane, width: room.width - 24, height: 1 }, { fill: "track", rx: 0 })), // prettier-ignore
    ],
    axes: { scores: scores.axis, parameters: parameters.axis },
    heads: {
      parameters: note("head.parameters", w.heads.parameters, dots.x, 12, head),
      scores: note("head.scores", w.heads[phone ? "dots" : "scores"], dots.x, 12, head),
      maps: [
        note("head.map", w.heads[phone ? "map" : "maps"], map, 12, { ...head, most: bars.x - map - 6 }),
        note("head.bars", w.heads[form.kind === "wide" ? "entropy" : "bits"], bars.x, 12, { ...head, most: room.width - bars.x - 4 }), // prettier-ignore
        note("foot.none", "0", bars.x, bottom + 11, { size: 12, copy: true }),
        note("foot.all", formatNumber(most, 2), bars.x + bars.width, bottom + 11, { size: 12, align: "end", copy: true }), // prettier-ignore
      ],
    },
    lanes: upTo(starts.length).map((k) => laneOf(starts[k], k, top + k * form.lane)),
  };

  /** @param {any} start @param {number} k @param {number} y */
  function laneOf({ init, draws, usual }, k, y) {
    const pitch = (form.lane - form.head - 18) / count;
    const rows = upTo(count).map((i) => Math.round(y + form.head + (i + 0.5) * pitch));
    const at = { draws, rows };
    const title = note(`${init}.name`, w.names[init], 12, y + (phone ? 11 : 20), { size: phone ? 13 : 15, weight: 650, fill: "ink" }); // prettier-ignore
    const rule = note(
      `${init}.rule`,
      w.rule(init, model),
      phone ? 20 + title.width : 12,
      y + (phone ? 11 : 40),
    );
    const said = (/** @type {number} */ step) => [
      { text: `${w.variance} `, size: 13, fill: "muted" },
      { text: formatNumber(draws[step].scores.variance, 2), size: phone ? 13 : 16, weight: 650, fill: "ink" },
    ];
    const variance = reading(`${init}.variance`, { width: 100, said, size: 14 });
    variance.put(phone ? Math.max(dots.x + dots.width + 8, rule.x + rule.width + 12) : 12, y + (phone ? 11 : 64)); // prettier-ignore
    const grid = {
      ...{
        tensor: `${draws[0].id}.weights`,
        index: [0, 0, /** @type {const} */ ("r"), /** @type {const} */ ("c")],
      },
      ...{ rows: count, columns: count },
    };
    const values = draws.map((/** @type {any} */ { id }) => model.tensor(`${id}.weights`)?.data);
    const cells = film(`${init}.map`, {
      ...{
        grid,
        cell: { width: form.cell, height: pitch },
        steps: [0, 1],
        values,
        weights: true,
        label: w.map,
      },
      last: `${draws[1].id}.weights`,
    });
    cells.put(map + cells.width / 2, y + form.head + cells.height / 2);
    const names = rows.map(
      (middle, i) =>
      note(`${init}.row${i}`, truncate(model.short("query", i), 12, dots.x - 14 - (phone ? 0 : form.left)), dots.x - 10, middle, { size: 12, align: "end", fill: "text" }), // prettier-ignore
    );
    return {
      ...{ title: [title, rule], variance, names, cells },
      numbers: scatter(`${init}.numbers`, { ...at, ...dots, ...parameters, values: parameters.values[k], label: w.heads.parameters }), // prettier-ignore
      dots: scatter(`${init}.dots`, { ...at, ...dots, ...scores, values: scores.values[k], bar: y + form.lane - 9, label: w.heads.scores }), // prettier-ignore
      bars: evenness(`${init}.bars`, { ...at, ...bars, most, usual, high: Math.min(14, pitch - 4), label: w.heads.entropy }), // prettier-ignore
    };
  }
}
/** @typedef {ReturnType<typeof arrange>} Stage */
