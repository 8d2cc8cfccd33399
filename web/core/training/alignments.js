/**
 * The alignment task: sentences of a toy grammar and their translations, in which adjectives follow their nouns. For every
 * word of the translation, a query made from the previous word and the position looks for the source word, with the additive
 * score. A value encodes a word but not its position, so the model can only answer well by attending to the right word.
 */
import { initialize } from "../initialize.js";
import { tensorOf } from "../tensor.js";
import { HeldOut, seedOf } from "./held-out.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("./steps.js").Source} Source */

const words = (/** @type {string} */ text) => text.split(" ").map((pair) => pair.split(":"));
const [articles, adjectives, nouns, verbs] = [
  "the:le a:un",
  "black:noir white:blanc calm:calme shy:timide",
  "cat:chat dog:chien horse:cheval",
  "sees:voit follows:suit likes:aime",
].map(words);
const PHRASE = [articles, adjectives, nouns];
const SENTENCE = [...PHRASE, verbs, ...PHRASE];
/** The position of the source word of every translated word. */
const ORDER = [0, 2, 1, 3, 4, 6, 5];
const ALL = [...articles, ...adjectives, ...nouns, ...verbs];
/** Words per sentence, and per language. */
const [LENGTH, VOCABULARY] = [SENTENCE.length, ALL.length];
/** The displayed sentence, as indices into ALL. */
const FIRST = "the black cat sees a white dog"
  .split(" ")
  .map((word) => ALL.findIndex(([said]) => said === word));
/** Features of queries, keys and values, and hidden units of the score. */
const WIDTH = 8;
/** Number of sentences that are held out, and of those that every step learns from. */
const HELD_OUT = 256;
export const PAIRS = 64;

/** @type {[name: string, shape: number[]][]} */
const SHAPES = [
  ["w_q", [VOCABULARY + LENGTH, WIDTH]],
  ["w_k", [VOCABULARY + LENGTH, WIDTH]],
  ["w_v", [VOCABULARY, WIDTH]],
  ["w_1", [WIDTH, 2 * WIDTH]],
  ["w_2", [WIDTH]],
  ["w_o", [WIDTH, VOCABULARY]],
];

/** @implements {Source} */
export class Alignments extends HeldOut {
  #targets;
  inputs = 0;
  output = { rows: PAIRS * LENGTH, classes: VOCABULARY };
  size = PAIRS * LENGTH * WIDTH;

  /** @param {Core} core @param {import("./settings.js").Settings} settings */
  constructor(core, settings) {
    const all = shuffled(core, settings.seed);
    const { targets, ...heldOut } = inputsOf(all.slice(0, HELD_OUT));
    const { targets: learned, ...usual } = inputsOf(all.slice(HELD_OUT, HELD_OUT + PAIRS));
    const rightKeys = Array.from({ length: HELD_OUT }, () => ORDER).flat();
    const task = { shapes: SHAPES, options: { score: "additive" }, usual, heldOut, targets, rightKeys };
    super(core, settings, { ...task, first: firstOf() });
    this.#targets = learned;
  }

  /** Returns the batch of a step, which is always the same; x never changes. */
  batch() {
    return { x: new Float32Array(), targets: this.#targets };
  }
}

/** Returns the displayed sentence as keys of a problem. */
function firstOf() {
  const { x, x_kv, x_v, targets } = inputsOf([FIRST]);
  const rowsOf = (/** @type {import("../tensor.js").Tensor} */ { shape, data }) =>
    ORDER.map((_, i) => [...data.subarray(i * shape[2], (i + 1) * shape[2])]);
  const names = (/** @type {number} */ language, /** @type {number[]} */ order) =>
    order.map((place) => ALL[FIRST[place]][language]);
  return {
    ...{ x: rowsOf(x), x_kv: rowsOf(x_kv), x_v: rowsOf(x_v), target: [...targets] },
    labels: { x: names(1, ORDER), x_kv: names(0, [...ORDER.keys()]) },
  };
}

/** @typedef {Record<"x" | "x_kv" | "x_v", import("../tensor.js").Tensor> & { targets: Int32Array }} Inputs */

/**
 * Lists every sentence in a seeded random order; the displayed one comes first.
 * @param {Core} core
 * @param {number} seed
 * @returns {number[][]}
 */
function shuffled(core, seed) {
  const all = SENTENCE.reduce(
    (/** @type {number[][]} */ begun, kind) =>
      begun.flatMap((start) => kind.map((pair) => [...start, ALL.indexOf(pair)])),
    [[]],
  );
  // xavier with in = out = 3 draws uniformly from [-1, 1)
  const shape = [Math.ceil(all.length / 9), 3, 3];
  const { data } = initialize(core, { shape, init: "xavier", seed: seedOf(seed, 0) });
  const rank = all.map((sentence, n) => (`${sentence}` === `${FIRST}` ? -2 : data[n]));
  return [...all.keys()].sort((a, b) => rank[a] - rank[b]).map((n) => all[n]);
}

/** Encodes sentences as one-hot words and positions. @param {number[][]} sentences @returns {Inputs} */
function inputsOf(sentences) {
  const zeros = (/** @type {number} */ width) =>
    tensorOf([sentences.length, LENGTH, width], new Float32Array(sentences.length * LENGTH * width));
  const [x, x_kv, x_v] = [VOCABULARY + LENGTH, VOCABULARY + LENGTH, VOCABULARY].map(zeros);
  const targets = new Int32Array(sentences.length * LENGTH);
  sentences.forEach((sentence, n) =>
    ORDER.forEach((place, i) => {
      const row = n * LENGTH + i;
      const at = row * (VOCABULARY + LENGTH);
      targets[row] = sentence[place];
      // the first word has no previous one
      if (i) x.data[at + sentence[ORDER[i - 1]]] = 1;
      x.data[at + VOCABULARY + i] = 1;
      x_kv.data[at + sentence[i]] = 1;
      x_kv.data[at + VOCABULARY + i] = 1;
      x_v.data[row * VOCABULARY + sentence[i]] = 1;
    }),
  );
  return { x, x_kv, x_v, targets };
}
