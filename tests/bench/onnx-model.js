// ONNX models of one attention, written byte by byte: a model file is protocol buffers, and needs only four kinds of field.

/** @param {number} n */
function varint(n) {
  const bytes = [];
  for (let rest = BigInt.asUintN(64, BigInt(n)); ; rest >>= 7n) {
    bytes.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
    if (rest <= 127n) return bytes;
  }
}
const number = (field, n) => [...varint(field << 3), ...varint(n)];
const bytes = (field, data) => [...varint((field << 3) | 2), ...varint(data.length), ...data];
const text = (field, s) => bytes(field, new TextEncoder().encode(s));
const float = (field, x) => [...varint((field << 3) | 5), ...new Uint8Array(Float32Array.of(x).buffer)];

/** Attributes: whole numbers are ints, the rest floats, arrays lists of ints. */
function attribute(name, value) {
  if (Array.isArray(value))
    return [...text(1, name), ...value.flatMap((n) => number(8, n)), ...number(20, 7)];
  if (value.float !== undefined) return [...text(1, name), ...float(2, value.float), ...number(20, 1)];
  return [...text(1, name), ...number(3, value), ...number(20, 2)];
}

export function node(op, inputs, outputs, attributes = {}, domain = "") {
  return [
    ...inputs.flatMap((name) => text(1, name)),
    ...outputs.flatMap((name) => text(2, name)),
    ...text(4, op),
    ...Object.entries(attributes).flatMap(([name, value]) => bytes(5, attribute(name, value))),
    ...text(7, domain),
  ];
}

const FLOAT = 1;
const INT32 = 6;
const INT64 = 7;

function value(name, shape, type = FLOAT) {
  const dims = shape.flatMap((n) => bytes(1, number(1, n)));
  return [...text(1, name), ...bytes(2, bytes(1, [...number(1, type), ...bytes(2, dims)]))];
}

/** A constant of float32, int32 or int64. */
function constant(name, shape, data) {
  const type = data instanceof Float32Array ? FLOAT : data instanceof Int32Array ? INT32 : INT64;
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return [...shape.flatMap((n) => number(1, n)), ...number(2, type), ...text(8, name), ...bytes(9, raw)];
}

/**
 * @param {{ nodes: number[][], inputs: [string, number[]][], outputs: [string, number[]][],
 *   constants?: [string, number[], Float32Array | Int32Array | BigInt64Array][], opset?: number }} graph
 */
export function model({ nodes, inputs, outputs, constants = [], opset = 21 }) {
  const graph = [
    ...nodes.flatMap((one) => bytes(1, one)),
    ...text(2, "attention"),
    ...constants.flatMap((one) => bytes(5, constant(...one))),
    ...inputs.flatMap((one) => bytes(11, value(...one))),
    ...outputs.flatMap((one) => bytes(12, value(...one))),
  ];
  const domains = [
    [...text(1, ""), ...number(2, opset)],
    [...text(1, "com.microsoft"), ...number(2, 1)],
  ];
  return Uint8Array.from([...number(1, 10), ...bytes(7, graph), ...domains.flatMap((one) => bytes(8, one))]);
}
