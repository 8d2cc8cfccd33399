/**
 * The layout of attn.h's structs in WebAssembly memory: one ordered table per struct. On load, the sizes are compared with
 * attn_struct_size() and the names with attn_name() and attn_tensor_name(), so a changed header is noticed before the first
 * number is written.
 */
import { OPERATIONS, gradientsOf } from "./graph/tensors.js";
import { withBatch } from "./shapes.js";

const { attention, recurrent_decoder: decoder } = OPERATIONS;
/** The order of attn_problem.inputs. */
export const INPUTS = Object.keys(attention.given);
/** The tensors of a run, in the order of ATTN_TRACE, then ATTN_GRADIENTS. */
export const TRACE = Object.keys(attention.made);
export const TENSORS = [...TRACE, ...gradientsOf("attention")];
/** The order of attn_decoder.inputs and of attn_decoder_plan.slots. */
export const DECODER_INPUTS = Object.keys(decoder.given);
export const DECODER_TENSORS = [...Object.keys(decoder.made), ...gradientsOf("recurrent_decoder")];

export const SCORES = ["scaled_dot", "dot", "bilinear", "additive"];
/** The activations of a feed-forward layer, in the order of attn.h. */
export const ACTIVATIONS = ["relu", "gelu"];
export const INITS = ["normal", "xavier", "kaiming"];
export const MAX_RANK = 5;

/**
 * @typedef {object} Struct
 * @property {number} size
 * @property {number} align
 * @property {Record<string, number>} at offset of each field
 * @property {Record<string, string>} types of the fields that are numbers
 */

/** @type {Record<string, [number, number]>} size and alignment of each field type on wasm32 */
const SCALARS = { pointer: [4, 4], i32: [4, 4], i64: [8, 8], f64: [8, 8] };

/**
 * Lays fields out as the C compiler does: each at the next multiple of its alignment.
 * @param {[name: string, type: string | Struct, count?: number][]} fields
 * @returns {Struct}
 */
function struct(fields) {
  /** @type {Struct} */
  const result = { size: 0, align: 1, at: {}, types: {} };
  for (const [name, type, count = 1] of fields) {
    const [size, align] = typeof type === "string" ? SCALARS[type] : [type.size, type.align];
    const start = roundUp(result.size, align);
    result.at[name] = start;
    if (typeof type === "string") result.types[name] = type;
    result.size = start + size * count;
    result.align = Math.max(result.align, align);
  }
  result.size = roundUp(result.size, result.align);
  return result;
}

/**
 * Rounds up to a multiple.
 * @param {number} value
 * @param {number} multiple
 */
export const roundUp = (value, multiple) => Math.ceil(value / multiple) * multiple;

/**
 * Lists several fields of one type.
 * @param {string} type
 * @param {string} names
 */
const fields = (type, names) =>
  names.split(" ").map((name) => /** @type {[string, string]} */ ([name, type]));

export const TENSOR = struct([
  ["data", "pointer"],
  ["rank", "i32"],
  ["shape", "i64", MAX_RANK],
]);

export const PROBLEM = struct([
  ["inputs", TENSOR, INPUTS.length],
  ...fields("f64", "scale softcap"),
  ...fields("i64", "causal_offset window_left window_right"),
  ...fields("i32", "heads kv_heads score causal has_scale has_causal_offset has_window reserved"),
]);

const SLOT = struct([
  ...fields("i64", "offset count"),
  ["shape", "i64", MAX_RANK],
  ...fields("i32", "rank omitted"),
]);

/** The sizes that C derives from a problem. */
const SIZE_NAMES = "batch heads kv_heads q_len kv_len d_model d_kv d_in_v d_q d_k d_v d_out hidden offset";
export const SIZES = SIZE_NAMES.split(" ");
export const PLAN = struct([
  ...fields("i64", `${SIZE_NAMES} trace_count scratch_bytes`),
  ["scale", "f64"],
  ["backward", "i32"],
  ["slots", SLOT, TENSORS.length],
]);

