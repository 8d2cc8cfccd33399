/** Lesson 2 in English. `n` writes a number of the picture; [words|weights:0,0,0,*] ring the cells that they name. */
/** @type {import("../index.js").LessonTexts} */
export default {
  title: "A layer that learns",
  question: "Where do the matrices come from?",
  intro:
    "In the first lesson they were given. Here a layer is told what should have come out, and changes its own.",
  description:
    "A small attention layer learns: loss, gradients back through softmax, one step of descent, and a hundred.",
  steps: {
    layer: {
      name: "another layer",
      title: "The same sums with other numbers",
      said: ({ n }) =>
        `The second word gives [${n("weights:0,0,1,0", 3)}, ${n("weights:0,0,1,1", 3)} and ${n("weights:0,0,1,2", 3)}|weights:0,0,1,*] to the three words.`,
      more: ({ root }) =>
        `Scores, divided by √${root}, softmax, and the sum of the values: nothing is new but the matrices.`,
    },
    mask: {
      name: "no looking ahead",
      title: "What if it may not look ahead?",
      question: ({ plain }) =>
        `A layer that is to guess the next word must not see it. The second word may no longer see the third. What becomes of the ${plain.n("weights:0,0,1,0")} for the first?`,
      said: ({ n }) =>
        `What is left keeps its proportions: [${n("weights:0,0,1,0", 3)}, ${n("weights:0,0,1,1", 3)}, ${n("weights:0,0,1,2", 3)}|weights:0,0,1,*].`,
      more: () => "The mask makes the score −∞, and e to the power of −∞ is 0. The rest adds up to 1 again.",
    },
    loss: {
      name: "the loss",
      title: "How far off is it?",
      said: ({ n }) =>
        `A target says what should have come out; the [loss|loss] says how far off it is: ${n("loss:", 3)}.`,
      more: () => "Each difference is squared, and all of them are averaged: one number for the whole layer.",
    },
    output: {
      name: "the way back",
      title: "Which way does the loss rise?",
      said: () =>
        "Each number of the output has a [gradient|grad_output]: how much the loss rises when that number does.",
      more: () =>
        "From here all goes backwards, through the same sums: every number that took part gets a share of the blame.",
    },
    scores: {
      name: "through softmax",
      title: "Back through softmax",
      question: ({ n }) =>
        `In row 2 the first score has the gradient ${n("grad_scores:0,0,1,0", 3)}, the third, which is masked, ${n("grad_scores:0,0,1,2", 3)}. And the second?`,
      said: ({ n }) =>
        `Shares add up to 1, so what raises one lowers the others: the [gradients|grad_scores:0,0,1,*] of a row add up to 0, and the second is ${n("grad_scores:0,0,1,1", 3)}.`,
      more: () => "A row that is certain has hardly any gradient left. Lesson 5 comes back to that.",
    },
    step: {
      name: "one step",
      title: "One step down",
      said: ({ number, lossAfter }) =>
        `Every [parameter|w_q] moves a little against its gradient, and the loss falls to ${number(lossAfter(0.1), 3)}.`,
      more: () => "The rate says how little: here a tenth of each gradient is taken away.",
    },
    rates: {
      name: "a longer step",
      title: "Is a longer step better?",
      question: () => "With a rate of 1 instead of 0.1, what is the loss after one step?",
      said: ({ number, lossAfter }) =>
        `Longer is not better: ${number(lossAfter(1))}, far above where it began. Of the rates here 0.2 is best, with ${number(lossAfter(0.2), 3)}.`,
      more: () => "A gradient is true where it was measured. Far from there the loss goes its own way.",
    },
    training: {
      name: "a hundred steps",
      title: "And a hundred steps?",
      said: () =>
        "A hundred steps teach this layer to look at the token before: its weights have moved beside the diagonal.",
      more: () =>
        "Nobody told it where to look. It was told which answers were right, and looking there made them right.",
    },
  },
  task: {
    title: "Find a better value",
    text: "Change one number of W_V so that the loss falls below 0.35.",
    hint: "Its largest gradient belongs to the number in the first row and column. Go against it.",
  },
  exercises: [
    {
      asks: ({ n }) =>
        `The first number of W_V is ${n("w_v:0,0")}, its gradient ${n("grad_w_v:0,0", 3)}, the rate 0.1. What is it afterwards? Two decimals.`,
      because: ({ n, number, at }) =>
        `${n("w_v:0,0")} − 0.1·${n("grad_w_v:0,0", 3)} = ${number(at("w_v:0,0") - 0.1 * at("grad_w_v:0,0"))}.`,
    },
    {
      asks: () => "Without the mask, what is the first number of the second output? Two decimals.",
      because: ({ n }) =>
        `${n("weights:0,0,1,0", 3)}·${n("value:0,0,0,0")} + ${n("weights:0,0,1,1", 3)}·${n("value:0,0,1,0")} + ${n("weights:0,0,1,2", 3)}·${n("value:0,0,2,0")} = ${n("output:0,1,0")}.`,
    },
    {
      asks: () =>
        "With a rate of 0.2, what is the loss after one step? Two decimals; the picture of the rates shows it.",
      because: ({ number, lossAfter }) => `It is ${number(lossAfter(0.2), 3)}, the best of the rates shown.`,
    },
  ],
  sources: [
    {
      says: () => "Row 2 of the weights is [0.304, 0.074, 0.622], of the output [3.50, 1.30].",
      so: ({ first: { n } }) =>
        `[${n("weights:0,0,1,0", 3)}, ${n("weights:0,0,1,1", 3)}, ${n("weights:0,0,1,2", 3)}] and [${n("output:0,1,0")}, ${n("output:0,1,1")}].`,
      where: "step 1",
    },
    {
      says: () => "The class masks; its worked example does not.",
      so: () => "Both are right, for different things: steps 1 and 2.",
      where: "steps 1, 2",
    },
    {
      says: () => "Scores are divided by √d_model.",
      so: () => "By √dₖ; the two are equal only because these matrices are square.",
      where: "step 1",
    },
    {
      says: () => "QKᵀ is always square.",
      so: () => "Only in self-attention: queries and keys may be of different words.",
      where: "preset cross",
    },
    {
      says: () => "Real weights start small and random.",
      so: () => "So they do: normal, Xavier or Kaiming, from a seed.",
      where: "initialize",
    },
  ],
  credit:
    "The layer is from a post that builds it in Java, with its forward and backward pass; the pictures and words here are new.",
};
