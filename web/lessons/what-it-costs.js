/** Lesson 5: why scores are divided by √dₖ, and what n × n scores cost. Its sentences are in web/words/lessons/what-it-costs. */

/** @typedef {import("./lesson.js").Lesson} Lesson */

const scaling = { preset: "scaling" };
const long = { preset: "long-text" };
const fused = { preset: "fused" };
const walk = { preset: "walk-through" };

/** @type {Lesson} */
export default {
  id: "what-it-costs",
  minutes: 12,
  cover: { ...fused, step: "correct-1-3" },
  steps: [
    { id: "variance", picture: { ...scaling, step: "variance" } },
    { id: "spread", picture: { ...scaling, step: "slide" }, before: "row", guess: 1 },
    { id: "saturate", picture: { ...scaling, step: "saturate" } },
    { id: "gradient", picture: { ...scaling, step: "gradient" } },
    { id: "overflow", picture: { ...scaling, step: "overflow" } },
    { id: "square", picture: { ...long, step: "asks" }, before: "map", guess: 1 },
    { id: "correct", picture: { ...fused, step: "correct-1-3" } },
    { id: "memory", picture: { ...fused, step: "memory" } },
  ],
  task: {
    picture: { ...walk, story: "matrices", step: "weights-all" },
    goal: "weights:0,0,0,1 = 0; weights:0,0,2,0 = 0; weights:0,0,2,1 > 0",
    change: "window",
    answer: "window = 1 0",
  },
  exercises: [
    { picture: walk, answer: () => 1024 * 1024 },
    { picture: fused, answer: ({ at }) => at("running_sum:3,0,0,0") },
    {
      picture: walk,
      change: (problem) => ({ ...problem, window: [1, 0] }),
      answer: ({ count }) => count("weights", (weight) => weight !== 0),
    },
  ],
  code: { picture: fused, languages: ["numpy", "pytorch", "c"] },
};
