/** The facts of a stage: its query, and the key it looks at most. */

import { namesIn, rowFacts, targets } from "../../facts.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */

/** @param {Model} stage */
export function factsOf(stage) {
  const { name, cell } = namesIn(stage);
  const all = upTo(stage.q_len).map((i) => rowFacts(stage, i));
  const [row] = all;
  const clear = row.tied === 1 && row.kind !== "nan" && row.kind !== "nothing" && stage.kv_len > 1;
  return {
    model: stage,
    all,
    causal: stage.problem.causal,
    // the first one looks most at one key: who, and with how much
    clear,
    queryName: name("query", 0),
    most: name("key", row.first),
    first_key: name("key", 0),
    share: cell("weights", row.row[row.first]),
    to: targets(stage, 0),
  };
}
