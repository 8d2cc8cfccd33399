/**
 * Where workers are refused: one fused run on the page's own thread, in slices of at most 8 ms, on an instance of its own.
 */
import { collectFused } from "./fused.js";
import { load, planRun } from "./plan.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./keys.js").Values} Values */
/** @typedef {(share: number) => Promise<void>} Step tells the progress, waits for the next turn, throws when aborted */

const SLICE = 8;

/**
 * Units of rows, as many as fit into a slice; how they are cut changes no bit.
 * @param {Core} core of its own: between slices other runs use the shared one
 * @param {Values} values
 * @param {Step} step
 */
export async function fusedInSlices(core, values, step) {
  const plan = planRun(core, values, "fused", "");
  const { plan: planned, problem: given } = core.at;
  const units = core.call((functions) => {
    load(core, plan, values);
    functions.attn_fused_begin(plan.trace, plan.scratch, planned, given);
    return Number(functions.attn_fused_units(planned));
  });
  let count = 1;
  for (let first = 0; first < units;) {
    await step(first / units);
    const start = performance.now();
    const now = Math.min(count, units - first);
    core.call((functions) =>
      functions.attn_fused_rows(plan.trace, plan.scratch, planned, given, BigInt(first), BigInt(now)),
    );
    first += now;
    const spent = performance.now() - start;
    count = Math.max(1, spent > SLICE / 2 ? Math.floor((now * SLICE) / 2 / spent) : 2 * now);
  }
  await step(1);
  return core.call((functions, arena) => {
    functions.attn_fused_end(plan.trace, plan.scratch, planned, given);
    return collectFused(arena, plan);
  });
}

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
