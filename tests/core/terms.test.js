// The products that make one cell: their sum is the cell, to the bit.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { graphOf } from "../../web/core/graph/graph.js";
import { readProblem } from "../../web/core/problem.js";
import { runOf } from "../../web/core/attention/run-of.js";
import { terms as termsOf } from "../../web/core/terms.js";
import { loadCore } from "../../web/core/wasm.js";
import { near } from "../helpers/compare.js";
import { fewOrMany } from "../helpers/full.js";
import { matrix } from "../helpers/matrix.js";
import { randomChain, randomProblem, recurrentChain } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";

const attention = await createAttention();
const core = await loadCore("auto");

/** What is added in the order of the run. */
const EXACT =
  /^(\w+\.)?(projected_\w+|query|key|value|scores|scaled_scores|row_sum|weighted_values|mixed|joined|output|context|logits)$/;
const place = (shape, index) => index.reduce((at, i, axis) => at * shape[axis] + i, 0);

/** One cell of every tensor of a run: its terms add up to it, forward to the bit. */
function addUp(draw, problem, start) {
  const trace = attention.backward(problem, start);
  const read = readProblem(problem);
  // attention.terms runs the problem anew for every cell; here one run serves them all
  let run;
  const runOnce = (_, one, name) => (run ??= runOf(core, one, name, start));
  for (const { tensor, shape } of graphOf(problem, trace, start)) {
    if (shape.includes(0)) continue;
    const index = shape.map((length) => draw.below(length));
    const { op, terms, sum, inside } = termsOf(core, read, tensor, index, runOnce);
    const cell = trace[tensor]?.data[place(shape, index)];
    const name = `${tensor} = ${op}, [${index}]`;
    const largest = terms.reduce((most, { product }) => Math.max(most, Math.abs(product)), 0);
    const rule = { atol: 1e-6 * Math.max(1, Number.isFinite(largest) ? largest : 1), rtol: 1e-6, name };
    if (cell !== undefined) near([sum], [cell], EXACT.test(tensor) ? { atol: 0, rtol: 0, name } : rule);
    if (inside !== undefined) near([op === "tanh" ? Math.tanh(inside) : Math.sqrt(inside)], [sum], rule);
    if (EXACT.test(tensor) && op !== "normalize")
      for (const { factors, product } of terms.filter((one) => Number.isFinite(one.product)))
        near([product], [factors.reduce((a, b) => a * b, 1)], { atol: 0, rtol: 6e-8, name });
  }
}

/** A random problem with one to three numbers in it that are NaN, infinite or nearly. */
function poisoned(draw) {
  const problem = randomProblem(draw, { most: 3 });
  const inputs = Object.values(problem).filter(({ data }) => data instanceof Float32Array);
  for (let n = draw.from(1, 3); n > 0; n--) {
    const { data } = draw.one(inputs);
    data[draw.below(data.length)] = draw.one([NaN, Infinity, -Infinity, 3e38]);
  }
  return problem;
}

