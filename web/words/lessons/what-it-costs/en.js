/** Lesson 5 in English. `n` writes a number of the picture; [words|weights:0,0,0,*] ring the cells that they name. */
/** @type {import("../index.js").LessonTexts} */
export default {
  title: "What it costs",
  question: "Why √dₖ, and who can afford n × n?",
  intro:
    "Two prices are paid for attention: long keys make softmax stubborn, and long texts make the map large. Both have a remedy.",
  description:
    "Why scores are divided by √dₖ, what overflow has to do with it, and how tiles avoid the map of n × n.",
  steps: {
    variance: {
      name: "how scores spread",
      title: "Why do scores grow with dₖ?",
      said: () =>
        "If all numbers are independent, with mean 0 and variance 1, a dot product of dₖ terms has variance dₖ.",
      more: () => "Each product has variance 1, and variances of independent numbers add up.",
    },
    spread: {
      name: "longer keys",
      title: "Four times as long",
      question: ({ root }) =>
        `dₖ goes from ${root} to ${4 * root}. The spread of the scores, their standard deviation, grows …`,
      choices: ({ number }) => [`×${number(4)}`, `×${number(Math.sqrt(4))}`, `×${number(4 ** 2)}`],
      said: ({ number }) =>
        `The variance grows fourfold, the spread by the root of that: √4 = ${number(Math.sqrt(4))}.`,
      more: () =>
        "That is why scores are divided by √dₖ and not by dₖ: what is left spreads as much as one product, at every width.",
    },
    saturate: {
      name: "softmax decides",
      title: "A softmax that has decided",
      said: ({ n, root, word }) =>
        `With ${root} numbers, “${word("unscaled", "key", 2)}” gets [${n("unscaled.weights:0,0,0,2")}|unscaled.weights:0,0,0,2] unscaled, and [${n("scaled.weights:0,0,0,2")}|scaled.weights:0,0,0,2] scaled.`,
      more: () => "The same query, the same keys: only the division keeps the choice open.",
    },
    gradient: {
      name: "what it learns",
      title: "… and hardly learns",
      said: ({ number, more, root }) => {
        const at = Math.log2(root);
        return `The gradient through softmax is ${number(more.rows.unscaled.gradient[at])} unscaled, ${number(more.rows.scaled.gradient[at])} scaled: a softmax that has decided hardly learns.`;
      },
      more: () =>
        "Before a layer has learned anything, its scores are random; without the division it would be sure of random things.",
    },
    overflow: {
      name: "overflow",
      title: "Is it against overflow?",
      said: () => "Overflow is another matter: subtracting the largest score prevents it, scaled or not.",
      more: () =>
        "Then no power of e exceeds 1. The weights stay the same, for every share has the same factor above and below.",
    },
    square: {
      name: "long texts",
      title: "Every word meets every word",
      question: () => "A text that is twice as long has how many times the scores?",
      choices: ({ number }) => [`×${number(2)}`, `×${number(2 ** 2)}`, `×${number(2 ** 3)}`],
      said: ({ whole, count }) =>
        `Every word meets every word: these ${whole(Math.sqrt(count("weights")))} words make ${whole(count("weights"))} scores, ${whole(4096)} make ${whole(4096 ** 2)}.`,
      more: () => "For each head, in each layer. Storing them all is the first thing to become expensive.",
    },
    correct: {
      name: "tile by tile",
      title: "Tile by tile",
      said: ({ n }) =>
        `Keys come in tiles. When a larger score comes, ${n("running_max:2,0,0,0")} after ${n("running_max:1,0,0,0")}, what was summed is [corrected|correction] by ${n("correction:2,0,0,0", 3)}.`,
      more: () =>
        "That factor is e to the old largest less the new one. It makes every earlier power of e what it would have been.",
    },
    memory: {
      name: "what is stored",
      title: "The same output",
      said: ({ whole, count }) =>
        `The [output|output] is the same, and the map of ${whole(count("weights"))} weights was never stored.`,
      more: ({ root }) =>
        `A query keeps the largest score, the sum ℓ and the ${root} numbers of its weighted sum, whatever the length of the text.`,
    },
  },
  task: {
    title: "Look back one word",
    text: "Let each word see only itself and the one before.",
    hint: "A window is two numbers: how far to look back, and how far ahead.",
  },
  exercises: [
    {
      asks: ({ whole }) => `How many scores do ${whole(1024)} words make, for one head?`,
      because: ({ whole }) => `${whole(1024)} · ${whole(1024)} = ${whole(1024 ** 2)}.`,
    },
    {
      asks: () => "In the picture of the tiles, what is the first query’s sum ℓ at the end? Two decimals.",
      because: ({ n }) =>
        `${n("running_sum:0,0,0,0")} after the first tile, ${n("running_sum:3,0,0,0")} after the last.`,
    },
    {
      asks: () => "Three words, and each sees itself and the one before. How many weights are not 0?",
      because: ({ count }) =>
        `One in the first row, two in the others: ${count("weights", (weight) => weight !== 0)}.`,
    },
  ],
  sources: [
    {
      says: () => "√dₖ prevents overflow, an explosion; it is there for efficiency.",
      so: () => "It prevents saturation: a softmax that has decided and hardly learns.",
      where: "steps 3 to 5",
    },
    {
      says: () => "The score has mean 0 and variance dₖ if the entries have mean 0 and variance 1.",
      so: () => "If they are independent, too.",
      where: "step 1",
    },
    {
      says: () => "Tiles are in none of the five posts.",
      so: () => "Milakov and Gimelshein 2018; Dao and others 2022.",
      where: "steps 7, 8",
    },
  ],
  credit:
    "The question of √dₖ is asked in three of the posts behind these lessons; the tiles are from the papers named here.",
};
