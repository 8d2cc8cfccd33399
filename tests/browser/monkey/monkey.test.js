import assert from "node:assert/strict";
import { test } from "node:test";
import { monkey, told } from "./monkey.js";

const seed = Number(process.env.SEED ?? 7);

test("500 moves that nobody planned leave two players with a picture, playing, and no more in the page", async (t) => {
  const measured = await monkey({ seed, actions: 400, first: 100 });
  t.diagnostic(`seed ${seed}: ${told(measured)}`);
  // the heap still grows with the code that is run the first time; 10,000 moves tell more
  for (const { metric, before, after } of measured.slice(1))
    assert.ok(after <= before * 1.1, `${metric} grew from ${before} to ${after}`);
});
