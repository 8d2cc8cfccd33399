/**
 * Finds, by trial, a learning rate with which a diverged run stays finite.
 */

/** @typedef {import("./steps.js").State} State */
/** @typedef {import("./steps.js").Outcome} Outcome */

// trial steps in addition to four runs of full length
const MOST_TRIED = 4096;

/**
 * Returns the largest rate below the failed one, among 5, 2 and 1 times a power of ten, with which the same run completes the
 * steps.
 * @param {(state: State, count: number, rate: number) => Promise<Outcome>} take takes `count` steps
 * @param {State} start before the first step
 * @param {number} steps
 * @param {{ rate: number, most: number }} limits the rate that failed, and the most steps at a time
 * @returns {Promise<number | undefined>} undefined if none was found
 */
export async function findStableRate(take, start, steps, { rate, most }) {
  let left = 4 * steps + MOST_TRIED;
  for (let tried = below(rate); tried > 0 && left > 0; tried = below(tried)) {
    let state = start;
    while (state.step < steps) {
      // a run that diverges usually does so early, so begin with few steps at a time
      const count = Math.min(most, Math.max(1, state.step), steps - state.step);
      const { state: next, failed } = await take(state, count, tried);
      left -= count;
      if (failed) break;
      state = next;
    }
    if (state.step === steps) return tried;
  }
  return undefined;
}

/**
 * Returns the next lower number among 5, 2 and 1 times a power of ten; 0 for 0.
 * @param {number} rate
 */
function below(rate) {
  if (rate === 0) return 0;
  const [digits, exponent] = rate.toExponential().split("e").map(Number);
  const digit = [5, 2, 1].find((candidate) => candidate < digits);
  return digit ? Number(`${digit}e${exponent}`) : Number(`5e${exponent - 1}`);
}