describe("terms of every tensor of a run add up to it, gradients and loss among them:", () => {
  const KINDS = {
    problems: [60, (draw) => randomProblem(draw, { most: 4 })],
    "problems with NaN and infinities": [60, poisoned],
    chains: [8, (draw) => ({ stages: randomChain(draw) })],
    "encoders, decoders and geometry": [20, (draw) => recurrentChain(draw)],
  };
  for (const [kind, [few, make]] of Object.entries(KINDS))
    test(kind, () => {
      const draw = chance(4);
      for (let round = 0; round < fewOrMany(few, 5 * few); round++) {
        const { shape: given, ...problem } = make(draw);
        const last = problem.stages ? `${problem.stages.at(-1).id}.output` : "output";
        const shape = given ?? attention.forward(problem)[last].shape;
        const classes = { shape: shape.slice(0, -1), data: new Float32Array(shape[0] * (shape[1] ?? 1)) };
        const start = draw.one([
          { grad_output: draw.tensor(shape) },
          { target: draw.tensor(shape) },
          ...(shape.length === 3 ? [{ target: classes, loss: "cross_entropy" }] : []),
        ]);
        addUp(draw, problem, start);
      }
    });

  test("long rows, in the order of the run", () => {
    const draw = chance(13);
    const [rows, wide] = [draw.tensor([80, 64]), draw.tensor([130, 60])];
    const decoder = {
      ...{ id: "d", op: "recurrent_decoder", steps: 40, score: "bilinear" },
      ...{ encoder_states: draw.tensor([50, 40]), initial_state: draw.tensor([90]), w_out: wide },
      ...{ w_state: draw.tensor([90, 90], 0.1), w_context: draw.tensor([40, 90]) },
      w_score: draw.tensor([90, 40], 0.1),
    };
    const problem = { query: rows, key: draw.tensor([80, 64]), value: draw.tensor([80, 64]) };
    const [w_q, w_k, w_v] = [1, 2, 3].map(() => draw.tensor([64, 64]));
    for (const [one, name, many] of [
      [{ x: rows, w_q, w_k, w_v }, "projected_query", 9],
      [problem, "scores", 3],
      [problem, "mixed", 3],
      [{ stages: [decoder] }, "d.logits", 60],
    ]) {
      const { shape, data } = attention.forward(one)[name];
      for (let n = 0; n < many; n++) {
        const index = shape.map((length) => draw.below(length));
        assert.equal(attention.terms(one, name, index).sum, data[place(shape, index)], `${name} [${index}]`);
      }
    }
  });
});

