/** The facts of a stage: its first query, and the key to which that attends most. */

import { isClear, namesIn, rowFacts, targets } from "../../facts.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */

/** @param {Model} stage */
export function factsOf(stage) {
  const { name, cell } = namesIn(stage);
  const all = upTo(stage.q_len).map((i) => rowFacts(stage, i));
  const [row] = all;
  return {
    model: stage,
    all,
    causal: stage.problem.causal,
    // whether the first query attends most to a single key: which one, and with what weight
    clear: isClear(row) && stage.kv_len > 1,
    queryName: name("query", 0),
    most: name("key", row.first),
    first_key: name("key", 0),
    share: cell("weights", row.row[row.first]),
    to: targets(stage, 0),
  };
}
