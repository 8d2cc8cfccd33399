// Workers that fail, each in its own way, and runs that come in crowds: every run ends, and the next one finds all whole.
import assert from "node:assert/strict";
import { EventEmitter, getEventListeners, on } from "node:events";
import { before, describe, test } from "node:test";
import threads from "node:worker_threads";
import { createAttention } from "../../web/index.js";
import { Channel } from "../../web/core/workers/channel.js";
import { Pool } from "../../web/core/workers/pool.js";
import { runOffThread, workersOf } from "../helpers/off-thread.js";
import { source } from "../../web/core/workers/worker.js";
import { loadCore } from "../../web/core/wasm.js";
import { sameBits } from "../helpers/compare.js";
import { fewOrMany } from "../helpers/full.js";
import { chance } from "../helpers/random.js";

const MiB = 2 ** 20;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const attention = await createAttention();
const core = await loadCore("auto");
const draw = chance(1);
const split = (...shape) => Object.fromEntries(["query", "key", "value"].map((name) => [name, draw.tensor(shape)])); // prettier-ignore
const [problem, long] = [split(2, 300, 16), split(2000, 32)];
const METHODS = {
  forward: [{ tensors: ["output"] }, "output"],
  backward: [{ target: draw.tensor([1, 300, 32]), tensors: ["grad_query"] }, "grad_query"],
  fused: [{}, "output"],
};

/** A pool, the workers that it handed out, and a run that must give the right numbers. */
function watched() {
  const pool = new Pool();
  const channels = workersOf(pool, { taken: ({ dead }) => assert.ok(!dead) });
  const run = async (method, options = {}) => {
    const [own, name] = METHODS[method];
    const got = await runOffThread(core, pool, method, problem, { ...own, ...options });
    sameBits(got[name], attention[method](problem, own)[name], method);
  };
  return { pool, channels, run };
}

/** Puts another worker in place of the first of Node's own that is started. */
function firstIs(t, Other) {
  const { Worker } = threads;
  let started = 0;
  t.mock.method(threads, "Worker", function (...given) {
    return new (started++ === 0 ? Other : Worker)(...given);
  });
}

/** A worker with a text of its own in place of ours. */
const saying = (text) =>
  class extends threads.Worker {
    constructor(_, options) {
      const port = `const port = process.getBuiltinModule("node:worker_threads").parentPort;`;
      super(new URL(`data:text/javascript,${encodeURIComponent(port + text)}`), options);
    }
  };

