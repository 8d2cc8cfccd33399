/**
 * Where workers are refused: one fused run on the page's own thread, in slices of at most 8 ms, on an instance of its own.
 */
import { collectFused, hasOutput } from "./fused-result.js";
import { load, planRun } from "./plan.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./keys.js").Values} Values */
/** @typedef {(share: number) => Promise<void>} Step tells the progress, waits for the next turn, throws when aborted */

const SLICE = 8;

/**
 * Projections in parts, units of rows as many as fit into a slice, the output in parts; how they are cut changes no bit.
 * @param {Core} core of its own: between slices other runs use the shared one
 * @param {Values} values
 * @param {Step} step
 */
export async function fusedInSlices(core, values, step) {
  const plan = planRun(core, values, "fused", "");
  const { plan: planned, problem } = core.at;
  const run = /** @type {const} */ ([plan.trace, plan.scratch, planned, problem]);
  core.call(() => load(core, plan, values));
  const count = (/** @type {string} */ name, /** @type {number[]} */ ...of) =>
    core.call((functions) => Number(functions[name](...of)));
  const begins = count("attn_fused_begin_parts", planned, problem);
  const units = count("attn_fused_units", planned);
  const ends = hasOutput(plan) ? count("attn_fused_end_parts", planned, problem) : 0;
  let done = 0;
  /** @type {Slice} */
  const slice = async (number, together, work) => {
    let most = 1;
    for (let first = 0; first < number;) {
      await step(done / (begins + units + ends));
      const start = performance.now();
      const now = Math.min(together ? most : 1, number - first);
      core.call((functions) => work(functions, BigInt(first), BigInt(now)));
      first += now;
      done += now;
      const spent = performance.now() - start;
      most = Math.max(1, spent > SLICE / 4 ? Math.floor((now * SLICE) / 4 / spent) : 2 * now);
    }
  };
  await slice(begins, false, (functions, part) => functions.attn_fused_begin_part(...run, part));
  await slice(units, true, (functions, first, now) => functions.attn_fused_rows(...run, first, now));
  await slice(ends, false, (functions, part) => functions.attn_fused_end_part(...run, part));
  await step(1);
  return core.call((_, arena) => collectFused(arena, plan));
}

/**
 * @callback Slice
 * @param {number} number of pieces
 * @param {boolean} together may several be done in one call?
 * @param {(functions: import("./core.js").Functions, first: bigint, count: bigint) => void} work
 * @returns {Promise<void>}
 */

/** The next turn of the event loop, without the pause that timers add. */
export function nextTurn() {
  if (typeof MessageChannel !== "function") return new Promise((resolve) => setTimeout(resolve, 0));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(0);
  });
}
