// Bad input: an error that says what, where, the limit and the remedy; nothing allocated; the next call works; and the
// remedy helps. One entry too many or too few: lengths.test.js; what is foreign: foreign.test.js.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  AttentionError,
  MultiHeadAttentionLayer,
  SelfAttentionLayer,
  createAttention,
  createTraining,
} from "../../web/index.js";
import { unknownName } from "../../web/core/errors.js";
import { loadCore } from "../../web/core/wasm.js";
import { refused } from "../helpers/compare.js";
import { matrix } from "../helpers/matrix.js";

const attention = await createAttention();
const core = await loadCore("auto");
const X = matrix("1 2; 3 4; 5 6");
const Q = [[1], [2]];
/** Numbers that nobody writes or reads take no memory. */
const wide = (...shape) => ({ shape, data: new Float32Array(shape.reduce((a, b) => a * b, 1)) });
const TWO = wide(2, 1, 1);
const A = { id: "a", x: X };
const OVERRIDDEN = [
  { id: "a", x: X, weights_override: [[1, 0, 0]] },
  { id: "b", x: X, bias: "a.masked_scores" },
];
const B = { id: "b", x: "a.output" };
const chain = (...stages) => ({ stages });
const ADDITIVE = { x: X, score: "additive", w_2: [1] };
const geometry = (a, b) => chain({ id: "g", op: "geometry", a, b });
const [NONE, MANY, ENDLESS] = [wide(2, 0), wide(64, 1), wide(2 ** 31, 1, 0, 1)];
const LEAST = /has 0 features along axis .; give at least 1/;
/** Query, key and value of one head each; some of them others. */
const split = (more) => ({ query: Q, key: Q, value: Q, ...more });
const states = { encoder_states: [[1]], initial_state: [1], w_state: [[1]], w_context: [[1]] };
const decoder = (more) => chain({ id: "d", op: "recurrent_decoder", steps: 2, ...states, ...more });
const encoder = (more) =>
  chain({ id: "e", op: "recurrent_encoder", x: [[1]], w_in: [[1]], w_state: [[1]], ...more });
const FAR = new Proxy([[1]], { get: (rows, key) => (key === "0" ? hostile() : rows[key]) });
/** Rows of what is refused alike. @param {string} said @param {any[]} given */
const each = (said, ...given) => given.map((one) => [one, said]);
const UNREADABLE = Object.defineProperty({}, "tensors", { enumerable: true, get: hostile });
function hostile() {
  throw new Error("from outside");
}

