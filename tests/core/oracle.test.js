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
});
