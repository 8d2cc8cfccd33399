/** Long work in short turns, between which the page stays responsive. */
import { nextTurn } from "../core/turn.js";

/** The last turn that somebody waits for. @type {Promise<unknown>} */
let last = Promise.resolve();

/** Resolves in a turn of its own: callers that wait at the same time get one turn each, in order. */
export const ownTurn = () => (last = last.then(nextTurn));

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
