// Long runs: the same result, in pieces, with progress and cancel.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { sameBits } from "../helpers/compare.js";
import { randomProblem } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";

describe("run", () => {
  let attention;
  const draw = chance(1);
  const long = {
    query: draw.tensor([2, 1500, 32]),
    key: draw.tensor([1, 1500, 32]),
    value: draw.tensor([1, 1500, 32]),
    causal: true,
  };
  before(async () => {
    attention = await createAttention();
  });

  test("gives what the call gives, to the bit", async () => {
    for (let round = 0; round < 40; round++) {
      const problem = randomProblem(draw, { most: 20 });
      const { output } = attention.forward(problem);
      assert.deepEqual(
        await attention.run("forward", problem, { tensors: ["output"] }).then((t) => t.output),
        output,
      );
      const options = { grad_output: output };
      assert.deepEqual(
        await attention.run("backward", problem, options),
        attention.backward(problem, options),
      );
      const [got, want] = [await attention.run("fused", problem), attention.fused(problem)];
      for (const name of Object.keys(want)) sameBits(got[name], want[name], name);
    }
  });

  test("tells its progress, and lets other runs and timers come in between", async () => {
    const shares = [];
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    const running = attention.run("fused", long, { onProgress: (share) => shares.push(share) });
    attention.forward({ x: [[1, 2]] });
    const got = await running;
    clearInterval(timer);
    sameBits(got.output, attention.fused(long).output);
    assert.ok(shares.length > 2 && ticks > 2, `${shares.length} shares, ${ticks} ticks`);
    assert.equal(shares.at(-1), 1);
    assert.ok(shares.every((share, n) => n === 0 || share > shares[n - 1]));
  });

  test("is ended by its signal, with the signal's reason, and the next run works", async () => {
    const reason = new Error("enough");
    const controller = new AbortController();
    const running = attention.run("fused", long, {
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    });
    await assert.rejects(running, (error) => error === reason);
    await assert.rejects(
      attention.run("forward", { x: [[1]] }, { signal: AbortSignal.abort(reason) }),
      (error) => error === reason,
    );
    const later = new AbortController();
    const waiting = attention.run("forward", { x: [[1]] }, { signal: later.signal });
    later.abort(reason);
    await assert.rejects(waiting, (error) => error === reason);
    assert.deepEqual((await attention.run("fused", { x: [[1]] })).output.shape, [1, 1, 1]);
  });

  test("is ended by close, after which the attention still works", async () => {
    const running = attention.run("fused", long);
    attention.close();
    await assert.rejects(running, { name: "AttentionError" });
    assert.deepEqual(attention.fused({ x: [[1]] }).output.shape, [1, 1, 1]);
    assert.deepEqual((await attention.run("fused", { x: [[1]] })).output.shape, [1, 1, 1]);
  });

  test("refuses like the call", async () => {
    await assert.rejects(attention.run("forwards", { x: [[1]] }), { name: "AttentionError", where: "run" });
    await assert.rejects(attention.run("fused", { x: [[1], [1, 2]] }), {
      name: "AttentionError",
      code: "shape",
    });
    await assert.rejects(attention.run("forward", { x: [[1]] }, { workers: -1 }), { where: "workers" });
    await assert.rejects(attention.run("forward", { x: [[1]] }, { worker: 1 }), { name: "AttentionError" });
    await assert.rejects(attention.run("fused", { stages: [{ id: "a", x: [[1]] }] }), {
      code: "unsupported",
    });
  });
});
