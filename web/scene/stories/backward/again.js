/**
 * Step after step of descent: the loss as a curve, parameters and map as they move. What one step does to the map cannot be seen
 * there, so the difference is drawn at a scale of its own.
 */

import { tensorName } from "../../../words/sentence.js";
import { formatAlone, formatNumber } from "../../format.js";
import { namesIn } from "../../facts.js";
import { film } from "../../kit/film.js";
import { losses } from "../../kit/losses.js";
import { animate, enterNumbers, fadeIn, fadeOut } from "../../kit/moves.js";
import { reading } from "../../kit/reading.js";
import { text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { truncate } from "../../text-metrics.js";
import { parametersOf } from "../training/parameters.js";
import { standing } from "./flow.js";
import { learnedOf } from "./pages.js";

/** @typedef {import("../backward.js").StoryContext} StoryContext */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {{ loss: number, weights: Float32Array, changes: Float32Array, parameters: Record<string, { data: Float32Array }> | null }} Taken
 *   changes: of the weights since the beginning; parameters: null before the first step */

/** Seconds of all steps. */
const SECONDS = 6;
/** Squares of parameters, cells of a map, names before its rows and the line over it, px. */
const [SIDE, CELL, NAMES, LINE] = [44, 56, 64, 26];

/** Where the loss, the parameters, the map and its difference stand. @param {number} width @param {number} height @returns {Record<"loss" | "parameters" | "map" | "change", Box>} */
function areasIn(width, height) {
  const box = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ w,
    /** @type {number} */ h,
  ) => ({ x, y, width: w, height: h });
  const half = Math.floor(height / 2);
  if (width >= 900) {
    const [plot, maps] = [Math.round(width * 0.36), Math.round(width * 0.66)];
    const right = width - maps;
    return {
      ...{ loss: box(0, 0, plot, height - 30), parameters: box(plot + 30, 0, maps - plot - 60, height - 30) },
      ...{ map: box(maps, 0, right, half), change: box(maps, half, right, half) },
    };
  }
  const top = Math.round(height * 0.46);
  const left = Math.round(width * (width < 560 ? 0.56 : 0.6));
  const [low, side] = [height - top, Math.floor(width / 2)];
  return {
    ...{ loss: box(0, 0, left, top - 10), parameters: box(left + 16, 0, width - left - 16, top - 10) },
    ...{ map: box(0, top, side, low), change: box(side, top, side, low) },
  };
}

/** @param {StoryContext} t */
export function again(t) {
  const { script, model, room, height, w } = t;
  /** @type {Taken[]} */
  const taken = model.more.learning.again();
  if (taken.length < 2) return;
  const page = pageOf(t, taken, areasIn(room.width, height));
  const former = standing(t);
  const { plot, now, parameters, map, changes, titles, names } = page;
  for (const item of [plot, now, ...parameters, map, ...changes, ...Object.values(titles), ...names])
    script.add(item);
  const [one, all] = changes;
  const count = taken.length - 1;
  const facts = factsOf(t, taken);
  const goes = [plot, now, map, all, ...parameters.filter(({ initial }) => "at" in initial)];
  const moved = (/** @type {number} */ at, /** @type {number} */ seconds) =>
    goes.flatMap((item) => animate(item, "at", at, seconds, "linear"));
  t.chapter("again");
  const stands = [plot, map, now, titles.loss, titles.parameters, titles.map, ...parameters, ...names];
  t.step(
    "again-1",
    { rest: 2.6, active: ["after", "grad_w"], facts },
    fadeOut(...former),
    [...fadeIn(...stands), ...enterNumbers(map)],
    [...moved(1, 0.6), ...animate(one, "at", 1, 0), ...fadeIn(one, titles.one)],
  );
  if (count < 2) return;
  t.step(
    "again",
    { rest: 3, active: ["after", "grad_w"], facts, subtitle: w.taken({ count }) },
    [...fadeOut(one, titles.one), ...fadeIn(all, titles.all)],
    moved(count, SECONDS),
  );
}

