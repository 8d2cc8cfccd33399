/** The texts of the story scaling in English: why scores are divided by √d_k. */

import { NUMBERS } from "../../numbers.js";

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "Why √dₖ",
  chapters: { slide: "Slide" },
  titles: {
    pair: "One pair",
    variance: "Variance",
    pairs: "1,000 pairs",
    divide: "Divided by √dₖ",
    row: "One row",
    widths: "Every width",
    slide: "Longer still",
    saturate: "Saturated",
    gradient: "Gradient",
    overflow: "Overflow",
  },
  // texts on the stage
  shown: {
    sides: { unscaled: "unscaled", scaled: "scaled" },
    terms: { unscaled: "q · k", scaled: "q · k / √dₖ" },
    variance: "variance",
    entropy: "entropy",
    bits: (most) => ` of ${most} bits`,
    certain: "certain",
    even: "even",
    gradient: "gradient",
    power: "score − largest",
    keys: (keys) => `one query, ${NUMBERS[keys] ?? keys} keys`,
    few: (keys) => `${keys} keys`,
    spread: "how the scores of the pairs are spread",
    share: "how the weights divide up 1",
    pairs: "1,000 random pairs",
    again: "draw again",
    drawing: "drawing 1,000 pairs …",
  },
  invitation: "See why scores are divided by √dₖ.",
  sentences: {
    pair: "Query and key have length dₖ = {first}: {~first} products add up to the [score|{cell}].",
    variance: "Independent numbers of mean 0 and variance 1: each product has variance 1, their sum dₖ.",
    measured:
      "The scores of 1,000 random pairs{near:: their variance is close to dₖ, {first}¦, and their variance}.",
    divide: "The same scores divided by √dₖ = √{first}: their variance is about 1 again.",
    row: "Below, softmax turns the scores of {~keys} keys into [weights|{weights}].",
    widths: "As dₖ doubles, unscaled scores spread wider and wider.",
    wider: "{saturates:One weight soon takes nearly all. }Scaled, the scores stay together.",
    saturated: {
      single: "With dₖ = 1 there is nothing to divide: √1 is 1, and both rows are the same.",
      alone: "With dₖ = {width}, {key} gets {share} unscaled, but only {less} scaled.",
      sharper:
        "With dₖ = {width}, the unscaled [weights|{weights}] have less entropy: few keys get most. Scaled, the choice stays open.",
      other:
        "With dₖ = {width}, this row is an exception: unscaled, its weights are spread no less evenly than scaled.",
    },
    slope: {
      steeper: "A softmax that is nearly certain hardly learns: unscaled, its gradient is smaller. Drag dₖ.",
      other:
        "The gradient says how much the weights move. In this row the scale does not make it larger. Drag dₖ.",
    },
    overflow:
      "Subtracting the largest score, not scaling, prevents overflow: no [power of e|{powers}] exceeds 1.",
  },
};
