// The pool of workers and the buffers that go to and fro.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { Bags } from "../../web/core/bags.js";
import { Hand, Pool } from "../../web/core/pool.js";
import { runOffThread } from "../../web/core/run.js";
import { loadCore } from "../../web/core/wasm.js";
import { sameBits } from "../helpers/compare.js";
import { chance } from "../helpers/random.js";

const MiB = 2 ** 20;

describe("a bag", () => {
  test("is the smallest of those at hand that fits, else a new one", () => {
    const bags = new Bags();
    const [small, middle, large] = [1, 2, 8].map((size) => bags.take(size * MiB));
    for (const bag of [large, small, middle]) bags.give(bag);
    assert.equal(bags.take(1.5 * MiB), middle);
    assert.equal(bags.take(1), small);
    assert.equal(bags.take(2 * MiB), large);
    const fresh = bags.take(1);
    assert.ok(![small, middle, large].includes(fresh) && fresh.byteLength > 0);
  });

  test("has the room asked for, and little more", () => {
    for (const bytes of [0, 1, 65536, 65537, 300000, MiB, 5 * MiB + 4, 100 * MiB]) {
      const { byteLength } = new Bags().take(bytes);
      assert.ok(byteLength >= bytes && byteLength <= Math.max(1.25 * bytes, bytes + 65536), `${bytes}`);
    }
  });

  test("is not kept beyond 64 MiB in all, nor when the pool rests", () => {
    const bags = new Bags();
    const [one, two] = [bags.take(40 * MiB), bags.take(40 * MiB)];
    bags.give(one);
    bags.give(two);
    assert.equal(bags.take(1), one);
    assert.notEqual(bags.take(1), two);
    bags.give(one);
    bags.clear();
    assert.notEqual(bags.take(1), one);
    bags.give(two);
    assert.equal(bags.take(1), two);
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
  const never = new AbortController().signal;

  /** A pool, the workers it handed out, and a run that must give the right numbers. */
  function watched() {
    const pool = new Pool();
    const hands = new Set();
    const take = pool.take.bind(pool);
    pool.take = () => {
      const hand = take();
      hands.add(hand);
      return hand;
    };
    const run = async (given = problem, workers = 2) => {
      const got = await runOffThread(core, pool, "fused", given, { workers }, never);
      sameBits(got.output, attention.fused(given).output);
    };
    return { pool, hands, run };
  }

  test("uses its workers and bags again", async () => {
    const { pool, hands, run } = watched();
    await run();
    const { kept } = pool.bags;
    const inputs = 3 * 1000 * 64 * 4;
    assert.ok(kept > inputs && kept < 8 * inputs, `${kept} bytes kept`);
    for (let round = 0; round < 5; round++) await run();
    assert.equal(hands.size, 2);
    assert.ok(pool.bags.kept <= 1.5 * kept, `${kept} bytes kept, then ${pool.bags.kept}`);
    pool.close();
    assert.equal(pool.bags.kept, 0);
  });

  test("gives all memory back when no run comes for ten seconds, and works again", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { pool, hands, run } = watched();
    const held = () => [...hands].map(({ holds }) => holds > 0);
    await run();
    t.mock.timers.tick(6000);
    await run();
    t.mock.timers.tick(9999);
    assert.deepEqual(held(), [true, true]);
    assert.ok(pool.bags.kept > 0);
    t.mock.timers.tick(1);
    assert.deepEqual(held(), [false, false]);
    assert.equal(pool.bags.kept, 0);
    await run();
    assert.equal(hands.size, 2);
    pool.close();
  });

  test("gives the memory of a worker back at once when it is more than 64 MiB", async () => {
    const { pool, hands, run } = watched();
    const wide = (length) => ({ shape: [length, 1000], data: new Float32Array(1000 * length).fill(1) });
    await run({ query: wide(17500), key: wide(1), value: { shape: [1, 1], data: [5] } });
    const [hand] = hands;
    assert.equal(hand.holds, 0);
    await run();
    assert.ok(hand.holds > 0);
    pool.close();
  });

  test("does not go on with a worker in which a job failed", async () => {
    const { pool, hands, run } = watched();
    await run();
    const broken = {
      ...core,
      at: { ...core.at, plan: 2 ** 31 },
      call: core.call.bind(core),
      plans: core.plans,
    };
    const running = runOffThread(broken, pool, "fused", problem, { workers: 2 }, never);
    await assert.rejects(running, { name: "AttentionError", code: "internal" });
    await run();
    assert.ok(hands.size > 2);
    pool.close();
  });
});
