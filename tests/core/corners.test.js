// Masking selects, it does not multiply; arithmetic is IEEE-754; what is not finite is shown, never hidden.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { near, sameBits } from "../helpers/compare.js";
import { fewOrMany } from "../helpers/full.js";
import { randomProblem } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";

const list = ({ data }) => Array.from(data);
const QKV = {
  query: [[1], [2]],
  key: [[1], [3]],
  value: [
    [1, 10],
    [2, 20],
  ],
};

describe("corner cases", () => {
  let attention;
  before(async () => {
    attention = await createAttention();
  });

  const blind = {
    mask: [
      [false, false],
      [true, true],
    ],
    bias: [
      [-Infinity, "-Infinity"],
      [0, 0],
    ],
    key_mask: [0, 0],
    window: [0, 0],
    causal: true,
  };
  for (const [name, value] of Object.entries(blind))
    test(`a query with nothing to attend to gets zeros: ${name}`, () => {
      const offset = name === "window" || name === "causal" ? { causal_offset: -9 } : {};
      const trace = attention.forward({ ...QKV, [name]: value, ...offset });
      assert.deepEqual(list(trace.weights).slice(0, 2), [0, 0]);
      assert.deepEqual(list(trace.mixed).slice(0, 2), [0, 0]);
      assert.equal(trace.row_max.data[0], -Infinity);
      assert.equal(trace.row_sum.data[0], 0);
      assert.equal(trace.log_sum_exp.data[0], -Infinity);
      assert.deepEqual(list(trace.shifted_exp).slice(0, 2), [0, 0]);
      assert.deepEqual(trace.notes.fully_masked_rows[0], [0, 0, 0]);
      assert.equal(trace.notes.first_non_finite, null);
    });

  test("the mask alone decides: NaN and infinities in a blind query still give zeros", () => {
    const trace = attention.forward({
      ...QKV,
      query: [[NaN], [Infinity]],
      mask: [
        [0, 0],
        [0, 0],
      ],
    });
    assert.deepEqual(list(trace.mixed), [0, 0, 0, 0]);
  });

  test("NaN in a masked key or value cannot leak, forward or backward", () => {
    const draw = chance(10);
    for (const poison of [NaN, Infinity, -Infinity])
      for (let round = 0; round < fewOrMany(20, 100); round++) {
        const problem = randomProblem(draw, { override: false, most: 6 });
        if (!problem.query) continue;
        const [batch, , kv_len] = [problem.key.shape[0], 0, problem.key.shape[2]];
        problem.key_mask = draw.flags([batch, kv_len], 0.5);
        const poisoned = { ...problem };
        for (const name of ["key", "value"]) {
          const { shape, data } = problem[name];
          const copy = Float32Array.from(data, (x, n) => {
            const j = Math.floor(n / shape[3]) % kv_len;
            const b = Math.floor(n / (shape[1] * kv_len * shape[3]));
            return problem.key_mask.data[b * kv_len + j] ? x : poison;
          });
          poisoned[name] = { shape, data: copy };
        }
        const { shape } = attention.forward(problem).output;
        const grad_output = draw.tensor(shape);
        const [want, got] = [problem, poisoned].map((p) => attention.backward(p, { grad_output }));
        for (const name of [
          "weights",
          "mixed",
          "output",
          "grad_query",
          "grad_value",
          "grad_masked_scores",
          "grad_key",
        ])
          sameBits(got[name], want[name], `${round} ${name}`);
      }
  });

  test("values near the end of float32 are mixed without overflow, in tiles too, of either sign", () => {
    for (const size of [3e38, -3e38]) {
      const nine = (entry) => Array.from({ length: 9 }, () => [entry]);
      const problem = { query: nine(1), key: nine(1), value: nine(size) };
      for (const call of ["forward", "fused"])
        near(attention[call](problem).mixed.data, Array(9).fill(size), { name: call });
    }
  });

  test("a single number is a row of one", () => {
    const two = (b_q) => attention.forward({ x: [[1], [2]], b_q });
    assert.deepEqual(two(5), two([5]));
  });

  test("NaN in a visible score poisons its row and no other", () => {
    const trace = attention.forward({ ...QKV, query: [[NaN], [2]] });
    assert.ok(list(trace.weights).slice(0, 2).every(Number.isNaN));
    assert.ok(Number.isNaN(trace.row_max.data[0]));
    assert.ok(list(trace.mixed).slice(0, 2).every(Number.isNaN));
    assert.ok(list(trace.mixed).slice(2).every(Number.isFinite));
    assert.deepEqual(trace.notes.first_non_finite, { tensor: "query", index: [0, 0, 0, 0] });
  });

  test("the first number that is not finite is named by its complete index, wherever it stands", () => {
    const places = { x: [2, 3, 2], query: [2, 2, 2, 3], key: [2, 2, 2, 3], value: [2, 2, 2, 3] };
    for (const [tensor, shape] of Object.entries(places)) {
      const size = shape.reduce((a, b) => a * b, 1);
      const index = shape.map(() => 0);
      for (let at = 0; at < size; at++) {
        const full = (name) => ({ shape: places[name], data: new Float32Array(size).fill(0.5) });
        const problem = tensor === "x" ? { x: full("x") } : {};
        if (tensor !== "x") for (const name of ["query", "key", "value"]) problem[name] = full(name);
        problem[tensor].data[at] = Infinity;
        assert.deepEqual(attention.forward(problem).notes.first_non_finite, { tensor, index });
        // the index of the next entry: the last axis runs fastest
        for (let axis = shape.length - 1; axis >= 0 && ++index[axis] === shape[axis]; axis--) index[axis] = 0;
      }
    }
  });

  test("among many scores the first of +Infinity is pointed at, and forbidden ones are passed over", () => {
    const zeros = (rows) => ({ shape: [rows, 1], data: new Float32Array(rows) });
    for (const other of [0, -Infinity])
      for (const at of [0, 63, 64, 130, 199]) {
        const bias = new Float32Array(200).fill(other);
        bias[at] = Infinity;
        const problem = { query: zeros(1), key: zeros(200), value: zeros(200) };
        const { notes } = attention.forward({ ...problem, bias: { shape: [200], data: bias } });
        assert.deepEqual(notes.first_non_finite, { tensor: "masked_scores", index: [0, 0, 0, at] });
      }
  });

  test("nought times infinity is NaN in a large product as in a small one", () => {
    for (const n of [4, 64, 65]) {
      const identity = Array.from({ length: n }, (_, i) =>
        Array.from({ length: n }, (_, j) => Number(i === j)),
      );
      const w_v = identity.map((row) => row.slice());
      w_v[n - 1][1] = Infinity;
      // the last features of every row are 0, as padding is
      const x = identity.map((row, i) => row.map((_, c) => (c < n / 2 ? i - c : 0)));
      const { projected_value } = attention.forward({ x, w_q: identity, w_k: identity, w_v });
      const want = x.map((row) => row.map((entry, c) => (c === 1 ? NaN : entry)));
      assert.deepEqual(list(projected_value), want.flat(), `${n} tokens of ${n} features`);
    }
  });

  test("a row of NaN is NaN throughout, out of its reach too; what is shifted there is still forbidden", () => {
    const { weights, shifted_scores, shifted_exp } = attention.forward({
      query: [[NaN], [2]],
      key: [[1], [2]],
      value: [[1], [2]],
      causal: true,
    });
    assert.ok(list(weights).slice(0, 2).every(Number.isNaN));
    assert.ok(list(weights).slice(2).every(Number.isFinite));
    assert.deepEqual([shifted_scores.data[1], shifted_exp.data[1]], [-Infinity, 0]);
  });

  test("a score of +Infinity makes its row NaN and is pointed at", () => {
    const trace = attention.forward({ x: [[3e38], [1]], scale: 1, w_k: [[3e38]] });
    assert.ok(list(trace.weights).slice(0, 2).every(Number.isNaN));
    assert.deepEqual(trace.notes.first_non_finite, { tensor: "projected_key", index: [0, 0, 0] });
    const far = attention.forward({ x: [[1e20], [1]], scale: 1, score: "dot" });
    assert.deepEqual(far.notes.first_non_finite, { tensor: "scores", index: [0, 0, 0, 0] });
  });

  test("a score of -Infinity by arithmetic weighs 0; a row of them is zeros and is pointed at", () => {
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
      assert.ok(
        list(all[name]).every((entry) => entry === 0),
        name,
      );
    assert.deepEqual(all.notes.fully_masked_rows, []);
    assert.equal(all.notes.first_non_finite.tensor, "key");
  });

  test("-1e9 is a number and no mask: a row full of it is uniform", () => {
    const { weights } = attention.forward({
      ...QKV,
      scale: 0,
      bias: [
        [-1e9, -1e9],
        [0, -1e9],
      ],
    });
    assert.deepEqual(list(weights), [0.5, 0.5, 1, 0]);
  });

  const PAIRS = [
    [{ causal: true }, "100110"],
    [{ causal: "top-left" }, "100110"],
    [{ causal: "bottom-right" }, "110111"],
    [{ causal: true, causal_offset: 2 }, "111111"],
    [{ causal: "bottom-right", causal_offset: 0 }, "100110"],
    [{ causal: true, causal_offset: -1 }, "000100"],
    [{ window: [0, 0] }, "100010"],
    [{ window: [0, 0], causal_offset: 1 }, "010001"],
    [{ window: [-1, 0] }, "100110"],
    [{ window: [0, -1] }, "111011"],
    [{ window: [-1, -1] }, "111111"],
    [{ causal_offset: 0 }, "111111"],
  ];
  for (const [options, pairs] of PAIRS)
    test(`of 2 queries and 3 keys these see one another: ${JSON.stringify(options)}`, () => {
      const key = [[0], [0], [0]];
      const { weights } = attention.forward({ query: [[0], [0]], key, value: key, ...options });
      assert.equal(
        list(weights)
          .map((w) => Number(w > 0))
          .join(""),
        pairs,
      );
    });

  test("a value behind the mask is no weighted value, whatever it is", () => {
    const value = [
      [5, 6],
      [NaN, Infinity],
    ];
    const { weighted_values, mixed } = attention.forward({ ...QKV, value, mask: [[true, false]] });
    assert.deepEqual(list(weighted_values), [5, 6, 5, 6, 0, 0, 0, 0]);
    assert.deepEqual(list(mixed), [5, 6, 5, 6]);
  });

  test("the gradient of a bias given as one number is one number", () => {
    const grad_output = [
      [1, 2],
      [3, 4],
    ];
    const { grad_bias } = attention.backward({ ...QKV, bias: 0.5 }, { grad_output });
    assert.deepEqual([grad_bias.shape, grad_bias.data.length], [[], 1]);
    assert.deepEqual(attention.backward({ ...QKV, bias: [0.5] }, { grad_output }).grad_bias.shape, [1]);
  });

  test("denormals are kept, and so is -0", () => {
    const { mixed } = attention.forward({ query: [[0]], key: [[0]], value: [[1e-45, -0]] });
    assert.equal(mixed.data[0], Math.fround(1e-45));
    assert.ok(Object.is(attention.forward({ x: [[-0, 1]] }).x.data[0], -0));
  });

  test("no queries: an empty result", () => {
    const trace = attention.forward({
      x: [],
      w_q: [
        [1, 2],
        [3, 4],
      ],
      w_k: [
        [1, 2],
        [3, 4],
      ],
      w_v: [[1], [2]],
    });
    assert.deepEqual(trace.output.shape, [1, 0, 1]);
    assert.deepEqual(trace.weights.shape, [1, 1, 0, 0]);
    assert.deepEqual(attention.forward({ ...QKV, query: [] }).mixed.shape, [1, 1, 0, 2]);
    const trained = attention.backward(
      { x: { shape: [0, 2], data: [] } },
      { grad_output: { shape: [0, 2], data: [] } },
    );
    assert.deepEqual(trained.grad_x.shape, [0, 2]);
  });

  test("no tokens to attend to are as wide as what they meet", () => {
    const none = { x: [[1, 2]], x_kv: [] };
    assert.deepEqual(attention.forward(none).output.shape, [1, 1, 2]);
    const [w_k, w_v] = [3, 3].map((rows) => ({ shape: [rows, 2], data: Array(2 * rows).fill(1) }));
    assert.deepEqual(attention.forward({ ...none, w_k, w_v }).x_kv.shape, [1, 0, 3]);
  });

  test("no keys: every row is zeros, and every row is noted", () => {
    const trace = attention.forward({
      query: [[1], [2]],
      key: { shape: [0, 1], data: [] },
      value: { shape: [0, 3], data: [] },
    });
    assert.deepEqual(trace.mixed.shape, [1, 1, 2, 3]);
    assert.deepEqual(list(trace.mixed), [0, 0, 0, 0, 0, 0]);
    assert.deepEqual(list(trace.log_sum_exp), [-Infinity, -Infinity]);
    assert.deepEqual(trace.notes.fully_masked_rows, [
      [0, 0, 0],
      [0, 0, 1],
    ]);
  });

  test("cross-entropy of targets that are all ignored is 0, and so is its gradient", () => {
    const none = attention.backward({ x: [[1, 2]] }, { target: [[-1]], loss: "cross_entropy" });
    assert.deepEqual([none.loss.shape, list(none.loss), list(none.grad_x)], [[], [0], [0, 0]]);
  });

  test("softmax: a row of -Infinity gives zeros, scores near 100 or 10,000 lose nothing", () => {
    assert.deepEqual(list(attention.softmax({ x: [[-Infinity, -Infinity]] }).output), [0, 0]);
    for (const base of [90, 1e3, 1e4, -1e4])
      for (let step = 0; step <= 104; step += 0.5) {
        const x = [base, base - step].map(Math.fround);
        const { output } = attention.softmax({ x: [x] });
        const exact = Math.exp(x[1] - x[0]) / (1 + Math.exp(x[1] - x[0]));
        const allowed = exact < 1.2e-38 ? 1.4e-45 : 1e-6 * exact;
        assert.ok(
          Math.abs(output.data[1] - exact) <= allowed,
          `${base} - ${step}: ${output.data[1]} not ${exact}`,
        );
      }
  });

  test("layer norm: a constant row is beta exactly, a NaN stays in its row, one feature is beta", () => {
    const beta = Array.from({ length: 64 }, (_, c) => c / 7);
    const constant = attention.layerNorm({ x: [Array(64).fill(0.1)], beta, gamma: Array(64).fill(3) });
    assert.deepEqual(list(constant.output), beta.map(Math.fround));
    const { output } = attention.layerNorm({
      x: [
        [1, NaN],
        [1, 2],
      ],
    });
    assert.ok(Number.isNaN(output.data[0]) && Number.isFinite(output.data[2]));
    assert.deepEqual(list(attention.layerNorm({ x: [[5], [-3]], beta: [2] }).output), [2, 2]);
    near(
      attention.layerNorm({ x: [[40000, 40001, 40002, 40003]] }).output.data,
      [-1.3416354, -0.4472118, 0.4472118, 1.3416354],
    );
    assert.ok(list(attention.layerNorm({ x: [[3e38, -3e38]] }).output).every(Number.isFinite));
  });

  test("log_sum_exp is the logarithm rounded once, where its series is slowest, too: near √2", () => {
    const rows = 4000;
    const zeros = (count) => ({ shape: [count, 1], data: new Float32Array(count) });
    const near = Float32Array.from({ length: 2 * rows }, (_, n) => (n % 2) * Math.log(0.4 + n / 200000));
    const problem = { query: zeros(rows), key: zeros(2), value: zeros(2) };
    const { row_sum, log_sum_exp } = attention.forward({
      ...problem,
      bias: { shape: [rows, 2], data: near },
    });
    assert.deepEqual(log_sum_exp.data, row_sum.data.map(Math.log));
  });

  test("cross-entropy of logits beyond what exp can take", () => {
    const trace = attention.backward({ x: [[1000, 0]] }, { target: [1], loss: "cross_entropy" });
    assert.deepEqual([list(trace.loss), list(trace.grad_output)], [[1000], [1, -1]]);
  });

  test("batch norm: the batch's own statistics in training, the running ones otherwise", () => {
    const x = [
      [1, 10],
      [3, 30],
    ];
    const own = attention.batchNorm({ x, training: true });
    assert.deepEqual(list(own.mean), [2, 20]);
    near(own.output.data, [-1, -1, 1, 1], { atol: 1e-5 });
    const running = attention.batchNorm({
      x,
      running_mean: [1, 10],
      running_var: [4, 100],
      training: false,
      eps: 1e-12,
    });
    near(running.output.data, [0, 0, 1, 2]);
    const none = attention.batchNorm({
      x: { shape: [0, 2], data: [] },
      grad_output: { shape: [0, 2], data: [] },
    });
    assert.deepEqual([list(none.output), list(none.mean), list(none.grad_x)], [[], [0, 0], []]);
  });
});
