/** The texts of the story search in English: attention as a search. */

/** @satisfies {import("../../index.js").Texts} */
export default {
  name: "A search",
  chapters: { query: "Search", exact: "Exact", soft: "Soft", self: "Self" },
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
      "{queryName} is typed: {features:one number¦{~features} numbers}, one per feature, the [query|{query}].",
    labels: "{entries:The one¦Each} entry is found by its label, the [key|{keys}].",
    contents: "Its content, the [value|{values}], is what comes back.",
    score: "[Query|{query}] and [key|{first_key}] of {first} meet: feature times feature, all added.",
    scores: "The larger a [score|{scores}], the better the label matches.",
    scale:
      "For an exact search every [score|{scaled}] is multiplied by {factor}{large:: small leads grow huge}.",
    exact: "Softmax makes [weights|{weights}] of them, shares of a bar.",
    verdicts: {
      nan: "With a score that is not a number (NaN), no [weight|{weights}] is a number.",
      nothing: "All scores are −∞: none gets a [weight|{weights}].",
      one: "The only entry gets everything.",
      all: "No label matches better, so all get the same.",
      sole: "{best} matches best and takes all.",
      tied: "{tied:¦{~tied} labels match equally well:} they share evenly.",
      leaders: "{~tied} labels tie for best and get most; the others are not quite gone.",
      mixed: "{best} matches best and gets most; the others are not quite gone.",
    },
    returned: {
      nan: "What comes [back|{output}] is not all numbers.",
      nothing: "Nothing comes [back|{output}]: all is 0.",
      sole: "So its [content|{values}] comes [back|{output}] as it stands.",
      tied: "So the mean of their [contents|{values}] comes [back|{output}].",
      mixed: "The [contents|{values}] come [back|{output}], each as much as its [weight|{weights}] says.",
    },
    again: "Now {queryName} is typed.",
    soft: "Soft: the same [scores|{scores}], {factor:not enlarged¦times {factor}}.{entries:¦ The bar slides to soft shares.}",
    blends: {
      mixed: "{best} gets most, {share}, but every match answers a little: the [contents|{values}] blend.",
      leaders:
        "{~tied} get most, {share} each, but whoever matches a little answers a little: the [contents|{values}] blend.",
      alike: "{~tied} share evenly, {share} each: the [contents|{values}] blend.",
      sole: "{best} still takes all: the others are too far behind.",
    },
    outside: "Now an entry, {queryName}, asks: its own label is the [query|{query}].",
    asks: "It meets every label, its own too: [scores|{scores}], softmax and [sum|{output}] as before.",
    all: "Self-attention: every entry asks its own list, each in its own row of the map. Point at a row.",
  },
};
