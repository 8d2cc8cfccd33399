/**
 * Sequence to sequence with attention: the recurrent decoder of a chain.
 */
import { layUpstream } from "./backward.js";
import {
  DECODER,
  DECODER_INPUTS,
  DECODER_PLAN,
  DECODER_TENSORS,
  TENSOR,
  readInt64,
  readSlots,
  roundUp,
  writeInt64,
  writeTensor,
} from "./structs.js";
import { Space } from "./memory.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./readers.js").Values} Values */
/** @typedef {import("./tensor.js").Tensor} Tensor */

/**
 * Plans a decoder. Its structs live in the data area, in front of its numbers.
 * @param {Core} core
 * @param {Values} values
 * @param {string} where
 * @param {boolean} withGradients
 */
export function planDecoder(core, values, where, withGradients) {
  const space = new Space(core.at.data);
  const decoder = space.take(DECODER.size);
  const planned = space.take(DECODER_PLAN.size);
  return core.call((functions, arena) => {
    const addresses = DECODER_INPUTS.map((name) =>
      values[name] ? space.take(values[name].data.byteLength) : 0,
    );
    arena.reach(planned + DECODER_PLAN.size);
    write(arena, decoder, values, addresses);
    core.demand(functions.attn_plan_decoder(planned, decoder, withGradients ? 1 : 0, core.at.error), where);
    const view = arena.view();
    const slots = readSlots(view, planned + DECODER_PLAN.at.slots, DECODER_TENSORS);
    const trace = space.take(4 * readInt64(view, planned + DECODER_PLAN.at.trace_count));
    const scratch = space.take(readInt64(view, planned + DECODER_PLAN.at.scratch_bytes));
    return { decoder, planned, addresses, slots, trace, scratch, end: space.end };
  });
}

/**
 * @param {import("./memory.js").Arena} arena
 * @param {number} decoder
 * @param {Values} values
 * @param {number[]} addresses
 */
function write(arena, decoder, values, addresses) {
  const view = arena.view();
  const field = DECODER.at;
  arena.bytes().fill(0, decoder, decoder + roundUp(DECODER.size, 8));
  DECODER_INPUTS.forEach((name, n) => {
    if (values[name])
      writeTensor(view, decoder + field.inputs + n * TENSOR.size, addresses[n], values[name].shape);
  });
  view.setFloat64(decoder + field.scale, values.scale ?? 0, true);
  writeInt64(view, decoder + field.steps, values.steps ?? 0);
  view.setInt32(decoder + field.score, values.score ?? 0, true);
  view.setInt32(decoder + field.has_scale, values.scale === undefined ? 0 : 1, true);
}

/**
 * @param {Core} core
 * @param {Values} values
 * @param {string} where
 * @param {Float32Array} [gradOutput] by logits, or by the states after the first where there are no logits
 * @param {import("./backward.js").Upstream} [inner] gradients that reach tensors inside
 * @returns {Record<string, Tensor>}
 */
export function runDecoder(core, values, where, gradOutput, inner = {}) {
  const plan = planDecoder(core, values, where, gradOutput !== undefined);
  const upstream = layUpstream(inner, DECODER_TENSORS, plan.end);
  return core.call((functions, arena) => {
    arena.reach(upstream.end);
    // planned again: the memory may be a new one
    write(arena, plan.decoder, values, plan.addresses);
    functions.attn_plan_decoder(plan.planned, plan.decoder, gradOutput ? 1 : 0, core.at.error);
    const floats = arena.floats();
    DECODER_INPUTS.forEach((name, n) => values[name] && floats.set(values[name].data, plan.addresses[n] / 4));
    functions.attn_decoder_forward(plan.trace, plan.scratch, plan.planned, plan.decoder);
    const start = plan.slots.find((slot) => slot.name === "grad_output");
    if (gradOutput && start) {
      floats.set(gradOutput.subarray(0, start.count), plan.trace / 4 + start.offset);
      upstream.write(arena);
      const run = [plan.trace, plan.scratch, plan.planned, plan.decoder];
      functions.attn_decoder_backward_from(...run, upstream.table);
    }
    return collect(plan, values, floats);
  });
}

/**
 * @param {ReturnType<typeof planDecoder>} plan
 * @param {Values} values
 * @param {Float32Array} floats
 */
function collect(plan, values, floats) {
  /** @type {Record<string, Tensor>} */
  const trace = {};
  for (const name of ["encoder_states", "initial_state", "x"])
    if (values[name]) trace[name] = { shape: values[name].shape.slice(), data: values[name].data.slice() };
  for (const { name, offset, count, shape, omitted } of plan.slots) {
    const first = plan.trace / 4 + offset;
    if (!omitted) trace[name] = { shape: shape.slice(), data: floats.slice(first, first + count) };
  }
  return trace;
}
