// Masking selects, it does not multiply; arithmetic is IEEE-754; what is not finite is shown, never hidden. What nobody may
// see has no effect: tests/c/unseen.test.js.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { near } from "../helpers/compare.js";
import { matrix } from "../helpers/matrix.js";

const attention = await createAttention();
const list = ({ data }) => Array.from(data);
const zeros = (...shape) => ({ shape, data: new Float32Array(shape.reduce((a, b) => a * b, 1)) });
const QKV = { query: [[1], [2]], key: [[1], [3]], value: matrix("1 10; 2 20") };

describe("a mask", () => {
  const BLIND = {
    mask: matrix("0 0; 1 1"),
    bias: [["-Infinity", -Infinity], [0, 0]], // prettier-ignore
    key_mask: [0, 0],
    window: [0, 0],
    causal: true,
  };
  for (const [name, value] of Object.entries(BLIND))
    test(`leaves zeros to a query with nothing to attend to: ${name}`, () => {
      const offset = name === "window" || name === "causal" ? { causal_offset: -9 } : {};
      const trace = attention.forward({ ...QKV, [name]: value, ...offset });
      for (const tensor of ["weights", "mixed", "shifted_exp"])
        assert.deepEqual(list(trace[tensor]).slice(0, 2), [0, 0], tensor);
      const { row_max, row_sum, log_sum_exp, notes } = trace;
      assert.deepEqual([row_max, row_sum, log_sum_exp].map(({ data }) => data[0]), [-Infinity, 0, -Infinity]); // prettier-ignore
      assert.deepEqual(notes.fully_masked_rows[0], [0, 0, 0]);
      assert.equal(notes.first_non_finite, null);
    });

  test("makes no weighted value of what is behind it, whatever it is", () => {
    const value = matrix("5 6; NaN Infinity");
    const { weighted_values, mixed } = attention.forward({ ...QKV, value, mask: [[true, false]] });
    assert.deepEqual(list(weighted_values), [5, 6, 5, 6, 0, 0, 0, 0]);
    assert.deepEqual(list(mixed), [5, 6, 5, 6]);
  });

  test("is not -1e9, which is a number: a row full of it is uniform", () => {
    const { weights } = attention.forward({ ...QKV, scale: 0, bias: matrix("-1e9 -1e9; 0 -1e9") });
    assert.deepEqual(list(weights), [0.5, 0.5, 1, 0]);
  });
});

