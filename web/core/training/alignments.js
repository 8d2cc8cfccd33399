/**
 * Alignment as what a training learns from: sentences of a toy grammar and their translations, whose adjectives stand behind their
 * nouns. For every word to be said, a query of the word before and its place looks for the word to be translated; the score is
 * the additive network, and a value knows a word but not its place, so that nothing is said well that is not looked at.
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
/** The source word of every word that is said. */
const ORDER = [0, 2, 1, 3, 4, 6, 5];
const ALL = [...articles, ...adjectives, ...nouns, ...verbs];
/** Words of a sentence, and of each language. */
const [LENGTH, VOCABULARY] = [SENTENCE.length, ALL.length];
/** The sentence that is shown. */
const FIRST = "the black cat sees a white dog"
  .split(" ")
  .map((word) => ALL.findIndex(([said]) => said === word));
/** Features of queries, keys and values, and units of the network. */
const WIDTH = 8;
/** Sentences that are never learned from, and those that are learned from in every step. */
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

  /** Every step learns from the same sentences. */
  batch() {
    return { x: new Float32Array(), targets: this.#targets };
  }
}

/** The sentence that is shown, as a problem has it. */
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

/** Every sentence in an order of the seed, the one that is shown first. @param {Core} core @param {number} seed @returns {number[][]} */
function shuffled(core, seed) {
  const all = SENTENCE.reduce(
    (/** @type {number[][]} */ begun, kind) =>
      begun.flatMap((start) => kind.map((pair) => [...start, ALL.indexOf(pair)])),
    [[]],
  );
  // in and out of 3 give numbers uniform in [-1, 1)
  const shape = [Math.ceil(all.length / 9), 3, 3];
  const { data } = initialize(core, { shape, init: "xavier", seed: seedOf(seed, 0) });
  const rank = all.map((sentence, n) => (`${sentence}` === `${FIRST}` ? -2 : data[n]));
  return [...all.keys()].sort((a, b) => rank[a] - rank[b]).map((n) => all[n]);
}

/** One-hot words and places. @param {number[][]} sentences @returns {Inputs} */
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
      // before the first word nothing has been said
      if (i) x.data[at + sentence[ORDER[i - 1]]] = 1;
      x.data[at + VOCABULARY + i] = 1;
      x_kv.data[at + sentence[i]] = 1;
      x_kv.data[at + VOCABULARY + i] = 1;
      x_v.data[row * VOCABULARY + sentence[i]] = 1;
    }),
  );
  return { x, x_kv, x_v, targets };
}
