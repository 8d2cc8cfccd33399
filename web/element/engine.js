/** The core that all elements of a page share. */

/** @typedef {import("../core/attention.js").Attention} Attention */
/** @typedef {import("../core/forward.js").Forward} Forward the forward pass alone: enough for a first picture */

const whole = async () => (await import("../core/attention.js")).createAttention();

/** Loads the first core. A page on which every byte counts starts with less than the whole. @type {() => Promise<Forward>} */
let first = whole;
/** @type {Promise<Forward> | null} */
let promise = null;
/** @type {Forward | null} */
let ready = null;
/** @type {Promise<Attention> | null} */
let growing = null;

/** Sets what is loaded first, in place of the whole core. @param {typeof first} create */
export function beginWith(create) {
  first = create;
}

/** The core; null until it is loaded. */
export function current() {
  return ready;
}

/** @param {boolean} plain whether the forward pass alone is enough @returns {Promise<Forward>} */
export function load(plain) {
  promise ??= use(plain ? first() : whole());
  return promise;
}

/** Loads the whole core. @returns {Promise<Attention>} */
export async function loadWhole() {
  const began = load(false);
  const here = await began;
  if (isWhole(here)) return here;
  growing ??= whole().finally(() => (growing = null));
  const grown = await growing;
  return promise === began ? use(grown) : loadWhole();
}

/** @param {Forward | null} attention @returns {attention is Attention} */
const isWhole = (attention) => attention !== null && "backward" in attention;

/** The given core if it is whole, else the present one if that is whole, else null. @param {Forward | null} attention */
export const wholeOf = (attention) =>
  /** @type {Attention} */ ([attention, ready].find((core) => isWhole(core)) ?? null);

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
