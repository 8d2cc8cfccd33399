/**
 * Calls off the main thread, up to the computation itself. The caller's problem is read, checked and copied synchronously, so
 * it may change afterwards. The first call loads the code of the workers.
 */
import { endOfBackward } from "../attention/backward.js";
import { demandChain } from "../operations/backward.js";
import { outline } from "../operations/chain.js";
import { unfit, unknownName } from "../errors.js";
import { oneAttention, readTrace } from "../attention/fused.js";
import { checkClasses, readStart } from "../loss.js";
import { loadLazily } from "../lazy.js";
import { freshBuffer } from "../memory.js";
import { inTilesOf, planRun } from "../attention/plan.js";
import { plainValues, readProblem } from "../problem.js";
import { demanding, entriesOf, readKeys } from "../readers.js";
import { readSelection } from "../selection.js";
import { bitsOf } from "../attention/full-trace.js";
import { build } from "../tensor.js";
import { demandNotAborted, readCallback, readSignal } from "./signals.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../loss.js").Start} Start */
/** @typedef {import("./one-run.js").RunOptions} RunOptions */
/**
 * @typedef {object} Call a call as read
 * @property {import("../problem.js").Stage[]} stages
 * @property {import("../readers.js").Values} [plain] values of a plain attention; undefined for a chain
 * @property {Start} [start] of a backward run
 * @property {import("../attention/trace.js").Selection} [selected]
 * @property {boolean} fused
 * @property {number} [tile] keys per tile of a traced fused run
 */

/** The worker pool of one Attention and the code that uses it. */
export class Workers {
  /** @type {Promise<{ pool: import("./pool.js").Pool, compute: typeof import("./run.js").compute }> | undefined} */
  #coming;

  /** Resolves once both are loaded. Calls that waited before `close` continue before it closes the pool. */
  ready() {
    this.#coming ??= loadLazily(() => import("./run.js")).then(
      ({ Pool, compute }) => ({ pool: new Pool(), compute }),
      (error) => {
        this.#coming = undefined;
        throw error;
      },
    );
    return this.#coming;
  }

  close() {
    this.#coming?.then(
      ({ pool }) => pool.close(),
      () => {},
    );
  }
}

const METHODS = ["forward", "backward", "fused"];
/** @type {Record<string, import("../readers.js").Reader>} */
const RUN_KEYS = {
  signal: readSignal,
  workers: demanding((value) => Number.isInteger(value) && value >= 0, "a whole number from 0 upward."),
  onProgress: readCallback,
};

/**
 * Makes a call off the main thread.
 * @param {Core} core
 * @param {Pick<Workers, "ready">} workers
 * @param {string} method
 * @param {unknown} problem
 * @param {Record<string, unknown>} [options] the method's own, and signal, workers, onProgress
 * @returns {Promise<any>} what the method returns; rejects with an AttentionError or the signal's reason
 */
export async function runOffThread(core, workers, method, problem, options) {
  if (typeof method !== "string") throw unfit("run", method, `one of ${METHODS.join(", ")}.`);
  if (!METHODS.includes(method)) throw unknownName(method, METHODS, "run", "method");
  const { run, rest } = readOptions(options);
  demandNotAborted(run.signal);
  const call = readCall(method, problem, rest);
  demandFits(core, call);
  const records = [...call.stages.map(({ values }) => values), { ...call.start }];
  build(records);
  if (call.start) checkClasses(call.start);
  copyInputs(records);
  if (call.start) call.start = /** @type {Start} */ (records[records.length - 1]);
  let loaded;
  try {
    loaded = await workers.ready();
  } catch (error) {
    demandNotAborted(run.signal);
    throw error;
  }
  const { pool, compute } = loaded;
  return compute(core, pool, run, call);
}

/**
 * Separates the options of the run from those of the method.
 * @param {unknown} options
 * @returns {{ run: RunOptions, rest: Record<string, unknown> }}
 */
function readOptions(options) {
  const { signal, workers, onProgress, ...rest } = Object.fromEntries(entriesOf(options ?? {}, "options"));
  return { run: readKeys({ signal, workers, onProgress }, RUN_KEYS, "options"), rest };
}

/**
 * @param {string} method
 * @param {unknown} problem
 * @param {Record<string, unknown>} options
 * @returns {Call}
 */
function readCall(method, problem, options) {
  const { stages, common } = readProblem(problem);
  const plain = plainValues(stages);
  if (method === "fused") {
    const names = ["tile", "trace"];
    const unknown = Object.keys(options).find((name) => !names.includes(name));
    if (unknown !== undefined)
      throw unknownName(unknown, [...names, ...Object.keys(RUN_KEYS)], unknown, "option");
    oneAttention(stages);
    return { stages, plain, fused: true, tile: readTrace(options) };
  }
  if (method === "forward") return { stages, plain, selected: readSelection(options, stages), fused: false };
  const { start, tensors } = readStart(options, common);
  return { stages, plain, start, selected: readSelection({ tensors }, stages), fused: false };
}

/**
 * Checks everything that can be checked before a number is read.
 * @param {Core} core
 * @param {Call} call
 */
function demandFits(core, call) {
  const { stages, plain, start, selected, fused, tile } = call;
  if (!plain) return void (start ? demandChain(core, stages, start) : outline(core, stages, false));
  const kind = tile ? inTilesOf(tile) : fused ? "fused" : start ? "backward" : "forward";
  const plan = planRun(core, plain, kind, "", bitsOf(selected));
  if (start) core.demandWithinLimits(endOfBackward(plan, start) - core.at.data, "");
}

/**
 * Copies the tensors that the caller could change during the run.
 * @param {Record<string, any>[]} records values that contain tensors
 */
function copyInputs(records) {
  for (const record of records)
    for (const [key, value] of Object.entries(record)) {
      if (value?.owned !== false) continue;
      const data = new Float32Array(freshBuffer(value.data.byteLength));
      data.set(value.data);
      record[key] = { ...value, data, owned: true };
    }
}
