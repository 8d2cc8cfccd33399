/** Score functions side by side. */

export default {
  name: "Score functions",
  functions: { additive: "additive", bilinear: "bilinear", dot: "dot", scaled_dot: "scaled dot" },
  titles: { given: "Query and keys", hidden: "Hidden layer", score: "Score", compare: "Side by side" },
  invitation: "Watch {~count} score functions judge the same keys.",
  sentences: {
    given:
      "One [query|{query}] and {kv_len:one [key|{keys}]¦{~kv_len} [keys|{keys}]}. How well they fit is for a score function to say: here are {~functions}, all on the same numbers.",
    hidden:
      "The additive function lets the [query|{query}] and the [key|{key}] of {other} go through W₁ together; tanh bends {units:the sum¦each sum} to between −1 and 1.",
    score: {
      additive:
        "The [hidden layer|{layer}] times w₂, {single:one product¦product by product, then everything added}: the [score|{cell}] of {other}.{others: Other keys do the same.}",
      bilinear:
        "{single:The number of the [query|{query}] meets that of the [key|{key}]¦Each number of the [query|{query}] meets each number of the [key|{key}]} through a matrix, [W|{parameters}]: {single:one product¦everything added} is the [score|{cell}] of {other}.",
      dot: "{single:Number times number¦Number times number, then everything added}: the [score|{cell}] of {other}. No parameters at all.",
      again:
        "The same products as for {before}, so the same [scores|{scores}]{follows:; the difference comes next¦}.",
    },
    softmax: "Softmax makes shares of the [scores|{scores}]: together they fill the bar of length 1.",
    compare: {
      only: "With only one key, each weight is 1, whatever the function.",
      most: "{functions} {single:looks¦look} most at {keys}",
      every: "{functions} {single:gives¦give} every key the same",
      all: "{two:both¦all {~count}}",
      then: "{before}; {last}",
      end: "{said}.",
      nan: "{names}: the weights are not numbers (NaN).",
      nothing: "{names}: every weight is 0.",
      sharpest:
        "{function} is the sharpest: it gives {number} to one key{flattest:; {least} is the flattest: {less}}.",
      flatter: "{scaled} is like {dot}, but flatter.",
    },
  },
};
