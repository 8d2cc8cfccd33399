/** What each story is asked to tell besides its own problem: the odd ones always, and others as they are drawn. */

import { presets } from "../../helpers/presets.js";
import { chance } from "../../helpers/random.js";
import { attentions } from "./attentions.js";
import * as chains from "./chains.js";
import { anyProblem, crossing, seeded } from "./problems.js";
import { attention } from "./scene-of.js";

/** @typedef {ReturnType<typeof chance>} Chance */
/** @typedef {{ always: any[], any: (draw: Chance) => any }} Asked */

const { blockOf, looking, sequence } = chains;
const { tensor } = chance(5);
const forty = Array.from({ length: 40 }, (_, i) => (i * 7) % 40);
const oddLabels = { query: ["a".repeat(300), "", "שלום עולם"], key: ["[x|y]", "𝔘𝔫𝔦", ""] };
const oddNumbers = [["NaN", 0, 0], ["Infinity", 0, 0], [0, 1, 0]]; // prettier-ignore
const scaling = presets.scaling.problem.stages;

/** A problem with a target for its output. @param {Chance} draw @param {any} problem @returns {any} */
export function aimed(draw, problem) {
  const { shape } = attention
    .graph(problem, { backward: true, loss: "squared_error" })
    .find(({ tensor }) => tensor === "target");
  return { ...problem, target: draw.tensor(shape), learning_rate: 0.05 };
}

/** A problem of few numbers, for gradients. @param {any} more */
const small = (more) => seeded({ tokens: 3, features: 2, fractions: true, ...more });

/** Self-attention that adds vectors of the plane to its inputs. @param {any} more */
const planar = (more) => seeded({ features: 2, ...more });

const learners = [
  small({}),
  small({ causal: true }),
  small({ features: 4, heads: 2, width: 2 }),
  small({ features: 4, heads: 4, kv_heads: 2, width: 2, causal: true }),
  small({ b_q: [0.5, -1], b_k: [1, 0.25], b_v: [0, 0.5], softcap: 3 }),
  small({ keys: 4 }),
  // fewer axes than the trace gives them: gradients have those of what was given
  { query: [[1, 0.5], [0, -1]], key: [[1, 0], [0.5, 1]], value: [[1, 2], [3, -1]] }, // prettier-ignore
].map((problem, k) => aimed(chance(k), problem));

/** A recurrence of one number, and the attention of the same numbers. @param {any[]} numbers @param {{ w?: number, labels?: string[] }} [more] */
function recurring(numbers, { w = 0.9, labels } = {}) {
  const x = numbers.map((number) => [number]);
  const names = labels && { x: labels, key: labels };
  return {
    stages: [
      { id: "recurrence", op: "recurrent_encoder", x, w_in: [[1]], w_state: [[w]], labels: names },
      { id: "attention", query: x, key: x, value: "recurrence.x" },
    ],
  };
}

