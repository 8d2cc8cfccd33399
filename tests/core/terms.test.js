// The products that make one cell: their sum is the cell, to the bit.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { graphOf } from "../../web/core/graph/graph.js";
import { readProblem } from "../../web/core/problem.js";
import { runOf } from "../../web/core/attention/run-of.js";
import { terms as termsOf } from "../../web/core/terms.js";
import { loadCore } from "../../web/core/wasm.js";
import { near, refused } from "../helpers/compare.js";
import { fewOrMany } from "../helpers/full.js";
import { randomChain, randomProblem, recurrentChain } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";

const NAMES = (
  "projected_query projected_key projected_value query key value scores scaled_scores row_sum weighted_values " +
  "mixed joined output"
).split(" ");

/** A random problem with one to three numbers in it that are NaN, infinite or nearly. */
function poisoned(draw, most) {
  const problem = randomProblem(draw, { most });
  const inputs = Object.values(problem).filter(({ data }) => data instanceof Float32Array);
  for (let n = draw.from(1, 3); n > 0; n--) {
    const { data } = draw.one(inputs);
    data[draw.below(data.length)] = draw.one([NaN, Infinity, -Infinity, 3e38]);
  }
  return problem;
}

describe("terms", () => {
  let attention, core;
  before(async () => {
    attention = await createAttention();
    core = await loadCore("auto");
  });

  test("of a score: the factors are the query's and the key's", () => {
    const problem = { query: [[1, 2]], key: [[3, 4]], value: [[5]] };
    assert.deepEqual(attention.terms(problem, "scores", [0, 0, 0, 0]), {
      op: "scores",
      terms: [
        { factors: [1, 3], product: 3 },
        { factors: [2, 4], product: 8 },
      ],
      sum: 11,
    });
  });

  test("of a projection with its b: the b stands last, by itself", () => {
    const problem = { x: [[1, 2]], w_q: [[3], [4]], w_k: [[1], [1]], b_q: [0.5] };
    const { op, terms, sum } = attention.terms(problem, "projected_query", [0, 0, 0]);
    assert.equal(op, "linear");
    assert.deepEqual(terms[2], { factors: [0.5], product: 0.5 });
    assert.equal(sum, 11.5);
    assert.deepEqual(attention.terms(problem, "query", [0, 0, 0, 0]), { op, terms, sum });
  });

  test("add up to the cell to the bit, in random problems of every score function", () => {
    const draw = chance(1);
    for (let round = 0; round < fewOrMany(60, 300); round++) {
      const problem = randomProblem(draw, { most: 5 });
      const trace = attention.forward(problem);
      const name = draw.one(NAMES.filter((one) => trace[one]));
      const index = trace[name].shape.map((length) => draw.below(length));
      const at = index.reduce((sum, i, axis) => sum * trace[name].shape[axis] + i, 0);
      const { terms, sum } = attention.terms(problem, name, index);
      assert.ok(
        Object.is(sum, trace[name].data[at]) || sum === trace[name].data[at],
        `${round} ${name} [${index}]: ${sum} is not ${trace[name].data[at]}`,
      );
      for (const { factors, product } of terms)
        near([product], [factors.reduce((a, b) => a * b)], { atol: 0, rtol: 6e-8 });
    }
  });

  test("of a long row are added in the order of the run", () => {
    const draw = chance(2);
    const problem = {
      query: draw.tensor([80, 64]),
      key: draw.tensor([80, 64]),
      value: draw.tensor([80, 64]),
    };
    const trace = attention.forward(problem);
    for (const [name, index, at] of [
      ["scores", [0, 0, 7, 9], 7 * 80 + 9],
      ["mixed", [0, 0, 7, 9], 7 * 64 + 9],
    ])
      assert.equal(attention.terms(problem, name, index).sum, trace[name].data[at]);
  });

  test("of a decoder add up to its cells to the bit, with every score function", () => {
    const draw = chance(3);
    const given = {
      encoder_states: [4, 3],
      initial_state: [3],
      w_state: [3, 3],
      w_context: [3, 3],
      w_out: [6, 2],
    };
    const stage = { id: "d", op: "recurrent_decoder", steps: 2 };
    for (const [name, shape] of Object.entries(given)) stage[name] = draw.tensor(shape);
    for (const score of [
      { score: "dot" },
      { score: "scaled_dot" },
      { score: "bilinear", w_score: draw.tensor([3, 3]) },
      { score: "additive", w_1: draw.tensor([2, 6]), w_2: draw.tensor([2]) },
    ]) {
      const stages = [{ ...stage, ...score }];
      const trace = attention.forward({ stages });
      for (const [name, index, at] of [
        ["d.scores", [0, 0, 1, 2], 6],
        ["d.scaled_scores", [0, 0, 1, 2], 6],
        ["d.row_sum", [0, 0, 1], 1],
        ["d.context", [1, 2], 5],
        ["d.logits", [1, 1], 3],
      ])
        assert.equal(attention.terms({ stages }, name, index).sum, trace[name].data[at], name);
    }
  });

  test("of a decoder of many words are added in the order of its run", () => {
    const draw = chance(13);
    const stage = {
      id: "d",
      op: "recurrent_decoder",
      encoder_states: draw.tensor([50, 40]),
      initial_state: draw.tensor([90]),
      w_state: draw.tensor([90, 90], 0.1),
      w_context: draw.tensor([40, 90]),
      w_out: draw.tensor([130, 60]),
      w_score: draw.tensor([90, 40], 0.1),
      score: "bilinear",
      steps: 40,
    };
    const { data } = attention.forward({ stages: [stage] })["d.logits"];
    for (let n = 0; n < data.length; n += 37) {
      const { sum } = attention.terms({ stages: [stage] }, "d.logits", [Math.floor(n / 60), n % 60]);
      assert.equal(sum, data[n], `logit ${n}`);
    }
  });

  /** One cell of every tensor of a backward run: its terms add up to it. */
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
      const cell = trace[tensor]?.data[index.reduce((at, i, axis) => at * shape[axis] + i, 0)];
      const largest = terms.reduce((most, { product }) => Math.max(most, Math.abs(product)), 0);
      const rule = { atol: 1e-6 * Math.max(1, Number.isFinite(largest) ? largest : 1), rtol: 1e-6 };
      if (cell !== undefined) near([sum], [cell], { ...rule, name: `${tensor} = ${op}, [${index}]` });
      if (inside !== undefined) near([op === "tanh" ? Math.tanh(inside) : Math.sqrt(inside)], [sum], rule);
    }
  }

  test("of every tensor of a run add up to it, gradients and loss among them", () => {
    const draw = chance(4);
    for (let round = 0; round < fewOrMany(30, 120); round++) {
      const problem = randomProblem(draw, { most: 4 });
      const { shape } = attention.forward(problem).output;
      const start = draw.one([
        { grad_output: draw.tensor(shape) },
        { target: draw.tensor(shape) },
        {
          target: { shape: shape.slice(0, -1), data: new Float32Array(shape[0] * shape[1]) },
          loss: "cross_entropy",
        },
      ]);
      addUp(draw, problem, start);
    }
  });

  test("of every tensor of a chain add up to it", () => {
    const draw = chance(5);
    for (let round = 0; round < fewOrMany(8, 60); round++) {
      const stages = randomChain(draw);
      const last = attention.forward({ stages })[`${stages.at(-1).id}.output`];
      const start = { grad_output: draw.tensor(last.shape) };
      addUp(draw, { stages }, start);
    }
  });

  test("of a gradient that several later stages hand back are theirs, the last stage first", () => {
    const draw = chance(12);
    for (let round = 0; round < 3; round++) {
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
    }
  });

  test("of every tensor of encoders, decoders and geometry add up to it", () => {
    const draw = chance(6);
    for (let round = 0; round < fewOrMany(20, 100); round++) {
      const { stages, shape } = recurrentChain(draw);
      const start = { [draw.one(["grad_output", "target"])]: draw.tensor(shape) };
      addUp(draw, { stages }, start);
    }
  });

  test("of what is no sum are its operands, and the result", () => {
    const problem = {
      query: [[1, 2]],
      key: [
        [3, 4],
        [1, 0],
      ],
      value: [[5], [6]],
      softcap: 2,
      scale: 1,
    };
    const trace = attention.forward(problem);
    const of = (tensor, ...index) => attention.terms(problem, tensor, index);
    const [capped, other] = trace.capped_scores.data;
    assert.deepEqual(of("capped_scores", 0, 0, 0, 0), {
      op: "softcap",
      terms: [{ factors: [11, 2], product: capped }],
      sum: capped,
    });
    assert.deepEqual(of("row_max", 0, 0, 0).terms, [{ factors: [capped, other], product: capped }]);
    const [weight] = trace.weights.data;
    assert.deepEqual(of("weights", 0, 0, 0, 0).terms, [
      { factors: [trace.shifted_exp.data[0], trace.row_sum.data[0]], product: weight },
    ]);
    assert.deepEqual(of("value", 0, 0, 1, 0), { op: "given", terms: [{ factors: [6], product: 6 }], sum: 6 });
  });

  test("of a gradient are its products: a value's, over the queries of its group", () => {
    const problem = {
      query: [
        [[1], [2]],
        [[3], [4]],
      ],
      key: [[[1]]],
      value: [[[1]]],
      heads: 2,
    };
    const start = {
      grad_output: [
        [
          [5, 7],
          [6, 8],
        ],
      ],
    };
    assert.deepEqual(attention.terms(problem, "grad_value", [0, 0, 0], start).terms, [
      { factors: [1, 5], product: 5 },
      { factors: [1, 6], product: 6 },
      { factors: [1, 7], product: 7 },
      { factors: [1, 8], product: 8 },
    ]);
    refused(() => attention.terms(problem, "grad_value", [0, 0, 0]), { where: "grad_output" });
  });

  test("keep a NaN that the mask does not hide, and drop one that it does", () => {
    const seen = { query: [[1]], key: [[-Infinity], [1]], value: [[Infinity], [3]] };
    const of = (problem) => attention.terms(problem, "mixed", [0, 0, 0, 0]).sum;
    assert.equal(of(seen), attention.forward(seen).mixed.data[0]);
    assert.ok(Number.isNaN(of(seen)));
    const hidden = { ...seen, key_mask: [false, true] };
    assert.deepEqual(attention.terms(hidden, "mixed", [0, 0, 0, 0]), {
      op: "mix",
      terms: [{ factors: [1, 3], product: 3 }],
      sum: 3,
    });
    // what is hidden and finite is shown: 0 times it
    const finite = { ...hidden, key: [[1], [1]], value: [[2], [3]] };
    assert.deepEqual(attention.terms(finite, "mixed", [0, 0, 0, 0]).terms, [
      { factors: [0, 2], product: 0 },
      { factors: [1, 3], product: 3 },
    ]);
  });

  test("drop a NaN that a query cannot see because its every score is -Infinity", () => {
    const blind = { query: [[1]], key: [[-Infinity], [-Infinity]], value: [[Infinity], [3]] };
    const start = { grad_output: [[2]] };
    for (const [name, index] of [
      ["weighted_values", [0, 0, 0, 0, 0]],
      ["mixed", [0, 0, 0, 0]],
      ["output", [0, 0, 0]],
      ["grad_value", [0, 0, 0, 0]],
      ["grad_weights", [0, 0, 0, 0]],
      ["grad_query", [0, 0, 0, 0]],
    ])
      // a stage may be called as a gradient is
      for (const [id, problem] of [
        ["", blind],
        ["grad_w_v.", { stages: [{ id: "grad_w_v", ...blind }] }],
      ]) {
        const { shape, data } = attention.backward(problem, start)[id + name];
        assert.equal(data[0], 0, id + name);
        const { sum } = attention.terms(problem, id + name, index.slice(-shape.length), start);
        assert.equal(sum, 0, id + name);
      }
    const seen = { ...blind, weights_override: [0, 1] };
    assert.ok(Number.isNaN(attention.forward(seen).mixed.data[0]));
    assert.ok(Number.isNaN(attention.terms(seen, "mixed", [0, 0, 0, 0]).sum));
  });

  test("add up to the cell where inputs are NaN or infinite, in random problems", () => {
    const draw = chance(7);
    for (let round = 0; round < fewOrMany(50, 250); round++) {
      const problem = poisoned(draw, 4);
      const trace = attention.forward(problem);
      for (const name of ["scores", "mixed", "output"]) {
        const { shape, data } = trace[name];
        const index = shape.map((length) => draw.below(length));
        const cell = data[index.reduce((sum, i, axis) => sum * shape[axis] + i, 0)];
        const { sum } = attention.terms(problem, name, index);
        assert.ok(Object.is(sum, cell) || sum === cell, `${round} ${name} [${index}]: ${sum} is not ${cell}`);
      }
    }
  });

  test("of every gradient add up to it where inputs are NaN or infinite, in random problems", () => {
    const draw = chance(8);
    for (let round = 0; round < fewOrMany(30, 120); round++) {
      const problem = poisoned(draw, 3);
      const start = { grad_output: draw.tensor(attention.forward(problem).output.shape) };
      addUp(draw, problem, start);
    }
  });

  test("of the gradient of a projection leave out a token that nobody sees", () => {
    const X = [
      [1, 2],
      [3, 4],
    ];
    const x_v = [
      [1, 1],
      [Infinity, 1],
    ];
    const start = { grad_output: X };
    for (const [key_mask, want] of [
      [[true, false], 4],
      [[true, true], Infinity],
    ]) {
      const problem = { x: X, x_kv: X, x_v, w_q: X, w_k: X, w_v: X, key_mask };
      assert.equal(attention.backward(problem, start).grad_w_v.data[0], want);
      assert.equal(attention.terms(problem, "grad_w_v", [0, 0], start).sum, want);
    }
  });

  test("of what does not exist are refused by name", () => {
    const problem = { x: [[1, 2]] };
    for (const tensor of ["wieghts", "__proto__", "constructor", "notes", "a.b", ""])
      refused(() => attention.terms(problem, tensor, [0, 0, 0, 0]), { code: "value", where: "tensor" });
    for (const index of [
      null,
      undefined,
      "0",
      [],
      [0],
      [0, 0, 0, 1.5],
      [-1, 0, 0, 0],
      [9, 9, 9, 9],
      [0, 0, 0, NaN],
    ])
      refused(() => attention.terms(problem, "weights", index), { code: "value", where: "index" });
    for (const tensor of [null, 7, {}, ["x"]])
      refused(() => attention.terms(problem, tensor, [0]), { code: "value", where: "tensor" });
    for (const options of [7, { grad: 1 }, { grad_output: [[1, 2]], target: [[1, 2]] }])
      refused(() => attention.terms(problem, "grad_x", [0, 0], options), { code: "value" });
  });
});
