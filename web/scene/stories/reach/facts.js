/** Facts about the paths from the first of n words to the last. */

import { nameOf, namesIn } from "../../facts.js";
import { formatAlone, subscript } from "../../format.js";
import { upTo } from "../../model.js";
import { WIDTHS, depthOf, gapOf } from "./layers.js";

/** The number of words of a sentence that is too long for the stage. */
const FAR = 1000;

/** @param {number} count */
const grouped = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** @param {import("../../model.js").Model} model */
export function factsOf(model) {
  const { n, slopes, width: stop } = model.more.reach;
  const width = WIDTHS[stop];
  const recurrence = model.stage("recurrence");
  const names = upTo(slopes.length).map((k) => nameOf(recurrence, "query", k));
  const [first, last] = [0, n - 1].map((k) => namesIn(recurrence).name("query", k));
  const [neighbours, gaps] = [false, true].map((apart) => depthOf(n, width, apart));
  const [begun, left] = [slopes[0], slopes[n - 1]];
  return {
    ...{ model, n, names, first, last },
    /** @type {Record<string, number>} */
    counts: { recurrence: n - 1, neighbours, gaps, attention: 1 },
    ...{ hops: n - 1, neighbours, gaps, fewer: gaps < neighbours, taken: n * width, products: n * n },
    ...{ less: width - 1, rounded: (n - 1) % (width - 1) > 0 },
    ...{ log: `log${subscript(width)}`, between: width ** gaps > n },
    distances: Array.from({ length: gaps }, (_, k) => gapOf(width, true, k + 1)).join(", "),
    ...{ farN: grouped(FAR), farHops: FAR - 1, farProducts: grouped(FAR * FAR) },
    ...{ farNeighbours: depthOf(FAR, width, false), farGaps: depthOf(FAR, width, true) },
    ...{ begun: formatAlone(begun, 3), left: formatAlone(left, 3), odd: !Number.isFinite(left) },
    fades: Math.abs(left) < Math.abs(begun),
  };
}
