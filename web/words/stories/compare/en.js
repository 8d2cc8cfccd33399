/** The texts of the story compare in English: two problems side by side. */
/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "Compare",
  invitation: "See where two problems differ, step by step.",
  lanes: ["above", "below"],
  titles: { first: "The first problem", second: "The second problem" },
  once: "The same in both",
  chapters: { problems: "Two problems", compared: "Difference" },
  steps: {
    problems: "Two problems",
    query: "Queries and keys",
    outputs: "Outputs",
    compared: "What it changes",
  },
  // a lane is named by those of these settings in which the two differ
  settings: {
    score: { dot: "dot product", bilinear: "bilinear score", additive: "additive score" },
    scale: { usual: "divided by √{d_k}", by: "times {scaleText}", none: "not scaled" },
    cap: { some: "soft cap {softcap}", none: "no soft cap" },
    mask: { causal: "causal", some: "masked", none: "no mask" },
    bias: { some: "with a bias", none: "no bias" },
    override: { some: "given weights", none: "weights from scores" },
    heads: { all: "{heads:one head¦{heads} heads, of which head {shown} is large}" },
    keys: { some: "{kv_heads:one key head¦{kv_heads} key heads}", none: "a key head each" },
  },
  sentences: {
    problems: {
      settings: "The same numbers twice, with different settings: above {above}; below {below}.",
      numbers: "Two problems with the same settings and different numbers, one above the other.",
      both: "Two problems one above the other: above {above}; below {below}. Their numbers differ, too.",
      same: "The same problem twice: whatever comes, both stay equal.",
    },
    things: {
      query: "[queries|{tensor}]",
      key: "[keys|{tensor}]",
      scores: "[scores|{tensor}]",
      scaled_scores: "[scaled scores|{tensor}]",
      capped_scores: "[capped scores|{tensor}]",
      masked_scores: "[masked scores|{tensor}]",
      weights: "[weights|{tensor}]",
      value: "[values|{tensor}]",
      result: "[outputs|{tensor}]",
    },
    same: "The {things} are the same in both.",
    all: "All {things} differ{bars:, each by the length of its bar¦}.",
    some: "{n} of the {all} numbers of the {things} {n:differs¦differ}{bars:, by as much as the bar is long¦}.",
    part: "The {same} are the same in both; the {things} differ.",
    shape: "The {things} differ in shape: {shapes}.",
    shapes: "{above} above, {below} below",
    only: {
      scaled_scores:
        "Only {lane}, each score is {usualScale:divided by √dₖ = √{d_k}¦multiplied by the scale {scaleText}}.",
      capped_scores: "Only {lane}, each score is bent to stay between −{softcap} and {softcap}.",
      masked_scores: "Only {lane}, {masked:scores are masked¦a bias is added to the scores}.",
    },
    compared: {
      none: "All [weights|weights] are the same: both problems attend alike.",
      close: "Even the largest change of a [weight|weights] is too small for its digits.",
      most: "Largest change: {queryName} gives {key} {above} above, {below} below.{bars: Empty bars are smaller below.¦}",
      shape:
        "The [weights|weights] differ in shape, {above} above and {below} below: their cells do not correspond.",
    },
  },
};
