// What nobody may see has no effect, whatever it holds: forward, backward, with every score function.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { chance } from "../helpers/random.js";

const HELD = [NaN, Infinity, -Infinity, 3e38];
const { tensor } = chance(4);
const SCORES = {
  scaled_dot: {},
  bilinear: { w_score: tensor([2, 2]) },
  additive: { w_1: tensor([2, 4]), w_2: tensor([2]) },
};
const GIVEN = {
  x: tensor([2, 2]),
  x_kv: tensor([3, 2]),
  w_q: tensor([2, 2]),
  w_k: tensor([2, 2]),
  w_v: tensor([2, 2]),
};
const grad_output = tensor([2, 2]);
/** A tensor with one of its rows of two filled with a number. */
const filled = ({ shape, data }, row, held) => ({
  shape,
  data: data.slice().fill(held, 2 * row, 2 * row + 2),
});
/** Two queries, three keys; the second key is hidden, and so is everything from the second query in `blind`. */
const problem = (held, blind, options) => ({
  ...GIVEN,
  x: blind ? filled(GIVEN.x, 1, held) : GIVEN.x,
  x_kv: filled(GIVEN.x_kv, 1, held),
  mask: { shape: [2, 3], data: [1, 0, 1, Number(!blind), 0, Number(!blind)] },
  softcap: 3,
  ...options,
});
const seen =
  /^(output|mixed|weights|masked_scores|grad_(x|x_kv|w_|query|key|value|scores|scaled|capped|masked))/;
describe("what nobody may see", () => {
  let attention;
  before(async () => {
    attention = await createAttention();
  });

  for (const [score, parameters] of Object.entries(SCORES))
    for (const blind of [false, true])
      test(`a hidden key${blind ? " and a blind query" : ""} change no bit: ${score}`, () => {
        const options = { score, ...parameters };
        const want = attention.backward(problem(1.25, blind, options), { grad_output });
        for (const held of HELD) {
          const got = attention.backward(problem(held, blind, options), { grad_output });
          for (const name of Object.keys(want).filter((tensor) => seen.test(tensor)))
            assert.deepEqual(got[name].data, want[name].data, `${name} with ${held} behind the mask`);
        }
      });

  test("weights_override mixes what masks would hide, and hands the gradient of values on", () => {
    const trace = attention.backward(
      {
        x: [
          [NaN, 1],
          [2, 3],
        ],
        w_q: [[1], [1]],
        w_k: [[1], [1]],
        w_v: [[0], [1]],
        mask: [[1, 0]],
        weights_override: [0.5, 0.25],
      },
      { grad_output: [[1], [1]] },
    );
    assert.ok(Number.isNaN(trace.output.data[0]) && Number.isNaN(trace.grad_w_v.data[0]));
    assert.equal(trace.grad_w_v.data[1], 2 * 0.5 * 1 + 2 * 0.25 * 3);
  });

  test("weights_override lets no gradient past it, NaN or not", () => {
    const trace = attention.backward(
      { x: [[NaN], [1]], w_q: [[2]], w_k: [[3]], weights_override: [0.5, 0.25] },
      { grad_output: [[1], [1]] },
    );
    assert.deepEqual(Array.from(trace.grad_x.data), [1, 0.5]);
    for (const name of ["grad_w_q", "grad_w_k", "grad_query", "grad_key", "grad_scores"])
      assert.ok(
        trace[name].data.every((entry) => entry === 0),
        name,
      );
  });

  describe("fused sees no more than forward", () => {
    const rows = 11;
    /** Ways to hide the first keys from everybody, and all keys from the third and the last row. */
    const HIDDEN = {
      mask: (keys, first) => ({
        mask: grid(keys, (i, j) => j >= first && !blind(i)),
      }),
      "mask and key_mask": (keys, first) => ({
        mask: grid(keys, (i) => !blind(i)),
        key_mask: Array.from({ length: keys }, (_, j) => j >= first),
      }),
      bias: (keys, first) => ({
        bias: grid(keys, (i, j) => (j >= first && !blind(i) ? (i - (j % 5)) / 4 : -Infinity)),
      }),
      window: (keys, first) => ({ window: [5, 4], causal_offset: keys - first - rows }),
      causal: (keys, first) => ({ causal: true, causal_offset: keys - first - rows - 1 }),
    };
    const blind = (i) => i === 2 || i === rows - 1;
    const grid = (keys, at) =>
      Array.from({ length: rows }, (_, i) => Array.from({ length: keys }, (_, j) => at(i, j)));

    function agree(problem, what) {
      const want = attention.forward(problem);
      const runs = [attention.fused(problem)];
      if (want.scores.shape[3] <= 64) runs.push(attention.fused(problem, { tile: 3, trace: true }));
      for (const got of runs)
        for (const name of ["mixed", "log_sum_exp", "output"])
          want[name].data.forEach((right, n) => {
            const found = got[name].data[n];
            const near = Math.abs(found - right) <= 4e-6 * Math.max(1, Math.abs(right));
            assert.ok(Object.is(found, right) || near, `${what}: ${name} ${n}: ${found} for ${right}`);
          });
    }

    for (const [name, hide] of Object.entries(HIDDEN))
      test(name, () => {
        const { tensor } = chance(5);
        for (const [keys, d_v] of [
          [3, 1],
          [40, 5],
          [256, 4],
          [330, 9],
        ])
          for (const held of [0.5, -1e34, ...HELD])
            for (const at of [0, keys - 1]) {
              const value = tensor([keys, d_v]);
              value.data[at * d_v + d_v - 1] = held;
              const problem = { query: tensor([rows, 3]), key: tensor([keys, 3]), value };
              const what = `${keys} keys of ${d_v}, ${held} at ${at}`;
              agree({ ...problem, ...hide(keys, Math.min(1, keys - 2)) }, what);
              agree({ ...problem, ...hide(keys, keys - 2), softcap: 2 }, `${what}, capped`);
            }
      });

    test("a row that gives every key the score -∞ sees nothing either", () => {
      const { tensor } = chance(5);
      for (const keys of [2, 300]) {
        const [query, value] = [tensor([rows, 1]), tensor([keys, 2])];
        query.data[4] = -Infinity;
        value.data[1] = NaN;
        agree({ query, key: { shape: [keys, 1], data: new Float32Array(keys).fill(1) }, value }, keys);
      }
    });

    test("weights_override, whatever the values are", () => {
      const { tensor } = chance(5);
      for (const keys of [1, 30, 300])
        for (const held of [0.5, ...HELD]) {
          const value = tensor([keys, 5]);
          value.data[2] = held;
          const weights_override = tensor([rows, keys]);
          weights_override.data.forEach((x, n, data) => (data[n] = x / keys));
          const problem = { query: tensor([rows, 3]), key: tensor([keys, 3]), value, weights_override };
          agree(problem, `${keys} keys, ${held}`);
        }
    });
  });
});
