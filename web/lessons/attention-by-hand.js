/**
 * Lesson 1: the picture and step beside each sentence, and the numbers in the sentences, which are in
 * web/words/lessons/attention-by-hand. Every number comes from the run that the picture shows; `at` reads one, `sum` adds up a row.
 */

/** @typedef {import("./lesson.js").Lesson} Lesson */

const walk = { preset: "walk-through" };

/** @type {Lesson} */
export default {
  id: "attention-by-hand",
  minutes: 10,
  cover: { ...walk, step: "outputs" },
  steps: [
    { id: "keys", picture: { ...walk, step: "keys" } },
    { id: "score", picture: { ...walk, step: "score-1" } },
    { id: "scores", picture: { ...walk, step: "scores-1" } },
    {
      id: "softmax",
      picture: { ...walk, step: "softmax-1" },
      before: "scores-1",
      // the share of the raw scores, the right weight, and the one printed in the original post
      guess: ({ at, sum }) => ({
        choices: [at("scores:0,0,0,0") / sum("scores:0,0,0,*"), at("weights:0,0,0,0"), 0],
        right: 1,
      }),
    },
    { id: "weigh", picture: { ...walk, step: "weight-1" } },
    { id: "sum", picture: { ...walk, step: "sum-1" } },
    {
      id: "outputs",
      picture: { ...walk, step: "outputs" },
      before: "sum-2",
      guess: ({ largest }) => ({ choices: "words", right: largest("weights:0,0,2,*") }),
    },
    { id: "scale", picture: { ...walk, scale: "on", step: "softmax-1" }, before: "scores-1", guess: 0 },
  ],
  task: {
    picture: { ...walk, story: "matrices", step: "query-all" },
    goal: "weights:0,0,2,2 > 0.5",
    change: "w_q 1",
    answer: "w_q:0,0 = -1",
  },
  // the picture each question is about, the right answer, and a wrong one with its explanation
  exercises: [
    { picture: walk, answer: ({ at }) => at("scores:0,0,1,2") },
    {
      picture: { ...walk, scale: "on" },
      answer: ({ at }) => at("weights:0,0,2,1"),
      wrong: ({ plain, root }) => plain.at("weights:0,0,2,1") / Math.sqrt(root),
    },
    {
      picture: walk,
      change: (problem) => ({
        ...problem,
        w_q: problem.w_q.map((/** @type {number[]} */ row) => row.map(() => 0)),
      }),
      answer: ({ at }) => at("output:0,0,0"),
    },
  ],
  code: { picture: walk, languages: ["numpy", "pytorch", "javascript", "c"] },
};
