// Whatever is handed to a public call in place of what it asks for: an error in a plain sentence, and never one of the engine's.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { MultiHeadAttentionLayer, SelfAttentionLayer, createAttention } from "../../web/index.js";
import { matrix } from "../helpers/matrix.js";

const X = matrix("1 2; 3 4");
const thrower = () => {
  throw new TypeError("from outside");
};
const every = {
  get: thrower,
  has: thrower,
  ownKeys: thrower,
  getOwnPropertyDescriptor: thrower,
  getPrototypeOf: thrower,
};

/** Made anew for every call: some work once only. */
const FOREIGN = {
  "nothing with a prototype": () => Object.create(null),
  null: () => null,
  "an empty text": () => "",
  "a text": () => "constructor",
  "a number": () => 5,
  NaN: () => NaN,
  "a bigint": () => 2n ** 100000n,
  "a symbol": () => Symbol("one"),
  true: () => true,
  "a function": () => thrower,
  "a class": () => class {},
  "a date": () => new Date(NaN),
  "a map": () => new Map([["x", X]]),
  "a promise": () => Promise.resolve(X),
  "a regular expression": () => /x/,
  "an error": () => new Error("one"),
  "an array": () => [1, [2]],
  "an array of nothing": () => new Array(3),
  "an array that is its own entry": () => {
    const list = [];
    list.push(list);
    return list;
  },
  "a boxed number": () => Object(5),
  "a boxed text": () => Object("forward"),
  "a typed array": () => new BigInt64Array(2),
  "a view of bytes": () => new DataView(new ArrayBuffer(8)),
  "a buffer": () => new ArrayBuffer(8),
  arguments: (...given) =>
    (function () {
      return arguments;
    })(...given),
  "a proxy that throws": () => new Proxy({}, every),
  "a proxy of an array that throws": () => new Proxy([], every),
  "a proxy of a function that throws": () => new Proxy(thrower, { ...every, apply: thrower }),
  "a proxy that is gone": () => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    return proxy;
  },
  "an object whose getters throw": () => Object.defineProperty({}, "x", { enumerable: true, get: thrower }),
  "an object that cannot be text": () => ({
    toString: thrower,
    valueOf: thrower,
    [Symbol.toPrimitive]: thrower,
  }),
  "an array that cannot be walked": () =>
    Object.assign([X], { [Symbol.iterator]: thrower, map: 5, slice: 5, every: 5 }),
  "a class's own array": () =>
    new (class extends Array {
      get at() {
        return thrower();
      }
    })(1, 2),
  "what pretends to be a Float32Array": () => Object.create(Float32Array.prototype),
  "a Float32Array that pretends": () =>
    Object.defineProperties(new Float32Array(4), {
      length: { get: thrower },
      buffer: { get: thrower },
      every: { value: 5 },
    }),
  "what pretends to be a signal": () => ({ throwIfAborted() {}, addEventListener: thrower, aborted: false }),
  "a signal in appearance": () => Object.create(AbortSignal.prototype),
  "a signal with other properties": () =>
    Object.defineProperties(new AbortController().signal, {
      aborted: { get: thrower },
      addEventListener: { value: 5 },
      throwIfAborted: { value: 5 },
    }),
};

const attention = await createAttention();
const layer = await SelfAttentionLayer.create({ d_model: 2 });
layer.forward(X);