/** A problem, the code and where, and words that the sentence holds. @type {[unknown, string, RegExp][]} */
const PROBLEMS = [
  [undefined, "value problem", /object/],
  [null, "value problem", /null/],
  [[1], "value problem", /array/],
  [{}, "shape x", /missing/],
  [{ x: X, caussal: true }, "value caussal", /did you mean causal/],
  [{ x: X, wq: X }, "value wq", /w_q/],
  [JSON.parse('{"x":[[1]],"__proto__":{"polluted":1}}'), "value __proto__", /not a known/],
  [{ x: X, constructor: 1 }, "value constructor", /not a known key/],
  [{ x: X, version: 2 }, "unsupported version", /2.*newer/],
  [{ x: X, version: "1" }, "value version", /"1"/],

  // numbers in arrays
  [{ x: [[1, 2], [3]] }, "shape x[1]", /1 .*2/],
  [{ x: [[1, 2], 3] }, "shape x[1]", /x\[1\] is 3/],
  [{ x: [[1, [2]]] }, "shape x[0][1]", /number/],
  [{ x: [[[1, 2]], [[3]]] }, "shape x[1][0]", /same length/],
  [{ x: [[1, "two"]] }, "value x[0][1]", /"two"/],
  [{ x: [[1, null]] }, "value x[0][1]", /null/],
  [{ x: [[1, , 3]] }, "value x[0][1]", /undefined/], // eslint-disable-line no-sparse-arrays
  [{ x: { data: [1] } }, "value x", /shape/],
  [{ x: { shape: [65536, 65536], data: [1] } }, "shape x", /4294967296/],
  [{ x: { shape: [1, 2], data: [1, 2, 3] } }, "shape x", /x.data has 3 .*shape \[1, 2\] needs 2;/],
  [{ x: { shape: [1, 2], data: new Float32Array(3) } }, "shape x", /3 .*needs 2/],
  [{ x: { shape: [NaN, 2], data: [] } }, "shape x.shape[0]", /NaN/],
  [{ x: { shape: [-1, 2], data: [] } }, "shape x.shape[0]", /-1/],
  [{ x: { shape: [1.5, 2], data: [1, 2, 3] } }, "shape x.shape[0]", /1.5/],
  [{ x: { shape: "3,4", data: [] } }, "value x.shape", /array/],
  [{ x: { shape: [1, 1], data: "1" } }, "value x.data", /array/],
  [{ x: [[[[[[1]]]]]] }, "shape x", /5/],
  [{ x: [1, 2] }, "shape x", /1 axis;/],
  [{ x: [[[[1]]]] }, "shape x", /4 axes.*at most 3/],
  [{ x: 3 }, "shape x", /at least 2/],
  [{ x: X, b_q: [[1, 2]] }, "shape b_q", /2 axes; give it at most 1\./],

  // lengths that do not fit together; each axis of each tensor: lengths.test.js
  [{ x: X, w_q: [[1, 2]] }, "shape w_q[0]", /has 1 entry along axis 0; x needs 2/],
  [{ x: X, bias: TWO }, "shape bias[0]", /give 1 there\./],
  [{ x: matrix("1; 2").map(() => []) }, "shape x[1]", /0 features/],
  [{ x: X, w_q: [[], []] }, "shape w_q[1]", /0 features/],
  [split({ query: TWO, key: TWO }), "shape value", /lacks the axis along which key has 2/],
  [split({ value: [[1], [2], [3]] }), "shape value[0]", /value has 3 entries.*key.* 2/],
  [split({ query: wide(0, 1, 1) }), "shape query[0]", /0 heads/],

  // heads
  [{ x: X, heads: 0 }, "shape heads", /0/],
  [{ x: X, heads: 1.5 }, "value heads", /1.5/],
  [{ x: X, heads: "2" }, "value heads", /"2"/],
  [{ x: [[1]], heads: 2 }, "shape heads", /1 feature to share; give 1\./],
  [split({ heads: 2 }), "shape heads", /has 1 head; leave heads out or give 1\./],
  [{ x: X, w_q: wide(2, 3), heads: 2 }, "shape w_q[1]", /3 .*2/],
  [split({ query: wide(3, 1, 1), key: TWO, value: TWO }), "shape kv_heads", /3 and kv_heads 2;.* 1 or 3/],
  [{ x: wide(1, 6), heads: 3, kv_heads: 2 }, "shape kv_heads", /3.*2.*give 1 or 3\./],
  [{ x: X, heads: 1, kv_heads: 2 }, "shape kv_heads", /1.*2/],
  [{ x: wide(1, 4), heads: 2, kv_heads: 1 }, "shape w_k", /^w_k is missing/],

  // what must be there, and what must not
  [{ query: Q }, "shape key", /missing/],
  [split({ x: X }), "shape x", /together with query/],
  [{ x: X, score: "scaled-dot" }, "value score", /scaled_dot/],
  [{ x: X, score: "bilinear" }, "shape w_score", /missing/],
  [{ x: X, w_score: X }, "shape w_score", /leave it out/],
  [{ ...ADDITIVE, w_1: [[1, 2, 3]] }, "shape w_1[1]", /3 .*a query and a key together have 4/],

  // options
  [{ x: X, scale: Infinity }, "value scale", /finite/],
  [{ x: X, softcap: 0 }, "value softcap", /above 0/],
  [{ x: X, softcap: 1e-60 }, "value softcap", /1\.5e-45/],
  [{ x: X, causal: 1 }, "value causal", /top-left/],
  [{ x: X, causal: "topleft" }, "value causal", /top-left/],
  [{ x: X, causal_offset: 0.5 }, "value causal_offset", /whole/],
  [{ x: X, window: [1] }, "value window", /left, right/],
  [{ x: X, window: [0, -2] }, "value window[1]", /is -2; give a whole number from -1 to/],
  [{ x: X, mask: [[2]] }, "value mask[0][0]", /true/],
  [{ x: X, labels: { x: [1] } }, "value labels.x[0]", /text/],
  [{ x: X, labels: { y_q: ["a"] } }, "value labels.y_q", /not a known/],
  [{ x: X, labels: { x: "abc" } }, "value labels.x", /array/],

  // chains
  [{ stages: [] }, "value stages", /at least one/],
  [{ ...chain(A), x: X }, "value x", /stages/],
  [chain({ op: "attention", x: X }), "value stages[0].id", /name/],
  [chain(A, A), "value stages[1].id", /another/],
  [chain({ id: "a", op: "atention", x: X }), "value stages[0].op", /attention/],
  [chain({ id: "a", op: "residual", z: X }), "value stages[0].z", /of id, op, labels, x, y\./],
  [chain({ id: "a", x: "b.output" }), "value stages[0].x", /no earlier stage/],
  [chain({ id: "a", x: "b.output" }, { id: "b", x: X }), "value stages[0].x", /no earlier stage/],
  [chain(A, { id: "b", x: "a.outputs" }), "value stages[1].x", /"a\.outputs", .*a\.output/],
  [chain(A, { ...B, w_q: [[1]] }), "shape stages[1].w_q[0]", /^In stages\[1\], w_q has 1 .*2/],
  [chain({ id: "a", x: wide(9000, 1) }), "limit stages[0]", /^In stages\[0\], the trace .* 268435456/],
  [geometry([[1, 2]], [[1]]), "shape stages[0].b[1]", /b has shape \[1, 1\]; .* need \[1, 2\], so/],
  [geometry(undefined, [[1]]), "shape stages[0].a", /a is missing; give it\.$/],
  [geometry([[1]], [[[1]], [[2]]]), "shape stages[0].b", /b has shape \[2, 1, 1\]; give it 2 axes/],
  [geometry(wide(2, 0), wide(2, 0)), "shape stages[0].a[1]", /a has 0 features/],
  [geometry(wide(6000, 1), wide(6000, 1)), "limit stages[0]", /need \d+ bytes.*536870912/],
  [decoder({ steps: undefined }), "shape stages[0].steps", /steps/],
  [decoder({ steps: -1 }), "value stages[0].steps", /steps is -1; give a whole number from 0 to/],
  [decoder({ steps: 1e9 }), "limit stages[0]", /^In stages\[0\], .*give fewer steps or smaller inputs\.$/],
  [decoder({ x: X, w_in: wide(2, 1) }), "shape stages[0].x[0]", /3 entries along axis 0; steps needs 2, so/],
  [decoder({ encoder_states: undefined }), "shape stages[0].encoder_states", /missing/],
  [decoder({ w_out: [[1]] }), "shape stages[0].w_out[0]", /a state and its context together have 2/],
  [decoder({ encoder_states: NONE, w_context: wide(0, 1) }), "shape stages[0].encoder_states[1]", LEAST],
  [decoder({ initial_state: [], w_state: [], w_context: [[]] }), "shape stages[0].initial_state[0]", LEAST],
  [decoder({ w_out: NONE }), "shape stages[0].w_out[1]", LEAST],
  [encoder({ x: undefined }), "shape stages[0].x", /missing/],
  [encoder({ steps: 3 }), "value stages[0].steps", /not a known/],

  // what the caller's own getters and proxies throw, at the key that was read
  ...each("value problem", UNREADABLE, new Proxy({}, { ownKeys: hostile })),
  ...each("value x", { x: Object.defineProperty({ data: [1] }, "shape", { get: hostile }) }, { x: FAR }),
  ...each("value window", { x: X, window: new Proxy([1, 1], { get: hostile }) }),
];

