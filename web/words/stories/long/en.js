/** The texts of the story long in English: more tokens than can be drawn with their numbers. */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "Long input",
  chapters: { map: "Map", row: "One query" },
  titles: {
    map: "Attention map",
    asks: "One query",
    largest: "Largest weights",
    sum: "Output",
    look: "Look closer",
  },
  label: "Attention map, {q_len} queries by {kv_len} keys",
  progress: "{filled} of {rows} queries",
  stop: "Stop",
  resume: "Resume",
  head: "Head {n}",
  back: "{n} back",
  lines: "In lines of {n}",
  above: "each looks at the one above",
  "zoom-in": "Zoom in",
  "zoom-out": "Zoom out",
  keys: "Arrow keys go from weight to weight, plus and minus zoom, Enter chooses the query",
  invitation: "Watch {q_len:one query¦{q_len} queries} divide {q_len:its¦their} attention.",
  sentences: {
    map: {
      all: "{q_len:One query meets¦{q_len} queries meet} {kv_len:one key¦{kv_len} keys}. On the [map|weights], bluer is nearer to the row’s largest weight.",
      dense: "Of several weights, a point shows the largest.",
      odd: "The darkest points are not numbers (NaN).",
    },
    asks: "{queryName} asks: its row of the [map|weights] says what it reads.",
    largest: {
      some: "What {queryName} [reads|{weights}]: {named}. Listed: its {count:largest weight¦{count} largest weights}.",
      nothing: "{queryName} may look at nothing: each [weight|{weights}] of its row is 0.",
      zero: "{queryName} reads from nothing: each [weight|{weights}] of its row is given as 0.",
      nan: "A [weight|{weights}] of {queryName} is not a number (NaN).",
      given: "The [weights|{weights}] of {queryName} are given: {named}.",
    },
    sum: {
      all: "The [values|value], each times its weight, add up to the [{result}|{output}] of {queryName}.",
      cut: "Its first {shown} numbers are drawn.",
    },
    look: {
      back: "Whoever asks, this head [looks|{weights}] {back} back.",
      points: "{q_len:Point at the [map|weights] for its numbers¦Click the [map|weights] to choose a query}.",
      zoom: "Pinch, or + and −, to zoom.",
    },
  },
};
