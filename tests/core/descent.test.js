// One step of gradient descent on any problem, and a gradient held against the slope of the loss.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { MultiHeadAttentionLayer, createAttention } from "../../web/index.js";
import { matrix } from "../helpers/matrix.js";
import { recurrentChain } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";
import { seeded } from "../scene/helpers/problems.js";

const attention = await createAttention({ build: "scalar" });
after(() => attention.close());

const problem = { ...seeded({ tokens: 3, features: 4, heads: 2, fractions: true }), target: [[1, 0, 0, 1], [0, 1, 1, 0], [1, 1, 0, 0]] }; // prettier-ignore

test("every parameter moves against its gradient, to the bit as a layer moves it, and nothing else does", async () => {
  const layer = await MultiHeadAttentionLayer.create({ d_model: 4, heads: 2, bias: false, build: "scalar" });
  for (const name of ["w_q", "w_k", "w_v", "w_o"]) layer[name] = problem[name];
  layer.trainStep(problem.x, problem.target, { learning_rate: 0.3 });
  const { parameters, learning_rate } = attention.descend(problem, { learning_rate: 0.3 });
  assert.equal(learning_rate, 0.3);
  assert.deepEqual(Object.keys(parameters).toSorted(), ["w_k", "w_o", "w_q", "w_v"]);
  const chosen = attention.descend(problem, { learning_rate: 0.3, tensors: ["loss"] });
  assert.deepEqual(chosen.parameters, parameters, "whatever is chosen of the trace");
  for (const [name, tensor] of Object.entries(parameters)) assert.deepEqual(tensor, layer[name], name);
});

test("a small step lowers the loss by learning_rate · ‖gradient‖²", () => {
  const loss = (one) => attention.backward(one, { tensors: ["loss"] }).loss.data[0];
  const { parameters, fall } = attention.descend(problem, { learning_rate: 1e-6 });
  const fell = loss(problem) - loss({ ...problem, ...parameters });
  assert.ok(Math.abs(fell / fall - 1) < 0.05, `${fell} of ${fall}`);
  // also of more numbers than a call takes arguments
  const data = new Float32Array(400 * 400).fill(0.01);
  const wide = { x: { shape: [1, 400], data: data.subarray(0, 400) }, w_v: { shape: [400, 400], data } };
  assert.ok(attention.descend({ ...wide, target: wide.x }).fall > 0);
});

test("what is not given is the problem's own, and 0.01", () => {
  assert.equal(attention.descend(problem).learning_rate, 0.01);
  assert.equal(attention.descend({ ...problem, learning_rate: 0.5 }).learning_rate, 0.5);
  assert.throws(() => attention.descend({ ...problem, target: undefined }), { code: "value" });
});

test("a chain's parameters are named by their stages, and stay where another stage reads them", () => {
  const draw = chance(5);
  for (let k = 0; k < 12; k++) {
    const { stages, shape } = recurrentChain(draw);
    const chain = { version: 1, stages, target: draw.tensor(shape) };
    const { parameters } = attention.descend(chain);
    const trace = attention.backward(chain);
    for (const [name, { shape: own }] of Object.entries(parameters))
      assert.deepEqual(own, trace[name.replace(/[^.]*$/, "grad_$&")].shape, name);
  }
});

test("the slope of the loss by an entry is its gradient", () => {
  const trace = attention.backward(problem);
  for (const name of ["w_q", "w_k", "w_v", "w_o"])
    for (const index of matrix("0 0; 3 2")) {
      const { nudge, above, below, slope } = attention.slope(problem, name, index, { nudge: 0.005 });
      assert.equal(nudge, 0.005);
      assert.ok(Math.abs(slope - (above - below) / 0.01) < 1e-3);
      const gradient = trace[`grad_${name}`].data[index[0] * 4 + index[1]];
      assert.ok(
        Math.abs(slope - gradient) < 2e-3 * Math.max(1, Math.abs(gradient)),
        `${name}: ${slope}, ${gradient}`,
      );
    }
  const large = { x: [[1]], w_v: [[1e6]], target: [[0]] };
  assert.ok(Math.abs(attention.slope(large, "w_v", [0, 0]).slope / 2e6 - 1) < 1e-3);
  const refused = { code: "value", where: "nudge", message: /too small to change 1000000 in float32/ };
  assert.throws(() => attention.slope(large, "w_v", [0, 0], { nudge: 0.001 }), refused);
});

test("the slope of a chain's loss by an entry of a stage is its gradient", () => {
  const { target, ...first } = problem;
  const stages = [
    { id: "a", ...first },
    { id: "b", op: "layer_norm", x: "a.output" },
  ];
  const { slope } = attention.slope({ stages, target }, "a.w_v", [1, 2], { nudge: 0.005 });
  const gradient = attention.backward({ stages, target })["a.grad_w_v"].data[1 * 4 + 2];
  assert.ok(Math.abs(slope - gradient) < 2e-3 * Math.max(1, Math.abs(gradient)), `${slope}, ${gradient}`);
});

test("what is no parameter, no entry of one, or would leave no number is refused in a sentence", () => {
  assert.throws(() => attention.slope(problem, "x", [0, 0]), { code: "value", message: /w_q|parameter/ });
  assert.throws(() => attention.slope(problem, "w_q", [0, 9]), { code: "value", message: /shape \[4, 4\]/ });
  assert.throws(() => attention.slope(problem, "w_q", [0, 0], { nudge: 0 }), { code: "value" });
  const broken = new Proxy([0, 0], { get: () => assert.fail("read") });
  assert.throws(() => attention.slope(problem, "w_q", broken), { code: "value", where: "index" });
  assert.throws(() => attention.descend(problem, { learning_rate: 1e300 }), {
    code: "value",
    message: /would make w_\w non-finite; lower learning_rate/,
  });
  assert.throws(() => attention.descend(problem, { learning_rate: -1 }), { code: "value" });
  const given = { ...problem, target: undefined, grad_output: [[1, 0, 0, 1], [0, 1, 1, 0], [1, 1, 0, 0]] }; // prettier-ignore
  assert.throws(() => attention.slope(given, "w_q", [0, 0]), { message: /slope is that of a loss/ });
  const bare = { query: [[1, 2]], key: [[1, 2]], value: [[1, 2]], target: [[1, 0]] };
  const none = {
    code: "value",
    where: "tensor",
    message: /is "w_q", but this problem has no parameters; give it/,
  };
  assert.throws(() => attention.slope(bare, "w_q", [0, 0]), none);
  assert.throws(() => attention.slope({ x: [[1, 2]], target: [[1, 0]] }, "w_q", [0, 0]), none);
  for (const name of [undefined, Object.create(null), Symbol("w_q"), ["w_q"]])
    assert.throws(() => attention.slope(problem, name, [0, 0]), { code: "value", where: "tensor" });
});
