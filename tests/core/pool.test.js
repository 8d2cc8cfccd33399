// The pool of workers.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { Pool, processors } from "../../web/core/workers/pool.js";
import { runOffThread, workersOf } from "../helpers/off-thread.js";
import { loadCore } from "../../web/core/wasm.js";
import { sameBits } from "../helpers/compare.js";
import { matrix } from "../helpers/matrix.js";
import { chance } from "../helpers/random.js";

describe("a pool", async () => {
  const attention = await createAttention();
  const core = await loadCore("auto");
  const draw = chance(3);
  const problem = {
    query: draw.tensor([1000, 64]),
    key: draw.tensor([1000, 64]),
    value: draw.tensor([1000, 64]),
  };

  /** A pool, the workers it handed out, and a run that must give the right numbers. */
  function watched() {
    const pool = new Pool();
    const channels = workersOf(pool);
    const run = async (given = problem, workers = 2) => {
      const got = await runOffThread(core, pool, "fused", given, { workers });
      sameBits(got.output, attention.fused(given).output);
    };
    return { pool, channels, run };
  }

  test("gives a run as many workers as there are processors, from 1 to 8", () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, "navigator");
    try {
      for (const [hardwareConcurrency, workers] of matrix("0 1; 1 1; 6 6; 8 8; 64 8")) {
        const value = { hardwareConcurrency };
        Object.defineProperty(globalThis, "navigator", { value, configurable: true });
        assert.equal(processors(), workers);
      }
    } finally {
      if (own) Object.defineProperty(globalThis, "navigator", own);
      else Reflect.deleteProperty(globalThis, "navigator");
    }
  });

  test("ends its workers when no run comes for ten seconds, and works again", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { pool, channels, run } = watched();
    const alive = () => [...channels].map(({ dead }) => !dead);
    await run();
    t.mock.timers.tick(6000);
    await run();
    t.mock.timers.tick(9999);
    assert.deepEqual(alive(), [true, true]);
    t.mock.timers.tick(1);
    assert.deepEqual(alive(), [false, false]);
    await run();
    assert.equal(channels.size, 4);
    pool.close();
  });

  test("gives the memory of a worker back at once when it is more than 64 MiB", async () => {
    const { pool, channels, run } = watched();
    const wide = (length) => ({ shape: [length, 1000], data: new Float32Array(1000 * length).fill(1) });
    await run({ query: wide(17500), key: wide(1), value: { shape: [1, 1], data: [5] } });
    const [channel] = channels;
    assert.ok(channel.dead);
    await run();
    pool.close();
  });

  test("does not go on with a worker in which a job failed", async () => {
    const { pool, channels, run } = watched();
    await run();
    const broken = { ...core, at: { ...core.at, plan: 2 ** 31 }, call: core.call.bind(core) };
    const running = runOffThread(broken, pool, "fused", problem, { workers: 2 });
    await assert.rejects(running, { name: "AttentionError", code: "internal" });
    await run();
    assert.ok(channels.size > 2);
    pool.close();
  });
});
