// Memory: refused cleanly, returned after large runs, and the same after a million runs as before.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { MultiHeadAttentionLayer, createAttention } from "../../web/index.js";
import { loadCore } from "../../web/core/wasm.js";
import { refused, sameBits, sameTrace } from "../helpers/compare.js";
import { fewOrMany } from "../helpers/full.js";
import { matrix } from "../helpers/matrix.js";
import { randomProblem } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";

const X = matrix("1 2; 3 4");
const large = (rows) => ({ shape: [rows, 8], data: new Float32Array(rows * 8).fill(0.5) });
const PAGE = 65536;

/** Runs with a memory.grow that refuses from its n-th call on, or at that call alone. */
function withRefusal(nth, { once }, use) {
  const { grow } = WebAssembly.Memory.prototype;
  let calls = 0;
  WebAssembly.Memory.prototype.grow = function (pages) {
    calls++;
    if (once ? calls === nth : calls >= nth)
      throw new RangeError("WebAssembly.Memory.grow(): failed to grow");
    return grow.call(this, pages);
  };
  try {
    return use();
  } finally {
    WebAssembly.Memory.prototype.grow = grow;
  }
}

describe("memory", () => {
  let attention, core, layer;
  before(async () => {
    attention = await createAttention();
    core = await loadCore("auto");
    layer = await MultiHeadAttentionLayer.create({ d_model: 8, heads: 2 });
  });

  const CALLS = {
    forward: () => attention.forward({ x: large(700) }),
    "forward with masks": () => attention.forward({ x: large(700), causal: true, causal_offset: -900 }),
    backward: () => attention.backward({ x: large(600) }, { target: large(600) }),
    fused: () => attention.fused({ query: large(64), key: large(30000), value: large(30000) }),
    softmax: () => attention.softmax({ x: large(300000) }),
    layerNorm: () => attention.layerNorm({ x: large(300000), grad_output: large(300000) }),
    batchNorm: () => attention.batchNorm({ x: large(300000) }),
    initialize: () => attention.initialize({ shape: [900, 900] }),
    terms: () => attention.terms({ x: large(700) }, "scores", [0, 0, 0, 0]),
    "a chain": () =>
      attention.forward({
        stages: [
          { id: "a", x: large(700) },
          { id: "b", op: "layer_norm", x: "a.output" },
        ],
      }),
    "a layer's step": () => layer.trainStep(large(600), large(600)),
  };
  for (const [name, call] of Object.entries(CALLS))
    test(`when memory runs out at the n-th request, for every n, ${name} fails cleanly and the next call works`, () => {
      const want = attention.forward({ x: X });
      let refusals = 0;
      for (const once of [true, false])
        for (let nth = 1; ; nth++) {
          forget(core);
          let failed = false;
          withRefusal(nth, { once }, () => {
            try {
              call();
            } catch (error) {
              assert.equal(error.name, "AttentionError", String(error.stack));
              assert.equal(error.code, "memory", error.message);
              failed = true;
            }
          });
          sameBits(attention.forward({ x: X }).output, want.output);
          if (!failed) break;
          refusals++;
        }
      assert.ok(refusals >= 2, `${refusals} refusals`);
    });

  /** As if the page had just started: the next call has to ask for memory. */
  function forget(core) {
    refused(() =>
      core.call(() => {
        throw new Error("planted");
      }),
    );
  }

  test("a matrix that finds no memory to be copied to is named, with the engine's own reason", async () => {
    const attention = await createAttention();
    const cause = new RangeError("Array buffer allocation failed");
    const Floats = globalThis.Float32Array;
    globalThis.Float32Array = class extends Floats {
      constructor(...given) {
        if (given[0] === 2 * 3) throw cause;
        super(...given);
      }
    };
    try {
      const rows = matrix("1 2 3; 4 5 6");
      const error = refused(() => attention.forward({ x: X, x_kv: rows }), { code: "memory", where: "x_kv" });
      assert.equal(error.cause, cause);
    } finally {
      globalThis.Float32Array = Floats;
    }
  });

  test("a memory that answers -1 instead of throwing is understood", () => {
    forget(core);
    const { grow } = WebAssembly.Memory.prototype;
    WebAssembly.Memory.prototype.grow = () => -1;
    try {
      refused(() => attention.forward({ x: large(2000) }), { code: "memory" });
    } finally {
      WebAssembly.Memory.prototype.grow = grow;
    }
  });

  test("the refusal says how much memory the run had come to need", () => {
    const message = /^This run needs 40 MiB of memory, which is not available; give smaller inputs\.$/;
    const full = (_, arena) => {
      arena.reach(40 * 1048576);
      throw new RangeError("Array buffer allocation failed");
    };
    refused(() => core.call(full), { code: "memory", where: "memory", message });
    withRefusal(1, { once: true }, () =>
      refused(() => core.call((_, arena) => arena.reach(40 * 1048576)), { code: "memory", message }),
    );
  });

  test("a run that needed more than 64 MiB gives its memory back", () => {
    attention.forward({ x: large(3000) }, { tensors: ["output"] });
    assert.ok(core.arena.size <= 4 * 1024 * 1024, `${core.arena.size} bytes are kept`);
  });

  test("where no second memory is to be had, large runs still answer, and a run in slices is refused cleanly", async () => {
    const { Instance } = WebAssembly;
    WebAssembly.Instance = function () {
      throw new RangeError(
        "WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance",
      );
    };
    try {
      assert.deepEqual(
        attention.forward({ x: large(3000) }, { tensors: ["output"] }).output.shape,
        [1, 3000, 8],
      );
      assert.deepEqual(attention.forward({ x: X }).output.shape, [1, 2, 2]);
      await assert.rejects(attention.run("fused", { x: X }, { workers: 0 }), {
        name: "AttentionError",
        code: "memory",
      });
    } finally {
      WebAssembly.Instance = Instance;
    }
    forget(core);
  });

  test("after many traps the numbers are the same", () => {
    const want = attention.backward({ x: X, causal: true }, { grad_output: X });
    for (let round = 0; round < fewOrMany(100, 1000); round++) {
      const error = refused(() =>
        core.call((functions) => functions.attn_forward(0xfffffff0, 0, 0xfffffff0, 0)),
      );
      assert.equal(error.code, "internal");
      assert.ok(error.cause instanceof WebAssembly.RuntimeError);
      if (round % 50 === 0)
        sameBits(attention.backward({ x: X, causal: true }, { grad_output: X }).grad_x, want.grad_x);
    }
    sameBits(attention.backward({ x: X, causal: true }, { grad_output: X }).grad_x, want.grad_x);
  });

  test("layers made, run and dropped leave the memory as large as it was", async () => {
    const size = core.arena.size;
    const draw = chance(1);
    for (let round = 0; round < fewOrMany(2000, 20000); round++) {
      if (round % 100 === 0) {
        const one = await MultiHeadAttentionLayer.create({
          d_model: 4,
          heads: draw.one([1, 2, 4]),
          seed: round,
        });
        one.forward(draw.tensor([draw.from(1, 4), 4]));
        one.backward(draw.tensor(one.forward(draw.tensor([2, 4])).output.shape), { learning_rate: 0.1 });
      }
      attention.forward({ x: X }, { tensors: ["output"] });
    }
    assert.equal(core.arena.size, size);
  });

  test("memory that grows before, between and after the steps changes no bit", () => {
    const draw = chance(2);
    for (let round = 0; round < fewOrMany(40, 200); round++) {
      const problem = randomProblem(draw, { most: 5 });
      const want = attention.forward(problem);
      core.arena.reach(core.arena.size + PAGE);
      const got = attention.forward(problem);
      core.arena.reach(core.arena.size + PAGE);
      sameTrace(got, want);
    }
    forget(core);
  });
});
