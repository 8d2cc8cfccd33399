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
});
