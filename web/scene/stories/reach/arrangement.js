/** Where the ways stand: a lane each, over the words, which are a slider's stops; what each takes stands beside its lane. */

import { truncate } from "../../text-metrics.js";
import { backdrop } from "../../kit/backdrop.js";
import { cellsOf } from "../../kit/cells.js";
import { reading } from "../../kit/reading.js";
import { slider } from "../../kit/slider.js";
import { runsWidth, text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { factsOf } from "./facts.js";
import { WIDTHS, layersOf } from "./layers.js";
import { arcs, stack, states, tally } from "./paths.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/place.js").Box} Box */

const SIZE = { cell: 30, wide: 54, height: 26, font: 15, small: 15, decimals: 3 };
/** Half of a slider's knob, px. */
const KNOB = 9;

/** Sizes for a room: px at the left and right of the ways, of a count; y of the lanes' lines, of the words. @param {import("../../scene.js").Room} room */
function formOf({ width, height }) {
  const kind = width < 560 ? "phone" : width < 900 ? "column" : "wide";
  const sides = {
    phone: { left: 0, right: 0, size: 19, lanes: [0, 84, 206, 308] },
    column: { left: 0, right: 190, size: 26, lanes: [0, 98, 236, 330] },
    wide: { left: 150, right: 270, size: 34, lanes: [0, 98, 248, 340] },
  };
  const own = sides[kind];
  return { kind, phone: kind === "phone", ...own, words: own.lanes[3] + 18, height };
}

/** @param {Model} model @param {import("../../scene.js").Room} room */
export function arrange(model, room) {
  const form = formOf(room);
  const { n, width: stop, slopes } = model.more.reach;
  const w = model.words.stories.reach;
  const count = slopes.length;
  const facts = factsOf(model);
  const from = form.left + (form.phone ? 30 : 34);
  const pitch = (room.width - form.right - (form.phone ? 30 : 40) - from) / ((form.phone ? n : count) - 1);
  const xs = upTo(form.phone ? n : count).map((k) => Math.round(from + k * pitch));
  const [, second, third, end] = form.lanes;
  const at = { xs, n };
  const way = {
    states: states("states", { ...at, slopes, below: form.phone, y: form.phone ? 48 : 60, label: w.seen.states }), // prettier-ignore
    neighbours: stackIn("neighbours", false),
    gaps: stackIn("gaps", true),
    arcs: arcs("arcs", {
      ...{ ...at, base: end - 16, height: end - third - (form.phone ? 62 : 40), label: w.seen.arcs },
      ...{ tensor: "upto.weights", cells: upTo(n).map((j) => [0, 0, n - 1, j]) },
    }),
  };
  const weight = cellsOf(model.stage("upto"), () => ({ size: SIZE }))("weights", { query: n - 1, key: 0 });
  weight.put((xs[0] + xs[n - 1]) / 2, way.arcs.base - way.arcs.height);
  const both = text("both", { text: w.both, size: 12.5, weight: 600, fill: "ink" });
  const top = (/** @type {number} */ place) => Math.min(Math.max(xs[place], from + both.width / 2 - 20), room.width - form.right - both.width / 2 - 8); // prettier-ignore
  both.put(top(way.gaps.layers.top), second + 14);
  return {
    ...{ form, facts, way, weight, both: form.phone ? null : both },
    ground: [
      backdrop("panel", { x: 0, y: 0, width: room.width, height: form.height }),
      ...[second, third, end].map((y, k) =>
        backdrop(`line.${k}`, { x: 12, y, width: room.width - 24, height: 1 }, { fill: "track", rx: 0 }),
      ),
    ],
    lanes: lanesOf(model, form, room, facts),
    words: wordsOf(facts.names, xs, n, form),
    sliders: slidersOf(),
    height: form.height,
  };

  /** @param {string} id @param {boolean} gaps */
  function stackIn(id, gaps) {
    const high = third - second - (form.phone ? 52 : 60);
    const layers = layersOf(n, WIDTHS[stop], gaps);
    return stack(id, { ...at, base: third - 18, height: high, layers, label: w.seen[id] });
  }

  /** How many words, under them; and how many a convolution takes together. */
  function slidersOf() {
    const y = form.words + 36;
    const counts = upTo(count - 1).map((k) => String(k + 2));
    const side = form.phone ? 0.27 * room.width : form.right - 90;
    const across = form.phone ? { x: 34, width: room.width - side - 100 } : { x: xs[1] - KNOB, width: xs[xs.length - 1] - xs[1] + 2 * KNOB }; // prettier-ignore
    const place = { x: room.width - side - 12, width: side };
    const line = count > 2 && slider("n", { ...{ width: across.width, stops: counts, set: n - 2 }, ...{ label: w.words, texts: counts } }); // prettier-ignore
    if (line) line.put(across.x + across.width / 2, y);
    const widths = slider("width", { width: place.width, stops: WIDTHS.map(String), set: stop, label: w.width, texts: WIDTHS.map(String) }); // prettier-ignore
    widths.put(place.x + place.width / 2, y);
    const named = (/** @type {string} */ id, /** @type {string} */ said, /** @type {number} */ x) => {
      const item = text(`${id}.name`, { text: said, size: 13, weight: 600, align: "end", fill: "ink" });
      item.put(x - 8, y - 8);
      return item;
    };
    return [line, line && named("n", "n", across.x), widths, named("width", w.width, place.x)];
  }
}
/** @typedef {ReturnType<typeof arrange>} Stage */

