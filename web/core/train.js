/**
 * Optimisers: one step moves every parameter or none.
 */
import { withArrays } from "./arrays.js";
import { AttentionError, shown } from "./errors.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {Record<string, import("./tensor.js").Tensor>} Parameters by name */
/**
 * @typedef {object} State what an optimiser remembers from step to step
 * @property {Record<string, Float32Array>} velocity of SGD with momentum
 * @property {Record<string, Float32Array>} first Adam's running mean of gradients
 * @property {Record<string, Float32Array>} second Adam's running mean of their squares
 * @property {number} steps of Adam so far
 */

/** @returns {State} */
export const freshState = () => ({ velocity: {}, first: {}, second: {}, steps: 0 });

/**
 * A rate from 0 upward.
 * @param {unknown} value
 * @param {string} where
 * @returns {number}
 */
export function demandRate(value, where) {
  if (typeof value === "number" && value >= 0 && Number.isFinite(value)) return value;
  throw new AttentionError(
    "value",
    where,
    `${where} is ${shown(value)}; give a finite number from 0 upward.`,
  );
}

/**
 * parameter ← parameter − rate · velocity, with velocity ← momentum · velocity + gradient.
 * @param {Core} core
 * @param {Parameters} parameters
 * @param {Parameters} gradients named grad_<parameter>
 * @param {{ rate: number, momentum?: number }} options
 * @param {State} state
 * @returns {{ parameters: Parameters, state: State }} new ones; the old stay as they are
 */
export function sgd(core, parameters, gradients, { rate, momentum = 0 }, state) {
  /** @type {Parameters} */
  const next = {};
  /** @type {Record<string, Float32Array>} */
  const velocity = { ...state.velocity };
  for (const [name, { shape, data }] of Object.entries(parameters)) {
    const count = data.length;
    const before = momentum === 0 ? undefined : (velocity[name] ?? new Float32Array(count));
    const inputs = [data, gradients[`grad_${name}`].data, before];
    const [moved, kept] = withArrays(
      core,
      inputs,
      [count, before ? count : -1],
      (functions, [p, g, v], [to, v_to]) => {
        const status = functions.attn_sgd(to, v, p, g, rate, momentum, BigInt(count));
        if (status !== 0) throw refused(name);
        // the velocity was changed in place
        if (v) core.arena.bytes().copyWithin(v_to, v, v + 4 * count);
      },
    );
    next[name] = { shape, data: moved };
    if (before) velocity[name] = kept;
  }
  return { parameters: next, state: { ...state, velocity } };
}

/**
 * Adam (Kingma, Ba 2015) with 0.9, 0.999, 1e-8.
 * @param {Core} core
 * @param {Parameters} parameters
 * @param {Parameters} gradients
 * @param {{ rate: number }} options
 * @param {State} state
 * @returns {{ parameters: Parameters, state: State }}
 */
export function adam(core, parameters, gradients, { rate }, state) {
  /** @type {Parameters} */
  const next = {};
  const first = { ...state.first };
  const second = { ...state.second };
  const steps = state.steps + 1;
  for (const [name, { shape, data }] of Object.entries(parameters)) {
    const count = data.length;
    const zeros = () => new Float32Array(count);
    const inputs = [data, gradients[`grad_${name}`].data, first[name] ?? zeros(), second[name] ?? zeros()];
    const [moved, m, v] = withArrays(
      core,
      inputs,
      [count, count, count],
      (functions, [p, g, m_, v_], [to, m_to, v_to]) => {
        const status = functions.attn_adam(to, m_, v_, p, g, rate, steps, BigInt(count));
        if (status !== 0) throw refused(name);
        core.arena
          .bytes()
          .copyWithin(m_to, m_, m_ + 4 * count)
          .copyWithin(v_to, v_, v_ + 4 * count);
      },
    );
    next[name] = { shape, data: moved };
    first[name] = m;
    second[name] = v;
  }
  return { parameters: next, state: { ...state, first, second, steps } };
}

/** @param {string} name */
function refused(name) {
  const message = `The step would make ${name} non-finite and was not applied; lower learning_rate.`;
  return new AttentionError("value", name, message);
}
