/** English: attention as a search. */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "A search",
  chapters: { query: "Search", score: "Match", exact: "Exact", soft: "Soft", self: "Self" },
  kinds: { exact: "exact", soft: "soft", self: "self" },
  titles: {
    typed: "Typed",
    labels: "Labels",
    contents: "Contents",
    score: "Match",
    scores: "All labels",
    scale: "Exaggerate",
    exact: "Exact match",
    returned: "Returned",
    again: "Something else",
    soft: "Soft match",
    mixed: "Blended",
    outside: "Nobody types",
    asks: "An entry asks",
    all: "Self-attention",
  },
  invitation: "Watch a search turn into attention.",
  sentences: {
    typed:
      "{queryName} is typed. Written as {features:one number¦{~features} numbers}, one a feature, it is the [query|{query}]: what is looked for.",
    labels:
      "{entries:The one entry¦Each of {~entries} entries} has a label, written in the same features: its [key|{keys}]. By that it is found.",
    contents: "And it has a content, its [value|{values}]: that is what a search returns.",
    score:
      "[Query|{query}] and [key|{first_key}] of {first} meet feature by feature: each pair multiplied, then everything added.",
    scores: "The other labels are scored alike. The larger the [score|{scores}], the better the match.",
    scale:
      "For an exact search every [score|{scaled}] is multiplied by {factor}{large:: what was a small lead is now a huge one}.",
    exact: "Softmax makes [weights|{weights}] of them, and the bar of length 1 is shared out.",
    verdicts: {
      nan: "With a score that is not a number (NaN), no [weight|{weights}] is a number.",
      nothing: "All scores are −∞: nobody gets a [weight|{weights}].",
      one: "The only entry gets everything.",
      all: "No label matches better than another, so all get the same.",
      sole: "{best} matches best and takes all: an exact search picks one.",
      tied: "{tied:¦{~tied} labels match equally well, and} nothing tells them apart: they share alike.",
      leaders: "{~tied} labels match best and get most, alike; the others are not quite gone.",
      mixed: "{best} matches best and gets most; the others are not quite gone.",
    },
    returned: {
      nan: "What comes [back|{output}] is not all numbers.",
      nothing: "Nothing comes [back|{output}]: all is 0.",
      sole: "So the [content|{values}] of {best} comes [back|{output}], as it stands.",
      tied: "So the mean of their [contents|{values}] comes [back|{output}].",
      mixed: "The [contents|{values}] come [back|{output}], each as much as its [weight|{weights}] says.",
    },
    again: "Now {queryName} is typed.",
    soft: "Soft: the same [scores|{scores}]{factor:, without a large factor¦, times {factor}}. The bar slides from its exact shares to the soft ones.",
    blends: {
      mixed:
        "{best} gets most, {share}, but whoever matches a little answers a little: the [contents|{values}] blend.",
      leaders:
        "{~tied} get most, {share} each, but whoever matches a little answers a little: the [contents|{values}] blend.",
      alike: "{~tied} share alike, {share} each: the [contents|{values}] blend.",
      sole: "{best} still takes all: the others are too far behind.",
    },
    outside:
      "So far the [query|{query}] came from outside: attention. Now {queryName}, an entry, asks: its own label is the [query|{query}].",
    asks: "It is matched with every label, its own among them: the same [scores|{scores}], softmax and [sum|{output}] as before.",
    all: "Self-attention: every entry asks the list it stands in, one row of the map each. Nothing comes from outside.",
  },
};
