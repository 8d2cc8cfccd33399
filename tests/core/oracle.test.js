// The core against the formula in float64, on random problems of every form.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { near } from "../helpers/compare.js";
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

  test("every tensor of 1,500 random problems is what the formula says", () => {
    const draw = chance(1);
    for (let round = 0; round < 1500; round++) {
      const problem = randomProblem(draw);
      const [got, want] = [attention.forward(problem), attend(problem)];
      for (const name of NAMES.split(" ")) {
        if (problem.weights_override && name === "mixed") continue; // weights of any size: compared below
        assert.deepEqual(got[name].shape, want[name].shape, `${round} ${name}`);
        near(got[name].data, want[name].data, { atol: 6e-6, rtol: 6e-6, name: `problem ${round}, ${name}` });
      }
      near(got.output.data, want.output.data, { atol: 2e-5, rtol: 2e-5, name: `problem ${round}, output` });
    }
  });

  test("a forbidden pair weighs exactly 0, and a masked score is exactly -Infinity", () => {
    const draw = chance(2);
    for (let round = 0; round < 300; round++) {
      const problem = randomProblem(draw, { override: false });
      const [got, { allowed }] = [attention.forward(problem), attend(problem)];
      allowed.data.forEach((may, n) => {
        if (may) return;
        assert.equal(got.masked_scores.data[n], -Infinity);
        assert.ok(Object.is(got.weights.data[n], 0));
      });
    }
  });

  test("the weights of a row sum to 1, or to 0 where nothing may be seen", () => {
    const draw = chance(3);
    for (let round = 0; round < 300; round++) {
      const trace = attention.forward(randomProblem(draw, { override: false }));
      const kv_len = trace.weights.shape[3];
      trace.row_sum.data.forEach((sum, n) => {
        const row = trace.weights.data.slice(n * kv_len, (n + 1) * kv_len);
        near([row.reduce((a, b) => a + b, 0)], [sum === 0 ? 0 : 1]);
      });
    }
  });

  test("rows without an allowed key are listed in notes, in order", () => {
    const draw = chance(4);
    for (let round = 0; round < 200; round++) {
      const problem = randomProblem(draw, { override: false });
      const [got, { allowed }] = [attention.forward(problem), attend(problem)];
      const [batch, heads, q_len, kv_len] = allowed.shape;
      const want = [];
      for (let n = 0; n < batch * heads * q_len; n++) {
        if (allowed.data.slice(n * kv_len, (n + 1) * kv_len).some((may) => may)) continue;
        want.push([Math.floor(n / (heads * q_len)), Math.floor(n / q_len) % heads, n % q_len]);
      }
      assert.deepEqual(got.notes.fully_masked_rows, want);
    }
  });

  test("every gradient of 120 random problems agrees with central differences of the formula", () => {
    const draw = chance(5);
    let partials = 0;
    for (let round = 0; round < 120; round++) {
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
    assert.ok(partials > 5000, `${partials} partials`);
  });

  test("the gradient of an inner tensor is the one it has when it is handed in", () => {
    const draw = chance(6);
    const full = [2, 4, 3, 5];
    const problem = {
      query: draw.tensor([2, 4, 3, 2]),
      key: draw.tensor([2, 2, 5, 2]),
      value: draw.tensor([2, 2, 5, 3]),
      bias: draw.tensor(full),
      w_o: draw.tensor([12, 2]),
      softcap: 1.5,
      causal: "bottom-right",
    };
    const grad_output = draw.tensor([2, 3, 2]);
    const got = attention.backward(problem, { grad_output });
    const given = attention.backward({ ...problem, weights_override: got.weights }, { grad_output });
    assert.deepEqual(got.grad_masked_scores, got.grad_bias);
    assert.deepEqual(got.grad_weights, given.grad_weights_override);
    assert.deepEqual(got.grad_capped_scores, got.grad_masked_scores);
    // scores * scale: what a larger scale changes is every scaled score by its score
    const along = got.grad_scaled_scores.data.reduce((sum, g, n) => sum + g * got.scores.data[n], 0);
    const loss = (scale) =>
      attend({ ...problem, scale }).output.data.reduce((sum, x, n) => sum + x * grad_output.data[n], 0);
    const scale = Math.fround(Math.SQRT1_2);
    near([along], [(loss(scale + 1e-5) - loss(scale - 1e-5)) / 2e-5], { atol: 1e-5, rtol: 1e-5 });
    near(
      got.grad_scores.data,
      got.grad_scaled_scores.data.map((g) => g * scale),
    );
  });

  test("inner gradients of projections add up to those of their b", () => {
    const draw = chance(7);
    const [x, x_kv, w_o] = [draw.tensor([2, 3, 4]), draw.tensor([2, 5, 4]), draw.tensor([8, 3])];
    const w = { w_q: draw.tensor([4, 8]), w_k: draw.tensor([4, 4]), w_v: draw.tensor([4, 4]) };
    const b = { b_q: draw.tensor([8]), b_k: draw.tensor([4]), b_v: draw.tensor([4]), b_o: draw.tensor([3]) };
    const grad_output = draw.tensor([2, 3, 3]);
    const got = attention.backward({ x, x_kv, w_o, ...w, ...b, heads: 4, kv_heads: 2 }, { grad_output });
    for (const [name, inner] of Object.entries({
      b_q: "grad_projected_query",
      b_k: "grad_projected_key",
      b_v: "grad_projected_value",
      b_o: "grad_output",
    })) {
      const want = Array(got[`grad_${name}`].data.length).fill(0);
      got[inner].data.forEach((g, n) => (want[n % want.length] += g));
      near(got[`grad_${name}`].data, want, { name });
    }
    // joined reaches the loss through w_o alone
    const joined = Array.from({ length: 8 }, (_, f) =>
      [0, 1, 2].reduce((sum, c) => sum + grad_output.data[c] * w_o.data[3 * f + c], 0),
    );
    near(got.grad_joined.data.slice(0, 8), joined);
    near(got.grad_mixed.data.slice(0, 2), joined.slice(0, 2));
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
