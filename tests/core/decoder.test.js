// The recurrent encoder and decoder: one step after the other. Their gradients: chain.test.js; what they refuse:
// refusals.test.js.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAttention } from "../../web/index.js";
import { runChain } from "../helpers/chain-oracle.js";
import { near } from "../helpers/compare.js";
import { agrees } from "../helpers/gradients.js";
import { chance } from "../helpers/random.js";

const attention = await createAttention();
const draw = chance(21);
const encoder = { id: "e", op: "recurrent_encoder", x: [[1], [2]], w_in: [[0.5]], w_state: [[-1]] };
const decoder = {
  ...{
    id: "d",
    op: "recurrent_decoder",
    encoder_states: draw.tensor([4, 3]),
    initial_state: draw.tensor([3]),
  },
  ...{ x: draw.tensor([3, 2]), w_in: draw.tensor([2, 3]), w_state: draw.tensor([3, 3]) },
  ...{ w_context: draw.tensor([3, 3]), w_out: draw.tensor([6, 5]), b_out: draw.tensor([5]), score: "dot" },
};

test("state i of the encoder is made from state i - 1 and token i; the first is given, or 0", () => {
  const { shape, data } = attention.forward({ stages: [encoder] })["e.state"];
  assert.deepEqual(shape, [3, 1]);
  near(data, [0, Math.tanh(0.5), Math.tanh(1 - Math.tanh(0.5))]);
  const begun = attention.forward({ stages: [{ ...encoder, initial_state: [0.25], x: [] }] })["e.state"];
  assert.deepEqual(begun, { shape: [1, 1], data: Float32Array.of(0.25) });
});

test("the encoder learns from a long text, too, which needs memory of its own", async () => {
  const [tokens, width] = [4096, 32];
  const [x, w_in, grad_output] = [[tokens, 2], [2, width], [tokens, width]].map((one) => draw.tensor(one)); // prettier-ignore
  // without w_state every state is made from its own token alone
  const w_state = { shape: [width, width], data: new Float32Array(width * width) };
  const got = attention.backward({ stages: [{ ...encoder, x, w_in, w_state }] }, { grad_output });
  const states = got["e.state"].data.subarray(width);
  const arrived = grad_output.data.map((g, n) => g * (1 - states[n] ** 2));
  const expected = x.data.map((_, n) => {
    const [i, c] = [Math.floor(n / 2), n % 2];
    const row = arrived.subarray(i * width, (i + 1) * width);
    return row.reduce((sum, g, k) => sum + g * w_in.data[c * width + k], 0);
  });
  near(got["e.grad_x"].data, expected);
});

test("the decoder begins with its initial state, and its probabilities are the softmax of its logits", () => {
  const trace = attention.forward({ stages: [decoder] });
  assert.deepEqual(trace["d.weights"].shape, [1, 1, 3, 4]);
  for (const name of ["encoder_states", "initial_state", "x"])
    assert.deepEqual(trace[`d.${name}`], decoder[name], "as it was given");
  assert.deepEqual(trace["d.state"].data.slice(0, 3), decoder.initial_state.data);
  assert.deepEqual(trace["d.probabilities"], attention.softmax({ x: trace["d.logits"] }).output);
});

test("with nothing to look at its contexts are zeros; without steps it has its first state alone", () => {
  const trace = attention.forward({ stages: [{ ...decoder, encoder_states: [] }] });
  assert.deepEqual(trace["d.weights"].shape, [1, 1, 3, 0]);
  assert.ok(trace["d.context"].data.every((entry) => entry === 0));
  const still = { ...decoder, x: undefined, w_in: undefined, steps: 0 };
  assert.deepEqual(attention.forward({ stages: [still] })["d.state"].shape, [1, 3]);
});

test("a loss without words is that of its states after the first; encoder states may come from a stage before", () => {
  const { w_out: _, b_out: __, ...silent } = decoder;
  const stages = [
    { id: "e", op: "attention", x: decoder.encoder_states },
    { ...silent, encoder_states: "e.output" },
  ];
  const target = draw.tensor([3, 3]);
  const loss = (tensors) => {
    const states = Array.from(tensors.get("d.state").data).slice(3);
    return states.reduce((sum, state, n) => sum + (state - target.data[n]) ** 2 / 9, 0);
  };
  const trace = attention.backward({ stages }, { target });
  near(trace.loss.data, [loss(runChain(stages))]);
  agrees(stages, trace, loss);
});
