// Arrays that change while they are read: the numbers of one reading or a refusal, never those of another problem.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { SelfAttentionLayer, createAttention } from "../../web/index.js";
import { bitsOf } from "../helpers/compare.js";

const eye = () => Array.from({ length: 4 }, (_, i) => Array.from({ length: 4 }, (_, j) => Number(i === j)));

/** The numbers of a tensor to the bit. */
const bits = ({ data }) => Array.from(data, bitsOf).join();

/** A matrix that does something when its last entry is read. */
function withDeed(deed) {
  const rows = eye();
  Object.defineProperty(rows[3], "3", { enumerable: true, get: () => (deed(), 1) });
  return rows;
}

/** What may happen to a buffer. */
const DEEDS = {
  "shrinks to nothing": (buffer) => buffer.resize(0),
  "shrinks by a number": (buffer) => buffer.resize(buffer.byteLength - 4),
  grows: (buffer) => buffer.resize(buffer.maxByteLength),
  "is handed to another thread": (buffer) => structuredClone(buffer, { transfer: [buffer] }),
  "gets other numbers": (buffer) => new Float32Array(buffer).fill(9),
};

for (const rows of [3, 12])
  describe(`a buffer of ${4 * rows} numbers that changes while another tensor is read`, () => {
    const X = { shape: [rows, 4], data: Float32Array.from({ length: 4 * rows }, (_, n) => Math.sin(n)) };
    const nines = X.data.map(() => 9);
    let attention, layer;
    before(async () => {
      attention = await createAttention();
      layer = await SelfAttentionLayer.create({ d_model: 4, causal: false });
    });

    const like = (matrix) => Array.from({ length: rows }, (_, n) => matrix[3 - (n % 4)]);
    const later = (matrix) => Object.defineProperty([], "0", { get: () => (matrix[3][3], "grad_x") });
    /** What comes of a call with a tensor and a matrix that is read after it. */
    const CALLS = {
      forward: (x, matrix) => attention.forward({ x, w_q: matrix }).output,
      backward: (x, matrix) => attention.backward({ x, w_q: matrix }, { target: X }).grad_x,
      "backward from a target": (target, matrix) => attention.backward({ target, x: X, w_q: matrix }).grad_x,
      "backward from an option": (grad_output, matrix) =>
        attention.backward({ x: X }, { grad_output, tensors: later(matrix) }).grad_x,
      fused: (x, matrix) => attention.fused({ x, w_q: matrix }).output,
      terms: (x, matrix) => ({
        shape: [],
        data: [attention.terms({ x, w_q: matrix }, "scores", [0, 0, 2, 2]).sum],
      }),
      "a chain": (x, matrix) => {
        const stages = [
          { id: "a", op: "residual", x, y: x },
          { id: "b", x: "a.output", w_q: matrix },
        ];
        return attention.forward({ stages })["b.output"];
      },
      softmax: (x, matrix) => attention.softmax({ x, grad_output: like(matrix) }).grad_x,
      layerNorm: (x, matrix) => attention.layerNorm({ x, gamma: matrix[3] }).output,
      batchNorm: (x, matrix) => attention.batchNorm({ x, gamma: matrix[3] }).output,
      "a layer's forward": (x, matrix) => layer.forward(x, like(matrix)).output,
      "a layer's step": (x, matrix) => {
        layer.trainStep(x, X, { x_kv: like(matrix), learning_rate: 0 });
        return layer.gradients.grad_x;
      },
    };

    for (const [name, call] of Object.entries(CALLS))
      test(`${name}: the numbers of one reading, or an error that says so`, () => {
        const wanted = [X.data, nines].map((data) => bits(call({ shape: X.shape, data }, eye())));
        for (const [what, deed] of Object.entries(DEEDS)) {
          // what would be found where numbers are missing
          call({ shape: X.shape, data: X.data.map((x) => x + 7) }, eye());
          const buffer = new ArrayBuffer(X.data.byteLength, { maxByteLength: 2 * X.data.byteLength });
          const data = new Float32Array(buffer);
          data.set(X.data);
          let [happened, got] = [false, undefined];
          const matrix = withDeed(() => happened || ((happened = true), deed(buffer)));
          try {
            got = call({ shape: X.shape, data }, matrix);
          } catch (error) {
            assert.match(error.message, /changed while being read/, what);
            assert.equal(error.name, "AttentionError");
          }
          assert.ok(happened, "nothing happened while it was read");
          // before the change, or where only numbers changed after it
          const allowed = what === "gets other numbers" ? wanted : wanted.slice(0, 1);
          if (got) assert.ok(allowed.includes(bits(got)), `${what}: ${got.data}`);
        }
      });
  });