describe("what is not finite", () => {
  test("poisons its row and no other, out of its reach too; what is shifted there is still forbidden", () => {
    const trace = attention.forward({ ...QKV, query: [[NaN], [2]], causal: true });
    const { weights, row_max, mixed, shifted_scores, shifted_exp, notes } = trace;
    assert.deepEqual([weights, mixed].map((one) => list(one).map(Number.isNaN)), Array(2).fill([true, true, false, false])); // prettier-ignore
    assert.ok(Number.isNaN(row_max.data[0]));
    assert.deepEqual([shifted_scores.data[1], shifted_exp.data[1]], [-Infinity, 0]);
    assert.deepEqual(notes.first_non_finite, { tensor: "query", index: [0, 0, 0, 0] });
  });

  test("is named by its complete index, wherever the first of it stands", () => {
    const places = { x: [2, 3, 2], query: [2, 2, 2, 3], key: [2, 2, 2, 3], value: [2, 2, 2, 3] };
    for (const [tensor, shape] of Object.entries(places)) {
      const names = tensor === "x" ? ["x"] : ["query", "key", "value"];
      const size = zeros(...shape).data.length;
      const index = shape.map(() => 0);
      for (let at = 0; at < size; at++) {
        const problem = Object.fromEntries(names.map((name) => [name, zeros(...places[name])]));
        problem[tensor].data[at] = Infinity;
        assert.deepEqual(attention.forward(problem).notes.first_non_finite, { tensor, index });
        // the index of the next entry: the last axis runs fastest
        for (let axis = shape.length - 1; axis >= 0 && ++index[axis] === shape[axis]; axis--) index[axis] = 0;
      }
    }
  });

  test("is pointed at among many scores, and forbidden ones are passed over", () => {
    for (const other of [0, -Infinity])
      for (const at of [0, 63, 64, 130, 199]) {
        const bias = { shape: [200], data: new Float32Array(200).fill(other).with(at, Infinity) };
        const { notes } = attention.forward({
          query: zeros(1, 1),
          key: zeros(200, 1),
          value: zeros(200, 1),
          bias,
        });
        assert.deepEqual(notes.first_non_finite, { tensor: "masked_scores", index: [0, 0, 0, at] });
      }
  });

  test("may come of what is finite: it is pointed at where it does", () => {
    const projected = attention.forward({ x: [[3e38], [1]], scale: 1, w_k: [[3e38]] });
    assert.ok(list(projected.weights).slice(0, 2).every(Number.isNaN));
    assert.deepEqual(projected.notes.first_non_finite, { tensor: "projected_key", index: [0, 0, 0] });
    const far = attention.forward({ x: [[1e20], [1]], scale: 1, score: "dot" });
    assert.deepEqual(far.notes.first_non_finite, { tensor: "scores", index: [0, 0, 0, 0] });
  });

  test("nought times infinity is NaN in a large product as in a small one", () => {
    for (const n of [4, 64, 65]) {
      const rows = Array.from({ length: n }, (_, i) => i);
      const identity = rows.map((i) => rows.map((j) => Number(i === j)));
      const w_v = identity.map((row) => row.slice());
      w_v[n - 1][1] = Infinity;
      // the last features of every row are 0, as padding is
      const x = identity.map((row, i) => row.map((_, c) => (c < n / 2 ? i - c : 0)));
      const { projected_value } = attention.forward({ x, w_q: identity, w_k: identity, w_v });
      const want = x.map((row) => row.map((entry, c) => (c === 1 ? NaN : entry)));
      assert.deepEqual(list(projected_value), want.flat(), `${n} tokens of ${n} features`);
    }
  });

  test("as a score of -Infinity weighs 0; a row of them is zeros and is pointed at", () => {
    const one = attention.forward({ query: [[1]], key: [[-Infinity], [1]], value: [[5], [7]] });
    assert.deepEqual(list(one.weights), [0, 1]);
    const blind = { query: [[1]], key: [[-Infinity], [-Infinity]], value: [[5], [NaN]] };
    const all = attention.backward(blind, { grad_output: [[1]] });
    assert.deepEqual([list(all.weights), list(all.mixed)], [[0, 0], [0]]);
    const told = attention.fused(blind, { tile: 1, trace: true });
    for (const { mixed, log_sum_exp } of [attention.fused(blind), told])
      assert.deepEqual([list(mixed), list(log_sum_exp)], [[0], [-Infinity]]);
    assert.deepEqual(list(told.running_mixed), [0, 0]);
    for (const name of ["grad_query", "grad_key", "grad_value"])
      assert.deepEqual(list(all[name]).filter(Boolean), [], name);
    assert.deepEqual(all.notes.fully_masked_rows, []);
    assert.equal(all.notes.first_non_finite.tensor, "key");
  });
});

describe("numbers at the ends of float32", () => {
  test("near the largest are mixed without overflow, in tiles too, of either sign", () => {
    for (const size of [3e38, -3e38]) {
      const nine = (entry) => Array.from({ length: 9 }, () => [entry]);
      const problem = { query: nine(1), key: nine(1), value: nine(size) };
      for (const call of ["forward", "fused"])
        near(attention[call](problem).mixed.data, Array(9).fill(size), { name: call });
    }
  });

  test("denormal ones are kept, and so is -0", () => {
    const { mixed } = attention.forward({ query: [[0]], key: [[0]], value: [[1e-45, -0]] });
    assert.equal(mixed.data[0], Math.fround(1e-45));
    assert.ok(Object.is(attention.forward({ x: [[-0, 1]] }).x.data[0], -0));
  });

  test("softmax: a row of -Infinity gives zeros, scores near 100 or 10,000 lose nothing", () => {
    assert.deepEqual(list(attention.softmax({ x: [[-Infinity, -Infinity]] }).output), [0, 0]);
    for (const base of [90, 1e3, 1e4, -1e4])
      for (let step = 0; step <= 104; step += 0.5) {
        const x = [base, base - step].map(Math.fround);
        const { output } = attention.softmax({ x: [x] });
        const exact = Math.exp(x[1] - x[0]) / (1 + Math.exp(x[1] - x[0]));
        const allowed = exact < 1.2e-38 ? 1.4e-45 : 1e-6 * exact;
        near([output.data[1]], [exact], { atol: allowed, rtol: 0, name: `${base} - ${step}` });
      }
  });

  test("log_sum_exp is the logarithm rounded once, where its series is slowest, too: near √2", () => {
    const rows = 4000;
    const near = Float32Array.from({ length: 2 * rows }, (_, n) => (n % 2) * Math.log(0.4 + n / 200000));
    const problem = { query: zeros(rows, 1), key: zeros(2, 1), value: zeros(2, 1) };
    const { row_sum, log_sum_exp } = attention.forward({
      ...problem,
      bias: { shape: [rows, 2], data: near },
    });
    assert.deepEqual(log_sum_exp.data, row_sum.data.map(Math.log));
  });

  test("cross-entropy takes logits beyond what exp can", () => {
    const trace = attention.backward({ x: [[1000, 0]] }, { target: [1], loss: "cross_entropy" });
    assert.deepEqual([list(trace.loss), list(trace.grad_output)], [[1000], [1, -1]]);
  });

  test("layer norm: a constant row is beta exactly, a NaN stays in its row, one feature is beta", () => {
    const beta = Array.from({ length: 64 }, (_, c) => c / 7);
    const constant = attention.layerNorm({ x: [Array(64).fill(0.1)], beta, gamma: Array(64).fill(3) });
    assert.deepEqual(list(constant.output), beta.map(Math.fround));
    const { output } = attention.layerNorm({ x: matrix("1 NaN; 1 2") });
    assert.ok(Number.isNaN(output.data[0]) && Number.isFinite(output.data[2]));
    assert.deepEqual(list(attention.layerNorm({ x: [[5], [-3]], beta: [2] }).output), [2, 2]);
    const four = attention.layerNorm({ x: [[40000, 40001, 40002, 40003]] });
    near(four.output.data, [-1.3416354, -0.4472118, 0.4472118, 1.3416354]);
    assert.ok(list(attention.layerNorm({ x: [[3e38, -3e38]] }).output).every(Number.isFinite));
  });
});