/** The words, of which those behind the last are faint; on a phone the two ends. @param {string[]} names @param {number[]} xs @param {number} n @param {ReturnType<typeof formOf>} form */
function wordsOf(names, xs, n, { phone, words: y }) {
  const pitch = xs[1] - xs[0];
  const shown = phone ? [0, n - 1] : upTo(names.length);
  const most = phone ? Math.max(60, pitch * (n - 1) * 0.5) : pitch - 3;
  return shown.map((k) => {
    const end = k === 0 || k === n - 1;
    const size = phone || pitch > 60 ? 15 : 12.5;
    const said = truncate(names[k], size, most, 650);
    const item = text(`word.${k}`, { text: said, size, weight: end ? 650 : 400, fill: end ? "ink" : k < n ? "text" : "past" }); // prettier-ignore
    item.put(phone && k === 0 ? Math.max(xs[0], item.width / 2 + 8) : xs[k], y);
    return item;
  });
}

/** Of each lane its name, its count, and what is said beside it from step to step. @param {Model} model @param {ReturnType<typeof formOf>} form @param {import("../../scene.js").Room} room @param {ReturnType<typeof factsOf>} facts */
function lanesOf(model, form, room, facts) {
  const w = model.words.stories.reach;
  const { kind, phone, right, size, lanes } = form;
  return ["recurrence", "convolutions", "attention"].map((id, k) => {
    const middle = phone ? lanes[k] + 15 : (lanes[k] + lanes[k + 1]) / 2 - (kind === "wide" ? 6 : 0);
    const start = (/** @type {string} */ name, /** @type {string} */ said, /** @type {any} */ how = {}) =>
      text(`${id}.${name}`, { text: said, size: 13, align: "start", fill: "muted", ...how });
    const column = room.width - right + 8;
    const name = start("name", w.names[id], { size: phone ? 13 : 14.5, weight: 650, fill: "ink" });
    name.put(kind === "column" ? column : 12, middle - (kind === "column" ? 27 : 0));
    const counted = (/** @type {string} */ way, /** @type {number} */ count) => {
      const runs = (/** @type {string} */ said) => [{ text: said, size, weight: 700, fill: "ink" }];
      const unit = start(`${way}.unit`, w.unit(id, { n: count }), { size: 14, weight: 600, fill: "ink" });
      const wide = runsWidth(runs(String(count)), size);
      const left = phone ? room.width - 12 - unit.width - 6 - wide : column;
      const item = reading(`${way}.count`, { width: wide, size, said: (done) => runs(String(Math.min(done, count))) }); // prettier-ignore
      item.put(left, middle);
      unit.put(left + wide + 6, middle + (phone ? 1 : 3));
      return { item, unit, left };
    };
    const ways = id === "convolutions" ? ["neighbours", "gaps"] : [id];
    const counts = Object.fromEntries(ways.map((way) => [way, counted(way, facts.counts[way])]));
    const first = Math.min(...ways.map((way) => counts[way].left));
    /** What is said of a way, where there is room. @param {string} key @param {string} said */
    const beside = (key, said) => {
      const item = start(key, said, { size: 12 });
      item.put(phone ? 12 + name.width + 8 : column, middle + (phone ? 1 : kind === "wide" ? 28 : 24));
      return item.width <= (phone ? first - 22 - name.width : right - 14) ? item : null;
    };
    const notes = Object.fromEntries(
      Object.keys(w.notes[id]).map((key) => [key, beside(key, w.note(id, key, facts))]),
    );
    const rows = { recurrence: 1, convolutions: facts.width, attention: facts.n }[id] ?? 0;
    const grid =
      right >= 200
        ? tally(`${id}.tally`, { columns: facts.n, rows, label: w.note(id, "cost", facts) })
        : null;
    grid?.put(room.width - 46, (lanes[k] + lanes[k + 1]) / 2);
    return { name, counts, notes, tally: grid };
  });
}
