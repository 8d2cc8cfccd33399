// npm run test:full makes the same tests more thorough: more rounds, more seeds, more widths.

/** Whether this is a full run. */
export const full = process.env.FULL === "1";

/** Returns the first in npm test, the second in a full run. @template T @param {T} few @param {T} many @returns {T} */
export const fewOrMany = (few, many) => (full ? many : few);
