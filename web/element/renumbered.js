/** Whether two runs differ in their numbers alone, so that what was made of the one can show the other. */

/** @typedef {Omit<import("./build-scene.js").Run, "graph">} Run */

/** The keys that hold numbers alone; all others determine what is computed, or how. */
const NUMBERS = /^(x|x_kv|x_v|query|key|value|[wb]_[qkvo])$/;

/** @param {Run} run @param {Run} former */
export function isRenumbered(run, former) {
  const [now, before] = [run.problem, former.problem];
  if (now.stages || [run, former].some(({ rows, training, other }) => rows || training || other))
    return false;
  const alike = /** @type {const} */ (["preset", "printed", "figures", "note"]);
  if (alike.some((key) => run.from[key] !== former.from[key])) return false;
  const keys = Object.keys(now);
  return (
    String(keys) === String(Object.keys(before)) && keys.every((key) => fits(key, now[key], before[key]))
  );
}

/** @param {string} key @param {any} now @param {any} before */
const fits = (key, now, before) =>
  NUMBERS.test(key) ? sameShape(now, before) : JSON.stringify(now) === JSON.stringify(before);

/** Whether two nested arrays of numbers have the same shape. @param {any} now @param {any} before @returns {boolean} */
const sameShape = (now, before) =>
  Array.isArray(now)
    ? now.length === before?.length && now.every((entry, k) => sameShape(entry, before[k]))
    : typeof now === "number" && typeof before === "number";
