/** The facts of a stage: its query, the key it looks at most, and the classifier's answer. */

import { namesIn, rowFacts, targets } from "../../facts.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */

/** @param {Model} model @param {Model} stage */
export function factsOf(model, stage) {
  const { name, cell } = namesIn(stage);
  const all = upTo(stage.q_len).map((i) => rowFacts(stage, i));
  const [row] = all;
  const chain = model.problem.stages.map((/** @type {{ id: string }} */ { id }) => id);
  const clear = row.tied === 1 && row.kind !== "nan" && row.kind !== "nothing" && stage.kv_len > 1;
  return {
    model: stage,
    all,
    ...classFacts(model, stage, chain.includes("classes")),
    causal: stage.problem.causal,
    // the first one looks most at one key: who, and with how much
    clear,
    mostly: row.weights[row.first] > 0.5,
    queryName: name("query", 0),
    most: name("key", row.first),
    first_key: name("key", 0),
    share: cell("weights", row.row[row.first]),
    to: targets(stage, 0),
    words: words(stage),
  };
}

/** The names of the keys as a sentence, or "" where one has none. @param {Model} stage */
function words(stage) {
  const names = upTo(stage.kv_len).map((j) => stage.label("key", j));
  return names.every(Boolean) ? names.join(" ") : "";
}

/** The class that is most probable, where there is one. @param {Model} model @param {Model} stage @param {boolean} has */
function classFacts(model, { full }, has) {
  if (!has || full("") !== "classifier.") return {};
  const classes = model.stage("classes");
  const { first, row, tied, kind } = rowFacts(classes, 0);
  const { name, cell } = namesIn(classes);
  const sure = tied === 1 && kind !== "nan" && kind !== "nothing";
  return { sure, said: name("key", first), probability: cell("weights", row[first]) };
}
