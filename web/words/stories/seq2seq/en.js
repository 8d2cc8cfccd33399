/** The texts of the story seq2seq in English: sequence to sequence. */

export default {
  name: "Sequence to sequence",
  chapters: { bottleneck: "Bottleneck", encode: "All states", others: "Others" },
  titles: {
    learned: "What it is",
    read: "Read",
    press: "One state",
    retell: "Retell",
    measured: "What is lost",
    keys: "All states",
    context: "Context",
    state: "New state",
    word: "Word",
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
  },
  lengths: "in {count} new sentences",
  step: "step {j}",
  subtitle: "decoder step {j} of {count}",
  invitation: "Watch a decoder find {words:its word¦{~words} words}, one look back at a time.",
  sentences: {
    read: {
      encoder: "Each word makes the next [state|{keys}] from the last.",
      given: "An encoder has left {states:one [state|{keys}]¦{~states} [states|{keys}]}, given here.",
    },
    press: "Without attention, [{width:one number¦{~width} numbers}|{last}] must hold the whole sentence.",
    retell: {
      differ: "Translated from that alone; attention will change {differ:one word¦{~differ} words}.",
      same: "Translated from that alone; attention will change no word here.",
    },
    measured: "In sentences of {long} words: {lastPressed} right, with attention {last}.",
    keys: "Attention keeps {states:the one¦every} [state|{keys}] as key and value.",
    query: "The decoder’s first state is the [query|{query}].",
    scores: {
      dot: "The query meets {states:the¦each} [state|{keys}]: multiply, add up.",
      bilinear: "The query meets {states:the¦each} [state|{keys}] through a matrix.",
      additive: "A small network scores the query with {states:the¦each} [state|{keys}].",
      scaled: "Then each is {usualScale:divided by √{d_k}¦multiplied by {scaleText}}.",
    },
    softmax: {
      nan: "A [score|{scores}] is infinite or not a number (NaN), so all [weights|{weights}] are NaN.",
      only: "There is only one [score|{scores}], so it fills the whole bar of length 1.",
      bars: "Each [score|{scores}] becomes a power of e, then a [share|{weights}].",
    },
    context: {
      adds: "The [context|{context}] adds up states by weight: {note}.",
      nan: "The weights are NaN, and so is the [context|{context}].",
      nothing: "That is the state before any word: this step hardly looks at the sentence.",
      before: "That is the state before any word; only the rest of the weight lies on the sentence.",
    },
    state:
      "[Context|{context}]{fed:, [old state|{query}] and previous word¦ and [old state|{query}]} make the [new state|{state}].",
    word: {
      says: "Out comes {word}, the likeliest of {choice} words.",
      tied: "{alike} words are equally likely; the first of them stands for all.",
      nan: "The probabilities are not numbers (NaN), so no word is the likeliest.",
      silent: "This decoder outputs no word: it makes the [state|{state}].",
    },
    quickly: {
      looks: "Again: [{note}|{weights}].",
      nan: "Again; the [weights|{weights}] are NaN.",
      says: "Out comes {word}.",
    },
    words: {
      all: "Point at a word to see what it was made from.",
      better: "Point at a word; one state alone missed {differ:one¦{~differ}}.",
    },
    map: "Each row of [weights|{weights}]: what a word was made from.",
  },
};
