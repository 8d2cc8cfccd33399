// .npy and .safetensors files, written byte by byte from what their formats say.

/** How a number of each type is written: bytes, and what DataView writes them. */
const writers = {
  f2: [2, (view, at, value, little) => view.setUint16(at, halfBits(value), little)],
  f4: [4, (view, at, value, little) => view.setFloat32(at, value, little)],
  f8: [8, (view, at, value, little) => view.setFloat64(at, value, little)],
  i1: [1, (view, at, value) => view.setInt8(at, value)],
  i2: [2, (view, at, value, little) => view.setInt16(at, value, little)],
  i4: [4, (view, at, value, little) => view.setInt32(at, value, little)],
  i8: [8, (view, at, value, little) => view.setBigInt64(at, BigInt(value), little)],
  u1: [1, (view, at, value) => view.setUint8(at, value)],
  u2: [2, (view, at, value, little) => view.setUint16(at, value, little)],
  u4: [4, (view, at, value, little) => view.setUint32(at, value, little)],
  u8: [8, (view, at, value, little) => view.setBigUint64(at, BigInt(value), little)],
  b1: [1, (view, at, value) => view.setUint8(at, Number(value))],
  bf2: [2, (view, at, value, little) => view.setUint16(at, bfloatBits(value), little)],
};

/** Of numbers that a float16 holds exactly. @param {number} value */
function halfBits(value) {
  for (let bits = 0; bits < 65536; bits++) if (Object.is(halfValue(bits), value)) return bits;
  throw new Error(`${value} is no float16`);
}

/** @param {number} bits */
export function halfValue(bits) {
  const [sign, exponent, fraction] = [bits >> 15 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -14 * (fraction / 1024));
}

/** Of numbers that a bfloat16 holds exactly. @param {number} value */
const bfloatBits = (value) => new Uint32Array(Float32Array.of(value).buffer)[0] >>> 16;

/** @param {string} type @param {ArrayLike<any>} values @param {boolean} [little] */
export function numberBytes(type, values, little = true) {
  const [bytes, write] = writers[type];
  const view = new DataView(new ArrayBuffer(values.length * bytes));
  for (let i = 0; i < values.length; i++) write(view, i * bytes, values[i], little);
  return new Uint8Array(view.buffer);
}

const latin1 = (text) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

/** Magic, version, length and header of a .npy file. @param {string} header @param {[number, number]} [version] */
export function npyHead(header, [major, minor] = [1, 0]) {
  const text = latin1(header);
  const head = new Uint8Array((major === 1 ? 10 : 12) + text.length);
  head.set([0x93, ...latin1("NUMPY"), major, minor]);
  const view = new DataView(head.buffer);
  if (major === 1) view.setUint16(8, text.length, true);
  else view.setUint32(8, text.length, true);
  head.set(text, head.length - text.length);
  return head;
}

/** As Python writes a tuple. @param {number[]} shape */
const tuple = (shape) => `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;

/**
 * A whole .npy file.
 * @param {{ descr?: string, fortran?: boolean, shape: number[], values: ArrayLike<any>, version?: [number, number] }} array values in the order of the file
 */
export function npyBytes({ descr = "<f4", fortran = false, shape, values, version }) {
  const header = `{'descr': '${descr}', 'fortran_order': ${fortran ? "True" : "False"}, 'shape': ${tuple(shape)}, }\n`;
  return Buffer.concat([npyHead(header, version), numberBytes(descr.slice(1), values, descr[0] !== ">")]);
}

/** @type {Record<string, string>} */
const dtypes = { BF16: "bf2", F16: "f2", F32: "f4", F64: "f8", I8: "i1", I16: "i2", I32: "i4", I64: "i8", U8: "u1", U16: "u2", U32: "u4", U64: "u8", BOOL: "b1" }; // prettier-ignore
export const DTYPES = Object.keys(dtypes);

/** A header and what stands after it. @param {string | Uint8Array} header @param {Uint8Array} [numbers] @param {number | bigint} [length] said */
export function safetensorsOf(header, numbers = new Uint8Array(0), length) {
  const text = Buffer.from(header);
  const first = new DataView(new ArrayBuffer(8));
  first.setBigUint64(0, BigInt(length ?? text.length), true);
  return Buffer.concat([new Uint8Array(first.buffer), text, numbers]);
}

/** A whole .safetensors file. @param {{ name: string, dtype?: string, shape: number[], values: ArrayLike<any> }[]} tensors @param {Record<string, string>} [metadata] */
export function safetensorsBytes(tensors, metadata) {
  let end = 0;
  const parts = tensors.map(({ dtype = "F32", values }) => numberBytes(dtypes[dtype], values));
  const entries = tensors.map(({ name, dtype = "F32", shape }, i) => {
    const offsets = [end, (end += parts[i].length)];
    return `${JSON.stringify(name)}:${JSON.stringify({ dtype, shape, data_offsets: offsets })}`;
  });
  if (metadata) entries.unshift(`"__metadata__":${JSON.stringify(metadata)}`);
  const header = `{${entries.join(",")}}`;
  return safetensorsOf(header.padEnd(Math.ceil(header.length / 8) * 8), Buffer.concat(parts));
}

/** A Blob that counts the bytes that are asked of it. @param {Uint8Array} bytes */
export function countingBlob(bytes) {
  const blob = new Blob([/** @type {any} */ (bytes)]);
  const counted = { read: 0, slices: 0 };
  const slice = (from, to) => {
    counted.read += to - from;
    counted.slices++;
    return blob.slice(from, to);
  };
  return { counted, blob: /** @type {any} */ ({ size: blob.size, slice }) };
}

/** A Blob that says it is so large, and has only these bytes at its beginning. @param {number} size @param {Uint8Array} bytes */
export function hugeBlob(size, bytes) {
  const slice = (from, to) => new Blob([Buffer.concat([bytes.subarray(from, to), Buffer.alloc(Math.max(0, to - Math.max(from, bytes.length)))])]); // prettier-ignore
  return /** @type {any} */ ({ size, slice });
}