export const DECODER = struct([
  ["inputs", TENSOR, DECODER_INPUTS.length],
  ["scale", "f64"],
  ["steps", "i64"],
  ...fields("i32", "score has_scale"),
]);

export const DECODER_PLAN = struct([
  ...fields("i64", "steps t d_h d_s d_in d_out hidden trace_count scratch_bytes"),
  ["scale", "f64"],
  ...fields("i32", "backward reserved"),
  ["slots", SLOT, DECODER_TENSORS.length],
]);

export const ERROR = struct([...fields("i32", "status name other axis"), ...fields("f64", "got expected")]);

/** The structs in the order of attn_struct_size(which). */
export const STRUCTS = [PROBLEM, PLAN, DECODER, DECODER_PLAN, ERROR, SLOT, TENSOR];

/**
 * @param {DataView} view
 * @param {number} at
 */
export function readInt64(view, at) {
  return Number(view.getBigInt64(at, true));
}

/**
 * Writes one attn_tensor.
 * @param {DataView} view
 * @param {number} at
 * @param {number} data address of the numbers; any nonzero value while only shapes matter
 * @param {readonly number[]} shape
 */
function writeTensor(view, at, data, shape) {
  view.setUint32(at + TENSOR.at.data, data, true);
  view.setInt32(at + TENSOR.at.rank, shape.length, true);
  for (let axis = 0; axis < shape.length; axis++)
    view.setBigInt64(at + TENSOR.at.shape + 8 * axis, BigInt(shape[axis]), true);
}

/**
 * Writes attn_problem or attn_decoder.
 * @param {import("./memory.js").Arena} arena
 * @param {number} at
 * @param {Struct} struct
 * @param {readonly string[]} names of its inputs, in order
 * @param {import("./readers.js").Values} values
 * @param {Map<string, number>} addresses of the tensors
 * @param {number} leastRank least number of axes; 1 makes a single number a tensor of one entry, which broadcasts
 */
export function writeGiven(arena, at, { at: field, types, size }, names, values, addresses, leastRank) {
  const view = arena.view();
  arena.bytes().fill(0, at, at + roundUp(size, 8));
  names.forEach((name, n) => {
    const address = addresses.get(name);
    if (address === undefined) return;
    writeTensor(view, at + field.inputs + n * TENSOR.size, address, withBatch(values[name].shape, leastRank));
  });
  const [window_left, window_right] = values.window ?? [];
  /** @type {Record<string, number | undefined>} */
  const numbers = { ...values, window_left, window_right };
  for (const [name, type] of Object.entries(types)) {
    const value = name.startsWith("has_")
      ? Number(values[name.slice(4)] !== undefined)
      : (numbers[name] ?? 0);
    if (type === "f64") view.setFloat64(at + field[name], value, true);
    else if (type === "i64") view.setBigInt64(at + field[name], BigInt(value), true);
    else if (type === "i32") view.setInt32(at + field[name], value, true);
  }
}

/** @typedef {{ name: string, shape: number[], offset: number, count: number, omitted: boolean }} Slot */

/**
 * Reads the slots of a plan that this run uses, in order.
 * @param {DataView} view
 * @param {number} at address of the first slot
 * @param {readonly string[]} names
 * @returns {Slot[]}
 */
export function readSlots(view, at, names) {
  /** @type {Slot[]} */
  const slots = [];
  names.forEach((name, index) => {
    const slot = at + index * SLOT.size;
    const rank = view.getInt32(slot + SLOT.at.rank, true);
    const omitted = view.getInt32(slot + SLOT.at.omitted, true) !== 0;
    if (rank === 0 && !omitted) return;
    const shape = Array.from({ length: rank }, (_, axis) => readInt64(view, slot + SLOT.at.shape + 8 * axis));
    const offset = readInt64(view, slot + SLOT.at.offset);
    slots.push({ name, shape, offset, count: readInt64(view, slot + SLOT.at.count), omitted });
  });
  return slots;
}
