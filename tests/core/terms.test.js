// The products that make one cell: their sum is the cell, to the bit.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { near } from "../helpers/compare.js";
import { randomProblem } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";

const NAMES = (
  "projected_query projected_key projected_value query key value scores scaled_scores row_sum weighted_values " +
  "mixed joined output"
).split(" ");

describe("terms", () => {
  let attention;
  before(async () => {
    attention = await createAttention();
  });

  test("of a score: the factors are the query's and the key's", () => {
    const problem = { query: [[1, 2]], key: [[3, 4]], value: [[5]] };
    assert.deepEqual(attention.terms(problem, "scores", [0, 0, 0, 0]), {
      terms: [
        { factors: [1, 3], product: 3 },
        { factors: [2, 4], product: 8 },
      ],
      sum: 11,
    });
  });

  test("of a projection with its b: the b stands last, by itself", () => {
    const problem = { x: [[1, 2]], w_q: [[3], [4]], w_k: [[1], [1]], b_q: [0.5] };
    const { terms, sum } = attention.terms(problem, "projected_query", [0, 0, 0]);
    assert.deepEqual(terms[2], { factors: [0.5], product: 0.5 });
    assert.equal(sum, 11.5);
    assert.deepEqual(attention.terms(problem, "query", [0, 0, 0, 0]), { terms, sum });
  });

  test("add up to the cell to the bit, in random problems of every score function", () => {
    const draw = chance(1);
    for (let round = 0; round < 300; round++) {
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

  test("of a stage of a chain go by its full name", () => {
    const stages = [
      {
        id: "a",
        x: [
          [1, 2],
          [3, 4],
        ],
      },
      { id: "b", x: "a.output", w_q: [[1], [2]], w_k: [[1], [1]] },
    ];
    const cell = attention.forward({ stages })["b.projected_query"].data[1];
    assert.equal(attention.terms({ stages }, "b.projected_query", [0, 1, 0]).sum, cell);
  });

  test("of a dot product of two vectors", () => {
    const stages = [{ id: "g", op: "geometry", a: [[3, 4]], b: [[1, 2]] }];
    assert.deepEqual(attention.terms({ stages }, "g.dot", [0, 0]), {
      terms: [
        { factors: [3, 1], product: 3 },
        { factors: [4, 2], product: 8 },
      ],
      sum: 11,
    });
    assert.throws(() => attention.terms({ stages }, "g.cosine", [0, 0]), { code: "unsupported" });
  });

  test("of a decoder add up to its cells to the bit, with every score function", () => {
    const draw = chance(3);
    const parameters = {
      dot: {},
      scaled_dot: {},
      bilinear: { w_score: draw.tensor([3, 3]) },
      additive: { w_1: draw.tensor([2, 6]), w_2: draw.tensor([2]) },
    };
    for (const [score, own] of Object.entries(parameters)) {
      const stage = {
        id: "d",
        op: "recurrent_decoder",
        encoder_states: draw.tensor([4, 3]),
        initial_state: draw.tensor([3]),
        w_state: draw.tensor([3, 3]),
        w_context: draw.tensor([3, 3]),
        w_out: draw.tensor([6, 2]),
        b_out: draw.tensor([2]),
        steps: 2,
        score,
        ...own,
      };
      const trace = attention.forward({ stages: [stage] });
      for (const [name, index, at] of [
        ["scores", [0, 0, 1, 2], 6],
        ["scaled_scores", [0, 0, 1, 2], 6],
        ["row_sum", [0, 0, 1], 1],
        ["context", [1, 2], 5],
        ["logits", [1, 1], 3],
      ])
        assert.equal(
          attention.terms({ stages: [stage] }, `d.${name}`, index).sum,
          trace[`d.${name}`].data[at],
          `${score} ${name}`,
        );
    }
  });
});
