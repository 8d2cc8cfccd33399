/** Long work in short turns, between which the page stays responsive. */

/**
 * @template T, Result
 * @param {Generator<T, Result>} work its `return` ends the work
 * @param {number} milliseconds of a turn
 * @param {(made: T) => void} [took] called with what it yields
 * @returns {Promise<Result>}
 */
export async function inTurns(work, milliseconds, took = () => {}) {
  for (;;) {
    const until = performance.now() + milliseconds;
    do {
      const step = work.next();
      if (step.done) return step.value;
      took(step.value);
    } while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
