// One C source in three builds: whatever is asked, simd, scalar and js give the same bits. The other tests ask one of them.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { Chain } from "../../web/core/chain.js";
import { Forward } from "../../web/core/forward.js";
import { loadCore } from "../../web/core/wasm.js";
import { MultiHeadAttentionLayer, createAttention, createTraining } from "../../web/index.js";
import { sameTrace } from "../helpers/compare.js";
import { fewOrMany } from "../helpers/full.js";
import { randomChain, randomProblem, recurrentChain } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";

const BUILDS = /** @type {const} */ (["simd", "scalar", "js"]);
const engines = await Promise.all(BUILDS.map((build) => createAttention({ build })));
const [simd] = engines;
after(() => engines.forEach((engine) => engine.close()));

/** Asks every build the same, and compares each tensor of the answers. */
async function agree(what, ask) {
  const [want, ...answers] = await Promise.all(engines.map(async (engine, n) => ask(engine, BUILDS[n])));
  for (const [n, got] of answers.entries()) sameTrace(got, want, `${BUILDS[n + 1]}, ${what}`);
}

describe("simd, scalar and js give the same bits", () => {
  test("names themselves", () =>
    assert.deepEqual(
      engines.map(({ build }) => build),
      BUILDS,
    ));

  test("for random problems, with NaN and infinities in some: backward, fused, and fused tile by tile", async () => {
    const draw = chance(12);
    for (let round = 0; round < fewOrMany(80, 600); round++) {
      const problem = randomProblem(draw, { most: 12 });
      if (round % 4 === 0) {
        const { data } = problem.x_kv ?? problem.value;
        data[draw.below(data.length)] = draw.one([NaN, Infinity, -Infinity, 3e38, 1e-45]);
      }
      const grad_output = draw.tensor(simd.forward(problem, { tensors: ["output"] }).output.shape);
      await agree(`problem ${round}`, (engine) => engine.backward(problem, { grad_output }));
      await agree(`problem ${round}, fused`, (engine) => ({ ...engine.fused(problem) }));
      await agree(`problem ${round}, tiles`, (engine) => engine.fused(problem, { tile: 3, trace: true }));
    }
  });

  test("for problems large enough for sums in chunks", async () => {
    const draw = chance(4);
    for (const masks of [{ causal: true }, { window: [5, 9] }, { key_mask: draw.flags([107]), softcap: 2 }]) {
      const w = () => draw.tensor([40, 80], 0.2);
      const problem = { x: draw.tensor([107, 40]), w_q: w(), w_k: w(), w_v: w(), heads: 2, ...masks };
      const grad_output = draw.tensor([107, 80]);
      await agree("a large problem", (engine) => engine.backward(problem, { grad_output }));
      await agree("a large problem, fused", (engine) => ({ ...engine.fused(problem) }));
    }
  });

  test("for chains of every op", async () => {
    const draw = chance(6);
    for (let round = 0; round < fewOrMany(20, 100); round++) {
      const { stages, shape } = round % 2 ? recurrentChain(draw) : { stages: randomChain(draw), shape: null };
      const last = `${stages.at(-1).id}.output`;
      const grad_output = draw.tensor(shape ?? simd.forward({ stages })[last].shape);
      await agree(`chain ${round}`, (engine) => engine.backward({ stages }, { grad_output }));
    }
  });

  test("and so do the modules of first pictures, which have the forward pass alone", async () => {
    const [one, all] = [new Forward(await loadCore("forward")), new Chain(await loadCore("chain"))];
    assert.ok(!("attn_backward" in all.core.functions));
    const draw = chance(13);
    for (let round = 0; round < fewOrMany(20, 100); round++) {
      const problem = randomProblem(draw);
      for (const core of [one, all]) sameTrace(core.forward(problem), simd.forward(problem), `${round}`);
      const { stages } = round % 2 ? recurrentChain(draw) : { stages: randomChain(draw) };
      const trace = simd.forward({ stages });
      sameTrace(all.forward({ stages }), trace, `chain ${round}`);
      const last = Object.keys(trace).findLast((name) => trace[name].data?.length > 0);
      const index = trace[last].shape.map(() => 0);
      assert.deepEqual(all.terms({ stages }, last, index), simd.terms({ stages }, last, index));
    }
  });

  test("for single tools", async () => {
    const draw = chance(7);
    const rows = () => draw.tensor([7, 37]);
    const x = rows();
    const given = { x, gamma: draw.tensor([37]), beta: draw.tensor([37]), grad_output: rows() };
    const running = { running_mean: draw.tensor([37]), running_var: draw.flags([37], 1), training: false };
    await agree("softmax", (engine) => engine.softmax({ x, grad_output: given.grad_output }));
    await agree("layerNorm", (engine) => engine.layerNorm(given));
    await agree("batchNorm", (engine) => engine.batchNorm({ ...given, training: true }));
    await agree("batchNorm, running", (engine) => engine.batchNorm({ ...given, ...running }));
    await agree("statistics", (engine) => engine.statistics({ x, edges: [-1, -0.5, 0, 1.5] }));
    await agree("entropy", (engine) => engine.entropy({ x: engine.softmax({ x }).output }));
    for (const init of /** @type {const} */ (["normal", "xavier", "kaiming"]))
      await agree(init, (engine) => ({ drawn: engine.initialize({ shape: [9, 13], init, seed: 5 }) }));
  });

  test("for the steps of a layer and of a training", async () => {
    const draw = chance(8);
    const [x, target] = [draw.tensor([6, 4]), draw.tensor([6, 4])];
    for (const how of [{ momentum: 0.9 }, { optimizer: "adam" }])
      await agree(JSON.stringify(how), async (_, build) => {
        const layer = await MultiHeadAttentionLayer.create({ d_model: 4, heads: 2, build });
        for (let step = 0; step < 30; step++) layer.trainStep(x, target, how);
        const { w_q, w_k, w_v, w_o, b_q, b_o } = layer;
        return { w_q, w_k, w_v, w_o, b_q, b_o, ...layer.gradients };
      });
    await agree("training", async (_, build) => {
      const training = await createTraining({ task: "lookup", heads: 2, d_k: 5, batch: 3, build });
      await training.run(20);
      return training.parameters;
    });
  });
});
