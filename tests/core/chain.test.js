// Chains of stages, forward and backward, and the decoder among them.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { crossEntropy, runChain, squaredError, weighed } from "../helpers/chain-oracle.js";
import { near, refused, sameBits } from "../helpers/compare.js";
import { agrees, agreesInside, sameNumbers } from "../helpers/gradients.js";
import { randomChain } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";

const draw = chance(20);
const SOURCE = draw.tensor([4, 3]);
const TARGET = draw.tensor([2, 3]);
const W = Object.fromEntries(["w_q", "w_k", "w_v"].map((name) => [name, draw.tensor([3, 3])]));
const TRANSLATION = {
  version: 1,
  stages: [
    { id: "source", op: "attention", x: SOURCE, ...W },
    { id: "target", op: "attention", x: TARGET, ...W, causal: true },
    { id: "cross", op: "attention", x: "target.output", x_kv: "source.output", ...W },
    { id: "added", op: "residual", x: "cross.output", y: "target.output" },
    { id: "normed", op: "layer_norm", x: "added.output", gamma: [1, 2, 3], beta: [0, 1, 0] },
  ],
};

describe("chains", () => {
  let attention;
  before(async () => {
    attention = await createAttention();
  });

  test("source self-attention, target self-attention, then cross-attention: each stage is as if it ran alone", () => {
    const trace = attention.forward(TRANSLATION);
    const source = attention.forward({ x: SOURCE, ...W });
    const target = attention.forward({ x: TARGET, ...W, causal: true });
    const cross = attention.forward({ x: target.output, x_kv: source.output, ...W });
    for (const [id, alone] of Object.entries({ source, target, cross }))
      for (const [name, tensor] of Object.entries(alone))
        if (name !== "notes") sameBits(trace[`${id}.${name}`], tensor, name);
    const added = cross.output.data.map((x, n) => x + target.output.data[n]);
    near(trace["added.output"].data, added, { atol: 0, rtol: 1e-7 });
    const norm = attention.layerNorm({ x: trace["added.output"], gamma: [1, 2, 3], beta: [0, 1, 0] });
    sameBits(trace["normed.output"], norm.output);
    assert.deepEqual(trace["normed.mean"].shape, [1, 2]);
  });

  test("gradients flow back through every stage and are added where they meet", () => {
    const weight = draw.tensor([1, 2, 3]);
    const got = attention.backward(TRANSLATION, { grad_output: weight });
    sameNumbers(TRANSLATION.stages, got);
    assert.equal(agrees(TRANSLATION.stages, got, weighed("normed.output", weight.data)), 105);
    assert.deepEqual(got["source.grad_w_k"].shape, [3, 3]);
    assert.deepEqual(got["normed.grad_gamma"].shape, [3]);
    assert.equal(got.loss, undefined);
  });

  test("a loss at the end of a chain", () => {
    const { loss, "normed.output": output } = attention.backward(TRANSLATION, { target: TARGET });
    const want = output.data.reduce((sum, x, n) => sum + (x - TARGET.data[n]) ** 2, 0) / output.data.length;
    near(loss.data, [want]);
    assert.deepEqual(loss.shape, []);
    const trace = attention.backward(TRANSLATION, { target: TARGET });
    agrees(TRANSLATION.stages, trace, squaredError("normed.output", TARGET.data));
    const classes = { target: [[2, -1]], loss: "cross_entropy" };
    const one = attention.backward(TRANSLATION, classes);
    near(one.loss.data, [crossEntropy("normed.output", [2, -1])(runChain(TRANSLATION.stages))]);
    agrees(TRANSLATION.stages, one, crossEntropy("normed.output", [2, -1]));
  });

  test("gradients of chains drawn at random: every op, score function and mask among them", () => {
    let partials = 0;
    for (let round = 0; round < 16; round++) {
      const stages = randomChain(chance(100 + round));
      const last = stages[stages.length - 1];
      const { shape } = attention.forward({ stages })[`${last.id}.output`];
      const weight = draw.tensor(shape);
      const got = attention.backward({ stages }, { grad_output: weight });
      sameNumbers(stages, got, { atol: 1e-5, rtol: 1e-5 });
      partials += agrees(stages, got, weighed(`${last.id}.output`, weight.data));
      agreesInside(stages, got, weighed(`${last.id}.output`, weight.data));
    }
    assert.ok(partials > 1000, `${partials} partials`);
  });

  test("an input that two stages read gets both their gradients", () => {
    const x = draw.tensor([2, 3]);
    const stages = [
      { id: "a", op: "attention", x },
      { id: "b", op: "residual", x: "a.x", y: "a.output" },
    ];
    const weight = draw.tensor([1, 2, 3]);
    const got = attention.backward({ stages }, { grad_output: weight });
    const alone = attention.backward({ x }, { grad_output: weight });
    near(
      got["a.grad_x"].data,
      alone.grad_x.data.map((g, n) => g + weight.data[n]),
    );
    assert.deepEqual(got["a.grad_x"].shape, [2, 3]);
  });

  test("a parameter that two stages share gets both their gradients", () => {
    const stages = [
      { id: "a", op: "attention", x: SOURCE, ...W },
      { id: "b", op: "attention", x: "a.output", w_q: "a.w_q", w_k: "a.w_k", w_v: "a.w_v" },
    ];
    const weight = draw.tensor([1, 4, 3]);
    const got = attention.backward({ stages }, { grad_output: weight });
    assert.equal(agrees(stages, got, weighed("b.output", weight.data)), 39);
  });

  test("tensors of a chain are asked for by their full names", () => {
    const trace = attention.forward(TRANSLATION, { tensors: ["cross.weights", "normed.output"] });
    assert.deepEqual(Object.keys(trace), ["cross.weights", "normed.output", "notes"]);
    refused(() => attention.forward(TRANSLATION, { tensors: ["weights"] }), { where: "tensors[0]" });
  });

  test("the stages share the limit of one trace", () => {
    const x = { shape: [2600, 1], data: new Float32Array(2600) };
    const stages = ["a", "b"].map((id) => ({ id, op: "attention", x }));
    refused(() => attention.forward({ stages }), {
      code: "limit",
      where: "stages[1]",
      message: /268435456/,
    });
  });

  test("no tokens pass through every op", () => {
    const stages = [
      { id: "a", op: "attention", x: [], w_q: [[1], [1]], w_k: [[1], [1]] },
      { id: "b", op: "residual", x: "a.output", y: [] },
      { id: "c", op: "layer_norm", x: "b.output" },
      { id: "d", op: "batch_norm", x: "c.output", training: true },
    ];
    assert.throws(() => attention.forward({ stages }), { code: "shape" }, "y does not say how wide it is");
    stages[1].y = "a.x";
    const trace = attention.forward({ stages });
    assert.deepEqual(trace["d.output"].shape, [1, 0, 2]);
    assert.deepEqual([...trace["d.mean"].data], [0, 0]);
  });

  test("what cannot pass a gradient back is refused before anything runs", () => {
    const stages = [
      { id: "a", x: SOURCE },
      { id: "b", op: "layer_norm", x: "a.weights" },
    ];
    assert.deepEqual(attention.forward({ stages })["b.output"].shape, [1, 1, 4, 4]);
    refused(() => attention.backward({ stages }, { grad_output: [[1]] }), {
      code: "unsupported",
      where: "stages[1].x",
    });
    refused(() => attention.fused({ stages }), { code: "unsupported" });
  });

  test("the geometry of dot products: lengths, angles, shadows", () => {
    const stages = [
      {
        id: "g",
        op: "geometry",
        a: [
          [3, 4],
          [0, 0],
        ],
        b: [
          [1, 0],
          [-4, 3],
          [6, 8],
        ],
      },
    ];
    const trace = attention.forward({ stages });
    assert.deepEqual([...trace["g.dot"].data], [3, 0, 50, 0, 0, 0]);
    near(trace["g.cosine"].data.slice(0, 3), [0.6, 0, 1]);
    near(trace["g.angle"].data.slice(0, 3), [Math.acos(0.6), Math.PI / 2, 0]);
    near(trace["g.projection"].data.slice(0, 3), [3, 0, 5]);
    assert.deepEqual([...trace["g.length_a"].data], [5, 0]);
    assert.ok(Number.isNaN(trace["g.cosine"].data[3]));
    refused(() => attention.forward({ stages: [{ ...stages[0], b: [[1]] }] }), {
      code: "shape",
      where: "stages[0].b[1]",
    });
  });

  test("gradients through the geometry: every one of its tensors hands its own back", () => {
    const b = draw.tensor([3, 3]);
    const read = (name) => [
      { id: "s", op: "attention", x: SOURCE, ...W },
      { id: "g", op: "geometry", a: "s.output", b },
      { id: "n", op: "layer_norm", x: name, eps: 0.1 },
    ];
    for (const name of ["dot", "cosine", "angle", "projection", "length_a", "length_b"]) {
      const stages = read(`g.${name}`);
      const weight = draw.tensor(attention.forward({ stages })["n.output"].shape);
      const got = attention.backward({ stages }, { grad_output: weight });
      sameNumbers(stages, got);
      assert.equal(agrees(stages, got, weighed("n.output", weight.data)), 48, name);
      assert.deepEqual(got[`g.grad_${name}`].shape, got[`g.${name}`].shape);
    }
    const all = [
      ...read("g.cosine").slice(0, 2),
      { id: "sum", op: "residual", x: "g.angle", y: "g.projection" },
      { id: "near", op: "attention", x: "sum.output", x_kv: b, bias: "g.length_b", mask: [[1, 1, 0]] },
      { id: "last", op: "geometry", a: "g.dot", b: "near.output" },
    ];
    const weight = draw.tensor([4, 4]);
    const got = attention.backward({ stages: all }, { grad_output: weight });
    sameNumbers(all, got, { atol: 1e-5, rtol: 1e-5 });
    agrees(all, got, weighed("last.dot", weight.data));
    const tensors = ["g.grad_a", "last.grad_b"];
    const few = attention.backward({ stages: all }, { grad_output: weight, tensors });
    assert.deepEqual(Object.keys(few).sort(), [...tensors, "notes"].sort());
  });

  test("where the geometry has no slope its gradient is 0, and what nobody asks about does not count", () => {
    const stages = [
      {
        id: "g",
        op: "geometry",
        a: [
          [3, 4],
          [0, 0],
          [1, 2],
        ],
        b: [
          [6, 8],
          [-3, -4],
        ],
      },
      { id: "n", op: "residual", x: "g.angle", y: "g.angle" },
    ];
    const grad_output = [
      [1, 1],
      [0, 0],
      [1, -1],
    ];
    const got = attention.backward({ stages }, { grad_output });
    assert.deepEqual(
      [...got["g.grad_a"].data.slice(0, 4)],
      [0, 0, 0, 0],
      "of one line; of no length, not asked",
    );
    assert.ok(got["g.grad_a"].data.slice(4).every((entry) => Number.isFinite(entry) && entry !== 0));
    const lengths = [stages[0], { id: "n", op: "residual", x: "g.length_a", y: "g.length_a" }];
    const { "g.grad_a": by_length } = attention.backward({ stages: lengths }, { grad_output: [[1, 1, 1]] });
    near(by_length.data, [1.2, 1.6, 0, 0, 2 / Math.sqrt(5), 4 / Math.sqrt(5)]);
  });

  test("batch norm as a stage, in training and in use", () => {
    const bn = { id: "n", op: "batch_norm", x: SOURCE, gamma: [1, 1, 1], beta: [0, 0, 0] };
    const trace = attention.backward({ stages: [{ ...bn, training: true }] }, { grad_output: SOURCE });
    assert.deepEqual(trace["n.mean"].shape, [3]);
    assert.deepEqual(trace["n.grad_x"].shape, [4, 3]);
    const used = attention.forward({
      stages: [{ ...bn, training: false, running_mean: [0, 0, 0], running_var: [1, 1, 1] }],
    });
    near(used["n.output"].data, SOURCE.data, { atol: 2e-5, rtol: 2e-5 });
  });
});

