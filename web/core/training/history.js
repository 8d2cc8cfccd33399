/**
 * The history of a training: the loss of every step, and a bounded number of evenly spaced states.
 */

/** @typedef {import("./steps.js").State} State */

/** The most steps that are recorded. */
export const MOST_STEPS = 1048576;
const MOST_STATES = 64;
const FIRST_EVERY = 16;

export class History {
  /** @type {number[]} */
  #losses = [];
  /** @type {Map<number, State>} by step */
  #states = new Map();
  #every = FIRST_EVERY;
  /** The last recorded step. */
  recorded = 0;

  /** @param {State} start */
  constructor(start) {
    this.#states.set(0, start);
  }

  /**
   * Records losses, and the state if it is one to keep.
   * @param {State} state
   * @param {Float32Array} losses of the steps that led to it
   */
  record(state, losses) {
    const { step } = state;
    losses.forEach((loss, n) => (this.#losses[step - losses.length + n] = loss));
    this.recorded = Math.max(this.recorded, step);
    if (step % this.#every !== 0) return;
    this.#states.set(step, state);
    if (this.#states.size > MOST_STATES) this.#thinOut();
  }

  /** Drops every other state and doubles the spacing of those to come. */
  #thinOut() {
    this.#every *= 2;
    for (const step of [...this.#states.keys()]) if (step % this.#every !== 0) this.#states.delete(step);
  }

  /**
   * Returns the nearest kept state at or before a step.
   * @param {number} step
   * @returns {State}
   */
  before(step) {
    // every multiple of the spacing up to the last recorded step has a state, because jobs of a run end there
    return /** @type {State} */ (this.#states.get(step - (step % this.#every)));
  }

  /**
   * @param {number} steps
   * @returns {Float32Array} the losses of the first steps, a copy
   */
  losses(steps) {
    return Float32Array.from(this.#losses.slice(0, steps));
  }
}
