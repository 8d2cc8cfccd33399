/** The texts of the story meaning in English: what a word means in its sentence. */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "Meaning",
  chapters: { question: "Question", weights: "Weights", swap: "Swap" },
  titles: {
    alone: "A word alone",
    weights: "What it attends to",
    steps: "Steps",
    swap: "One word swapped",
    again: "Steps again",
    end: "Two sentences",
  },
  question: "Which {name} is this?",
  whither: "Where will {name} go?",
  nearestWord: "nearest word: {name}",
  byItself: "{name}, alone",
  listens: "{name} listens",
  swapOne: "Swap one word",
  swapIn: "Put “{name}” in its place",
  invitation: "Watch a sentence move a word.",
  sentences: {
    alone: {
      between: "Alone, {name} stands between {senses}. What can pull it?",
      near: "Alone, {name} is one point, whatever the sentence says. What can move it?",
    },
    asks: "{name} asks every word, itself included.",
    weights: {
      most: "{first} gets the largest [weight|{weights}], {share}.",
      tied: "{~tied} share the largest [weight|{weights}], {share} each.",
      only: "There is no other word: {name} gets the whole [weight|{weights}] itself.",
      nothing: "No word may be listened to: every [weight|{weights}] is 0.",
      nan: "With a score that is not a number (NaN), no [weight|{weights}] is a number.",
    },
    values: {
      arrows:
        "{count:Its own [value|{values}] is an arrow¦Each word has a [value|{values}], an arrow}: where it would take {name}.",
      nan: "A [value|{values}] whose weight is not a number moves nothing.",
      nothing: "A [value|{values}] without weight moves nothing.",
    },
    steps: {
      many: "Each [value|{values}], shrunk to its [weight|{weights}], is a step. Steps add up.",
      one: "The [value|{values}] is the step: {name} takes it whole.",
      nothing: "Without a step {name} stays where it was.",
      nan: "A step that is not a number (NaN) points nowhere: {name} has no place.",
    },
    swap: {
      word: "Now {to} stands where {from} stood.",
      other: "Now another word stands in place of {from}.",
      again: "{name} asks again.",
    },
    again: "From the same point the same word takes {moved:other¦the same} steps.",
    end: {
      apart:
        "One [value|{values}] swapped, and {name} moves elsewhere: first nearest to {near}, now to {next}. That is its meaning here.",
      still: "One [value|{values}] swapped, and yet {name} ends where it did.",
      moved: "One [value|{values}] swapped, and {name} moves elsewhere. That is its meaning here.",
    },
  },
};
