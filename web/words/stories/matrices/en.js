/** The texts of the story matrices in English: a layer as matrices. */
/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "Matrices",
  titles: { query: "Queries", key: "Keys", value: "Values", causal: "Causal mask" },
  invitation: "Watch the same numbers as whole matrices, from Q, K and V to the output.",
  printed: {
    title: "As printed",
    post: "the post",
    core: "computed",
    said: "From [softmax|weights] on they differ: row 1 truncates a [weight|weights], row 2 has two wrong, and its first [output|output] follows from neither.",
  },
  functions: {
    capped_scores: "cap",
    masked_scores: "mask",
    weights: "softmax",
    row_max: "max",
    shifted_scores: "− max",
    shifted_exp: "exp",
    row_sum: "sum",
    divide: "÷ sum",
  },
  sentences: {
    query: {
      first:
        "A row of [X|x] meets a column of [W_Q|w_q]: number times number, added{b_q:, and the bias [b_Q|b_q] too}.",
      all: "Each row of [Q|query] is a [query|query].",
    },
    project: {
      matrix: "[{X}|{source}] times [{W}|{w}]{biased:, plus a bias,} gives each its [{word}|{made}].",
      none: "There is no {W}: {single:the¦each} [{input}|{source}] {biased:plus the bias [{B}|{bias}] is its¦is its own} [{word}|{made}].",
    },
    score: {
      dot: "A row of [Q|query] meets a column of [Kᵀ|key]: how well does {other} fit {queryName}?",
      bilinear:
        "{queryName} and {other}: a row of [Q|query] meets a column of [Kᵀ|key] through a matrix, [W|w_score].",
      additive:
        "{queryName} and {other}: a row of [Q|query] and a column of [Kᵀ|key] enter a small network; what comes out is their score.",
    },
    scores:
      "{cells:One [query|query] meets one [key|key]: there is one [score|scores].¦Every [query|query] meets every [key|key]: rows of [S|scores] ask, columns answer.}",
    softmax: "Each score of {queryName} becomes a power of e; their shares fill a bar of length 1.",
    weights: "{kv_len:With one key, its weight is 1¦{q_len:The row¦Each row} of [A|weights] divides up 1}.",
    mix: "A row of [A|weights] meets a column of [V|value]: weight times number, all added.",
    mixed:
      "{q_len:The row¦Each row} of [Z|{target}] {kv_len:is the row of [V|value] times its [weight|weights]¦mixes the rows of [V|value] by [weight|weights]}.",
    join: "{heads:A row of [Z|joined]¦The results of all heads stand side by side in [Z|joined]; a row of it} {w_o:meets a column of the last matrix, [W_O|w_o]¦takes the bias [b_O|b_o]}.",
    output:
      "{w_o:So [Z|joined] times [W_O|w_o] is the [output|output]¦The bias [b_O|b_o] is added: the [output|output]}.",
    causal: "Under a causal mask no query looks ahead: above the diagonal each [weight|causal.weights] is 0.",
  },
};
