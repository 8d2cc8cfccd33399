/** Residual, layer norm and batch norm. */

export default {
  name: "Normalization",
  sum: "sum",
  titles: {
    added: "Attention",
    sum: "Residual",
    mean: "Mean",
    rstd: "Deviation",
    output: "Normalize",
    compare: "Rows and columns",
  },
  invitation:
    "Watch {residual:a residual and ¦}{norms:a norm¦{~norms} norms} at work: what is averaged, and over what.",
  sentences: {
    added: {
      attention: "Attention makes a [result|{added}] of the [inputs|{from}], of the same shape.",
      other: "Two matrices of the same shape: [one|{from}] and [what is added|{added}] to it.",
    },
    residual:
      "The residual connection adds them, number to number: the [sum|{sum}] hands on {attends:the inputs together with what attention found¦both}.",
    mean: {
      token:
        "Layer norm takes one row, one token, at a time: the [mean|{mean}] of its {features:only number¦{features} numbers} stands at its right.",
      feature:
        "Batch norm takes one column, one feature, at a time: its [mean|{mean}] over {everything} stands below.",
      running:
        "Batch norm in use averages nothing: below each column stands the [mean|{mean}] that it kept from training.",
    },
    over: {
      token: "its only token",
      tokens: "all {tokens} tokens",
      items: "{tokens:the token¦all {tokens} tokens} of all {items} items",
    },
    rstd: {
      token:
        "At the right of that: [1 ÷ deviation|{rstd}]. The deviation is the root of the row’s variance plus a tiny ε.",
      feature:
        "Below that: [1 ÷ deviation|{rstd}]. The deviation is the root of the column’s variance plus a tiny ε.",
      running: "Below that: [1 ÷ deviation|{rstd}], from the variance that was kept, plus a tiny ε.",
    },
    output: "Each number less the mean of its {token:row¦column}, times 1 ÷ deviation{learned:, {affine}¦}.",
    affine: {
      both: "then times the [factor|{gamma}], plus the [shift|{beta}] of its column",
      gamma: "then times the [factor|{gamma}] of its column",
      beta: "then plus the [shift|{beta}] of its column",
    },
    plain: "Learned, they begin as 1 and 0, and change nothing yet.",
    compare: {
      subject: { token: "Layer norm: {before}", feature: "Batch norm: {before}" },
      before: "before what is learned, ",
      usual: "{name}{each} has mean 0 and variance 1.",
      mixed: "{name}{each} has mean 0, and variance 1 where its numbers differ.",
      small: "{name}{each} has mean 0; where its numbers hardly differ, ε keeps the variance below 1.",
      flat: "{name}{each} holds equal numbers; with their mean subtracted, all are 0.",
      nan: "{name}every {token:row¦column} holds NaN or ∞, so nothing can be normalized.",
      some: "{name}NaN and ∞ make their whole {token:row¦column} NaN; every other {token:row¦column} has mean 0.",
      running:
        "Batch norm here uses means and variances of its training, so its columns need not have mean 0.",
      each: {
        token: "{groups:the one token’s row¦each token’s row}",
        feature: "{groups:the one feature’s column¦each feature’s column}",
      },
    },
  },
};
