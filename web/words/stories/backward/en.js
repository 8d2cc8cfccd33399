/** The texts of the story backward in English: the backward pass. */

/** @type {import("../../index.js").Texts} */
export default {
  name: "Backward",
  chapters: { parameters: "Parameters", again: "Again", check: "Check" },
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
    change: "Change of the map",
    one: "one more",
    ten: "ten more",
    rest: "until it stops",
  },
  scaled: "change ≤ {scale}",
  taken: "{count} steps",
  invitation: "Watch gradients flow back through attention, and one step lower the loss.",
  sentences: {
    forward:
      "First the forward pass for {queryName}: [scores|{scores}] and [weights|{weights}], then the [{result}|{output}].",
    loss: {
      squared:
        "{aimed:No target is given, so 0 is used: }the [loss|loss:] is {count:the squared error¦the mean of {count} squared errors}: {loss}.",
      classes: "The [loss|loss:] is the mean of −log of the right class’s share: {loss}.",
    },
    grad_output: {
      squared: "Each output’s [gradient|grad_output] is 2 ÷ {count} times its error.",
      classes:
        "Each output’s [gradient|grad_output] is its share by softmax, minus 1 for the right class, over the {counted} {counted:row¦rows} that count.",
      given: "The backward pass begins with the output’s [gradient|grad_output], given here.",
    },
    grad_mixed: "Back through W_O: ∂o times its transpose is this head’s [gradient|{gradOutput}].",
    grad_weights:
      "More [weight|{weights}] brings in more [value|value]: its [gradient|{gradWeights}] is ∂{letter} · v.",
    grad_value:
      "A [value|value]’s [gradient|grad_value] {alone:is a · ∂{letter}¦adds up a · ∂{letter} over all queries}.",
    row_dot: "A shift common to all gradients moves no weight: [Σ a · ∂a|{rowSum}] = {rowDot}.",
    grad_softmax: {
      all: "A score’s [gradient|{gradSoftmax}] is its [weight|{weights}] times the rest: a · (∂a − {closedRowDot}).",
      masked: "{several:Masked cells get¦The masked cell gets} 0.",
    },
    grad_scores: {
      capped:
        "Back through {between}: each [gradient|{gradScores}] times the slope of the soft cap{scaled:, times {scaleText}¦}.",
      scale: "Back through {between}: each [gradient|{gradScores}] times {scaleText}.",
      other: "Back through {between}: the [gradients|{gradScores}] do not change.",
    },
    between: {
      mask: "the mask",
      bias: "the bias",
      scale: "the scale",
      cap: "the soft cap",
    },
    grad_query:
      "The [query|{query}]’s [gradient|{gradQuery}] adds up {dot:∂s · k over its keys¦what came of each score}.",
    rows: "{others:The other query does¦The other queries do} the same.",
    grad_key: {
      dot: "A [key|key]’s [gradient|grad_key] {alone:is ∂s · q¦adds up ∂s · q over all queries}{shared:, of all heads that share it¦}.",
      other: "A [key|key]’s [gradient|grad_key] adds up what came of {alone:its score¦its scores}.",
    },
    grad_parameters: {
      matrix: "Every token uses the [matrix|{whole}]: its [gradient|{grad}] is the sum over all tokens.",
      other:
        "The same [parameters|{whole}] serve again and again: their [gradient|{grad}] adds up every use.",
    },
    grad_x: "The [inputs|x] get a [gradient|grad_x] too, for an earlier layer.",
    step: {
      taken: "Every parameter moves against its gradient: W′ = W − {rate} · ∂W.",
      refused:
        "With η = {rate} the parameters would no longer be finite, so this step is not taken: give a smaller learning_rate.",
    },
    after: {
      fell: "The loss falls from [{before}|loss:] to [{now}|after.loss:], by {fell}; the gradient predicted {predicted}.",
      rose: "The loss rises from [{before}|loss:] to [{now}|after.loss:]: η = {rate} is too large a step.",
      tiny: "The loss stays at [{now}|after.loss:] in all its digits: the step is too small.",
      still: "The loss stays at [{now}|after.loss:]: nothing has moved.",
    },
    rates: "{near:Small steps do as predicted; ¦}η = {best} lowers the loss most, to {least}.",
    "again-1": {
      moves: "That step moved no [weight|weights] by more than {once}: blue gained, hatched orange lost.",
      still: "That step moved no [weight|weights].",
    },
    again: {
      falls:
        "After {count} steps the loss is {now}{settled: and hardly falls¦}; {asks} gives {answers} {is}, not {was}.",
      other: "After {count} steps the loss is {now}, from {begun}{rises:: such steps are too large}.",
      still: "After {count} steps the loss is still {now}.",
    },
    check: "Nudged by ±{nudge}, {cell} changes the loss with slope {slope}; its gradient is {gradient}.",
  },
};
