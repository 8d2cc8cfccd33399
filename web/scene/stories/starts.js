/**
 * How attention begins: the same words under three kinds of random parameters, each wider than the one before. How far the scores
 * spread decides how sharp the first weights are; a reader may draw again.
 */

import { formatNumber } from "../format.js";
import { formula } from "../formula.js";
import { having, play } from "../kit/steps.js";
import { spokenText } from "../facts.js";
import { upTo } from "../model.js";
import { arrange } from "./starts/arrangement.js";
import { isStart } from "./starts/supports.js";
import * as startsTexts from "../../build/words/stories/starts.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../kit/steps.js").Step} Step */

/** @type {import("./index.js").Story} */
export default {
  texts: [startsTexts],
  tell,
  supports: ({ problem, trace }) => isStart(problem, trace),
  formula,
};

/** @param {import("../script.js").Script} script @param {import("../scene.js").Room} room @returns {import("../scene.js").StoryResult} */
function tell(script, room) {
  const { model } = script;
  const stage = arrange(model, room);
  const poster = play(script, steps(stage), { scenery: stage.ground });
  return { height: stage.height, poster, invitation: model.words.stories.starts.invitation({}, script.time) };
}

/** @param {import("./starts/arrangement.js").Stage} stage @returns {Generator<Step | import("../kit/steps.js").Chapter>} */
function* steps({ model, heads, lanes, axes, again, seeded }) {
  const w = model.words.stories.starts;
  const facts = factsOf(model);
  const chapter = (/** @type {string} */ id) => ({ chapter: id, title: w.titles[id] });
  /** @param {string} id @param {Partial<Step>} about @param {Step["states"]} states @returns {Step} */
  const step = (id, about, ...states) => ({
    ...{ id, title: w.titles[id], caption: () => w[id](facts), rest: 2.4 },
    ...{ ...about, states },
  });
  const each = (/** @type {(lane: any) => any} */ make) => [lanes.map(make)];
  const spokenAt = (/** @type {number} */ draw) => () =>
    facts.starts.map(({ name, draws }) => {
      const numbers = spokenText(model, `${draws[draw].id}.weights`, facts.cells);
      return `${name}${model.words.grammar.colon}${numbers}`;
    });
  /** Dots, maps and bars as they are at a draw. @param {number} at @param {number} seconds @param {number} [usual] whether the line of many draws stands */
  const drawn = (at, seconds, usual = 0) => ({
    ...{ once: true, seed: [[having(seeded, { at }, seconds), again]] },
    dots: each(({ dots }) => having(dots, { at, progress: 1 }, seconds)),
    variances: each(({ variance }) => having(variance, { at })),
    maps: each(({ cells }) => having(cells, { at, reveal: 1 }, seconds)),
    bars: each(({ bars }) => having(bars, { at, progress: 1, usual }, seconds)),
  });

  yield chapter("draw");
  const stands = {
    ...{ titles: [lanes.flatMap(({ title }) => title)], seed: [[seeded, again]] },
    ...{ head: heads.parameters, axis: axes.parameters },
  };
  const numbers = each(({ numbers }) => having(numbers, { progress: 1 }, 1.2));
  yield step("draw", { active: ["query", "key"] }, stands, { numbers });

  yield chapter("scores");
  const { dots, variances, maps, bars } = drawn(0, 1.2);
  const rows = {
    numbers: null,
    head: heads.scores,
    axis: axes.scores,
    names: [lanes.flatMap(({ names }) => names)],
  };
  yield step("scores", { active: ["scale"] }, rows, { dots }, { variances });

  yield chapter("maps");
  yield step("maps", { active: ["softmax"], spoken: spokenAt(0) }, { maps }, { heads: [heads.maps], bars });

  yield chapter("again");
  yield step("again", { active: ["query", "key"], spoken: spokenAt(1) }, drawn(1, 1.2));
  yield step("usual", { active: ["softmax"], rest: 3.6, poster: true }, drawn(1, 0.6, 1));
}

/** What is true of the draws. @param {Model} model */
function factsOf(model) {
  const { starts, draws, most } = model.more;
  const w = model.words.stories.starts;
  /** @type {any[]} */
  const all = starts.map((/** @type {any} */ start) => ({ ...start, name: w.names[start.init] }));
  /** A number of each start, as it is written, and whether they rise or fall. @param {(start: any) => number} of */
  const numbersOf = (of) => {
    const [a, b, c] = /** @type {number[]} */ (all.map(of));
    return {
      texts: [a, b, c].map((one) => formatNumber(one, 2)),
      rise: a < b && b < c,
      fall: a > b && b > c,
    };
  };
  const variances = numbersOf(({ draws: [first] }) => first.scores.variance);
  const means = numbersOf(({ draws: [first] }) => first.mean);
  const usual = numbersOf((start) => start.usual);
  // else a uniform start is no wider than a normal one
  const widens = model.d_k < model.d_model;
  const cells = upTo(model.q_len).flatMap((i) => upTo(model.kv_len).map((j) => [0, 0, i, j]));
  return {
    ...{ model, starts: all, cells, count: draws, most: formatNumber(most, 2), widens },
    ...{
      variances: variances.texts,
      wider: widens && variances.rise,
      means: means.texts,
      sharper: means.fall,
    },
    ...{ usual: usual.texts, orderly: widens && usual.fall },
  };
}
