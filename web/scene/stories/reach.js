/**
 * From the first word to the last: how many hops a message needs through a recurrence, layers of convolutions, attention; what is left
 * of it; and what the one step costs. How many words there are, and how many a convolution takes together, the reader sets.
 */

import { mi, mo, part, row } from "../formula.js";
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

/** hₙ = tanh(w xₙ + u hₙ₋₁), and aₙ₁ */
function formula() {
  const at = (/** @type {string} */ letter, /** @type {string} */ index) => ({ tag: "msub", children: [mi(letter), mi(index)] }); // prettier-ignore
  const [state, before] = [part("state", "input", at("h", "n")), part("state", "input", at("h", "n−1"))];
  const inner = [part("x", "input", at("x", "n")), mo("+"), mi("u"), before];
  return row(state, mo("="), mi("tanh"), mo("("), ...inner, mo(")"), mo(","), mi("\u2003"), part("weights", "weight", at("a", "n1"))); // prettier-ignore
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
  const step = (id, about, ...states) => ({ id, title: w.titles[id], caption: () => w[id](facts), rest: 2, ...about, states }); // prettier-ignore
  /** What is said beside the lanes. @param {string[]} keys one a lane */
  const beside = (...keys) => Object.fromEntries(keys.map((key, k) => [`note ${k}`, lanes[k].notes[key]]));
  const counted = (
    /** @type {number} */ lane,
    /** @type {string} */ name,
    /** @type {number} */ at,
    /** @type {number} */ seconds,
  ) => {
    const { item, unit } = lanes[lane].counts[name];
    return [unit, having(item, { at }, seconds)];
  };

  yield chapter("hop");
  const names = lanes.map(({ name }) => name);
  const begin = [{ names: [names], words: [words], sliders: [sliders] }, { states: way.states, layers: way.neighbours, arc: way.arcs, ...beside("plain", "neighbours", "plain") }]; // prettier-ignore
  const times = [hops * BEAT, neighbours * BEAT];
  const runs = {
    ...{
      states: having(way.states, { at: hops }, times[0]),
      layers: having(way.neighbours, { at: neighbours }, times[1]),
    },
    ...{ arc: having(way.arcs, { at: 1 }, BEAT), once: true },
    ...{
      count0: [counted(0, "recurrence", hops, times[0])],
      count1: [counted(1, "neighbours", neighbours, times[1])],
    },
    count2: [counted(2, "attention", 1, BEAT)],
  };
  const spoken = () => spokenText(model, "upto.weights", [[0, 0, n - 1, 0]]);
  yield step("hop", { active: ["state", "weights"], spoken }, begin, runs, { weight });
  yield step("fade", { active: ["state"], rest: 2.4 }, beside("left", "neighbours", "plain"));

  yield chapter("layers");
  const folds = {
    layers: having(way.gaps, { at: gaps }, gaps * BEAT),
    count1: [counted(1, "gaps", gaps, gaps * BEAT)],
  };
  yield step("layers", { active: ["x"], rest: 2.4 }, { once: true, ...folds, ...beside("left", "gaps", "plain") }, { both }); // prettier-ignore

  yield chapter("cost");
  yield step("cost", { active: ["weights"], rest: 2.4 }, beside("cost", "cost", "cost"), {
    tallies: [lanes.map(({ tally }) => tally)],
  });
  yield step("far", { active: ["weights"], rest: 3.6, poster: true }, beside("far", "far", "far"));
}
