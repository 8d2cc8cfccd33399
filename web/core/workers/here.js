/**
 * A job done here instead of in a worker: at once, or in slices where workers are refused.
 */

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("./worker.js").Job} Job */
/** @typedef {import("./worker.js").Result} Result */

// calls that may be long; the build js stops within them
const LONG = new Set(["attn_forward", "attn_backward"]);
// ms of calls before the page has its turn; the one under way comes to its end
const SLICE = 2;

/**
 * @param {Core} core
 * @param {Job} job
 * @returns {Result}
 */
export function runHere(core, job) {
  return core.call((functions) => {
    write(core, job);
    const results = job.calls.map(([name, ...args]) => functions[name](...args));
    return { results, reads: read(core, job) };
  });
}

/**
 * @param {Core} core of its own: between slices other runs use the shared one
 * @param {Job} job
 * @param {() => Promise<void>} turn
 * @returns {Promise<Result>}
 */
export async function runHereInSlices(core, job, turn) {
  core.call(() => write(core, job));
  const results = [];
  // whoever made the job has taken time too
  let until = 0;
  for (const [name, ...args] of job.calls) {
    if (performance.now() > until) {
      await turn();
      until = performance.now() + SLICE;
    }
    if (core.slices && LONG.has(name)) {
      await core.callInSlices((functions) => functions[name](...args), turn);
      results.push(0);
    } else results.push(core.call((functions) => functions[name](...args)));
  }
  return { results, reads: core.call(() => read(core, job)) };
}

/**
 * @param {Core} core
 * @param {Job} job
 */
function write({ arena }, { end, writes }) {
  arena.reach(end);
  const bytes = arena.bytes();
  for (const [address, { buffer, byteOffset, byteLength }] of writes)
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), address);
}

/**
 * @param {Core} core
 * @param {Job} job
 */
const read = ({ arena }, { reads }) => reads.map(([address, count]) => arena.copyFloats(address, count));
