// Emscripten before 3.1.20 writes the fused multiply-add of relaxed SIMD with the opcode of a draft, fd af 01, which engines
// refuse. The final opcode of f32x4.relaxed_madd is fd 85 02, with the same length and operands. This tool replaces those
// three bytes wherever they are. A number may hold them too, so a disassembler, whose old versions write the instruction as
// f32x4.relaxed_fma, must count as many instructions.
//
//   node c/tools/relaxed.mjs in.wasm out.wasm wasm-dis

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const DRAFT = "\xfd\xaf\x01";
const FINAL = "\xfd\x85\x02";

/**
 * Returns a copy of a module with the draft's opcode replaced. Throws an error if its bytes are there, but not `count`
 * times.
 * @param {Uint8Array} bytes
 * @param {number} count
 */
export function rename(bytes, count) {
  const parts = Buffer.from(bytes).toString("latin1").split(DRAFT);
  const found = parts.length - 1;
  if (found > 0 && found !== count)
    throw new Error(`the module has ${count} draft instructions, but their bytes ${found} times`);
  return Buffer.from(parts.join(FINAL), "latin1");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , from, to, disassembler] = process.argv;
  const text = execFileSync(disassembler, [from], { encoding: "utf8", maxBuffer: 2 ** 30 });
  writeFileSync(to, rename(readFileSync(from), text.split("(f32x4.relaxed_fma").length - 1));
}
