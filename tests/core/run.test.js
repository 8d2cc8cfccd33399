// Long runs: the same result, in pieces, with progress and cancel.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { Pool } from "../../web/core/workers/pool.js";
import { runOffThread, workersOf } from "../helpers/off-thread.js";
import { loadCore } from "../../web/core/wasm.js";
import { sameBits } from "../helpers/compare.js";
import { fresh, start } from "../helpers/fresh.js";
import { fewOrMany } from "../helpers/full.js";
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
    for (let round = 0; round < fewOrMany(10, 40); round++) {
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
});

describe("workers", () => {
  const draw = chance(2);
  const problem = {
    ...{ x: draw.tensor([2, 333, 24]), w_q: draw.tensor([24, 40]), w_k: draw.tensor([24, 20]) },
    ...{ w_v: draw.tensor([24, 12]), w_o: draw.tensor([24, 8]) },
    ...{ heads: 4, kv_heads: 2, causal: true, window: [100, -1] },
  };
  // enough work for three
  const large = {
    query: draw.tensor([2, 6, 401, 40]),
    key: draw.tensor([2, 3, 450, 40]),
    value: draw.tensor([2, 3, 450, 24]),
    key_mask: draw.flags([2, 450]),
    causal: true,
    causal_offset: 200,
  };
  const projected = { ...problem, x: draw.tensor([2, 900, 24]), window: [700, 100], causal: false };
  let attention, core;
  before(async () => {
    attention = await createAttention();
    core = await loadCore("auto");
  });

  test("share the rows: one, two, three or none, the bits are the same", async () => {
    for (const given of [problem, large, projected]) {
      const want = attention.fused(given);
      for (const workers of [0, 1, 2, 3]) {
        const got = await attention.run("fused", given, { workers });
        for (const name of Object.keys(want)) sameBits(got[name], want[name], `${name} by ${workers}`);
      }
    }
  });

  test("are no more than the work is worth", async (t) => {
    const take = t.mock.method(Pool.prototype, "take");
    const workersFor = async (given) => {
      const before = take.mock.callCount();
      await attention.run("fused", given, { workers: 3 });
      return take.mock.callCount() - before;
    };
    assert.equal(await workersFor(large), 3);
    assert.equal(await workersFor({ x: [[1, 2]] }), 1);
    const { x, w_o: _, ...rest } = problem;
    assert.equal(await workersFor({ ...rest, x: { shape: [0, 24], data: x.data.subarray(0, 0) } }), 0);
  });

  test("where there are no channels of messages either, as in a test's own world, it runs by the clock", async (t) => {
    const problem = { x: draw.tensor([1, 600, 16]) };
    const { MessageChannel } = globalThis;
    Reflect.deleteProperty(globalThis, "MessageChannel");
    t.after(() => Object.assign(globalThis, { MessageChannel }));
    const got = await attention.run("fused", problem, { workers: 0 });
    sameBits(got.output, attention.fused(problem).output);
  });

  /** A pool of which two workers die in the middle of a job. */
  function mortal() {
    const pool = Object.assign(new Pool(), { killed: 0 });
    const meet = (channel) => {
      const run = channel.run.bind(channel);
      channel.run = (job) => {
        const answer = run(job);
        if (channel.answered && pool.killed < 2) (pool.killed++, channel.close());
        return answer;
      };
    };
    workersOf(pool, { meet });
    return pool;
  }

  test("that die are replaced, and their share is done again", async () => {
    for (const given of fewOrMany([large], [problem, large, projected])) {
      const pool = mortal();
      const want = attention.fused(given);
      for (let round = 0; round < 2; round++) {
        const got = await runOffThread(core, pool, "fused", given, { workers: 2 });
        for (const name of Object.keys(want)) sameBits(got[name], want[name], name);
      }
      assert.equal(pool.killed, 2);
      assert.ok(!pool.refused);
      pool.close();
    }
  });

  test("where they are refused the run is done without them", async () => {
    for (const take of [
      () => {
        throw new Error("refused");
      },
      function () {
        const channel = Pool.prototype.take.call(this);
        queueMicrotask(() => channel.close());
        return channel;
      },
    ]) {
      const pool = Object.assign(new Pool(), { take });
      const got = await runOffThread(core, pool, "fused", problem, {});
      sameBits(got.output, attention.fused(problem).output);
      assert.ok(pool.refused);
      const trace = await runOffThread(core, pool, "forward", problem, {});
      sameBits(trace.output, attention.forward(problem).output);
    }
  });

  test("run chains too, forward and backward", async () => {
    const { w_q, w_k, w_v, w_o: _, x, ...options } = problem;
    const chain = {
      stages: [
        { id: "one", op: "attention", x, w_q, w_k, w_v, ...options },
        { id: "two", op: "attention", x: "one.output", causal: true },
        { id: "three", op: "residual", x: "one.output", y: "two.output" },
        { id: "four", op: "layer_norm", x: "three.output" },
      ],
    };
    assert.deepEqual(await attention.run("forward", chain), attention.forward(chain));
    const options_ = { target: draw.tensor([2, 333, 24]), loss: "squared_error" };
    assert.deepEqual(await attention.run("backward", chain, options_), attention.backward(chain, options_));
  });

  test("read the problem at once: what the caller changes later is not seen, not even when a worker dies", async () => {
    const copyOf = ({ shape, data }) => ({ shape, data: data.slice() });
    for (const given of fewOrMany([large], [problem, large])) {
      const names = ["x", "query", "key", "value"].filter((name) => given[name]);
      const want = attention.fused(given);
      for (const [workers, pool] of [
        [0, new Pool()],
        [2, new Pool()],
        [2, mortal()],
      ])
        for (let round = 0; round < 2; round++) {
          const mine = { ...given };
          for (const name of names) mine[name] = copyOf(given[name]);
          const running = runOffThread(core, pool, "fused", mine, { workers });
          for (const name of names) mine[name].data.fill(0);
          sameBits((await running).output, want.output);
        }
    }
  });

  test("do not keep a process alive that has nothing left to do", { timeout: 20000 }, () => {
    const run = `await (await createAttention()).run("fused", { x: [[1, 2]] });`;
    assert.equal(fresh(`${start} ${run} console.log("done");`), "done");
  });
});
