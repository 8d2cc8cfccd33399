/**
 * The story of what a word means in its sentence: the values it attends to, each scaled by its weight, move its vector, tip to tail.
 * Then one other word of the sentence is swapped, and the same word moves elsewhere.
 */

import { mi, mo, part, row, sub } from "../formula.js";
import { rowFacts } from "../facts.js";
import { laid as laidOut, secondsOf } from "../kit/plane/chain.js";
import { blank, having } from "../kit/arrivals.js";
import { tellSteps } from "../kit/steps.js";
import { arrange } from "./meaning/arrangement.js";
import * as meaningTexts from "../../build/words/stories/meaning.js";

/** @typedef {import("../kit/steps.js").Step} Step */

/** @type {import("./index.js").Story} */
export default {
  texts: [meaningTexts],
  tell: tellSteps("meaning", arrange, steps, { rest: 1.4 }),
  formula: formulaOf,
};

/** x′ = x + Σ aᵢ vᵢ */
function formulaOf() {
  const moved = part("output", "output", mi("x′"));
  const values = [part("weights", "weight", sub("a", "i")), part("value", "value", sub("v", "i"))];
  return row(moved, mo("="), part("x", "input", mi("x")), mo("+"), mo("Σ"), ...values);
}

/** @param {import("./meaning/arrangement.js").Stage} stage @param {import("../kit/steps.js").StepMakers} make @returns {Generator<Step | import("../kit/steps.js").Chapter>} */
function* steps(stage, make) {
  const { lanes, words, bars, list, end, chips, points, question, before, nearest, facts, sums } = stage;
  const { asks } = stage.sentences;
  const { chapter } = make;
  /** @param {string} id @param {number} k of the sentence @param {Partial<Step>} about @param {Step["states"]} states */
  const step = (id, k, about, ...states) => {
    const model = lanes[k];
    const caption = () => model.words.stories.meaning[id]({ ...facts, ...rowFacts(model, asks), model, k });
    return make.step(id, { caption, of: model, query: asks, ...about }, ...states);
  };
  const sentence = (/** @type {number} */ k) => ({ sentence: [[...words[k].words, words[k].marks]] });
  /** The states that show which key gets which weight. @param {number} k of the sentence */
  const listed = (k) =>
    list
      ? [
          {
            asking: list.asking,
            heads: [[list.heads.scores, list.heads.weights]],
            names: [list.of[k].names],
            scores: list.of[k].scores,
          },
          { weights: list.of[k].weights },
          { share: list.bars[k] },
        ]
      : [{ [`share${k}`]: bars[k] }];
  const listens = { active: ["weights"], makes: "weights", at: "softmax" };
  const moves = { active: ["weights", "value"], makes: "weighted_values", at: "sum" };

  yield chapter("question");
  const alone = { active: ["x"], makes: "x", least: 4.5 };
  const asked = { ...sentence(0), question };
  const blanks = listed(0).map((state) => blank(state));
  const named = list && { names: [list.of[0].names] };
  yield step("alone", 0, alone, [{ points }, ...blanks, named ?? {}], { word: sums[0].rider }, asked);

  yield chapter("weights");
  yield step("weights", 0, listens, ...listed(0));

  yield chapter("steps");
  const values = { active: ["value"], makes: "value", at: "values", least: 4.5 };
  yield step("values", 0, values, { question: null, addends: [sums[0].addends] });
  yield step("steps", 0, { ...moves, poster: lanes.length === 1 }, ...laid(0), {
    before: facts.steps[0] > 0 && before,
  });
  if (lanes.length === 1) return;

  yield chapter("swap");
  yield step("swap", 1, listens, sentence(1), ...listed(1));
  const others = { others: [sums[1].addends], other: sums[1].rider };
  yield step("again", 1, moves, others, ...laid(1, 0.5));
  const told = { active: ["output"], makes: "output", at: "outputs", rest: 4, poster: true };
  const gone = { asking: null, heads: null, names: null, scores: null, weights: null, share: null };
  const totals = { ...both(), totals: [sums.map(({ total }) => total)] };
  const shares = end.map(({ words: said, marks }, k) => ({
    [`end${k}`]: [[...said, marks]],
    [`share${k}`]: [[bars[k], nearest[k]]],
  }));
  yield step("end", 1, told, totals, ...(list ? [gone] : []), ...shares, { chips: [chips] });

  /**
   * All values shrink; then each is laid at the tip of those before it, and the word follows.
   * @param {number} s the sentence @param {number} [times] a factor of the duration
   */
  function laid(s, times = 1) {
    const { addends, rider } = sums[s];
    const standing = (/** @type {number} */ count) => ({
      [s ? "others" : "addends"]: [laidOut(addends, count, times / 2)],
    });
    return [
      standing(0),
      ...addends.flatMap((_, k) => [
        standing(k + 1),
        { [s ? "other" : "word"]: having(rider, { at: k + 1 }, (times / 2) * secondsOf(k)) },
      ]),
    ];
  }

  /** Where the word ends in both sentences, without the lines that led there, and the steps dimmed. */
  function both() {
    const ends = sums.map(({ rider, addends }) => having(rider, { at: addends.length, bare: 1 }));
    const faint = sums.map(({ addends }) =>
      addends.map((addend) => having(addend, { shrunk: 1, laid: 1, dim: 1 })),
    );
    return { word: ends[0], other: ends[1], addends: [faint[0]], others: [faint[1]] };
  }
}
