/** The texts of the story cross in English: self-attention and cross-attention. */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "Self and cross",
  chapters: { source: "Source", target: "Target", cross: "Cross" },
  kinds: { self: "self-attention", cross: "cross-attention" },
  titles: {
    source: "Source",
    "source-made": "From its own words",
    "source-out": "Self-attention",
    target: "Target",
    "target-made": "From its own words",
    "target-out": "Self-attention",
    keys: "Keys and values",
    queries: "Queries",
    mixed: "Cross-attention",
    apart: "Self or cross?",
  },
  between: {
    titles: {
      words: "Two sentences",
      rows: "Word by word",
      sides: "Who asks, who answers",
      lines: "All lines",
    },
    asks: "asks",
    answers: "answer",
    invitation: "Watch one sentence read another, word by word.",
    sentences: {
      words: "Each word above reads some of the words below.",
      nothing: "∅ is the state before any word.",
      sides:
        "[Queries|{query}] come from above, [keys|{key}] and values from below: that is cross-attention.",
      row: {
        reads: "{queryName} [reads from|{weights}]: {note}.",
        nan: "The [weights|{weights}] of {queryName} are not numbers (NaN).",
        nothing: "{queryName} [reads nothing|{weights}]: all its weights are 0.",
      },
      crossing: "{later} comes after {earlier}, but reads further left: here the streams cross.",
      touch: "Point at a word.",
    },
  },
  invitation: "Watch two sentences attend to themselves, then one to the other.",
  sentences: {
    source:
      "A source: {~q_len} {q_len:word¦words}, {q_len:¦each }a [row|{x}] of {d_model} {d_model:number¦numbers}.",
    "source-made":
      "[Queries|{query}], [keys|{key}] and [values|{value}] all come from these words: self-attention.",
    "source-out":
      "{q_len:The source word looks at itself:¦Each looks at the source words{struck: it may see}:} the [values|{value}] it finds add up to its [output|{output}].",
    target: "Beside it a target: {~q_len} {q_len:word¦words}, the translation so far.",
    "target-made":
      "It looks at itself, too: [queries|{query}], [keys|{key}] and [values|{value}] of target words alone.",
    "target-out":
      "{later:No word looks ahead: each¦Each} gets an [output|{output}] from {later:itself and those before¦the target words{struck: it may see}}.",
    keys: "Now cross-attention: its [keys|{key}] and [values|{value}] come from the source.",
    queries: "Its [queries|{query}] come from the target: target words ask, source words answer.",
    score:
      "The [query|{query}] of {queryName} meets the [key|{key}] of {first_key}: number times number, all added.",
    scores:
      "{q_len:The target word¦Every target word} meets {kv_len:the source word¦every source word}: {q_len} × {kv_len} [scores|{scores}].",
    weights: "{scaled:Scaled first, softmax¦Softmax} turns each row into [weights|{weights}].",
    mixed: {
      flows: "Each [output|{output}] is a mixture of the source’s [values|{value}]",
      most: "{flows}; {queryName} takes most from {most}, {share}.",
      plain: "{flows}.",
      nan: "Where a weight is not a number (NaN), neither is the [output|{output}].",
      nothing: "A word that may attend to nothing gets an [output|{output}] of 0.",
    },
    apart:
      "[Keys|{key}] and [values|{value}] from the words that [ask|{query}]: self-attention; from others: cross-attention. Point at a word.",
  },
};