describe("a worker", () => {
  const onJob = (deed) => `port.on("message", () => { ${deed} }); port.postMessage({});`;
  const begun = "port.postMessage({ begun: true });";
  const FAULTS = {
    "that throws at load": `throw new Error("planted");`,
    "that ends at load": `process.exit(0);`,
    "that throws at its first job": onJob(`throw new Error("planted");`),
    "that ends in the midst of a job": onJob(`${begun} process.exit(1);`),
    "that never starts": `port.on("message", () => {});`,
    "that starts and never begins": onJob(""),
    "that begins and never ends": onJob(begun),
  };
  // each method meets some of the faults; in full, all of them
  for (const [n, [what, text]] of Object.entries(FAULTS).entries())
    for (const method of fewOrMany([Object.keys(METHODS)[n % 3]], Object.keys(METHODS)))
      test(`${what} is replaced within 5 seconds: ${method}`, async (t) => {
        t.mock.timers.enable({ apis: ["setInterval"] });
        const { pool, channels, run } = watched();
        t.after(() => pool.close());
        // workers are not forbidden here
        await run(method);
        pool.clear();
        const before = channels.size;
        firstIs(t, saying(text));
        const running = run(method);
        await pause(0);
        const first = [...channels][before];
        // a worker takes longer to start than these seconds
        while (text.endsWith("port.postMessage({});") && !first.answered && !first.dead) await pause(10);
        let seconds = 0;
        for (; !first.dead; seconds++) {
          await pause(40);
          t.mock.timers.tick(1000);
        }
        assert.ok(seconds <= 5, `${seconds} seconds`);
        await running;
        assert.equal(pool.free, 8);
        await run(method);
        assert.ok(!pool.refused);
      });

  test("that died while nobody used it is not taken", async (t) => {
    const { pool, channels, run } = watched();
    t.after(() => pool.close());
    for (let round = 0; round < 2; round++) {
      await Promise.all(["forward", "fused", "backward"].map((method) => run(method)));
      for (const channel of channels) channel.close();
    }
    assert.ok(!pool.refused);
  });

  test("is given nothing that cannot be sent: the run is done without it", async (t) => {
    const { pool, run } = watched();
    t.after(() => pool.close());
    t.mock.method(threads.Worker.prototype, "postMessage", () => {
      throw new DOMException("planted", "DataCloneError");
    });
    await run("forward");
    assert.ok(pool.refused);
  });

  /** A worker that says what the test has it say. */
  function played(t) {
    t.mock.timers.enable({ apis: ["setInterval"] });
    const worker = Object.assign(new EventEmitter(), {
      ref() {},
      unref() {},
      terminate() {},
      postMessage() {},
    });
    t.mock.method(threads, "Worker", function () {
      return worker;
    });
    const channel = new Channel();
    const outcome = (end) =>
      channel.run({ end, writes: [], calls: [], reads: [] }).then(
        () => "answered",
        (error) => error.constructor.name,
      );
    return { worker, channel, outcome };
  }
  const seconds = (t, count) => {
    for (let second = 0; second < count; second++) t.mock.timers.tick(1000);
  };

  test("says that it has started, that it began a job, and what came of it", async () => {
    const worker = new threads.Worker(source, { eval: true });
    const replies = on(worker, "message");
    const next = async () => (await replies.next()).value[0];
    try {
      assert.deepEqual(await next(), {});
      const job = { module: core.module, end: core.at.data + 16 };
      const address = core.at.data;
      const writes = [[address, new Uint8Array(Float32Array.of(1, 2).buffer)]];
      const calls = [["attn_all_finite", address, 2n]];
      worker.postMessage({ ...job, writes, calls, reads: [[address, 2]] });
      assert.deepEqual(await next(), { begun: true });
      const { result } = await next();
      assert.deepEqual(result, { results: [1], reads: [Float32Array.of(1, 2)] });
      worker.postMessage({ ...job, module: undefined, writes, calls: [["no_such_call"]], reads: [] });
      assert.deepEqual(await next(), { begun: true });
      assert.equal((await next()).failed, "internal");
      worker.postMessage({ ...job, module: undefined, end: 2 ** 33, writes: [], calls: [], reads: [] });
      assert.deepEqual(await next(), { begun: true });
      assert.equal((await next()).failed, "memory");
    } finally {
      await worker.terminate();
    }
  });

  test("that computes for long is left to it, as long as the slowest machine may take", async (t) => {
    const { worker, channel, outcome } = played(t);
    const long = outcome(64 * MiB);
    worker.emit("message", {});
    worker.emit("message", { begun: true });
    seconds(t, 60);
    assert.ok(!channel.dead);
    worker.emit("message", { result: { results: [], reads: [] } });
    assert.equal(await long, "answered");
    const short = outcome(1 * MiB);
    worker.emit("message", { begun: true });
    seconds(t, 4);
    assert.ok(!channel.dead);
    seconds(t, 1);
    assert.equal(await short, "WorkerDied");
  });

  test("whose end the engine tells of is given up at once", async (t) => {
    for (const event of ["error", "messageerror", "exit"]) {
      const { worker, channel, outcome } = played(t);
      const job = outcome(1 * MiB);
      worker.emit(event, new Error("planted"));
      assert.equal(await job, "WorkerDied");
      assert.ok(channel.dead);
      t.mock.reset();
    }
  });

  test("of a page that is closed before it answers leaves no address behind", (t) => {
    t.mock.method(process, "getBuiltinModule", () => undefined);
    const revoked = t.mock.method(URL, "revokeObjectURL");
    globalThis.Worker = class extends EventTarget {
      terminate() {}
    };
    t.after(() => delete globalThis.Worker);
    new Channel().close();
    assert.equal(revoked.mock.callCount(), 1);
  });

  test("that has said that it began a job must begin the next one in time", async (t) => {
    const { worker, channel, outcome } = played(t);
    const [one, two] = [outcome(256 * MiB), outcome(256 * MiB)];
    worker.emit("message", {});
    worker.emit("message", { begun: true });
    seconds(t, 100);
    worker.emit("message", { result: { results: [], reads: [] } });
    assert.equal(await one, "answered");
    seconds(t, 4);
    assert.ok(!channel.dead);
    seconds(t, 1);
    assert.equal(await two, "WorkerDied");
  });

  test("that dies three times leaves the run to the page, and no progress is told twice", async (t) => {
    const pool = new Pool();
    t.after(() => pool.close());
    const meet = (channel) => {
      const run = channel.run.bind(channel);
      let jobs = 0;
      channel.run = (job) => (++jobs > 2 && channel.close(), run(job));
    };
    workersOf(pool, { meet });
    const shares = [];
    const onProgress = (share) => shares.push(share);
    const { output } = await runOffThread(core, pool, "fused", long, { workers: 1, onProgress });
    sameBits(output, attention.fused(long).output);
    assert.ok(pool.refused && shares.length > 2, `${shares}`);
    assert.ok(
      shares.every((share, n) => n === 0 || share > shares[n - 1]),
      `${shares}`,
    );
  });

  test("is told how much it has to do, so that a long job is not taken for a dead worker", async (t) => {
    const pool = new Pool();
    t.after(() => pool.close());
    const jobs = [];
    const meet = (channel) => {
      const run = channel.run.bind(channel);
      channel.run = (job) => (jobs.push(job), run(job));
    };
    workersOf(pool, { meet });
    await runOffThread(core, pool, "fused", long, { workers: 1 });
    assert.ok(jobs.length > 2);
    for (const { calls, work } of jobs) {
      const rows = 8 * Number(calls.at(-1).at(-1));
      const products = rows * 2000 * (32 + 32);
      assert.ok(work >= products && work < 2 * products, `${work} for ${products} products`);
    }
  });

  test("is not dead because the page itself stood still", async (t) => {
    const { channel, worker, outcome } = played(t);
    const { now } = performance;
    const job = outcome(1 * MiB);
    t.mock.method(performance, "now", () => now.call(performance) + 60000);
    t.mock.timers.tick(1000);
    assert.ok(!channel.dead);
    worker.emit("message", { result: { results: [], reads: [] } });
    assert.equal(await job, "answered");
  });
});

