/** Lesson 3 in English. `n` writes a number of the picture; [words|weights:0,0,0,*] ring the cells that they name. */
import { share } from "../index.js";

/** @type {import("../index.js").LessonTexts} */
export default {
  title: "From one vector to alignment",
  question: "Why was attention invented?",
  intro:
    "To translate, a network read a sentence into one list of numbers and wrote from that alone. Here is what was lost, and how it came back.",
  description:
    "Sequence to sequence with and without attention, alignment, four score functions, self- and cross-attention.",
  steps: {
    read: {
      name: "read a sentence",
      title: "A sentence is read",
      said: ({ spoken }) =>
        `An encoder reads “${spoken("encoder")}”, word by word; each word leaves a [state|encoder_before.state].`,
      more: () =>
        "A state is made of its word and of the state before it: six numbers, whatever the length of the sentence.",
    },
    retell: {
      name: "write from one state",
      title: "What can one state hold?",
      question: () => "Without attention only the last state is handed on. What does the decoder write?",
      choices: ({ spoken }) => [spoken("decoder"), spoken("decoder_before"), "nothing"],
      said: ({ spoken, likeliest, number, word }) =>
        `It writes “${spoken("decoder_before")}”: “${word("decoder_before", "query", 0)}” with ${number(likeliest("decoder_before.probabilities:0,*"))}, “${word("decoder_before", "query", 2)}” with ${number(likeliest("decoder_before.probabilities:2,*"))}. It is not sure of them.`,
      more: () => "That a mouse sleeps came through. Which mouse, and of what colour, was lost on the way.",
    },
    measured: {
      name: "what is lost",
      title: "How much is lost?",
      said: ({ number, figures: { attention, bottleneck } }) =>
        `Longer sentences lose more: of ${attention.by_length.at(-1).length} words, ${number(share(bottleneck))} % come out right; with attention, ${number(share(attention))} %.`,
      more: ({ figures: { attention } }) =>
        `Measured on ${attention.sentences} sentences that neither model had seen.`,
    },
    keys: {
      name: "keep every state",
      title: "Why throw the others away?",
      said: () => "With attention every [state|encoder.state] stays. They are keys and values at once.",
      more: () =>
        "A key says what a state can be found by, a value what it hands on. Here no matrix stands between.",
    },
    softmax: {
      name: "one question",
      title: "The decoder asks",
      said: ({ n, word }) =>
        `The decoder’s own [state|decoder.state] is the query. Its first row puts ${n("decoder.weights:0,0,0,1")} on “${word("decoder", "key", 1)}”.`,
      more: ({ word }) =>
        `From what it read there it writes “${word("decoder", "query", 0)}”. Then its state has moved on, and it asks again.`,
    },
    map: {
      name: "all its questions",
      title: "Which word does it need?",
      question: ({ word }) => `Which of these will “${word("decoder", "query", 2)}” be written from?`,
      choices: ({ word }) => [2, 3, 4].map((k) => word("decoder", "key", k)),
      said: ({ n, word, largest }) => {
        const at = largest("decoder.weights:0,0,2,*");
        return `“${word("decoder", "query", 2)}” reads “${word("decoder", "key", at)}”, with [${n(`decoder.weights:0,0,2,${at}`)}|decoder.weights:0,0,2,${at}].`;
      },
      more: () =>
        "Nobody told the model which word belongs to which. It was shown pairs of sentences; the map came with being right.",
    },
    order: {
      name: "where order differs",
      title: "Where rows cross",
      said: () => "Where two languages order words differently, the [rows|decoder.weights] of the map cross.",
      more: () => "French puts the colour behind the noun, so the model has to look ahead and come back.",
    },
    compare: {
      name: "four scores",
      title: "How do you compare a query with a key?",
      question: ({ n, root }) =>
        `There are four usual ways. The plain dot product’s largest share is ${n("dot.weights:0,0,0,2")}. Divided by √${root}, it becomes …`,
      choices: ({ n }) => ["larger", `smaller (${n("scaled_dot.weights:0,0,0,2")})`, "no different"],
      said: ({ n }) =>
        `Dividing brings [scores|scaled_dot.scaled_scores] together, so the largest share falls to ${n("scaled_dot.weights:0,0,0,2")}; the order stays.`,
      more: () =>
        "Additive, bilinear, dot and scaled dot agree on nothing but this: one number for each key, then softmax.",
    },
    cross: {
      name: "self or cross",
      title: "Self or cross?",
      said: () => "The only difference is where keys and values come from: the same words, or others.",
      more: () =>
        "In a translator the target asks and the source answers. Everything in between is what you did by hand in lesson 1.",
    },
  },
  task: {
    title: "Look at “sleeps”",
    text: "Change one number of the query so that plain dot looks mostly at “sleeps”.",
    hint: "The key of “sleeps” has a 0 in front: what you change there does not reach it, but it reaches the others.",
  },
  exercises: [
    {
      asks: () => "What is the dot product of [1, 1] and [2, 0]?",
      because: ({ products, n }) => `${products("dot.scores:0,0,0,1")} = ${n("dot.scores:0,0,0,1")}.`,
    },
    {
      asks: () => "What share does scaled dot give “cat”? Two decimals.",
      because: ({ n, root }) =>
        `Its score ${n("dot.scores:0,0,0,2")} over √${root}, then softmax: ${n("scaled_dot.weights:0,0,0,2")}.`,
    },
    {
      asks: () =>
        "The decoder writes five words, ⟨end⟩ among them, and may read five states, one before any word. How many weights are in the map?",
      because: ({ count }) => `Five rows of five: ${count("decoder.weights")}.`,
    },
  ],
  sources: [
    {
      says: () => "The sum over the states runs to T′.",
      so: () => "To T, the length of what the encoder has read.",
      where: "step 5",
    },
    {
      says: () => "α is made from (h, s) in one place, from (s, h) in another, with different indices.",
      so: () => "One notation: the query is the state before, s of step j − 1; the keys are all h.",
      where: "step 5",
    },
    {
      says: () => "Scaled dot divides by √|k|.",
      so: () => "By the root of how many numbers a key has, not of its length as an arrow.",
      where: "step 8",
    },
    {
      says: () => "Query, key and value are the same.",
      so: () => "Before their three projections, in self-attention.",
      where: "lesson 1",
    },
    {
      says: () => "Weights explain a decision.",
      so: () => "They show what was mixed. What follows may still ignore it.",
      where: "step 6",
    },
  ],
  credit:
    "The order is that of a survey of attention; the models are small, trained here on made-up sentences, not translators.",
};
