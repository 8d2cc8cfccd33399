import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { plain } from "../../web/element/plain.js";
import { createAttention } from "../../web/index.js";

const x = [
  [1, 2],
  [3, 4],
];

/** A proxy as frameworks make them: whatever is read from it is wrapped in turn. */
const deep = (target) =>
  new Proxy(target, {
    get: (from, key, receiver) => {
      const value = Reflect.get(from, key, receiver);
      return typeof value === "object" && value !== null ? deep(value) : value;
    },
  });

class Problem {
  #hidden = 1;
  x = x;
  get own() {
    return this.#hidden;
  }
}

/** What a page may hand over, all of it the same problem. */
const wrapped = {
  "a plain object": { x },
  "a proxy": new Proxy({ x }, {}),
  "a proxy of proxies": deep({ x }),
  "a proxy with typed arrays in it": deep({ x: { shape: [2, 2], data: Float32Array.of(1, 2, 3, 4) } }),
  "a proxy over memory that a worker shares": deep({
    x: { shape: [2, 2], data: new Float32Array(new SharedArrayBuffer(16)).fill(2) },
  }),
  "what is frozen": Object.freeze({ x: Object.freeze(x.map(Object.freeze)) }),
  "a getter": {
    get x() {
      return x;
    },
  },
  "an instance of a class": new Problem(),
  "an object without a prototype": Object.assign(Object.create(null), { x }),
};

describe("a page's problem as plain data", () => {
  for (const [name, problem] of Object.entries(wrapped))
    test(`${name} is read, and can be copied`, async () => {
      const attention = await createAttention();
      const made = plain(problem);
      assert.deepEqual(attention.forward(made).x.shape, [1, 2, 2]);
      assert.deepEqual(Object.keys(structuredClone(made)), ["x"]);
    });

  test("what the page does later is not seen", () => {
    const given = { x: [[1, 2]], w_q: { shape: [2, 1], data: Float32Array.of(1, 2) } };
    const made = plain(given);
    given.x[0][0] = 9;
    given.w_q.data[0] = 9;
    assert.deepEqual(made, { x: [[1, 2]], w_q: { shape: [2, 1], data: Float32Array.of(1, 2) } });
  });

  test("what stands in several places is copied once", () => {
    const row = Array(1000).fill(1);
    const made = plain({ x: Array(100_000).fill(row), w_q: row });
    assert.equal(made.x[0], made.x[99_999]);
    assert.equal(made.x[0], made.w_q);
  });

  test("a key that is a prototype's name stays a key, and no prototype is changed", () => {
    const made = plain(JSON.parse('{"__proto__":{"polluted":1},"x":[[1]]}'));
    assert.deepEqual(Object.keys(made), ["__proto__", "x"]);
    assert.equal({}.polluted, undefined);
  });

  test("what cannot be read, or never ends, is refused with its place", () => {
    const thrower = () => {
      throw new Error("the page's own");
    };
    const itself = [[1]];
    itself.push(itself);
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    let abyss = [];
    for (let i = 0; i < 1e5; i++) abyss = [abyss];
    const bad = [
      [Object.defineProperty({}, "x", { get: thrower, enumerable: true }), "value", "x"],
      [{ stages: [{ id: "a", x }, new Proxy({ w_q: x }, { get: thrower })] }, "value", "stages[1].w_q"],
      [new Proxy({}, { ownKeys: thrower }), "value", "problem"],
      [{ x: proxy }, "value", "x"],
      [{ x: itself }, "value", "x"],
      [{ x: abyss }, "value", "x"],
      [{ x: Array(1e9) }, "limit", "x"],
      [{ x, w_q: new Uint8Array(1 << 26) }, "limit", "w_q"],
    ];
    for (const [problem, code, where] of bad)
      assert.throws(
        () => plain(problem),
        (error) => error.name === "AttentionError" && error.code === code && error.where === where,
        where,
      );
  });

  test("what is no data is left for the core to refuse", () => {
    const none = () => 1;
    assert.deepEqual(plain({ x: none, w_q: 1n, w_k: "a", w_v: undefined }), {
      ...{ x: none, w_q: 1n, w_k: "a", w_v: undefined },
    });
    assert.equal(plain(7), 7);
  });
});