/** @param {StoryContext} t @param {Taken[]} taken @param {ReturnType<typeof areasIn>} areas */
function pageOf({ model, w }, taken, { loss, parameters, map, change }) {
  const { q_len, kv_len, batch, head, heads } = model;
  const steps = upTo(taken.length);
  const size = q_len * kv_len;
  const own = (/** @type {Float32Array} */ data) =>
    data.subarray((batch * heads + head) * size, (batch * heads + head + 1) * size);
  const title = (/** @type {string} */ id, /** @type {string} */ said, /** @type {Box} */ at) => {
    const item = text(`again.${id}`, {
      text: said,
      weight: 650,
      fill: "ink",
      align: "start",
      most: at.width,
    });
    item.put(at.x, at.y + 10);
    return item;
  };
  const left = Math.min(NAMES, map.width * 0.28);
  const cell = {
    width: Math.floor(Math.min(CELL, (map.width - left - 16) / kv_len)),
    height: Math.floor(Math.min(CELL * 0.7, (map.height - LINE - 8) / q_len)),
  };
  const mapOf = (/** @type {string} */ id, /** @type {Box} */ { x, y }, /** @type {any} */ how) => {
    const grid = {
      tensor: "weights",
      index: [batch, head, /** @type {const} */ ("r"), /** @type {const} */ ("c")],
      rows: q_len,
      columns: kv_len,
    };
    const item = film(`again.${id}`, { grid, cell, steps, ...how });
    item.put(x + left + item.width / 2, y + LINE + item.height / 2);
    return item;
  };
  const names = [map, change].flatMap((box, k) =>
    upTo(q_len).map((i) => {
      const said = truncate(model.short("query", i), 12.5, left - 6);
      const item = text(`again.name${k}.${i}`, { text: said, size: 12.5, align: "end" });
      item.put(box.x + left - 5, box.y + LINE + (i + 0.5) * cell.height);
      return item;
    }),
  );
  const all = taken.map(({ changes }) => own(changes));
  const shapes = learnedOf(model).parameters.filter((name) => model.tensor(name)?.shape.length === 2);
  const record = {
    ...{
      steps,
      moments: [{ parameters: Object.fromEntries(shapes.map((name) => [name, model.tensor(name)])) }],
    },
    parameter: (/** @type {string} */ name) =>
      taken.map(({ parameters: now }) => now?.[name].data ?? model.tensor(name)?.data),
  };
  const below = { ...parameters, y: parameters.y + LINE, height: parameters.height - LINE };
  const plot = losses("again.losses", {
    ...{ width: loss.width, height: loss.height - LINE, loss: Float32Array.from(taken, (one) => one.loss) },
    ...{ extent: Math.max(1, taken.length - 1), first: 0, label: w.page.losses },
  });
  plot.put(loss.x + loss.width / 2, loss.y + LINE + plot.height / 2);
  const scale = (/** @type {Float32Array} */ data) => formatAlone(Math.max(...data.map(Math.abs)), 3);
  const now = reading("again.now", {
    ...{ width: 60, size: 15 },
    said: (step) => [{ text: formatNumber(taken[step].loss, 3), weight: 650, fill: "ink" }],
  });
  const named = title("loss", w.page.losses, loss);
  now.put(named.x + named.width + 10, named.y + named.height / 2);
  return {
    ...{ plot, now, names },
    parameters: parametersOf(
      model,
      /** @type {any} */ (record),
      { parameters: below },
      { names: shapes.slice(0, 4), most: SIDE, label: (name) => tensorName(model.words, name) },
    ),
    map: mapOf("map", map, {
      values: taken.map(({ weights }) => own(weights)),
      weights: true,
      label: w.page.map,
    }),
    changes: [
      mapOf("one", change, { steps: [0, 1], values: all.slice(0, 2), label: w.page.change }),
      mapOf("all", change, { values: all, label: w.page.change }),
    ],
    titles: {
      loss: named,
      parameters: title("parameters", w.page.parameters, parameters),
      map: title("title", w.page.map, map),
      one: title("one.title", w.scaled({ scale: scale(all[1]) }), change),
      all: title("all.title", w.scaled({ scale: scale(all[all.length - 1]) }), change),
    },
  };
}

/** What the steps have done. @param {StoryContext} t @param {Taken[]} taken */
function factsOf({ model }, taken) {
  const { q_len, kv_len, batch, head, heads } = model;
  const from = (batch * heads + head) * q_len * kv_len;
  const last = taken[taken.length - 1];
  const order = upTo(q_len * kv_len).toSorted(
    (a, b) => Math.abs(last.changes[from + b]) - Math.abs(last.changes[from + a]),
  );
  const most = order[0];
  const { name } = namesIn(model);
  const said = (/** @type {number} */ number) => formatNumber(number, 3);
  const once = Math.max(...taken[1].changes.subarray(from, from + order.length).map(Math.abs));
  return {
    ...{
      count: taken.length - 1,
      begun: said(taken[0].loss),
      now: said(last.loss),
      once: formatAlone(once, 3),
    },
    ...{ falls: last.loss < taken[0].loss, moves: once > 0 },
    ...{ asks: name("query", Math.floor(most / kv_len)), answers: name("key", most % kv_len) },
    ...{ was: said(taken[0].weights[from + most]), is: said(last.weights[from + most]) },
  };
}
