/** The one core that all elements of a page share. */
import { createAttention } from "../index.js";

/** @typedef {Awaited<ReturnType<typeof createAttention>>} Attention */

/** @type {Promise<Attention> | null} */
let promise = null;
/** @type {Attention | null} */
let ready = null;

/** The core, when it is there already. */
export function current() {
  return ready;
}

/** @returns {Promise<Attention>} */
export function load() {
  promise ??= use(createAttention());
  return promise;
}

/**
 * Puts another core in place of the page's own; what it returns is what is shown.
 *
 * @param {Attention | Promise<Attention>} attention
 * @returns {Promise<Attention>}
 */
export function use(attention) {
  ready = null;
  const own = Promise.resolve(attention).then(
    (core) => {
      if (promise === own) ready = core;
      return core;
    },
    (error) => {
      // a later element may try again
      if (promise === own) promise = null;
      throw error;
    },
  );
  promise = own;
  return own;
}
