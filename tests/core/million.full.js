// A million rounds of make, run and drop end where they began: no byte of the module's memory more, no heap that grows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { MultiHeadAttentionLayer, createAttention } from "../../web/index.js";
import { loadCore } from "../../web/core/wasm.js";
import { randomProblem } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";

const ROUNDS = Number(process.env.ROUNDS ?? 1e6);

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
const heap = () => {
  collect();
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
};

test(`${ROUNDS} rounds end where they began`, async (t) => {
  const attention = await createAttention();
  const core = await loadCore("auto");
  const draw = chance(1);
  const problems = Array.from({ length: 50 }, () => randomProblem(draw, { most: 6 }));
  const outputs = problems.map((problem) => attention.forward(problem).output);
  const rounds = async (count) => {
    for (let round = 0; round < count; round++) {
      const n = round % problems.length;
      attention.forward(problems[n]);
      if (round % 10 === 0) attention.backward(problems[n], { grad_output: outputs[n] });
      if (round % 10 === 1) attention.fused(problems[n]);
      if (round % 100 === 0) {
        const layer = await MultiHeadAttentionLayer.create({ d_model: 4, heads: 2, seed: round });
        layer.trainStep([[1, 2, 3, 4]], [[4, 3, 2, 1]]);
      }
    }
  };
  await rounds(ROUNDS / 10);
  const [size, before] = [core.arena.size, heap()];
  await rounds(ROUNDS);
  const grown = heap() - before;
  t.diagnostic(`module's memory ${core.arena.size - size} bytes more, heap ${grown} bytes more`);
  assert.equal(core.arena.size, size);
  assert.ok(grown < 2 * 1048576, `${grown} bytes`);
});
