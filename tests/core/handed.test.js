// Query, key and value handed in as they are: what must agree, and what a mask hides in them.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAttention } from "../../web/index.js";

const row = (...numbers) => [numbers];

for (const build of ["simd", "scalar", "js"])
  describe(`query, key and value as they are, ${build}`, () => {
    test("a value for every key, or an error that names both lengths", async () => {
      const attention = await createAttention({ build });
      const problem = {
        query: row(1, 0),
        key: [...row(1, 0), ...row(0, 1)],
        value: [...row(1), ...row(2), ...row(3)],
      };
      for (const call of ["forward", "fused"])
        assert.throws(
          () => attention[call](problem),
          ({ name, code, where, message }) => {
            assert.equal(name, "AttentionError");
            assert.equal(code, "shape");
            assert.equal(where, "value[0]");
            assert.match(message, /value has 3 entries.*key.* 2/);
            return true;
          },
        );
    });

    test("a value behind the mask weighs 0, whatever it is", async () => {
      const attention = await createAttention({ build });
      const { weighted_values, mixed } = attention.forward({
        query: [...row(1, 0), ...row(0, 1)],
        key: [...row(1, 0), ...row(0, 1)],
        value: [...row(5, 6), ...row(NaN, Infinity)],
        mask: [...row(true, false), ...row(true, false)],
      });
      assert.deepEqual([...weighted_values.data], [5, 6, 5, 6, 0, 0, 0, 0]);
      assert.deepEqual([...mixed.data], [5, 6, 5, 6]);
    });
  });
