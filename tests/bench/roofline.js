// The ceiling: a module that multiplies and adds in registers and does nothing else, written byte by byte. Twelve sums
// keep both multipliers busy; what the processor does here per second, no kernel can do more of.

const SUMS = 12;
const LANES = 4;
const V128 = 0x7b;
const I32 = 0x7f;
const F32 = 0x7d;

const vector = (items) => [items.length, ...items.flat()];
const length = (n) => (n < 128 ? [n] : [(n & 127) | 128, n >> 7]);
const section = (id, body) => [id, ...length(body.length), ...body];
const get = (local) => [0x20, local];
const set = (local) => [0x21, local];
const simd = (code) => [0xfd, ...length(code)];
const [SPLAT, ADD, MULTIPLY, RELAXED, LANE] = [0x13, 0xe4, 0xe6, 0x105, 0x1f];

/** run(count, x): count times, for each sum s: s = s * x + x */
function bytes(relaxed) {
  // locals: 0 count, 1 x, 2 x in all lanes, 3 … the sums
  const [wide, first] = [2, 3];
  const fill = (local) => [...get(1), ...simd(SPLAT), ...set(local)];
  const sums = Array.from({ length: SUMS }, (_, i) => first + i);
  const step = (s) =>
    relaxed
      ? [...get(s), ...get(wide), ...get(wide), ...simd(RELAXED), ...set(s)]
      : [...get(s), ...get(wide), ...simd(MULTIPLY), ...get(wide), ...simd(ADD), ...set(s)];
  const less = [...get(0), 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0]; // count = count - 1; again unless 0
  const total = sums.slice(1).flatMap((s) => [...get(s), ...simd(ADD)]);
  const code = [
    ...[1, SUMS + 1, V128], // one group of locals
    ...[wide, ...sums].flatMap(fill),
    ...[0x03, 0x40, ...sums.flatMap(step), ...less, 0x0b],
    ...[...get(first), ...total, ...simd(LANE), 0],
    0x0b,
  ];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector([[0x60, ...vector([I32, F32]), ...vector([F32])]])),
    ...section(3, vector([0])),
    ...section(7, vector([[3, 0x72, 0x75, 0x6e, 0, 0]])),
    ...section(10, vector([[...length(code.length), ...code]])),
  ]);
}

/** Multiplications and additions of one attention. @param {import("./exact.js").Shape} shape */
export const work = ({ heads, n, d, causal }) => 4 * heads * d * (causal ? (n * (n + 1)) / 2 : n * n);

/**
 * An engine that does as many multiplications and additions as are asked for, or null where relaxed SIMD is missing.
 * @param {number} operations
 */
export async function roofline(operations, relaxed = false) {
  const code = bytes(relaxed);
  if (!WebAssembly.validate(code)) return null;
  const { instance } = await WebAssembly.instantiate(code);
  const count = Math.max(1, Math.round(operations / (2 * LANES * SUMS)));
  return { name: relaxed ? "roofline, relaxed" : "roofline", run: () => instance.exports.run(count, 0.5) };
}
