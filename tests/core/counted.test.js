// What is too large is counted before anything is built: a refusal takes no time and no memory, however much was claimed.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { MultiHeadAttentionLayer, createAttention } from "../../web/index.js";

const MiB = 2 ** 20;
const X = [
  [1, 2],
  [3, 4],
];

/** So many rows that are all the same array: little memory, many numbers. */
const rows = (count, row) => new Array(count).fill(row);
const thousand = rows(1000, 1);
const claims = (length, ...entries) => Object.assign([], entries, { length });
/** A list that says so, and has a number wherever one asks. */
const endless = (length) =>
  new Proxy([], { get: (_, key) => (key === "length" ? length : 1), has: () => true });

/** Tensors that are too large, and where that is found. */
const HUGE = {
  "a thousand million numbers in rows that are one array": rows(1e6, thousand),
  "the same one level deeper": rows(1000, rows(1000, thousand)),
  "rows that are typed arrays": rows(1e6, new Float64Array(1000)),
  "a list of shape and data": { shape: [2 ** 31, 1], data: claims(2 ** 31) },
  "a list that claims more than there are addresses": { shape: [2 ** 20, 2 ** 20], data: endless(2 ** 40) },
  "rows that claim more than there are addresses": rows(1000, endless(2 ** 40)),
  "rows that claim more bytes than 64 bits can count": claims(2 ** 32 - 1, claims(2 ** 32 - 1, 1)),
};

const STAGES = Array.from({ length: 300 }, (_, n) => ({
  id: `s${n}`,
  op: "layer_norm",
  x: rows(250, thousand),
}));

describe("what is too large is refused in 50 ms and 50 MB", () => {
  let attention, layer;
  before(async () => {
    attention = await createAttention();
    layer = await MultiHeadAttentionLayer.create({ d_model: 2 });
  });

  /** Refused as a whole, and before it cost anything: in one of a few tries, for other programs run beside the tests. */
  async function cheaply(call, code, where) {
    const held = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
    let [ms, bytes, error] = [Infinity, Infinity, undefined];
    for (let tries = 0; tries < 5 && !(ms < 50 && bytes < 50 * MiB); tries++) {
      const before = held();
      const start = performance.now();
      try {
        await call();
      } catch (thrown) {
        error = thrown;
      }
      [ms, bytes] = [performance.now() - start, held() - before];
    }
    assert.equal(error?.name, "AttentionError", String(error?.stack));
    assert.equal(error.code, code, error.message);
    if (where) assert.ok(error.where.startsWith(where), `${error.where}: ${error.message}`);
    assert.ok(ms < 50, `${ms} ms: ${error.message}`);
    assert.ok(bytes < 50 * MiB, `${bytes} bytes: ${error.message}`);
  }

  for (const [name, huge] of Object.entries(HUGE))
    test(name, async () => {
      await attention.forward({ x: X });
      const target = { target: X };
      await cheaply(() => attention.forward({ x: huge }), "limit");
      await cheaply(() => attention.forward({ x: huge }, { tensors: ["output"] }), "limit");
      await cheaply(() => attention.backward({ x: huge }, target), "limit");
      await cheaply(() => attention.fused({ x: huge }), "limit");
      await cheaply(() => attention.graph({ x: huge }), "limit");
      await cheaply(() => attention.terms({ x: huge }, "scores", [0, 0, 0, 0]), "limit");
      for (const method of ["forward", "backward", "fused"])
        await cheaply(() => attention.run(method, { x: huge }, method === "backward" ? target : {}), "limit");
      await cheaply(
        () => attention.forward({ stages: [{ id: "a", op: "residual", x: huge, y: huge }] }),
        "limit",
      );
      await cheaply(() => attention.softmax({ x: huge }), "limit");
      await cheaply(() => attention.layerNorm({ x: huge, grad_output: huge }), "limit");
      await cheaply(() => attention.batchNorm({ x: huge }), "limit");
      await cheaply(() => layer.trainStep(huge, X), "limit");
    });

  test("what could be read, but not computed", async () => {
    const x = rows(1e5, thousand);
    for (const method of ["forward", "fused", "graph", "softmax", "layerNorm"])
      await cheaply(() => attention[method]({ x }), "limit");
    await cheaply(() => attention.backward({ x }, { target: X }), "limit");
    await cheaply(() => attention.run("forward", { x }), "limit");
    const bias = rows(10000, rows(10000, 1));
    await cheaply(() => attention.forward({ x: X, bias }), "shape", "bias");
  });

  test("what a call does not look at costs it nothing", () => {
    const target = rows(1e6, thousand);
    const start = performance.now();
    assert.deepEqual(attention.forward({ x: X, target, grad_output: target }).output.shape, [1, 2, 2]);
    assert.deepEqual(attention.backward({ x: X, target }, { grad_output: X }).grad_x.shape, [2, 2]);
    const ms = performance.now() - start;
    assert.ok(ms < 500, `${ms} ms`);
  });

  test("what must have another's shape is held against it first", async () => {
    const [huge, wide] = [rows(1e6, thousand), rows(1e5, thousand)];
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
    await cheaply(() => attention.forward({ stages: STAGES }), "limit");
    await cheaply(() => attention.run("forward", { stages: STAGES }), "limit");
    await cheaply(() => attention.graph({ stages: STAGES }), "limit");
    const most = rows(40960, thousand);
    await cheaply(() => attention.layerNorm({ x: most, grad_output: most }), "limit");
    const parameters = { d_model: 8192, d_out: 8192 };
    await cheaply(() => MultiHeadAttentionLayer.create(parameters), "limit");
  });

  test("parameters, labels and stages", async () => {
    await cheaply(() => attention.initialize({ shape: [1e6, 1e6] }), "limit", "shape");
    await cheaply(
      () => attention.forward({ x: X, labels: { x: endless(2 ** 53 - 1) } }),
      "limit",
      "labels.x",
    );
    const labels = { x: rows(2e6, "a") };
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

  test("a large one that fits is read as ever", () => {
    const x = rows(
      3000,
      Array.from({ length: 200 }, (_, n) => n),
    );
    assert.equal(attention.softmax({ x }).output.data.length, 600000);
    const bad = [...x.slice(1), [...x[0].slice(1), "two"]];
    for (const call of [() => attention.softmax({ x: bad }), () => attention.fused({ x: bad })])
      assert.throws(call, { code: "value", where: "x[2999][199]" });
    assert.throws(() => attention.softmax({ x: [...x, [1]] }), { code: "shape", where: "x[3000]" });
  });
});
