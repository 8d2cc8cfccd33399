/** Chooses the sentences about what is left of a message, and about whether gaps save layers. */

/** @typedef {Record<string, any>} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story */
export default ({ say, write }, { units, notes, sentences: t }) => ({
  /** @param {string} way @param {Facts} facts */
  unit: (way, facts) => write(units[way], facts),
  /** @param {string} way @param {string} what the note is about @param {Facts} facts */
  note: (way, what, facts) => write(notes[way][what], facts),
  fade: say(({ odd, begun }) => t.fade[odd ? "odd" : begun === "0" ? "none" : "some"]),
  layers: say(({ fewer }) => t.layers[fewer ? "fewer" : "same"]),
});
