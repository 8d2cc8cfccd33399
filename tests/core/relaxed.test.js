// The build with fused multiply-adds: the opcode that an old compiler writes, and when the module is believed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { rename } from "../../c/tools/relaxed.mjs";
import { fresh, start } from "../helpers/fresh.js";

const DRAFT = [0xfd, 0xaf, 0x01];
const FINAL = [0xfd, 0x85, 0x02];
const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** a constant that holds the bytes of the opcode */
const constant = [0xfd, 12, ...DRAFT, ...DRAFT, 0, ...DRAFT, ...DRAFT, 0, 0, 0];

test("the draft's multiply-add is renamed wherever it is", () => {
  const before = Uint8Array.from([...header, ...DRAFT, 0, ...DRAFT, 0x0b]);
  assert.deepEqual([...rename(before, 2)], [...header, ...FINAL, 0, ...FINAL, 0x0b]);
  assert.deepEqual([...before], [...header, ...DRAFT, 0, ...DRAFT, 0x0b], "what was handed in stays");
});

test("a module with the final opcode stays as it is, whatever its disassembler calls that", () => {
  const final = [...header, ...FINAL, 0x0b];
  for (const count of [0, 1]) assert.deepEqual([...rename(Uint8Array.from(final), count)], final);
});

test("a constant with the bytes of the opcode is refused, not changed", () => {
  assert.throws(() => rename(Uint8Array.from([...header, ...constant, ...DRAFT]), 1), /1 draft .* 5 times/);
  assert.throws(() => rename(Uint8Array.from([...header, ...constant]), 0), /0 draft .* 4 times/);
});

// before 21 it stands behind a flag
const flag = Number(process.versions.node.split(".")[0]) < 21 ? ["--experimental-wasm-relaxed-simd"] : [];

test("an engine without relaxed SIMD is told so", () => {
  const without = `
    const Real = WebAssembly.Module;
    let modules = 0; // the smallest one and the strict one come first
    WebAssembly.validate = () => false;
    WebAssembly.Module = function (bytes) {
      if (++modules > 2) throw new WebAssembly.CompileError("invalid opcode");
      return new Real(bytes);
    };`;
  const said = fresh(
    `${start} ${without}
    console.log(await createAttention({ build: "relaxed" }).then((a) => a.build, (e) => e.code + " " + e.message));`,
    ...flag,
  );
  assert.match(said, /^unsupported The build relaxed needs relaxed SIMD, which this engine lacks;/);
});

test("a relaxed layer learns, and its step is never further off than twice plain float32", () => {
  const said = fresh(
    `import { SelfAttentionLayer } from "./web/index.js";
    import { trainer } from "./tests/bench/plain-layer.js";
    import { chance } from "./tests/helpers/random.js";
    const [n, d, rate] = [90, 64, 3000]; // long enough for sums in float32
    const draw = chance(9);
    const [x, target] = [draw.tensor([n, d]), draw.tensor([n, d], 0.1)];
    const w = [1, 2, 3].map(() => draw.tensor([d, d], 1 / 8));
    const stepped = (Kind) => {
      const step = trainer({ n, d, rate, w: w.map(({ data }) => data), Kind });
      step(Kind.from(x.data), Kind.from(target.data));
      return step.w;
    };
    const [exact, plain] = [Float64Array, Float32Array].map(stepped);
    const off = (got) => got.map((one, k) => Math.max(...one.map((a, i) => Math.abs(a - exact[k][i]))));
    const layers = await Promise.all(
      ["relaxed", "auto"].map((build) => SelfAttentionLayer.create({ d_model: d, build })),
    );
    const moved = layers.map((layer) => {
      [layer.w_q, layer.w_k, layer.w_v] = w;
      layer.trainStep(x, target, { learning_rate: rate });
      return off([layer.w_q, layer.w_k, layer.w_v].map(({ data }) => data));
    });
    const [learner] = layers;
    [learner.w_q, learner.w_k, learner.w_v] = w;
    const losses = Array.from({ length: 30 }, () => learner.trainStep(x, target, { learning_rate: 5 }));
    console.log(JSON.stringify({ plain: off(plain), moved, losses }));`,
    ...flag,
  );
  const { plain, moved, losses } = JSON.parse(said);
  for (const [build, errors] of Object.entries({ relaxed: moved[0], strict: moved[1] }))
    errors.forEach((error, k) =>
      assert.ok(error <= 2 * plain[k] + 1e-6, `${build} w_${"qkv"[k]}: ${error}, plain ${plain[k]}`),
    );
  assert.ok(losses[29] < 0.5 * losses[0], `${losses[0]} → ${losses[29]}`);
});

test("asked for, it serves fused near the strict build, whatever fills its blocks of six; auto stays strict", () => {
  const said = fresh(
    `${start}
    let state = 3;
    const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2147483648 - 1;
    const rows = (n, d) => ({ shape: [n, d], data: Float32Array.from({ length: n * d }, next) });
    const [relaxed, strict] = await Promise.all(["relaxed", "auto"].map((build) => createAttention({ build })));
    let far = 0;
    for (const keys of [1, 5, 6, 7, 13, 383, 384, 385])
      for (const width of [1, 4, 6, 7, 64])
        for (const window of [undefined, [2, 3]])
          for (const wild of [0, NaN, Infinity]) {
            const problem = { query: rows(17, width), key: rows(keys, width), value: rows(keys, width), window };
            if (wild !== 0) problem.value.data[0] = wild;
            const [a, b] = [relaxed, strict].map((attention) => attention.fused(problem).output.data);
            for (let i = 0; i < a.length; i++)
              if (!Object.is(a[i], b[i])) far = Math.max(far, Math.abs(a[i] - b[i]));
          }
    console.log(relaxed.build, strict.build, far < 2e-6 ? "near" : far);`,
    ...flag,
  );
  assert.equal(said, "relaxed simd near");
});
