// Chains of stages, forward and backward.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { crossEntropy, runChain, squaredError, weighed } from "../helpers/chain-oracle.js";
import { near, refused, sameBits } from "../helpers/compare.js";
import { fewOrMany } from "../helpers/full.js";
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

  test("zeros and ones of another stage are a mask, and other numbers none", () => {
    const x = [[1, 0], [1, 1]]; // prettier-ignore
    const alone = attention.forward({ x, mask: x, key_mask: [false, true] });
    const stages = [
      { id: "a", x },
      { id: "k", op: "layer_norm", x: [[0, 0], [1, 1]] }, // prettier-ignore
      { id: "b", x: "a.x", mask: "a.x", key_mask: "k.mean" },
    ];
    const { "b.masked_scores": masked, "b.output": output } = attention.forward({ stages });
    sameBits(masked, alone.masked_scores);
    sameBits(output, alone.output);
    stages[2].mask = "a.weights";
    refused(() => attention.forward({ stages }), { where: "stages[2].mask.data[0]" });
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
    for (let round = 0; round < fewOrMany(5, 16); round++) {
      const stages = randomChain(chance(100 + round));
      const last = stages[stages.length - 1];
      const { shape } = attention.forward({ stages })[`${last.id}.output`];
      const weight = draw.tensor(shape);
      const got = attention.backward({ stages }, { grad_output: weight });
      sameNumbers(stages, got, { atol: 1e-5, rtol: 1e-5 });
      partials += agrees(stages, got, weighed(`${last.id}.output`, weight.data));
      agreesInside(stages, got, weighed(`${last.id}.output`, weight.data));
    }
    assert.ok(partials > 300, `${partials} partials`);
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

  test("gradients count, too, and are refused before anything runs", () => {
    const x = { shape: [2000, 1], data: new Float32Array(2000) };
    const chain = { stages: ["a", "b"].map((id) => ({ id, op: "attention", x })) };
    const { notes } = attention.forward(chain, { tensors: ["b.output"] });
    assert.equal(notes.first_non_finite, null);
    refused(() => attention.backward(chain, { grad_output: x }), {
      code: "limit",
      where: "stages[1]",
      message: /^Up to stages\[1\], the chain needs \d+ bytes; at most 268435456 are computed step by step/,
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
    for (const name of ["shifted_exp", "scores", "row_max"]) {
      const stages = [
        { id: "a", x: SOURCE },
        { id: "b", op: "layer_norm", x: `a.${name}` },
      ];
      attention.forward({ stages });
      refused(() => attention.backward({ stages }, { grad_output: [[1]] }), {
        code: "unsupported",
        where: "stages[1].x",
        message:
          /read a\.output, a\.query, a\.key, a\.value, a\.weights, a\.masked_scores or what a was given/,
      });
    }
    const normed = [
      { id: "n", op: "layer_norm", x: SOURCE },
      { id: "r", op: "residual", x: "n.mean", y: "n.rstd" },
    ];
    refused(() => attention.backward({ stages: normed }, { grad_output: [[1, 1, 1, 1]] }), {
      code: "unsupported",
      where: "stages[1].x",
      message: /n\.mean, which passes no gradient back; read n\.output or what n was given\.$/,
    });
    const overridden = { id: "a", x: SOURCE, weights_override: [[1, 0, 0, 0]] };
    const stages = [overridden, { id: "b", x: SOURCE, bias: "a.masked_scores" }];
    refused(() => attention.backward({ stages }, { grad_output: SOURCE }), { code: "unsupported" });
    refused(() => attention.fused({ stages }), { code: "unsupported" });
  });

  test("nothing flows back from a forbidden score, whatever a later stage makes of it", () => {
    const { query, key } = { query: [[1], [2], [3]], key: [[1], [0], [2]] };
    const stages = [
      { id: "a", query, key, value: key, causal: true },
      // as values, forbidden scores get a gradient from every row that weighs them
      { id: "b", query, key, value: "a.masked_scores" },
    ];
    const ones = Array.from({ length: 3 }, () => [1, 1, 1]);
    const trace = attention.backward({ stages }, { grad_output: ones });
    const { data } = trace["a.grad_masked_scores"];
    const forbidden = [...trace["a.masked_scores"].data].flatMap((score, n) =>
      score === -Infinity ? [n] : [],
    );
    assert.deepEqual(forbidden, [1, 2, 5]);
    for (const [n, gradient] of data.entries())
      assert.equal(gradient === 0, forbidden.includes(n), `${n}: ${gradient}`);
    assert.ok([...trace["a.grad_query"].data].every(Number.isFinite));
  });

  const first = { id: "a", x: SOURCE, ...W, causal: true, softcap: 2 };
  for (const [what, ...later] of [
    ["weights", { id: "b", x: "a.x", x_kv: "a.output", w_v: W.w_v, weights_override: "a.weights" }],
    ["weights, looked at", { id: "b", op: "layer_norm", x: "a.weights", eps: 0.1 }],
    ["scores, handed on", { id: "b", x: "a.output", ...W, causal: true, bias: "a.masked_scores" }],
    ["keys and values", { id: "b", query: TARGET, key: "a.key", value: "a.value", w_o: W.w_q }],
    ["queries", { id: "b", query: "a.query", key: TARGET, value: TARGET, score: "dot" }],
    [
      "all of it, twice",
      { id: "b", query: "a.query", key: "a.key", value: "a.value", bias: "a.masked_scores" },
      { id: "c", query: "b.query", key: "b.value", value: "b.key", weights_override: "a.weights" },
      { id: "d", op: "residual", x: "b.output", y: "c.output" },
    ],
  ])
    test(`a later stage reads what is inside an attention, and hands its gradient back: ${what}`, () => {
      const stages = [first, ...later];
      const last = stages[stages.length - 1];
      const main = `${last.id}.output`;
      const weight = draw.tensor(attention.forward({ stages })[main].shape);
      const got = attention.backward({ stages }, { grad_output: weight });
      sameNumbers(stages, got);
      assert.ok(agrees(stages, got, weighed(main, weight.data)) >= 39);
      agreesInside(stages, got, weighed(main, weight.data));
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
