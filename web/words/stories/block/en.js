/** The texts of the story block in English: a transformer block. */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "Block",
  chapters: { add: "Add & norm", again: "Add again" },
  titles: {
    words: "Words",
    heads: "Heads",
    residual: "Add",
    norm: "Norm",
    feed: "Feed-forward",
    again: "Add & norm again",
    all: "All of it",
  },
  boxes: { look: "heads", norm: "add & norm", feed: "feed-forward", last: "add & norm" },
  mix: "words mix",
  alone: "each alone",
  open: "Open {box} →",
  crossing: "Head {head}: ribbons from words to words, each as wide as its weight",
  card: "{title}: {name}",
  head: "head {head}",
  rows: {
    old: "old",
    new: "new",
    sum: "sum",
    norm: "norm",
    in: "in",
    hidden: "hidden",
    left: "active",
    out: "out",
  },
  invitation: "Watch a sentence go through one block.",
  sentences: {
    words:
      "{~count} {count:word¦words}, {count:¦each }a [row|{x}] of {d} {d:number¦numbers}, {count:rises¦rise side by side}.",
    heads:
      "{count:Here words would mix, but there is only one¦Only here do words mix: ribbons cross as the {heads:head weighs¦{~heads} heads weigh} them}.",
    residual: "The [old row|{x}] ran alongside; now it is added to the [new one|{mixed}].",
    norm: "Layer norm takes each [sum|{sum}] on its own: minus its mean, divided by its [standard deviation|{made}].",
    feed: {
      relu: "Each word goes on alone: {name} activates {awake} of {units} [hidden {units:unit¦units}|{hidden}]{rest:; ReLU makes [the rest|{left}] zero}.",
      other:
        "Each word goes on alone, through {units} [hidden {units:unit¦units}|{hidden}] and [what the activation makes of {units:it¦them}|{left}].",
    },
    again: "Once more the [old row|{made}] is added to the [new one|{fed}], and a norm follows.",
    all: "The [output|{out}] has the same shape as the [input|{x}]: blocks can be stacked. Press a box to open it.",
  },
};
