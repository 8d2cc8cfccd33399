// Where WebAssembly is forbidden: the same C as JavaScript, from attention-fallback.js.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { PLAN } from "../../web/core/structs.js";
import { loadCore } from "../../web/core/wasm.js";
import { refused, sameTrace as same } from "../helpers/compare.js";
import { fresh, start } from "../helpers/fresh.js";
import { fewOrMany } from "../helpers/full.js";
import { randomProblem } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";
import { root } from "../setup/system.js";

const MIB = 1048576;

describe("the build js", () => {
  let js, scalar;
  before(async () => {
    [js, scalar] = await Promise.all(["js", "scalar"].map((build) => createAttention({ build })));
  });

  /** A long problem: two heads that look back, biases, an output projection. */
  function long(draw, rows) {
    const w = () => draw.tensor([16, 16]);
    const projections = { w_q: w(), w_k: w(), w_v: w(), w_o: w(), b_q: draw.tensor([16]) };
    return { x: draw.tensor([rows, 16]), ...projections, heads: 2, causal: true };
  }

  test("whole numbers of 64 bits go in and come out as they are", async () => {
    for (const build of ["js", "scalar"]) {
      const { functions, arena, at } = await loadCore(build);
      for (const [batch, heads, q_len, units] of [
        [1n, 3n, 17n, 9n],
        [2n ** 20n, 2n ** 10n, 2n ** 13n, 2n ** 40n],
        [1n, 2n ** 31n + 1n, 8n, 2n ** 31n + 1n],
      ]) {
        const sizes = { batch, heads, q_len };
        for (const [name, size] of Object.entries(sizes))
          arena.view().setBigInt64(at.plan + PLAN.at[name], size, true);
        assert.equal(functions.attn_fused_units(at.plan), units, `${build}: ${batch}, ${heads}, ${q_len}`);
      }
      assert.equal(functions.attn_first_non_finite(at.data, 0n, 0), -1n);
    }
  });

  test("a run in slices gives the bits of one call, cut wherever the clock says", async () => {
    const draw = chance(8);
    const { now } = performance;
    // every look at the clock finds it later than allowed
    let time = 0;
    performance.now = () => (time += 100);
    try {
      for (let round = 0; round < fewOrMany(6, 20); round++) {
        const problem = randomProblem(draw, { most: 9 });
        const want = scalar.forward(problem);
        same(await js.run("forward", problem), want);
        const start = { grad_output: draw.tensor(want.output.shape) };
        same(await js.run("backward", problem, start), scalar.backward(problem, start));
        same(await js.run("fused", problem), { ...scalar.fused(problem) });
        const some = { tensors: ["weights", "output"] };
        same(await js.run("forward", problem, some), scalar.forward(problem, some));
      }
    } finally {
      performance.now = now;
    }
  });

  test("work stops when its time is over, and not before", async () => {
    const problem = long(chance(4), 100);
    const { now } = performance;
    /** How often the page has its turn, by a clock that goes on by so many milliseconds at every look. */
    const turns = async (step) => {
      let [time, count, over] = [0, 0, false];
      const turn = () => (count++, over || setImmediate(turn));
      performance.now = () => (time += step);
      try {
        setImmediate(turn);
        await js.run("forward", problem);
      } finally {
        performance.now = now;
        over = true;
      }
      return count;
    };
    const [never, often, always] = [await turns(0), await turns(1), await turns(100)];
    assert.ok(never < 100, `${never} turns while the clock stands still`);
    assert.ok(often > 2 * never && always > 2 * often, `${never}, ${often}, ${always} turns`);
  });

  test("a chain is worked off stage by stage", async () => {
    const problem = {
      stages: [
        { id: "look", ...long(chance(2), 100) },
        { id: "sum", op: "residual", x: "look.x", y: "look.output" },
        { id: "again", op: "attention", x: "sum.output", causal: true },
      ],
    };
    same(await js.run("forward", problem), scalar.forward(problem));
    const start = { target: chance(3).tensor([1, 100, 16]) };
    same(await js.run("backward", problem, start), scalar.backward(problem, start));
  });

  test("other calls answer while a long run is under way", async () => {
    const [problem, small] = [long(chance(4), 100), { x: [[1, 2]] }];
    const want = scalar.forward(small);
    let [turns, over] = [0, false];
    const turn = () => {
      turns++;
      same(js.forward(small), want);
      if (!over) setImmediate(turn);
    };
    setImmediate(turn);
    const grad_output = chance(5).tensor([100, 16]);
    same(await js.run("backward", problem, { grad_output }), scalar.backward(problem, { grad_output }));
    over = true;
    assert.ok(turns > 2, `${turns} turns`);
  });

  test("an abort in the middle ends the run with its reason", async () => {
    const cancel = new AbortController();
    setImmediate(() => cancel.abort(new Error("enough")));
    await assert.rejects(js.run("forward", long(chance(6), 300), { signal: cancel.signal }), {
      message: "enough",
    });
  });

  test("memory grows by copying: no number of 50 MB is lost", () => {
    const half = (/** @type {number} */ factor) => ({
      shape: [1024, 4096],
      data: Float32Array.from({ length: 4 * MIB }, (_, n) => factor * (n % 8191)),
    });
    const { data } = js.forward({ stages: [{ id: "sum", op: "residual", x: half(1), y: half(0.5) }] })[
      "sum.output"
    ];
    assert.equal(
      data.findIndex((sum, n) => sum !== 1.5 * (n % 8191)),
      -1,
    );
  });

  test("memory that cannot grow is told, and the next call works", async () => {
    const core = await loadCore("js");
    for (const bytes of [2048 * MIB, 4096 * MIB, 8192 * MIB])
      assert.equal(refused(() => core.call((_, arena) => arena.reach(bytes))).code, "memory");
    const { ArrayBuffer: Real } = globalThis;
    globalThis.ArrayBuffer = new Proxy(Real, {
      construct(Buffer, [bytes]) {
        if (bytes > 8 * MIB) throw new RangeError("Array buffer allocation failed");
        return new Buffer(bytes);
      },
    });
    try {
      assert.equal(refused(() => js.forward({ x: chance(7).tensor([2000, 8]) })).code, "memory");
    } finally {
      globalThis.ArrayBuffer = Real;
    }
    same(js.forward({ x: [[1, 2]] }), scalar.forward({ x: [[1, 2]] }));
  });
});

