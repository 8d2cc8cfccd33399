/** The texts of the story starts in English: how attention begins. */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "Random starts",
  titles: { draw: "Draw", maps: "Maps", again: "Draw again", usual: "On average" },
  names: { normal: "normal", xavier: "Xavier", kaiming: "Kaiming" },
  rules: { normal: "σ = 1/√{d_model}", xavier: "within √(6/{both})", kaiming: "σ = √(2/{d_model})" },
  heads: {
    w_q: "part of W_Q",
    w_k: "part of W_K",
    scores: "scores",
    table: "table",
    map: "map",
    bits: "entropy, bits",
  },
  map: "Attention map",
  variance: "variance",
  redraw: "draw again",
  seed: "seed {seed}",
  invitation: "Draw the first numbers of attention, three ways.",
  sentences: {
    draw: "Before learning, W_Q and W_K are random, by three common rules{widens:, each wider than the last¦}.",
    scores: {
      wider: "The wider the numbers, the wider the scores: their variance is {variances}.",
      other: "The scores have a variance of {variances}. One draw may break the order.",
    },
    maps: "{sharper:Wider scores make sharper rows: their mean entropy¦The mean entropy of the rows} is {means} bits, of {most} at most.",
    again:
      "Another draw: {moves:every score moves, every map changes¦not every score and map changes}. Rings mark where dots were.",
    usual:
      "Dashed: the mean of {count} draws, {usual} bits.{orderly: The wider the start, the sharper attention begins.} Draw again.",
  },
};
