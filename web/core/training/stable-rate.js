/**
 * A learning rate for a run that diverged, found by trying.
 */

/** @typedef {import("./steps.js").State} State */
/** @typedef {import("./steps.js").Outcome} Outcome */

// steps tried in all, beside some runs of full length
const MOST_TRIED = 4096;

/**
 * The largest of 5, 2 and 1 times a power of ten below the rate with which the same run takes as many steps.
 * @param {(state: State, count: number, rate: number) => Promise<Outcome>} take up to so many steps
 * @param {State} start before the first step
 * @param {number} steps
 * @param {{ rate: number, most: number }} limits the rate that failed, the most steps at a time
 * @returns {Promise<number | undefined>} undefined: none was found
 */
export async function findStableRate(take, start, steps, { rate, most }) {
  let left = 4 * steps + MOST_TRIED;
  for (let tried = below(rate); tried > 0 && left > 0; tried = below(tried)) {
    let state = start;
    while (state.step < steps) {
      // what diverges does so early
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
 * The next lower of 5, 2 and 1 times a power of ten.
 * @param {number} rate
 */
export function below(rate) {
  if (rate === 0) return 0;
  const [digits, exponent] = rate.toExponential().split("e").map(Number);
  const digit = [5, 2, 1].find((candidate) => candidate < digits);
  return digit ? Number(`${digit}e${exponent}`) : Number(`5e${exponent - 1}`);
}
