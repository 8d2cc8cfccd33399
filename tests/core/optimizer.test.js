// What one step of training does to the parameters, step after step, against the formulas in float64.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { MultiHeadAttentionLayer } from "../../web/index.js";
import { withArrays } from "../../web/core/arrays.js";
import { loadCore } from "../../web/core/wasm.js";
import { near, refused, sameBits } from "../helpers/compare.js";
import { fewOrMany } from "../helpers/full.js";
import { chance } from "../helpers/random.js";

const RATE = 0.01;
const NAMES = ["w_q", "w_k", "w_v", "w_o", "b_q", "b_k", "b_v", "b_o"];
const create = () => MultiHeadAttentionLayer.create({ d_model: 4, heads: 2, seed: 3 });
const parametersOf = (layer) => Object.fromEntries(NAMES.map((name) => [name, layer[name]]));

/** What a step takes away from a parameter, entry by entry; it remembers what the formula does. */
const formulas = {
  sgd: () => (g) => RATE * g,
  momentum: () => {
    let velocity = 0;
    return (g) => RATE * (velocity = 0.9 * velocity + g);
  },
  adam: () => {
    let [first, second, step] = [0, 0, 0];
    return (g) => {
      step++;
      first = 0.9 * first + 0.1 * g;
      second = 0.999 * second + 0.001 * g * g;
      const [mean, square] = [first / (1 - 0.9 ** step), second / (1 - 0.999 ** step)];
      return (RATE * mean) / (Math.sqrt(square) + 1e-8);
    };
  },
};
const options = {
  sgd: { learning_rate: RATE },
  momentum: { learning_rate: RATE, momentum: 0.9 },
  adam: { learning_rate: RATE, optimizer: "adam" },
};

for (const name of Object.keys(formulas))
  test(`${name} follows its formula step after step, in every parameter`, async () => {
    const layer = await create();
    const draw = chance(11);
    const takes = Object.fromEntries(
      Object.entries(parametersOf(layer)).map(([key, { data }]) => [
        key,
        Array.from(data, () => formulas[name]()),
      ]),
    );
    for (let step = 1; step <= fewOrMany(150, 1000); step++) {
      const before = parametersOf(layer);
      layer.trainStep(draw.tensor([3, 4]), draw.tensor([3, 4]), options[name]);
      const { gradients } = layer;
      for (const key of NAMES) {
        const gradient = gradients[`grad_${key}`].data;
        const steps = takes[key].map((take, n) => take(gradient[n]));
        const want = steps.map((by, n) => before[key].data[n] - by);
        const most = Math.max(...steps.map(Math.abs));
        near(layer[key].data, want, { rtol: 2 ** -23, atol: 2e-6 * most, name: `step ${step}, ${key}` });
      }
    }
  });

test("Adam's 1e-8 stands outside the root: a first gradient of 1e-8 moves a parameter by half the rate", async () => {
  const core = await loadCore("auto");
  const zero = Float32Array.of(0);
  const [next] = withArrays(
    core,
    [zero, Float32Array.of(1e-8), zero, zero],
    [1],
    (functions, given, [to]) => {
      const [parameter, gradient, first, second] = given;
      functions.attn_adam(to, first, second, parameter, gradient, RATE, 1, 1n);
    },
  );
  near(next, [-RATE / 2], { atol: 0 });
});

test("one entry that becomes too large is enough for Adam to say so, wherever it stands", async () => {
  const core = await loadCore("auto");
  /** Is the step refused? Of one entry the gradient or the parameter is another. */
  const refuses = (at, { gradient = 1, parameter = 0, count = 5 } = {}) => {
    const row = (entry) => Float32Array.from({ length: count }, (_, n) => (n === at ? entry : 0));
    let status;
    withArrays(core, [row(parameter), row(gradient), row(0), row(0)], [count], (functions, given, [to]) => {
      const [old, along, first, second] = given;
      status = functions.attn_adam(to, first, second, old, along, 1e37, 1, BigInt(count));
    });
    return status !== 0;
  };
  for (let at = 0; at < 5; at++) {
    assert.equal(refuses(at), false);
    assert.equal(refuses(at, { gradient: 1e22 }), true, "its mean of squares");
    assert.equal(refuses(at, { gradient: -1, parameter: 3.4e38 }), true, "the parameter itself");
  }
});

test("a rate of 0 moves nothing, whatever the gradient is", async () => {
  const layer = await create();
  const before = parametersOf(layer);
  const draw = chance(15);
  layer.forward(draw.tensor([3, 4]));
  const grad = { shape: [3, 4], data: new Float32Array(12).fill(Infinity) };
  for (const moving of [undefined, {}, { learning_rate: 0 }]) layer.backward(grad, moving);
  for (const name of NAMES) sameBits(layer[name], before[name], name);
  refused(() => layer.backward(grad, { learning_rate: 0.1 }), { code: "value" });
});

test("a step without momentum leaves nothing behind for one with it", async () => {
  const layer = await create();
  const draw = chance(13);
  for (const name of ["sgd", "momentum"]) {
    const before = layer.w_q.data;
    layer.trainStep(draw.tensor([3, 4]), draw.tensor([3, 4]), options[name]);
    const want = layer.gradients.grad_w_q.data.map((g, n) => before[n] - RATE * g);
    near(layer.w_q.data, want, { rtol: 2 ** -22, atol: 1e-7, name });
  }
});

describe("a step that would make a number non-finite is refused, and changes nothing:", () => {
  const draw = chance(12);
  const [x, target] = [draw.tensor([3, 4]), draw.tensor([3, 4])];
  const SMALLER = /so give smaller, finite numbers\.$/;
  const [momentum, tiny] = [options.momentum, { learning_rate: 1e-60, momentum: 1e300 }];
  /** What helps, a good step, a bad one, and what its target is multiplied by. */
  const cases = {
    "a parameter": [/so lower learning_rate\.$/, momentum, { ...momentum, learning_rate: 1e300 }],
    "a parameter, by Adam": [
      /so lower learning_rate\.$/,
      options.adam,
      { ...options.adam, learning_rate: 1e300 },
    ],
    "a gradient": [SMALLER, momentum, momentum, NaN],
    "a gradient, at a rate of 0": [SMALLER, momentum, { learning_rate: 0 }, Infinity],
    "a gradient, by Adam": [SMALLER, options.adam, options.adam, Infinity],
    // the parameters alone would have stayed finite: the rate is next to nothing, and to lower it would not help
    "a velocity": [/so lower momentum\.$/, momentum, tiny],
    "Adam's mean of squares": [SMALLER, options.adam, { ...options.adam, learning_rate: 1e-6 }, 1e22],
  };
  for (const [what, [message, good, bad, size = 1]] of Object.entries(cases))
    test(what, async () => {
      const [layer, twin] = [await create(), await create()];
      for (const one of [layer, twin]) one.trainStep(x, target, good);
      const [parameters, gradients] = [parametersOf(layer), layer.gradients];
      const far = { shape: target.shape, data: target.data.map((value) => size * value) };
      refused(() => layer.trainStep(x, far, bad), { code: "value", where: "w_q", message });
      assert.deepEqual(parametersOf(layer), parameters);
      assert.deepEqual(layer.gradients, gradients);
      for (let step = 0; step < 3; step++)
        assert.equal(layer.trainStep(x, target, good), twin.trainStep(x, target, good));
      for (const name of NAMES) sameBits(layer[name], twin[name], name);
    });
});
