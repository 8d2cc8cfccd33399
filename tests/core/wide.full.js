// Rows of 179 MB, where 96 bytes of scratch a feature are more than 32 bits can count: computed right or refused, and the
// next call works.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { near } from "../helpers/compare.js";

const SMALL = 2 ** -13;
/** A row and a column of equal numbers, whose products add up without rounding. @param {number} length */
function row(length) {
  const data = new Float32Array(length).fill(SMALL);
  return { wide: { shape: [1, length], data }, tall: { shape: [length, 1], data } };
}
const one = [[1]];
/** A query that is the sum of all products of the row with itself, and a key of 1. */
const across = ({ wide, tall }) => ({ x: wide, x_kv: one, w_q: tall });
const sumOf = (length) => length * SMALL * SMALL;

const LENGTH = 44_739_243;
const { wide, tall } = row(LENGTH);
const encoder = { id: "e", op: "recurrent_encoder", x: wide, w_in: tall, w_state: one };
const pairs = { shape: [LENGTH, 2], data: new Float32Array(2 * LENGTH) };
const additive = { score: "additive", w_1: pairs, w_2: wide.data };

/** What is asked, and what its last number is. */
const CALLS = {
  forward: [(a) => a.forward(across({ wide, tall })).projected_query, sumOf(LENGTH)],
  backward: [(a) => a.backward(across({ wide, tall }), { grad_output: one }).projected_query, sumOf(LENGTH)],
  fused: [(a) => a.fused(across({ wide, tall })).log_sum_exp, sumOf(LENGTH)],
  "forward in a worker": [
    async (a) => (await a.run("forward", across({ wide, tall }))).projected_query,
    sumOf(LENGTH),
  ],
  "fused in a worker": [
    async (a) => (await a.run("fused", across({ wide, tall }))).log_sum_exp,
    sumOf(LENGTH),
  ],
  "a wide query": [
    (a) => a.forward({ query: wide, key: one, value: one, score: "bilinear", w_score: tall }).scores,
    sumOf(LENGTH),
  ],
  "a wide output": [(a) => a.fused({ x: one, w_o: wide }).output, SMALL],
  "a wide output and its gradient": [
    (a) => a.backward({ x: one, w_o: wide }, { grad_output: wide }).output,
    SMALL,
  ],
  "a large network": [(a) => a.forward({ x: one, ...additive }, { tensors: ["scores"] }).scores, 0],
  softmax: [(a) => a.softmax({ x: wide }).output, 1 / LENGTH],
  "layer norm": [(a) => a.layerNorm({ x: wide, gamma: wide.data }).output, 0],
  encoder: [(a) => a.forward({ stages: [encoder] })["e.state"], Math.tanh(sumOf(LENGTH))],
  "encoder, backward": [(a) => a.backward({ stages: [encoder] }, { grad_output: one })["e.state"], 0],
};

for (const build of ["simd", "scalar"])
  describe(`wide rows, ${build}`, () => {
    for (const [name, [call, last]] of Object.entries(CALLS))
      test(`${name}: computed right, or refused`, async (t) => {
        const attention = await createAttention({ build });
        try {
          const { data } = await call(attention);
          near([data.at(-1)], [last], { atol: 0, rtol: 1e-7 });
          t.diagnostic("computed");
        } catch (error) {
          if (error.name !== "AttentionError") throw error;
          assert.ok(["limit", "memory"].includes(error.code), error.message);
          t.diagnostic(error.message);
        } finally {
          assert.deepEqual([...attention.forward({ x: [[3, 4]] }).output.data], [3, 4]);
          attention.close();
        }
      });

    test("the widest rows within the limits are added up exactly, a little wider ones refused", async () => {
      const attention = await createAttention({ build });
      const [most, more] = [row(5_000_000), row(5_300_000)];
      const { projected_query } = attention.forward(across(most));
      assert.equal(projected_query.data[0], sumOf(5_000_000));
      assert.throws(() => attention.forward(across(more)), { code: "limit" });
      assert.equal(attention.fused(across(more)).log_sum_exp.data[0], sumOf(5_300_000));
    });
  });
