/**
 * From the first word to the last: how many hops a message needs through a recurrence, layers of convolutions, attention; what is left
 * of it; and what the one step costs. How many words there are, and how many a convolution takes together, the reader sets.
 */

import { mi, mo, part, row, sub } from "../formula.js";
import { spokenText } from "../facts.js";
import { having, play } from "../kit/steps.js";
import { arrange } from "./reach/arrangement.js";
import { isReach } from "./reach/supports.js";
import * as reachTexts from "../../build/words/stories/reach.js";

/** @typedef {import("../kit/steps.js").Step} Step */

/** Seconds of a hop, of a layer, of the arc. */
const BEAT = 0.7;

/** @type {import("./index.js").Story} */
export default {
  texts: [reachTexts],
  tell,
  supports: ({ problem, trace }) => isReach(problem, trace),
  formula,
};

/** hₙ = tanh(xₙ + u hₙ₋₁), and aₙ₁ */
function formula() {
  const [state, before] = ["n", "n−1"].map((index) => part("state", "input", sub("h", index)));
  const inner = [part("x", "input", sub("x", "n")), mo("+"), mi("u"), before];
  const weight = part("weights", "weight", sub("a", "n1"));
  return row(state, mo("="), mi("tanh"), mo("("), ...inner, mo(")"), mo(","), mi("\u2003"), weight);
}

/** @param {import("../script.js").Script} script @param {import("../scene.js").Room} room @returns {import("../scene.js").StoryResult} */
function tell(script, room) {
  const { model } = script;
  const w = model.words.stories.reach;
  const stage = arrange(model, room);
  const poster = play(script, steps(stage, w), { scenery: stage.ground });
  return { height: stage.height, poster, invitation: w.invitation(stage.facts, script.time) };
}

/** @param {import("./reach/arrangement.js").Stage} stage @param {any} w @returns {Generator<Step | import("../kit/steps.js").Chapter>} */
function* steps({ facts, way, weight, both, lanes, words, sliders }, w) {
  const { hops, neighbours, gaps, n, model } = facts;
  const chapter = (/** @type {string} */ id) => ({ chapter: id, title: w.titles[id] });
  /** @param {string} id @param {Partial<Step>} about @param {Step["states"]} states @returns {Step} */
  const step = (id, about, ...states) => ({
    ...{ id, title: w.titles[id], caption: () => w[id](facts), rest: 2.4 },
    ...{ ...about, states },
  });
  /** What is said beside the lanes. @param {string[]} keys one a lane */
  const beside = (...keys) =>
    Object.fromEntries(keys.map((key, lane) => [`note ${lane}`, lanes[lane].notes[key]]));
  /** A lane's count, at the pace of its way. @param {number} lane @param {string} name @param {number} to */
  const counted = (lane, name, to) => {
    const { item, unit } = lanes[lane].counts[name];
    return { [`count ${lane}`]: [[unit, having(item, { at: to }, to * BEAT)]] };
  };
  const goes = (/** @type {any} */ item, /** @type {number} */ to) => having(item, { at: to }, to * BEAT);

  yield chapter("hop");
  const begins = [
    { names: [lanes.map(({ name }) => name)], words: [words], sliders: [sliders] },
    { states: way.states, layers: way.neighbours, arc: way.arcs, ...beside("plain", "neighbours", "plain") },
  ];
  const runs = {
    ...{ states: goes(way.states, hops), layers: goes(way.neighbours, neighbours), arc: goes(way.arcs, 1) },
    ...{ ...counted(0, "recurrence", hops), ...counted(1, "neighbours", neighbours) },
    ...{ ...counted(2, "attention", 1), once: true },
  };
  const spoken = () => spokenText(model, "upto.weights", [[0, 0, n - 1, 0]]);
  yield step("hop", { active: ["state", "weights"], spoken, rest: 2 }, begins, runs, { weight });
  yield step("fade", { active: ["state"] }, beside("left", "neighbours", "plain"));

  yield chapter("layers");
  const folds = { layers: goes(way.gaps, gaps), ...counted(1, "gaps", gaps), once: true };
  yield step("layers", { active: ["x"] }, { ...folds, ...beside("left", "gaps", "plain") }, { both });

  yield chapter("cost");
  const tallies = [lanes.map(({ tally }) => tally)];
  yield step("cost", { active: ["weights"] }, beside("cost", "cost", "cost"), { tallies });
  yield step("far", { active: ["weights"], rest: 3.6, poster: true }, beside("far", "far", "far"));
}