describe("who takes it", () => {
  const builds = `console.log(await createAttention().then((a) => a.build, (e) => e.code + " " + e.message));`;

  test("a page that forbids it, asked once", () => {
    const forbid = `let tries = 0; WebAssembly.Module = function () {
      tries++;
      throw new WebAssembly.CompileError("violates the following Content Security Policy directive: unsafe-eval");
    };`;
    const light = `await (await import("./web/core/forward.js")).createForward();`;
    assert.equal(fresh(`${start} ${forbid} ${light} ${builds} console.log(tries);`), "js\n1");
  });

  test("an engine on which both modules compute wrong numbers", () => {
    const lie = `const Real = WebAssembly.Instance; WebAssembly.Instance = function (module, imports) {
      const { attn_checksum: right, ...rest } = new Real(module, imports).exports;
      return { exports: { ...rest, attn_checksum: (...what) => right(...what) + 1 } };
    };`;
    assert.equal(fresh(`${start} ${lie} ${builds}`), "js");
  });

  test("nobody who has WebAssembly: the file is not even read", () => {
    const told = `console.log(Symbol.for("attention-player.fallback") in globalThis);`;
    assert.equal(fresh(`${start} await createAttention(); ${told}`), "false");
  });

  test("where the file is missing one sentence says which, where, and what else would help", () => {
    const folder = mkdtempSync(join(tmpdir(), "attention-player-"));
    try {
      cpSync(join(root, "web"), folder, {
        recursive: true,
        filter: (name) => !/attention-fallback|objects|native/.test(name),
      });
      const from = `const { createAttention } = await import(${JSON.stringify(join(folder, "index.js"))});`;
      assert.equal(
        fresh(`${from} delete globalThis.WebAssembly; ${builds}`),
        "unsupported WebAssembly is forbidden here, and attention-fallback.js, which does without it, could not be loaded; " +
          "put it beside the player's own file, or let the page's script-src have 'wasm-unsafe-eval'.",
      );
      const asked = `console.log(await createAttention({ build: "js" }).catch((e) => e.message), (await createAttention()).build);`;
      assert.equal(
        fresh(`${from} ${asked}`),
        "The build js could not load attention-fallback.js from beside the player's own file; " +
          "omit build to use one that runs. simd",
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