describe("terms", () => {
  const of = (problem, tensor, ...index) => attention.terms(problem, tensor, index);
  const PROJECTED = { x: [[1, 2]], w_q: [[3], [4]], w_k: [[1], [1]], b_q: [0.5] };
  const CAPPED = { query: [[1, 2]], key: matrix("3 4; 1 0"), value: [[5], [6]], softcap: 2, scale: 1 };

  test("of a sum are its products; what stands by itself has one factor", () => {
    assert.deepEqual(of({ query: [[1, 2]], key: [[3, 4]], value: [[5]] }, "scores", 0, 0, 0, 0), {
      op: "scores",
      terms: [
        { factors: [1, 3], product: 3 },
        { factors: [2, 4], product: 8 },
      ],
      sum: 11,
    });
    const { op, terms, sum } = of(PROJECTED, "projected_query", 0, 0, 0);
    assert.deepEqual([op, terms[2], sum], ["linear", { factors: [0.5], product: 0.5 }, 11.5]);
    assert.deepEqual(of(PROJECTED, "query", 0, 0, 0, 0), { op, terms, sum });
    const stages = [
      { id: "a", x: matrix("1 2; 3 4") },
      { id: "b", query: "a.query", key: "a.x", value: "a.value" },
    ];
    assert.deepEqual(of({ stages }, "b.query", 0, 0, 1, 1).terms, [{ factors: [4], product: 4 }]);
  });

  test("of what is no sum are its operands, and the result", () => {
    const { capped_scores, shifted_exp, row_sum, weights } = attention.forward(CAPPED);
    const [capped, other] = capped_scores.data;
    const [weight] = weights.data;
    for (const [tensor, index, factors, product] of [
      ["capped_scores", [0, 0, 0, 0], [11, 2], capped],
      ["row_max", [0, 0, 0], [capped, other], capped],
      ["weights", [0, 0, 0, 0], [shifted_exp.data[0], row_sum.data[0]], weight],
      ["value", [0, 0, 1, 0], [6], 6],
    ]) {
      const { terms, sum } = attention.terms(CAPPED, tensor, index);
      assert.deepEqual([terms, sum], [[{ factors, product }], product], tensor);
    }
  });

  test("of a gradient are its products: a value's, over the queries of its group", () => {
    const [key, query] = [[[[1]]], [[[1], [2]], [[3], [4]]]]; // prettier-ignore
    const start = { grad_output: [matrix("5 7; 6 8")] };
    const { terms } = attention.terms({ query, key, value: key }, "grad_value", [0, 0, 0], start);
    assert.deepEqual(
      terms,
      [5, 6, 7, 8].map((g) => ({ factors: [1, g], product: g })),
    );
  });

  test("of a gradient that several later stages hand back are theirs, the last stage first", () => {
    const draw = chance(12);
    const stages = [
      { id: "a", op: "residual", x: draw.tensor([3, 4]), y: draw.tensor([3, 4]) },
      { id: "b", op: "layer_norm", x: "a.output", gamma: draw.tensor([4], 100) },
      { id: "c", op: "layer_norm", x: "a.output", gamma: draw.tensor([4]) },
      { id: "d", op: "residual", x: "b.output", y: "c.output" },
      { id: "e", op: "residual", x: "a.output", y: "d.output" },
    ];
    const start = { grad_output: draw.tensor([3, 4]) };
    const trace = attention.backward({ stages }, start);
    const { terms, sum } = attention.terms({ stages }, "a.grad_output", [0, 1, 2], start);
    const readers = ["e", "c", "b"].map((id) => trace[`${id}.grad_x`].data[6]);
    assert.deepEqual(
      terms.map(({ product }) => product),
      readers,
    );
    near([sum], [trace["a.grad_output"].data[6]], { atol: 1e-5 });
  });

  test("keep a NaN that the mask does not hide, and drop one that it does", () => {
    const seen = { query: [[1]], key: [[-Infinity], [1]], value: [[Infinity], [3]] };
    assert.ok(Number.isNaN(of(seen, "mixed", 0, 0, 0, 0).sum));
    const hidden = { ...seen, key_mask: [false, true] };
    assert.deepEqual(of(hidden, "mixed", 0, 0, 0, 0).terms, [{ factors: [1, 3], product: 3 }]);
    // what is hidden and finite is shown: 0 times it
    const finite = { ...hidden, key: [[1], [1]], value: [[2], [3]] };
    const [first] = of(finite, "mixed", 0, 0, 0, 0).terms;
    assert.deepEqual(first, { factors: [0, 2], product: 0 });
  });

  test("drop a NaN that a query cannot see because its every score is -Infinity", () => {
    const blind = { query: [[1]], key: [[-Infinity], [-Infinity]], value: [[Infinity], [3]] };
    const start = { grad_output: [[2]] };
    // a stage may be called as a gradient is
    for (const [id, problem] of [
      ["", blind],
      ["grad_w_v.", { stages: [{ id: "grad_w_v", ...blind }] }],
    ])
      for (const name of ["weighted_values", "mixed", "output", "grad_value", "grad_weights", "grad_query"]) {
        const { shape, data } = attention.backward(problem, start)[id + name];
        const { sum } = attention.terms(problem, id + name, shape.map(() => 0), start); // prettier-ignore
        assert.deepEqual([data[0], sum], [0, 0], id + name);
      }
    const seen = { ...blind, weights_override: [0, 1] };
    assert.ok(Number.isNaN(of(seen, "mixed", 0, 0, 0, 0).sum));
  });

  test("of the gradient of a projection leave out a token that nobody sees", () => {
    const X = matrix("1 2; 3 4");
    const given = { x: X, x_kv: X, x_v: matrix("1 1; Infinity 1"), w_q: X, w_k: X, w_v: X };
    for (const [sees, want] of [
      [false, 4],
      [true, Infinity],
    ]) {
      const problem = { ...given, key_mask: [true, sees] };
      assert.equal(attention.backward(problem, { grad_output: X }).grad_w_v.data[0], want);
      assert.equal(attention.terms(problem, "grad_w_v", [0, 0], { grad_output: X }).sum, want);
    }
  });
});
