// What nobody may see has no effect, whatever it holds: forward, backward, with every score function.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { near, sameBits } from "../helpers/compare.js";
import { fewOrMany } from "../helpers/full.js";
import { matrix } from "../helpers/matrix.js";
import { randomProblem } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";

const attention = await createAttention();
const HELD = [NaN, Infinity, -Infinity, 3e38];
const list = ({ data }) => Array.from(data);

test("a hidden key and a blind query change no bit, in random problems", () => {
  const draw = chance(10);
  let [hidden, blind] = [0, 0];
  for (let round = 0; round < fewOrMany(150, 600); round++) {
    const problem = randomProblem(draw, { override: false, most: 6 });
    if (!problem.query) continue;
    const { key, query } = problem;
    const [batch, heads, kv_len] = key.shape;
    problem.key_mask = draw.flags([batch, kv_len], 0.5);
    const { output, notes } = attention.forward(problem);
    const [held, other] = [draw.one(HELD), structuredClone(problem)];
    for (const { data, shape } of [other.key, other.value])
      for (let n = 0; n < data.length; n++) {
        const [row, d] = [Math.floor(n / shape[3]), Math.floor(n / (heads * kv_len * shape[3]))];
        if (!problem.key_mask.data[d * kv_len + (row % kv_len)]) ((data[n] = held), hidden++);
      }
    for (const [b, h, i] of notes.fully_masked_rows) {
      const [, count, q_len, d_q] = query.shape;
      const from = ((b * count + h) * q_len + i) * d_q;
      (other.query.data.fill(held, from, from + d_q), blind++);
    }
    const grad_output = draw.tensor(output.shape);
    const [want, got] = [problem, other].map((one) => attention.backward(one, { grad_output }));
    for (const [name, tensor] of Object.entries(want))
      if (/^(output|mixed|weights|masked_scores|grad_(?!weights))/.test(name))
        sameBits(got[name], tensor, `${round} ${name}`);
  }
  assert.ok(hidden > 500 && blind > 50, `${hidden} numbers hidden, ${blind} queries blind`);
});

test("weights_override mixes what masks would hide, and hands the gradient of values on", () => {
  const given = {
    x: matrix("NaN 1; 2 3"),
    w_q: [[1], [1]],
    w_k: [[1], [1]],
    w_v: [[0], [1]],
    mask: [[1, 0]],
  };
  const problem = { ...given, weights_override: [0.5, 0.25] };
  const { output, grad_w_v } = attention.backward(problem, { grad_output: [[1], [1]] });
  assert.ok(Number.isNaN(output.data[0]) && Number.isNaN(grad_w_v.data[0]));
  assert.equal(grad_w_v.data[1], 2 * 0.5 * 1 + 2 * 0.25 * 3);
});

test("weights_override lets no gradient past it, NaN or not", () => {
  const problem = { x: [[NaN], [1]], w_q: [[2]], w_k: [[3]], weights_override: [0.5, 0.25] };
  const trace = attention.backward(problem, { grad_output: [[1], [1]] });
  assert.deepEqual(list(trace.grad_x), [1, 0.5]);
  for (const name of ["grad_w_q", "grad_w_k", "grad_query", "grad_key", "grad_scores"])
    assert.deepEqual(
      list(trace[name]).filter((entry) => entry !== 0),
      [],
      name,
    );
});

describe("fused sees no more than forward", () => {
  const rows = 11;
  const blind = (i) => i === 2 || i === rows - 1;
  const grid = (keys, at) =>
    Array.from({ length: rows }, (_, i) => Array.from({ length: keys }, (_, j) => at(i, j)));
  /** Ways to hide the first keys from everybody, and all keys from the third and the last row. */
  const HIDDEN = {
    mask: (keys, first) => ({ mask: grid(keys, (i, j) => j >= first && !blind(i)) }),
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

  function agree(problem, what) {
    const want = attention.forward(problem);
    const runs = [attention.fused(problem)];
    if (want.scores.shape[3] <= 64) runs.push(attention.fused(problem, { tile: 3, trace: true }));
    for (const got of runs)
      for (const name of ["mixed", "log_sum_exp", "output"])
        near(got[name].data, want[name].data, { atol: 4e-6, rtol: 4e-6, name: `${what}: ${name}` });
  }

  for (const [name, hide] of Object.entries(HIDDEN))
    test(name, () => {
      const { tensor } = chance(5);
      for (const [keys, d_v] of matrix("3 1; 40 5; 256 4; 330 9"))
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
        const [value, weights_override] = [tensor([keys, 5]), tensor([rows, keys], 1 / keys)];
        value.data[2] = held;
        const problem = { query: tensor([rows, 3]), key: tensor([keys, 3]), value, weights_override };
        agree(problem, `${keys} keys, ${held}`);
      }
  });
});