/** Of other calls: how it is made, and what it is given. @type {Record<string, [(given: any) => any, ...[any, string, RegExp][]]>} */
const CALLS = {
  "forward's options": [
    (options) => attention.forward({ x: X }, options),
    [{ tensor: ["weights"] }, "value tensor", /tensors/],
    [{ tensors: "weights" }, "value tensors", /array/],
    [{ tensors: ["weigths"] }, "value tensors[0]", /weights/],
    [UNREADABLE, "value options"],
  ],
  "backward's options": [
    (options) => attention.backward({ x: X }, options),
    [undefined, "value grad_output", /missing/],
    [{ grad_output: [[1, 2]] }, "shape grad_output", /3, 2/],
    [{ grad_output: [["one"]] }, "value grad_output[0][0]", /"one"/],
    [{ target: [["one"]] }, "value target[0][0]", /"one"/],
    [{ grad_output: FAR }, "value grad_output"],
    [{ grad_output: X, target: X }, "value target", /only one of them/],
    [{ target: X, loss: "mse" }, "value loss", /not a known loss/],
    [{ target: [0, 1, 2], loss: "cross_entropy" }, "value target[2]", /class 2/],
    [{ target: [0, 1, 0.5], loss: "cross_entropy" }, "value target[2]", /class/],
    [{ target: [0, 1], loss: "cross_entropy" }, "shape target", /target/],
  ],
  "backward through what passes no gradient back": [
    (more) => {
      const stages = [A, { id: "n", op: "layer_norm", x: X }, { id: "b", ...more }];
      return attention.backward({ stages }, { grad_output: [[1]] });
    },
    ...["shifted_exp", "scores", "row_max"].map((name) => [
      { op: "layer_norm", x: `a.${name}` },
      "unsupported stages[2].x",
      /read a\.output, a\.query, a\.key, a\.value, a\.weights, a\.masked_scores or what a was given/,
    ]),
    [
      { op: "residual", x: "n.mean", y: "n.rstd" },
      "unsupported stages[2].x",
      /n\.mean, which passes no gradient back; read n\.output or what n was given\.$/,
    ],
  ],
  "backward of a chain": [
    (stages) => attention.backward({ stages }, { grad_output: [[1]] }),
    [OVERRIDDEN, "unsupported stages[1].bias"],
    [encoder({ x: Q }).stages, "shape grad_output[0]", /e\.state without its first row has \[2, 1\]/],
    [
      ["a", "b"].map((id) => ({ id, x: wide(2000, 1) })),
      "limit stages[1]",
      /^Up to stages\[1\], the chain needs/,
    ],
    [
      encoder({ x: wide(1, 2 ** 25), w_in: wide(2 ** 25, 1) }).stages,
      "limit stages[0]",
      /needs 402653\d{3} bytes/,
    ],
  ],
  "fused, tile by tile": [
    ({ problem = { x: X }, ...options }) => attention.fused(problem, { trace: true, ...options }),
    ...each("value tile", ...[0, -1, 1.5, NaN, "2", {}, 2 ** 60].map((tile) => ({ tile }))),
    [{ trace: 1 }, "value trace", /trace/],
    [{ tiles: 2 }, "value tiles", /tile\?/],
    [{ problem: { x: wide(65, 2) } }, "limit x", /^x has 65 rows; .* at most 64, /],
    [{ problem: { query: wide(1, 2), key: wide(70, 2), value: wide(70, 1) } }, "limit key"],
    [{ tile: 1, problem: { query: wide(1e6, 1), key: MANY, value: MANY } }, "limit", /larger tile/],
    [{ problem: chain(A) }, "unsupported"],
    [{ trace: undefined, problem: chain(A) }, "unsupported"],
    [{ trace: undefined, problem: split({ query: ENDLESS, key: ENDLESS, value: ENDLESS }) }, "limit"],
  ],
  graph: [
    ([problem, options]) => attention.graph(problem, options),
    [[{ x: X }, { backwards: true }], "value backwards", /backward/],
    [[{ x: X }, { backward: 1 }], "value backward"],
    [[{ x: X }, { backward: true, loss: "hinge" }], "value loss"],
    [[{ x: X, w_q: [[1], [2], [3]] }], "shape w_q[0]"],
    [[{ x: X }, { tile: 1, backward: true }], "value tile"],
    [[chain(A), { tile: 1 }], "unsupported"],
  ],
  "the tensor of terms": [
    (tensor) => attention.terms({ x: X }, tensor, [0, 0, 0, 0]),
    ["skores", "value tensor", /scores/],
    ...each(
      "value tensor",
      "__proto__",
      "constructor",
      "notes",
      "a.b",
      "",
      null,
      7,
      {},
      ["x"],
      "running_sum",
    ),
  ],
  "the index of terms": [
    (index) => attention.terms({ x: X }, "weights", index),
    [[0, 0, 0, 9], "value index", /1, 1, 3, 3/],
    ...each("value index", null, undefined, "0", [], [0], [0, 0, 0, 1.5], [-1, 0, 0, 0], [0, 0, 0, NaN]),
  ],
  "the options of terms": [
    (options) => attention.terms({ x: X }, "grad_x", [0, 0], options),
    [undefined, "value grad_output", /missing/],
    [7, "value options"],
    [{ grad: 1 }, "value grad"],
    [{ grad_output: X, target: X }, "value target"],
  ],
  "the options of terms of a forward run": [
    (options) => attention.terms({ x: X }, "weights", [0, 0, 0, 0], options),
    [{ bogus: 1 }, "value bogus"],
    [{ target: 0 }, "shape target"],
    [{ tile: 1, grad_output: X }, "value grad_output", /with tile/],
  ],
  "single tools": [
    (call) => call(),
    [() => attention.softmax({ x: [] }), "shape x[0]", /0 features/],
    [() => attention.layerNorm({}), "shape x", /missing/],
    [() => attention.layerNorm({ x: X, eps: 0 }), "value eps", /above 0/],
    [() => attention.layerNorm({ x: X, gamma: [1] }), "shape gamma[0]", /\[2\]/],
    [() => attention.layerNorm({ x: [["one", 2]], gamma: [1] }), "value x[0][0]", /"one"/],
    [() => attention.batchNorm({ x: X, training: false }), "shape running_mean", /missing/],
    [() => attention.initialize({ shape: [0, 2] }), "shape shape[0]", /at least 1/],
    [() => attention.initialize({ shape: [2, 2], init: "he" }), "value init", /normal|xavier|kaiming/],
    [() => attention.initialize({ shape: [2, 2], seed: -1 }), "value seed", /whole number/],
    [() => attention.statistics({ edges: [0, 1] }), "shape x", /missing/],
    [() => attention.statistics({ x: X, edges: [0, 0] }), "value edges[1]"],
    [() => attention.statistics({ x: X, edges: [0, 2, NaN] }), "value edges[2]"],
    [() => attention.statistics({ x: X, edges: [1] }), "shape edges"],
    [() => attention.statistics({ x: X, edges: [[0, 1]] }), "shape edges"],
  ],
  run: [
    ([method, problem, options]) => attention.run(method, problem, options),
    [["forwards", { x: X }], "value run", /forward/],
    [["fused", { x: [[1], [1, 2]] }], "shape x[1]"],
    [["backward", { x: [[1]] }, { target: [0.5], loss: "cross_entropy" }], "value target[0]", /class/],
    [["forward", { x: X }, { workers: -1 }], "value workers"],
    [["fused", { x: X }, { signal: {} }], "value signal"],
    [["fused", { x: X }, { signal: 5 }], "value signal"],
    [["forward", { x: X }, { worker: 1 }], "value worker"],
    [["fused", chain(A)], "unsupported"],
  ],
  createAttention: [
    createAttention,
    [{ build: "fast" }, "value build", /simd/],
    [{ bild: "simd" }, "value bild", /build/],
    [{ ["b".repeat(100)]: 1 }, `value ${"b".repeat(60)}`],
  ],
  "SelfAttentionLayer.create": [
    SelfAttentionLayer.create,
    ...each("shape d_model", {}, { d_model: 0 }, { d_model: -1 }, { d_model: 2.5 }),
    [{ d_model: 1e6 }, "limit d_model"],
    [{ d_model: 2 ** 53 }, "shape d_model", /from 1 to 9007199254740991\.$/],
    [{ d_model: 2, scale: NaN }, "value scale"],
    [{ d_model: 2, causal: "yes" }, "value causal"],
    [{ d_model: 2, init: "zero" }, "value init"],
    [{ d_model: 2, seed: 1.5 }, "value seed"],
    [{ dmodel: 2 }, "value dmodel", /d_model/],
  ],
  "MultiHeadAttentionLayer.create": [
    MultiHeadAttentionLayer.create,
    [{ d_model: 5, heads: 2 }, "shape d_model"],
    [{ d_model: 6, heads: 0 }, "shape heads"],
    [{ d_model: 6, heads: 3, kv_heads: 2 }, "shape kv_heads"],
    [{ d_model: 6, bias: 1 }, "value bias"],
    [{ d_model: 8192 }, "limit", /give smaller sizes\.$/],
  ],
  "a step of a layer": [
    async (options) => (await SelfAttentionLayer.create({ d_model: 2 })).trainStep(X, X, options),
    ...each(
      "value learning_rate",
      { learning_rate: -1 },
      { learning_rate: NaN },
      { learning_rate: Infinity },
    ),
    [{ momentum: NaN }, "value momentum"],
    [{ optimizer: "rmsprop" }, "value optimizer"],
    [{ loss: "hinge" }, "value loss"],
    [{ rate: 1 }, "value rate"],
  ],
  createTraining: [
    createTraining,
    ...each("value task", undefined, null, {}, { task: "last" }, { task: 1 }, { task: "toString" }),
    ...Object.entries({
      seed: [-1, 0.5, 2 ** 32, "7"],
      heads: [0, 9, 1.5, NaN, "2"],
      d_k: [0, 65, -1],
      batch: [0, 257, 2.5],
      optimizer: ["Adam", 1],
      learning_rate: [-0.1, NaN, Infinity, "0.1"],
      momentum: [-1, NaN],
      build: ["fast", 1],
    }).flatMap(([key, bad]) => each(`value ${key}`, ...bad.map((one) => ({ task: "first", [key]: one })))),
    [{ task: "first", head: 1 }, "value head", /heads/],
    [{ task: "first", heads: 8, d_k: 64, batch: 17 }, "value batch", /give a batch of at most 16 here/],
  ],
};

