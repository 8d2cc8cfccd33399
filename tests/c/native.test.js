// The same C in every build: one hash of all results, and gradients against differences.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loadCore } from "../../web/core/wasm.js";
import { fewOrMany } from "../helpers/full.js";
import { root, which } from "../setup/system.js";

const made = join(root, "web/build/native");
const cases = fewOrMany(2_000, 10_000);

/** @param {string} target of build.sh */
const build = (target) => execFileSync("sh", ["build.sh", target], { cwd: root, stdio: "pipe" });

/** @param {string} program @param {...(string | number)} parameters */
const output = (program, ...parameters) =>
  execFileSync(join(made, program), parameters.map(String), { encoding: "utf8" }).trim();

/** The hash that a module of the same sources computes. @param {string} file */
async function hashOfModule(file) {
  const { instance } = await WebAssembly.instantiate(readFileSync(join(made, file)), {});
  const hash = /** @type {(cases: number) => number} */ (instance.exports.attn_hash);
  return String(hash(cases));
}

const compilers = which("gcc") && which("clang") ? false : "needs gcc and clang";

test(
  "gcc, clang, scalar and SIMD WebAssembly give the same bits for everything",
  { skip: compilers },
  async () => {
    build("hashes");
    const gcc = output("hash-gcc", cases);
    assert.match(gcc, /^\d{10,}$/);
    assert.equal(output("hash-clang", cases), gcc, "clang");
    assert.equal(await hashOfModule("hash-scalar.wasm"), gcc, "scalar WebAssembly");
    assert.equal(await hashOfModule("hash-simd.wasm"), gcc, "SIMD WebAssembly");
  },
);

test("repeated runs give the same bits", { skip: compilers }, () => {
  const first = output("hash-gcc", 64);
  for (let n = 0; n < fewOrMany(10, 250); n++) assert.equal(output("hash-gcc", 64), first);
});

test("the checksum by which a build is known tells words, their order and their count", async () => {
  const { functions, arena, at } = await loadCore("auto");
  const checksum = (...words) => {
    const view = arena.view();
    words.forEach((word, n) => view.setUint32(at.data + 4 * n, word, true));
    return functions.attn_checksum(at.data, BigInt(words.length)) >>> 0;
  };
  const want = (...words) =>
    words.reduce((sum, word) => {
      const mixed = Math.imul(sum ^ word, 0x01000193);
      return ((mixed << 13) | (mixed >>> 19)) >>> 0;
    }, 0x811c9dc5);
  for (const words of [[], [0], [0, 0], [1, 2], [2, 1], [0xffffffff, 0x80000000, 7]])
    assert.equal(checksum(...words), want(...words), `[${words}]`);
});

test(
  "every gradient agrees with central differences",
  { skip: which("clang") ? false : "needs clang" },
  (t) => {
    build("gradcheck");
    // ends with 1, which throws, if a partial is wrong or fewer than 20 a case were compared
    t.diagnostic(output("gradcheck", fewOrMany(400, 1500)));
  },
);
