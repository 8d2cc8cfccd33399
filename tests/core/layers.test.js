// Layers that learn.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { MultiHeadAttentionLayer, SelfAttentionLayer } from "../../web/index.js";
import { near, refused, sameBits } from "../helpers/compare.js";
import { chance } from "../helpers/random.js";

const X = [
  [1, 2],
  [0, 1],
  [3, 1],
];
const TARGET = [
  [0, 1],
  [1, 0],
  [1, 1],
];
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
    layer.w_q = [
      [5, 6],
      [7, 8],
    ];
    assert.deepEqual([...layer.w_q.data], [5, 6, 7, 8]);
  });

  test("refuses parameters that do not fit, and keeps the old ones", async () => {
    const layer = await SelfAttentionLayer.create({ d_model: 2 });
    const before = layer.w_q;
    refused(() => (layer.w_q = [[1]]), { code: "shape", message: /\[2, 2\]/ });
    refused(() => (layer.w_q = [[1, 2], [3]]), { code: "shape", where: "w_q[1]" });
    refused(
      () =>
        (layer.w_q = [
          [1, NaN],
          [3, 4],
        ]),
      { code: "value", where: "w_q" },
    );
    refused(() => (layer.w_o = [[1]]), { code: "value", where: "w_o" });
    assert.equal(layer.w_o, undefined);
    assert.equal(layer.b_q, undefined);
    sameBits(layer.w_q, before);
  });

  test("backward gives grad_x in x's shape and moves parameters by the rate", async () => {
    const layer = await MultiHeadAttentionLayer.create({ d_model: 4, heads: 2, seed: 3 });
    const draw = chance(1);
    const x = draw.tensor([3, 4]);
    const { output } = layer.forward(x);
    const before = parametersOf(layer);
    const grad = draw.tensor(output.shape);
    assert.deepEqual(layer.backward(grad).shape, [3, 4]);
    assert.deepEqual(parametersOf(layer), before);
    layer.backward(grad, { learning_rate: 0.5 });
    for (const [name, { data, shape }] of Object.entries(before)) {
      const gradient = layer.gradients[`grad_${name}`];
      assert.deepEqual(gradient.shape, shape);
      near(
        layer[name].data,
        data.map((w, n) => w - 0.5 * gradient.data[n]),
        { atol: 1e-7 },
      );
    }
  });

  test("backward belongs to the last forward, whatever the caller did to x since", async () => {
    const layer = await SelfAttentionLayer.create({ d_model: 2 });
    refused(() => layer.backward([[1, 1]]), { message: /forward/ });
    const x = { shape: [3, 2], data: Float32Array.from(X.flat()) };
    layer.forward(x);
    const want = layer.backward(TARGET);
    layer.forward(x);
    x.data.fill(100);
    sameBits(layer.backward(TARGET), want);
  });

  test("has gradients of its last training step, whatever the caller did to x and target since", async () => {
    const of = async (change) => {
      const layer = await MultiHeadAttentionLayer.create({ d_model: 4, heads: 2, seed: 3 });
      const draw = chance(1);
      const [x, target] = [draw.tensor([12, 4]), draw.tensor([12, 4])];
      layer.trainStep(x, target);
      for (const { data } of [x, target]) data.fill(change ? 9 : data[0], 0, 1);
      return layer.gradients;
    };
    const [want, got] = [await of(false), await of(true)];
    for (const name of Object.keys(want)) sameBits(got[name], want[name], name);
  });

  test("whatever is called in whatever order does what a fresh layer does, and changes nothing handed out", async () => {
    const options = { d_model: 4, heads: 2 };
    const rate = { learning_rate: 0.001 };
    for (const seed of [1, 2, 3]) {
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
      for (let n = 0; n < 200; n++) {
        const name = draw.one([...Object.keys(calls), "step"]);
        // lengths come again: then there is something to write anew
        const shape = [draw.one([4, 16, 24]), 4];
        const fresh = await MultiHeadAttentionLayer.create(options);
        Object.assign(fresh, parametersOf(layer));
        calls[name](draw.tensor(shape), draw.tensor(shape), fresh);
        if (name !== "put") same(parametersOf(layer), fresh);
      }
      for (const [tensor, want] of handedOut) sameBits(tensor, want);
    }
  });

  test("takes no tokens at all", async () => {
    const layer = await MultiHeadAttentionLayer.create({ d_model: 4, heads: 2 });
    assert.deepEqual(layer.forward([]).output.shape, [1, 0, 4]);
    const { weights, output } = layer.forward([[1, 2, 3, 4]], []);
    assert.deepEqual(
      [weights.shape, output.shape],
      [
        [1, 2, 1, 0],
        [1, 1, 4],
      ],
    );
  });

  test("has shapes of its own: cross, grouped heads, d_k, d_v, d_out, no bias", async () => {
    const layer = await MultiHeadAttentionLayer.create({
      ...{ d_model: 6, d_kv: 5, heads: 4, kv_heads: 2, d_k: 3, d_v: 2, d_out: 7, bias: false },
    });
    assert.deepEqual(
      [layer.w_q, layer.w_k, layer.w_v, layer.w_o].map(({ shape }) => shape),
      [
        [6, 12],
        [5, 6],
        [5, 4],
        [8, 7],
      ],
    );
    assert.equal(layer.b_o, undefined);
    const draw = chance(2);
    const { output } = layer.forward(draw.tensor([2, 3, 6]), draw.tensor([2, 4, 5]));
    assert.deepEqual(output.shape, [2, 3, 7]);
    layer.backward(output);
    assert.deepEqual(layer.gradients.grad_x_kv.shape, [2, 4, 5]);
  });

  const create = { SelfAttentionLayer, MultiHeadAttentionLayer };
  const REFUSED = [
    ["SelfAttentionLayer", {}, "d_model"],
    ["SelfAttentionLayer", { d_model: 0 }, "d_model"],
    ["SelfAttentionLayer", { d_model: -1 }, "d_model"],
    ["SelfAttentionLayer", { d_model: 2.5 }, "d_model"],
    ["SelfAttentionLayer", { d_model: 2, scale: NaN }, "scale"],
    ["SelfAttentionLayer", { d_model: 2, causal: "yes" }, "causal"],
    ["SelfAttentionLayer", { d_model: 2, init: "zero" }, "init"],
    ["SelfAttentionLayer", { d_model: 2, seed: 1.5 }, "seed"],
    ["SelfAttentionLayer", { dmodel: 2 }, "dmodel"],
    ["SelfAttentionLayer", { d_model: 1e6 }, "d_model"],
    ["MultiHeadAttentionLayer", { d_model: 5, heads: 2 }, "d_model"],
    ["MultiHeadAttentionLayer", { d_model: 6, heads: 0 }, "heads"],
    ["MultiHeadAttentionLayer", { d_model: 6, heads: 3, kv_heads: 2 }, "kv_heads"],
    ["MultiHeadAttentionLayer", { d_model: 6, bias: 1 }, "bias"],
  ];
  for (const [name, options, where] of REFUSED)
    test(`${name} of ${JSON.stringify(options)} is refused`, async () => {
      await assert.rejects(create[name].create(options), { name: "AttentionError", where });
    });
});