describe("the recurrent decoder", () => {
  let attention;
  const stage = {
    id: "d",
    op: "recurrent_decoder",
    encoder_states: draw.tensor([4, 3]),
    initial_state: draw.tensor([3]),
    x: draw.tensor([3, 2]),
    w_in: draw.tensor([2, 3]),
    w_state: draw.tensor([3, 3]),
    w_context: draw.tensor([3, 3]),
    b_state: draw.tensor([3]),
    w_out: draw.tensor([6, 5]),
    b_out: draw.tensor([5]),
    score: "dot",
  };
  before(async () => {
    attention = await createAttention();
  });

  test("step j asks with state j - 1, and its context makes state j and the word", () => {
    const trace = attention.forward({ stages: [stage] });
    const state = (j) => Array.from(trace["d.state"].data.slice(3 * j, 3 * j + 3));
    const h = (i) => Array.from(stage.encoder_states.data.slice(3 * i, 3 * i + 3));
    const dot = (a, b) => a.reduce((sum, x, n) => sum + x * b[n], 0);
    const times = (v, { shape: [, cols], data }) =>
      Array.from({ length: cols }, (_, c) => v.reduce((sum, x, r) => sum + x * data[r * cols + c], 0));
    assert.deepEqual(state(0), [...stage.initial_state.data]);
    for (let j = 0; j < 3; j++) {
      const scores = [0, 1, 2, 3].map((i) => dot(state(j), h(i)));
      const exps = scores.map((s) => Math.exp(s));
      const weights = exps.map((e) => e / exps.reduce((a, b) => a + b));
      near(trace["d.weights"].data.slice(4 * j, 4 * j + 4), weights);
      const context = [0, 1, 2].map((c) => weights.reduce((sum, w, i) => sum + w * h(i)[c], 0));
      near(trace["d.context"].data.slice(3 * j, 3 * j + 3), context);
      const x = Array.from(stage.x.data.slice(2 * j, 2 * j + 2));
      const parts = [times(state(j), stage.w_state), times(context, stage.w_context), times(x, stage.w_in)];
      const next = [0, 1, 2].map((c) =>
        Math.tanh(parts[0][c] + parts[1][c] + parts[2][c] + stage.b_state.data[c]),
      );
      near(state(j + 1), next, { atol: 2e-6 });
      const logits = times([...next, ...context], stage.w_out).map((l, c) => l + stage.b_out.data[c]);
      near(trace["d.logits"].data.slice(5 * j, 5 * j + 5), logits, { atol: 4e-6 });
    }
    assert.deepEqual(trace["d.weights"].shape, [1, 1, 3, 4]);
    assert.deepEqual(trace["d.state"].shape, [4, 3]);
    near([trace["d.probabilities"].data.slice(0, 5).reduce((a, b) => a + b)], [1]);
  });

  test("learns through time: gradients of every parameter", () => {
    const weight = draw.tensor([3, 5]);
    for (const score of [
      { score: "dot" },
      { score: undefined },
      { score: "scaled_dot", scale: -0.4 },
      { score: "bilinear", w_score: draw.tensor([3, 3]) },
      { score: "additive", w_1: draw.tensor([4, 6]), w_2: draw.tensor([4]) },
    ]) {
      const stages = [{ ...stage, ...score }];
      const got = attention.backward({ stages }, { grad_output: weight });
      sameNumbers(stages, got, { atol: 5e-6, rtol: 5e-6 });
      assert.ok(agrees(stages, got, weighed("d.logits", weight.data)) > 80);
      agreesInside(stages, got, weighed("d.logits", weight.data));
    }
    const trained = attention.backward({ stages: [stage] }, { target: [0, -1, 2], loss: "cross_entropy" });
    agrees([stage], trained, crossEntropy("d.logits", [0, -1, 2]));
  });

  test("without words its states are what learns; encoder states may come from a stage before", () => {
    const { w_out: _, b_out: __, ...silent } = stage;
    const stages = [
      { id: "enc", op: "attention", x: stage.encoder_states },
      { ...silent, encoder_states: "enc.output" },
    ];
    // encoder states are (t, d_h): a stage's output of one batch entry is that
    const trace = attention.backward({ stages }, { target: draw.tensor([3, 3]) });
    assert.deepEqual(trace["enc.grad_x"].shape, [4, 3]);
    assert.ok(trace["enc.grad_x"].data.some((g) => g !== 0));
    const weight = draw.tensor([3, 3]);
    const after = ([...states]) => states.slice(3);
    const loss = (tensors) =>
      after(tensors.get("d.state").data).reduce((sum, x, n) => sum + x * weight.data[n], 0);
    agrees(stages, attention.backward({ stages }, { grad_output: weight }), loss);
  });

  test("a later stage reads its states, the first among them, and hands their gradients back", () => {
    const { w_out: _, b_out: __, ...silent } = stage;
    const stages = [silent, { id: "after", op: "attention", x: "d.state" }];
    const weight = draw.tensor([1, 4, 3]);
    const got = attention.backward({ stages }, { grad_output: weight });
    assert.equal(agrees(stages, got, weighed("after.output", weight.data)), 48);
    assert.deepEqual(got["d.grad_state"].data.slice(0, 3), got["d.grad_initial_state"].data);
  });

  test("with nothing to look at its contexts are zeros", () => {
    const trace = attention.forward({ stages: [{ ...stage, encoder_states: [] }] });
    assert.deepEqual(trace["d.weights"].shape, [1, 1, 3, 0]);
    assert.ok(trace["d.context"].data.every((entry) => entry === 0));
  });

  test("needs to know how many steps there are", () => {
    const { x: _, w_in: __, ...wordless } = stage;
    refused(() => attention.forward({ stages: [wordless] }), { code: "shape", where: "stages[0].steps" });
    refused(() => attention.forward({ stages: [{ ...stage, steps: 0 }] }), {
      code: "shape",
      where: "stages[0].x",
    });
    const none = attention.forward({ stages: [{ ...wordless, steps: 0 }] });
    assert.deepEqual(none["d.state"].shape, [1, 3]);
  });

  test("refuses what does not fit by the stage's own path", () => {
    refused(() => attention.forward({ stages: [{ ...stage, w_state: [[1]] }] }), {
      code: "shape",
      where: "stages[0].w_state[0]",
    });
    refused(() => attention.forward({ stages: [{ ...stage, encoder_states: undefined }] }), {
      code: "shape",
      where: "stages[0].encoder_states",
    });
    const endless = (steps) => ({ stages: [{ ...stage, steps, x: undefined, w_in: undefined }] });
    refused(() => attention.forward(endless(-1)), {
      code: "value",
      where: "stages[0].steps",
      message: /steps is -1; give a whole number from 0 upward/,
    });
    refused(() => attention.forward(endless(1e9)), {
      code: "limit",
      where: "stages[0]",
      message: /^In stages\[0\], .*give fewer steps or encoder states\.$/,
    });
    refused(() => attention.forward({ stages: [{ ...stage, w_out: [[1]] }] }), {
      where: "stages[0].w_out[0]",
      message: /a state and its context together have 6/,
    });
  });
});
