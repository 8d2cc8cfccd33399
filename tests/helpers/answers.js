// What every strict build answers to the calls that no start asks: backward, score functions, norms, the decoder, training,
// and fused with heads.
import { withArrays } from "../../web/core/arrays.js";
import { runDecoder } from "../../web/core/decoder.js";
import { runFused } from "../../web/core/fused.js";
import { drawn } from "../../web/core/known-answers.js";
import { normalizeColumns, normalizeRows } from "../../web/core/norm.js";
import { backward } from "../../web/core/backward.js";

/** Lengths that fill no vector evenly, so that every rest of a loop runs. */
const SMALL = { batch: 2, heads: 4, kv_heads: 2, q_len: 5, kv_len: 7, d: 5 };

/** @typedef {import("../../web/core/core.js").Core} Core */

/** @type {[run: (core: Core) => Iterable<ArrayLike<number>>, answer: number][]} */
const ANSWERS = [
  [grouped, 0x6f16272b],
  [additive, 0x64e8a78d],
  [norms, 0xeecd7f89],
  [decoder, 0x9fa336cd],
  [steps, 0xc1b3de10],
  [fusedHeads, 0x79e34b4b],
];

/**
 * What a core answers, beside what it should.
 * @param {Core} core
 */
export const moreAnswersOf = (core) =>
  ANSWERS.map(([run, answer]) => ({ run: run.name, got: hashOf(run(core)), answer }));

/**
 * A 32-bit hash (FNV-1a by words) over the bits of numbers; all NaN are one.
 * @param {Iterable<ArrayLike<number>>} arrays
 */
function hashOf(arrays) {
  let hash = 0x811c9dc5;
  for (const array of arrays) {
    const words = new Uint32Array(Float32Array.from(array).buffer);
    for (let i = 0; i < words.length; i++) {
      const word = (words[i] & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : words[i];
      hash = Math.imul(hash ^ word, 0x01000193);
      hash = (hash << 13) | (hash >>> 19);
    }
  }
  return hash >>> 0;
}

const list = drawn(1024);

/**
 * A piece of one list, by where it starts.
 * @param {number[]} shape
 * @param {number} start
 */
const numbers = (shape, start) => ({
  shape,
  data: list.subarray(start, start + shape.reduce((a, b) => a * b, 1)),
  owned: false,
});

/** @param {Record<string, any>} trace */
function* tensorsOf(trace) {
  for (const [name, tensor] of Object.entries(trace)) if (name !== "notes") yield tensor.data;
}

function groupedValues() {
  const { batch, heads, kv_heads, q_len, kv_len, d } = SMALL;
  return {
    ...{ x: numbers([batch, q_len, 3], 1), x_kv: numbers([batch, kv_len, 3], 2) },
    ...{
      w_q: numbers([3, heads * d], 3),
      w_k: numbers([3, kv_heads * d], 4),
      w_v: numbers([3, kv_heads * d], 5),
    },
    ...{
      b_q: numbers([heads * d], 6),
      w_o: numbers([heads * d, 3], 7),
      bias: numbers([heads, 1, kv_len], 8),
    },
    ...{ heads, kv_heads, softcap: 3, causal: 2, window: [4, 0] },
  };
}

/** @type {(core: Core) => Iterable<ArrayLike<number>>} */
function grouped(core) {
  const start = { kind: "squared_error", tensor: numbers([SMALL.batch, SMALL.q_len, 3], 9) };
  return tensorsOf(backward(core, groupedValues(), "", start));
}

/** @type {(core: Core) => Iterable<ArrayLike<number>>} */
function additive(core) {
  const tokens = (/** @type {number} */ seed) => numbers([SMALL.q_len, SMALL.d], seed);
  const values = {
    query: tokens(1),
    key: tokens(2),
    value: tokens(3),
    key_mask: mask(SMALL.q_len),
    score: 3,
  };
  const parameters = { w_1: numbers([6, 2 * SMALL.d], 4), w_2: numbers([6], 5) };
  const start = {
    kind: "cross_entropy",
    tensor: { ...numbers([SMALL.q_len], 6), data: Float32Array.of(0, 1, -1, 3, 4) },
  };
  return tensorsOf(backward(core, { ...values, ...parameters }, "", start));
}

/** @param {number} length */
const mask = (length) => ({
  shape: [length],
  data: Uint8Array.from({ length }, (_, j) => Number(j !== 2)),
  owned: true,
});

const tokensOf = (heads, length, d) => ({
  query: numbers([heads, length, d], 1),
  key: numbers([1, length, d], 2),
  value: numbers([1, length, d], 3),
});

/** @type {(core: Core) => Iterable<ArrayLike<number>>} */
function fusedHeads(core) {
  const values = { ...tokensOf(2, 37, 9), causal: 1 };
  return tensorsOf(runFused(core, [{ op: "attention", id: "", where: "", values }]));
}

/** @type {(core: Core) => Iterable<ArrayLike<number>>} */
function* norms(core) {
  const shape = [5, 7];
  const values = {
    x: numbers(shape, 1),
    gamma: numbers([7], 2),
    beta: numbers([7], 3),
    grad_output: numbers(shape, 4),
  };
  yield* tensorsOf(normalizeRows(core, values, ""));
  yield* tensorsOf(normalizeColumns(core, values, ""));
  const [a, b] = [values.x.data, values.grad_output.data];
  yield* withArrays(core, [a, b], [35, 35, 25, 25, 25, 25, 5, 5], (functions, [x, y], to) => {
    functions.attn_softmax(to[0], x, 5n, 7n);
    functions.attn_softmax_backward(to[1], y, to[0], 5n, 7n);
    functions.attn_geometry(...to.slice(2), x, y, 5n, 5n, 7n);
  });
}

/** @type {(core: Core) => Iterable<ArrayLike<number>>} */
function decoder(core) {
  const values = {
    ...{ encoder_states: numbers([4, 3], 1), initial_state: numbers([3], 2), w_state: numbers([3, 3], 3) },
    ...{
      w_context: numbers([3, 3], 4),
      w_out: numbers([6, 5], 5),
      w_score: numbers([3, 3], 6),
      score: 2,
      steps: 3,
    },
  };
  return tensorsOf(runDecoder(core, values, "", numbers([3, 5], 7).data));
}

/** @type {(core: Core) => Iterable<ArrayLike<number>>} */
function* steps(core) {
  const [parameter, gradient] = [numbers([3, 7], 1).data, numbers([3, 7], 2).data];
  const zeros = new Float32Array(21);
  const [moved] = withArrays(core, [parameter, gradient, zeros], [21], (functions, [p, g, v], [next]) =>
    functions.attn_sgd(next, v, p, g, 0.1, 0.9, 21n),
  );
  yield moved;
  yield* withArrays(core, [moved, gradient, zeros, zeros], [21], (functions, [p, g, m, v], [next]) =>
    functions.attn_adam(next, m, v, p, g, 0.1, 1, 21n),
  );
  for (const init of [0, 1, 2])
    yield* withArrays(core, [], [21], (functions, _, [x]) =>
      functions.attn_initialize(x, init, 7, 3n, 7n, 21n),
    );
}
