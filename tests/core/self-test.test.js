// A module is trusted only after the known answers; a damaged one is never used.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createAttention } from "../../web/index.js";
import { Core } from "../../web/core/core.js";
import { loadFallback } from "../../web/core/fallback.js";
import { answersOf, selfTest } from "../../web/core/self-test.js";
import { loadCore, startModule } from "../../web/core/wasm.js";
import { sum as scalar } from "../../web/build/scalar.js";
import { sum as simd } from "../../web/build/simd.js";
import { fewOrMany } from "../helpers/full.js";
import { chance } from "../helpers/random.js";
import { fresh, start } from "../helpers/fresh.js";
import { root } from "../setup/system.js";

const FILES = { simd: "attention.wasm", scalar: "attention-scalar.wasm" };
const bytesOf = (build) => new Uint8Array(readFileSync(join(root, "web/build", FILES[build])));

test("every build gives the known answers", async () => {
  // started without the check, so that a change of C is told what it answers now
  const starts = {
    simd: () => new WebAssembly.Instance(new WebAssembly.Module(bytesOf("simd"))).exports,
    scalar: () => new WebAssembly.Instance(new WebAssembly.Module(bytesOf("scalar"))).exports,
    js: await loadFallback("attention-fallback.js"),
  };
  for (const [build, start] of Object.entries(starts)) {
    const core = new Core(build, start(), () => assert.fail("a trap"));
    const hex = (answer) => `0x${answer.toString(16).padStart(8, "0")}`;
    for (const { run, got, answer } of answersOf(core))
      assert.equal(hex(got), hex(answer), `${build}: ${run}`);
    assert.ok(selfTest(core));
  }
});

test("a damaged module is refused, whatever is damaged", async () => {
  const draw = chance(1);
  for (let round = 0; round < fewOrMany(200, 1000); round++) {
    const build = draw.one(["simd", "scalar"]);
    const whole = bytesOf(build);
    const bytes = draw.maybe(0.2) ? whole.slice(0, draw.below(whole.length)) : whole.slice();
    if (bytes.length === whole.length) bytes[draw.below(bytes.length)] ^= 1 << draw.below(8);
    const error = await startModule(build, bytes, { simd, scalar }[build]).then(
      () => assert.fail("it was used"),
      (refusal) => refusal,
    );
    assert.equal(error.code, "unsupported");
  }
});

test("a module of another version is refused: its structs or its names are others", () => {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytesOf("scalar")));
  const start = (change) => new Core("scalar", { ...exports, ...change }, () => assert.fail("a trap"));
  assert.ok(start({}));
  const next = (name) => ({ [name]: () => exports[name](0) + 1 });
  for (const name of ["attn_struct_size", "attn_name", "attn_tensor_name", "attn_decoder_tensor_name"])
    assert.throws(() => start(next(name)), { code: "internal", where: "build" }, name);
});

test("a module with a wrong lane is found out by its answers", async () => {
  const core = await loadCore("scalar");
  const { attn_forward: right } = core.functions;
  const lying = Object.create(core, {
    functions: {
      value: {
        ...core.functions,
        attn_forward: (trace, ...rest) => {
          right(trace, ...rest);
          core.arena.floats()[trace / 4 + 3] += 1e-6;
        },
      },
    },
  });
  assert.equal(selfTest(lying), false);
});

const builds = `console.log(await createAttention().then((a) => a.build, (e) => e.code + " " + e.message));`;

test("without SIMD the scalar module is taken", () => {
  const without = `
    const Real = WebAssembly.Module;
    WebAssembly.validate = () => false;
    WebAssembly.Module = function (bytes) {
      if (bytes.length === ${bytesOf("simd").length}) throw new WebAssembly.CompileError("invalid opcode");
      return new Real(bytes);
    };`;
  assert.equal(fresh(`${start} ${without} ${builds}`), "scalar");
  const simd = `console.log(await createAttention({ build: "simd" }).catch((e) => e.message));`;
  assert.match(fresh(`${start} ${without} ${simd}`), /^The build simd needs SIMD, which this engine lacks;/);
});

test("a page that compiles only small modules at once waits for the others", () => {
  const small = `
    const Real = WebAssembly.Module;
    WebAssembly.Module = function () { throw new RangeError("too large for the main thread"); };
    WebAssembly.Module.prototype = Real.prototype;`;
  assert.equal(fresh(`${start} ${small} ${builds}`), "simd");
});

test("where SIMD is announced and wrong the scalar module is taken", () => {
  const lie = `
    const Real = WebAssembly.Instance;
    let first = true;
    WebAssembly.Instance = function (module, imports) {
      const instance = new Real(module, imports);
      if (!first) return instance;
      first = false;
      const { attn_forward: right, memory, ...rest } = instance.exports;
      const attn_forward = (trace, ...more) => {
        right(trace, ...more);
        new Float32Array(memory.buffer)[trace / 4 + 3] *= 1.0000002;
      };
      return { exports: { ...rest, memory, attn_forward } };
    };`;
  assert.equal(fresh(`${start} ${lie} ${builds}`), "scalar");
});

test("where WebAssembly is missing the same code runs as JavaScript", () => {
  assert.equal(fresh(`${start} ${builds}`, "--jitless"), "js");
});

test("createAttention shares one instance a build, and names the build it took", async () => {
  const [one, two, scalar] = await Promise.all([
    createAttention(),
    createAttention({}),
    createAttention({ build: "scalar" }),
  ]);
  assert.equal(one.build, "simd");
  assert.equal(two.build, "simd");
  assert.equal(scalar.build, "scalar");
  assert.equal(await loadCore("auto"), await loadCore("simd"));
});
