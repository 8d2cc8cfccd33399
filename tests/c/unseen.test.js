// What nobody may see has no effect, whatever it holds: forward, backward, with every score function.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createAttention } from "../../web/index.js";

const HELD = [NaN, Infinity, -Infinity, 3e38];
const scores = {
  scaled_dot: {},
  bilinear: {
    w_score: [
      [1, 2],
      [-1, 0.5],
    ],
  },
  additive: {
    w_1: [
      [1, 2, -1, 0.5],
      [0.5, -2, 1, 1],
    ],
    w_2: [0.5, -1],
  },
};
/** Two queries, three keys; the second key is hidden, and so is everything from the second query in `blind`. */
const problem = (held, blind, options) => ({
  x: [
    [0.5, -1],
    [blind ? held : 2, 1],
  ],
  x_kv: [
    [1, 2],
    [held, held],
    [-0.5, 1],
  ],
  w_q: [
    [1, 0.5],
    [0, 1],
  ],
  w_k: [
    [0.5, 1],
    [1, 0],
  ],
  w_v: [
    [1, 2],
    [0, 1],
  ],
  mask: [
    [true, false, true],
    [!blind, false, !blind],
  ],
  softcap: 3,
  ...options,
});
const seen =
  /^(output|mixed|weights|masked_scores|grad_(x|x_kv|w_|query|key|value|scores|scaled|capped|masked))/;
const grad_output = [
  [1, -2],
  [0.5, 3],
];

for (const build of ["simd", "scalar"])
  describe(`what nobody may see, ${build}`, () => {
    let attention;
    before(async () => {
      attention = await createAttention({ build });
    });

    for (const [score, parameters] of Object.entries(scores))
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

    test("a key_mask must be as long as the keys", () => {
      const x = [[1], [2]];
      for (const key_mask of [[true], [[true]], [true, true, true]])
        assert.throws(() => attention.forward({ x, key_mask }), { code: "shape" });
    });
  });