/** Every argument of every public call, and every option and key by itself. */
const CALLS = {
  createAttention: (foreign) => createAttention(foreign),
  "createAttention's build": (build) => createAttention({ build }),
  "forward's problem": (foreign) => attention.forward(foreign),
  "forward's options": (foreign) => attention.forward({ x: X }, foreign),
  "forward's tensors": (tensors) => attention.forward({ x: X }, { tensors }),
  "forward's tensors' entry": (name) => attention.forward({ x: X }, { tensors: [name] }),
  "a chain's stages": (stages) => attention.forward({ stages }),
  "a chain's stage": (stage) => attention.forward({ stages: [stage] }),
  "backward's options": (foreign) => attention.backward({ x: X }, foreign),
  "fused's problem": (foreign) => attention.fused(foreign),
  "graph's problem": (foreign) => attention.graph(foreign),
  "graph's options": (foreign) => attention.graph({ x: X }, foreign),
  "terms' problem": (foreign) => attention.terms(foreign, "scores", [0, 0, 0, 0]),
  "terms' tensor": (tensor) => attention.terms({ x: X }, tensor, [0, 0, 0, 0]),
  "terms' index": (index) => attention.terms({ x: X }, "scores", index),
  "terms' index's entry": (entry) => attention.terms({ x: X }, "scores", [0, 0, entry, 0]),
  "terms' options": (foreign) => attention.terms({ x: X }, "scores", [0, 0, 0, 0], foreign),
  "run's method": (method) => attention.run(method, { x: X }),
  "run's problem": (foreign) => attention.run("forward", foreign),
  "run's options": (foreign) => attention.run("forward", { x: X }, foreign),
  "SelfAttentionLayer.create": (foreign) => SelfAttentionLayer.create(foreign),
  "MultiHeadAttentionLayer.create": (foreign) => MultiHeadAttentionLayer.create(foreign),
  "a layer's forward": (foreign) => layer.forward(foreign),
  "a layer's forward from others": (foreign) => layer.forward(X, foreign),
  "a layer's backward": (foreign) => layer.backward(foreign),
  "a layer's backward's options": (foreign) => layer.backward(X, foreign),
  "a layer's step": (foreign) => layer.trainStep(foreign, X),
  "a layer's step's target": (foreign) => layer.trainStep(X, foreign),
  "a layer's step's options": (foreign) => layer.trainStep(X, X, foreign),
  "a layer's parameter": (foreign) => void (layer.w_q = foreign),
};
const KEYS = {
  forward:
    "x x_kv x_v w_q b_q w_o query key value heads kv_heads score w_score w_1 scale softcap bias mask key_mask causal " +
    "causal_offset window weights_override labels target loss grad_output learning_rate version stages",
  backward: "grad_output target loss tensors",
  graph: "backward loss",
  softmax: "x grad_output",
  layerNorm: "x gamma beta eps grad_output",
  batchNorm: "x gamma beta eps running_mean running_var training grad_output",
  statistics: "x edges",
  entropy: "x",
  initialize: "shape init seed",
  run: "signal workers onProgress tensors",
};
const PROBLEM = { x: X };
for (const [method, keys] of Object.entries(KEYS))
  for (const key of keys.split(" "))
    CALLS[`${method}'s ${key}`] = (foreign) => {
      if (method === "forward") return attention.forward({ ...PROBLEM, [key]: foreign });
      if (method === "run") return attention.run("forward", PROBLEM, { [key]: foreign });
      if (method === "backward" || method === "graph")
        return attention[method](PROBLEM, { target: X, [key]: foreign });
      return attention[method]({ ...(method === "initialize" ? { shape: [1] } : PROBLEM), [key]: foreign });
    };
for (const [Class, keys] of [
  [SelfAttentionLayer, "d_model causal scale seed init build"],
  [MultiHeadAttentionLayer, "d_model d_kv heads kv_heads d_k d_v d_out bias causal scale seed init build"],
])
  for (const key of keys.split(" "))
    CALLS[`${Class.name}.create's ${key}`] = (foreign) => Class.create({ d_model: 2, [key]: foreign });
for (const key of "x_kv loss optimizer learning_rate momentum".split(" "))
  CALLS[`a layer's step's ${key}`] = (foreign) => layer.trainStep(X, X, { [key]: foreign });

describe("a foreign object as", () => {
  for (const [name, call] of Object.entries(CALLS))
    test(name, async () => {
      for (const [what, make] of Object.entries(FOREIGN)) {
        // what a caller's own function throws is the caller's
        if (name === "run's onProgress" && typeof make() === "function") continue;
        try {
          await call(make());
        } catch (error) {
          assert.equal(error.name, "AttentionError", `${what}: ${error.stack}`);
          assert.notEqual(error.code, "internal", `${what}: ${error.message}`);
          assert.match(error.message, /^[^\n]{10,400}[.?]$/, what);
          assert.ok(error.where.length > 0 && error.where.length < 100, `${what}: ${error.where}`);
        }
      }
      // and nothing of it stays
      assert.equal(attention.forward({ x: X }).output.data[0] > 1, true);
    });
});
