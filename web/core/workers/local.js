/**
 * A job done on this thread instead of in a worker: at once, or in slices where workers are refused.
 */

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("./worker.js").Job} Job */
/** @typedef {import("./worker.js").Result} Result */

// calls that may be long; the build js stops within them
const LONG = new Set([
  ...["attn_forward", "attn_backward", "attn_fused_trace"],
  ...["attn_fused_begin_part", "attn_fused_rows", "attn_fused_end_part"],
]);
// ms of work before the page has its turn; the call under way comes to its end
const SLICE = 2;
// numbers that are copied before the clock is looked at
const PIECE = 524288;

/**
 * @param {Core} core
 * @param {Job} job
 * @returns {Result}
 */
export function runLocally(core, job) {
  return core.call((functions, arena) => {
    write(core, job);
    const results = job.calls.map(([name, ...args]) => functions[name](...args));
    return { results, reads: job.reads.map(([address, count]) => arena.copyFloats(address, count)) };
  });
}

/**
 * @param {Core} core of its own: between slices other runs use the shared one
 * @param {Job} job
 * @param {() => Promise<void>} turn
 * @returns {Promise<Result>}
 */
export async function runLocallyInSlices(core, job, turn) {
  // whoever made the job has taken time too
  let until = 0;
  const mayPause = async () => {
    if (performance.now() <= until) return;
    await turn();
    until = performance.now() + SLICE;
  };
  core.call(() => write(core, job));
  const results = [];
  for (const [name, ...args] of job.calls) {
    await mayPause();
    if (core.slices && LONG.has(name)) {
      await core.callInSlices((functions) => functions[name](...args), turn);
      results.push(0);
    } else results.push(core.call((functions) => functions[name](...args)));
  }
  const reads = [];
  for (const [address, count] of job.reads) {
    const copy = new Float32Array(count);
    for (let at = 0; at < count; at += PIECE) {
      await mayPause();
      core.call((_, arena) => {
        const first = address / 4 + at;
        copy.set(arena.floats().subarray(first, first + Math.min(PIECE, count - at)), at);
      });
    }
    reads.push(copy);
  }
  return { results, reads };
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
