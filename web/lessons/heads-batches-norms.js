/** Lesson 4: what several heads gain. Its sentences are in web/words/lessons/heads-batches-norms. */

/** @typedef {import("./lesson.js").Lesson} Lesson */

const matrices = { preset: "two-words", story: "matrices" };
const four = { preset: "heads" };
const batch = { preset: "batch" };
const norms = { preset: "normalization" };

/** @type {Lesson} */
export default {
  id: "heads-batches-norms",
  minutes: 11,
  cover: { ...four, step: "join" },
  steps: [
    { id: "one", picture: { ...matrices, step: "weights-all" } },
    { id: "four", picture: { ...four, step: "weights" } },
    {
      id: "join",
      picture: { ...four, step: "join" },
      before: "mixed",
      // the width of one head, of the input, or of all heads joined
      guess: ({ size }) => ({ choices: [size("mixed", 3), size("x", 2), size("joined", 2)], right: 2 }),
    },
    { id: "output", picture: { ...four, step: "output" } },
    { id: "batch", picture: { ...batch, step: "scores" }, before: "transpose", guess: 2 },
    { id: "apart", picture: { ...batch, step: "weights" } },
    { id: "refused", picture: { ...batch, step: "split" }, before: "project", guess: 2 },
    { id: "norms", picture: { ...norms, step: "compare" }, before: "residual.output", guess: 0 },
  ],
  task: {
    picture: { ...matrices, step: "key-all" },
    goal: "weights:0,0,0,1 > 0.5",
    change: "w_k 1",
    answer: "w_k:1,1 = 3",
  },
  exercises: [
    { picture: batch, answer: ({ count }) => count("weights") },
    { picture: matrices, answer: ({ at }) => at("scores:0,0,0,1") },
    { picture: norms, answer: ({ at }) => at("layer_norm.mean:0,0") },
  ],
  code: { picture: batch, languages: ["pytorch", "numpy", "javascript"] },
};
