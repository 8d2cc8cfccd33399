/** The texts of the story walk-through in English: one attention, query by query. */
import { NUMBERS } from "../../numbers.js";

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "Walk-through",
  titles: { scores: "Scores", ask: "Question" },
  // the question at the beginning, the labels of its query, and the counts
  opening: "Ask",
  take: "What should {queryName} take from {self:the others¦{projected:the sources¦the keys}}?",
  after: "{queryName}, after it has looked at {self:the others¦them}",
  asNumbers: "{~n} {named:words¦inputs} as numbers",
  each: "all {~n} {cross:sources¦{named:words¦inputs}}",
  parameters: "{rows} × {columns}, the same for every {cross:source¦{named:word¦input}}",
  added: "added up:",
  subtitle: (i, count, queryName) => `query ${i} of ${count}${queryName ? ` · ${queryName} asks` : ""}`,
  all: (n) => ["", "one query", "both queries"][n] ?? `all ${NUMBERS[n] ?? n} queries`,
  nth: (i) => `Query ${i}`,
  others: "Others",
  maximum: "max",
  eachDivided: "each ÷",
  question: (queryName, key) => `does ${queryName} look for ${key}?`,
  invitation: "Watch {words:{n:a word¦{~n} words}¦{~n} {n:query¦queries}} decide where to look.",
  sentences: {
    ask: {
      every: "Every {self:{named:word¦input}¦query} asks this question.",
      first: "{first} goes first.",
      one: "This is what {queryName} asks.",
    },
    keys: {
      matrix:
        "[{x_kv:source¦input}|{source}] times one column of [W_K|w_k]{b_k:, plus [b_K|b_k]}, added up: one number of the [key|key].",
      few: "{kv_len:The¦Each} [{x_kv:source¦input}|{source}] times [W_K|w_k]{b_k:, plus [b_K|b_k]} is its [key|key]: how it is found.",
      bias: "{kv_len:The¦Each} [{x_kv:source¦input}|{source}] plus [b_K|b_k] is its [key|key]: how it is found.",
      none: "Without a matrix {kv_len:the¦each} [{x_kv:source¦input}|{source}] is its own [key|key]: how it is found.",
    },
    values: {
      matrix:
        "A [key|key] says how it is found; a [value|value], {x_v:from another [input|x_v] }with [W_V|w_v]{b_v: and [b_V|b_v]}, what it gives.",
      few: "{x_v:Another [input|x_v], multiplied by¦Multiplied by} [W_V|w_v]{b_v: plus [b_V|b_v]}, {x_v:¦it }is its [value|value]: what it gives.",
      bias: "{x_v:another [input|x_v]¦it} plus [b_V|b_v] is a [value|value]: what it gives.",
      none: "{x_v:Another [input|x_v] is the [value|value]¦{changed:Without a matrix it is its own [value|value]¦It is also its own [value|value]}}: what it gives.",
    },
    query: {
      matrix:
        "{queryName} asks{alone:¦ first}. [W_Q|w_q] {b_q:and [b_Q|b_q] make¦makes} its [query|{query}]: what it looks for.",
      bias: "{queryName} asks{alone:¦ first}: with [b_Q|b_q] added, it is its [query|{query}]: what it looks for.",
      none: "{queryName} asks{alone:¦ first}: its [query|{query}] is what it looks for.",
    },
    again: "Now {queryName} asks: same [keys|key], same [values|value], another [query|{query}].",
    quickly:
      "Now {queryName} asks: [scores|{scores}], [weights|{weights}] and the [output|{output}], as before.",
    // a query without a label, called "query 1", has no other name
    theQuery: "{unnamed:[{queryName}|{query}]¦the [query|{query}] of {queryName}}",
    theKey: "{unnamed:[{other}|{first}]¦the [key|{first}] of {other}}",
    score: {
      dot: "{theQuery} meets {theKey}: number times number, all added.",
      few: "{theQuery} meets {kv_len:the only¦each} [key|{keys}]: number times number, all added.",
      bilinear: "{theQuery} meets {theKey} through a matrix, [W|w_score].",
      additive: "{theQuery} and {theKey} enter a small network; its output is the score.",
    },
    scores:
      "The other {twoKeys:[key|{keys}] does¦[keys|{keys}] do} the same.{rising: The larger a [score|{scores}], the better the fit.}",
    scaledFew:
      "{kv_len:The¦Each} [score|{scores}] is {usualScale:divided by √dₖ = √{d_k}¦multiplied by {scaleText}}.",
    scaledAgain: "{usualScale:Divided by √dₖ¦Multiplied by the scale}, as before.",
    scoresAgain: "{theQuery} meets {kv_len:the only¦every} [key|{keys}].",
    softmax: {
      infinite:
        "The largest score of this row is {infinite}. Subtracted from itself it gives NaN, not a number, so all [weights|{weights}] of the row are NaN.",
      nan: "A [score|{scores}] of this row is not a number (NaN), so all its [weights|{weights}] are NaN.",
      nothing: "Every score is {everything:masked¦−∞}: each [weight|{weights}] of this row is 0.",
      only: "There is only one [score|{scores}], so its bar fills the whole bar of length 1.",
      bars: "Each [score|{scores}] becomes a power of e, a bar.{struck: Masked scores have none.} Together they fill one of length 1.",
      few: "[Scores|{scores}] become powers of e: bars that together fill one of length 1.{struck: Masked scores have none.}",
      again: "As before, softmax turns the [scores|{scores}] into [weights|{weights}].",
    },
    row: "Cut up, the bar becomes the row of {queryName} in the map.",
    max: "Softmax first looks for the largest [score|{scores}] of the row. It is {number}.",
    exp: "Each becomes a power of e, and the largest, now 0, becomes 1.{struck: e to the power of −∞ is 0.}",
    total: "All bars of the row together: {number}.",
    divide: "Each bar divided by that sum is a [weight|{weights}]; together they fill one bar of length 1.",
    weight: {
      flows: "Each [value|{values}] times its [weight|{weights}]: the wider the stream, the more flows.",
      again: "Its [weights|{weights}] multiply the same [values|{values}].",
      nothing:
        "Each [value|{values}] is multiplied by its [weight|{weights}], and every weight is 0: nothing flows.",
      nan: "Each [value|{values}] is multiplied by its [weight|{weights}], which is not a number.",
      some: "Each [value|{values}] is multiplied by its [weight|{weights}]. A weight that is not a number makes what it weighs NaN.",
    },
    firstNumber: "{sum} make {total}, the first number of the [{result}|{output}].{more: The others follow.}",
    sum: {
      nothing: "Nothing flows, so the [{result}|{output}] of {queryName} is 0.",
      only: "The only [weighted value|{weighted}] is the [{result}|{output}] of {queryName}.",
      again: "Its [weighted values|{weighted}] add up as before.",
      flows: "The [weighted values|{weighted}] flow together into the [{result}|{output}] of {queryName}.",
    },
    next: {
      heads: "Next, the heads are joined.",
      matrix: "Next comes the matrix [W_O|w_o].",
      bias: "Next, [b_O|b_o] is added.",
    },
  },
  // the parts of a sum in numbers
  plus: " + ",
  negative: "({number})",
  // descriptions of a row of the map
  notes: {
    itself: "itself",
    nan: "not a number",
    nothing: "nothing: {everything:all masked¦all weights are 0}",
    one: "all {most}",
    given: "{share} of {first}",
    nearly: "nearly all {most}",
    mostly: "mostly {most}",
    half: "half {first}, half {second}",
    even: "all {seen} alike",
    most: "{tied} alike, {share} each",
    two: "{share} {first}, {less} {second}",
  },
};
