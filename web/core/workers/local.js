/**
 * Runs a job on this thread instead of in a worker: at once, or in slices where workers are forbidden.
 */

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("./worker.js").Job} Job */
/** @typedef {import("./worker.js").Result} Result */

// ms of work before the page has its turn; the call under way still finishes
const SLICE = 2;
// entries to copy between two looks at the clock
const PIECE = 524288;

/**
 * Runs a job at once.
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
 * Runs a job in slices.
 * @param {Core} core not the shared one, which other runs use between slices
 * @param {Job} job
 * @param {() => Promise<void>} turn lets the page have its turn
 * @returns {Promise<Result>}
 */
export async function runLocallyInSlices(core, job, turn) {
  // pauses before the first call, because making the job has already taken time
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
    const work = core.slices?.[name]?.(...args);
    if (work) {
      while (!core.call(() => work.next().done)) await turn();
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
 * Copies the writes of a job into memory.
 * @param {Core} core
 * @param {Job} job
 */
function write({ arena }, { end, writes }) {
  arena.reach(end);
  const bytes = arena.bytes();
  for (const [address, { buffer, byteOffset, byteLength }] of writes)
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), address);
}
