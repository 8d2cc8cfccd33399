// Bad input: an error that says what, where, the limit and the remedy; nothing allocated; the next call works.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { AttentionError, createAttention } from "../../web/index.js";
import { unknownName } from "../../web/core/errors.js";
import { loadCore } from "../../web/core/wasm.js";
import { refused } from "../helpers/compare.js";

const X = [
  [1, 2],
  [3, 4],
  [5, 6],
];
const Q = [[1], [2]];
const wide = (...shape) => ({ shape, data: new Float32Array(shape.reduce((a, b) => a * b, 1)) });

const TWO = wide(2, 1, 1);
const COLUMN = wide(6000, 1);
const ADDITIVE = { x: X, score: "additive", w_2: [1] };
const A = { id: "a", x: X };
const B = { id: "b", x: "a.output" };
const chain = (...stages) => ({ stages });
const geometry = (a, b) => chain({ id: "g", op: "geometry", a, b });
/** Query, key and value of one head each; some of them others. */
const split = (more) => ({ query: Q, key: Q, value: Q, ...more });

/** What is given, the code, where, and words that the sentence must hold. One entry too many or too few: lengths.test.js. */
const TABLE = [
  ["no problem at all", undefined, "value", "problem", /object/],
  ["null", null, "value", "problem", /null/],
  ["an array", [1], "value", "problem", /array/],
  ["nothing in it", {}, "shape", "x", /missing/],
  ["an unknown key", { x: X, caussal: true }, "value", "caussal", /did you mean causal/],
  ["a misspelt parameter", { x: X, wq: X }, "value", "wq", /w_q/],
  [
    "an own __proto__",
    JSON.parse('{"x":[[1]],"__proto__":{"polluted":1}}'),
    "value",
    "__proto__",
    /not a known/,
  ],
  ["an own constructor", { x: X, constructor: 1 }, "value", "constructor", /not a known key/],
  ["ragged rows", { x: [[1, 2], [3]] }, "shape", "x[1]", /1 .*2/],
  ["a number among rows", { x: [[1, 2], 3] }, "shape", "x[1]", /x\[1\] is 3/],
  ["a row among numbers", { x: [[1, [2]]] }, "shape", "x[0][1]", /number/],
  ["a ragged batch", { x: [[[1, 2]], [[3]]] }, "shape", "x[1][0]", /same length/],
  ["text among numbers", { x: [[1, "two"]] }, "value", "x[0][1]", /"two"/],
  ["null among numbers", { x: [[1, null]] }, "value", "x[0][1]", /null/],
  ["a hole among numbers", { x: [[1, , 3]] }, "value", "x[0][1]", /undefined/], // eslint-disable-line no-sparse-arrays
  ["an object without shape", { x: { data: [1] } }, "value", "x", /shape/],
  ["too little data", { x: { shape: [65536, 65536], data: [1] } }, "shape", "x", /4294967296/],
  [
    "too much data",
    { x: { shape: [1, 2], data: [1, 2, 3] } },
    "shape",
    "x",
    /x.data has 3 .*shape \[1, 2\] needs 2;/,
  ],
  ["too many float32", { x: { shape: [1, 2], data: new Float32Array(3) } }, "shape", "x", /3 .*needs 2/],
  ["a shape of NaN", { x: { shape: [NaN, 2], data: [] } }, "value", "x.shape[0]", /NaN/, "shape"],
  ["a shape below 0", { x: { shape: [-1, 2], data: [] } }, "shape", "x.shape[0]", /-1/],
  ["half a row", { x: { shape: [1.5, 2], data: [1, 2, 3] } }, "shape", "x.shape[0]", /1.5/],
  ["a shape that is no list", { x: { shape: "3,4", data: [] } }, "value", "x.shape", /array/],
  ["data that are no list", { x: { shape: [1, 1], data: "1" } }, "value", "x.data", /array/],
  ["six axes", { x: [[[[[[1]]]]]] }, "shape", "x", /5/],
  ["one axis", { x: [1, 2] }, "shape", "x", /1 axis;/],
  ["four axes", { x: [[[[1]]]] }, "shape", "x", /4 axes.*at most 3/],
  ["a number for x", { x: 3 }, "shape", "x", /at least 2/],
  ["two axes of a bias", { x: X, b_q: [[1, 2]] }, "shape", "b_q", /2 axes; give it at most 1\./],
  ["a row of one", { x: X, w_q: [[1, 2]] }, "shape", "w_q[0]", /has 1 entry along axis 0; x needs 2/],
  ["one feature for two heads", { x: [[1]], heads: 2 }, "shape", "heads", /1 feature to share; give 1\./],
  ["two heads of one", split({ heads: 2 }), "shape", "heads", /has 1 head; leave heads out or give 1\./],
  ["a bias of two heads", { x: X, bias: wide(2, 1, 1) }, "shape", "bias[0]", /give 1 there\./],
  [
    "a value of no head",
    split({ query: TWO, key: TWO }),
    "shape",
    "value",
    /lacks the axis along which key has 2/,
  ],
  [
    "a value too many",
    split({ value: [[1], [2], [3]] }),
    "shape",
    "value[0]",
    /value has 3 entries.*key.* 2/,
  ],
  [
    "3 heads for 2",
    split({ query: wide(3, 1, 1), key: TWO, value: TWO }),
    "shape",
    "kv_heads",
    /3 and kv_heads 2;.* 1 or 3/,
  ],
  ["queries without heads", split({ query: wide(0, 1, 1) }), "shape", "query[0]", /0 heads/],
  ["other queries than keys", { x: X, w_q: [[1], [1]] }, "shape", "w_q[1]", /x needs 2/],
  ["0 features", { x: [[], []] }, "shape", "x[1]", /0 features/],
  ["0 columns", { x: X, w_q: [[], []] }, "shape", "w_q[1]", /0 features/],
  ["too wide a bias of a projection", { x: X, b_q: [1, 2, 3] }, "shape", "b_q[0]", /3 .*2/],
  ["other batches", { x: [X, X], x_kv: [X] }, "shape", "x_kv[0]", /1 .*2/],
  ["keys of another batch", { x: [X, X], x_kv: [X], x_v: [X, X] }, "shape", "x_kv[0]", /1 .*2/],
  ["values of another batch", { x: [X, X], x_v: [X] }, "shape", "x_v[0]", /1 .*2/],
  ["values of other tokens", { x: X, x_v: [[1, 2]] }, "shape", "x_v[0]", /1 .*3/],
  ["a b_o of other width", { x: X, b_o: [1] }, "shape", "b_o[0]", /1 .*2/],
  ["a b_o that w_o does not fit", { x: X, w_o: [[1], [1]], b_o: [1, 2] }, "shape", "b_o[0]", /2 .*1/],
  ["an output product of other width", { x: X, w_o: [[1]] }, "shape", "w_o[0]", /1 .*2/],
  ["0 heads", { x: X, heads: 0 }, "shape", "heads", /0/],
  ["1.5 heads", { x: X, heads: 1.5 }, "value", "heads", /1.5/],
  ["heads as text", { x: X, heads: "2" }, "value", "heads", /"2"/],
  ["heads that do not divide", { x: X, w_q: wide(2, 3), heads: 2 }, "shape", "w_q[1]", /3 .*2/],
  ["kv_heads beyond 3", { x: wide(1, 6), heads: 3, kv_heads: 2 }, "shape", "kv_heads", /3.*2.*give 1 or 3\./],
  ["kv_heads of 5", { x: wide(2, 10), heads: 5, kv_heads: 4 }, "shape", "kv_heads", /so give 1 or 5\.$/],
  ["more kv_heads than heads", { x: X, heads: 1, kv_heads: 2 }, "shape", "kv_heads", /1.*2/],
  ["query alone", { query: Q }, "shape", "key", /missing/],
  ["both forms", split({ x: X }), "shape", "x", /beside/],
  ["narrow keys", { x: X, w_k: [[1], [1]] }, "shape", "w_k[1]", /x needs 2/],
  ["narrow keys of a dot", { x: X, w_k: [[1], [1]], score: "dot" }, "shape", "w_k[1]", /x needs 2/],
  ["given keys that are narrow", split({ query: [[1, 2]] }), "shape", "key[1]", /query needs 2/],
  ["an unknown score", { x: X, score: "scaled-dot" }, "value", "score", /scaled_dot/],
  ["bilinear without w_score", { x: X, score: "bilinear" }, "shape", "w_score", /missing/],
  ["w_score without bilinear", { x: X, w_score: X }, "shape", "w_score", /leave it out/],
  [
    "a narrow w_1",
    { ...ADDITIVE, w_1: [[1, 2, 3]] },
    "shape",
    "w_1[1]",
    /3 .*a query and a key together have 4/,
  ],
  ["a scale of NaN", { x: X, scale: NaN }, "value", "scale", /finite/],
  ["an infinite scale", { x: X, scale: Infinity }, "value", "scale", /finite/],
  ["a scale beyond float32", { x: X, scale: 1e300 }, "value", "scale", /finite/],
  ["a softcap of 0", { x: X, softcap: 0 }, "value", "softcap", /above 0/],
  ["a softcap below 0", { x: X, softcap: -1 }, "value", "softcap", /above 0/],
  ["a softcap that is 0 as float32", { x: X, softcap: 1e-60 }, "value", "softcap", /1\.5e-45/],
  ["causal as a number", { x: X, causal: 1 }, "value", "causal", /top-left/],
  ["causal misspelt", { x: X, causal: "topleft" }, "value", "causal", /top-left/],
  ["half an offset", { x: X, causal_offset: 0.5 }, "value", "causal_offset", /whole/],
  ["a window of one", { x: X, window: [1] }, "value", "window", /left, right/],
  ["a window below -1", { x: X, window: [0, -2] }, "value", "window[1]", /-2/],
  ["a mask of 2", { x: X, mask: [[2]] }, "value", "mask[0][0]", /true/],
  ["a mask of other lengths", { x: X, mask: [[1, 1]] }, "shape", "mask[1]", /2 .*3/],
  ["a key_mask of other lengths", { x: X, key_mask: [1, 1] }, "shape", "key_mask[0]", /2 .*3/],
  ["a bias that does not broadcast", { x: X, bias: wide(2, 2) }, "shape", "bias[1]", /2 .*3/],
  ["an override of 2", { x: X, weights_override: [[1, 1]] }, "shape", "weights_override[1]", /2 .*3/],
  ["labels that are no text", { x: X, labels: { x: [1] } }, "value", "labels.x[0]", /text/],
  ["labels of nothing", { x: X, labels: { y_q: ["a"] } }, "value", "labels.y_q", /not a known/],
  ["labels that are no list", { x: X, labels: { x: "abc" } }, "value", "labels.x", /array/],
  ["a version to come", { x: X, version: 2 }, "unsupported", "version", /2.*newer/],
  ["a version that is none", { x: X, version: "1" }, "value", "version", /"1"/],
  ["65,536 tokens", { x: wide(65536, 4) }, "limit", undefined, /268435456/],
  ["20,000 tokens for many heads", { x: wide(20000, 64), heads: 64 }, "limit", undefined, /bytes/],
  ["no stages", { stages: [] }, "value", "stages", /at least one/],
  ["keys beside stages", { ...chain({ id: "a", x: X }), x: X }, "value", "x", /stages/],
  ["a stage without a name", chain({ op: "attention", x: X }), "value", "stages[0].id", /name/],
  ["a stage's name again", chain({ id: "a", x: X }, { id: "a", x: X }), "value", "stages[1].id", /another/],
  ["an unknown op", chain({ id: "a", op: "atention", x: X }), "value", "stages[0].op", /attention/],
  [
    "a stage's key",
    chain({ id: "a", op: "residual", z: X }),
    "value",
    "stages[0].z",
    /of id, op, labels, x, y\./,
  ],
  ["a name that no stage has", chain({ id: "a", x: "b.output" }), "value", "stages[0].x", /no stage/],
  ["a later stage", chain({ id: "a", x: "b.output" }, { id: "b", x: X }), "value", "stages[0].x", /no stage/],
  [
    "a tensor it lacks",
    chain(A, { id: "b", x: "a.outputs" }),
    "value",
    "stages[1].x",
    /"a\.outputs", .*a\.output/,
  ],
  [
    "a stage's shape",
    chain(A, { ...B, w_q: [[1]] }),
    "shape",
    "stages[1].w_q[0]",
    /^In stages\[1\], w_q has 1 .*2/,
  ],
  [
    "a large stage",
    chain({ id: "a", x: wide(9000, 1) }),
    "limit",
    "stages[0]",
    /^In stages\[0\], the trace .* 268435456/,
  ],
  [
    "narrow vectors",
    geometry([[1, 2]], [[1]]),
    "shape",
    "stages[0].b[1]",
    /b has 1 feature, a has 2; give both/,
  ],
  ["no vectors", geometry(undefined, [[1]]), "shape", "stages[0].a", /a is missing; give rows of vectors\.$/],
  ["batches of vectors", geometry([[1]], [[[1]], [[2]]]), "shape", "stages[0].b", /b has 3 axes; give rows/],
  ["vectors of nothing", geometry(wide(2, 0), wide(2, 0)), "shape", "stages[0].a[1]", /a has 0 features/],
  [
    "6,000² pairs",
    geometry(COLUMN, COLUMN),
    "limit",
    "stages[0].a",
    /a and b need 576000000 bytes.*268435456/,
  ],
];

