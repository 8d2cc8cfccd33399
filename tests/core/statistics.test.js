// What is only true of many numbers, or of very small ones: initialisers, and eps.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAttention } from "../../web/index.js";

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
    const given = {
      x,
      running_mean: [3],
      running_var: [0],
      training: false,
      eps: 0.25,
      grad_output: [[1], [1]],
    };
    const { output, rstd, grad_x } = attention.batchNorm(given);
    assert.deepEqual([...output.data], [0, 4]);
    assert.deepEqual([...rstd.data], [2]);
    assert.deepEqual([...grad_x.data], [2, 2]);
  });
  test("keeps batch norm finite where the batch does not vary", () => {
    const { output, rstd } = attention.batchNorm({ x: [[3], [3]], eps: 0.25 });
    assert.deepEqual([...output.data], [0, 0]);
    assert.deepEqual([...rstd.data], [2]);
  });
  test("keeps layer norm finite where a row does not vary", () => {
    const { output, rstd } = attention.layerNorm({ x: [[7, 7, 7]], eps: 0.25, beta: [1, 2, 3] });
    assert.deepEqual([...output.data], [1, 2, 3]);
    assert.deepEqual([...rstd.data], [2]);
  });
});
