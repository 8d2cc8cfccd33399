/** The one core that all elements of a page share. */

/** @typedef {import("../core/attention.js").Attention} Attention */
/** @typedef {import("../core/forward.js").Forward} Forward the forward pass alone: enough for a first picture */

const whole = async () => (await import("../core/attention.js")).createAttention();

/** How the core is had: a page that waits for every byte begins with less than all of it. @type {() => Promise<Forward>} */
let first = whole;
/** @type {Promise<Forward> | null} */
let promise = null;
/** @type {Forward | null} */
let ready = null;
/** @type {Promise<Attention> | null} */
let growing = null;

/** Says what comes first, in place of all the core. @param {typeof first} create */
export function beginWith(create) {
  first = create;
}

/** The core, when it is there already. */
export function current() {
  return ready;
}

/** @param {boolean} [plain] whether the forward pass alone is enough for now @returns {Promise<Forward>} */
export function load(plain = true) {
  promise ??= use(plain ? first() : whole());
  return promise;
}

/** All that the core can. @returns {Promise<Attention>} */
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

/** The same core where it can do all, else the one that has come since, if it can. @param {Forward | null} attention */
export const wholeOf = (attention) =>
  /** @type {Attention} */ ([attention, ready].find((core) => isWhole(core)) ?? null);

/**
 * Puts another core in place of the page's own; what it returns is what is shown.
 *
 * @template {Forward} T
 * @param {T | Promise<T>} attention
 * @returns {Promise<T>}
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
