/** Long work in short turns, so that the page has its own between them. */

/**
 * @template T, Result
 * @param {Generator<T, Result>} work who calls its `return` ends it
 * @param {number} milliseconds of a turn
 * @param {(made: T) => void} [took] hears what it yields
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
