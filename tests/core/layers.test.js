// Layers that learn.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { MultiHeadAttentionLayer, SelfAttentionLayer } from "../../web/index.js";
import { near, refused, sameBits } from "../helpers/compare.js";
import { fewOrMany } from "../helpers/full.js";
import { matrix } from "../helpers/matrix.js";
import { chance } from "../helpers/random.js";

const X = matrix("1 2; 0 1; 3 1");
const parametersOf = (layer) =>
  Object.fromEntries("w_q w_k w_v w_o b_q b_k b_v b_o".split(" ").map((name) => [name, layer[name]]));

describe("a layer", () => {
  test("is causal and scaled by 1/√d_model unless told otherwise", async () => {
    const layer = await SelfAttentionLayer.create({ d_model: 2 });
    const { scores, scaled_scores, weights } = layer.forward(X);
    near(
      scaled_scores.data,
      scores.data.map((s) => s * Math.fround(Math.SQRT1_2)),
      { atol: 0, rtol: 1e-7 },
    );
    assert.deepEqual([weights.data[1], weights.data[2], weights.data[5]], [0, 0, 0]);
    const open = await SelfAttentionLayer.create({ d_model: 2, causal: false, scale: 1 });
    const trace = open.forward(X);
    assert.ok(trace.weights.data[1] > 0);
    sameBits(trace.scaled_scores, trace.scores);
  });

  test("of the same seed begins with the same bits, of another with others", async () => {
    const [a, b, c] = await Promise.all(
      [7, 7, 8].map((seed) => SelfAttentionLayer.create({ d_model: 3, seed })),
    );
    sameBits(a.w_q, b.w_q);
    assert.notDeepEqual(a.w_q, c.w_q);
    assert.notDeepEqual(a.w_q, a.w_k);
  });

  test("takes copies and hands out copies", async () => {
    const layer = await SelfAttentionLayer.create({ d_model: 2 });
    const own = Float32Array.of(1, 2, 3, 4);
    layer.w_q = { shape: [2, 2], data: own };
    own.fill(9);
    assert.deepEqual([...layer.w_q.data], [1, 2, 3, 4]);
    layer.w_q.data.fill(9);
    assert.deepEqual([...layer.w_q.data], [1, 2, 3, 4]);
    layer.w_q = matrix("5 6; 7 8");
    assert.deepEqual([...layer.w_q.data], [5, 6, 7, 8]);
  });

  test("refuses parameters that do not fit, and keeps the old ones", async () => {
    const layer = await SelfAttentionLayer.create({ d_model: 2 });
    const before = layer.w_q;
    refused(() => (layer.w_q = [[1]]), { code: "shape", message: /\[2, 2\]/ });
    refused(() => (layer.w_q = [[1, 2], [3]]), { code: "shape", where: "w_q[1]" });
    refused(() => (layer.w_q = matrix("1 NaN; 3 4")), { code: "value", where: "w_q" });
    refused(() => (layer.w_o = [[1]]), { code: "value", where: "w_o" });
    assert.equal(layer.w_o, undefined);
    assert.equal(layer.b_q, undefined);
    sameBits(layer.w_q, before);
  });

  test("whatever is called in whatever order does what a fresh layer does, and changes nothing handed out", async () => {
    const options = { d_model: 4, heads: 2 };
    const rate = { learning_rate: 0.001 };
    for (const seed of [1, 2]) {
      const draw = chance(seed);
      const layer = await MultiHeadAttentionLayer.create({ ...options, seed });
      const handedOut = [];
      let gradients = {};
      const same = (got, want) => {
        for (const [name, tensor] of Object.entries(got)) {
          if (tensor === undefined) continue;
          sameBits(tensor, want[name], name);
          handedOut.push([tensor, structuredClone(tensor)]);
        }
      };
      const calls = {
        step(x, target, fresh) {
          assert.equal(layer.trainStep(x, target), fresh.trainStep(x, target));
          ({ gradients } = fresh);
        },
        forward(x, target, fresh) {
          const { output } = layer.forward(x);
          same({ output }, fresh.forward(x));
        },
        backward(x, target, fresh) {
          calls.forward(x, target, fresh);
          same({ grad_x: layer.backward(target, rate) }, { grad_x: fresh.backward(target, rate) });
          ({ gradients } = fresh);
        },
        refused(x, { shape, data }) {
          const far = { shape, data: data.map((entry) => 1e10 * (1 + entry)) };
          refused(() => layer.trainStep(x, far, { learning_rate: 3e38 }), { code: "value" });
        },
        put() {
          layer.w_k = draw.tensor([4, 4]);
        },
        gradients: () => same(layer.gradients, gradients),
      };
      for (let n = 0; n < fewOrMany(80, 200); n++) {
        const name = draw.one([...Object.keys(calls), "step"]);
        // lengths come again: then there is something to write anew
        const shape = [draw.one([4, 16, 24]), 4];
        const fresh = await MultiHeadAttentionLayer.create(options);
        Object.assign(fresh, parametersOf(layer));
        const [x, target] = [draw.tensor(shape), draw.tensor(shape)];
        calls[name](x, target, fresh);
        // what the caller does to them afterwards is the caller's
        for (const { data } of [x, target]) data.fill(NaN);
        if (name !== "put") same(parametersOf(layer), fresh);
      }
      for (const [tensor, want] of handedOut) sameBits(tensor, want);
    }
  });

  test("takes no tokens at all", async () => {
    const layer = await MultiHeadAttentionLayer.create({ d_model: 4, heads: 2 });
    assert.deepEqual(layer.forward([]).output.shape, [1, 0, 4]);
    const { weights, output } = layer.forward([[1, 2, 3, 4]], []);
    assert.equal(`${weights.shape} → ${output.shape}`, "1,2,1,0 → 1,1,4");
  });

  test("has shapes of its own: cross, grouped heads, d_k, d_v, d_out, no bias", async () => {
    const layer = await MultiHeadAttentionLayer.create({
      ...{ d_model: 6, d_kv: 5, heads: 4, kv_heads: 2, d_k: 3, d_v: 2, d_out: 7, bias: false },
    });
    const shapes = [layer.w_q, layer.w_k, layer.w_v, layer.w_o].map(({ shape }) => shape);
    assert.deepEqual(shapes, matrix("6 12; 5 6; 5 4; 8 7"));
    assert.equal(layer.b_o, undefined);
    const draw = chance(2);
    const { output } = layer.forward(draw.tensor([2, 3, 6]), draw.tensor([2, 4, 5]));
    assert.deepEqual(output.shape, [2, 3, 7]);
    layer.backward(output);
    assert.deepEqual(layer.gradients.grad_x_kv.shape, [2, 4, 5]);
  });
});