describe("nothing", () => {
  test("no queries: an empty result", () => {
    const trace = attention.forward({ x: [], w_q: QKV.value, w_k: QKV.value, w_v: [[1], [2]] });
    assert.deepEqual(trace.output.shape, [1, 0, 1]);
    assert.deepEqual(trace.weights.shape, [1, 1, 0, 0]);
    assert.deepEqual(attention.forward({ ...QKV, query: [] }).mixed.shape, [1, 1, 0, 2]);
    const trained = attention.backward({ x: zeros(0, 2) }, { grad_output: zeros(0, 2) });
    assert.deepEqual(trained.grad_x.shape, [0, 2]);
  });

  test("no tokens to attend to are as wide as what they meet", () => {
    const none = { x: [[1, 2]], x_kv: [] };
    assert.deepEqual(attention.forward(none).output.shape, [1, 1, 2]);
    assert.deepEqual(
      attention.forward({ ...none, w_k: zeros(3, 2), w_v: zeros(3, 2) }).x_kv.shape,
      [1, 0, 3],
    );
  });

  test("no keys: every row is zeros, and every row is noted", () => {
    const { mixed, log_sum_exp, notes } = attention.forward({ ...QKV, key: zeros(0, 1), value: zeros(0, 3) });
    assert.deepEqual(mixed, { shape: [1, 1, 2, 3], data: new Float32Array(6) });
    assert.deepEqual(list(log_sum_exp), [-Infinity, -Infinity]);
    assert.deepEqual(notes.fully_masked_rows, matrix("0 0 0; 0 0 1"));
  });

  test("targets that are all ignored: a cross-entropy of 0, and so is its gradient", () => {
    const none = attention.backward({ x: [[1, 2]] }, { target: [[-1]], loss: "cross_entropy" });
    assert.deepEqual([none.loss.shape, list(none.loss), list(none.grad_x)], [[], [0], [0, 0]]);
  });

  test("no rows: batch norm has statistics of 0", () => {
    const none = attention.batchNorm({ x: zeros(0, 2), grad_output: zeros(0, 2) });
    assert.deepEqual([none.output, none.mean, none.grad_x].map(list), [[], [0, 0], []]);
  });
});

test("a single number is a row of one, and the gradient of a bias given as one number is one number", () => {
  const two = (b_q) => attention.forward({ x: [[1], [2]], b_q });
  assert.deepEqual(two(5), two([5]));
  const start = { grad_output: matrix("1 2; 3 4") };
  const { grad_bias } = attention.backward({ ...QKV, bias: 0.5 }, start);
  assert.deepEqual([grad_bias.shape, grad_bias.data.length], [[], 1]);
  assert.deepEqual(attention.backward({ ...QKV, bias: [0.5] }, start).grad_bias.shape, [1]);
});
