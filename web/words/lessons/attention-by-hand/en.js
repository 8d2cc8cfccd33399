/** Lesson 1 in English. `n` writes a number of the picture; [words|weights:0,0,0,*] ring the cells that they name. */
/** @type {import("../index.js").LessonTexts} */
export default {
  title: "Attention by hand",
  question: "How does a word decide which words to listen to?",
  intro:
    "Three words, four numbers each, and nothing but multiplying and adding. At the end “cats” has decided.",
  description:
    "Self-attention worked out by hand on three words: keys, scores, softmax, and the sum of the values.",
  steps: {
    keys: {
      name: "one key each",
      title: "What does each word bring?",
      said: () => "Each word’s four [numbers|x] times a matrix give a [key|key]: what it can be found by.",
      more: () =>
        "Two more matrices give a query, which is what a word looks for, and a value, which is what it hands on. Real matrices are learned; these are small whole numbers.",
    },
    score: {
      name: "one score",
      title: "How well does one key fit?",
      said: ({ n, products }) =>
        `The [query|query:0,0,0,*] of “I” meets the [key|key:0,0,0,*] of “I”: ${products("scores:0,0,0,0")} = [${n("scores:0,0,0,0")}|scores:0,0,0,0].`,
      more: () => "Number times number, then everything added: that is all a dot product is.",
    },
    scores: {
      name: "all three",
      title: "And the other two keys?",
      said: ({ n }) =>
        `“love” scores [${n("scores:0,0,0,1")}|scores:0,0,0,1] and “cats” [${n("scores:0,0,0,2")}|scores:0,0,0,2].`,
      more: () => "A larger score means a better fit. But what share of “I” will each word get?",
    },
    softmax: {
      name: "the shares",
      title: "What share does each word get?",
      question: ({ n }) =>
        `The scores of “I” are ${n("scores:0,0,0,0")}, ${n("scores:0,0,0,1")} and ${n("scores:0,0,0,2")}. What share will “I” give itself?`,
      said: () =>
        "Each [score|scores:0,0,0,*], less the largest, becomes a power of e; each power over their sum is a [share|weights:0,0,0,*].",
      more: ({ n, number, at, sum }) =>
        `A score larger by two gets ${number(at("weights:0,0,0,1") / at("weights:0,0,0,0"), 1)} times the share. So “I” gets ${n("weights:0,0,0,0")}, not ${n("scores:0,0,0,0")} ÷ ${number(sum("scores:0,0,0,*"))}. A post that rounds prints 0; see the sources.`,
    },
    weigh: {
      name: "weigh the values",
      title: "What does each share do?",
      said: () => "Each [value|value] is multiplied by its [share|weights:0,0,0,*].",
      more: () => "A small share leaves next to nothing of a value; a large one keeps most of it.",
    },
    sum: {
      name: "add them up",
      title: "What comes out?",
      said: ({ n }) =>
        `The [weighted values|weighted_values] add up to the [output|output:0,0,*] of “I”: ${n("output:0,0,0")}, ${n("output:0,0,1")}, ${n("output:0,0,2")}.`,
      more: () => "Most of it is “love” and “cats”, in equal parts.",
    },
    outputs: {
      name: "all three words",
      title: "And the other two?",
      question: () => "Which word will “cats” listen to most?",
      said: ({ n }) =>
        `“cats” takes [${n("weights:0,0,2,1")}|weights:0,0,2,1] of its output from “love”, and ${n("weights:0,0,2,2")} from itself.`,
      more: ({ n }) =>
        `Its scores are ${n("scores:0,0,2,0")}, ${n("scores:0,0,2,1")} and ${n("scores:0,0,2,2")}: two more is enough to take nearly everything.`,
    },
    scale: {
      name: "divide by √dₖ",
      title: "Why do papers divide?",
      question: ({ root }) => `Papers divide scores by √dₖ, here √${root}. The share that “I” gives itself …`,
      choices: ({ n }) => [`grows (${n("weights:0,0,0,0")})`, "shrinks", "stays"],
      said: ({ n }) =>
        `Divided, the scores are nearer to one another, and so are the [shares|weights:0,0,0,*]: ${n("weights:0,0,0,0")}, ${n("weights:0,0,0,1")}, ${n("weights:0,0,0,2")}.`,
      more: () =>
        "With long keys, scores are so far apart that softmax has decided before anything is learned. Lesson 5 measures that.",
    },
  },
  task: {
    title: "Make “cats” look at itself",
    text: "Change one number of W_Q so that “cats” looks mostly at itself.",
    hint: "Its query is the sum of all four rows. A number in the first column makes it smaller where the key of “love” is large.",
  },
  exercises: [
    {
      asks: () => "What does “love” score with “cats”?",
      because: ({ n, products }) => `${products("scores:0,0,1,2")} = ${n("scores:0,0,1,2")}.`,
    },
    {
      asks: ({ root }) =>
        `Divide the scores by √${root}. What share does “cats” give “love” now? Two decimals.`,
      because: ({ n }) => `Softmax of the divided scores gives ${n("weights:0,0,2,1")}.`,
      wrong: () => "Divide the scores before softmax, not the share after it.",
    },
    {
      asks: () => "Set all of W_Q to 0. What is the first number of every output? Two decimals.",
      because: ({ n }) =>
        `All scores are 0, all shares a third: the mean of the values, ${n("output:0,0,0")}.`,
    },
  ],
  sources: [
    {
      says: () => "Shares [0, .5, .5] and output [2, 7, 1.5].",
      so: ({ n }) =>
        `[${n("weights:0,0,0,0", 3)}, ${n("weights:0,0,0,1", 3)}, ${n("weights:0,0,0,2", 3)}] and [${n("output:0,0,0")}, ${n("output:0,0,1")}, ${n("output:0,0,2")}]: the printed ones are rounded wrongly.`,
      where: "preset as-printed",
    },
    {
      says: () => "dₖ is the size of the word vector.",
      so: ({ root }) => `It is the size of a key, here ${root}.`,
      where: "step 8",
    },
    {
      says: () => "Dividing by √dₖ prevents overflow.",
      so: () =>
        "It keeps softmax from deciding too early; overflow is prevented by taking the largest score away.",
      where: "preset scaling",
    },
    {
      says: () => "At 90° two vectors are linearly independent.",
      so: () => "They are orthogonal: their dot product is 0. Vectors at 45° are linearly independent, too.",
      where: "story geometry",
    },
  ],
  credit:
    "The example is from a well-known animated post on self-attention and two posts after it; the pictures and words here are new.",
};
