/** Lesson 4 in English. `n` writes a number of the picture; [words|weights:0,0,0,*] ring the cells that they name. */
/** @type {import("../index.js").LessonTexts} */
export default {
  title: "Heads, batches, norms",
  question: "What is gained by looking several times?",
  intro:
    "One head can look one way. Here four look at once, several texts go through together, and what comes out is brought back to size.",
  description: "Multi-head attention, its shapes, batches that never meet, layer norm and batch norm.",
  steps: {
    one: {
      name: "one head",
      title: "One head",
      said: ({ shape }) =>
        `One head: two words of four numbers go in, ${shape("x", 1)}, and ${shape("output", 1)} come out.`,
      more: ({ n }) =>
        `Its one map gives each word one way of looking: “hello” puts ${n("weights:0,0,0,0")} on itself.`,
    },
    four: {
      name: "four heads",
      title: "Four maps",
      said: ({ n, word }) =>
        `Four heads make four maps. In the second, “${word("", "key", 2)}” looks at its verb: [${n("weights:0,1,2,3")} on “${word("", "key", 3)}”|weights:0,1,2,*].`,
      more: ({ n, word }) =>
        `Each head has matrices of its own, and what it looks for was learned, not given to it. The first looks at the word before: “${word("", "key", 2)}” puts ${n("weights:0,0,2,1")} on “${word("", "key", 1)}”.`,
    },
    join: {
      name: "side by side",
      title: "What becomes of four results?",
      question: () =>
        "The results of the heads are laid side by side. How many numbers does a row hold then?",
      said: ({ size }) =>
        `${size("mixed", 1)} heads of ${size("mixed", 3)} numbers: ${size("joined", 2)} in a [row|joined].`,
      more: () => "Nothing is added up here. The numbers of each head stay together.",
    },
    output: {
      name: "back to size",
      title: "One more matrix",
      said: ({ size }) =>
        `One more matrix brings the ${size("joined", 2)} numbers back to [${size("output", 2)}|output].`,
      more: () => "Only now do the heads mix. The next layer can begin with rows as long as before.",
    },
    batch: {
      name: "two texts at once",
      title: "What shape are the scores?",
      question: ({ shape, size }) =>
        `Two texts go through together: x is ${shape("x")}, and there are ${size("scores", 1)} heads. The scores are …`,
      choices: ({ shape }) => [shape("scores", 1), shape("x"), shape("scores")],
      said: ({ shape }) => `One map for each text and each head: [${shape("scores")}|scores].`,
      more: () => "Text, head, query, key: four axes, always in this order.",
    },
    apart: {
      name: "they never meet",
      title: "Do the texts see each other?",
      said: () =>
        "The two texts of a batch never meet: each has [weights|weights] of its own, and they share nothing but the matrices.",
      more: () => "They go through together because that is quicker, for no other reason.",
    },
    refused: {
      name: "three heads",
      title: "Three heads for four features?",
      question: ({ size }) => `Two heads share the ${size("x", 2)} features. What if there were three?`,
      choices: () => ["shared unevenly", "filled up with 0", "refused"],
      said: ({ refusal }) => `It is refused: “${refusal}”`,
      more: () =>
        "A head is a part of the features, and all heads are computed at once: they have to be alike.",
    },
    norms: {
      name: "layer norm and batch norm",
      title: "Rows or columns?",
      question: () => "After attention comes a norm. Which of its numbers have mean 0 after a layer norm?",
      choices: () => ["each row", "each column", "both"],
      said: () =>
        "A layer norm takes each [row|layer_norm.output] by itself, a batch norm each [column|batch_norm.output].",
      more: () =>
        "Transformers use layer norm: a word is brought to size without asking any other word, or any other text.",
    },
  },
  task: {
    title: "Make “hello” look at “world”",
    text: "Change one number of W_K so that “hello” looks mostly at “world”.",
    hint: "What you change has to reach the key of “world” more than that of “hello”: compare the two rows of x.",
  },
  exercises: [
    {
      asks: () => "Two texts of three words, two heads: how many weights are there in all?",
      because: ({ shape, count }) => `${shape("weights")} = ${count("weights")}.`,
    },
    {
      asks: () => "With one head, what is the score of “hello” with “world” before it is divided?",
      because: ({ products, n }) => `${products("scores:0,0,0,1")} = ${n("scores:0,0,0,1")}.`,
    },
    {
      asks: () => "In the picture of the norms, what mean does layer norm take off row 1? Two decimals.",
      because: ({ n }) => `${n("layer_norm.mean:0,0")}.`,
    },
  ],
  sources: [
    {
      says: () => "Splitting ends in (batch, head, seq, feature_dim).",
      so: () => "In head_dim, the features of one head.",
      where: "step 5",
    },
    {
      says: () => "Layer norm or batch norm follows.",
      so: () => "In Transformers layer norm.",
      where: "step 8",
    },
    {
      says: () => "The input is random, so nothing is printed.",
      so: () => "One draw is kept here, from a seed, so that all readers see the same numbers.",
      where: "preset batch",
    },
    {
      says: () => "The parameters are Q, K, with a power.",
      so: () => "W^Q, W^K, W^V, one of each for every head.",
      where: "step 2",
    },
  ],
  credit:
    "The batch of two texts is from a post in PyTorch, the many heads are from a survey; the model of four heads, the pictures and words here are new.",
};
