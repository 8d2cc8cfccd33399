// An attention cut into blocks of query rows: small, every block has the bits of the whole.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { queryRows } from "../../web/core/query-rows.js";
import { sizesOf } from "../../web/core/rows.js";
import { createAttention } from "../../web/index.js";
import { fewOrMany } from "../helpers/full.js";
import { chance } from "../helpers/random.js";
import { anyProblem } from "../scene/helpers/problems.js";

const attention = await createAttention({ build: "scalar" });
after(() => attention.close());

/** The problem with its tensors as shape and data. @param {Record<string, any>} problem */
function typed(problem) {
  const made = { ...problem };
  for (const name of ["x", "x_kv", "x_v", "query", "key", "value"]) {
    if (!Array.isArray(problem[name])) continue;
    const shape = [];
    for (let level = problem[name]; Array.isArray(level); level = level[0]) shape.push(level.length);
    made[name] = { shape, data: problem[name].flat(Infinity) };
  }
  return made;
}

test("blocks of queries have the bits of the whole", () => {
  const draw = chance(91);
  for (let k = 0; k < fewOrMany(100, 400); k++) {
    const problem = anyProblem(draw, { most: 5 });
    const whole = attention.forward(problem);
    const [batches, heads, q_len, kv_len] = whole.weights.shape;
    assert.deepEqual(sizesOf(problem), { batches, heads, q_len, kv_len }, JSON.stringify(problem));
    const item = draw.below(batches);
    const count = draw.from(1, q_len);
    for (let first = 0; first < q_len; first += count) {
      const given = draw.maybe() ? problem : typed(problem);
      const block = attention.forward(queryRows(given, first, count, item));
      const rows = Math.min(count, q_len - first);
      assert.deepEqual(block.weights.shape, [1, heads, rows, kv_len]);
      for (let h = 0; h < heads; h++) {
        const own = block.weights.data.subarray(h * rows * kv_len, (h + 1) * rows * kv_len);
        const from = ((item * heads + h) * q_len + first) * kv_len;
        assert.deepEqual(
          own,
          whole.weights.data.subarray(from, from + rows * kv_len),
          JSON.stringify(problem),
        );
      }
    }
  }
});
