/**
 * The structs of attn.h as JavaScript sees them in WASM memory: one ordered table a struct. The sizes are compared
 * with attn_struct_size() at load, the names with attn_name() and attn_tensor_name(), so a header that moved is
 * noticed before the first number is written.
 */
import { OPERATIONS, gradientsOf } from "./graph/tensors.js";

const { attention, recurrent_decoder: decoder } = OPERATIONS;
/** The order of attn_problem.inputs. */
export const INPUTS = Object.keys(attention.given);
/** Tensors of a run, in the order of ATTN_TRACE, then ATTN_GRADIENTS. */
export const TRACE = Object.keys(attention.made);
export const TENSORS = [...TRACE, ...gradientsOf("attention")];
/** The order of attn_decoder.inputs and of attn_decoder_plan.slots. */
export const DECODER_INPUTS = Object.keys(decoder.given);
export const DECODER_TENSORS = [...Object.keys(decoder.made), ...gradientsOf("recurrent_decoder")];

export const SCORES = ["scaled_dot", "dot", "bilinear", "additive"];
export const INITS = ["normal", "xavier", "kaiming"];
export const MAX_RANK = 5;

/** @typedef {{ size: number, align: number, at: Record<string, number>, step: Record<string, number> }} Struct */

/** @type {Record<string, [number, number]>} size and alignment of what a field may be, on wasm32 */
const SCALARS = { pointer: [4, 4], i32: [4, 4], i64: [8, 8], f64: [8, 8] };

/**
 * Lays fields out as the C compiler does: each at the next multiple of its alignment.
 * @param {[name: string, type: string | Struct, count?: number][]} fields
 * @returns {Struct} `at` has the offset of each field, `step` the size of one of its entries
 */
function struct(fields) {
  /** @type {Struct} */
  const result = { size: 0, align: 1, at: {}, step: {} };
  for (const [name, type, count = 1] of fields) {
    const [size, align] = typeof type === "string" ? SCALARS[type] : [type.size, type.align];
    const start = roundUp(result.size, align);
    result.at[name] = start;
    result.step[name] = size;
    result.size = start + size * count;
    result.align = Math.max(result.align, align);
  }
  result.size = roundUp(result.size, result.align);
  return result;
}

/**
 * @param {number} value
 * @param {number} multiple
 */
export const roundUp = (value, multiple) => Math.ceil(value / multiple) * multiple;

export const TENSOR = struct([
  ["data", "pointer"],
  ["rank", "i32"],
  ["shape", "i64", MAX_RANK],
]);

export const PROBLEM = struct([
  ["inputs", TENSOR, INPUTS.length],
  ["scale", "f64"],
  ["softcap", "f64"],
  ["causal_offset", "i64"],
  ["window_left", "i64"],
  ["window_right", "i64"],
  ["heads", "i32"],
  ["kv_heads", "i32"],
  ["score", "i32"],
  ["causal", "i32"],
  ["has_scale", "i32"],
  ["has_causal_offset", "i32"],
  ["has_window", "i32"],
  ["reserved", "i32"],
]);

const SLOT = struct([
  ["offset", "i64"],
  ["count", "i64"],
  ["shape", "i64", MAX_RANK],
  ["rank", "i32"],
  ["omitted", "i32"],
]);

/** What C derives from a problem before anything else. */
export const SIZES =
  "batch heads kv_heads q_len kv_len d_model d_kv d_in_v d_q d_k d_v d_out hidden offset".split(" ");
export const PLAN = struct([
  ...SIZES.map((name) => /** @type {[string, string]} */ ([name, "i64"])),
  ["trace_count", "i64"],
  ["scratch_bytes", "i64"],
  ["scale", "f64"],
  ["backward", "i32"],
  ["fused", "i32"],
  ["slots", SLOT, TENSORS.length],
]);

export const DECODER = struct([
  ["inputs", TENSOR, DECODER_INPUTS.length],
  ["scale", "f64"],
  ["steps", "i64"],
  ["score", "i32"],
  ["has_scale", "i32"],
]);

