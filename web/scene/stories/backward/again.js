/**
 * Step after step of descent: the loss as a curve, the parameters and the map as they move. One step changes the map too little
 * to be seen, so the difference is drawn at a scale of its own.
 */

import { tensorName } from "../../../words/sentence.js";
import { formatAlone, formatNumber } from "../../format.js";
import { namesIn } from "../../facts.js";
import { film } from "../../kit/film.js";
import { losses } from "../../kit/losses.js";
import { placed } from "../../kit/place.js";
import { reading } from "../../kit/reading.js";
import { sliceOf } from "../../kit/slice.js";
import { having } from "../../kit/arrivals.js";
import { textAt } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { rowOf } from "../training/controls.js";
import { parametersOf } from "../training/parameters.js";
import { learnedOf } from "./pages.js";

/** @typedef {import("../backward.js").Stage} Stage */
/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {{ loss: number, weights: Float32Array, changes: Float32Array, parameters: Record<string, { data: Float32Array }> | null }} Taken
 *   changes: of the weights since the beginning; parameters: null before the first step */

const BOLD = { weight: 650, fill: "ink" };
/** Seconds of the first steps, of one more, of ten more, and of all that follow. */
const [SECONDS, ONE, TEN, ALL] = [5, 0.7, 1.2, 2.4];
/** Px: squares of parameters, cells of a map, names before its rows, the line over it, and the buttons with what is above them. */
const [SIDE, CELL, NAMES, LINE, BUTTONS] = [60, 100, 64, 26, 40];

/**
 * The areas of the loss, the parameters, the map, its difference and the buttons. The maps share their names if they are side by
 * side.
 * @param {number} width px @param {number} height px @returns {{ names: number } & Record<"loss" | "parameters" | "map" | "change" | "buttons", Box>}
 */
function areasIn(width, height) {
  const [wide, phone] = [width >= 900, width < 560];
  const names = Math.min(NAMES, (wide ? 0.1 : 0.14) * width);
  const y = Math.round((wide ? 0.5 : 0.46) * height);
  const left = Math.round(width * (wide ? 0.36 : phone ? 0.56 : 0.6));
  const x = Math.round(wide ? 0.66 * width : (width + names) / 2 + 4);
  const upper = { y: 0, height: wide ? height - 4 : y - 10 };
  const below = { x, y, width: width - x, height: height - y };
  const foot = phone ? height : upper.height;
  return {
    ...{ names, loss: { ...upper, x: 0, width: left, height: upper.height - (phone ? 0 : BUTTONS) } },
    parameters: { ...upper, x: left + 16, width: (wide ? x - 30 : width) - left - 16 },
    map: wide ? { ...below, y: 0, height: y } : { ...below, x: 0, width: x - 4 },
    change: wide ? below : { ...below, x: x + 4, width: width - x - 4 },
    buttons: { x: 0, y: foot - BUTTONS, width: phone ? width : left, height: BUTTONS },
  };
}

/** @param {Stage} stage @param {import("../../kit/steps.js").StepMakers} make @returns {Generator<import("../../kit/steps.js").Step | import("../../kit/steps.js").Chapter>} */
export function* againSteps({ model, room, w, facts }, { chapter, step }) {
  const { from, over, settled, ...descent } = model.more.learning.again();
  const taken = shownOf(model, descent.taken);
  if (taken.length < 2) return;
  const areas = areasIn(room.width, room.height);
  const { plot, now, parameters, map, changes, titles, names } = pageOf(model, taken, areas);
  const count = taken.length - 1;
  const moving = [plot, now, map, ...parameters];
  /** Moves everything to a step of the descent. @param {number} at @param {number} seconds */
  const goes = (at, seconds) => ({
    moving: [moving.map((item) => ("at" in item.initial ? having(item, { at, reveal: 1 }, seconds) : item))],
  });
  /**
   * Moves the difference of the map to a step, with its title.
   * @param {"one" | "all"} which @param {number} at @param {number} seconds
   */
  const change = (which, at, seconds) => ({
    change: [[titles[which], having(changes[which], { at, reveal: 1 }, seconds)]],
  });
  /** @param {"again-1" | "again"} said @param {number} at the step whose facts are told */
  const about = (said, at) => {
    const more = factsOf(model, taken.slice(0, at + 1), settled && at === count);
    return { active: ["after", "grad_w"], rest: 1, caption: () => w[said]({ ...facts, ...more }) };
  };
  const words = { words: [[titles.loss, titles.parameters, titles.map, ...names]] };
  const buttons = over ? null : buttonsOf(w.page, count, descent.last, areas.buttons);

  yield chapter("again");
  const begins = { only: true, ...words, ...goes(0, 0), once: true };
  yield step("again-1", about("again-1", 1), begins, [goes(1, 0.6), change("one", 1, 0)]);
  if (count < 2) return;
  const all = { ...about("again", from), subtitle: w.taken({ count: from }) };
  const grows = [goes(from, SECONDS), change("all", from, SECONDS)];
  yield step("again", all, change("all", 0, 0), grows, { buttons });
  if (count === from) return;
  const seconds = count - from === 1 ? ONE : count - from <= 10 ? TEN : ALL;
  const further = { ...about("again", count), id: "again-2", subtitle: w.taken({ count }) };
  yield step("again", further, [goes(count, seconds), change("all", count, seconds)]);
}

/**
 * Buttons that take one more step, ten more, or as many as help.
 * @param {any} w the page's words @param {number} count of steps taken @param {number} last the most @param {Box} area
 */
function buttonsOf(w, count, last, { x, y, width, height }) {
  const more = { one: count + 1, ten: count + 10, rest: last };
  const all = Object.entries(more).map(([name, again]) => {
    const set = { sets: { again, from: count }, then: "again-2" };
    return { name: `more.${name}`, label: w[name], text: w[name], ...set };
  });
  return [rowOf(all, x, y + height - 30, Math.min(width, 340), 30)];
}

