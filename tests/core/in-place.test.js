// A problem like the last one takes a short way into memory: nothing about the answer may tell which way it came.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { forwardInPlace } from "../../web/core/attention/full-trace.js";
import { loadCore } from "../../web/core/wasm.js";
import { createAttention } from "../../web/index.js";
import { refused, sameBits } from "../helpers/compare.js";
import { fewOrMany } from "../helpers/full.js";
import { randomProblem } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";

const attention = await createAttention();
const core = await loadCore("auto");
const long = { x: { shape: [3, 5], data: new Float32Array(15) } };

/** The answer when the last problem was another one. */
function fromTheStart(problem) {
  attention.forward(long);
  return attention.forward(problem);
}

function same(got, want) {
  assert.deepEqual(Object.keys(got), Object.keys(want));
  for (const name of Object.keys(want))
    if (name === "notes") assert.deepEqual(got.notes, want.notes);
    else sameBits(got[name], want[name], name);
}

const problem = () => ({
  x: [
    [1, 0, 1],
    [0, 2, NaN],
  ],
  w_q: [
    [1, 2],
    [0.1, 3],
    [4, 1],
  ],
  w_k: [
    [1, 0],
    [0, 1],
    [1, 1],
  ],
  w_v: [[3], [1], [-2]],
  b_v: [0.5],
  bias: [[0.25, -Infinity]],
  mask: [
    [true, true],
    [false, true],
  ],
  causal: true,
  scale: 0.5,
});

describe("a problem like the last one", () => {
  test("has the same answer as one that is read from the start", () => {
    const draw = chance(11);
    for (let round = 0; round < fewOrMany(60, 300); round++) {
      const one = randomProblem(draw, { most: 4 });
      const want = fromTheStart(one);
      same(attention.forward(one), want);
      same(attention.forward({ version: 1, ...structuredClone(one) }), want);
    }
    same(attention.forward(problem()), fromTheStart(problem()));
  });

  test("takes the short way, and one of another form does not", () => {
    attention.forward(problem());
    const entriesOf = (change) => Object.entries({ ...problem(), ...change });
    same(forwardInPlace(core, entriesOf({ b_v: [7] })), fromTheStart({ ...problem(), b_v: [7] }));
    for (const change of [{ b_v: [7, 8] }, { scale: 2 }, { causal: false }, { w_v: null }, { softcap: 3 }]) {
      attention.forward(problem());
      assert.equal(forwardInPlace(core, entriesOf(change)), undefined);
    }
  });

  test("is read anew: an entry changed in place is seen, and a choice of another kind", () => {
    const one = problem();
    attention.forward(one);
    one.x[1][2] = 7;
    one.w_v[0][0] = 1e30;
    one.mask[1][0] = true;
    same(attention.forward(one), fromTheStart(structuredClone(one)));
    for (const change of [
      { scale: 2 },
      { scale: null },
      { causal: false },
      { mask: [[1, 0]] },
      { bias: 0.5 },
      {
        bias: [
          [0.25, -1],
          [1, 2],
        ],
      },
      { b_v: { shape: [1], data: [2] } },
      { x: [[1, 2, 3]], mask: null, bias: null },
      { labels: { x: ["a", "b"] } },
      { softcap: 3 },
    ]) {
      const changed = { ...one, ...change };
      const want = fromTheStart(changed);
      fromTheStart(one);
      same(attention.forward(changed), want);
    }
  });

  test("is another one when its scale changes from 0 to -0", () => {
    const [zero, minus] = [0, -0].map((scale) => ({ ...problem(), scale }));
    const want = fromTheStart(minus);
    for (const method of ["forward", "fused"]) {
      attention[method](zero);
      same(attention.forward(minus), want);
    }
  });

  test("keeps nothing of what the caller has, and gives nothing of what it keeps", () => {
    const one = problem();
    const want = fromTheStart(one);
    const first = attention.forward(one);
    for (const tensor of Object.values(first)) if (tensor.data) (tensor.data.fill(9), (tensor.shape[0] = 99));
    first.notes.omitted.push("x");
    same(attention.forward(one), want);
    const buffers = Object.values(attention.forward(one)).flatMap(({ data }) => (data ? [data.buffer] : []));
    assert.equal(new Set(buffers).size, buffers.length);
  });

  test("stands again after a call that broke off", () => {
    const one = problem();
    const want = fromTheStart(one);
    refused(() => attention.forward({ ...one, x: [[1, 0, 1], [2]] }));
    same(attention.forward(one), want);
    attention.backward(one, { target: { shape: [2, 1], data: [1, 2] } });
    attention.fused(one);
    same(attention.forward(one), want);
  });
});
