// Learns to translate between two languages, with attention and through a bottleneck: the parameters, the problem of an example,
// and how well the models do.
import { END, largest, problemOf, stagesOf, translate } from "../../../web/presets/sentences.js";
import { byLength, split } from "./examples.js";
import { begin, grouped, rowsOf, train } from "./training.js";

/** @typedef {import("./training.js").Parameters} Parameters */
/** @typedef {import("./grammars.js").Pair} Pair */

/**
 * @param {object} how
 * @param {() => Pair[]} how.grammar
 * @param {string} how.example the sentence that the story shows
 * @param {number} how.d_word width of a word's vector
 * @param {number} how.d_state width of the states of encoder and decoder
 * @param {{ count: number, seed: number }} how.setAside
 * @param {{ seed: number, steps: number, rate: number, decay: number }} how.training
 * @returns {import("./models.js").Model}
 */
export function translation({ grammar, example, d_word, d_state, setAside, training }) {
  const pairs = grammar();
  const vocabulary = vocabularyOf(pairs);
  const { heldOut, learned: examples } = split(pairs, { ...setAside, example });
  return {
    heldOut,
    examples,
    learn(attention, core, told, seed = training.seed) {
      const learn = (/** @type {boolean} */ bottleneck) => {
        const begun = begin(attention, shapesOf(vocabulary, { d_word, d_state }), seed);
        train(core, attention, begun, {
          ...training,
          seed,
          examples,
          ask: asking(vocabulary, { bottleneck }),
          told,
        });
        return grouped(begun.parameters);
      };
      const pair = { ...vocabulary, attention: learn(false), bottleneck: learn(true) };
      const source = example.split(" ");
      return { ...pair, example: { source, target: translate(attention, pair, source) } };
    },
    measure: (attention, pair) => ({
      attention: measure(attention, pair, heldOut, { bottleneck: false }),
      bottleneck: measure(attention, pair, heldOut, { bottleneck: true }),
    }),
  };
}

/** Returns the words of a grammar, in order of first occurrence. @param {Pair[]} pairs */
const vocabularyOf = (pairs) => ({
  source: [...new Set(pairs.flatMap(({ source }) => source))],
  target: [END, ...new Set(pairs.flatMap(({ target }) => target))],
});

/**
 * @param {{ source: string[], target: string[] }} vocabulary
 * @param {{ d_word: number, d_state: number }} widths
 * @returns {Record<string, number[]>}
 */
const shapesOf = ({ source, target }, { d_word, d_state }) => ({
  "vectors.source": [source.length, d_word],
  "encoder.w_in": [d_word, d_state],
  "encoder.w_state": [d_state, d_state],
  "encoder.b_state": [d_state],
  "encoder.initial_state": [d_state],
  "vectors.target": [target.length, d_word],
  "decoder.initial_state": [d_state],
  "decoder.w_in": [d_word, d_state],
  "decoder.w_state": [d_state, d_state],
  "decoder.w_context": [d_state, d_state],
  "decoder.b_state": [d_state],
  "decoder.w_out": [2 * d_state, target.length],
  "decoder.b_out": [target.length],
});

/**
 * Returns a function that makes the problem of a pair: predict each target word, then the end, from the words before it.
 * @param {{ source: string[], target: string[] }} vocabulary
 * @param {{ bottleneck: boolean }} options
 */
function asking({ source, target }, { bottleneck }) {
  const place = (/** @type {string[]} */ words) => new Map(words.map((word, n) => [word, n]));
  const [sources, targets] = [place(source), place(target)];
  return (/** @type {Parameters} */ parameters, /** @type {Pair} */ pair) => {
    const read = pair.source.map((word) => /** @type {number} */ (sources.get(word)));
    const said = pair.target.map((word) => /** @type {number} */ (targets.get(word)));
    // END is never fed back, so its vector, the first, serves as the start
    const fed = [0, ...said];
    const x = rowsOf(parameters["vectors.source"], read);
    const previous = rowsOf(parameters["vectors.target"], fed);
    const model = { encoder: partOf("encoder.", parameters), decoder: partOf("decoder.", parameters) };
    return {
      problem: { stages: stagesOf(/** @type {any} */ ({ ...model }), x, read.length, previous, bottleneck) },
      target: [...said, 0],
      lookedUp: {
        "vectors.source": { from: "encoder.x", rows: read },
        "vectors.target": { from: "decoder.x", rows: fed },
      },
    };
  };
}

/** Returns the parameters of a stage, without the prefix of their names. @param {string} prefix @param {Parameters} parameters */
const partOf = (prefix, parameters) =>
  Object.fromEntries(
    Object.entries(parameters)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, tensor]) => [name.slice(prefix.length), tensor]),
  );

/**
 * Decodes held-out sentences greedily and measures, for the right words, where the decoder attends.
 * @param {import("../../../web/index.js").Attention} attention
 * @param {any} pair
 * @param {Pair[]} heldOut
 * @param {{ bottleneck: boolean }} options
 * @returns {import("../../../web/presets/sentences.js").Measured}
 */
function measure(attention, pair, heldOut, options) {
  const outcomes = heldOut.map((one) => outcomeOf(attention, pair, one, options));
  const total = (/** @type {typeof outcomes} */ list, /** @type {keyof typeof outcomes[0]} */ what) =>
    list.reduce((sum, outcome) => sum + Number(outcome[what]), 0);
  const lengths = [...byLength(outcomes)].map(([length, list]) => ({
    length,
    sentences: list.length,
    words: total(list, "words"),
    right: total(list, "right"),
  }));
  const shares = { sentences: heldOut.length, exact: total(outcomes, "exact") / heldOut.length };
  if (options.bottleneck) return { ...shares, by_length: lengths };
  return { ...shares, aligned: total(outcomes, "hits") / total(outcomes, "rows"), by_length: lengths };
}

/**
 * @param {import("../../../web/index.js").Attention} attention
 * @param {any} pair
 * @param {Pair} example
 * @param {{ bottleneck: boolean }} options
 */
function outcomeOf(attention, pair, { source, target, aligned }, { bottleneck }) {
  const said = [...translate(attention, pair, source, { bottleneck, guess: target }), END];
  const want = [...target, END];
  const right = want.filter((word, step) => word === said[step]).length;
  const exact = right === said.length && right === want.length;
  const outcome = { source, exact, words: want.length, right, rows: 0, hits: 0 };
  if (bottleneck) return outcome;
  const trace = attention.forward(problemOf(pair, source, target), { tensors: ["decoder.weights"] });
  aligned.forEach((place, step) => {
    if (place < 0) return;
    outcome.rows++;
    // the first state comes before the sentence
    outcome.hits += Number(largest(rowOf(trace["decoder.weights"], step)) === place + 1);
  });
  return outcome;
}

/** Returns a row along the last axis. @param {import("./training.js").Tensor} tensor @param {number} row */
function rowOf({ shape, data }, row) {
  const width = shape[shape.length - 1];
  return data.subarray(row * width, (row + 1) * width);
}
