/** The texts of the story classification in English: which word decides the sentiment of a sentence. */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "Classification",
  chapters: { plain: "No parameters", query: "One query", classes: "Classes" },
  titles: {
    words: "Words as vectors",
    like: "Like reads like",
    blur: "The other words",
    query: "One learned query",
    weights: "Which words count",
    mix: "The mix",
    classes: "Sentiment",
    remove: "Remove a word",
  },
  labels: {
    query: "one learned query",
    parameters: "× W, + b",
    classes: "sentiment",
    mix: "the mix",
  },
  hint: "Tap any word.",
  takeOut: "Take out “{name}”",
  putBack: "Put “{name}” back",
  invitation: "Find the word that decides.",
  sentences: {
    words: "Each word is a learned vector, at first [query, key and value|{x}] in one.",
    like: "{keeps:Like reads like¦A word reads what is most like it}: {name} gives itself a [weight|{rows}] of {own}.",
    blur: {
      apart: "The others are alike: they mix with one another and hardly attend to {name}.",
      mixed: "Every other word mixes what is like it. Nothing has asked for sentiment yet.",
    },
    query: "Now one [learned query|{query}] asks all words the same. Each gets a [score|{scores}].",
    weights: {
      sure: "{name} gets most of the [weight|{weights}]: {share}.",
      tied: "{~tied} words share the largest [weight|{weights}], {share} each.",
      shared: "No word has half of the [weight|{weights}]; {name} gets most: {share}.",
    },
    mix: "The sentence becomes [one vector|{mixed}], mixed by these weights.",
    classes: "A last product and softmax give [each class|{logits}] a share: {first} {chance}.",
    remove: {
      decides: "Without {out}: {then} {now}, no longer {first}. This word decided.",
      stays: "Without {out} it stays {first}: {now} after {chance}. This word did not decide.",
      back: "All words are there: {first} {chance}.",
    },
  },
};
