/** Calls around numbers: their names, their arguments, and the types named there. */

/** @typedef {import("./matrix.js").Format} Format */

const words = (/** @type {string} */ list) => new Set(list.split(" "));
/** Functions and classes of PyTorch, then of other libraries, that keep the numbers of their first argument. */
const TORCH = words(
  "tensor Tensor tensor2d tensor3d as_tensor from_numpy Parameter Variable FloatTensor DoubleTensor HalfTensor BFloat16Tensor " +
    "LongTensor IntTensor ShortTensor ByteTensor CharTensor BoolTensor",
);
const ARRAYS = words(
  "array asarray asanyarray ascontiguousarray matrix asmatrix Array DeviceArray constant convert_to_tensor Matrix " +
    "list tuple Float32Array Float64Array Int32Array Uint8Array",
);
/** Calls that make a single number. */
const SCALARS = words(
  "float int bool float16 float32 float64 longdouble bfloat16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool_",
);
/** Further arguments that change no number. */
const ARGUMENTS = words(
  "dtype device requires_grad grad_fn layout size shape copy order pin_memory weak_type fill_value subok",
);

/** Returns the last part of a dotted name. @param {string} name */
const lastPart = (name) => name.slice(name.lastIndexOf(".") + 1);

/** Whether a call of this name keeps the numbers of its first argument. @param {string} name */
export const isWrapper = (name) =>
  /^\w/.test(name) && [TORCH, ARRAYS].some((names) => names.has(lastPart(name)));

/** Whether a call of this name makes a number. @param {string} name */
export const isScalarCall = (name) => SCALARS.has(lastPart(name));

/** Whether a call of this name may enclose a matrix or a number. @param {string} name */
export const isKnownCall = (name) => isWrapper(name) || isScalarCall(name);

/** Returns the format of a call that keeps the numbers. @param {string} name @returns {Format} */
export const formatOfCall = (name) => (TORCH.has(lastPart(name)) ? "pytorch" : "numpy");

/** Whether an argument of this name changes no number. @param {string} name */
export const isKnownArgument = (name) => ARGUMENTS.has(name);

/** Whether a type can hold the numbers: an integer type only integers, a boolean only 0 and 1. @param {string} type @param {Float32Array} numbers */
export function holds(type, numbers) {
  const name = lastPart(type.replace(/^["']|["']$/g, ""));
  if (/^[<>|=]?u?(int|long|short|i\d|char|byte)/.test(name)) return numbers.every(Number.isInteger);
  if (/^bool/.test(name)) return numbers.every((number) => number === 0 || number === 1);
  return true;
}
