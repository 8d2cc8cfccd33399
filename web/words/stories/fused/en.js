/** English, of the story fused. */

/** @type {import("../../index.js").Texts} */
export default {
  name: "In tiles",
  chapters: { tiles: "Tiles", first: "First query", others: "Others", memory: "Memory" },
  steps: {
    tiles: "Tiles",
    query: "Query",
    correct: "Correct",
    add: "Add",
    divide: "Divide",
    quickly: "Query",
    memory: "Never stored",
  },
  tile: (n) => `tile ${n}`,
  subtitle: (i, count) => `query ${i} of ${count}`,
  held: "held by the query",
  never: "map: never stored",
  invitation: "Watch attention take its keys tile by tile, and never store a row of weights.",
  sentences: {
    tiles:
      "[Keys|key] and [values|value] come in {tiles:one tile¦{~tiles} tiles{even: of {~each} {each:key¦keys} each}}. One is read at a time, and no row of the map is stored.",
    query:
      "{queryName} asks. Its [query|{query}] will hold three things only: the largest score so far, a sum ℓ, and a weighted sum u of values.",
    scores:
      "Tile {tile}: the [query|{query}] meets {tileKeys:its [key|key]¦its {~tileKeys} [keys|key]}. {tileKeys:The [score|{scores}] is¦The [scores|{scores}] are} used at once, and then forgotten.",
    correct: {
      raised:
        "A larger score: [max|{max}] rises. What was summed before now counts only [c|{c}] = e to the power of old less new max.",
      same: "No score here is larger: [max|{max}] stays, [c|{c}] is 1, and the sums stay as they are.",
      first: "The first score that counts: it is [max|{max}]. Before it there is nothing to correct.",
      skipped: "Every score of this tile is −∞: [max|{max}] stays as it is.",
      nan: "A [score|{scores}] that is not a number (NaN) makes [max|{max}] NaN, and [c|{c}] too, if anything was summed.",
      infinite:
        "The largest score is {number}. Subtracted from itself it gives NaN, not a number, and so every sum becomes NaN.",
    },
    add: {
      some: "Each [score|{scores}] less max becomes a [power of e|{exps}]. {tileKeys:It joins¦They join} the sum [ℓ|{sum}]; times the [{tileKeys:value¦values}|value], {tileKeys:it joins¦they join} the weighted sum [u|{mixed}].",
      skipped: "Each [power of e|{exps}] is 0 here: nothing joins [ℓ|{sum}] or [u|{mixed}].",
      none: "With [max|{max}] at {number}, neither [ℓ|{sum}] nor [u|{mixed}] is a number any more.",
      lost: "The sum [ℓ|{sum}] grows as before; a value that is not a number makes its column of [u|{mixed}] NaN.",
    },
    again: {
      first: "Tile {tile}: its {tileKeys:score sets¦scores set} [max|{max}], [ℓ|{sum}] and [u|{mixed}].",
      raised:
        "Tile {tile}: a larger score, so [ℓ|{sum}] and [u|{mixed}] are corrected before the tile joins them.",
      same: "Tile {tile}: no larger score, so the tile just joins [ℓ|{sum}] and [u|{mixed}].",
      skipped: "Tile {tile}: every score is −∞, and nothing joins.",
      none: "Tile {tile}: with [max|{max}] at {number}, [ℓ|{sum}] and [u|{mixed}] are not numbers.",
    },
    quickly: "Now {queryName}: tile by tile, then [u|{mixed}] ÷ [ℓ|{sum}].",
    divide: {
      some: "After the last tile [u|{mixed}] ÷ [ℓ|{sum}] is the [{result}|{output}] of {queryName}: the same as with the whole row at hand.",
      nothing: "No score counted, so the sum is 0, and so is the [{result}|{output}] of {queryName}.",
      nan: "NaN stays NaN: the [{result}|{output}] of {queryName} is not a number.",
    },
    memory:
      "The map was never there. Beside its {result}, a query held max and ℓ, however many keys there are; its row of the map would hold {kv_len} {kv_len:weight¦weights}.",
  },
};
