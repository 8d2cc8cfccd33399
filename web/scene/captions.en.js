/** Sentences of the steps, in English; how they are written is said in words.en.js. */

export default {
  inputs: "{count} [inputs|input], one for each token. Each is a row of {size} numbers.",
  inputs1: "One [input|input], a row of {size} numbers.",
  given: "Here [queries|query], [keys|key] and [values|value] are given; they are not made from inputs.",
  keys: "Every [input|input] gets a [key|key]: what it can be found by. A key number is the input's row times one column of the learned matrix W_K.",
  values:
    "Every [input|input] gets a [value|value] as well: what it has to give. The same product, with another learned matrix, W_V.",
  queries: "One more product, with W_Q, and [input|input] {i} gets a [query|query]: what it is looking for.",
  queriesFirst:
    "[Input|input] {i} times a learned matrix, W_Q, is its [query|query]: what it is looking for.",
  keysGiven: "Every token has a [key|key]: what it can be found by.",
  valuesGiven: "Every token has a [value|value] as well: what it has to give.",
  queryGiven: "And [query|query] {i} is what is being looked for.",
  score:
    "How well does [query|query] {i} fit [key|key] 1? Multiply them number by number and add up: the [score|score] is [{score}|score|{cell}].",
  scoreOther:
    "How well does [query|query] {i} fit [key|key] 1? The score function says [{score}|score|{cell}].",
  scores:
    "The same with every other [key|key]. [Query|query] {i} now has a [score|score] for each input: {list}.",
  scores1: "There is only one [key|key], so [query|query] {i} has only one [score|score].",
  scale:
    "Each [score|score] is divided by √dₖ = √{d_k}. Sums of {d_k} products spread wider the more there are; dividing keeps their variance near 1, and softmax out of the flat parts.",
  scaleBy: "Each [score|score] is multiplied by the scale {scale}.",
  cap: "A soft cap bends each [score|score] so that it stays between −{cap} and {cap}.",
  mask: "The mask strikes out {count} of {all} [scores|score]. They become −∞, and a [weight|weight] of 0 is all that softmax can make of that.",
  maskNone: "The mask strikes out no [score|score] of [query|query] {i}.",
  maskAll: "The mask strikes out every [score|score] of [query|query] {i}: it has nothing to attend to.",
  bias: "A bias is added to each [score|score] before softmax.",
  softmax:
    "Softmax turns the row of [scores|score] into [weights|weight]: none below 0, together 1. A larger score gets a larger share.",
  softmaxZero: "With nothing to attend to, every [weight|weight] of [query|query] {i} is 0.",
  softmaxNone: "One number of this row is none, so none of its [weights|weight] is a number.",
  override: "These [weights|weight] are the post's own, not a correct rounding of the softmax of the scores.",
  max: "Softmax first looks for the largest [score|score] of the row: [{max}|score|{cell}].",
  maxNone: "No [score|score] is left to look for the largest of; −∞ stands for that.",
  shift:
    "It is taken away from every [score|score]. The weights stay the same, and no exponential can overflow.",
  exp: "The exponential makes every number positive, and the largest score, now 0, becomes 1.",
  expMasked:
    "The exponential of −∞ is 0. Every other number becomes positive, and the largest score, now 0, becomes 1.",
  expNone: "The exponential of −∞ is 0.",
  total: "All exponentials of the row are added up: [{sum}|weight|{cell}].",
  divide: "Each exponential divided by that sum is a [weight|weight]. Together they are 1.",
  weight: "Each [value|value] is multiplied by its [weight|weight]. {takes}",
  takes: "Input {i} takes {list}.",
  takesQuery: "Query {i} takes {list}.",
  takesOne: "[{weight}|weight|{cell}] of input {j}",
  takesSelf: "[{weight}|weight|{cell}] of itself",
  takesMost: "Input {i} takes most from input {j}: [{weight}|weight|{cell}].",
  takesMostSelf: "Input {i} takes most from itself: [{weight}|weight|{cell}].",
  takesMostQuery: "Query {i} takes most from input {j}: [{weight}|weight|{cell}].",
  sum: "The [weighted values|weighted] add up, column by column, to [output|output] {i}: {output}.",
  sumMixed:
    "The [weighted values|weighted] add up, column by column, to what this head returns for token {i}: {output}.",
  again: "The same again for [query|query] {i}. Keys and values stay as they are.",
  outputs: "Every input has its [output|output]: a mixture of all [values|value], in shares of its own.",
  outputs1: "That is the [output|output]: a mixture of all [values|value].",
  outputsMixed:
    "Every token has its mixture of [values|value]. This is head {head} of {heads}; joining the heads follows.",
  outputsLast: "Every token has its mixture of [values|value]. The output matrix W_O follows.",
  rest: "Queries {from} to {to} do the same, all at once here.",
  restOne: "Query {from} does the same.",
  empty: "There are no tokens, so there is nothing to draw. The result is empty, and that is no error.",
  emptyKeys: "There are no keys, so there is nothing to attend to: every output is 0.",
  large:
    "This problem has {what}; numbers are shown up to {limit} of each. Beyond that every matrix is a map of colours, one square for each number.",
  mapVectors:
    "{rows} rows of {columns} numbers. Blue is above 0, orange below; the stronger, the farther from 0.",
  mapScores:
    "One row for each [query|query], one column for each [key|key]: how well they fit. Blue is above 0, orange below.",
  mapWeights:
    "Softmax turns each row of [scores|score] into [weights|weight]. The stronger a square, the more its row takes from its column.",
  and: " and ",
  comma: ", ",
};
