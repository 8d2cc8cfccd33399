// A problem like the last one takes a short way: its plan is kept, and its tensors go where the last ones stood. That nothing
// about an answer tells which way it came: fresh.test.js.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Attention } from "../../web/core/attention.js";
import { Core } from "../../web/core/core.js";
import { forwardInPlace } from "../../web/core/attention/full-trace.js";
import { loadCore } from "../../web/core/wasm.js";
import { sameTrace } from "../helpers/compare.js";
import { matrix } from "../helpers/matrix.js";
import { chance } from "../helpers/random.js";

const { build, restart, module } = await loadCore("auto");
const core = new Core(build, restart(), restart, module);
const attention = new Attention(core);

/** The answer when the last problem was another one. */
function fromTheStart(problem) {
  attention.forward({ x: { shape: [3, 5], data: new Float32Array(15) } });
  return attention.forward(problem);
}

const problem = () => ({
  ...{ x: matrix("1 0 1; 0 2 NaN"), w_q: matrix("1 2; 0.1 3; 4 1"), w_k: matrix("1 0; 0 1; 1 1") },
  ...{ w_v: [[3], [1], [-2]], b_v: [0.5], bias: [[0.25, -Infinity]] },
  ...{ mask: matrix("1 1; 0 1").map((row) => row.map(Boolean)), causal: true, scale: 0.5 },
});

test("the plan is that of the run before, whatever its numbers and their names", () => {
  const draw = chance(3);
  const heads = () => draw.tensor([1, 2, 3, 4]);
  const planOf = (options) => {
    attention.forward({ query: heads(), key: heads(), value: heads(), ...structuredClone(options) });
    return core.plan;
  };
  for (const options of [
    {},
    { heads: 2, kv_heads: 2, scale: 0.3, softcap: 2, causal: true, causal_offset: 1, window: [2, 1] },
    { score: "bilinear", w_score: draw.tensor([4, 4]), mask: draw.flags([3, 3], 1) },
  ]) {
    const plan = planOf(options);
    assert.equal(planOf(options), plan, Object.keys(options).join());
    assert.equal(planOf({ ...options, labels: { query: ["a", "b", "c"] } }), plan);
  }
});

test("tensors go where the last ones stood; those of another form do not", () => {
  const entriesOf = (change) => Object.entries({ ...problem(), ...change });
  attention.forward(problem());
  sameTrace(forwardInPlace(core, entriesOf({ b_v: [7] })), fromTheStart({ ...problem(), b_v: [7] }));
  for (const change of [{ b_v: [7, 8] }, { scale: 2 }, { causal: false }, { w_v: null }, { softcap: 3 }]) {
    attention.forward(problem());
    assert.equal(forwardInPlace(core, entriesOf(change)), undefined);
  }
});

test("an entry that was changed in place is seen", () => {
  const one = problem();
  attention.forward(one);
  one.x[1][2] = 7;
  one.w_v[0][0] = 1e30;
  one.mask[1][0] = true;
  sameTrace(attention.forward(one), fromTheStart(structuredClone(one)));
});

test("nothing of what the caller has is kept, and nothing of what is kept is given", () => {
  const one = problem();
  const want = fromTheStart(one);
  const first = attention.forward(one);
  assert.deepEqual(one, problem());
  const tensors = Object.values(first).filter(({ data }) => data);
  assert.equal(new Set(tensors.map(({ data }) => data.buffer)).size, tensors.length);
  for (const { data, shape } of tensors) {
    assert.equal(data.byteLength, data.buffer.byteLength);
    data.fill(9);
    shape[0] = 99;
  }
  first.notes.omitted.push("x");
  sameTrace(attention.forward(one), want);
});
