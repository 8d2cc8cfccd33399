/** Lesson 2: where the matrices come from. Its sentences are in web/words/lessons/a-layer-that-learns. */

/** @typedef {import("./lesson.js").Lesson} Lesson */

const layer = { preset: "layer" };
const backward = { preset: "backward" };

/** @type {Lesson} */
export default {
  id: "a-layer-that-learns",
  minutes: 12,
  cover: { ...backward, step: "grad_parameters" },
  steps: [
    { id: "layer", picture: { ...layer, step: "weights-all" } },
    {
      id: "mask",
      picture: { ...layer, causal: "on", step: "weights-all" },
      before: "masked_scores-all",
      // the weight without a mask, an equal share of two, or the right one: more of what remains
      guess: ({ at, plain }) => ({
        choices: [plain.at("weights:0,0,1,0"), 1 / 2, at("weights:0,0,1,0")],
        right: 2,
      }),
    },
    { id: "loss", picture: { ...backward, step: "loss" } },
    { id: "output", picture: { ...backward, step: "grad_output" } },
    {
      id: "scores",
      picture: { ...backward, step: "grad_scores" },
      before: "row_dot",
      guess: ({ at }) => ({
        choices: [at("grad_scores:0,0,1,0"), 0, at("grad_scores:0,0,1,1")],
        right: 2,
        decimals: 3,
      }),
    },
    { id: "step", picture: { ...backward, step: "step" } },
    {
      id: "rates",
      picture: { ...backward, step: "rates" },
      before: "after",
      guess: ({ lossAfter }) => ({ choices: [lossAfter(0.1) / 10, lossAfter(0.1), lossAfter(1)], right: 2 }),
    },
    { id: "training", picture: { preset: "training", step: "reached" } },
  ],
  task: {
    picture: { ...backward, story: "matrices", step: "value-all" },
    goal: "loss < 0.35",
    change: "w_v 1",
    answer: "w_v:0,0 = 0.7",
  },
  exercises: [
    { picture: backward, answer: ({ at }) => at("w_v:0,0") - 0.1 * at("grad_w_v:0,0") },
    { picture: layer, answer: ({ at }) => at("output:0,1,0") },
    { picture: backward, answer: ({ lossAfter }) => lossAfter(0.2) },
  ],
  code: { picture: layer, languages: ["numpy", "pytorch", "java"] },
};
