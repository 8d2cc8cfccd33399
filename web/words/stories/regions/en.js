/** The texts of the story regions in English: words of a caption look at a picture. */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "Regions",
  chapters: { picture: "Picture", ask: "Words ask" },
  titles: {
    picture: "A picture",
    patches: "Patches",
    word: "A word asks",
    mix: "What it sees",
    next: "Another word",
    point: "Point",
  },
  kinds: {
    ...{ sky: "sky", grass: "grass", tree: "tree", dog: "dog", cat: "cat", legs: "legs", paws: "paws" },
    ...{ ball: "ball", kite: "kite", sun: "sun", moon: "moon" },
  },
  drawn: "A dog chases a ball under the sun; a tree stands at the right",
  looks: "Where “{name}” looks",
  sees: "“{name}” sees",
  holds: "{name} holds",
  hint: "Point anywhere.",
  invitation: "Point at a word, and its patches light up.",
  sentences: {
    picture:
      "For {words:the caption’s one word¦each of the caption’s {words} words}, a learned query looks at the picture.",
    patches: "Its {across} × {down} patches are keys and values: how much sky, grass, dog and so on.",
    word: {
      looks: "To say {name}, the query looks here: the brighter a patch, the larger its [weight|{weights}].",
      spreads: "{name} looks everywhere and nowhere: no patch gets much [weight|{weights}].",
    },
    mix: "What {name} sees adds up: {share} {first}, {rest} {second}.",
    next: "{name} looks elsewhere: {share} {first}, {rest} {second}. Nobody told it where.",
    point: "Point at a word to light its patches, or at a patch to name its words.",
  },
};
