// The recurrent encoder: a state that reads one token after the other, forward and backward.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { near, refused } from "../helpers/compare.js";
import { agrees, agreesInside, sameNumbers } from "../helpers/gradients.js";
import { chance } from "../helpers/random.js";

const draw = chance(22);

describe("the recurrent encoder", () => {
  let attention;
  const stage = {
    id: "e",
    op: "recurrent_encoder",
    x: draw.tensor([4, 2]),
    w_in: draw.tensor([2, 3]),
    w_state: draw.tensor([3, 3]),
    b_state: draw.tensor([3]),
    initial_state: draw.tensor([3]),
  };
  const after = ([...states]) => states.slice(3);
  before(async () => {
    attention = await createAttention();
  });

  test("state i is made from state i - 1 and token i", () => {
    const small = { id: "e", op: "recurrent_encoder", x: [[1], [2]], w_in: [[0.5]], w_state: [[-1]] };
    const { shape, data } = attention.forward({ stages: [small] })["e.state"];
    assert.deepEqual(shape, [3, 1]);
    near(data, [0, Math.tanh(0.5), Math.tanh(1 - Math.tanh(0.5))]);
    const trace = attention.forward({ stages: [stage] });
    assert.deepEqual(trace["e.state"].data.slice(0, 3), stage.initial_state.data);
    sameNumbers([stage], trace);
    const none = attention.forward({ stages: [{ ...stage, x: [] }] });
    assert.deepEqual(none["e.state"].shape, [1, 3]);
  });

  test("learns through time: gradients of every parameter, of what it read and began with", () => {
    const { b_state: _, initial_state: __, ...bare } = stage;
    for (const own of [stage, bare]) {
      const weight = draw.tensor([4, 3]);
      const loss = (tensors) =>
        after(tensors.get("e.state").data).reduce((sum, x, n) => sum + x * weight.data[n], 0);
      const got = attention.backward({ stages: [own] }, { grad_output: weight });
      assert.equal(agrees([own], got, loss), own === stage ? 29 : 23);
      agreesInside([own], got, loss);
      assert.deepEqual(got["e.grad_output"], { shape: [4, 3], data: weight.data });
    }
    const target = draw.tensor([4, 3]);
    const loss = (tensors) =>
      after(tensors.get("e.state").data).reduce((sum, x, n) => sum + (x - target.data[n]) ** 2 / 12, 0);
    agrees([stage], attention.backward({ stages: [stage] }, { target }), loss);
  });

  test("learns from a long text, too, which needs memory of its own", async () => {
    const [tokens, width] = [4096, 32];
    const x = draw.tensor([tokens, 2]);
    const w_in = draw.tensor([2, width]);
    const grad_output = draw.tensor([tokens, width]);
    // without w_state every state is made from its own token alone
    const w_state = { shape: [width, width], data: new Float32Array(width * width) };
    const long = { id: "e", op: "recurrent_encoder", x, w_in, w_state };
    const fresh = await createAttention();
    const got = fresh.backward({ stages: [long] }, { grad_output });
    const states = got["e.state"].data.subarray(width);
    const arrived = grad_output.data.map((g, n) => g * (1 - states[n] ** 2));
    const expected = x.data.map((_, n) => {
      const [i, c] = [Math.floor(n / 2), n % 2];
      return arrived
        .subarray(i * width, (i + 1) * width)
        .reduce((sum, g, k) => sum + g * w_in.data[c * width + k], 0);
    });
    near(got["e.grad_x"].data, expected);
  });

  test("refuses what does not fit by the stage's own path", () => {
    const given = (more) => () => attention.forward({ stages: [{ ...stage, ...more }] });
    refused(given({ x: undefined }), { code: "shape", where: "stages[0].x" });
    refused(given({ steps: 3 }), { code: "value", where: "stages[0].steps" });
    const many = new Float32Array(2 ** 25);
    const wide = { x: { shape: [1, 2 ** 25], data: many }, w_in: { shape: [2 ** 25, 1], data: many } };
    const stages = [{ id: "e", op: "recurrent_encoder", ...wide, w_state: [[1]] }];
    refused(() => attention.backward({ stages }, { grad_output: [[1]] }), {
      code: "limit",
      where: "stages[0]",
      message: /the trace needs 402653\d{3} bytes; at most 268435456/,
    });
  });
});
