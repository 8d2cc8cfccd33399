// The pool of workers and the buffers that go to and fro.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { Buffers } from "../../web/core/workers/buffers.js";
import { Pool, processors } from "../../web/core/workers/pool.js";
import { runOffThread, workersOf } from "../helpers/off-thread.js";
import { loadCore } from "../../web/core/wasm.js";
import { sameBits } from "../helpers/compare.js";
import { matrix } from "../helpers/matrix.js";
import { chance } from "../helpers/random.js";

const MiB = 2 ** 20;

describe("a buffer", () => {
  test("is the smallest of those at hand that fits, else a new one", () => {
    const buffers = new Buffers();
    const [small, middle, large] = [1, 2, 8].map((size) => buffers.take(size * MiB));
    for (const buffer of [large, small, middle]) buffers.give(buffer);
    assert.equal(buffers.take(1.5 * MiB), middle);
    assert.equal(buffers.take(1), small);
    assert.equal(buffers.take(2 * MiB), large);
    const fresh = buffers.take(1);
    assert.ok(![small, middle, large].includes(fresh) && fresh.byteLength > 0);
  });

  test("has the room asked for, and little more", () => {
    for (const bytes of [0, 1, 65536, 65537, 300000, MiB, 5 * MiB + 4, 100 * MiB]) {
      const { byteLength } = new Buffers().take(bytes);
      assert.ok(byteLength >= bytes && byteLength <= Math.max(1.25 * bytes, bytes + 65536), `${bytes}`);
    }
  });

  test("is not kept beyond 64 MiB in all, nor when the pool rests", () => {
    const buffers = new Buffers();
    const [one, two] = [buffers.take(40 * MiB), buffers.take(40 * MiB)];
    buffers.give(one);
    buffers.give(two);
    assert.equal(buffers.take(1), one);
    assert.notEqual(buffers.take(1), two);
    buffers.give(one);
    buffers.clear();
    assert.notEqual(buffers.take(1), one);
    buffers.give(two);
    assert.equal(buffers.take(1), two);
  });
});

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

  test("uses its workers and buffers again", async () => {
    const { pool, channels, run } = watched();
    await run();
    const { kept } = pool.buffers;
    const inputs = 3 * 1000 * 64 * 4;
    assert.ok(kept > inputs && kept < 8 * inputs, `${kept} bytes kept`);
    for (let round = 0; round < 2; round++) await run();
    assert.equal(channels.size, 2);
    assert.ok(pool.buffers.kept <= 1.5 * kept, `${kept} bytes kept, then ${pool.buffers.kept}`);
    pool.close();
    assert.equal(pool.buffers.kept, 0);
  });

  test("hands its buffers over, and copies none", async () => {
    const { pool, run } = watched();
    const taken = [];
    const take = pool.buffers.take.bind(pool.buffers);
    pool.buffers.take = (bytes) => {
      const buffer = take(bytes);
      taken.push(buffer);
      return buffer;
    };
    await run();
    // the first holds the run's own copy of the inputs
    const [, ...sent] = taken;
    assert.ok(sent.length > 2);
    assert.ok(sent.every(({ byteLength }) => byteLength === 0));
    pool.close();
  });

  test("gives all memory back when no run comes for ten seconds, and works again", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { pool, channels, run } = watched();
    const alive = () => [...channels].map(({ dead }) => !dead);
    await run();
    t.mock.timers.tick(6000);
    await run();
    t.mock.timers.tick(9999);
    assert.deepEqual(alive(), [true, true]);
    assert.ok(pool.buffers.kept > 0);
    t.mock.timers.tick(1);
    assert.deepEqual(alive(), [false, false]);
    assert.equal(pool.buffers.kept, 0);
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
