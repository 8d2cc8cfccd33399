// Defects that are none: nobody can tell the changed code from the code. Each with the reason.

/**
 * @typedef {object} Equivalent
 * @property {string} file
 * @property {string | RegExp} change the lines touched, with ⟦what stood there → what stands there⟧, as the run prints it
 * @property {string} reason
 */
/** @type {Equivalent[]} */
export const equivalent = [];
