/** Where the ways stand: a lane each, over the words, which are a slider's stops; what each takes stands beside its lane. */

import { backdrop } from "../../kit/backdrop.js";
import { cellsOf } from "../../kit/cells.js";
import { placed } from "../../kit/place.js";
import { reading } from "../../kit/reading.js";
import { slider } from "../../kit/slider.js";
import { runsWidth, text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { factsOf } from "./facts.js";
import { WIDTHS, layersOf } from "./layers.js";
import { arcs, stack, states, tally } from "./paths.js";

/** @typedef {import("../../model.js").Model} Model */

const SIZE = { cell: 30, wide: 54, height: 26, font: 15, small: 15, decimals: 3 };
const WAYS = ["recurrence", "convolutions", "attention"];
/** Half of a slider's knob, px. */
const KNOB = 9;

/** Sizes for a room: px at the left and right of the ways, of the second slider, of a count; y of the lanes' lines, of the words. @param {import("../../scene.js").Room} room */
function formOf({ width }) {
  const kind = width < 560 ? "phone" : width < 900 ? "column" : "wide";
  const sides = {
    phone: { left: 0, right: 0, side: 0.27 * width, size: 19, lanes: [0, 84, 206, 308] },
    column: { left: 0, right: 190, side: 100, size: 26, lanes: [0, 98, 236, 330] },
    wide: { left: 150, right: 270, side: 180, size: 34, lanes: [0, 98, 248, 340] },
  };
  const own = sides[kind];
  return { kind, phone: kind === "phone", ...own, words: own.lanes[3] + 18 };
}

/** @param {Model} model @param {import("../../scene.js").Room} room */
export function arrange(model, room) {
  const form = formOf(room);
  const { phone, left, right, lanes } = form;
  const { n, width: stop, slopes } = model.more.reach;
  const w = model.words.stories.reach;
  const facts = factsOf(model);
  const count = slopes.length;
  // on a phone the words on the way take all the room
  const shown = phone ? n : count;
  const [from, to] = [left + (phone ? 30 : 34), room.width - right - (phone ? 30 : 40)];
  const xs = upTo(shown).map((k) => Math.round(from + (k * (to - from)) / (shown - 1)));
  const [, second, third, end] = lanes;
  const way = {
    states: states("states", {
      ...{ xs, n, slopes, label: w.seen.states },
      ...{ below: phone, y: phone ? 48 : 60 },
    }),
    neighbours: layersIn("neighbours", false),
    gaps: layersIn("gaps", true),
    arcs: arcs("arcs", {
      ...{ xs, n, base: end - 16, height: end - third - (phone ? 62 : 40), label: w.seen.arcs },
      ...{ tensor: "upto.weights", cells: upTo(n).map((j) => [0, 0, n - 1, j]) },
    }),
  };
  const weight = cellsOf(model.stage("upto"), () => ({ size: SIZE }))("weights", { query: n - 1, key: 0 });
  const both = text("both", { text: w.both, size: 12.5, weight: 600, fill: "ink" });
  const over = Math.max(xs[way.gaps.layers.top], from + both.width / 2 - 20);
  const line = { x: 12, width: room.width - 24, height: 1 };
  return {
    ...{ facts, way, height: room.height },
    weight: placed(weight, (xs[0] + xs[n - 1]) / 2, way.arcs.base - way.arcs.height),
    both: phone ? null : placed(both, Math.min(over, room.width - right - both.width / 2 - 8), second + 14),
    ground: [
      backdrop("panel", { x: 0, y: 0, width: room.width, height: room.height }),
      ...lanes.slice(1).map((y, k) => backdrop(`line.${k}`, { ...line, y }, { fill: "track", rx: 0 })),
    ],
    lanes: WAYS.map((id, k) => laneOf(model, form, room, facts, id, k)),
    words: wordsOf(facts.names, xs, n, form),
    sliders: [
      ...(count > 2 ? nOf() : []),
      ...sliderOf("width", w.width, WIDTHS.map(String), stop, room.width - form.side - 12, form.side),
    ],
  };

  /** @param {string} id @param {boolean} gaps */
  function layersIn(id, gaps) {
    const height = third - second - (phone ? 52 : 60);
    const layers = layersOf(n, WIDTHS[stop], gaps);
    return stack(id, { xs, n, base: third - 18, height, layers, label: w.seen[id] });
  }

  /** How many words, under the words themselves where they stand. */
  function nOf() {
    const stops = upTo(count - 1).map((k) => String(k + 2));
    const [x, width] = phone
      ? [34, room.width - form.side - 100]
      : [xs[1] - KNOB, xs[count - 1] - xs[1] + 2 * KNOB];
    return sliderOf("n", w.words, stops, n - 2, x, width);
  }

  /** A slider and its name. @param {string} id @param {string} label @param {string[]} stops @param {number} set @param {number} x @param {number} width */
  function sliderOf(id, label, stops, set, x, width) {
    const y = form.words + 36;
    const said = id === "n" ? id : label;
    const name = text(`${id}.name`, { text: said, size: 13, weight: 600, align: "end", fill: "ink" });
    const item = slider(id, { width, stops, set, label, texts: stops });
    return [placed(item, x + width / 2, y), placed(name, x - 8, y - 8)];
  }
}
/** @typedef {ReturnType<typeof arrange>} Stage */

/** The words, of which those behind the last are faint; on a phone the two ends. @param {string[]} names @param {number[]} xs @param {number} n @param {ReturnType<typeof formOf>} form */
function wordsOf(names, xs, n, { phone, words: y }) {
  const pitch = xs[1] - xs[0];
  const most = phone ? Math.max(60, (xs[n - 1] - xs[0]) / 2) : pitch - 3;
  const shown = phone ? [0, n - 1] : upTo(names.length);
  return shown.map((k) => {
    const end = k === 0 || k === n - 1;
    const fill = end ? "ink" : k < n ? "text" : "past";
    const how = { size: phone || pitch > 60 ? 15 : 12.5, weight: end ? 650 : 400, fill, most };
    const item = text(`word.${k}`, { text: names[k], ...how });
    return placed(item, phone && k === 0 ? Math.max(xs[0], item.width / 2 + 8) : xs[k], y);
  });
}

/** Of a lane its name, its counts, what is said beside it from step to step, and what it costs, a square each. @param {Model} model @param {ReturnType<typeof formOf>} form @param {import("../../scene.js").Room} room @param {ReturnType<typeof factsOf>} facts @param {string} id @param {number} k */
function laneOf(model, { kind, phone, right, size, lanes }, room, facts, id, k) {
  const w = model.words.stories.reach;
  const middle = (lanes[k] + lanes[k + 1]) / 2;
  const y = phone ? lanes[k] + 15 : kind === "wide" ? middle - 6 : middle;
  const column = room.width - right + 8;
  const said = (/** @type {string} */ name, /** @type {string} */ words, how = {}) =>
    text(`${id}.${name}`, { text: words, size: 12, align: "start", fill: "muted", ...how });
  const title = { size: phone ? 13 : 14.5, weight: 650, fill: "ink" };
  const [x, up] = kind === "column" ? [column, 27] : [12, 0];
  const name = placed(said("name", w.names[id], title), x, y - up);
  const counts = Object.fromEntries(
    (id === "convolutions" ? ["neighbours", "gaps"] : [id]).map((way) => [way, counted(way)]),
  );
  const most = phone
    ? Math.min(...Object.values(counts).map(({ left }) => left)) - 22 - name.width
    : right - 14;
  const notes = Object.keys(w.notes[id]).map((key) => {
    const item = said(key, w.note(id, key, facts));
    const at = phone ? [20 + name.width, y + 1] : [column, y + (kind === "wide" ? 28 : 24)];
    // where there is room
    return [key, item.width <= most ? placed(item, at[0], at[1]) : null];
  });
  const rows = id === "recurrence" ? 1 : id === "attention" ? facts.n : facts.width;
  const squares = tally(`${id}.tally`, { columns: facts.n, rows, label: w.note(id, "cost", facts) });
  return {
    ...{ name, counts, notes: Object.fromEntries(notes) },
    tally: kind === "wide" ? placed(squares, room.width - 46, middle) : null,
  };

  /** What a way takes, counted as it goes. @param {string} way */
  function counted(way) {
    const count = facts.counts[way];
    const runs = (/** @type {number} */ done) => [{ text: String(done), size, weight: 700, fill: "ink" }];
    const unit = said(`${way}.unit`, w.unit(id, { n: count }), { size: 14, weight: 600, fill: "ink" });
    const width = runsWidth(runs(count), size);
    const left = phone ? room.width - 18 - unit.width - width : column;
    const item = reading(`${way}.count`, { width, size, said: (done) => runs(Math.min(done, count)) });
    return { left, item: placed(item, left, y), unit: placed(unit, left + width + 6, y + (phone ? 1 : 3)) };
  }
}