/** @type {Record<string, Asked>} */
export const told = {
  seq2seq: {
    always: [
      sequence({ words: 1, said: 1, d: 1 }),
      sequence({ words: 40, said: 40, d: 20, vocabulary: 50, pressed: true }),
      sequence({ encoder: false, vocabulary: 0, labels: false }),
      sequence({ score: "bilinear", w_score: tensor([6, 6]), labels: false }),
      sequence({ score: "additive", w_1: tensor([4, 12]), w_2: tensor([4]) }),
      sequence({ score: "scaled_dot", scale: 30 }),
      sequence({ initial_state: ["NaN", 0, 0, 0, 0, 0] }),
      sequence({ initial_state: ["Infinity", 0, 0, 0, 0, 0] }),
      sequence({ labels: false, pressed: true, words: 2 }),
    ],
    any: (draw) =>
      sequence({
        ...{ words: draw.from(2, 8), said: draw.from(2, 8), d: draw.from(1, 8) },
        ...{ fed: draw.maybe(), pressed: draw.maybe(), seed: draw.below(99) },
      }),
  },
  alignment: {
    always: [
      looking(forty, 40),
      sequence({ words: 40, said: 40, d: 3 }),
      looking([0], 1),
      looking([0, 1, 2], 3, { labels: oddLabels }),
      looking([0, 1, 2], 3, { query: oddNumbers }),
      looking([-1, -1], 2),
      crossing,
      presets["chinese-english"].problem,
    ],
    any: (draw) => {
      const keys = draw.from(1, 12);
      return looking(
        Array.from({ length: draw.from(1, 12) }, () => draw.from(-1, keys - 1)),
        keys,
      );
    },
  },
  cross: { always: [], any: chains.anyCross },
  scores: { always: [], any: chains.anyScores },
  classification: { always: [], any: chains.anyClassifier },
  regions: {
    always: [presets.regions.translated.zh.problem],
    any: (draw) => {
      const { x_kv, w_k } = presets.regions.problem;
      const words = draw.from(1, 8);
      return { x: draw.tensor([words, 6], draw.one([0.01, 1, 9])), x_kv, w_k, labels: draw.maybe() ? { x: oddLabels.query.concat(oddLabels.key, "x", "y").slice(0, words) } : undefined }; // prettier-ignore
    },
  },
  scaling: {
    always: ["", "a very long label that nobody reads to its end", "قطة سوداء", "👩‍👩‍👧‍👦"].map((label) => ({
      stages: scaling.map((stage) => ({ ...stage, labels: { key: Array(8).fill(label) } })),
    })),
    any: chains.anyScalingRow,
  },
  reach: {
    always: [
      recurring([1, -1]),
      recurring([1, 2, 3], { labels: ["a very long label that nobody reads to its end", "[x|y]", ""] }),
      recurring(Array(12).fill(0), { w: 2 }),
      recurring([1, "NaN", 0]),
      recurring(Array(12).fill(30)),
    ],
    any: (draw) =>
      recurring(
        Array.from({ length: draw.from(2, 12) }, () => draw.from(-20, 20) / 10),
        { w: draw.from(-15, 15) / 10 },
      ),
  },
  starts: {
    always: [
      presets["walk-through"].problem,
      seeded({ tokens: 2, features: 1, width: 1, labels: { x: ["a".repeat(256), "[x|y]"] } }),
      seeded({ tokens: 6, features: 8 }),
      { ...seeded({ tokens: 3, features: 2 }), x: [[0, 0], [0, 0], [0, 0]] }, // prettier-ignore
      { ...seeded({ tokens: 2, features: 2 }), x: [[1e4, 0], [1e-4, 1e4]] }, // prettier-ignore
    ],
    any: (draw) =>
      seeded({
        ...{ tokens: draw.from(2, 6), features: draw.from(1, 8), width: draw.from(1, 8) },
        ...{ fractions: draw.maybe(), seed: draw.below(1e6) },
      }),
  },
  geometry: {
    always: [chains.plane([1e-38, 1e-38], [[1e-38, -1e-38]]), chains.plane([1e38, 1e38], [[1e38, -1e38]])],
    any: chains.anyPlane,
  },
  search: {
    always: [chains.searchOf(chance(1), { queries: 1, count: 1, features: 1, contents: 1 })],
    any: chains.anySearch,
  },
  normalization: { always: [], any: chains.anyNorms },
  block: {
    always: [
      blockOf(
        {
          id: "a",
          x: [
            [1, "NaN"],
            [0, 1],
          ],
        },
        { w_in: [[1], [2]], w_out: [[1, 0]] },
      ),
      blockOf(
        { id: "a", x: [[1], [1]], labels: { x: ["a".repeat(99), "[x|y]"] } },
        { w_in: [[1]], w_out: [[1e6]] },
      ),
      blockOf(
        { id: "a", x: [[0, 0]], weights_override: [[0]] },
        { w_in: [[1], [1]], w_out: [[0, 0]], activation: "gelu" },
      ),
    ],
    any: chains.anyBlock,
  },
  fused: {
    always: Object.entries(attentions).flatMap(([name, problem]) =>
      /^preset|^given weights/.test(name) ? [problem] : [],
    ),
    any: (draw) => anyProblem(draw, { most: draw.one([2, 3, 4, 6]) }),
  },
  compare: { always: [], any: (draw) => anyProblem(draw, { most: draw.one([3, 4, 8]) }) },
  backward: { always: learners, any: (draw) => aimed(draw, small({ seed: draw.below(99) })) },
  meaning: {
    always: [
      planar({ tokens: 1 }),
      planar({ tokens: 2, labels: { x: ["a".repeat(256), "[x|y]"] } }),
      planar({ tokens: 8, fractions: true }),
      { ...planar({ tokens: 3 }), key_mask: [false, false, false] },
      {
        ...planar({ tokens: 2 }),
        x: [
          [1, 2],
          ["NaN", 1],
        ],
      },
      { x: [[0, 0], [0, 0]] }, // prettier-ignore
      { ...presets.meaning.problem, causal: true, labels: undefined },
      presets.meaning.translated.zh.problem,
    ],
    any: (draw) =>
      planar({
        ...{ tokens: draw.from(1, 8), fractions: draw.maybe(), seed: draw.below(1e6) },
        ...{ batch: draw.maybe() ? draw.from(2, 3) : undefined, causal: draw.maybe(0.3) },
      }),
  },
};
