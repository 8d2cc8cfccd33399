/**
 * The number types of .npy and .safetensors files and their conversion to float32: rounded once, to nearest, ties to even. Finite
 * numbers beyond float32 are reported, never turned into an infinity.
 */

/** @typedef {(view: DataView, at: number, count: number, little: boolean, out: Float32Array, to: number, lost: Lost) => number} Decode
 *   fills `out` from index `to` on; returns the count of numbers before the first one beyond float32, or -1 if there is none */
/** @typedef {(i: number) => void} Lost called for each integer that float32 rounds; i: its index among those decoded */
/** @typedef {(view: DataView, at: number, little: boolean) => number | bigint} Digits reads an integer exactly */
/** @typedef {{ bytes: number, decode: Decode, digits?: Digits }} NumberType */

/**
 * @param {number} bytes per number
 * @param {(view: DataView, at: number, little: boolean) => number} read reads a number as a double that rounds to the right float32
 * @param {Digits} [digits] for integers that float32 may round
 * @returns {NumberType}
 */
const type = (bytes, read, digits) => ({
  bytes,
  digits,
  decode(view, at, count, little, out, to, lost) {
    for (let i = 0; i < count; i++) {
      const value = read(view, at + i * bytes, little);
      out[to + i] = value;
      if (out[to + i] === value) continue;
      if (digits) lost(i);
      else if (bytes === 8 && Number.isFinite(value) && !Number.isFinite(out[to + i])) return i;
    }
    return -1;
  },
});

/** @param {"getInt32" | "getUint32"} get */
const whole4 = (get) => {
  const read = (/** @type {DataView} */ view, /** @type {number} */ at, /** @type {boolean} */ little) =>
    view[get](at, little);
  return type(4, read, read);
};

/** @param {"getInt32" | "getUint32"} high @param {"getBigInt64" | "getBigUint64"} digits */
function whole8(high, digits) {
  /** @type {(view: DataView, at: number, little: boolean) => number} */
  const read = (view, at, little) =>
    double(view[high](at + (little ? 4 : 0), little), view.getUint32(at + (little ? 0 : 4), little));
  return type(8, read, (view, at, little) => view[digits](at, little));
}

/** @type {Record<string, NumberType>} */
export const types = {
  f2: type(2, (view, at, little) => half(view.getUint16(at, little))),
  bf2: type(2, (view, at, little) => fromBits(view.getUint16(at, little) << 16)),
  f4: type(4, (view, at, little) => view.getFloat32(at, little)),
  f8: type(8, (view, at, little) => view.getFloat64(at, little)),
  i1: type(1, (view, at) => view.getInt8(at)),
  i2: type(2, (view, at, little) => view.getInt16(at, little)),
  i4: whole4("getInt32"),
  i8: whole8("getInt32", "getBigInt64"),
  u1: type(1, (view, at) => view.getUint8(at)),
  u2: type(2, (view, at, little) => view.getUint16(at, little)),
  u4: whole4("getUint32"),
  u8: whole8("getUint32", "getBigUint64"),
  b1: type(1, (view, at) => (view.getUint8(at) ? 1 : 0)),
};

const scratch = new DataView(new ArrayBuffer(4));

/** @param {number} bits of a float32 */
function fromBits(bits) {
  scratch.setInt32(0, bits);
  return scratch.getFloat32(0);
}

/** @param {number} bits of a float16 */
function half(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

const EXACT = 2 ** 21;

/**
 * Returns a 64-bit integer as a double, which holds only 53 bits. To avoid rounding twice, the bits that would be lost become one
 * sticky bit, far below the precision of a float32.
 * @param {number} high
 * @param {number} low
 */
function double(high, low) {
  const lost = low & 0x7ff;
  if (lost !== 0 && (high >= EXACT || high < -EXACT)) low = ((low & ~0x7ff) | 0x800) >>> 0;
  return high * 2 ** 32 + low;
}
