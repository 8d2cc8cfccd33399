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
import { having } from "../../kit/steps.js";
import { text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { parametersOf } from "../training/parameters.js";
import { learnedOf } from "./pages.js";

/** @typedef {import("../backward.js").Stage} Stage */
/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {{ loss: number, weights: Float32Array, changes: Float32Array, parameters: Record<string, { data: Float32Array }> | null }} Taken
 *   changes: of the weights since the beginning; parameters: null before the first step */

/** Duration of all steps, in seconds. */
const SECONDS = 5;
/** Px: squares of parameters, cells of a map, names before its rows, and the line over it. */
const [SIDE, CELL, NAMES, LINE] = [60, 84, 64, 26];

/**
 * The areas of the loss, the parameters, the map and its difference.
 * @param {number} width px @param {number} height px @returns {Record<"loss" | "parameters" | "map" | "change", Box>}
 */
function areasIn(width, height) {
  const wide = width >= 900;
  const [x, y] = wide ? [0.66 * width, height / 2] : [width / 2, 0.46 * height].map(Math.round);
  const left = Math.round(width * (wide ? 0.36 : width < 560 ? 0.56 : 0.6));
  const upper = { y: 0, height: wide ? height - 30 : y - 10 };
  return {
    loss: { ...upper, x: 0, width: left },
    parameters: { ...upper, x: left + 16, width: (wide ? x - 30 : width) - left - 16 },
    map: wide ? { x, y: 0, width: width - x, height: y } : { x: 0, y, width: x, height: height - y },
    change: { x, y, width: width - x, height: height - y },
  };
}

/** @param {Stage} stage @param {import("../../kit/steps.js").StepMakers} make @returns {Generator<import("../../kit/steps.js").Step | import("../../kit/steps.js").Chapter>} */
export function* againSteps({ model, room, w, facts }, { chapter, step }) {
  const taken = shownOf(model);
  if (taken.length < 2) return;
  const areas = areasIn(room.width, room.height);
  const { plot, now, parameters, map, changes, titles, names } = pageOf(model, taken, areas);
  const count = taken.length - 1;
  const more = factsOf(model, taken);
  const moving = [plot, now, map, ...parameters];
  /** Moves everything to a step of the descent. @param {number} at @param {number} seconds */
  const goes = (at, seconds) => ({
    moving: [
      moving.map((item) =>
        "at" in item.initial ? having(item, item === map ? { at, reveal: 1 } : { at }, seconds) : item,
      ),
    ],
  });
  /**
   * Moves the difference of the map to a step, with its title.
   * @param {"one" | "all"} which @param {number} at @param {number} seconds
   */
  const change = (which, at, seconds) => ({
    change: [[titles[which], having(changes[which], { at, reveal: 1 }, seconds)]],
  });
  const about = { active: ["after", "grad_w"], caption: () => w["again-1"]({ ...facts, ...more }) };
  const words = { words: [[titles.loss, titles.parameters, titles.map, ...names]] };

  yield chapter("again");
  yield step("again-1", { ...about, rest: 1 }, { only: true, ...words, ...goes(0, 0), once: true }, [
    goes(1, 0.6),
    change("one", 1, 0),
  ]);
  if (count < 2) return;
  const all = { ...about, caption: () => w.again({ ...facts, ...more }), subtitle: w.taken({ count }) };
  const grows = [goes(count, SECONDS), change("all", count, SECONDS)];
  yield step("again", { ...all, rest: 1 }, change("all", 0, 0), grows);
}

/** The steps that were taken, with the weights of the head that is shown. @param {Model} model @returns {Taken[]} */
function shownOf({ more, q_len, kv_len, batch, head, heads }) {
  const size = q_len * kv_len;
  const from = (batch * heads + head) * size;
  const own = (/** @type {Float32Array} */ data) => data.subarray(from, from + size);
  return more.learning.again().map((/** @type {Taken} */ one) => {
    const { weights, changes } = one;
    return { ...one, weights: own(weights), changes: own(changes) };
  });
}

/** The largest magnitude. @param {Float32Array} data */
const most = (data) => Math.max(...data.map(Math.abs));

/** @param {Model} model @param {Taken[]} taken @param {ReturnType<typeof areasIn>} areas */
function pageOf(model, taken, { loss, parameters, map, change }) {
  const w = model.words.stories.backward;
  const { q_len, kv_len, batch, head } = model;
  const title = (
    /** @type {string} */ id,
    /** @type {string} */ said,
    /** @type {Box} */ { x, y, width },
  ) => {
    const how = { weight: 650, fill: "ink", align: /** @type {const} */ ("start"), most: width };
    return placed(text(`again.${id}`, { text: said, ...how }), x, y + 10);
  };
  const left = Math.min(NAMES, map.width * 0.28);
  const cell = {
    width: Math.floor(Math.min(CELL, (map.width - left - 16) / kv_len)),
    height: Math.floor(Math.min(CELL * 0.7, (map.height - LINE - 8) / q_len)),
  };
  cell.height = Math.min(cell.height, cell.width);
  const index = [batch, head, /** @type {const} */ ("r"), /** @type {const} */ ("c")];
  const grid = { tensor: "weights", index, rows: q_len, columns: kv_len };
  /** @param {string} id @param {Box} box @param {Float32Array[]} values @param {{ label: string, weights?: boolean }} how */
  const mapOf = (id, { x, y }, values, how) => {
    const item = film(`again.${id}`, { grid, cell, steps: upTo(values.length), values, ...how });
    return placed(item, x + left + item.width / 2, y + LINE + item.height / 2);
  };
  const names = [map, change].flatMap(({ x, y }, k) =>
    upTo(q_len).map((i) => {
      const how = { size: 12.5, align: /** @type {const} */ ("end"), most: left - 6 };
      const name = text(`again.name${k}.${i}`, { text: model.short("query", i), ...how });
      return placed(name, x + left - 5, y + LINE + (i + 0.5) * cell.height);
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
    ...{ width: loss.width, height: loss.height - LINE, loss: Float32Array.from(taken, (one) => one.loss) },
    ...{ extent: taken.length - 1, first: 0, label: w.page.losses },
  });
  const named = title("loss", w.page.losses, loss);
  const said = (/** @type {number} */ step) => [
    { text: formatNumber(taken[step].loss, 3), weight: 650, fill: "ink" },
  ];
  const now = reading("again.now", { width: 60, size: 15, said });
  const changes = taken.map((one) => one.changes);
  const scaled = (/** @type {Float32Array} */ data) => w.scaled({ scale: formatAlone(most(data), 3) });
  return {
    ...{ names, plot: placed(plot, loss.x + loss.width / 2, loss.y + LINE + plot.height / 2) },
    now: placed(now, named.x + named.width + 10, named.y + named.height / 2),
    parameters: parametersOf(
      model,
      record,
      { parameters: below },
      { names: matrices.slice(0, 4), most: SIDE, label: (name) => tensorName(model.words, name) },
    ),
    map: mapOf(
      "map",
      map,
      taken.map(({ weights }) => weights),
      { weights: true, label: w.page.map },
    ),
    changes: {
      one: mapOf("one", change, changes.slice(0, 2), { label: w.page.change }),
      all: mapOf("all", change, changes, { label: w.page.change }),
    },
    titles: {
      loss: named,
      parameters: title("parameters", w.page.parameters, parameters),
      map: title("title", w.page.map, map),
      one: title("one.title", scaled(changes[1]), change),
      all: title("all.title", scaled(changes[changes.length - 1]), change),
    },
  };
}

/** The facts about what the steps have done. @param {Model} model @param {Taken[]} taken */
function factsOf(model, taken) {
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
    ...{ falls: now < begun, rises: now > begun, moves: once > 0 },
    ...{ asks: name("query", Math.floor(at / model.kv_len)), answers: name("key", at % model.kv_len) },
    ...{ was: said(first.weights[at]), is: said(last.weights[at]) },
  };
}
