// Chains of stages, forward and backward.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { crossEntropy, runChain, squaredError } from "../helpers/chain-oracle.js";
import { near, refused, sameBits } from "../helpers/compare.js";
import { fewOrMany } from "../helpers/full.js";
import { agrees, agreesFromItsEnd } from "../helpers/gradients.js";
import { matrix } from "../helpers/matrix.js";
import { randomChain, randomProblem, recurrentChain } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";

const attention = await createAttention();
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
  test("source self-attention, target self-attention, then cross-attention: each stage is as if it ran alone", () => {
    const trace = attention.forward(TRANSLATION);
    const source = attention.forward({ x: SOURCE, ...W });
    const target = attention.forward({ x: TARGET, ...W, causal: true });
    const cross = attention.forward({ x: target.output, x_kv: source.output, ...W });
    for (const [id, alone] of Object.entries({ source, target, cross }))
      for (const [name, tensor] of Object.entries(alone))
        if (name !== "notes") sameBits(trace[`${id}.${name}`], tensor, name);
    const norm = attention.layerNorm({ x: trace["added.output"], gamma: [1, 2, 3], beta: [0, 1, 0] });
    sameBits(trace["normed.output"], norm.output);
  });

  test("notes name the stages of rows that see nothing, and of the first number that is not finite", () => {
    const blind = { id: "a", query: [[1], [2]], key: [[1]], value: [[1]], mask: [[0], [1]] };
    const broken = ["b", "c"].map((id) => ({ id, x: [[1, NaN]] }));
    const { notes } = attention.forward({ stages: [blind, ...broken] });
    assert.deepEqual(notes.fully_masked_rows.length, 1);
    assert.deepEqual(notes.first_non_finite, { tensor: "b.x", index: [0, 0, 1] });
    // in the other ops, and in the gradients
    const layer = { id: "f", op: "feed_forward", x: [[1e30]], w_in: [[1]], w_out: [[1e30]] };
    const first = (stages) =>
      attention.backward({ stages }, { grad_output: [[1e30]] }).notes.first_non_finite;
    assert.deepEqual(first([layer]), { tensor: "f.output", index: [0, 0, 0] });
    assert.deepEqual(first([{ ...layer, x: [[1]] }]), { tensor: "f.grad_x", index: [0, 0] });
  });

  test("zeros and ones of another stage are a mask, and other numbers none", () => {
    const x = matrix("1 0; 1 1");
    const alone = attention.forward({ x, mask: x, key_mask: [false, true] });
    const stages = [
      { id: "a", x },
      { id: "k", op: "layer_norm", x: matrix("0 0; 1 1") },
      { id: "b", x: "a.x", mask: "a.x", key_mask: "k.mean" },
    ];
    const { "b.masked_scores": masked, "b.output": output } = attention.forward({ stages });
    sameBits(masked, alone.masked_scores);
    sameBits(output, alone.output);
    stages[2].mask = "a.weights";
    refused(() => attention.forward({ stages }), { where: "stages[2].mask.data[0]" });
  });

  test("no tokens pass through every op", () => {
    const stages = [
      { id: "a", x: [], w_q: [[1], [1]], w_k: [[1], [1]] },
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

  test("the geometry of a vector without a length: angles to it are none", () => {
    const stages = [{ id: "g", op: "geometry", a: matrix("3 4; 0 0"), b: matrix("1 0; -4 3; 6 8") }];
    const trace = attention.forward({ stages });
    assert.deepEqual([...trace["g.dot"].data], [3, 0, 50, 0, 0, 0]);
    near(trace["g.angle"].data, [Math.acos(0.6), Math.PI / 2, 0, NaN, NaN, NaN]);
    assert.deepEqual([...trace["g.length_a"].data], [5, 0]);
  });
});

const first = { id: "a", x: SOURCE, ...W, causal: true, softcap: 2 };
const geometry = { id: "g", op: "geometry", a: "a.output", b: draw.tensor([3, 3]) };
/** Chains whose later stages read what is inside an earlier one, and hand its gradient back. */
const READERS = {
  translation: TRANSLATION.stages,
  "shared parameters": [first, { id: "b", x: "a.output", w_q: "a.w_q", w_k: "a.w_k", w_v: "a.w_v" }],
  weights: [first, { id: "b", x: "a.x", x_kv: "a.output", w_v: W.w_v, weights_override: "a.weights" }],
  "weights, looked at": [first, { id: "b", op: "layer_norm", x: "a.weights", eps: 0.1 }],
  "scores, handed on": [first, { id: "b", x: "a.output", ...W, causal: true, bias: "a.masked_scores" }],
  "keys and values": [first, { id: "b", query: TARGET, key: "a.key", value: "a.value", w_o: W.w_q }],
  queries: [first, { id: "b", query: "a.query", key: TARGET, value: TARGET, score: "dot" }],
  "all of it, twice": [
    first,
    { id: "b", query: "a.query", key: "a.key", value: "a.value", bias: "a.masked_scores" },
    { id: "c", query: "b.query", key: "b.value", value: "b.key", weights_override: "a.weights" },
    { id: "d", op: "residual", x: "b.output", y: "c.output" },
  ],
};
for (const name of ["dot", "cosine", "angle", "projection", "length_a", "length_b"])
  READERS[`geometry, ${name}`] = [first, geometry, { id: "n", op: "layer_norm", x: `g.${name}`, eps: 0.1 }];

describe("every number and every gradient is that of the formulas in float64", () => {
  for (const [kind, make] of Object.entries({
    attentions: (draw) => [{ id: "a", ...randomProblem(draw, { most: 4 }) }],
    chains: randomChain,
    "encoders, decoders, geometry": (draw) => recurrentChain(draw).stages,
  }))
    test(`${kind} drawn at random`, () => {
      let partials = 0;
      // one attention is inside as it is in a chain, and larger
      const [alone, rounds] = [kind === "attentions", fewOrMany(kind === "chains" ? 3 : 10, 60)];
      for (let round = 0; round < rounds; round++)
        partials += agreesFromItsEnd(attention, make(chance(100 + round)), draw, { inside: !alone }).partials;
      assert.ok(partials > 50 * rounds, `${partials} partials`);
    });

  for (const [what, stages] of Object.entries(READERS))
    test(`where a later stage reads what is inside an earlier one: ${what}`, () => {
      const { trace, partials } = agreesFromItsEnd(attention, stages, draw);
      assert.ok(partials >= 39, `${partials} partials`);
      assert.equal(trace.loss, undefined);
    });

  test("from a loss at the end of a chain", () => {
    for (const [given, of] of [
      [{ target: TARGET }, squaredError("normed.output", TARGET.data)],
      [{ target: [[2, -1]], loss: "cross_entropy" }, crossEntropy("normed.output", [2, -1])],
    ]) {
      const trace = attention.backward(TRANSLATION, given);
      assert.deepEqual(trace.loss.shape, []);
      near(trace.loss.data, [of(runChain(TRANSLATION.stages))]);
      agrees(TRANSLATION.stages, trace, of);
    }
  });

  test("but nothing flows back from a forbidden score, whatever a later stage makes of it", () => {
    const { query, key } = { query: [[1], [2], [3]], key: [[1], [0], [2]] };
    const stages = [
      { id: "a", query, key, value: key, causal: true },
      // as values, forbidden scores get a gradient from every row that weighs them
      { id: "b", query, key, value: "a.masked_scores" },
    ];
    const trace = attention.backward({ stages }, { grad_output: matrix("1 1 1; 1 1 1; 1 1 1") });
    assert.deepEqual(
      Array.from(trace["a.grad_masked_scores"].data, (gradient) => Number(gradient === 0)),
      [0, 1, 1, 0, 0, 1, 0, 0, 0],
    );
    assert.ok([...trace["a.grad_query"].data].every(Number.isFinite));
  });

  test("and is 0 where the geometry has no slope; what nobody asks about does not count", () => {
    const pairs = { id: "g", op: "geometry", a: matrix("3 4; 0 0; 1 2"), b: matrix("6 8; -3 -4") };
    const back = (name, grad_output) => {
      const stages = [pairs, { id: "n", op: "residual", x: name, y: name }];
      return [...attention.backward({ stages }, { grad_output })["g.grad_a"].data];
    };
    const of = back("g.angle", matrix("1 1; 0 0; 1 -1"));
    assert.deepEqual(of.slice(0, 4), [0, 0, 0, 0], "of one line; of no length, not asked");
    assert.ok(of.slice(4).every((entry) => Number.isFinite(entry) && entry !== 0));
    near(back("g.length_a", [[1, 1, 1]]), [1.2, 1.6, 0, 0, 2 / Math.sqrt(5), 4 / Math.sqrt(5)]);
    // the lengths, which nobody reads, are infinite
    const far = { id: "g", op: "geometry", a: [[Infinity, 1]], b: [[2, 3]] };
    const { "g.grad_a": onward } = attention.backward({ stages: [far] }, { grad_output: [[1]] });
    assert.deepEqual([...onward.data], [2, 3]);
  });
});
