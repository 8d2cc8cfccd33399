/** The facts for sentences about a caption's words: where each looks, and what it sees. */

import { namesIn, pairs } from "../../facts.js";
import { upTo } from "../../model.js";
import { COLUMNS, KINDS, ROWS } from "./picture.js";

/** The weight from which a query counts as looking somewhere, and the share from which a patch or a kind is shown. */
const LOOKS = 0.1;
export const TOLD = 0.02;

/** Returns the words that look somewhere, and what they see most of. @param {import("../../model.js").Model} model */
export function factsOf(model) {
  const { name } = namesIn(model);
  const { kinds } = model.words.stories.regions;
  const all = upTo(model.q_len).map((i) => {
    const weights = pairs(model, i).map((pair) => model.value("weights", pair));
    const seen = KINDS.map((_, c) => model.value("output", [0, i, c]));
    const order = upTo(KINDS.length).toSorted((a, b) => seen[b] - seen[a]);
    const cell = (/** @type {number} */ c) => namesIn(model).cell("output", [0, i, c]);
    const [first, second] = order;
    return {
      ...{ i, looks: Math.max(...weights) >= LOOKS, name: name("query", i) },
      best: weights.indexOf(Math.max(...weights)),
      ...{ first: kinds[KINDS[first]], second: kinds[KINDS[second]], share: cell(first), rest: cell(second) },
    };
  });
  const looking = all.filter(({ looks }) => looks);
  const told = (looking.length ? looking : all).slice(0, 2);
  const elsewhere = looking.length > 1 && told[0].best !== told[1].best;
  return { model, told, elsewhere, words: model.q_len, across: COLUMNS, down: ROWS };
}
