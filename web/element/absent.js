/** What the player needs only for some stories and problems, and fetches when it does. */

/** Thrown where a part is needed that is not here yet: who catches it waits, and begins again. */
export class Absent {
  /** @param {Promise<unknown>} coming */
  constructor(coming) {
    this.coming = coming;
  }
}

/**
 * A part that comes when it is first needed: what its file exports, once it is here.
 * @template T
 * @param {() => Promise<T>} load
 */
function onDemand(load) {
  /** @type {T | undefined} */
  let here;
  return {
    /** @param {T} part that is here already */
    bring(part) {
      here = part;
    },
    get here() {
      return here;
    },
    /** @returns {T} throws Absent until it is here */
    demand() {
      if (!here) throw new Absent(load().then((part) => (here = part)));
      return here;
    },
  };
}

/** Parts of the view: for pictures that are worked, and for readers who change numbers. */
export const parts = {
  manipulation: onDemand(() => import("./manipulation/index.js")),
  editing: onDemand(() => import("./editing/index.js")),
};

/** Runs beyond the forward one. */
export const runs = {
  long: onDemand(() => import("./runs/long.js")),
  backward: onDemand(() => import("./runs/backward.js")),
  scaling: onDemand(() => import("./runs/scaling.js")),
  training: onDemand(() => import("./runs/training.js")),
};
