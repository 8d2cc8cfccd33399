/** What is true of the ways from the first word to the last of n. */

import { formatAlone, subscript } from "../../format.js";
import { cellName, upTo } from "../../model.js";
import { WIDTHS, depthOf, gapOf } from "./layers.js";

/** A sentence that has no room on the stage. */
const FAR = 1000;

/** @param {number} count */
const grouped = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** @param {import("../../model.js").Model} model */
export function factsOf(model) {
  const { n, slopes, width: stop } = model.more.reach;
  const width = WIDTHS[stop];
  const { labels = {} } = model.problem.stages[0];
  const { scene } = model.words;
  const names = upTo(slopes.length).map((k) => labels.x?.[k] || scene.nameless("x", k + 1));
  const quoted = (/** @type {number} */ k) => (labels.x?.[k] ? scene.quoted(names[k]) : names[k]);
  const [neighbours, gaps] = [false, true].map((apart) => depthOf(n, width, apart));
  const [begun, left] = [slopes[0], slopes[n - 1]];
  const weight = [0, 0, n - 1, 0];
  return {
    ...{ model, n, width, names, first: quoted(0), last: quoted(n - 1) },
    /** @type {Record<string, number>} */
    counts: { recurrence: n - 1, neighbours, gaps, attention: 1 },
    ...{
      hops: n - 1,
      neighbours,
      gaps,
      fewer: gaps < neighbours,
      less: width - 1,
      log: `log${subscript(width)}`,
      rounded: (n - 1) % (width - 1) > 0,
      between: width ** gaps > n,
      taken: n * width,
    },
    distances: upTo(gaps)
      .map((k) => gapOf(width, true, k + 1))
      .join(", "),
    products: n * n,
    ...{ farN: grouped(FAR), farHops: FAR - 1, farProducts: grouped(FAR * FAR) },
    ...{ farNeighbours: depthOf(FAR, width, false), farGaps: depthOf(FAR, width, true) },
    begun: formatAlone(begun, 3),
    left: formatAlone(left, 3),
    fades: Math.abs(left) < Math.abs(begun),
    odd: !Number.isFinite(left),
    share: `[${model.stage("upto").text("weights", weight)}|${cellName("upto.weights", weight)}]`,
  };
}
