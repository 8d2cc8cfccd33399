/** The texts of the story training in English: a layer that learns. */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "Training",
  chapters: { task: "The task", step: "One step", learn: "Learning", learned: "Learned" },
  titles: {
    tokens: "The task",
    untrained: "Untrained",
    forward: "Forward",
    loss: "Loss",
    gradients: "Gradients",
    move: "Moved",
    waits: "Then",
    repeat: "Many steps",
    learn: ({ from, end }) => (from === end ? `Step ${end}` : `Steps ${from} to ${end}`),
    empty: "No steps yet",
    failed: "Stopped",
    result: "The map",
    reached: "The moment",
    open: "Look inside",
  },
  // texts on the stage
  shown: {
    map: "attention map",
    ofHead: ({ n, heads }) => `attention map, head ${n} of ${heads}`,
    readings: { step: "step", loss: "loss", accuracy: "accuracy", weight: "on right key" },
    short: { step: "step", loss: "loss", accuracy: "right", weight: "weight" },
    parameter: ({ name }) => `parameters ${name}, blue above 0, orange below`,
    gradient: ({ name }) => `gradients of ${name}, blue above 0, orange below`,
    sequence: "the tokens",
    asked: "what is to be named",
    logits: "logits, the right letter framed",
    loss: "loss",
    source: "English: what is read",
    translation: "French: what is to be said",
    wordLogits: "logits, the right word framed",
    // names of the parts of a task, and of sentences to align
    kinds: {
      task: { symbol: "letter", symbols: "letters", sequence: "sequence" },
      align: { symbol: "word", symbols: "French words", sequence: "sentence" },
    },
    target: "target",
    output: "output",
    curve: "Loss of every step",
    scale: "Scale of the loss: linear or logarithmic",
    log: "log",
    linear: "linear",
    reached: ({ share }) => `${share} right`,
    halved: "half",
    train: "Train more",
    stop: "Stop",
    oneStep: "One step",
    step: "1 step",
    reset: "Reset",
    open: "Open this moment",
    openShort: "Open",
    tasks: { previous: "previous", first: "first", lookup: "lookup", reverse: "reverse" },
    task: ({ task }) => `Task: ${task}`,
    heads: ({ heads }) => (heads === 1 ? "1 head" : `${heads} heads`),
    head: ({ n }) => `Head ${n}`,
    optimizers: { adam: "Adam", sgd: "SGD" },
    seed: ({ seed }) => `Seed ${seed}`,
    rate: "rate",
    momentum: "momentum",
    spoken: { rate: "learning rate", momentum: "momentum" },
    nowLoss: ({ step, loss }) => `Step ${step}: loss ${loss}.`,
    now: ({ step, loss, accuracy }) => `Step ${step}: loss ${loss}, ${accuracy} right.`,
  },
  invitation: "Watch a layer learn where to look.",
  sentences: {
    tasks: {
      previous: "{~tokens} tokens, each one of {~letters} letters. The layer must name the one before each.",
      first: "{~tokens} tokens, each one of {~letters} letters. The layer must name the first.",
      lookup:
        "{~tokens} tokens, each one of {~letters} letters, one of them marked. The layer must name that one.",
      reverse: "{~tokens} tokens, each one of {~letters} letters. The layer must name them backwards.",
    },
    untrained:
      "Random parameters: {even:each row of [weights|weights] is nearly even¦the [weights|weights] are random too}, and {before} of the answers are right.",
    forward:
      "Forward: W_O turns the mixed values into [logits|output], one for each of {~letters} {symbols}.",
    loss: "The right {symbol} should have the largest logit; the [loss|loss:], cross-entropy, says how far off it is.",
    gradients:
      "Backward: every parameter gets a [gradient|grad_w_q]; where it is blue, more of it raises the loss.",
    move: "Every parameter moves against its gradient{own:¦, the mean over {batch} {sequence}s}: {by}, rate {rate}.",
    waits:
      "Next, every parameter would move a little against its gradient{own:¦, the mean over {batch} {sequence}s}. So far no step has been recorded.",
    repeat: "Again and again, with {batch} new sequences.",
    learn:
      "{falls:The loss falls, and on the map the right keys light up¦With these settings the loss does not fall}.",
    more: "{count} more {count:step¦steps} with the same settings{own:¦, {batch} new sequences in each}.",
    empty: "No step has been recorded yet. “Train more” takes a hundred of them, “One step” a single one.",
    once: "So far one step has been recorded. “Train more” takes a hundred.",
    failed:
      "Step {at} would have left {tensor} without finite numbers. It was not taken; the parameters are those of step {kept}. {held:With a rate of {holds} they stay finite¦{none:No rate would have helped: some numbers of the problem are too large or not finite¦Try a lower rate}}.",
    learned: {
      previous: "Learned: every token looks at the one before.",
      first: "Learned: every token looks at the first.",
      lookup: "Learned: every token looks at the marked one.",
      reverse: "Learned: every token looks at its mirror image.",
      align: "Learned: a diagonal, crossed where French swaps adjective and noun.",
      hidden:
        "Learned, though not on this map alone: the right keys, framed, get less than half of its weight.",
    },
    align: {
      tokens: "For every French word, the layer must find the English one it translates.",
      untrained:
        "The score is a small random network, w₂ᵀ tanh(W₁[q; k]){even:: rows are nearly [even|weights]¦}; {before} of the words are right.",
      repeat: "Again and again, with the same {batch} sentences.",
      learn:
        "{falls:Nobody says where to look, and the map finds its diagonal¦With these settings the loss does not fall}.",
      more: "{count} more {count:step¦steps} with the same settings and the same {batch} sentences.",
    },
    own: {
      tokens:
        "For each token there is {classes:a class to predict¦a target for its output}. The layer learns from nothing else.",
      untrained: "The parameters are those given, and these are the [weights|weights] before any step.",
      forward:
        "Forward first: its [output|output] should become {classes:largest at the framed class¦the target}.",
      loss: "{classes:Cross-entropy¦The mean of all squared differences} measures how far off the output is: the [loss|loss:].",
      repeat: "Again and again, with the same numbers.",
      learn:
        "{falls:The loss falls, and parameters and map move with it¦With these settings the loss does not fall}.",
      result:
        "{recorded:Step 1 began with a loss of {first}¦The loss was {first} at first, and {last} when step {recorded} began}. This is where the layer looks now.",
      none: "No step has been taken, so the layer looks where it did.",
      zero: "The loss was 0 from the start: there was nothing to learn.",
      since: "Half of the loss was gone by step {half}.",
      never:
        "The loss was not halved within {recorded} {recorded:step¦steps}. More steps may help, or another rate.",
    },
    measured: "{accuracy} of the answers are right; the right key gets {weight} on average.",
    partly:
      "Not learned yet: {accuracy} of the answers are right, and the right keys, framed, get {weight} on average.",
    reached: {
      since:
        "By step {reached}, {share} of the answers were right; the right key’s weight was {then}, {rose:later¦now} {weight}.",
      never:
        "Within {recorded} {recorded:step¦steps} the answers were never {share} right. More steps may help, or another rate.",
    },
    open: "Drag back to any moment: “Open this moment” makes it a problem of its own.",
  },
};