export const DECODER_PLAN = struct([
  ["steps", "i64"],
  ["t", "i64"],
  ["d_h", "i64"],
  ["d_s", "i64"],
  ["d_in", "i64"],
  ["d_out", "i64"],
  ["hidden", "i64"],
  ["trace_count", "i64"],
  ["scratch_bytes", "i64"],
  ["scale", "f64"],
  ["backward", "i32"],
  ["reserved", "i32"],
  ["slots", SLOT, DECODER_TENSORS.length],
]);

export const ERROR = struct([
  ["status", "i32"],
  ["name", "i32"],
  ["other", "i32"],
  ["axis", "i32"],
  ["got", "f64"],
  ["expected", "f64"],
]);

/** In the order of attn_struct_size(which). */
export const STRUCTS = [PROBLEM, PLAN, DECODER, DECODER_PLAN, ERROR, SLOT, TENSOR];

/**
 * Writes an int64 that fits a double exactly.
 * @param {DataView} view
 * @param {number} at
 * @param {number} value
 */
export function writeInt64(view, at, value) {
  view.setUint32(at, value >>> 0, true);
  view.setInt32(at + 4, Math.floor(value / 4294967296), true);
}

/**
 * @param {DataView} view
 * @param {number} at
 */
export function readInt64(view, at) {
  return view.getInt32(at + 4, true) * 4294967296 + view.getUint32(at, true);
}

/**
 * Writes one attn_tensor.
 * @param {DataView} view
 * @param {number} at
 * @param {number} data address of the numbers; anything above 0 while only shapes matter
 * @param {readonly number[]} shape
 */
export function writeTensor(view, at, data, shape) {
  view.setUint32(at + TENSOR.at.data, data, true);
  view.setInt32(at + TENSOR.at.rank, shape.length, true);
  for (let axis = 0; axis < shape.length; axis++)
    writeInt64(view, at + TENSOR.at.shape + 8 * axis, shape[axis]);
}

/**
 * Writes attn_problem.
 * @param {import("./core.js").Core} core
 * @param {import("./readers.js").Values} values
 * @param {Map<string, number>} addresses of its tensors
 */
export function writeProblem({ at, arena }, values, addresses) {
  const view = arena.view();
  arena.bytes().fill(0, at.problem, at.problem + roundUp(PROBLEM.size, 8));
  const field = PROBLEM.at;
  INPUTS.forEach((name, n) => {
    const address = addresses.get(name);
    if (!address) return;
    // a single number broadcasts like a tensor of one
    const { shape } = values[name];
    writeTensor(view, at.problem + field.inputs + n * TENSOR.size, address, shape.length ? shape : [1]);
  });
  const whole = (/** @type {string} */ name, /** @type {number} */ value) =>
    view.setInt32(at.problem + field[name], value, true);
  whole("heads", values.heads ?? 0);
  whole("kv_heads", values.kv_heads ?? 0);
  whole("score", values.score ?? 0);
  whole("causal", values.causal ?? 0);
  whole("has_scale", values.scale === undefined ? 0 : 1);
  whole("has_causal_offset", values.causal_offset === undefined ? 0 : 1);
  whole("has_window", values.window === undefined ? 0 : 1);
  view.setFloat64(at.problem + field.scale, values.scale ?? 0, true);
  view.setFloat64(at.problem + field.softcap, values.softcap ?? 0, true);
  writeInt64(view, at.problem + field.causal_offset, values.causal_offset ?? 0);
  writeInt64(view, at.problem + field.window_left, values.window?.[0] ?? 0);
  writeInt64(view, at.problem + field.window_right, values.window?.[1] ?? 0);
}

/** @typedef {{ name: string, shape: number[], offset: number, count: number, omitted: boolean }} Slot */

/**
 * Reads the slots of a plan: those that this run has, in order.
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