/** Refused as a whole: in a sentence, and by its code and where. */
async function refuses(call, said, words = /./) {
  const [code, where] = said.split(" ");
  await assert.rejects(
    async () => call(),
    (error) => {
      assert.ok(error instanceof AttentionError, error.stack);
      assert.match(error.message, words);
      assert.equal(error.code, code, error.message);
      if (where !== undefined) assert.equal(error.where, where, error.message);
      assert.match(error.message, /^[^\n]{1,400}[.?]$/);
      return true;
    },
  );
}

describe("what cannot be computed is refused, and the next call works:", () => {
  for (const [problem, said, words] of PROBLEMS)
    test(`a problem, ${said} ${words ?? ""}`, async () => {
      const size = core.arena.size;
      await refuses(() => attention.forward(problem), said, words);
      await refuses(() => attention.backward(problem, { grad_output: [[1]] }), said, words);
      assert.equal(core.arena.size, size, "memory was asked for");
      assert.equal(attention.forward({ x: X }).output.shape[1], 3);
    });

  for (const [name, [call, ...all]] of Object.entries(CALLS))
    test(name, async () => {
      for (const [given, said, words] of all) await refuses(() => call(given), said, words);
      assert.equal(attention.forward({ x: X }).output.shape[1], 3);
    });

  test("steps and places in the history of a training", async () => {
    const training = await createTraining({ task: "first" });
    await training.run(3);
    for (const steps of [undefined, -1, 0.5, NaN, Infinity, "3", 1048574])
      await refuses(() => training.run(steps), "value steps");
    for (const step of [undefined, -1, 4, 1.5, "1"]) await refuses(() => training.seek(step), "value step");
    await refuses(() => training.run(1, { signal: {} }), "value signal");
    await refuses(() => training.run(1, { onProgress: 1 }), "value onProgress");
    await training.run(0);
    assert.equal(training.step, 3);
  });

  test("inputs, tensors and scratch of one stepwise call share a limit, whatever the call", async () => {
    const [half, third] = [wide(1, 2 ** 26 + 1), wide(1, 3 * 2 ** 24)];
    const cross = { x: third, x_kv: [[1]], w_q: { shape: [3 * 2 ** 24, 1], data: third.data } };
    const size = core.arena.size;
    for (const call of [
      () => attention.softmax({ x: half }),
      () => attention.softmax({ x: third, grad_output: third }),
      () => attention.layerNorm({ x: half }),
      () => attention.batchNorm({ x: half }),
      () => attention.statistics({ x: wide(2 ** 26, 1) }),
      () => attention.forward(cross),
      () => attention.forward({ x: [[1]], score: "additive", w_1: wide(2 ** 24, 2), w_2: wide(2 ** 24) }),
      () => attention.forward(chain({ id: "n", op: "layer_norm", x: [[1]] }, { id: "a", ...cross })),
    ])
      await refuses(
        call,
        "limit",
        /inputs, tensors and scratch together need \d+ bytes; .* at most 536870912/,
      );
    assert.equal(core.arena.size, size, "memory was asked for");
  });

  test("a chain says which of its stages breaks a limit", () => {
    const [x, y] = [wide(2 ** 24, 2), wide(9000, 2)];
    const parameters = { w_state: wide(2, 2), w_context: wide(2, 2), initial_state: wide(2) };
    for (const third of [
      { x: y },
      { op: "layer_norm", x },
      { op: "batch_norm", x },
      { op: "residual", x, y: x },
      { op: "geometry", a: y, b: y },
      { op: "feed_forward", x, w_in: wide(2, 2), w_out: wide(2, 2) },
      { op: "recurrent_encoder", x, w_in: wide(2, 2), w_state: wide(2, 2) },
      { op: "recurrent_decoder", encoder_states: y, steps: 9000, ...parameters },
      { x: wide(1, 3 * 2 ** 25), w_q: wide(3 * 2 ** 25, 1), w_k: wide(3 * 2 ** 25, 1) },
    ]) {
      const stages = [
        { id: "a", x: [[1, 2]] },
        { id: "b", op: "residual", x: "a.x", y: "a.output" },
      ];
      for (const call of ["forward", "backward", "graph"]) {
        const start = call === "backward" ? { grad_output: [[1, 2]] } : {};
        const problem = chain(...stages, { id: "c", ...third });
        const { where, message } = refused(() => attention[call](problem, start), { code: "limit" });
        assert.match(where, /^stages\[2\]/);
        assert.match(message, /^(In |At |Up to )?stages\[2\]/);
      }
    }
  });
});

