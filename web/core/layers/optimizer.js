/**
 * Optimisers. A step updates every parameter or none. It runs in the module's memory, where the parameters and gradients are
 * when the backward run ends.
 */
import { AttentionError } from "../errors.js";
import { Space, roomFor } from "../memory.js";
import { tensorOf } from "../tensor.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../attention/plan.js").Plan} Plan */
/** @typedef {Record<string, import("../tensor.js").Tensor>} Parameters by name */
/**
 * @typedef {object} State of an optimiser, kept from step to step
 * @property {Record<string, Float32Array>} velocity of SGD with momentum
 * @property {Record<string, Float32Array>} first Adam's running mean of gradients
 * @property {Record<string, Float32Array>} second Adam's running mean of their squares
 * @property {number} steps of Adam so far
 */
/**
 * @typedef {object} Step
 * @property {string} optimizer "sgd" or "adam"
 * @property {number} rate
 * @property {number} momentum of SGD
 */
/**
 * @typedef {object} Learner what a layer does while the gradients are in memory
 * @property {Parameters} next the updated parameters, once it has learned
 * @property {number} bytes of memory that it needs
 * @property {(plan: Plan, free: number) => void} learn free: the address of those bytes
 */

/** @returns {State} */
export const freshState = () => ({ velocity: {}, first: {}, second: {}, steps: 0 });

/** Updates nothing. @type {Learner} */
export const idle = { next: {}, bytes: 0, learn() {} };

/**
 * Makes the Learner of one step.
 * SGD: velocity ← momentum · velocity + gradient, parameter ← parameter − rate · velocity.
 * Adam (Kingma and Ba, 2015) with β₁ = 0.9, β₂ = 0.999, ε = 1e-8.
 * @param {Core} core
 * @param {Parameters} parameters not changed
 * @param {Step} step
 * @param {State} state updated once every parameter has been
 * @returns {Learner} its `learn` throws an AttentionError if a parameter would become non-finite
 */
export function learnerOf(core, parameters, step, state) {
  const entries = Object.entries(parameters);
  const moments = momentsOf(step, state);
  for (const [name, { data }] of entries)
    for (const moment of moments) moment[name] ??= new Float32Array(data.length);
  const next = Object.fromEntries(
    entries.map(([name, { shape, data }]) => [name, tensorOf(shape, new Float32Array(data.length))]),
  );
  return {
    next,
    bytes: entries.reduce((sum, [, { data }]) => sum + moments.length * roomFor(data.byteLength), 0),
    learn({ inputs, slot, trace }, free) {
      const addresses = Object.fromEntries(inputs);
      const space = new Space(free);
      const floats = core.arena.floats();
      const kept = entries.map(([, { data }]) => moments.map(() => space.take(data.byteLength)));
      entries.forEach(([name, { data }], n) => {
        moments.forEach((moment, m) => floats.set(moment[name], kept[n][m] / 4));
        floats.set(data, addresses[name] / 4);
        const gradient = trace + 4 * slot[`grad_${name}`].offset;
        move(core, step, state.steps, name, addresses[name], gradient, kept[n], data.length);
      });
      const read = (/** @type {Float32Array} */ to, /** @type {number} */ address) =>
        to.set(floats.subarray(address / 4, address / 4 + to.length));
      entries.forEach(([name], n) => {
        read(next[name].data, addresses[name]);
        moments.forEach((moment, m) => read(moment[name], kept[n][m]));
      });
      if (step.optimizer === "adam") state.steps++;
    },
  };
}

/**
 * Returns the moments that the optimiser uses.
 * @param {Step} step
 * @param {State} state
 */
function momentsOf({ optimizer, momentum }, { velocity, first, second }) {
  if (optimizer === "adam") return [first, second];
  return momentum === 0 ? [] : [velocity];
}

/**
 * Returns the call that updates one parameter in place.
 * @param {Step} step
 * @param {number} steps before this one
 * @param {number} parameter address
 * @param {number} gradient address
 * @param {number[]} moments addresses
 * @param {number} count
 * @returns {[name: string, ...args: (number | bigint)[]]}
 */
export function moveCall(
  { optimizer, rate, momentum },
  steps,
  parameter,
  gradient,
  [first = 0, second = 0],
  count,
) {
  const size = BigInt(count);
  return optimizer === "adam"
    ? ["attn_adam", parameter, first, second, parameter, gradient, rate, steps + 1, size]
    : ["attn_sgd", parameter, first, parameter, gradient, rate, momentum, size];
}

/**
 * Updates one parameter in place; throws if that would make it non-finite.
 * @param {Core} core
 * @param {Step} step
 * @param {number} steps before this one
 * @param {string} name
 * @param {number} parameter address
 * @param {number} gradient address
 * @param {number[]} moments addresses
 * @param {number} count
 */
function move({ functions }, step, steps, name, parameter, gradient, moments, count) {
  const [call, ...args] = moveCall(step, steps, parameter, gradient, moments, count);
  const status = functions[call](...args);
  if (status === 0) return;
  const isFinite = (/** @type {number} */ address) => functions.attn_all_finite(address, BigInt(count)) === 1;
  const numbers = "give smaller, finite numbers";
  let [found, remedy] = [`The step would make ${name} non-finite`, "lower learning_rate"];
  // then not even a learning_rate of 0 would help
  if (!isFinite(gradient)) [found, remedy] = [`The gradient of ${name} is not finite`, numbers];
  else if (!moments.every(isFinite)) remedy = step.optimizer === "adam" ? numbers : "lower momentum";
  throw new AttentionError("value", name, `${found}; the step was not applied, so ${remedy}.`);
}
