// The core against the formula in float64, on random problems of every form.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { near } from "../helpers/compare.js";
import { fewOrMany } from "../helpers/full.js";
import { attend, differences } from "../helpers/oracle.js";
import { randomProblem } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";

const NAMES =
  "query key value scores scaled_scores row_max shifted_exp row_sum log_sum_exp weights mixed joined output";
const PARAMETERS =
  "x x_kv x_v w_q w_k w_v b_q b_k b_v w_o b_o query key value w_score w_1 w_2 bias weights_override".split(
    " ",
  );

describe("the core against float64", () => {
  let attention;
  before(async () => {
    attention = await createAttention();
  });

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
  function exactWhereForbidden(got, { allowed }, override) {
    const [, heads, q_len, kv_len] = allowed.shape;
    const rows = new Map();
    allowed.data.forEach((may, n) => {
      const row = Math.floor(n / kv_len);
      rows.set(row, rows.get(row) || may);
      if (may) return;
      assert.equal(got.masked_scores.data[n], -Infinity);
      if (!override) assert.ok(Object.is(got.weights.data[n], 0));
    });
    const blind = [...rows].filter(([, may]) => !may).map(([row]) => row);
    const want = blind.map((n) => [
      Math.floor(n / (heads * q_len)),
      Math.floor(n / q_len) % heads,
      n % q_len,
    ]);
    assert.deepEqual(got.notes.fully_masked_rows, want);
  }

  test("every gradient of random problems agrees with central differences of the formula", () => {
    const draw = chance(5);
    let partials = 0;
    for (let round = 0; round < fewOrMany(30, 120); round++) {
      const problem = randomProblem(draw, { most: 4 });
      const { shape } = attention.forward(problem, { tensors: ["output"] }).output;
      const grad_output = draw.tensor(shape);
      const got = attention.backward(problem, { grad_output });
      for (const name of PARAMETERS.filter((key) => problem[key])) {
        const want = differences(problem, name, grad_output.data).map((g, n) =>
          problem[name].data[n] === -Infinity ? 0 : g,
        );
        assert.deepEqual(got[`grad_${name}`].shape, problem[name].shape, name);
        near(got[`grad_${name}`].data, want, {
          atol: 1e-5,
          rtol: 1e-5,
          name: `problem ${round}, grad_${name}`,
        });
        partials += want.length;
      }
    }
    assert.ok(partials > 1500, `${partials} partials`);
  });

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
      const { output } = attention[normalize]({ x });
      grad_output.data.forEach((g, n) => (want[n % wide] += g * output.data[n]));
      near(norm.grad_gamma.data, want, { atol: 3e-6, name: normalize });
      near(norm.grad_beta.data, beta, { name: normalize });
      near(
        norm.output.data,
        output.data.map((y, n) => y * gamma.data[n % wide] + gamma.data[n % wide]),
      );
    }
  });
});
