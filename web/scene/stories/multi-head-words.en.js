/** Words of the many-heads story, in English. Templates as in words.en.js. */

export default {
  title: "Multi-head attention",
  item: "batch item {b} of {batch}",
  enlarged: "Head {h} of {heads}, enlarged",
  enlargedItem: "Batch item {b}, head {h} of {heads}, enlarged",
  joined: "{heads} heads side by side",
  result: "result",
  heads: "{heads} heads of {d_v}",
  oneHead: "one head",
  groups: "{kv_heads} keys and values shared",
  axes: { batch: "batch", head: "head", token: "token", feature: "feature", query: "query", key: "key" },
  roles: { projected_query: "queries", joined: "joined", weights_override: "weight" },
  texts: { item: "batch item {b}", head: "head {h}", token: "row {i}", join: ", " },
  titles: {
    input: "Inputs",
    project: "Project",
    split: "Split",
    transpose: "Transpose",
    heads: "Split",
    made: "Project",
    given: "Given",
    scores: "Scores",
    scaled_scores: "Scale",
    capped_scores: "Soft cap",
    masked_scores: "Mask",
    row_max: "Maximum",
    shifted_scores: "Subtract",
    shifted_exp: "Exponential",
    row_sum: "Sum of exponentials",
    divide: "Divide",
    weights: "Softmax",
    mixed: "Mix",
    back: "Transpose back",
    join: "Join",
    output: "Project back",
  },
  captions: {
    input: "{n} tokens of {d_model} numbers each: the [input|input] is one matrix, {input}.",
    inputCross: "{n} tokens of {d_model} numbers each ask; {m} other tokens are asked.",
    inputBatch:
      "A batch of {batch}, each {n} tokens of {d_model} numbers: the [input|input] has shape {input}.",
    project:
      "One product each with W_Q, W_K and W_V makes the [queries|query], [keys|key] and [values|value] of all {heads} heads at once: {whole} columns of queries, {d_q} for each head.",
    projectBias:
      "Times W_Q, W_K and W_V, plus a bias in every row: [queries|query], [keys|key] and [values|value] of all heads at once. The queries have shape {project}.",
    split:
      "Split: every row of {whole} is read as {heads} heads of {d_q}. {project} becomes {split}, and not one number changes.",
    transpose:
      "Transpose: token and head change places, {split} becomes {per}. The same cells, now gathered by head.",
    heads:
      "Each head takes its own {d_q} columns. From here on {heads} heads work side by side, and none sees another's [queries|query], [keys|key] or [values|value].",
    headsShared:
      "Each head takes its own {d_q} columns of [queries|query]. [Keys|key] and [values|value] are fewer: {heads} heads share {kv_heads}, {shared} heads to each.",
    made: "The [input|input] times W_Q, W_K and W_V gives a [query|query], a [key|key] and a [value|value] for each token, {n}×{d_q} queries in all.",
    given: "Here [queries|query], [keys|key] and [values|value] are given, already split into heads: {per}.",
    scores:
      "In every head each [query|query] meets each [key|key]: {pairs} [scores|score]. In head {h}, query 1 and key 1 make {score}.",
    scoresOne:
      "Each [query|query] meets each [key|key]: {n}×{m} [scores|score]. Query 1 and key 1 make {score}.",
    scale:
      "Each [score|score] is divided by √{d_q}, because a head's rows have {d_q} numbers, not {whole}. That keeps the variance of the scores near 1.",
    scaleOne:
      "Each [score|score] is divided by √{d_q}. That keeps the variance of the scores near 1, and softmax out of its flat parts.",
    scaleBy: "Each [score|score] is multiplied by the scale {scale}.",
    capped_scores: "A soft cap bends each [score|score] so that it stays between −{cap} and {cap}.",
    mask: "The mask strikes out [scores|score]: −∞ there, and a [weight|weight] of 0 after softmax.",
    bias: "A bias is added to each [score|score] before softmax.",
    weights:
      "Softmax, row by row and head by head. In head {h}, query 1 gives key {j} the largest [weight|weight], {weight}. Other heads may look elsewhere.",
    weightsOne:
      "Softmax turns each row into [weights|weight] that add up to 1. Query 1 gives key {j} the largest, {weight}.",
    weightsPlain: "Softmax, row by row: none of the [weights|weight] is below 0, and each row adds up to 1.",
    weightsZero: "Softmax, row by row. A row with nothing to attend to gets [weights|weight] of 0.",
    weightsOdd:
      "A number that is none spreads over its whole row: none of those [weights|weight] is a number.",
    row_max:
      "Softmax, row by row and head by head, first looks for the largest [score|score] of each row. In head {h}, that of query 1 is {max}.",
    row_maxOne:
      "Softmax first looks for the largest [score|score] of each row. In the row of query 1 that is {max}.",
    row_maxPlain: "Softmax first looks for the largest [score|score] of each row.",
    shifted_scores:
      "It is taken away from every [score|score] of its row. The weights stay the same, and no exponential can overflow.",
    shifted_exp:
      "The exponential makes every number positive, and the largest [score|score] of each row, now 0, becomes 1.",
    shifted_expMasked:
      "The exponential of −∞ is 0. Every other number becomes positive, and the largest of each row, now 0, becomes 1.",
    shifted_expPlain: "The exponential makes every number positive, and −∞ becomes 0.",
    row_sum: "The exponentials of each row are added up. In head {h}, those of query 1 make {sum}.",
    row_sumOne: "The exponentials of each row are added up. Those of query 1 make {sum}.",
    row_sumPlain: "The exponentials of each row are added up.",
    divide:
      "Each exponential divided by the sum of its row is a [weight|weight]. In head {h}, query 1 gives key {j} the largest, {weight}. Other heads may look elsewhere.",
    divideOne:
      "Each exponential divided by the sum of its row is a [weight|weight]. Query 1 gives key {j} the largest, {weight}.",
    dividePlain:
      "Each exponential divided by the sum of its row is a [weight|weight]. Each row adds up to 1.",
    divideZero:
      "Each exponential divided by the sum of its row is a [weight|weight]. A row with nothing to attend to gets 0.",
    override: "These [weights|weight] are given; they are not the softmax of the scores.",
    mixed:
      "Each head mixes its own [values|value] in the shares of its own [weights|weight]: {heads} [results|output] of {n}×{d_v}.",
    mixedOne:
      "The [values|value] are mixed in the shares of the [weights|weight]. The [result|output] is {n}×{d_v}.",
    back: "Transpose back: head and token change places again, {mixed} becomes {back}. Each token has its heads' parts together.",
    joinTour:
      "Join: the last two axes are read as one, {back} becomes {joined}. Head 1 stands left, head {heads} right.",
    join: "Each head slides to its place. Side by side, {heads} [results|output] of {n}×{d_v} are one matrix of {n}×{all}.",
    joinOne: "With one head there is nothing to join: the [result|output] stays {n}×{all}.",
    output:
      "{heads} heads side by side are {n}×{all}, and one learned matrix, {learned}, brings them back to {n}×{d_out}.",
    outputWithBias:
      "One learned matrix, {learned}, and a bias let the heads' parts mix: {joined} becomes the [output|output] {output}.",
    outputBias: "A bias is added to every row. The [output|output] has shape {output}.",
  },
};
