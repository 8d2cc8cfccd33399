// The recurrent decoder: one step after the other, forward and backward.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { crossEntropy, weighed } from "../helpers/chain-oracle.js";
import { refused } from "../helpers/compare.js";
import { agrees, agreesInside, sameNumbers } from "../helpers/gradients.js";
import { chance } from "../helpers/random.js";

const draw = chance(21);

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
      assert.deepEqual(
        [got["d.weights"].shape, got["d.state"].shape],
        [
          [1, 1, 3, 4],
          [4, 3],
        ],
      );
      assert.deepEqual(got["d.state"].data.slice(0, 3), stage.initial_state.data);
      assert.deepEqual(got["d.probabilities"], attention.softmax({ x: got["d.logits"] }).output);
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

  test("hands back the gradients of its states, contexts, weights and scores beside that of its words", () => {
    const words = [stage, { id: "words", op: "geometry", a: "d.logits", b: draw.tensor([2, 5]) }];
    const rows = (name) => ({ id: "rows", op: "geometry", a: `d.${name}`, b: draw.tensor([2, 3]) });
    const last = { id: "last", x: "words.dot" };
    for (const [name, ...later] of [
      ["state", rows("state"), { ...last, x_kv: "rows.dot" }],
      ["context", rows("context"), { ...last, x_kv: "rows.dot" }],
      ["weights", { ...last, x_kv: draw.tensor([4, 2]), bias: "d.weights" }],
      ["scores", { ...last, x_kv: draw.tensor([4, 2]), bias: "d.scores" }],
    ]) {
      const stages = [...words, ...later];
      const weight = draw.tensor([1, 3, 2]);
      const got = attention.backward({ stages }, { grad_output: weight });
      sameNumbers(stages, got, { atol: 1e-5, rtol: 1e-5 });
      assert.ok(agrees(stages, got, weighed("last.output", weight.data)) > 90, name);
      agreesInside(stages, got, weighed("last.output", weight.data));
    }
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
      message: /^In stages\[0\], .*give fewer steps or smaller inputs\.$/,
    });
    refused(() => attention.forward({ stages: [{ ...stage, w_out: [[1]] }] }), {
      where: "stages[0].w_out[0]",
      message: /a state and its context together have 6/,
    });
  });

  test("needs features, even where all lengths agree that there are none", () => {
    const empty = (...shape) => ({ shape, data: [] });
    const one = { encoder_states: [[1]], w_context: [[1]], initial_state: [1], w_state: [[1]] };
    for (const [none, where] of [
      [{ encoder_states: empty(2, 0), w_context: empty(0, 1) }, "encoder_states[1]"],
      [{ initial_state: empty(0), w_state: empty(0, 0), w_context: empty(1, 0) }, "initial_state[0]"],
      [{ w_out: empty(2, 0) }, "w_out[1]"],
    ]) {
      const own = { op: "recurrent_decoder", steps: 2, score: "bilinear", ...one, ...none };
      const problem = { stages: [{ id: "d", ...own }] };
      refused(() => attention.forward(problem), {
        code: "shape",
        where: `stages[0].${where}`,
        message: /has 0 features along axis .; give at least 1/,
      });
    }
  });

  test("as many inputs go in as there are steps", () => {
    const [i, o] = [
      [1, 0],
      [0, 1],
    ];
    const decoder = { id: "d", op: "recurrent_decoder", encoder_states: [i, o], initial_state: o };
    const stage = { ...decoder, w_state: [i, o], w_context: [i, o], x: [[1], [2], [3]], w_in: [[1, 1]] };
    for (const steps of [1, 2, 4])
      refused(() => attention.forward({ stages: [{ ...stage, steps }] }), {
        code: "shape",
        where: "stages[0].x[0]",
        message: new RegExp(`x has 3 entries along axis 0; steps needs ${steps}, so give x that length`),
      });
    for (const steps of [undefined, 3])
      assert.deepEqual(attention.forward({ stages: [{ ...stage, steps }] })["d.state"].shape, [4, 2]);
  });
});
