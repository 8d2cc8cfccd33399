/**
 * The story of how attention begins: the same words with three kinds of random parameters, each wider than the one before. The
 * spread of the scores decides how sharp the first weights are; the reader can draw again.
 */

import { formula } from "../formula.js";
import { having } from "../kit/arrivals.js";
import { tellSteps } from "../kit/steps.js";
import { spokenText } from "../facts.js";
import { arrange } from "./starts/arrangement.js";
import { isStart } from "./starts/supports.js";
import * as startsTexts from "../../build/words/stories/starts.js";

/** @type {import("./index.js").Story} */
export default {
  texts: [startsTexts],
  tell: tellSteps("starts", arrange, steps, { rest: 2.4 }),
  supports: ({ problem, trace }) => isStart(problem, trace),
  formula,
};

/** @param {import("./starts/arrangement.js").Stage} stage @param {import("../kit/steps.js").StepMakers} make @returns {Generator<import("../kit/steps.js").Step | import("../kit/steps.js").Chapter>} */
function* steps({ facts, heads, lanes, axes, again, seeded }, { chapter, step }) {
  const { model, starts, cells } = facts;
  const each = (/** @type {(lane: any) => any} */ make) => [lanes.map(make)];
  const spokenAt = (/** @type {number} */ draw) => () =>
    starts.map((/** @type {any} */ { init, draws }) => {
      const numbers = spokenText(model, `${draws[draw].id}.weights`, cells);
      return `${model.words.stories.starts.names[init]}${model.words.grammar.colon}${numbers}`;
    });
  /** Dots, maps and bars as they are at a draw. @param {number} at @param {number} seconds */
  const drawn = (at, seconds) => ({
    ...{ once: true, seed: [[having(seeded, { at }, seconds), again]] },
    dots: each(({ dots }) => having(dots, { at, progress: 1 }, seconds)),
    variances: each(({ variance }) => having(variance, { at })),
    maps: each((lane) => having(lane.cells, { at, reveal: 1 }, seconds)),
    bars: each(({ bars }) => bars.map((/** @type {any} */ bar) => having(bar, { stop: at + 1 }, seconds))),
  });

  yield chapter("draw");
  const stands = {
    ...{ titles: [lanes.flatMap(({ title }) => title)], seed: [[seeded, again]] },
    ...{ head: [heads.parameters], axis: [axes.parameters] },
  };
  const [queries, keys] = ["queries", "keys"].map((of) =>
    each((lane) => having(lane[of], { progress: 1 }, 1.2)),
  );
  yield step("draw", { active: ["query", "key"] }, stands, [{ queries }, { keys }]);

  yield chapter("scores");
  const { dots, variances, maps, bars } = drawn(0, 1.2);
  const names = [lanes.flatMap((lane) => lane.names)];
  const rows = { queries: null, keys: null, head: [heads.scores], axis: [axes.scores], names };
  const tables = each((lane) => having(lane.table, { reveal: 1 }));
  const empty = { entropy: [heads.entropy], bars: each((lane) => lane.bars) };
  yield step("scores", { active: ["scale"] }, rows, [{ dots }, { tables }], { variances }, empty);

  yield chapter("maps");
  const shares = { tables: null, head: [heads.scores[0], heads.map], maps };
  yield step("maps", { active: ["softmax"], spoken: spokenAt(0) }, shares, { bars });

  yield chapter("again");
  yield step("again", { active: ["query", "key"], spoken: spokenAt(1) }, drawn(1, 1.2));
  const usual = each((lane) => lane.usual);
  yield step("usual", { active: ["softmax"], rest: 3.6, poster: true }, { usual });
}
