/** The texts of the story alignment in English: the alignment of two sentences. */

export default {
  name: "Alignment",
  chapters: { rows: "Rows", read: "Reading it" },
  titles: { learned: "What it is", words: "Words", order: "Order", columns: "Most read", empty: "Nothing" },
  map: { title: "Alignment map", subtitle: "row: who reads · column: what is read" },
  bands: "Bands from every word that is read to those that read it, each as wide as its weight, from 0.03 up",
  nth: "{alone:Row {from}¦Rows {from}–{until}}",
  subtitle: "{alone:row {from}¦rows {from} to {until}} of {count}",
  list: {
    or: "{names} or {last}",
    others: "{count} others",
    any: "any of {count} others",
  },
  invitation: "Watch {rows:one word¦{~rows} words} say what {rows:it was¦they were} made from.",
  sentences: {
    words: "Each row of [weights|{weights}] says what a word {decoded:comes from¦looks at}. Point at a word.",
    row: {
      reads: "{queryName} [reads from|{row}]: {note}.",
      nan: "The [weights|{row}] of {queryName} are not numbers (NaN).",
      none: "{queryName} [looks at nothing|{row}]: all its weights are 0.",
      nothing: "That is the state before any word: this row hardly looks at the sentence.",
      before: "That is the state before any word; only the rest of the weight lies on the sentence.",
      several: "{queryName} to {lastName}: row by row the [map|{weights}] fills.",
    },
    order: {
      none: "Fewer than two rows have a single largest [weight|{weights}] at a word, so there is no order to speak of.",
      straight:
        "Row by row the largest [weight|{weights}] moves to the right: both sides run in the same order.",
      level: "The largest [weights|{weights}] never step back to the left: no two rows cross.",
      crossing:
        "{~crossing} {crossing:pair of rows crosses¦pairs of rows cross}: {later} comes after {earlier}, but looks further left.",
    },
    columns: {
      none: "No row has a single largest [weight|{weights}].",
      single: "Each word is the first choice of at most one row.",
      most: "{several:{tied} words are the first choice of {count} rows each. One is {word}, read by {readers}.¦{word} is the first choice of the most rows: {readers}.}",
      marks: "{marks} does not count.",
      unread: "No row looks most at {unread}.",
    },
    empty: {
      decoded:
        "{names} {count:has its¦have their} largest [weight|{weights}] at the state before any word, not at a word of the sentence.",
      given:
        "{names} {count:has¦have} nothing to look at: every [weight|{weights}] of {count:this row¦these rows} is 0.",
    },
  },
};
