/** The core that all elements of a page share. It begins with as little as the first picture needs, and grows. */

import { Forward as Least } from "../core/forward.js";
import { loadCore } from "../core/wasm.js";

/** @typedef {import("../core/attention.js").Attention} Attention */
/** @typedef {Least} Forward the forward pass of one attention, or more */
/** @typedef {keyof typeof create} Level the forward pass of one attention, that of chains, or everything */

async function whole() {
  // together with the code that uses it, which reports what fails
  loadCore("auto").catch(() => {});
  return (await import("../core/attention.js")).createAttention();
}

/** @type {{ forward: () => Promise<Forward>, chain: () => Promise<Forward>, whole: () => Promise<Attention> }} */
const create = { forward: whole, chain: whole, whole };
/** Whether a core reaches a level. @type {Record<Level, (core: Forward) => boolean>} */
const reaches = {
  forward: () => true,
  chain: (core) => core.constructor !== Least,
  whole: (core) => "backward" in core,
};
/** @type {Promise<Forward> | null} */
let promise = null;
/** @type {Forward | null} */
let ready = null;
/** Cores that are loaded in place of a smaller one. @type {Partial<Record<Level, Promise<Forward>>>} */
const growing = {};

/** Sets what is loaded in place of the whole core, for a page on which every byte counts. @param {Partial<typeof create>} less */
export const beginWith = (less) => Object.assign(create, less);

/** The core; null until it is loaded. */
export function current() {
  return ready;
}

/** @param {Level} level of the first core @returns {Promise<Forward>} */
export function load(level) {
  promise ??= use(create[level]());
  return promise;
}

/**
 * Loads a core that reaches a level.
 * @template {Level} L @param {L} level
 * @returns {Promise<L extends "whole" ? Attention : Forward>}
 */
export async function grow(level) {
  const began = load(level);
  const here = /** @type {any} */ (await began);
  if (reaches[level](here)) return here;
  growing[level] ??= create[level]().finally(() => delete growing[level]);
  const grown = /** @type {any} */ (await growing[level]);
  return promise === began ? use(grown) : grow(level);
}

/**
 * The given core if it reaches a level, else the present one if that does, else null.
 * @param {Level} level @param {Forward | null} attention
 */
export const coreAt = (level, attention) =>
  [attention, ready].find((core) => core && reaches[level](core)) ?? null;

/** The whole core, which is loaded. @param {Forward | null} attention the core in use */
export const wholeOf = (attention) => /** @type {Attention} */ (coreAt("whole", attention));

/**
 * Replaces the page's core.
 *
 * @template {Forward} T
 * @param {T | Promise<T>} attention
 * @returns {Promise<T>}
 */
export function use(attention) {
  ready = null;
  const loading = Promise.resolve(attention).then(
    (core) => {
      if (promise === loading) ready = core;
      return core;
    },
    (error) => {
      // a later element may try again
      if (promise === loading) promise = null;
      throw error;
    },
  );
  promise = loading;
  return loading;
}
