/** The recorded trainings of problems. */

/**
 * The recorders by the problem with which each begins, so that undo finds the record again.
 * @type {WeakMap<Record<string, any>, import("./training.js").Recorder>}
 */
export const recorders = new WeakMap();

/** The record of a problem's training, if there is one. @param {Record<string, any>} problem */
export const recorderOf = (problem) => recorders.get(problem);
