// Learns the senses of words: self-attention moves a word's vector in the plane to the point of its sense. Those points are
// given; everything else is learned. If no word reveals the sense, the target is the mean of all points.
import { largest } from "../../../web/presets/sentences.js";
import { split } from "./examples.js";
import { begin, grouped, rowsOf, train } from "./training.js";

/** @typedef {import("./grammars.js").Reading} Reading */

/** The length of a vector: two, so that it can be drawn without projection. */
const WIDTH = 2;

/**
 * @param {object} how
 * @param {() => Reading[]} how.grammar
 * @param {Record<string, number[]>} how.senses their points
 * @param {string} how.example the sentence that the story shows
 * @param {string[]} how.swapped words that replace its second word
 * @param {string[]} how.means the senses of its last word, unchanged and with the first of those
 * @param {{ count: number, seed: number }} how.setAside
 * @param {{ seed: number, steps: number, rate: number, decay: number }} how.training
 * @returns {import("./models.js").Model}
 */
export function meaning({ grammar, senses, example, swapped, means, setAside, training }) {
  const readings = grammar();
  const words = [...new Set(readings.flatMap(({ source }) => source))];
  const { heldOut, learned: examples } = split(readings, { ...setAside, example });
  return {
    heldOut,
    examples,
    learn(attention, core, told, seed = training.seed) {
      const matrix = [WIDTH, WIDTH];
      const shapes = { vectors: [words.length, WIDTH], w_q: matrix, w_k: matrix, w_v: matrix };
      const begun = begin(attention, shapes, seed);
      train(core, attention, begun, { ...training, seed, examples, ask: asking(words, senses), told });
      const { vectors, ...parameters } = grouped(begun.parameters);
      return {
        words: [...words, ...Object.keys(senses)],
        vectors: [...vectors, ...Object.values(senses)],
        ...parameters,
        example: { source: example.split(" "), swapped, means },
        seed,
      };
    },
    measure: (attention, learned) => measure(attention, learned, senses, heldOut),
  };
}

/** @param {string[]} words @param {Record<string, number[]>} senses */
function asking(words, senses) {
  const places = Object.values(senses);
  const middle = [0, 1].map((c) => places.reduce((sum, place) => sum + place[c], 0) / places.length);
  return (
    /** @type {import("./training.js").Parameters} */ { vectors, ...given },
    /** @type {Reading} */ { source, sense },
  ) => {
    const rows = source.map((word) => words.indexOf(word));
    const last = rows.slice(-1);
    const stages = [
      { id: "attention", op: "attention", x: rowsOf(vectors, last), x_kv: rowsOf(vectors, rows), ...given },
      { id: "moved", op: "residual", x: "attention.x", y: "attention.output" },
    ];
    return {
      problem: { stages },
      target: [senses[sense] ?? middle],
      ...{ loss: /** @type {const} */ ("squared_error"), stage: "attention" },
      lookedUp: {
        vectors: [
          { from: "attention.x", rows: last },
          { from: "attention.x_kv", rows },
        ],
      },
    };
  };
}

/**
 * Measures how often the moved vector is nearest to the point of its sense, and how often the largest weight is on a word that
 * reveals the sense.
 * @param {import("../../../web/index.js").Attention} attention
 * @param {any} learned
 * @param {Record<string, number[]>} senses
 * @param {Reading[]} heldOut
 */
function measure(attention, { words, vectors, w_q, w_k, w_v }, senses, heldOut) {
  const informative = heldOut.filter(({ sense }) => sense);
  let [right, decided] = [0, 0];
  for (const { source, sense, decided: places } of informative) {
    const x = source.map((word) => vectors[words.indexOf(word)]);
    const stages = [
      { id: "attention", x, w_q, w_k, w_v },
      { id: "moved", op: "residual", x: "attention.x", y: "attention.output" },
    ];
    const trace = attention.forward({ stages });
    const [across, up] = trace["moved.output"].data.slice(-WIDTH);
    const near = Object.values(senses).map(([a, b]) => -Math.hypot(a - across, b - up));
    right += Number(Object.keys(senses)[largest(near)] === sense);
    decided += Number(places.includes(largest(trace["attention.weights"].data.slice(-source.length))));
  }
  const sentences = informative.length;
  return { sentences, right: right / sentences, decided: decided / sentences };
}
