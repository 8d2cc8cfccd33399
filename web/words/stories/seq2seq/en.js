/** English: sequence to sequence. */

export default {
  name: "Sequence to sequence",
  chapters: { bottleneck: "Bottleneck", encode: "All states", others: "Others", map: "Map" },
  titles: {
    learned: "What it is",
    read: "Read",
    press: "One state",
    retell: "Retell",
    measured: "What is lost",
    keys: "All states",
    query: "Query",
    scores: "Scores",
    softmax: "Softmax",
    context: "Context",
    state: "New state",
    word: "Word",
    attend: "Attend",
    say: "Say",
    quickly: "Next word",
    map: "Map",
    words: "All words",
  },
  labels: {
    query: "asks",
    next: "new",
    context: "context",
    alone: "one state alone",
    attention: "with attention",
  },
  alignment: { title: "Alignment map", subtitle: "row: word out · column: word in" },
  figures: {
    title: "Right words by length",
    attention: "with attention",
    bottleneck: "with one state alone",
    axis: "words in the sentence",
  },
  nth: "word no. {k}",
  step: "step {j}",
  subtitle: "decoder step {j} of {count}",
  invitation: "Watch a decoder find {words:its word¦{~words} words}, one look back at a time.",
  sentences: {
    read: {
      encoder: "Each word that is read makes a new [state|{keys}] with the state before it.",
      given:
        "An encoder has left {states:one [state|{keys}]¦{~states} [states|{keys}]}: rows of numbers, given here.",
    },
    press:
      "Without attention {width:one number¦{~width} numbers} must hold the whole sentence: the [last state|{last}].",
    retell: {
      says: "A decoder trained on that alone says: {said}.",
      differ: "With attention {differ} of {steps} words differ.",
      same: "Here that is enough: with attention the same words will come out.",
    },
    measured: {
      ends: "Right words on {count} unseen sentences: of {short} words, {first} with attention and {firstPressed} with one state.",
      long: "Of {long} words, {last} and {lastPressed}.",
    },
    keys: "With attention {states:the one [state|{keys}] stays¦all [states|{keys}] stay} in reach, as keys and values at once.",
    query: {
      begins: "The first [query|{query}] is the state that the decoder begins with.",
      again: "After {before} it asks again: the [query|{query}] is the state that it has now.",
    },
    scores: {
      dot: "The query meets {states:the [state|{keys}]¦each [state|{keys}]}: number times number, all added.",
      bilinear: "The query meets {states:the [state|{keys}]¦each [state|{keys}]} through a matrix.",
      additive:
        "The query enters a small network with {states:the [state|{keys}]¦each [state|{keys}]}; what comes out is the score.",
      scaled: "Then each is {usualScale:divided by √{d_k}¦multiplied by {scaleText}}.",
      rising: "A larger [score|{scores}] fits better.",
    },
    softmax: {
      nan: "A [score|{scores}] is infinite or not a number (NaN), so all [weights|{weights}] are NaN.",
      only: "There is only one [score|{scores}], so it fills the whole bar of length 1.",
      bars: "Each [score|{scores}] becomes a power of e, a bar; its share of all bars is its [weight|{weights}].",
    },
    attend: {
      asks: "After {before} the [state|{query}] asks again.",
      looks: "Its [weights|{weights}]: {note}.",
      nan: "Its [weights|{weights}] are not numbers (NaN).",
    },
    context: {
      adds: "The [context|{context}] adds up the states by weight: {note}.",
      short: "The [context|{context}] makes the [new state|{state}].",
      nan: "The [context|{context}] adds up the states times weights that are NaN: it is NaN too.",
      nothing: "That is the state before any word: this step hardly looks at the sentence.",
      before: "That is the state before any word: only the rest of the weight lies on the sentence.",
    },
    state:
      "[Context|{context}]{fed:, [state before|{query}] and the word fed in¦ and [state before|{query}]}, each times a matrix, add up; tanh makes the [new state|{state}].",
    word: {
      says: "[New state|{state}] and [context|{context}] make {word} the likeliest of {choice} words, {share}.",
      tied: "{alike} words are equally likely; the first of them stands for all.",
      nan: "The probabilities are not numbers (NaN), so no word is the likeliest.",
      silent:
        "No word is asked of this decoder: the [state|{state}] is what it makes. The row of weights goes to the map.",
    },
    say: {
      says: "Out comes {word}, {share}.",
      nan: "Its probabilities are NaN: no word comes out.",
      silent: "The row of weights goes to the map.",
    },
    quickly: {
      looks: "The same once more. [Weights|{weights}]: {note}.",
      nan: "The same once more, with [weights|{weights}] that are NaN.",
      says: "Out comes {word}, {share}.",
    },
    words: {
      all: "Each word that came out, and what it was made from. Point at one.",
      better:
        "Each word that came out, and what it was made from. One state alone missed {differ:one¦{~differ}}. Point at one.",
    },
    map: {
      read: "Along a row of [weights|{weights}]: what a word was made from; down a column: who looked there.",
      nothing: "∅ is before any word.",
    },
  },
};
