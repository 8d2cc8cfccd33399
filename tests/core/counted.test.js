// What is too large is counted before anything is read or built: a refusal looks at a few entries, however many are claimed.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { MultiHeadAttentionLayer, createAttention } from "../../web/index.js";
import { matrix } from "../helpers/matrix.js";

const X = matrix("1 2; 3 4");

let reads = 0;
/** A list that claims a length and has an entry wherever one asks; it counts how often that is. */
const endless = (length, entry = 1) =>
  new Proxy([], { get: (_, key) => (key === "length" ? length : (reads++, entry)), has: () => true });
/** Rows of 1000 numbers that are all the same array. */
const rows = (count) => endless(count, endless(1000));

/** Tensors that are too large: to read them would take hours, and no memory would hold them, or hold them twice. */
const HUGE = {
  "rows that are one array": endless(2 ** 31, endless(2 ** 31)),
  "the same one level deeper": endless(2 ** 20, endless(2 ** 20, endless(1000))),
  "rows that are typed arrays": endless(2 ** 31, new Float64Array(1000)),
  "a list of shape and data": { shape: [2 ** 31, 1], data: Object.assign([], { length: 2 ** 31 }) },
  "a list that claims more than there are addresses": { shape: [2 ** 20, 2 ** 20], data: endless(2 ** 40) },
  "float32 numbers that are all there": { shape: [2 ** 27, 1], data: new Float32Array(2 ** 27) },
  "rows that claim more bytes than 64 bits can count": endless(2 ** 32 - 1, endless(2 ** 32 - 1)),
};

describe("what is too large is refused before it is read", () => {
  let attention, layer;
  before(async () => {
    attention = await createAttention();
    layer = await MultiHeadAttentionLayer.create({ d_model: 2 });
  });

  /** Refused as a whole, after a few looks and with no memory for what was claimed. */
  async function cheaply(call, code, where = "") {
    const held = process.memoryUsage().arrayBuffers;
    reads = 0;
    await assert.rejects(
      async () => call(),
      (error) => {
        assert.equal(error.name, "AttentionError", error.stack);
        assert.equal(error.code, code, error.message);
        assert.ok(error.where.startsWith(where), `${error.where}: ${error.message}`);
        return true;
      },
    );
    assert.ok(reads < 20_000, `${reads} entries were read`);
    const grown = process.memoryUsage().arrayBuffers - held;
    assert.ok(grown < 50e6, `${grown} bytes`);
  }

  for (const [name, huge] of Object.entries(HUGE))
    test(name, async () => {
      const target = { target: X };
      for (const call of [
        () => attention.forward({ x: huge }),
        () => attention.forward({ x: huge }, { tensors: ["output"] }),
        () => attention.backward({ x: huge }, target),
        () => attention.fused({ x: huge }),
        () => attention.graph({ x: huge }),
        () => attention.terms({ x: huge }, "scores", [0, 0, 0, 0]),
        () => attention.run("forward", { x: huge }),
        () => attention.run("backward", { x: huge }, target),
        () => attention.run("fused", { x: huge }),
        () => attention.forward({ stages: [{ id: "a", op: "residual", x: huge, y: huge }] }),
        () => attention.softmax({ x: huge }),
        () => attention.layerNorm({ x: huge, grad_output: huge }),
        () => attention.batchNorm({ x: huge }),
        () => layer.trainStep(huge, X),
      ])
        await cheaply(call, "limit");
    });

  test("what could be read, but not computed", async () => {
    const x = rows(1e5);
    for (const method of ["forward", "fused", "graph", "softmax", "layerNorm"])
      await cheaply(() => attention[method]({ x }), "limit");
    await cheaply(() => attention.backward({ x }, { target: X }), "limit");
    await cheaply(() => attention.run("forward", { x }), "limit");
    await cheaply(() => attention.forward({ x: X, bias: rows(1000) }), "shape", "bias");
  });

  test("what a call does not look at is not read", () => {
    const target = rows(1e6);
    reads = 0;
    assert.deepEqual(attention.forward({ x: X, target, grad_output: target }).output.shape, [1, 2, 2]);
    assert.deepEqual(attention.backward({ x: X, target }, { grad_output: X }).grad_x.shape, [2, 2]);
    assert.ok(reads < 20_000, `${reads} entries were read`);
  });

  test("what must have another's shape is held against it first", async () => {
    const [huge, wide] = [rows(1e6), rows(1e5)];
    await cheaply(() => attention.backward({ x: X }, { grad_output: huge }), "shape", "grad_output");
    await cheaply(() => attention.backward({ x: X, target: huge }), "shape", "target");
    await cheaply(() => attention.run("backward", { x: X }, { target: huge }), "shape", "target");
    await cheaply(() => attention.softmax({ x: X, grad_output: huge }), "shape", "grad_output");
    await cheaply(() => attention.layerNorm({ x: X, gamma: huge }), "shape", "gamma");
    await cheaply(() => layer.trainStep(X, huge), "shape", "target");
    await cheaply(() => layer.forward(huge), "limit");
    await cheaply(() => layer.forward(wide), "shape", "w_q");
    await cheaply(() => (layer.w_q = huge), "shape", "w_q");
    layer.forward(X);
    await cheaply(() => layer.backward(huge), "shape", "grad_output");
  });

  test("what is small by itself is too much together", async () => {
    const stages = Array.from({ length: 300 }, (_, n) => ({ id: `s${n}`, op: "layer_norm", x: rows(250) }));
    await cheaply(() => attention.forward({ stages }), "limit");
    await cheaply(() => attention.run("forward", { stages }), "limit");
    await cheaply(() => attention.graph({ stages }), "limit");
    const most = rows(40960);
    await cheaply(() => attention.layerNorm({ x: most, grad_output: most }), "limit");
    await cheaply(() => MultiHeadAttentionLayer.create({ d_model: 8192, d_out: 8192 }), "limit");
  });

  test("parameters, labels and stages", async () => {
    await cheaply(() => attention.initialize({ shape: [1e6, 1e6] }), "limit", "shape");
    const labels = { x: endless(2 ** 53 - 1) };
    await cheaply(() => attention.forward({ x: X, labels }), "limit", "labels.x");
    await cheaply(() => attention.forward({ x: X }, { tensors: endless(1e12) }), "limit", "tensors");
    await cheaply(() => attention.forward({ stages: endless(1e12) }), "limit", "stages");
  });

  test("a list that lies about its length is no list of numbers", async () => {
    for (const length of [NaN, -1, 1.5, "2", Infinity, null, {}])
      await cheaply(() => attention.forward({ x: endless(length) }), "value", "x");
    await cheaply(() => attention.forward({ x: { length: 1e9, 0: 1 } }), "value", "x");
    const lying = Object.defineProperty(new Float32Array(2), "length", { value: 4 });
    await cheaply(() => attention.forward({ x: { shape: [2, 2], data: lying } }), "shape", "x");
  });

  test("a large one that fits is read, and a wrong entry in it is named", () => {
    const row = Array.from({ length: 200 }, (_, n) => n);
    const x = new Array(3000).fill(row);
    assert.equal(attention.softmax({ x }).output.data.length, 600000);
    const bad = [...x.slice(1), [...row.slice(1), "two"]];
    for (const call of [() => attention.softmax({ x: bad }), () => attention.fused({ x: bad })])
      assert.throws(call, { code: "value", where: "x[2999][199]" });
    assert.throws(() => attention.softmax({ x: [...x, [1]] }), { code: "shape", where: "x[3000]" });
  });
});
