/** The texts of the story scores in English: score functions side by side. */

export default {
  name: "Score functions",
  functions: { additive: "additive", bilinear: "bilinear", dot: "dot", scaled_dot: "scaled dot" },
  titles: { given: "Query and keys", hidden: "Hidden layer", compare: "Side by side" },
  invitation: "Watch {~count} score functions judge the same keys.",
  sentences: {
    given:
      "One [query|{query}] and {kv_len:one [key|{keys}]¦{~kv_len} [keys|{keys}]}: {~functions} functions say how well they fit.",
    hidden: "[Query|{query}] and [key|{key}] of {other} go through W₁ and tanh.",
    score: {
      additive:
        "The [hidden layer|{layer}] times w₂, {single:one product¦all added}: the [score|{cell}] of {other}.",
      bilinear:
        "[Query|{query}] meets [key|{key}] through a matrix, [W|{parameters}]: {single:one product¦all added} is the [score|{cell}] of {other}.",
      dot: "Number times number{single:¦, all added}: the [score|{cell}] of {other}. No parameters.",
      again:
        "The same products as for {before}, so the same [scores|{scores}]{follows:; the difference comes next¦}.",
    },
    softmax: "Softmax makes shares of the [scores|{scores}].",
    compare: {
      only: "With only one key, each weight is 1, whatever the function.",
      most: "{functions} {single:looks¦look} most at {keys}",
      every: "{functions} {single:gives¦give} every key the same",
      all: "{two:both¦all {~count}}",
      then: "{before}; {last}",
      end: "{said}.",
      nan: "{names}: the weights are not numbers (NaN).",
      nothing: "{names}: every weight is 0.",
      sharpest: "{function} is the sharpest: {number}{flattest:; {least} is the flattest: {less}}.",
      flatter: "{scaled} is like {dot}, but flatter.",
    },
  },
};
