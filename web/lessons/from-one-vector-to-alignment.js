/** Lesson 3: why attention was invented. Its sentences are in web/words/lessons/from-one-vector-to-alignment. */

/** @typedef {import("./lesson.js").Lesson} Lesson */

const translation = { preset: "seq2seq" };
const scores = { preset: "scores" };

/** @type {Lesson} */
export default {
  id: "from-one-vector-to-alignment",
  minutes: 12,
  cover: { ...translation, step: "map" },
  steps: [
    { id: "read", picture: { ...translation, step: "read" } },
    { id: "retell", picture: { ...translation, step: "retell" }, before: "press", guess: 1 },
    { id: "measured", picture: { ...translation, step: "measured" } },
    { id: "keys", picture: { ...translation, step: "keys" } },
    { id: "softmax", picture: { ...translation, step: "softmax-1" } },
    {
      id: "map",
      picture: { ...translation, step: "map" },
      before: "word-1",
      // the choices leave out the state before the first word, and the article
      guess: ({ largest }) => ({ choices: "texts", right: largest("decoder.weights:0,0,2,*") - 2 }),
    },
    { id: "order", picture: { preset: "english-french", step: "order" } },
    { id: "compare", picture: { ...scores, step: "compare" }, before: "dot.weights", guess: 1 },
    { id: "cross", picture: { preset: "cross-learned", step: "sides" } },
  ],
  task: {
    picture: scores,
    goal: "dot.weights:0,0,0,3 > 0.5",
    change: "additive.query 1",
    answer: "additive.query:0,0 = -2",
  },
  exercises: [
    { picture: scores, answer: ({ at }) => at("dot.scores:0,0,0,1") },
    { picture: scores, answer: ({ at }) => at("scaled_dot.weights:0,0,0,2") },
    { picture: translation, answer: ({ count }) => count("decoder.weights") },
  ],
  code: { picture: scores, languages: ["numpy", "pytorch", "javascript"] },
};
