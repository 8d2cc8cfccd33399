/**
 * Long runs that leave the page alive: in workers, or in slices where workers are refused; with progress and cancel.
 */
import { chainSteps, runChain, runStep } from "./chain.js";
import { chainBackwardSteps, runChainBackward } from "./chain-backward.js";
import { Crew, Refused } from "./crew.js";
import { AttentionError, shown, unknownName } from "./errors.js";
import { oneAttention } from "./fused.js";
import { keep, keepInBag } from "./keep.js";
import { entriesOf } from "./keys.js";
import { readStart } from "./loss.js";
import { processors } from "./pool.js";
import { readProblem } from "./problem.js";
import { backwardRemotely, forwardRemotely } from "./remote.js";
import { fusedInShares } from "./shares.js";
import { fusedInSlices } from "./slices.js";
import { backward, forward } from "./stepwise.js";
import { wantedNames } from "./wanted.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./crew.js").Guarded} Guarded */
/** @typedef {import("./crew.js").RunOptions} RunOptions */
/** @typedef {import("./keys.js").Values} Values */
/**
 * @typedef {object} Run a call read and copied: the caller may change its problem while the run is under way
 * @property {import("./problem.js").Stage[]} stages
 * @property {import("./loss.js").Start} [start] of a backward run
 * @property {import("./trace.js").Wanted} [wanted]
 * @property {boolean} fused
 */

const METHODS = ["forward", "backward", "fused"];
const OWN = ["signal", "workers", "onProgress"];

/**
 * @param {Core} core
 * @param {import("./pool.js").Pool} pool
 * @param {string} method
 * @param {unknown} problem
 * @param {Record<string, any> | undefined} options those of the method, and signal, workers, onProgress
 * @param {AbortSignal} closing ends the run when the attention is closed
 * @returns {Promise<any>} what the method gives; rejects with the signal's reason
 */
export async function runOffThread(core, pool, method, problem, options, closing) {
  if (!METHODS.includes(method)) throw unknownName(String(method), METHODS, "run", "method");
  const { own, rest } = readOptions(options);
  own.signal?.throwIfAborted();
  const run = readRun(method, problem, rest);
  const crew = new Crew(pool, own, closing);
  return crew.unlessEnded(compute(core, pool, crew, run));
}

/**
 * @param {unknown} options
 * @returns {{ own: RunOptions, rest: Record<string, unknown> }}
 */
function readOptions(options) {
  const rest = Object.fromEntries(entriesOf(options ?? {}, "options"));
  const { signal, workers, onProgress } = /** @type {any} */ (rest);
  for (const key of OWN) delete rest[key];
  if (workers !== undefined && !(Number.isInteger(workers) && workers >= 0))
    throw new AttentionError(
      "value",
      "workers",
      `workers is ${shown(workers)}; give a whole number from 0 upward.`,
    );
  if (signal !== undefined && signal !== null && typeof signal.throwIfAborted !== "function")
    throw new AttentionError(
      "value",
      "signal",
      `signal is ${shown(signal)}; give an AbortController's signal.`,
    );
  if (onProgress !== undefined && typeof onProgress !== "function")
    throw new AttentionError("value", "onProgress", `onProgress is ${shown(onProgress)}; give a function.`);
  return { own: { signal: signal ?? undefined, workers: workers ?? processors(), onProgress }, rest };
}

/**
 * @param {string} method
 * @param {unknown} problem
 * @param {Record<string, unknown>} options
 * @returns {Run}
 */
function readRun(method, problem, options) {
  const stages = readProblem(problem);
  if (method === "fused") {
    const [unknown] = Object.keys(options);
    if (unknown !== undefined) throw unknownName(unknown, OWN, unknown, "option");
    oneAttention(stages);
    return { stages, fused: true };
  }
  for (const { values } of stages) keep(values);
  if (method === "forward") return { stages, wanted: wantedNames(options, stages), fused: false };
  const { start, tensors } = readStart(options);
  keep(start);
  return { stages, start, wanted: wantedNames({ tensors }, stages), fused: false };
}

/**
 * In workers, and without where the page refuses them.
 * @param {Core} core
 * @param {import("./pool.js").Pool} pool
 * @param {Crew} crew
 * @param {Run} run
 */
async function compute(core, pool, crew, run) {
  if (core.module && crew.workers > 0 && !pool.refused)
    try {
      return await withWorkers(core, pool, crew, run);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      pool.refused = true;
    }
  return withoutWorkers(core, crew, run);
}

/**
 * @param {Core} core
 * @param {import("./pool.js").Pool} pool
 * @param {Crew} crew
 * @param {Run} run
 */
async function withWorkers(core, { bags }, crew, { stages, start, wanted, fused }) {
  const { guarded, tell } = crew;
  if (fused) {
    const [{ values }] = stages;
    /** @type {ArrayBuffer | undefined} */
    let bag;
    const result = await fusedInShares(core, values, crew, () => (bag = keepInBag(values, bags)));
    if (bag) bags.give(bag);
    return result;
  }
  const plain = stages.length === 1 && stages[0].id === "";
  const result = plain
    ? await (start
        ? backwardRemotely(core, guarded, stages[0].values, "", start, wanted)
        : forwardRemotely(core, guarded, stages[0].values, "", wanted))
    : await chainRemotely(core, guarded, { stages, start, wanted, fused });
  tell(1);
  return result;
}

/**
 * The attentions of a chain in a worker, the small ops between them here.
 * @param {Core} core
 * @param {Guarded} guarded
 * @param {Run} run
 */
async function chainRemotely(core, guarded, { stages, start, wanted }) {
  const steps = start ? chainBackwardSteps(core, stages, start, wanted) : chainSteps(core, stages, wanted);
  for (let step = steps.next(); ;) {
    if (step.done) return step.value;
    const { op, values, where, grad, inner = {} } = step.value;
    const alone = op === "attention" && Object.keys(inner).length === 0;
    if (!alone) step = steps.next(runStep(core, step.value));
    else if (!grad) step = steps.next(await forwardRemotely(core, guarded, values, where));
    else {
      const from = { kind: "grad_output", tensor: { ...grad, owned: true } };
      step = steps.next(await backwardRemotely(core, guarded, values, where, from));
    }
  }
}

/**
 * @param {Core} core
 * @param {Crew} crew
 * @param {Run} run
 */
async function withoutWorkers(core, { step }, { stages, start, wanted, fused }) {
  if (fused) return fusedInSlices(core.another(), stages[0].values, step);
  await step(0);
  const plain = stages.length === 1 && stages[0].id === "";
  const [{ values }] = stages;
  let result;
  if (start)
    result = plain
      ? backward(core, values, "", start, wanted)
      : runChainBackward(core, stages, start, wanted);
  else result = plain ? forward(core, values, "", wanted) : runChain(core, stages, wanted);
  await step(1);
  return result;
}
