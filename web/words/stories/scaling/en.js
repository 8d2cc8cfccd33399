/** English: why scores are divided by √d_k. */

import { NUMBERS } from "../../numbers.js";

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "Why √dₖ",
  chapters: { pair: "One pair", pairs: "1,000 pairs", slide: "Slide", softmax: "Softmax" },
  steps: {
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
  // what stands on the stage
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
    share: "how the weights share out 1",
    pairs: "1,000 random pairs",
    again: "draw again",
    drawing: "drawing 1,000 pairs …",
  },
  invitation: "See why scores are divided by √dₖ.",
  sentences: {
    pair: "A query meets a key: number times number, then all added. Their length dₖ is {first} here: {~first} products make the [score|{cell}]. Word vectors may have another length.",
    variance:
      "If all numbers are independent, with mean 0 and variance 1, each product has mean 0 and variance 1 too. Variances add up: the score has variance dₖ.",
    measured:
      "Now 1,000 random pairs, each with a query and a key of its own{near:. Their measured variance is close to dₖ, which is {first}¦, and the variance that their scores have}.",
    divide:
      "The same 1,000 scores, divided by √dₖ: √{first} here. That divides their variance by dₖ, so it is about 1 again.",
    row: "Below, one query and {~keys} keys: softmax turns their scores into [weights|{weights}], which share out a bar of length 1.",
    widths: "From stop to stop dₖ doubles. Unscaled, the scores spread wider and wider.",
    wider: "{saturates:Soon one weight has nearly all. }Scaled, the scores stay together at every dₖ.",
    saturated: {
      single: "With dₖ = 1 there is nothing to divide: √1 is 1, and both rows are the same.",
      alone:
        "With dₖ = {width}, {key} gets {share} unscaled, but only {less} scaled: divided by √{width}, the choice stays open.",
      sharper:
        "With dₖ = {width}, the unscaled [weights|{weights}] have less entropy: few keys get most. Scaled, the choice stays open.",
      other:
        "With dₖ = {width}, this row is an exception: unscaled, its weights are shared out no less evenly than scaled.",
    },
    slope: {
      steeper:
        "A softmax that has decided hardly moves when a score does. Its gradient is smaller unscaled, and with it every step of learning. Drag dₖ to compare.",
      other:
        "The gradient says how much the weights move when a score does. In this row the scale does not make it larger. Drag dₖ to compare.",
    },
    overflow:
      "It is sometimes said that the scale prevents overflow. Subtracting the largest score does: no [power of e|{powers}] exceeds 1, scaled or not.",
  },
};
