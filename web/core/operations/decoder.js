/**
 * The recurrent decoder of a chain: sequence to sequence with attention.
 */
import { layUpstream } from "../attention/upstream.js";
import { Space } from "../memory.js";
import * as structs from "../structs.js";
import { tensorOf } from "../tensor.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../readers.js").Values} Values */
/** @typedef {import("../tensor.js").Tensor} Tensor */

/**
 * Plans a decoder. Its structs are in the data area, in front of its numbers.
 * @param {Core} core
 * @param {Values} values
 * @param {string} where
 * @param {boolean} withGradients
 */
export function planDecoder(core, values, where, withGradients) {
  const space = new Space(core.at.data);
  const decoder = space.take(structs.DECODER.size);
  const planned = space.take(structs.DECODER_PLAN.size);
  /** @type {Map<string, number>} */
  const addresses = new Map();
  for (const name of structs.DECODER_INPUTS)
    if (values[name]) addresses.set(name, space.take(values[name].data.byteLength));
  return core.call((_functions, arena) => {
    arena.reach(planned + structs.DECODER_PLAN.size);
    core.demand(writePlan(core, { decoder, planned, addresses }, values, withGradients), where);
    const view = arena.view();
    const slots = structs.readSlots(view, planned + structs.DECODER_PLAN.at.slots, structs.DECODER_TENSORS);
    const trace = space.take(4 * structs.readInt64(view, planned + structs.DECODER_PLAN.at.trace_count));
    const scratch = space.take(structs.readInt64(view, planned + structs.DECODER_PLAN.at.scratch_bytes));
    return {
      decoder,
      planned,
      addresses,
      slots,
      trace,
      run: [trace, scratch, planned, decoder],
      end: space.end,
    };
  });
}

/**
 * Writes a decoder and its plan.
 * @param {Core} core
 * @param {{ decoder: number, planned: number, addresses: Map<string, number> }} place of both and of the inputs
 * @param {Values} values
 * @param {boolean} withGradients
 * @returns {number} the status
 */
function writePlan({ functions, arena, at }, { decoder, planned, addresses }, values, withGradients) {
  structs.writeGiven(arena, decoder, structs.DECODER, structs.DECODER_INPUTS, values, addresses, 0);
  return functions.attn_plan_decoder(planned, decoder, withGradients ? 1 : 0, at.error);
}

/**
 * Runs a decoder forward and, given a gradient, backward.
 * @param {Core} core
 * @param {Values} values
 * @param {string} where
 * @param {Float32Array} [gradOutput] gradient of the logits or, without logits, of the states after the initial one
 * @param {import("../attention/upstream.js").Upstream} [inner] gradients that arrive at tensors inside
 * @returns {Record<string, Tensor>}
 */
export function runDecoder(core, values, where, gradOutput, inner = {}) {
  const plan = planDecoder(core, values, where, gradOutput !== undefined);
  const { addresses, slots, trace, run } = plan;
  const upstream = layUpstream(inner, structs.DECODER_TENSORS, plan.end);
  return core.call((functions, arena) => {
    arena.reach(upstream.end);
    // once more, because the memory may have been replaced since planning
    writePlan(core, plan, values, gradOutput !== undefined);
    const floats = arena.floats();
    for (const [name, address] of addresses) floats.set(values[name].data, address / 4);
    functions.attn_decoder_forward(...run);
    const start = slots.find((slot) => slot.name === "grad_output");
    if (gradOutput && start) {
      floats.set(gradOutput.subarray(0, start.count), trace / 4 + start.offset);
      upstream.write(arena);
      functions.attn_decoder_backward_from(...run, upstream.table);
    }
    /** @type {Record<string, Tensor>} */
    const result = {};
    for (const name of ["encoder_states", "initial_state", "x"])
      if (values[name]) result[name] = tensorOf(values[name].shape, values[name].data.slice());
    for (const { name, offset, count, shape } of slots) {
      const first = trace / 4 + offset;
      result[name] = tensorOf(shape, floats.slice(first, first + count));
    }
    return result;
  });
}
