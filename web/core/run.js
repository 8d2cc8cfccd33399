/**
 * Long runs that leave the page alive: in slices of at most 8 ms, on an instance of their own, with progress and cancel.
 */
import { AttentionError, shown, unknownName } from "./errors.js";
import { collectFused, oneAttention } from "./fused.js";
import { entriesOf } from "./keys.js";
import { load, planRun } from "./plan.js";
import { readProblem } from "./problem.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {{ signal?: AbortSignal, workers?: number, onProgress?: (share: number) => void }} RunOptions */

const METHODS = ["forward", "backward", "fused"];
const SLICE = 8;

/**
 * @param {import("./attention.js").Attention} attention
 * @param {Core} core
 * @param {string} method
 * @param {unknown} problem
 * @param {Record<string, any>} [options] those of the method, and signal, workers, onProgress
 * @param {AbortSignal} [closing] ends the run when the attention is closed
 * @returns {Promise<any>} what the method gives; rejects with the signal's reason
 */
export async function runOffThread(attention, core, method, problem, options, closing) {
  if (!METHODS.includes(method)) throw unknownName(String(method), METHODS, "run", "method");
  const { own, rest } = readOptions(options);
  /** @param {number} share */
  const step = async (share) => {
    if (share > 0) own.onProgress?.(share);
    await nextTurn();
    own.signal?.throwIfAborted();
    closing?.throwIfAborted();
  };
  own.signal?.throwIfAborted();
  const [unknown] = method === "fused" ? Object.keys(rest) : [];
  if (unknown !== undefined)
    throw unknownName(unknown, ["signal", "workers", "onProgress"], unknown, "option");
  if (method === "fused") return fusedInSlices(core.another(), problem, step);
  // copied now: the caller may change its problem while this waits for its turn
  const copy = structuredClone(problem);
  await step(0);
  const result =
    method === "forward"
      ? attention.forward(copy, rest)
      : attention.backward(copy, /** @type {any} */ (rest));
  await step(1);
  return result;
}

/**
 * @param {unknown} options
 * @returns {{ own: RunOptions, rest: Record<string, unknown> }}
 */
function readOptions(options) {
  const rest = Object.fromEntries(entriesOf(options ?? {}, "options"));
  const { signal, workers, onProgress } = /** @type {any} */ (rest);
  for (const key of ["signal", "workers", "onProgress"]) delete rest[key];
  if (workers !== undefined && !(Number.isInteger(workers) && workers >= 0))
    throw new AttentionError(
      "value",
      "workers",
      `workers is ${shown(workers)}; give a whole number from 0 upward.`,
    );
  if (onProgress !== undefined && typeof onProgress !== "function")
    throw new AttentionError("value", "onProgress", `onProgress is ${shown(onProgress)}; give a function.`);
  return { own: { signal: signal ?? undefined, workers, onProgress }, rest };
}

/**
 * Units of rows, as many as fit into a slice; how they are cut changes no bit.
 * @param {Core} core of its own: between slices other runs use the shared one
 * @param {unknown} problem
 * @param {(share: number) => Promise<void>} step
 */
async function fusedInSlices(core, problem, step) {
  const values = oneAttention(readProblem(problem));
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
function nextTurn() {
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
