// SEED and ACTIONS choose others: SEED=5 ACTIONS=2000 node --test tests/browser/monkey/monkey.full.js
import assert from "node:assert/strict";
import { test } from "node:test";
import { monkey, told } from "./monkey.js";

const seeds = process.env.SEED ? [Number(process.env.SEED)] : [1, 2, 3];
const actions = Number(process.env.ACTIONS ?? 10_000);

for (const seed of seeds)
  test(
    `${actions} moves that nobody planned, seed ${seed}: no error, nothing stuck, nothing grows`,
    { timeout: 3_600_000 },
    async (t) => {
      const measured = await monkey({ seed, actions, first: 2000 });
      t.diagnostic(`seed ${seed}: ${told(measured)}`);
      for (const { metric, before, after } of measured)
        assert.ok(after <= before * 1.1, `${metric} grew from ${before} to ${after}`);
    },
  );
