/** The facts for sentences about a moved word. */

import { namesIn } from "../../facts.js";
import { footOf, tipOf } from "../../kit/plane/chain.js";

/** @typedef {import("../../kit/plane/where.js").Point} Point */

/** @param {{ model: import("../../model.js").Model, lanes: import("../../model.js").Model[], sentences: import("./sentences.js").Sentences } & ReturnType<typeof import("./plane.js").onPlane>} stage */
export function factsOf({ model, lanes, sentences, sums, points: meaning }) {
  const { asks, meant, second } = sentences;
  const named = lanes.map((lane) => namesIn(lane).name);
  const name = named[0]("query", asks);
  const senses = meant.map((item) => namesIn(model.ofBatch(item)).name("query", asks));
  const points = meaning.dots.map(({ row: foot }) =>
    footOf(model, { ground: meaning.ground, foot, steps: [] }),
  );
  const foot = footOf(model, sums[0].way);
  return {
    ...{ name, senses, model, count: lanes[0].kv_len },
    between: new Set(senses).size === 2 && senses.length === 2 && isBetween(foot, points),
    moved: [0, 1].some(
      (c) => new Set(lanes.map((lane) => lane.value("output", [lane.batch, asks, c]))).size > 1,
    ),
    nearest: sums.map(({ way }) => senses[nearestTo(tipOf(model, way), points)] ?? ""),
    from: second ? named[0]("key", second.place) : "",
    to: second ? named[1]("key", second.place) : "",
    steps: sums.map(({ order }) => order.length),
    named,
    pair: (/** @type {number} */ k, /** @type {number} */ j) =>
      namesIn(lanes[k]).cell("weights", [lanes[k].batch, 0, asks, j]),
  };
}

/** Reports whether two points lie on opposite sides of a third. @param {Point | null} at @param {(Point | null)[]} points */
function isBetween(at, [a, b]) {
  return Boolean(at && a && b && (a[0] - at[0]) * (b[0] - at[0]) + (a[1] - at[1]) * (b[1] - at[1]) < 0);
}

/**
 * Returns the index of the nearest of several points; −1 if there is none.
 * @param {Point | null} at @param {(Point | null)[]} points
 */
function nearestTo(at, points) {
  const far = points.map((point) =>
    at && point ? Math.hypot(point[0] - at[0], point[1] - at[1]) : Infinity,
  );
  const least = Math.min(...far);
  return least < Infinity ? far.indexOf(least) : -1;
}