/** The steps that were taken, with the weights of the head that is shown. @param {Model} model @param {Taken[]} taken @returns {Taken[]} */
function shownOf({ q_len, kv_len, batch, head, heads }, taken) {
  const size = q_len * kv_len;
  const from = (batch * heads + head) * size;
  const matrixIn = (/** @type {Float32Array} */ data) => data.subarray(from, from + size);
  return taken.map((moment) => ({
    ...moment,
    weights: matrixIn(moment.weights),
    changes: matrixIn(moment.changes),
  }));
}

/** The largest magnitude. @param {Float32Array} data */
const most = (data) => Math.max(...data.map(Math.abs));

/** @param {Model} model @param {Taken[]} taken @param {ReturnType<typeof areasIn>} areas */
function pageOf(model, taken, { names: side, loss, parameters, map, change }) {
  const w = model.words.stories.backward;
  const { q_len, kv_len } = model;
  /** @param {string} id @param {string} said @param {Box} box */
  const title = (id, said, { x, y, width }) =>
    textAt(`again.${id}`, x, y + 10, { ...BOLD, text: said, align: "start", most: width });
  // side by side, the names before the first serve both
  const named = map.y === change.y ? [map] : [map, change];
  const leftOf = (/** @type {Box} */ box) => (named.includes(box) ? side : 0);
  const cell = {
    width: Math.floor(Math.min(CELL, (map.width - side - 8) / kv_len)),
    height: Math.floor(Math.min(CELL * 0.7, (map.height - LINE - 8) / q_len)),
  };
  cell.height = Math.min(cell.height, cell.width);
  const grid = sliceOf(model, "weights");
  /** @param {string} id @param {Box} box @param {Float32Array[]} values @param {{ label: string, weights?: boolean, hatched?: boolean }} how */
  const mapOf = (id, box, values, how) => {
    const item = film(`again.${id}`, { grid, cell, steps: upTo(values.length), values, ...how });
    return placed(item, box.x + leftOf(box) + item.width / 2, box.y + LINE + item.height / 2);
  };
  const names = named.flatMap(({ x, y }, k) =>
    upTo(q_len).map((i) => {
      const how = { text: model.short("query", i), size: 12.5, align: /** @type {const} */ ("end") };
      const at = y + LINE + (i + 0.5) * cell.height;
      return textAt(`again.name${k}.${i}`, x + side - 5, at, { ...how, most: side - 6 });
    }),
  );
  const matrices = learnedOf(model).parameters.filter((name) => model.tensor(name)?.shape.length === 2);
  const first = Object.fromEntries(matrices.map((name) => [name, /** @type {any} */ (model.tensor(name))]));
  const below = { ...parameters, y: parameters.y + LINE, height: parameters.height - LINE };
  const record = {
    steps: upTo(taken.length),
    moments: [{ parameters: first }],
    parameter: (/** @type {string} */ name) => taken.map(({ parameters: now }) => (now ?? first)[name].data),
  };
  const plot = losses("again.losses", {
    width: loss.width,
    height: loss.height - LINE,
    loss: Float32Array.from(taken, (moment) => moment.loss),
    ...{ extent: taken.length - 1, first: 0, label: w.page.losses },
  });
  const losing = title("loss", w.page.losses, loss);
  const said = (/** @type {number} */ step) => [{ ...BOLD, text: formatNumber(taken[step].loss, 3) }];
  const now = reading("again.now", { width: 60, size: 15, said });
  const [weights, changes] = [taken.map((moment) => moment.weights), taken.map((moment) => moment.changes)];
  const changed = { label: w.page.change, hatched: true };
  const scaled = (/** @type {Float32Array} */ data) => w.scaled({ scale: formatAlone(most(data), 3) });
  return {
    ...{ names, plot: placed(plot, loss.x + loss.width / 2, loss.y + LINE + plot.height / 2) },
    now: placed(now, losing.x + losing.width + 10, losing.y + losing.height / 2),
    parameters: parametersOf(
      model,
      record,
      { parameters: below },
      { names: matrices.slice(0, 4), most: SIDE, prefix: "", label: (name) => tensorName(model.words, name) },
    ),
    map: mapOf("map", map, weights, { weights: true, label: w.page.map }),
    changes: {
      one: mapOf("one", change, changes.slice(0, 2), changed),
      all: mapOf("all", change, changes, changed),
    },
    titles: {
      loss: losing,
      parameters: title("parameters", w.page.parameters, parameters),
      map: title("title", w.page.map, map),
      one: title("one.title", scaled(changes[1]), change),
      all: title("all.title", scaled(changes[changes.length - 1]), change),
    },
  };
}

/** The facts about what the steps have done. @param {Model} model @param {Taken[]} taken @param {boolean} settled whether the last saves almost nothing */
function factsOf(model, taken, settled) {
  const [first, second] = taken;
  const last = taken[taken.length - 1];
  const at = Math.max(
    0,
    last.changes.findIndex((change) => Math.abs(change) === most(last.changes)),
  );
  const [once, begun, now] = [most(second.changes), first.loss, last.loss];
  const { name } = namesIn(model);
  const said = (/** @type {number} */ number) => formatNumber(number, 3);
  return {
    ...{ count: taken.length - 1, begun: said(begun), now: said(now), once: formatAlone(once, 3) },
    ...{ rises: now > begun, moves: once > 0, settled },
    ...{ asks: name("query", Math.floor(at / model.kv_len)), answers: name("key", at % model.kv_len) },
    ...{ was: said(first.weights[at]), is: said(last.weights[at]) },
  };
}
