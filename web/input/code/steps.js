/** stub */
/** @param {any} plan @param {any} tensors @param {any} steps */
export const linesOf = (plan, tensors, steps) => ({ ...tensors });
