/**
 * A known-answer test: a module is trusted only after it passes. All strict builds compute the same bits, so one hash
 * stands for all tensors of a run. This catches an engine that announces SIMD and computes a lane wrongly.
 *
 * Every page waits for this test, and most of the wait is code that runs for the first time. So it is one problem, in the
 * fewest calls that reach each kind of loop, and the core hashes its own tensors in place. The test suite covers the code
 * that only some pages run.
 */
import { TENSORS } from "./structs.js";
import { load, planRun } from "./attention/plan.js";
import { countOf } from "./shapes.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./attention/plan.js").Plan} Plan */
/** @typedef {"forward" | "fused"} Kind */

/** @type {[kind: Kind, answer: number][]} */
const ANSWERS = [
  ["forward", 0xdbd2790d],
  ["fused", 0x042e2fee],
];

/** All tensors but weighted_values, which is so large that it would double the wait. */
const WANTED = ~(1n << BigInt(TENSORS.indexOf("weighted_values")));

/**
 * Whether a core computes the known answers, bit for bit.
 * @param {Core} core
 * @returns {boolean}
 */
export function selfTest(core) {
  const asked = ANSWERS.filter(([kind]) => kind !== "fused" || core.functions.attn_fused);
  return asked.every(([kind, answer]) => run(core, kind, hash) === answer);
}

/**
 * Whether a core whose last bits may differ comes close to a strict one in every number.
 * @param {Core} core
 * @param {Core} strict
 */
export function agrees(core, strict) {
  return ANSWERS.every(([kind]) => {
    const exact = run(strict, kind, copies);
    return run(core, kind, copies).every((tensor, n) => tensor.every((x, i) => isNear(x, exact[n][i])));
  });
}

/**
 * @param {number} a
 * @param {number} b
 */
const isNear = (a, b) => Math.abs(a - b) <= 1e-5 * (1 + Math.abs(a)) || Object.is(a, b);

/**
 * Returns the answers of a core beside the expected ones, for the test that compares builds and for updating ANSWERS.
 * @param {Core} core
 */
export const answersOf = (core) =>
  ANSWERS.map(([kind, answer]) => ({ run: kind, got: run(core, kind, hash), answer }));

/**
 * @template T
 * @param {Core} core
 * @param {Kind} kind
 * @param {(core: Core, plan: Plan) => T} read reads the tensors while they are in memory
 * @returns {T}
 */
function run(core, kind, read) {
  const values = known();
  const plan = planRun(core, values, kind, "", WANTED);
  return core.call((functions) => {
    const compute = kind === "fused" ? functions.attn_fused : functions.attn_forward;
    compute(...load(core, plan, values));
    return read(core, plan);
  });
}

/** @type {(core: Core, plan: Plan) => number} */
const hash = ({ functions }, { trace, slots }) =>
  slots.reduce(
    (sum, { offset, count }) =>
      Math.imul(sum, 31) ^ functions.attn_checksum(trace + 4 * offset, BigInt(count)),
    0,
  ) >>> 0;

/** @type {(core: Core, plan: Plan) => Float32Array[]} */
const copies = ({ arena }, { trace, slots }) =>
  slots.map(({ offset, count }) => arena.copyFloats(trace + 4 * offset, count));

/**
 * Returns the problem. Its lengths are no multiple of a vector's, so every loop remainder runs; its products are small
 * enough to be summed in double (projections) or just too large (scores, mixed); it has a bias, and bounds the keys of a
 * query on both sides.
 */
function known() {
  const [q_len, kv_len, d] = [61, 71, 67];
  const tokens = { x: numbers(1, q_len, 3), x_kv: numbers(2, kv_len, 3) };
  const inward = { w_q: numbers(3, 3, d), w_k: numbers(4, 3, d), w_v: numbers(5, 3, d), b_q: numbers(6, d) };
  const outward = { w_o: numbers(7, d, 3), bias: numbers(8, kv_len) };
  return { ...tokens, ...inward, ...outward, causal: 2, window: [40, 0] };
}

/**
 * Returns reproducible numbers in [-1, 1): a piece of one list, from its start.
 * @param {number} start
 * @param {...number} shape
 */
function numbers(start, ...shape) {
  return { shape, data: drawn(start + countOf(shape)).subarray(start), owned: false };
}

/**
 * Generates the list, by a linear congruential generator.
 * @param {number} count
 */
function drawn(count) {
  const data = new Float32Array(count);
  let state = 1;
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    data[i] = (state >>> 8) / 8388608 - 1;
  }
  return data;
}