describe("what cannot be computed is refused", () => {
  let attention, core;
  before(async () => {
    attention = await createAttention();
    core = await loadCore("auto");
  });

  for (const [name, problem, code, where, words, other] of TABLE)
    test(`${name}`, () => {
      const size = core.arena.size;
      for (const method of ["forward", "backward"]) {
        const error = refused(
          () => attention[method](problem, method === "backward" ? { grad_output: [[1]] } : undefined),
          {
            message: words,
          },
        );
        assert.ok(error instanceof AttentionError);
        assert.ok([code, other].includes(error.code), `${error.code}: ${error.message}`);
        if (where !== undefined) assert.equal(error.where, where, error.message);
        assert.match(error.message, /[.?]$/);
        assert.ok(error.message.length < 400, error.message);
      }
      assert.equal(core.arena.size, size, "memory was asked for");
      assert.equal(attention.forward({ x: X }).output.shape[1], 3);
    });

  test("nothing of a problem reaches a prototype", () => {
    assert.equal({}.polluted, undefined);
    assert.deepEqual(Object.keys(Object.prototype), []);
    Object.defineProperty(Object.prototype, "scale", { value: 7, configurable: true, enumerable: true });
    try {
      const { scaled_scores } = attention.forward({ x: [[1], [2]] });
      assert.equal(scaled_scores.data[0], 1);
    } finally {
      delete Object.prototype.scale;
    }
  });

  test("a getter is asked once, so what was checked is what is used", () => {
    let asked = 0;
    const problem = {
      get x() {
        return asked++ === 0 ? [[1, 2]] : [["hostile"]];
      },
    };
    assert.deepEqual([...attention.forward(problem).x.data], [1, 2]);
    assert.equal(asked, 1);
  });

  test("what the caller's own getters and proxies throw is refused at the key that was read", () => {
    const thrown = new Error("from outside");
    const hostile = () => {
      throw thrown;
    };
    const { proxy: gone, revoke } = Proxy.revocable([], {});
    revoke();
    const far = new Proxy([[1]], { get: (rows, key) => (key === "0" ? hostile() : rows[key]) });
    for (const [problem, where] of [
      [Object.defineProperty({}, "x", { enumerable: true, get: hostile }), "problem"],
      [new Proxy({}, { ownKeys: hostile }), "problem"],
      [new Proxy({ x: X }, { getOwnPropertyDescriptor: hostile }), "problem"],
      [{ x: Object.defineProperty({ data: [1] }, "shape", { get: hostile }) }, "x"],
      [{ x: far }, "x"],
      [{ x: gone }, "x"],
      [{ x: X, window: new Proxy([1, 1], { get: hostile }) }, "window"],
    ]) {
      const { cause } = refused(() => attention.forward(problem), { code: "value", where });
      assert.ok(cause instanceof Error);
    }
    const options = Object.defineProperty({}, "tensors", { enumerable: true, get: hostile });
    refused(() => attention.forward({ x: X }, options), { code: "value", where: "options" });
    refused(() => attention.backward({ x: X }, { grad_output: far }), {
      code: "value",
      where: "grad_output",
    });
  });

  test("null stands for a key that is absent", () => {
    const { weights } = attention.forward({ x: X, scale: null, mask: null, w_q: undefined });
    assert.deepEqual(weights, attention.forward({ x: X }).weights);
  });

  test("what the caller gave is not changed, and what it gets is its own", () => {
    const problem = { x: { shape: [2, 2], data: Float32Array.of(1, 2, 3, 4) }, causal: true };
    const before = structuredClone(problem);
    const [one, two] = [attention.forward(problem), attention.forward(problem)];
    one.output.data.fill(0);
    one.output.shape[0] = 9;
    one.x.data.fill(0);
    assert.deepEqual(problem, before);
    assert.deepEqual(attention.forward(problem), two);
    const buffers = Object.values(two)
      .filter((t) => t.data)
      .map((t) => t.data.buffer);
    assert.equal(new Set(buffers).size, buffers.length);
    for (const { data } of Object.values(two).filter((t) => t.data))
      assert.equal(data.byteLength, data.buffer.byteLength);
  });

  test("an array that claims a length it has not is refused before there is memory for it", () => {
    const claims = (...entries) => Object.assign([], entries, { length: 1.5e6 });
    const refusals = [
      // of what is large it is asked first how many axes it has
      [{ x: claims() }, "x"],
      [{ x: claims(1, 2) }, "x"],
      [{ x: [claims(1, 2)] }, "x[0][2]"],
      [{ query: claims([1, 2], [3, 4]), key: [[1, 2]], value: [[1]] }, "query[2]"],
      [{ x: { shape: [1, 1.5e6], data: claims(1) } }, "x.data[1]"],
      [{ x: { shape: claims(1), data: [1] } }, "x.shape"],
      [{ x: X, b_q: claims(1) }, "b_q[0]"],
      [{ x: X, mask: claims(true) }, "mask[0]"],
      [{ x: X, labels: { x: claims("a") } }, "labels.x"],
      [{ x: X, labels: { x: Object.assign(["a"], { length: 1000 }) } }, "labels.x[1]"],
      [{ stages: claims({ id: "a", x: X }) }, "stages"],
      [{ stages: Object.assign([{ id: "a", x: X }], { length: 1000 }) }, "stages[1]"],
    ];
    const before = process.memoryUsage().arrayBuffers;
    for (const [problem, where] of refusals) {
      refused(() => attention.forward(problem), { where });
      assert.ok(process.memoryUsage().arrayBuffers < before + 1e6, where);
    }
  });

  test("an array that changes while it is read is not half believed", () => {
    let asked = 0;
    // a hole while it is counted, a number when it is read
    const rows = new Proxy(Array(5000).fill(1), {
      get: (list, key) => (key === "7" && asked++ < 1 ? undefined : list[key]),
    });
    refused(() => attention.forward({ x: [rows] }), { code: "value", where: "x" });
  });

  test("what is no number is said before what has the wrong shape", () => {
    for (const call of [
      () => attention.forward({ x: [["one", 2]], w_q: [[1]] }),
      () => attention.backward({ x: X }, { grad_output: [["one"]] }),
      () => attention.backward({ x: X }, { target: [["one"]] }),
      () => attention.backward({ x: X, grad_output: [["one"]] }),
      () => attention.layerNorm({ x: [["one", 2]], gamma: [1] }),
    ])
      refused(call, { code: "value", message: /\[0\]\[0\] is "one"; give a number/ });
  });

  test("options are checked like problems", () => {
    const refusals = [
      [() => attention.forward({ x: X }, { tensor: ["weights"] }), "tensor", /tensors/],
      [() => attention.forward({ x: X }, { tensors: "weights" }), "tensors", /array/],
      [() => attention.forward({ x: X }, { tensors: ["weigths"] }), "tensors[0]", /weights/],
      [() => attention.backward({ x: X }), "grad_output", /missing/],
      [() => attention.backward({ x: X }, { grad_output: [[1, 2]] }), "grad_output", /3, 2/],
      [() => attention.backward({ x: X }, { grad_output: X, target: X }), "target", /one of the two/],
      [() => attention.backward({ x: X }, { target: X, loss: "mse" }), "loss", /not a known loss/],
      [
        () => attention.backward({ x: X }, { target: [0, 1, 2], loss: "cross_entropy" }),
        undefined,
        /class 2/,
      ],
      [
        () => attention.backward({ x: X }, { target: [0, 1, 0.5], loss: "cross_entropy" }),
        "target[2]",
        /class/,
      ],
      [() => attention.backward({ x: X }, { target: [0, 1], loss: "cross_entropy" }), undefined, /target/],
      [() => attention.softmax({ x: [] }), undefined, /0 features/],
      [() => attention.layerNorm({ x: X, eps: 0 }), "eps", /above 0/],
      [() => attention.layerNorm({ x: X, gamma: [1] }), "gamma[0]", /\[2\]/],
      [() => attention.layerNorm({}), "x", /missing/],
      [() => attention.initialize({ shape: [0, 2] }), "shape[0]", /at least 1/],
      [() => attention.initialize({ shape: [2, 2], init: "he" }), "init", /normal|xavier|kaiming/],
      [() => attention.initialize({ shape: [2, 2], seed: -1 }), "seed", /whole number/],
      [() => attention.initialize({ shape: [1e6, 1e6] }), "shape", /268435456/],
      [() => attention.terms({ x: X }, "scores", [0, 0, 0, 9]), "index", /1, 1, 3, 3/],
      [() => attention.terms({ x: X }, "skores", [0, 0, 0, 0]), "tensor", /scores/],
    ];
    for (const [call, where, message] of refusals) refused(call, { where, message });
  });

  test("the limits are those of the header", () => {
    assert.equal(attention.limits.call_bytes, 512 * 1024 * 1024);
    assert.equal(attention.limits.stepwise_bytes, 256 * 1024 * 1024);
    assert.equal(attention.limits.weighted_values_entries, 2 ** 20);
    assert.equal(attention.limits.fused_length, 32768);
  });

  test("inputs, tensors and scratch of one stepwise call share a limit, whatever the call", () => {
    const size = core.arena.size;
    // numbers that nobody writes or reads take no memory
    const [half, third] = [wide(1, 2 ** 26 + 1), wide(1, 3 * 2 ** 24)];
    const cross = { x: third, x_kv: [[1]], w_q: { shape: [3 * 2 ** 24, 1], data: third.data } };
    for (const call of [
      () => attention.softmax({ x: half }),
      () => attention.softmax({ x: third, grad_output: third }),
      () => attention.layerNorm({ x: half }),
      () => attention.batchNorm({ x: half }),
      () => attention.statistics({ x: wide(2 ** 26, 1) }),
      () => attention.forward(cross),
      () => attention.forward({ stages: [{ id: "a", ...cross }] }),
      () => attention.forward({ x: [[1]], score: "additive", w_1: wide(2 ** 24, 2), w_2: wide(2 ** 24) }),
      () =>
        attention.forward({
          stages: [
            { id: "n", op: "layer_norm", x: [[1]] },
            { id: "a", ...cross },
          ],
        }),
    ])
      refused(call, {
        code: "limit",
        message:
          /inputs, tensors and scratch together need \d+ bytes; one stepwise call takes at most 536870912/,
      });
    assert.equal(core.arena.size, size, "memory was asked for");
  });

  test("what was given is shown as it is, short and on one line", () => {
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

  test("a name that is not known is answered with the one that was meant, else with all of a few, or the nearest", () => {
    const letters = [..."abcdefghijkl"].map((letter) => letter.repeat(9));
    const near = "the nearest one is";
    for (const [given, known, remedy] of [
      ["wieghts", ["x", "weights"], "did you mean weights?"],
      ["WEIGHTS", ["x", "weights"], "did you mean weights?"],
      ["wei", ["x", "weights"], "did you mean weights?"],
      ["weights_of_all", ["x", "weights"], "did you mean weights?"],
      ["we", ["x", "weights"], "give one of x, weights."],
      ["zz", ["weights"], "give weights."],
      ["zz", letters, `give one of ${letters.join(", ")}.`],
      ["zz", [...letters, "query"], `${near} query.`],
      ["", letters, `give one of ${letters.join(", ")}.`],
    ])
      assert.equal(
        unknownName(given, known, "where", "name").message,
        `${JSON.stringify(given)} is not a known name; ${remedy}`,
      );
  });

  test("a chain says which of its stages breaks a limit", () => {
    const [x, y] = [wide(2 ** 24, 2), wide(9000, 2)];
    const states = { w_state: wide(2, 2), w_context: wide(2, 2), initial_state: wide(2) };
    for (const third of [
      { x: y },
      { op: "layer_norm", x },
      { op: "batch_norm", x },
      { op: "residual", x, y: x },
      { op: "geometry", a: y, b: y },
      { op: "recurrent_encoder", x, w_in: wide(2, 2), w_state: wide(2, 2) },
      { op: "recurrent_decoder", encoder_states: y, steps: 9000, ...states },
      { x: wide(1, 3 * 2 ** 25), w_q: wide(3 * 2 ** 25, 1), w_k: wide(3 * 2 ** 25, 1) },
    ]) {
      const stages = [
        { id: "a", x: [[1, 2]] },
        { id: "b", op: "residual", x: "a.x", y: "a.output" },
        { id: "c", ...third },
      ];
      for (const call of ["forward", "backward", "graph"]) {
        const start = call === "backward" ? { grad_output: [[1, 2]] } : {};
        const { where, message } = refused(() => attention[call]({ stages }, start), { code: "limit" });
        assert.match(where, /^stages\[2\]/);
        assert.match(message, /^(In |At |Up to )?stages\[2\]/);
      }
    }
  });

  test("nothing, many times over, is still too much", () => {
    const none = (...shape) => ({ shape, data: [] });
    const [many, q] = [2 ** 31, none(2 ** 31, 1, 0, 1)];
    for (const method of ["forward", "fused"])
      refused(() => attention[method]({ query: q, key: q, value: q }), { code: "limit" });
    refused(() => attention.forward({ x: none(many, 0, 1) }), { code: "limit" });
  });

  test("weighted_values beyond 2^20 entries is omitted, and noted", () => {
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

  test("an unknown build and an absent one are refused", async () => {
    await assert.rejects(createAttention({ build: "fast" }), {
      name: "AttentionError",
      where: "build",
      code: "value",
    });
    await assert.rejects(createAttention({ bild: "simd" }), { name: "AttentionError", code: "value" });
    await assert.rejects(createAttention({ ["b".repeat(100)]: 1 }), { where: "b".repeat(60) });
  });
});
