// Small promises about what is handed in and what comes back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAttention } from "../../web/index.js";

const attention = await createAttention();
const x = [
  [1, 0],
  [0, 1],
];

test("data longer than its shape is refused, as is shorter data", () => {
  for (const data of [[1, 0, 0], [1, 0, 0, 1, 5], new Float32Array(5)])
    assert.throws(() => attention.forward({ x: { shape: [2, 2], data } }), {
      name: "AttentionError",
      code: "shape",
      message: new RegExp(`x.data has ${data.length} numbers, but its shape \\[2, 2\\] needs 4;`),
    });
});

test("the gradient of a bias given as one number is one number", () => {
  const grad_output = [
    [1, 2],
    [3, 4],
  ];
  const { grad_bias } = attention.backward({ x, bias: 0.5 }, { grad_output });
  assert.deepEqual(grad_bias.shape, []);
  assert.equal(grad_bias.data.length, 1);
  const { grad_bias: row } = attention.backward({ x, bias: [0.5] }, { grad_output });
  assert.deepEqual(row.shape, [1]);
});
