/** The texts of the story normalization in English: residual, layer norm and batch norm. */

export default {
  name: "Normalization",
  average: "mean",
  titles: {
    added: "Attention",
    other: "Another matrix",
    residual: "Residual",
    mean: "Mean",
    centred: "Subtract",
    rstd: "Deviation",
    output: "Divide",
    learned: "γ and β",
    compare: "Rows and columns",
  },
  invitation:
    "Watch {residual:a residual and ¦}{norms:a norm¦{~norms} norms} at work: what is averaged, and over what.",
  sentences: {
    added: {
      attention: "[Attention|{added}] adds an arrow to every number of the [inputs|{from}].",
      other: "[Another matrix|{added}] adds an arrow to every number of [this one|{from}].",
    },
    residual: "Each dot follows its arrow, to the [sum|{sum}] of {attends:inputs and attention¦both}.",
    mean: {
      token: "Layer norm takes each row by itself. Its [mean|{mean}] is where the line balances.",
      feature:
        "{again:The table turns: batch¦Batch} norm takes each column by itself, its [mean|{mean}] over {everything}{again:¦, where the line balances}.",
      running:
        "Batch norm at inference averages nothing: each triangle stands at the [mean|{mean}] that was kept from training.",
    },
    over: {
      token: "its only token",
      tokens: "all {tokens} tokens",
      items: "{tokens:the token¦all {tokens} tokens} of all {items} items",
    },
    centred:
      "{members:The only dot slides¦All {~members} dots slide together} until the {running:kept ¦}[mean|{mean}] is 0.",
    rstd: "The bar is the [deviation|{rstd}]: the root of {running:the kept¦the {token:row’s¦column’s}} variance plus {tiny:a tiny ¦}ε.",
    again: "The dots slide until the [mean|{mean}] is 0; the bar is the [deviation|{rstd}].",
    output: "The [{token:row¦column}|{output}] is scaled until the bar fits between −1 and 1.",
    gamma: "[γ|{gamma}] stretches",
    beta: "[β|{beta}] shifts",
    and: "{names} and {last}",
    affine: "Then {learned} each {token:feature¦column}.",
    learned: "{learned} {token:dot {feature} of every row¦column {feature}}: drag {several:them¦it}.",
    touch: "Drag γ or β.",
    compare: {
      subject: { token: "Layer norm: {before}", feature: "Batch norm: {before}" },
      before: "before what is learned, ",
      both: "Layer norm gives each row mean 0 and deviation 1, batch norm each column.",
      usual: "{name}{each} has mean 0 and deviation 1.",
      mixed: "{name}{each} has mean 0, and deviation 1 where its numbers differ.",
      small: "{name}{each} has mean 0; where its numbers hardly differ, ε keeps the deviation below 1.",
      flat: "{name}{each} holds equal numbers; with their mean subtracted, all are 0.",
      nan: "{name}every {token:row¦column} holds NaN or ∞, so nothing can be normalized.",
      some: "{name}NaN and ∞ make their whole {token:row¦column} NaN; every other {token:row¦column} has mean 0.",
      running: "Batch norm here uses means and variances from training, so its columns need not have mean 0.",
      each: {
        token: "{groups:the one token’s row¦each token’s row}",
        feature: "{groups:the one feature’s column¦each feature’s column}",
      },
    },
  },
};
