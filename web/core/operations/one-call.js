/**
 * The operations that are a single C function in each direction, as stages of a chain: norms, residual additions,
 * feed-forward layers, the geometry of dot products, recurrent encoders.
 */
import { withTensors } from "./tensors.js";
import { AttentionError, fault } from "../errors.js";
import { CALLS } from "../graph/calls.js";
import { shapesOf } from "../graph/shapes.js";
import { KEPT, OPERATIONS, resultOf } from "../graph/tensors.js";
import { countOf, withoutBatch } from "../shapes.js";
import { readInt64 } from "../structs.js";
import { openBytes, tensorOf } from "../tensor.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../readers.js").Values} Values */
/** @typedef {import("../core.js").Functions} Functions */
/** @typedef {import("../tensor.js").Tensor} Tensor */
/** @typedef {import("./ops.js").Op} Op */

/** @type {import("../graph/shapes.js").Refuse} */
function refuse(kind, where, { shape, needed, axis, least, most }) {
  if (kind === "missing") throw fault("shape", where, "is missing; give it.");
  const range = least === most ? least : `${least} to ${most}`;
  if (kind === "axes") throw fault("shape", where, `has shape ${shape}; give it ${range} axes.`);
  const place = typeof axis === "number" && axis >= 0 ? `${where}[${axis}]` : where;
  const message = `${where} has shape ${shape}; the tensors it is combined with need ${needed}, so give it that shape.`;
  throw new AttentionError("shape", place, message);
}

/**
 * Bytes of scratch memory that a function takes.
 * @type {Record<string, (core: Core, sizes: bigint[], backward: number, where: string) => number>}
 */
const SCRATCH = {
  feed_forward: (core, sizes, backward) =>
    core.call((functions) => Number(functions.attn_feed_forward_scratch(...sizes, backward))),
  recurrent_encoder: (core, sizes, backward, where) =>
    core.call((functions, arena) => {
      const { data, error } = core.at;
      arena.reach(data + 8);
      core.demand(functions.attn_plan_recurrent_encoder(data, ...sizes, backward, error), where);
      return readInt64(arena.view(), data);
    }),
};

/**
 * Returns the shapes of a stage's tensors, its scratch bytes and the last arguments of its function; checks everything and
 * allocates nothing.
 * @param {Core} core
 * @param {string} op
 * @param {Values} values
 * @param {string} where
 * @param {boolean} withGradients
 */
function plan(core, op, values, where, withGradients) {
  const shapes = shapesOf([{ op, id: "", where, values }], refuse);
  for (const name of Object.keys(OPERATIONS[op].given)) {
    const axis = (values[name]?.shape.length ?? 0) - 1;
    if (values[name]?.shape[axis] !== 0) continue;
    const message = `${where}${name} has 0 features along axis ${axis}; give at least 1.`;
    throw new AttentionError("shape", `${where}${name}[${axis}]`, message);
  }
  const { options, sizes } = CALLS[op];
  const lengths = sizes((name) => shapes.get(name) ?? []).map(BigInt);
  const bytes = SCRATCH[op]?.(core, lengths, withGradients ? 1 : 0, where) ?? 0;
  return { shapes, bytes, last: [...(options?.(values) ?? []), ...lengths] };
}

/**
 * Removes the batch axis of length 1 that the output of another stage has from matrices.
 * @param {Values} values
 * @param {readonly string[]} names
 * @returns {Values}
 */
export const squeezed = (values, names) => ({
  ...values,
  ...Object.fromEntries(names.map((name) => [name, withoutBatch(values[name])])),
});

/**
 * Makes the Op of such an operation.
 * @param {string} op
 * @param {...string} matrices inputs without a batch axis
 * @returns {Required<Op>}
 */
export function oneCall(op, ...matrices) {
  const { given, made } = OPERATIONS[op];
  const { name = op, scratchBehind, writes = "", reads = "" } = CALLS[op];
  const scratch = scratchBehind ? ["scratch"] : [];

  /** @type {(core: Core, stage: { values: Values, where: string, last: (number | bigint)[] }, end: string, outputs: string[], inputs: string[], shapeOf: (tensor: string) => readonly number[] | undefined) => Record<string, Tensor>} */
  function call(core, { values, where, last }, end, outputs, inputs, shapeOf) {
    const shapes = [...outputs, ...scratch].map((tensor) => [tensor, shapeOf(tensor)]);
    const use = (
      /** @type {Functions} */ functions,
      /** @type {number[]} */ from,
      /** @type {number[]} */ to,
    ) => {
      const room = to.splice(outputs.length);
      functions[`attn_${name}${end}`](...to, ...from, ...room, ...last);
    };
    return withTensors(core, values, inputs, Object.fromEntries(shapes), use, where);
  }

  return {
    passes: () => [],
    shapes(core, values, where, withGradients) {
      const { shapes, bytes } = plan(core, op, values, where, withGradients);
      const entries = Object.keys(made).reduce((sum, tensor) => sum + countOf(shapes.get(tensor) ?? []), 0);
      const each = withGradients ? 8 : 4;
      core.demandWithinLimits(openBytes(values) + each * entries + bytes, where);
      return Object.fromEntries(shapes);
    },
    forward(core, whole, where) {
      const values = squeezed(whole, matrices);
      const { shapes, bytes, last } = plan(core, op, values, where, false);
      const shapeOf = (/** @type {string} */ tensor) => shapes.get(tensor) ?? [bytes / 4];
      const stage = { values, where, last };
      const { scratch: _, ...result } = call(core, stage, "", Object.keys(made), Object.keys(given), shapeOf);
      const kept = [...shapes].filter(([tensor]) => KEPT.test(tensor));
      const copies = kept.map(([tensor, shape]) => [tensor, tensorOf(shape, values[tensor].data.slice())]);
      return { ...Object.fromEntries(copies), ...result };
    },
    backward(core, whole, where, grad, inner) {
      const values = squeezed(whole, matrices);
      const forward = this.forward(core, values, where);
      const { shapes, bytes, last } = plan(core, op, values, where, true);
      const arrived = Object.fromEntries(
        Object.entries({ [resultOf(op)]: grad, ...inner }).map(([tensor, sum]) => [`grad_${tensor}`, sum]),
      );
      const shapeOf = (/** @type {string} */ output) => {
        const tensor = output.replace(/^grad_/, "");
        if (output === "scratch") return [bytes / 4];
        return tensor in made ? shapes.get(tensor) : values[tensor]?.shape;
      };
      const stage = { values: { ...values, ...forward, ...arrived }, where, last };
      const [outputs, inputs] = [writes, reads].map((names) => names.split(" "));
      const { scratch: _, ...gradients } = call(core, stage, "_backward", outputs, inputs, shapeOf);
      return { ...forward, ...arrived, ...gradients };
    },
  };
}
