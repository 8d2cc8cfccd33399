// A run that keeps only what is asked for, and the training step that is made of it.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { MultiHeadAttentionLayer, SelfAttentionLayer, createAttention } from "../../web/index.js";
import { readProblem } from "../../web/core/problem.js";
import { backward } from "../../web/core/attention/backward.js";
import { forward } from "../../web/core/attention/full-trace.js";
import { idle } from "../../web/core/layers/optimizer.js";
import { loadCore } from "../../web/core/wasm.js";
import { sameBits } from "../helpers/compare.js";
import { fewOrMany } from "../helpers/full.js";
import { matrix } from "../helpers/matrix.js";
import { randomProblem } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";

const core = await loadCore("auto");

/** Asks for some tensors, so that the others may share places, and compares with a run that keeps all. */
function keepsBits(draw, problem) {
  const [{ values }] = readProblem(problem).stages;
  const { output } = forward(core, values, "");
  const start = { kind: "grad_output", tensor: draw.tensor(output.shape) };
  const full = backward(core, values, "", start);
  const names = Object.keys(full).filter((name) => name !== "notes");
  for (const share of [0, 0.1, 0.5]) {
    const wanted = new Set(names.filter(() => draw.maybe(share)));
    for (const name of names)
      if (/^grad_([wb]_|x|query|key|value)/.test(name) && draw.maybe()) wanted.add(name);
    const trace = backward(core, values, "", start, (name) => wanted.has(name), idle);
    for (const name of wanted) sameBits(trace[name], full[name], name);
    assert.equal(Object.keys(trace).length, wanted.size + 1);
  }
}

describe("a run that keeps only what is wanted gives the bits of one that keeps everything", () => {
  test("for random problems, with NaN and infinities in some, seen or hidden", () => {
    const draw = chance(3);
    for (let round = 0; round < fewOrMany(80, 400); round++) {
      const problem = randomProblem(draw);
      if (round % 4 === 0)
        for (const { data } of [problem.x_kv ?? problem.value, problem.x ?? problem.query])
          data[draw.below(data.length)] = draw.one([NaN, Infinity, -Infinity, 3e38]);
      keepsBits(draw, problem);
    }
  });

  test("also where products are summed in float32 and stop at the edge of what is allowed", () => {
    const draw = chance(4);
    for (const masks of [
      { causal: true },
      { causal: "bottom-right", window: [20, -1] },
      { window: [5, 9] },
      { causal_offset: -40, causal: true, softcap: 2 },
      { key_mask: draw.flags([107]), causal: true, scale: -0.5 },
      {},
    ])
      for (const heads of [1, 2]) {
        const [d, n] = [40, 107];
        const x = draw.tensor([n, d]);
        if (heads === 2) x.data[x.data.length - 1] = NaN;
        const w = () => draw.tensor([d, heads * d], 0.2);
        keepsBits(draw, { x, w_q: w(), w_k: w(), w_v: w(), heads, ...masks });
      }
  });
});

describe("a training step", () => {
  const parametersOf = (layer) =>
    Object.fromEntries(
      "w_q w_k w_v w_o b_q b_k b_v b_o".split(" ").flatMap((n) => (layer[n] ? [[n, layer[n]]] : [])),
    );

  for (const [name, create, options] of [
    ["one head", SelfAttentionLayer.create, {}],
    ["three heads that share a key", MultiHeadAttentionLayer.create, { heads: 3, kv_heads: 1, causal: true }],
  ])
    test(`moves by the bits of backward, ${name}`, async () => {
      const attention = await createAttention();
      const draw = chance(6);
      for (const n of [3, 130]) {
        const layer = await create({ d_model: 48, seed: n, ...options });
        for (let step = 0; step < 3; step++) {
          const [x, target] = [draw.tensor([n, 48]), draw.tensor([n, 48])];
          const parameters = parametersOf(layer);
          const want = attention.backward({ x, ...parameters, causal: true, ...options }, { target });
          assert.equal(layer.trainStep(x, target, { learning_rate: 0.1 }), want.loss.data[0]);
          for (const [key, { shape, data }] of Object.entries(parameters)) {
            const moved = data.map((w, i) => w - 0.1 * want[`grad_${key}`].data[i]);
            sameBits(layer[key], { shape, data: moved }, key);
          }
        }
      }
    });

  test("is followed by backward with the parameters it began with", async () => {
    const draw = chance(8);
    const [layer, twin] = [
      await SelfAttentionLayer.create({ d_model: 4 }),
      await SelfAttentionLayer.create({ d_model: 4 }),
    ];
    const [x, target, grad] = [1, 2, 3].map(() => draw.tensor([3, 4]));
    for (let step = 0; step < 4; step++) {
      twin.forward(x);
      const want = twin.backward(grad);
      twin.trainStep(x, target);
      layer.trainStep(x, target);
      sameBits(layer.backward(grad), want);
    }
  });

  test("moves what the layer has now, when backward is called twice", async () => {
    const layer = await SelfAttentionLayer.create({ d_model: 2 });
    const x = matrix("1 2; 3 1");
    layer.forward(x);
    const before = layer.w_v.data;
    assert.deepEqual(layer.backward(x, { learning_rate: 0.5 }).shape, [2, 2]);
    const gradient = layer.gradients.grad_w_v.data;
    const once = before.map((w, n) => w - 0.5 * gradient[n]);
    layer.backward(x, { learning_rate: 0.5 });
    assert.deepEqual(layer.w_v.data, once.map((w, n) => w - 0.5 * gradient[n])); // prettier-ignore
  });
});