/** A call, what is refused, the remedy in its sentence, and what is computed where it is taken. */
const REMEDIES = {
  "a stage that has no output is read by the name that it has": [
    (x) =>
      attention.forward(chain({ id: "g", op: "geometry", a: X, b: X }, { id: "r", op: "residual", x, y: x })),
    ["g", /give a name such as g\.dot\.$/, "g.dot"],
  ],
  "a tensor of a chain is asked for by a name that it has": [
    (name) => attention.forward(geometry(X, X), { tensors: [name] }),
    ["g.dots", /did you mean g\.dot\?$/, "g.dot"],
  ],
  "a stage's name is short": [
    (id) => attention.forward(chain({ id, x: X })),
    ["a".repeat(65), /1 to 64 letters/, "a".repeat(64)],
  ],
  "a scale is a float32": [
    (scale) => attention.forward({ x: X, scale }),
    [1e39, /from -3\.4e38 to 3\.4e38\.$/, 3.4e38],
  ],
  "an offset is a whole number that can be counted": [
    (causal_offset) => attention.forward({ x: X, causal_offset }),
    [2 ** 53, /from -9007199254740991 to 9007199254740991\.$/, 9007199254740991],
  ],
  "heads are no more than there are": [(heads) => attention.forward({ x: X, heads }), [2.5, /from 1 to/, 1]],
  "heads of key and value share those of query": [
    (kv_heads) => {
      const w = wide(12, 2 * kv_heads);
      return attention.forward({ x: wide(1, 12), w_k: w, w_v: w, heads: 6, kv_heads });
    },
    [4, /give 1, 2, 3 or 6\.$/, 1, 2, 3, 6],
  ],
  "what fused takes is computed by fused": [
    (method) => attention[method]({ x: wide(3600, 1) }),
    ["forward", /give smaller inputs, or use fused on this attention alone\.$/, "fused"],
  ],
  "what fused does not take either gets smaller": [
    (tokens) => attention.forward({ x: wide(tokens, 1) }),
    [32769, /and fused does not take this problem either, so give smaller inputs\.$/, 100],
  ],
  "what is wide needs no fewer tokens": [
    (n) => attention.backward({ x: wide(1, n), w_v: wide(n, n) }, { grad_output: wide(1, n) }),
    [8192, /so give smaller inputs\.$/, 8],
  ],
  "a decoder takes fewer steps": [
    (steps) => attention.forward(decoder({ steps })),
    [2 ** 26, /give fewer steps or smaller inputs\.$/, 2],
  ],
  "one sequence of many heads": [
    (heads) =>
      attention.fused({ query: wide(heads, 1, 1), key: wide(heads, 1, 1), value: wide(heads, 1, 1) }),
    [1025, /give fewer of them\.$/, 1024],
  ],
  "one head whose output is large": [
    (tokens) => attention.fused({ x: wide(tokens, 1), w_v: wide(1, 1024), w_o: wide(1024, 4096) }),
    [32768, /inputs and output need .* so give smaller inputs\.$/, 8],
  ],
  "projections that are wide": [
    (n) =>
      attention.fused({ x: wide(n, 1), w_q: wide(1, 8192), w_k: wide(1, 8192), w_v: wide(1, 8), heads: 8 }),
    [32768, /projections and scratch need .* so give smaller inputs\.$/, 8],
  ],
  "a head that its projection makes wide": [
    (width) => attention.fused({ x: X, w_q: wide(2, width), w_k: wide(2, width) }),
    [1025, /^w_q has 1025 features per head; fused takes at most 1024, so make it narrower\.$/, 1024],
  ],
  "values that their projection makes wide": [
    (width) => attention.fused({ x: X, w_v: wide(2, width) }),
    [1025, /^w_v has 1025 features per head; .* make it narrower\.$/, 1024],
  ],
  "a loss is not combined with grad_output": [
    (target) => attention.backward({ x: X, grad_output: X }, { loss: "squared_error", ...target }),
    [{}, /give a target in place of grad_output\.$/, { target: X }],
  ],
  "fused runs no chain": [
    (problem) => attention.fused(problem),
    [chain(A), /give an attention by itself, or use forward\.$/, { x: X }],
  ],
  "a stage that is too large gets smaller inputs": [
    (rows) => attention.forward(chain({ id: "n", op: "layer_norm", x: wide(rows, 1000) })),
    [40000, /so give smaller inputs\.$/, 1000],
  ],
  "a chain that is too large gets fewer stages, or smaller inputs": [
    ([stages, rows]) => {
      const stage = { op: "layer_norm", x: wide(rows, 1000) };
      return attention.forward(
        chain(...Array.from({ length: stages }, (_, n) => ({ id: `n${n}`, ...stage }))),
      );
    },
    [[3, 12000], /so give fewer stages or smaller inputs\.$/, [2, 12000], [3, 1000]],
  ],
};
for (const [name, [call, [wrong, remedy, ...right]]] of Object.entries(REMEDIES))
  test(`the remedy of a sentence helps: ${name}`, () => {
    refused(() => call(wrong), { message: remedy });
    for (const one of right) assert.ok(call(one));
  });

