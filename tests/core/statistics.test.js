// What is only true of many numbers, or of very small ones: initialisers, eps, and what is counted of rows.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { matrix } from "../helpers/matrix.js";

const attention = await createAttention();
const [rows, columns] = [400, 100];

/** Mean, deviation and largest magnitude. */
function statistics(data) {
  const mean = data.reduce((sum, x) => sum + x, 0) / data.length;
  const variance = data.reduce((sum, x) => sum + (x - mean) ** 2, 0) / data.length;
  return {
    mean,
    deviation: Math.sqrt(variance),
    most: data.reduce((most, x) => Math.max(most, Math.abs(x)), 0),
  };
}
const near = (value, wanted, share = 0.02) =>
  assert.ok(Math.abs(value - wanted) < share * wanted, `${value}, not ${wanted}`);

describe("initialisers", () => {
  const drawn = (init) => statistics(attention.initialize({ shape: [rows, columns], init, seed: 7 }).data);

  test("normal deviates by 1/√in", () => near(drawn("normal").deviation, 1 / Math.sqrt(rows)));
  test("kaiming deviates by √(2/in)", () => near(drawn("kaiming").deviation, Math.sqrt(2 / rows)));
  test("xavier fills its bound √(6/(in + out)) evenly, and never leaves it", () => {
    const bound = Math.sqrt(6 / (rows + columns));
    const { deviation, most } = drawn("xavier");
    near(deviation, bound / Math.sqrt(3));
    assert.ok(most <= bound && most > 0.999 * bound);
  });
  test("all of them lie about 0", () => {
    for (const init of ["normal", "kaiming", "xavier"]) {
      const { mean, deviation } = drawn(init);
      assert.ok(Math.abs(mean) < deviation / 50, init);
    }
  });
});

describe("eps", () => {
  const x = [[3], [5]];
  test("keeps batch norm finite where the running variance is 0", () => {
    const running = { running_mean: [3], running_var: [0], training: false };
    const given = { x, ...running, eps: 0.25, grad_output: [[1], [1]] };
    const { output, rstd, grad_x } = attention.batchNorm(given);
    assert.deepEqual([...output.data], [0, 4]);
    assert.deepEqual([...rstd.data], [2]);
    assert.deepEqual([...grad_x.data], [2, 2]);
  });
  test("keeps layer norm finite where a row does not vary", () => {
    const { output, rstd } = attention.layerNorm({ x: [[7, 7, 7]], eps: 0.25, beta: [1, 2, 3] });
    assert.deepEqual([...output.data], [1, 2, 3]);
    assert.deepEqual([...rstd.data], [2]);
  });
});

describe("statistics of rows", () => {
  const x = attention.initialize({ shape: [7, 1, 1000], init: "normal", seed: 3 });
  const rowOf = (/** @type {number} */ i) => Array.from(x.data.subarray(1000 * i, 1000 * i + 1000));
  const moments = attention.statistics({ x });

  test("mean and variance are those of float64, to the last bit or one beside it", () => {
    assert.deepEqual(moments.variance.shape, [7, 1]);
    for (let i = 0; i < 7; i++) {
      const mean = rowOf(i).reduce((sum, one) => sum + one, 0) / 1000;
      const variance = rowOf(i).reduce((sum, one) => sum + (one - mean) ** 2, 0) / 1000;
      assert.ok(Math.abs(moments.mean.data[i] - mean) <= 2 ** -23 * Math.abs(mean));
      assert.ok(Math.abs(moments.variance.data[i] - variance) <= 2 ** -23 * variance);
    }
  });

  test("far from 0 the variance loses nothing", () => {
    const { mean, variance } = attention.statistics({ x: [[1e7, 1e7 + 1, 1e7 + 2]] });
    assert.deepEqual([mean.data[0], variance.data[0]], [1e7 + 1, Math.fround(2 / 3)]);
  });

  test("a bin counts from its lower edge to just below its upper one; what lies beyond, in the last on that side", () => {
    const row = [-Infinity, -9, -1, -0.5, 0, 0.99, 1, 2, 3, Infinity, NaN];
    const { counts } = attention.statistics({ x: [row, row.map(() => 0)], edges: [-1, 0, 1, 2] });
    assert.deepEqual([counts.shape, [...counts.data]], matrix("2 3; 4 2 4 0 11 0"));
  });

  test("of numbers every one is counted once", () => {
    const edges = Array.from({ length: 65 }, (_, k) => (k - 32) / 10);
    const { counts } = attention.statistics({ x, edges });
    for (let i = 0; i < 7; i++)
      for (let b = 1; b < 63; b++) {
        const [from, to] = [edges[b], edges[b + 1]].map(Math.fround);
        assert.equal(counts.data[64 * i + b], rowOf(i).filter((one) => one >= from && one < to).length);
      }
    assert.equal(
      counts.data.reduce((sum, one) => sum + one, 0),
      7000,
    );
  });

  test("entropy is that of float64, in bits", () => {
    const { output: weights } = attention.softmax({ x });
    const { output } = attention.entropy({ x: weights });
    for (let i = 0; i < 7; i++) {
      const own = weights.data.subarray(1000 * i, 1000 * i + 1000);
      const bits = -own.reduce((sum, w) => sum + w * Math.log2(w), 0);
      assert.ok(Math.abs(output.data[i] - bits) <= 2 ** -23 * bits, `${output.data[i]}, not ${bits}`);
    }
  });

  test("entropy is 0 where one has all, log₂ of the count where all are alike", () => {
    const weights = [[0, 1, 0, 0], [0.25, 0.25, 0.25, 0.25], [0.5, 0, 0.5, 0], [0, 0, 0, 0], [NaN, 1, 0, 0], [-1, 1, 1, 0]]; // prettier-ignore
    assert.deepEqual([...attention.entropy({ x: weights }).output.data], [0, 2, 1, 0, NaN, NaN]);
  });
});
