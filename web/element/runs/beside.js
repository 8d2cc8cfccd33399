/** Several runs at once, with one run's names beside the prefixed ones of others. */

/** @typedef {import("../runs.js").StoryData} StoryData */
/** @typedef {Pick<StoryData, "trace" | "graph" | "origin" | "terms">} Part */

/** Joins several parts; a tensor that none of them has belongs to the first. @param {Part[]} parts @returns {Part} */
export function joined(parts) {
  const byTensor = new Map(parts.flatMap((part) => part.graph.map(({ tensor }) => [tensor, part])));
  const partOf = (/** @type {string} */ tensor) => byTensor.get(tensor) ?? parts[0];
  return {
    trace: { ...Object.assign({}, ...parts.map(({ trace }) => trace)), notes: parts[0].trace.notes },
    graph: parts.flatMap(({ graph }) => graph),
    origin: (tensor, index) => partOf(tensor).origin(tensor, index),
    terms: (tensor, index) => partOf(tensor).terms(tensor, index),
  };
}

/**
 * Adds to a story's data what was drawn: more numbers, and runs that follow from them.
 * @param {StoryData} data @param {ReturnType<NonNullable<StoryData["draw"]>>} [drawn] @returns {StoryData}
 */
export function withDrawn(data, { more, beside = {} } = { more: {} }) {
  const runs = Object.entries(beside);
  const problems = Object.fromEntries(runs.map(([id, { problem }]) => [id, problem]));
  return {
    ...data,
    ...(runs.length > 0 && joined([data, ...runs.map(([, { part }]) => part)])),
    others: { ...data.others, ...problems },
    more: { ...data.more, ...more },
  };
}
