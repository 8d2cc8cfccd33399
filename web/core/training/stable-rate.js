/**
 * Finds, by trial, a learning rate with which a diverged run stays finite.
 */

/** @typedef {import("./steps.js").State} State */
/** @typedef {import("./steps.js").Outcome} Outcome */

// trial steps in addition to four runs of full length
const MOST_TRIED = 4096;
/** A rate with which a few steps stay finite may still diverge soon after, so a trial takes at least so many. */
const LEAST_STEPS = 100;

/**
 * Returns the largest rate below the failed one, among 5, 2 and 1 times a power of ten, with which the same run completes the
 * steps, and a hundred at least.
 * @param {(state: State, count: number, rate: number) => Promise<Outcome>} take takes `count` steps
 * @param {State} start before the first step
 * @param {number} failed the step that was not taken
 * @param {{ rate: number, most: number }} limits the rate that failed, and the most steps at a time
 * @returns {Promise<number | null | undefined>} undefined if none was found; null if there is none: not even 0 keeps the first
 *   step finite
 */
export async function findStableRate(take, start, failed, { rate, most }) {
  if (failed === 1 && (await take(start, 1, 0)).failed) return null;
  const steps = Math.max(failed, LEAST_STEPS);
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
