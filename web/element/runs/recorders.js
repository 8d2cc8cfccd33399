/** Which problems begin a recorded training. */

/** By the problem that each begins with, so that undo finds the record again. @type {WeakMap<Record<string, any>, import("./training.js").Recorder>} */
export const recorders = new WeakMap();

/** The record of a problem's training, if there is one. @param {Record<string, any>} problem */
export const recorderOf = (problem) => recorders.get(problem);
