// Emscripten before 3.1.20 writes the fused multiply-add of relaxed SIMD with the opcode of a draft, fd af 01, which engines
// refuse. The final opcode of f32x4.relaxed_madd is fd 85 02, with the same length and operands. This tool walks the
// instructions of a module and replaces that opcode. It throws an error at any instruction that it does not know.
//
//   node c/tools/relaxed.mjs in.wasm out.wasm

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const DRAFT = 0xaf;
const FINAL = [0xfd, 0x85, 0x02];
const CODE = 10;

/** A cursor over bytes. */
class Reader {
  constructor(bytes, at, end) {
    Object.assign(this, { bytes, at, end });
  }
  byte() {
    if (this.at >= this.end) throw new Error(`the module ends in the middle, at byte ${this.at}`);
    return this.bytes[this.at++];
  }
  /** Reads a LEB128 number; its sign does not matter here. */
  number() {
    let result = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      result += (byte & 127) * scale;
      if (byte < 128) return result;
    }
  }
  skip(count) {
    this.at += count;
    if (this.at > this.end) throw new Error(`the module ends in the middle, at byte ${this.end}`);
  }
  numbers(count) {
    for (let n = 0; n < count; n++) this.number();
  }
}

const within = (low, high) => (opcode) => opcode >= low && opcode <= high;
/** Predicates on opcodes, each with a function that reads the immediates of the instruction. */
const PLAIN = [
  [within(0x02, 0x04), (r) => r.number()], // block, loop, if: a type
  [(o) => [0x0c, 0x0d, 0x10].includes(o), (r) => r.number()], // br, br_if, call
  [(o) => o === 0x0e, (r) => r.numbers(r.number() + 1)], // br_table
  [(o) => o === 0x11, (r) => r.numbers(2)], // call_indirect
  [(o) => o === 0x1c, (r) => r.numbers(r.number())], // select of types
  [within(0x20, 0x26), (r) => r.number()], // locals, globals, tables
  [within(0x28, 0x3e), (r) => r.numbers(2)], // loads and stores
  [within(0x3f, 0x42), (r) => r.number()], // memory.size, memory.grow, i32.const, i64.const
  [(o) => o === 0x43, (r) => r.skip(4)],
  [(o) => o === 0x44, (r) => r.skip(8)],
  [(o) => o === 0xd0 || o === 0xd2, (r) => r.number()], // ref.null, ref.func
  [(o) => o === 0xfc, bulk],
  [(o) => o === 0xfd, vector],
  // no immediates: control, parametric instructions, arithmetic
  [(o) => [0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b, 0xd1].includes(o), () => {}],
  [within(0x45, 0xc4), () => {}],
];

function bulk(r) {
  const opcode = r.number();
  if (opcode > 17) throw new Error(`unknown instruction fc ${opcode.toString(16)} at byte ${r.at}`);
  // 0 to 7 convert numbers; the others name memories, segments and tables
  r.numbers(opcode < 8 ? 0 : [9, 11, 13, 15, 16, 17].includes(opcode) ? 1 : 2);
}

function vector(r) {
  const start = r.at - 1;
  const opcode = r.number();
  if (opcode <= 11 || opcode === 92 || opcode === 93) r.numbers(2);
  else if (opcode === 12 || opcode === 13) r.skip(16);
  else if (opcode >= 21 && opcode <= 34) r.skip(1);
  else if (opcode >= 84 && opcode <= 91) (r.numbers(2), r.skip(1));
  else if (opcode === DRAFT) r.draft(start);
  else if (opcode > 255 + 20)
    throw new Error(`unknown instruction fd ${opcode.toString(16)} at byte ${start}`);
}

function body(r) {
  for (let groups = r.number(); groups > 0; groups--) (r.number(), r.skip(1));
  let opcode;
  while (r.at < r.end) {
    opcode = r.byte();
    const known = PLAIN.find(([is]) => is(opcode));
    if (!known) throw new Error(`unknown instruction ${opcode.toString(16)} at byte ${r.at - 1}`);
    known[1](r);
  }
  if (opcode !== 0x0b) throw new Error(`a function does not end at byte ${r.end}`);
}

/**
 * Returns a copy of a module with the draft's opcode replaced, and the number of replacements. Throws an error if it
 * cannot read the module.
 * @param {Uint8Array} bytes
 */
export function rename(bytes) {
  const result = bytes.slice();
  let count = 0;
  const draft = (start) => (result.set(FINAL, start), count++);
  if (new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) !== 0x6d736100)
    throw new Error("this is not a WebAssembly module");
  const whole = new Reader(bytes, 8, bytes.length);
  while (whole.at < whole.end) {
    const section = whole.byte();
    const size = whole.number();
    const r = new Reader(bytes, whole.at, whole.at + size);
    whole.skip(size);
    if (section !== CODE) continue;
    for (let functions = r.number(); functions > 0; functions--) {
      const length = r.number();
      const inside = Object.assign(new Reader(bytes, r.at, r.at + length), { draft });
      r.skip(length);
      body(inside);
    }
  }
  return { bytes: result, count };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { bytes } = rename(new Uint8Array(readFileSync(process.argv[2])));
  writeFileSync(process.argv[3], bytes);
}
