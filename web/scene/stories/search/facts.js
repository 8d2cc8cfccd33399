/** The facts about one query of a search: how much each entry gets, and what comes back. */

import { namesIn, pairs, targets } from "../../facts.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {"nan" | "nothing" | "one" | "all" | "sole" | "tied" | "leaders" | "mixed"} Verdict
 *   one: there is only one entry; all: all get the same; sole: one takes all; tied: several take all, in equal parts;
 *   leaders: several get the most, in equal parts */

/** @param {Model} stage @param {number} i @param {Model} exact the stage that names the entries */
export function factsOf(stage, i, exact) {
  const row = pairs(stage, i);
  const weights = row.map((pair) => stage.value("weights", pair));
  const order = upTo(row.length).toSorted((a, b) => weights[b] - weights[a]);
  const best = weights[order[0]];
  const tied = weights.filter((weight) => weight === best).length;
  const { name } = namesIn(exact);
  const { cell } = namesIn(stage);
  return {
    model: stage,
    kind: verdict(weights, best, tied),
    tied,
    broken: upTo(stage.d_v).some((c) => !Number.isFinite(stage.value("output", [0, i, c]))),
    queryName: name(stage.self ? "key" : "query", i),
    best: name("key", order[0]),
    first: name("key", 0),
    share: cell("weights", row[order[0]]),
    to: targets(stage, i),
  };
}

/** @param {number[]} weights @param {number} best @param {number} tied @returns {Verdict} */
function verdict(weights, best, tied) {
  if (weights.some(Number.isNaN)) return "nan";
  if (best === 0) return "nothing";
  if (weights.length === 1) return "one";
  if (tied === weights.length) return "all";
  const others = weights.filter((weight) => weight > 0).length - tied;
  if (others) return tied > 1 ? "leaders" : "mixed";
  return tied > 1 ? "tied" : "sole";
}
