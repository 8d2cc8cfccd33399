// The plan of a run is kept for the next one of the same shapes and options, and for no other.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { Attention } from "../../web/core/attention.js";
import { Core } from "../../web/core/core.js";
import { loadCore } from "../../web/core/wasm.js";
import { chance } from "../helpers/random.js";

describe("the plan of a run", () => {
  let core, attention;
  before(async () => {
    const { build, restart, module } = await loadCore("auto");
    core = new Core(build, restart(), restart, module);
    attention = new Attention(core);
  });
  const draw = chance(3);
  const heads = (count = 2, rows = 3) => draw.tensor([1, count, rows, 4]);
  const problem = (more = {}) => ({ query: heads(), key: heads(), value: heads(), ...more });
  const planned = (given, call = "forward") => {
    attention[call](given);
    return core.plan;
  };

  test("is that of the run before, whatever its numbers", () => {
    for (const options of [
      {},
      { heads: 2, kv_heads: 2, scale: 0.3, softcap: 2, causal: true, causal_offset: 1, window: [2, 1] },
      { score: "bilinear", w_score: draw.tensor([4, 4]), mask: draw.flags([3, 3], 1) },
    ]) {
      const plan = planned(problem(options));
      assert.equal(planned(problem(options)), plan, Object.keys(options).join());
      // what is said of the numbers' names changes nothing that is computed
      assert.equal(planned(problem({ ...options, labels: { query: ["a", "b", "c"] } })), plan);
      // a copy of a list is the same list
      if (options.window) assert.equal(planned(problem({ ...options, window: [...options.window] })), plan);
    }
  });

  test("is another where a shape or an option is another", () => {
    const options = { scale: 0, window: [2, 1], causal: true, softcap: 2 };
    for (const other of [
      { scale: -0 },
      { scale: 1 },
      { scale: undefined },
      { window: [2, 0] },
      { window: undefined },
      { causal: "bottom-right" },
      { softcap: 3 },
      { causal_offset: 0 },
      { heads: 2 },
      { mask: draw.flags([3, 3], 1) },
      { value: draw.tensor([1, 2, 3, 5]) },
      { query: heads(4) },
      { query: heads(2, 4) },
    ]) {
      const plan = planned(problem(options));
      assert.notEqual(planned(problem({ ...options, ...other })), plan, Object.keys(other).join());
    }
    const plan = planned(problem());
    assert.notEqual(planned(problem(), "fused"), plan);
  });
});
