/** English: how attention begins. */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "Random starts",
  titles: { draw: "Draw", scores: "Scores", maps: "Maps", again: "Draw again", usual: "On average" },
  names: { normal: "normal", xavier: "Xavier", kaiming: "Kaiming" },
  rules: { normal: "σ = 1/√{d_model}", xavier: "within √(6/{both})", kaiming: "σ = √(2/{d_model})" },
  heads: {
    parameters: "first numbers of W_Q",
    scores: "scores",
    map: "map",
    bits: "entropy, bits",
  },
  map: "Attention map",
  variance: "variance",
  redraw: "draw again",
  seed: "seed {seed}",
  invitation: "Draw the first numbers of attention, three ways.",
  sentences: {
    draw: "Before it learns, a layer has random numbers in W_Q and W_K. Three common rules draw them{widens:, each wider than the one before¦}.",
    scores: {
      wider:
        "The same words under each: the wider the numbers, the wider the scores spread, with a variance of {variances}.",
      other:
        "The same words under each: scores spread with a variance of {variances}. One draw may break the order.",
    },
    maps: {
      sharper:
        "Softmax turns them into weights. Wider scores make sharper rows: their entropy is {means} bits on average; {most} if all weights were equal.",
      other:
        "Softmax turns them into weights: the entropy of the rows is {means} bits on average; {most} if all weights were equal.",
    },
    again:
      "Another draw by the same rules: every score moves, every map changes. Rings mark where dots were.",
    usual: {
      orderly:
        "Dashed: the mean of {count} draws, {usual} bits. The wider the start, the sharper attention begins. Draw again.",
      other: "Dashed: the mean of {count} draws, {usual} bits. Draw again.",
    },
  },
};
