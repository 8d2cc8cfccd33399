// The core against the formula in float64, on random problems of every form. Gradients: chain.test.js.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAttention } from "../../web/index.js";
import { near } from "../helpers/compare.js";
import { fewOrMany } from "../helpers/full.js";
import { attend } from "../helpers/oracle.js";
import { randomProblem } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";

const NAMES =
  "query key value scores scaled_scores row_max shifted_exp row_sum log_sum_exp weights mixed joined output";
const attention = await createAttention();

test("every tensor of random problems is what the formula says", () => {
  const draw = chance(1);
  for (let round = 0; round < fewOrMany(300, 1500); round++) {
    const problem = randomProblem(draw);
    const [got, want] = [attention.forward(problem), attend(problem)];
    for (const name of NAMES.split(" ")) {
      if (problem.weights_override && name === "mixed") continue; // weights of any size: compared below
      assert.deepEqual(got[name].shape, want[name].shape, `${round} ${name}`);
      near(got[name].data, want[name].data, { atol: 6e-6, rtol: 6e-6, name: `problem ${round}, ${name}` });
    }
    near(got.output.data, want.output.data, { atol: 2e-5, rtol: 2e-5, name: `problem ${round}, output` });
    exactWhereForbidden(got, want, problem.weights_override);
  }
});

/** A forbidden pair weighs exactly 0, and rows of nothing else are listed in notes, in order. */
function exactWhereForbidden({ masked_scores, weights, notes }, { allowed }, override) {
  const [, heads, q_len, kv_len] = allowed.shape;
  const forbidden = [...allowed.data.entries()].filter(([, may]) => !may).map(([n]) => n);
  for (const n of forbidden) {
    assert.equal(masked_scores.data[n], -Infinity);
    if (!override) assert.ok(Object.is(weights.data[n], 0));
  }
  const rows = Array.from({ length: allowed.data.length / kv_len }, (_, row) => row);
  const blind = rows.filter((row) => !allowed.data.subarray(row * kv_len, (row + 1) * kv_len).includes(1));
  const indexOf = (n) => [Math.floor(n / (heads * q_len)), Math.floor(n / q_len) % heads, n % q_len];
  assert.deepEqual(notes.fully_masked_rows, blind.map(indexOf));
}

test("parameters wider than the core sums at once: every column has its own, forward and backward", () => {
  const draw = chance(8);
  const [rows, wide] = [3, 300];
  const [x, grad_output] = [draw.tensor([rows, wide]), draw.tensor([rows, wide])];
  const beta = Array(wide).fill(0);
  grad_output.data.forEach((g, n) => (beta[n % wide] += g));
  const { grad_b_o } = attention.backward({ x, b_o: draw.tensor([wide]) }, { grad_output });
  near(grad_b_o.data, beta);
  const gamma = draw.tensor([wide]);
  for (const normalize of ["layerNorm", "batchNorm"]) {
    const norm = attention[normalize]({ x, gamma, beta: gamma, grad_output });
    const want = Array(wide).fill(0);
    const { data } = attention[normalize]({ x }).output;
    grad_output.data.forEach((g, n) => (want[n % wide] += g * data[n]));
    near(norm.grad_gamma.data, want, { atol: 3e-6, name: normalize });
    near(norm.grad_beta.data, beta, { name: normalize });
    const moved = data.map((y, n) => y * gamma.data[n % wide] + gamma.data[n % wide]);
    near(norm.output.data, moved, { name: normalize });
  }
});
