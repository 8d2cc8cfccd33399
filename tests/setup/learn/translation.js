// A pair of languages as a model to be learned: its parameters, what an example asks of them, and how well it does.
import { END, largest, problemOf, stagesOf, translate } from "../../../web/presets/learned/sentences.js";
import { byLength } from "./examples.js";

/** @typedef {import("./training.js").Parameters} Parameters */
/** @typedef {import("./grammars.js").Pair} Pair */
/** @typedef {import("../../../web/presets/learned/sentences.js").LearnedPair} LearnedPair */

/** The words of a grammar, in the order in which they first occur. @param {Pair[]} pairs */
export const vocabularyOf = (pairs) => ({
  source: [...new Set(pairs.flatMap(({ source }) => source))],
  target: [END, ...new Set(pairs.flatMap(({ target }) => target))],
});

/**
 * @param {{ source: string[], target: string[] }} vocabulary
 * @param {{ d_word: number, d_state: number }} widths
 * @returns {Record<string, number[]>}
 */
export const shapesOf = ({ source, target }, { d_word, d_state }) => ({
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
 * A translation to be learned: each right word, and then the end, after those before it.
 * @param {{ source: string[], target: string[] }} vocabulary
 * @param {{ bottleneck: boolean }} options
 */
export function asking({ source, target }, { bottleneck }) {
  const place = (/** @type {string[]} */ words) => new Map(words.map((word, n) => [word, n]));
  const [sources, targets] = [place(source), place(target)];
  return (/** @type {Parameters} */ parameters, /** @type {Pair} */ pair) => {
    const read = pair.source.map((word) => /** @type {number} */ (sources.get(word)));
    const said = pair.target.map((word) => /** @type {number} */ (targets.get(word)));
    // the first vector, of the end that is never fed back, is the start's
    const fed = [0, ...said];
    const x = rowsOf(parameters["vectors.source"], read);
    const previous = rowsOf(parameters["vectors.target"], fed);
    const model = { encoder: partOf("encoder.", parameters), decoder: partOf("decoder.", parameters) };
    return {
      problem: { stages: stagesOf(/** @type {any} */ ({ ...model }), x, read.length, previous, bottleneck) },
      target: [...said, 0],
      looked_up: {
        "vectors.source": { from: "encoder.x", rows: read },
        "vectors.target": { from: "decoder.x", rows: fed },
      },
    };
  };
}

/** @param {import("./training.js").Tensor} matrix @param {number[]} rows */
function rowsOf({ shape, data }, rows) {
  const result = new Float32Array(rows.length * shape[1]);
  rows.forEach((row, n) => result.set(data.subarray(row * shape[1], (row + 1) * shape[1]), n * shape[1]));
  return { shape: [rows.length, shape[1]], data: result };
}

/** What a stage is given, by its own names. @param {string} prefix @param {Parameters} parameters */
const partOf = (prefix, parameters) =>
  Object.fromEntries(
    Object.entries(parameters)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, tensor]) => [name.slice(prefix.length), tensor]),
  );

/**
 * Greedy decoding of held-out sentences, and where the decoder looked while it said the right words.
 * @param {import("../../../web/index.js").Attention} attention
 * @param {LearnedPair} pair
 * @param {Pair[]} heldOut
 * @param {{ bottleneck: boolean }} options
 * @returns {import("../../../web/presets/learned/sentences.js").Measured}
 */
export function measure(attention, pair, heldOut, options) {
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
 * @param {LearnedPair} pair
 * @param {Pair} example
 * @param {{ bottleneck: boolean }} options
 */
function outcomeOf(attention, pair, { source, target, aligned }, options) {
  const problem = problemOf(pair, source, target, options);
  const trace = attention.forward(problem, { tensors: ["decoder.logits", "decoder.weights"] });
  const want = [...target, END];
  const choice = want.map((_, step) => pair.target[largest(rowOf(trace["decoder.logits"], step))]);
  // fed the right words it says the right ones: then it says them when fed its own
  const exact = choice.every((word, step) => word === want[step]);
  const said = exact ? want : [...translate(attention, pair, source, options), END];
  const right = want.filter((word, step) => word === said[step]).length;
  // the first state is that before the sentence
  const looked = want.map((_, step) => largest(rowOf(trace["decoder.weights"], step)) - 1);
  const rows = aligned.map((place, step) => ({ place, step })).filter(({ place }) => place >= 0);
  const hits = rows.filter(({ place, step }) => looked[step] === place).length;
  return { source, exact, words: want.length, right, rows: rows.length, hits };
}

/** A row along the last axis. @param {import("./training.js").Tensor} tensor @param {number} row */
function rowOf({ shape, data }, row) {
  const width = shape[shape.length - 1];
  return data.subarray(row * width, (row + 1) * width);
}