describe("training", () => {
  for (const [name, options] of Object.entries({
    sgd: { learning_rate: 0.1 },
    momentum: { learning_rate: 0.05, momentum: 0.9 },
    adam: { optimizer: "adam", learning_rate: 0.01 },
  }))
    test(`${name} lowers the loss by nine tenths, for 20 seeds`, async () => {
      for (let seed = 0; seed < 20; seed++) {
        const layer = await MultiHeadAttentionLayer.create({ d_model: 2, heads: 2, seed });
        const first = layer.trainStep(X, TARGET, options);
        let last = first;
        for (let step = 0; step < 400; step++) last = layer.trainStep(X, TARGET, options);
        assert.ok(last < 0.1 * first, `seed ${seed}: ${first} → ${last}`);
      }
    });

  for (const size of [1e-4, 1e-8])
    test(`Adam's 1e-8 stands outside the root: gradients near ${size} tell`, async () => {
      const layer = await SelfAttentionLayer.create({ d_model: 2, seed: 4 });
      const names = ["w_q", "w_k", "w_v"];
      // x times what is left of x is as small as the gradient is to be
      const x = X.map((row) => row.map((entry) => entry * Math.sqrt(size)));
      const zeros = { shape: [3, 2], data: new Float32Array(6) };
      const start = names.map((name) => Float64Array.from(layer[name].data));
      const moments = names.map(() => [new Float64Array(4), new Float64Array(4)]);
      let near_size = 0;
      for (let step = 1; step <= 3; step++) {
        layer.trainStep(x, zeros, { optimizer: "adam", learning_rate: 0.1 });
        names.forEach((name, k) => {
          const g = layer.gradients[`grad_${name}`].data;
          const [m, v] = moments[k];
          for (let n = 0; n < 4; n++) {
            m[n] = 0.9 * m[n] + 0.1 * g[n];
            v[n] = 0.999 * v[n] + 0.001 * g[n] ** 2;
            start[k][n] -=
              (0.1 * (m[n] / (1 - 0.9 ** step))) / (Math.sqrt(v[n] / (1 - 0.999 ** step)) + 1e-8);
            if (Math.abs(g[n]) > size / 5 && Math.abs(g[n]) < 5 * size) near_size++;
          }
          near(layer[name].data, start[k], { atol: 1e-6, rtol: 0, name: `step ${step}, ${name}` });
        });
      }
      assert.ok(near_size >= 6, `${near_size} gradients near ${size}`);
    });

  test("classifies by cross-entropy, and ignores -1", async () => {
    const layer = await SelfAttentionLayer.create({ d_model: 2, causal: false, seed: 1 });
    const options = { loss: "cross_entropy", learning_rate: 0.5 };
    const first = layer.trainStep(X, [0, -1, 1], options);
    let last = first;
    for (let step = 0; step < 200; step++) last = layer.trainStep(X, [0, -1, 1], options);
    assert.ok(last < 0.3 * first, `${first} → ${last}`);
  });

  test("a step that would make a parameter non-finite changes nothing and says so", async () => {
    for (const optimizer of ["sgd", "adam"]) {
      const layer = await SelfAttentionLayer.create({ d_model: 2, seed: 2 });
      const twin = await SelfAttentionLayer.create({ d_model: 2, seed: 2 });
      const good = { optimizer, learning_rate: 0.1, momentum: 0.5 };
      layer.trainStep(X, TARGET, good);
      twin.trainStep(X, TARGET, good);
      const [parameters, gradients] = [parametersOf(layer), layer.gradients];
      refused(
        () =>
          layer.trainStep(
            X,
            [
              [NaN, 0],
              [0, 0],
              [0, 0],
            ],
            good,
          ),
        { code: "value", message: /gradient of w_\w is not finite/ },
      );
      refused(() => layer.trainStep(X, TARGET, { ...good, learning_rate: 1e300 }), {
        code: "value",
        message: /w_/,
      });
      assert.deepEqual(parametersOf(layer), parameters);
      assert.deepEqual(layer.gradients, gradients);
      // and what the optimiser remembers is as it was
      assert.equal(layer.trainStep(X, TARGET, good), twin.trainStep(X, TARGET, good));
      sameBits(layer.w_q, twin.w_q);
    }
    const layer = await SelfAttentionLayer.create({ d_model: 2, seed: 2 });
    layer.forward(X);
    const before = parametersOf(layer);
    refused(
      () =>
        layer.backward(
          [
            [3e38, 3e38],
            [3e38, 1],
            [1, 1],
          ],
          { learning_rate: 1e10 },
        ),
      { code: "value" },
    );
    assert.deepEqual(parametersOf(layer), before);
  });

  for (const [where, options] of [
    ["learning_rate", { learning_rate: -1 }],
    ["learning_rate", { learning_rate: NaN }],
    ["learning_rate", { learning_rate: Infinity }],
    ["momentum", { momentum: NaN }],
    ["optimizer", { optimizer: "rmsprop" }],
    ["loss", { loss: "hinge" }],
    ["rate", { rate: 1 }],
  ])
    test(`${JSON.stringify(options)} is refused`, async () => {
      const layer = await SelfAttentionLayer.create({ d_model: 2 });
      refused(() => layer.trainStep(X, TARGET, options), { code: "value", where });
    });

  test("has the same bits in both builds", async () => {
    const [a, b] = await Promise.all(
      ["simd", "scalar"].map((build) => MultiHeadAttentionLayer.create({ d_model: 4, heads: 2, build })),
    );
    const draw = chance(5);
    const [x, target] = [draw.tensor([6, 4]), draw.tensor([6, 4])];
    for (let step = 0; step < 200; step++)
      assert.equal(
        a.trainStep(x, target, { optimizer: "adam" }),
        b.trainStep(x, target, { optimizer: "adam" }),
      );
    for (const name of ["w_q", "w_k", "w_v", "w_o", "b_q", "b_o"]) sameBits(a[name], b[name], name);
  });
});
