// npm run test:full asks more of the same tests: more rounds, more seeds, more widths.

/** Does this run ask everything? */
export const full = process.env.FULL === "1";

/** How much is asked: little in npm test, more in full. @template T @param {T} few @param {T} many @returns {T} */
export const fewOrMany = (few, many) => (full ? many : few);
