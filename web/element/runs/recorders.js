/** Which problem is the beginning of a recorded run. */

/** By the problem that each begins with: whoever undoes a change comes back to its record. @type {WeakMap<Record<string, any>, import("./training.js").Recorder>} */
export const recorders = new WeakMap();

/** What was recorded of a problem, if it is one that learns. @param {Record<string, any>} problem */
export const recorderOf = (problem) => recorders.get(problem);

/** Steps that are recorded before anybody asks, and those of one press. */
export const HUNDRED = 100;
