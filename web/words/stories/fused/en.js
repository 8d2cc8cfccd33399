/** The texts of the story fused in English: attention tile by tile. */

/** @type {import("../../index.js").Texts} */
export default {
  name: "In tiles",
  titles: { tiles: "Shelf", correct: "Correct", add: "Add", quickly: "Query", memory: "Same result" },
  tile: (n) => `tile ${n}`,
  which: (n) => `query ${n}`,
  subtitle: (i, count) => `query ${i} of ${count}`,
  row: "the row of {~kv_len} {kv_len:weight¦weights},",
  never: "never stored",
  desk: "desk",
  shelf: "slow memory",
  stored: "{kv_len} {kv_len:key¦keys}, {kv_len} {kv_len:value¦values}",
  held: "numbers held",
  beside: "beside the output",
  ways: { whole: "whole rows", tiled: "tiles" },
  same: "the same result",
  asked: "Query",
  invitation: "Watch attention take its keys tile by tile, and never store a row of weights.",
  sentences: {
    tiles: "[Keys|key] and [values|value]: {tiles:one tile¦{~tiles} tiles}.",
    query: "A [query|{query}] keeps max, ℓ, u.",
    scores: "{tileKeys:The¦Each} [key|key] gives a [score|{scores}].",
    next: {
      raised: "Tile {tile}: a larger [score|{scores}].",
      same: "Tile {tile}: no larger [score|{scores}]; its {tileKeys:[power|{exps}] joins¦[powers|{exps}] join}.",
      first: "Tile {tile} brings the first [score|{scores}] that counts: it is [max|{max}].",
      skipped: "Every [score|{scores}] of tile {tile} is −∞: [max|{max}] stays.",
      nan: "A [score|{scores}] of tile {tile} is not a number (NaN), and so is [max|{max}].",
      stays: "Tile {tile} changes nothing: [max|{max}] is NaN, and stays so.",
      infinite: "The largest [score|{scores}] is {number}: subtracted from itself it is NaN, not a number.",
    },
    correct: "[c|{c}] shrinks [ℓ|{sum}] and [u|{mixed}].",
    add: {
      first:
        "{tileKeys:A [power of e|{exps}] is¦[Powers of e|{exps}] are} added to [ℓ|{sum}] and, times the [value|value], to [u|{mixed}].",
      later: "{tileKeys:Its [power of e|{exps}] joins¦Its [powers of e|{exps}] join}.",
      skipped: "Every score is −∞: nothing joins [ℓ|{sum}] or [u|{mixed}].",
      none: "With [max|{max}] at {number}, neither [ℓ|{sum}] nor [u|{mixed}] is a number.",
      lost: "[ℓ|{sum}] grows as before; a value that is not a number makes its part of [u|{mixed}] NaN.",
    },
    divide: {
      some: "[u|{mixed}] ÷ [ℓ|{sum}] is the [{result}|{output}]{same:¦, but for rounding that of a whole row}.",
      nothing: "No score counted: ℓ is 0, and so is the [{result}|{output}], as from a whole row.",
      nan: "NaN stays NaN in the [{result}|{output}], as from a whole row.",
    },
    again:
      "{others:The other query meets¦All other queries meet} the same tiles, with the same {~held} numbers.",
    memory:
      "{same:¦But for rounding the }same [{result}|{output}]: {stored} {stored:weight¦weights} stored, or {held} numbers.",
    drag: "Drag the knob.",
  },
};