describe("runs in a crowd", () => {
  const tokens = draw.tensor([64, 8]);
  const chain = { stages: ["a", "b"].map((id) => ({ id, x: id === "a" ? tokens : "a.output" })) };
  const ways = [
    ["forward", { x: tokens }, { tensors: ["output"] }, "output"],
    ["backward", { x: tokens }, { target: tokens, tensors: ["grad_x"] }, "grad_x"],
    ["fused", { x: tokens }, {}, "output"],
    ["forward", chain, { tensors: ["b.output"] }, "b.output"],
  ];

  /** Many runs, half of them aborted while the others go on: each has the right numbers or its signal's reason. */
  async function crowd(pool, shared, options) {
    const ended = { answered: 0, aborted: 0 };
    const aborts = [];
    const all = Array.from({ length: fewOrMany(60, 200) }, async (_, n) => {
      const [method, given, own, name] = draw.one(ways);
      const controller = new AbortController();
      const signal = draw.maybe(0.3) ? shared.signal : controller.signal;
      const running = runOffThread(core, pool, method, given, { ...own, ...options, signal });
      if (draw.maybe()) {
        const reason = new Error(`enough of ${n}`);
        // at the start, or when so many others have ended
        aborts.push({ after: draw.below(30), abort: () => controller.abort(reason) });
        controller.signal.reason_ = reason;
      }
      try {
        const got = await running;
        sameBits(got[name], attention[method](given, own)[name], `${method} ${n}`);
        ended.answered++;
      } catch (error) {
        assert.equal(error, controller.signal.reason_);
        ended.aborted++;
      }
      const over = ended.answered + ended.aborted;
      for (const { after, abort } of aborts) if (after <= over) abort();
      assert.equal(getEventListeners(controller.signal, "abort").length, 0);
    });
    await Promise.all(all);
    return ended;
  }

  for (const [where, options] of Object.entries({ "in workers": {}, "without workers": { workers: 0 } }))
    test(`many at once, aborted at random, ${where}`, async (t) => {
      const warn = t.mock.method(process, "emitWarning", () => {});
      const pool = new Pool();
      t.after(() => pool.close());
      const most = { now: 0, ever: 0 };
      const { release } = pool;
      workersOf(pool, { taken: () => (most.ever = Math.max(most.ever, ++most.now)) });
      pool.release = (channel) => {
        most.now--;
        release.call(pool, channel);
      };
      const shared = new AbortController();
      const first = await crowd(pool, shared, options);
      t.diagnostic(`${first.answered} answered, ${first.aborted} aborted`);
      assert.ok(first.answered > 6 && first.aborted > 6);
      assert.ok(most.ever <= 8, `${most.ever} workers`);
      assert.equal(pool.free, 8);
      assert.equal(getEventListeners(shared.signal, "abort").length, 0);
      assert.equal(warn.mock.callCount(), 0);
      const [method, given, own, name] = ways[0];
      const after = await runOffThread(core, pool, method, given, own);
      sameBits(after[name], attention[method](given, own)[name]);
    });

  test("a signal that is aborted while the problem is read ends its run", async () => {
    const controller = new AbortController();
    const x = Object.defineProperty([[1, 2]], "0", { get: () => (controller.abort("now"), [1, 2]) });
    await attention.run("forward", { x }, { signal: controller.signal }).then(
      () => assert.fail("it was not ended"),
      (reason) => assert.equal(reason, "now"),
    );
  });
});
