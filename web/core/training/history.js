/**
 * What a training remembers: the loss of every step, and states far enough apart that they never become many.
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
  /** The last step that is known. */
  recorded = 0;

  /** @param {State} start */
  constructor(start) {
    this.#states.set(0, start);
  }

  /**
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

  /** Every other state goes, and from now on twice as few come. */
  #thinOut() {
    this.#every *= 2;
    for (const step of [...this.#states.keys()]) if (step % this.#every !== 0) this.#states.delete(step);
  }

  /**
   * The nearest state at or before a step.
   * @param {number} step
   * @returns {State}
   */
  before(step) {
    // runs stop wherever a state is kept, and none is kept beyond what is recorded
    return /** @type {State} */ (this.#states.get(step - (step % this.#every)));
  }

  /**
   * @param {number} steps
   * @returns {Float32Array} a copy
   */
  losses(steps) {
    return Float32Array.from(this.#losses.slice(0, steps));
  }
}
