/**
 * The story of a message from the first word to the last: how many hops it needs through a recurrence, layers of convolutions and
 * attention; what is left of it; and what attention's one hop costs. The reader sets how many words there are, and how wide a
 * convolution is.
 */

import { applied, mi, mo, part, row, sub } from "../formula.js";
import { spokenText } from "../facts.js";
import { having } from "../kit/arrivals.js";
import { tellSteps } from "../kit/steps.js";
import { arrange } from "./reach/arrangement.js";
import { isReach } from "./reach/supports.js";
import * as reachTexts from "../../build/words/stories/reach.js";

/** @typedef {import("../kit/steps.js").Step} Step */

/** Seconds for a hop, for a layer, or for the arc. */
const BEAT = 0.6;

/** @type {import("./index.js").Story} */
export default {
  texts: [reachTexts],
  tell: tellSteps("reach", arrange, steps, { rest: 2.4 }),
  supports: ({ problem, trace }) => isReach(problem, trace),
  formula,
};

/** hₙ = tanh(xₙ + u hₙ₋₁), and aₙ₁ */
function formula() {
  const [state, before] = ["n", "n−1"].map((index) => part("state", "input", sub("h", index)));
  const inner = [part("x", "input", sub("x", "n")), mo("+"), mi("u"), before];
  const weight = part("weights", "weight", sub("a", "n1"));
  return row(state, mo("="), ...applied("tanh", ...inner), mo(","), mi("\u2003"), weight);
}

/** @param {import("./reach/arrangement.js").Stage} stage @param {import("../kit/steps.js").StepMakers} make @returns {Generator<Step | import("../kit/steps.js").Chapter>} */
function* steps({ facts, way, slopes, weight, lanes, words, width }, { chapter, step }) {
  const { hops, neighbours, gaps, n, model } = facts;
  /** Returns the notes beside the lanes. @param {string[]} keys one for each lane */
  const beside = (...keys) => Object.fromEntries(keys.map((key, k) => [`note ${k}`, lanes[k].notes[key]]));
  /**
   * Advances the path of a lane, and its count with it.
   * @param {number} lane @param {keyof typeof way} name @param {number} to
   */
  const goes = (lane, name, to) => {
    const at = (/** @type {any} */ item) => having(item, { at: to }, to * BEAT);
    return { [`way ${lane}`]: at(way[name]), [`count ${lane}`]: at(lanes[lane].counts[name]) };
  };

  yield chapter("hop");
  const begins = [
    { names: [lanes.map(({ name }) => name)], words, width },
    { "way 0": way.recurrence, "way 1": way.neighbours, "way 2": way.attention },
    beside("plain", "neighbours", "plain"),
  ];
  const [hop, layer] = [goes(0, "recurrence", hops), goes(1, "neighbours", neighbours)];
  const runs = { ...hop, ...layer, ...goes(2, "attention", 1), once: true };
  const spoken = () => spokenText(model, "upto.weights", [[0, 0, n - 1, 0]]);
  yield step("hop", { active: ["state", "weights"], spoken, rest: 2 }, begins, runs, { weight });
  yield step("fade", { active: ["state"] }, { slopes: [slopes], ...beside("left", "neighbours", "plain") });

  yield chapter("layers");
  const folds = { ...goes(1, "gaps", gaps), ...beside("left", "gaps", "plain"), once: true };
  yield step("layers", { active: ["x"] }, folds);

  yield chapter("cost");
  yield step("cost", { active: ["weights"] }, beside("cost", "cost", "cost"));
  yield step("far", { active: ["weights"], rest: 3.6, poster: true }, beside("far", "far", "far"));
}
