/**
 * Makes problems of what was learned: a pair of sentences as a chain of encoder and decoder. `npm run learn` writes what was learned
 * to learned/: the words of a toy grammar, parameters that the core learned from its sentences, and measurements over others.
 */

/** @typedef {number[][] | { shape: number[], data: Float32Array }} Matrix */
/** @typedef {number[] | { shape: number[], data: Float32Array }} Vector */
/**
 * @typedef {object} Translator the parameters of an encoder and a decoder
 * @property {{ w_in: Matrix, w_state: Matrix, b_state: Vector, initial_state: Vector }} encoder
 * @property {{ initial_state: Vector, w_in: Matrix, w_state: Matrix, w_context: Matrix, b_state: Vector, w_out: Matrix,
 *   b_out: Vector }} decoder
 */
/** @typedef {Translator & { vectors: { source: number[][], target: number[][] } }} Learned with a vector for each word */
/**
 * @typedef {object} Measured over held-out sentences, none of which was trained on
 * @property {number} sentences
 * @property {number} exact share that is right from the first word to the end
 * @property {{ length: number, sentences: number, words: number, right: number }[]} by_length for sentences with `length` source
 *   words: how many target words there are, the end included, and how many are right at their position
 * @property {number} [aligned] share of target words whose largest weight is at the source word that they translate
 */
/**
 * @typedef {object} LearnedPair a pair of languages
 * @property {string} name
 * @property {string[]} source its words
 * @property {string[]} target its words; END comes first, which no decoder is fed, so that its vector is START's
 * @property {Learned} attention
 * @property {Learned} bottleneck a decoder of the same kind that has only the encoder's last state
 * @property {{ source: string[], target: string[] }} example the sentence that is shown, also held out, and what the
 *   decoder says
 * @property {{ attention: Measured, bottleneck: Measured }} measured
 */

/** The last word of every sentence. */
export const END = "⟨end⟩";
/** The word that a decoder is fed before it has said one. */
export const START = "⟨start⟩";
/** The encoder's state before the first word. */
export const NOTHING = "∅";
/** The most words that a decoder says. */
const MOST_WORDS = 12;

/**
 * Returns the stages of a translation; with a bottleneck the decoder has only the last state.
 * @param {Translator} learned
 * @param {Matrix} x the sentence's vectors, one for each of its words
 * @param {number} count of its words
 * @param {Matrix} previous vectors of the words that the decoder is fed
 * @param {boolean} bottleneck
 * @returns {Record<string, any>[]}
 */
export function stagesOf({ encoder, decoder }, x, count, previous, bottleneck) {
  const read = { id: "encoder", op: "recurrent_encoder", x, ...encoder };
  const states = bottleneck ? "last.output" : "encoder.state";
  const say = {
    ...{ id: "decoder", op: "recurrent_decoder", score: "dot", encoder_states: states, x: previous },
    ...decoder,
  };
  return bottleneck ? [read, lastOf(count, decoder.w_context), say] : [read, say];
}

/**
 * Returns a stage that selects the last state: an attention that looks nowhere else.
 * @param {number} count of words; the state before them comes first
 * @param {Matrix} wContext
 */
function lastOf(count, wContext) {
  const width = Array.isArray(wContext) ? wContext.length : wContext.shape[0];
  return {
    id: "last",
    op: "attention",
    query: [Array(width).fill(0)],
    key: "encoder.state",
    value: "encoder.state",
    weights_override: [Array.from({ length: count + 1 }, (_, i) => (i === count ? 1 : 0))],
  };
}

/**
 * Returns a sentence and its translation as a problem: a chain of encoder and decoder that, if all is right, says the target.
 * @param {Pick<LearnedPair, "source" | "target" | "attention" | "bottleneck">} pair
 * @param {string[]} source words that the pair knows
 * @param {string[]} target words fed back; after each, and before the first, the decoder says one
 * @param {{ bottleneck?: boolean }} [options] bottleneck: whether a third stage, `last`, stands between the two
 * @returns {Record<string, any>}
 */
export function problemOf(pair, source, target, { bottleneck = false } = {}) {
  const learned = bottleneck ? pair.bottleneck : pair.attention;
  const x = source.map((word) => learned.vectors.source[placeOf(word, pair.source)]);
  const fed = [START, ...target];
  const previous = fed.map((word) => learned.vectors.target[word === START ? 0 : placeOf(word, pair.target)]);
  const labels = {
    encoder: { x: source },
    last: { key: [NOTHING, ...source] },
    decoder: {
      x: fed,
      encoder_states: bottleneck ? [source[source.length - 1] ?? NOTHING] : [NOTHING, ...source],
      output: [...target, END],
      logits: pair.target,
    },
  };
  const stages = stagesOf(learned, x, source.length, previous, bottleneck);
  return {
    version: 1,
    stages: stages.map((stage) => ({
      ...stage,
      labels: labels[/** @type {keyof typeof labels} */ (stage.id)],
    })),
  };
}

/** Returns the problem of the sentence that is shown. @param {LearnedPair} pair @param {{ bottleneck?: boolean }} [options] */
export const exampleOf = (pair, options) =>
  problemOf(pair, pair.example.source, pair.example.target, options);

/**
 * @param {string} word
 * @param {string[]} words
 */
function placeOf(word, words) {
  const place = words.indexOf(word);
  if (place < 0) throw new RangeError(`"${word}" is none of the words learned: ${words.join(", ")}.`);
  return place;
}

/**
 * Decodes greedily: the most probable word is fed back until the decoder says the end. All words of a guess are fed at once and
 * replaced by those that come out; every pass settles at least one more word, so that the result is that of word-by-word decoding.
 * @param {{ forward: (problem: any, options?: any) => Record<string, any> }} attention
 * @param {Parameters<typeof problemOf>[0]} pair
 * @param {string[]} source
 * @param {{ bottleneck?: boolean, guess?: string[] }} [options] guess: target words, none at first
 * @returns {string[]} the target words, without END
 */
export function translate(attention, pair, source, { bottleneck, guess = [] } = {}) {
  const problem = problemOf(pair, source, guess, { bottleneck });
  const { shape, data } = attention.forward(problem, { tensors: ["decoder.logits"] })["decoder.logits"];
  const said = [];
  for (let at = 0; at < data.length && said.length < MOST_WORDS; at += shape[1]) {
    const word = pair.target[largest(data.subarray(at, at + shape[1]))];
    if (word === END) break;
    said.push(word);
  }
  const settled = said.length === guess.length && said.every((word, n) => word === guess[n]);
  return settled ? said : translate(attention, pair, source, { bottleneck, guess: said });
}

/** Returns the position of the largest number, the first of equals. @param {ArrayLike<number>} numbers */
export function largest(numbers) {
  let place = 0;
  for (let n = 1; n < numbers.length; n++) if (numbers[n] > numbers[place]) place = n;
  return place;
}
