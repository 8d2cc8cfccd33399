// Learns a classifier of opinions: a learned query attends to every word of a sentence, and its output gives the class.
import { largest } from "../../../web/presets/sentences.js";
import { split } from "./examples.js";
import { begin, grouped, rowsOf, train } from "./training.js";

/** @typedef {import("./grammars.js").Opinion} Opinion */

const CLASSES = ["negative", "neutral", "positive"];

/** Returns a sentence of known words as a problem, whose output has one number per class. @param {any} learned @param {string[]} source */
export const opinionOf = ({ words, vectors, x, w_o, b_o }, source) => ({
  ...{ x, w_o, b_o },
  x_kv: source.map((word) => vectors[words.indexOf(word)]),
});

/**
 * @param {object} how
 * @param {() => Opinion[]} how.grammar
 * @param {string} how.example the sentence that the story shows
 * @param {number} how.d_word width of a word's vector
 * @param {{ count: number, seed: number }} how.setAside
 * @param {{ seed: number, steps: number, rate: number, decay: number }} how.training
 * @returns {import("./models.js").Model}
 */
export function classification({ grammar, example, d_word, setAside, training }) {
  const opinions = grammar();
  const words = [...new Set(opinions.flatMap(({ source }) => source))];
  const { heldOut, learned: examples } = split(opinions, { ...setAside, example });
  return {
    heldOut,
    examples,
    learn(attention, core, told, seed = training.seed) {
      const shapes = {
        vectors: [words.length, d_word],
        x: [1, d_word],
        w_o: [d_word, CLASSES.length],
        b_o: [CLASSES.length],
      };
      const begun = begin(attention, shapes, seed);
      train(core, attention, begun, { ...training, seed, examples, ask: asking(words), told });
      return { words, ...grouped(begun.parameters), example: example.split(" "), seed };
    },
    measure: (attention, learned) => measure(attention, learned, heldOut),
  };
}

/** @param {string[]} words */
const asking =
  (words) =>
  (
    /** @type {import("./training.js").Parameters} */ { vectors, ...given },
    /** @type {Opinion} */ opinion,
  ) => {
    const rows = opinion.source.map((word) => words.indexOf(word));
    return {
      problem: { ...given, x_kv: rowsOf(vectors, rows) },
      target: [[CLASSES.indexOf(opinion.opinion)]],
      lookedUp: { vectors: { from: "x_kv", rows } },
    };
  };

/**
 * @param {import("../../../web/index.js").Attention} attention
 * @param {any} learned
 * @param {Opinion[]} heldOut
 */
function measure(attention, learned, heldOut) {
  let [right, decided] = [0, 0];
  for (const { source, opinion, decided: place } of heldOut) {
    const { output, weights } = attention.forward(opinionOf(learned, source));
    right += Number(CLASSES[largest(output.data)] === opinion);
    decided += Number(largest(weights.data) === place);
  }
  const deciding = heldOut.filter(({ decided: place }) => place >= 0).length;
  return { sentences: heldOut.length, right: right / heldOut.length, decided: decided / deciding };
}
