// The numbers: every bit of every tensor is what Node gives.
import assert from "node:assert/strict";
import { createAttention } from "../../../web/index.js";
import { presets } from "../../helpers/presets.js";
import { randomProblem } from "../../helpers/problems.js";
import { chance } from "../../helpers/random.js";
import { record, replay, toReplay } from "../../helpers/replay.js";

/** @type {Promise<any[]> | undefined} */
let known;

/** All presets and twenty drawn problems, forward, backward and fused. */
function calls() {
  return (known ??= createAttention().then((attention) => {
    const { recorder, calls } = record(attention);
    const draw = chance(2025);
    const drawn = Array.from({ length: 20 }, () => randomProblem(draw));
    for (const problem of [...Object.values(presets).map(({ problem }) => problem), ...drawn]) {
      const trace = recorder.forward(problem);
      const last = problem.stages ? `${problem.stages.at(-1).id}.` : "";
      recorder.backward(problem, { grad_output: trace[`${last}logits`] ?? trace[`${last}output`] });
      if (!problem.stages) recorder.fused(problem);
    }
    return calls;
  }));
}

/** @type {(build: string) => (at: import("../pages.js").Pages, say: (text: string) => void) => Promise<void>} */
const sameBits = (build) => async (at, say) => {
  await at.page("");
  const made = await calls();
  const got = await at.evaluate(replay, ...toReplay(build, made));
  assert.equal(got.build, build);
  assert.deepEqual(got.wrong, []);
  say(
    `${made.reduce((sum, { hashes }) => sum + Object.keys(hashes).length, 0)} tensors of ${made.length} calls`,
  );
};

/** Runs in the page: a run that takes a while, in workers and in slices, beside the plain call. */
async function runInWorkers() {
  const attention = await AttentionPlayer.createAttention();
  const tensor = (step) => ({
    shape: [1, 1200, 32],
    data: Float32Array.from({ length: 1200 * 32 }, (_, n) => ((n * step) % 19) / 8 - 1),
  });
  const problem = { query: tensor(7), key: tensor(11), value: tensor(13), causal: true };
  const want = attention.fused(problem);
  const same = (got) =>
    Object.keys(want).every((name) => got[name].data.every((x, n) => Object.is(x, want[name].data[n])));
  const results = [];
  for (const workers of [2, 0]) results.push(same(await attention.run("fused", problem, { workers })));
  attention.close();
  return results;
}

/** @type {import("./index.js").Behaviours} */
export const computes = {
  "every bit, SIMD": sameBits("simd"),
  "every bit, scalar": sameBits("scalar"),
  "every bit, JavaScript": sameBits("js"),

  "every bit in workers, from the disk too": async (at) => {
    for (const file of [false, true]) {
      await at.page("", { script: "classic", file });
      assert.deepEqual(
        await at.evaluate(runInWorkers),
        [true, true],
        file ? "from the disk" : "from a server",
      );
    }
  },
};