describe("what was given", () => {
  test("is shown as it is, short and on one line", () => {
    const letters = "a".repeat(60);
    for (const [given, text] of [
      [-0, "-0"],
      [NaN, "NaN"],
      [true, "true"],
      [[], "an empty array"],
      [[1], "an array of 1 entry"],
      [[1, 2], "an array of 2 entries"],
      [{}, "an object"],
      [() => 1, "a function"],
      [Symbol("eps"), "a symbol"],
      ["one\ntwo", '"one\\ntwo"'],
      [letters, `"${letters}"`],
      [`${letters}a`, `"${letters}…"`],
      [2n ** 64n - 1n, "18446744073709551615n"],
      [-(2n ** 64n) + 1n, "-18446744073709551615n"],
      [2n ** 64n, "a long bigint"],
      [-(2n ** 64n), "a long bigint"],
    ]) {
      const { message } = refused(() => attention.layerNorm({ x: X, eps: given }), { where: "eps" });
      assert.equal(message, `eps is ${text}; give a finite number above 0, at most 3.4e38.`);
    }
  });

  test("by an unknown name is answered with the one that was meant, else with all of a few, or the nearest", () => {
    const letters = [..."abcdefghijkl"].map((letter) => letter.repeat(9));
    for (const [given, known, remedy] of [
      ["wieghts", ["x", "weights"], "did you mean weights?"],
      ["WEIGHTS", ["x", "weights"], "did you mean weights?"],
      ["wei", ["x", "weights"], "did you mean weights?"],
      ["weights_of_all", ["x", "weights"], "did you mean weights?"],
      ["we", ["x", "weights"], "give one of x, weights."],
      ["zz", ["weights"], "give weights."],
      ["zz", letters, `give one of ${letters.join(", ")}.`],
      ["zz", [...letters, "query"], "the nearest one is query."],
      ["", letters, `give one of ${letters.join(", ")}.`],
    ]) {
      const { message } = unknownName(given, known, "where", "name");
      assert.equal(message, `${JSON.stringify(given)} is not a known name; ${remedy}`);
    }
  });

  test("reaches no prototype, and nothing of a prototype reaches a problem", () => {
    assert.equal({}.polluted, undefined);
    assert.deepEqual(Object.keys(Object.prototype), []);
    Object.defineProperty(Object.prototype, "scale", { value: 7, configurable: true, enumerable: true });
    try {
      assert.equal(attention.forward({ x: [[1], [2]] }).scaled_scores.data[0], 1);
    } finally {
      delete Object.prototype.scale;
    }
  });

  test("is asked for once, so what was checked is what is used", () => {
    let asked = 0;
    const problem = {
      get x() {
        return asked++ === 0 ? [[1, 2]] : [["hostile"]];
      },
    };
    assert.deepEqual([...attention.forward(problem).x.data], [1, 2]);
    assert.equal(asked, 1);
    // a hole while it is counted, a number when it is read
    const get = (list, key) => (key === "7" && asked++ < 2 ? undefined : list[key]);
    const rows = new Proxy(Array(5000).fill(1), { get });
    refused(() => attention.forward({ x: [rows] }), { code: "value", where: "x" });
  });

  test("as null or undefined is as if it were absent", () => {
    const { weights } = attention.forward({ x: X, scale: null, mask: null, w_q: undefined });
    assert.deepEqual(weights, attention.forward({ x: X }).weights);
  });
});

test("the limits are those of the header", () => {
  const { call_bytes, stepwise_bytes, weighted_values_entries, fused_length } = attention.limits;
  assert.deepEqual([call_bytes, stepwise_bytes], [512 * 2 ** 20, 256 * 2 ** 20]);
  assert.deepEqual([weighted_values_entries, fused_length], [2 ** 20, 32768]);
});

test("weighted_values beyond 2^20 entries is omitted, and noted where it was asked for", () => {
  const { weighted_values, notes } = attention.forward({ x: wide(128, 65) });
  assert.equal(weighted_values, undefined);
  assert.deepEqual(notes.omitted, ["weighted_values"]);
  assert.deepEqual(attention.forward({ x: wide(128, 64) }).notes.omitted, []);
  assert.deepEqual(attention.forward({ x: wide(128, 65) }, { tensors: ["output"] }).notes.omitted, []);
});

test("tensors names what is wanted, and nothing else comes", () => {
  const trace = attention.forward({ x: X }, { tensors: ["weights", "x"] });
  assert.deepEqual(Object.keys(trace), ["x", "weights", "notes"]);
});
