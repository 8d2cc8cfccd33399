/** English, of the story backward. */

/** @type {import("../../index.js").Texts} */
export default {
  name: "Backward",
  chapters: {
    forward: "Forward",
    loss: "Loss",
    output: "Output",
    softmax: "Softmax",
    scores: "Scores",
    parameters: "Parameters",
    step: "One step",
    again: "Again",
    check: "Check",
  },
  titles: {
    forward: "Forward",
    loss: "Loss",
    grad_output: "Output",
    grad_mixed: "Before W_O",
    grad_weights: "Weights",
    grad_value: "Values",
    row_dot: "Through softmax",
    grad_softmax: "Through softmax",
    grad_scores: "Scores",
    grad_query: "Query",
    rows: "Other queries",
    grad_key: "Keys",
    grad_parameters: "Parameters",
    grad_x: "Inputs",
    step: "One step",
    after: "Forward again",
    rates: "How far?",
    "again-1": "One step, seen",
    again: "Again and again",
    check: "Is it right?",
  },
  target: "target",
  page: {
    before: "before",
    gradient: "gradient",
    after: "after",
    slope: "slope between them",
    rates: { loss: "loss after one step", predicted: "predicted: L − η · ‖∂W‖²", axis: "learning rate η" },
    another: "Try another entry",
    losses: "loss",
    parameters: "parameters",
    map: "attention map",
    change: "What has become of the map",
  },
  scaled: "change, up to {scale}",
  taken: "{count} steps",
  invitation: "Watch gradients flow back through attention, and one step lower the loss.",
  sentences: {
    forward:
      "First forward: {queryName} makes its [scores|{scores}] and [weights|{weights}], and the [{result}|{output}] follows from them. Below every number there will be its gradient.",
    loss: {
      squared:
        "How wrong is that? The [loss|loss:] is {count:the square of the difference between [output|output] and [target|target]¦the mean of the {count} squared differences between [outputs|output] and [targets|target]}: {loss}.",
      aimed:
        "No target is given, so 0 stands for it. The [loss|loss:] is {count:the square of the [output|output]¦the mean of the {count} squared [outputs|output]}: {loss}.",
      classes:
        "Every row of [outputs|output] scores the classes, and its [target|target] names the right one. The [loss|loss:] is the mean of −log of the share that the right class gets: {loss}.",
    },
    grad_output: {
      squared:
        "How does the loss change with an [output|output]? Its [gradient|grad_output] is 2 ÷ {count} times the output less its target.",
      classes:
        "How does the loss change with an [output|output]? Its [gradient|grad_output] is its share by softmax, less 1 for the right class, divided by the {counted} {counted:row¦rows} that count.",
      given: "The backward pass begins with the [gradient|grad_output] of the output, which is given.",
    },
    grad_mixed:
      "Back through the last product: ∂o times the transpose of W_O gives this head’s part, the [gradient|{gradOutput}] of its mixture.",
    grad_weights:
      "What would more [weight|{weights}] do? It would bring in more of that key's [value|value], so its [gradient|{gradWeights}] is ∂{letter} · v.",
    grad_value: {
      many: "A [value|value] went to every query in proportion to its weight. Its [gradient|grad_value] collects from all of them: the sum of a · ∂{letter}.",
      one: "A [value|value] went to the query in proportion to its weight, and its [gradient|grad_value] comes back in the same proportion: a · ∂{letter}.",
    },
    row_dot:
      "Now the softmax. Weights share a sum of 1, so a gradient that all have in common moves none. What they have in common is the row’s [dot product|{dot}], Σ a · ∂a = {rowDot}.",
    grad_softmax: {
      all: "The [gradient|{gradSoftmax}] of a score is its [weight|{weights}] times what its ∂a has beyond that: a · (∂a − {closedRowDot}).",
      masked:
        "{several:The masked cells have¦The masked cell has} weight 0 and gets 0: what is not seen teaches nothing.",
    },
    grad_scores: {
      capped:
        "Back through {between}: each [gradient|{gradScores}] is multiplied by the slope of the soft cap at its score{scaled:, and by {scaleText}¦}.",
      scale:
        "Back through {between}: each [gradient|{gradScores}] is multiplied by {scaleText}, as its score was.",
      other: "Back through {between}, to the scores as the score function gave them.",
    },
    between: {
      mask: "the mask",
      bias: "the bias",
      scale: "the scale",
      cap: "the soft cap",
    },
    grad_query:
      "The [query|{query}] met every key, so its [gradient|{gradQuery}] adds up {dot:the keys: the sum of ∂s · k¦what came of each of these scores}.",
    rows: "The other queries go the same way, each with a row of its own.",
    grad_key: {
      dot: "A [key|key] met {alone:the query¦every query}: its [gradient|grad_key] is {alone:∂s · q¦the sum of ∂s · q over all of them}{shared:, those of all heads that share it¦}.",
      other:
        "A [key|key] met {alone:the query¦every query}, and its [gradient|grad_key] adds up what came of {alone:that score¦these scores}.",
    },
    grad_parameters: {
      matrix:
        "Every token went through the same [parameters|{whole}], so their [gradient|{grad}] adds up all tokens: what came in times the gradient of what went out.",
      other:
        "The same [parameters|{whole}] were used again and again, so their [gradient|{grad}] adds up every use.",
    },
    grad_x:
      "The [inputs|x] get a [gradient|grad_x] too, from everything that was made of them. It is what a layer before this one would go on with.",
    step: {
      taken:
        "One step of gradient descent: every parameter moves against its gradient, W′ = W − {rate} · ∂W. The inputs stay as they are.",
      refused:
        "One step of gradient descent would be W′ = W − {rate} · ∂W. With η = {rate} the parameters would no longer be finite, so it is not taken: give a smaller learning_rate.",
    },
    after: {
      near: "Forward again: the loss falls from [{before}|loss:] to [{now}|after.loss:], by {fell}. For a small step the gradient predicts η · ‖∂W‖² = {predicted}: nearly that.",
      less: "Forward again: the loss falls from [{before}|loss:] to [{now}|after.loss:], by {fell}. The gradient predicted η · ‖∂W‖² = {predicted}; with η = {rate} the slope eases on the way.",
      more: "Forward again: the loss falls from [{before}|loss:] to [{now}|after.loss:], by {fell}: more than the η · ‖∂W‖² = {predicted} that the gradient predicted, since the slope grew steeper on the way.",
      rose: "Forward again: the loss rises from [{before}|loss:] to [{now}|after.loss:], by {fell}. The gradient predicted a fall of η · ‖∂W‖² = {predicted}, but η = {rate} is too long a step: it leaps across the valley.",
      tiny: "Forward again: the loss stays at [{now}|after.loss:] in all the digits it has. The gradient predicted a fall of η · ‖∂W‖² = {predicted}, too little to be seen.",
      still: "Forward again: the loss stays at [{now}|after.loss:], since nothing has moved.",
    },
    rates:
      "How long may a step be? For short steps the loss does as the gradient predicts. Of these, η = {best} lowers it most, to {least}{last:; none leaps too far¦, and longer ones leap too far}.",
    "again-1": {
      moves:
        "What did that step do to the map? No [weight|weights] moved by more than {once}. Drawn at its own scale it shows: blue has gained, orange has lost.",
      still: "That step moved no [weight|weights]: only what is mixed has changed.",
    },
    again: {
      falls:
        "Again and again: after {count} steps the loss is {now}, from {begun}. {asks} now gives {answers} {is} of its [weight|weights], not {was}.",
      fell: "Again and again: after {count} steps the loss is {now}, from {begun}.",
      rises: "Again and again: after {count} steps the loss is {now}, from {begun}. Such steps are too long.",
    },
    check:
      "Is a gradient right? With {cell} nudged up and down by {nudge}, the loss changes with a slope of {slope}. The gradient says {gradient}.",
  },
};
