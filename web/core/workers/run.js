/**
 * Long runs that leave the page alive: in workers, or in slices where workers are refused; with progress and cancel.
 */
import { chainSteps, outline, runStep } from "../chain.js";
import { chainBackwardSteps, demandChain } from "../chain-backward.js";
import { AttentionError, unfit, unknownName } from "../errors.js";
import { fusedInSlices, oneAttention } from "../fused.js";
import { checkClasses, checkStart, readStart, startOf } from "../loss.js";
import { lookAt, notesOf, placeOf, triples } from "../notes.js";
import { inTilesOf, planRun } from "../plan.js";
import { readProblem } from "../problem.js";
import { entriesOf } from "../readers.js";
import { readSelection } from "../selection.js";
import { bitsOf, stepwiseInSlices } from "../stepwise.js";
import { build, tensorOf } from "../tensor.js";
import { readTrace, traceFusedInSlices, tracedRun } from "../tiles.js";
import { traceOf } from "../trace.js";
import { WorkerDied, node } from "./channel.js";
import { processors } from "./pool.js";
import { callOf, fusedInWorkers, writesOf } from "./schedule.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../loss.js").Start} Start */
/** @typedef {import("../plan.js").Plan} Plan */
/** @typedef {import("../readers.js").Values} Values */
/** @typedef {import("../trace.js").Selection} Selection */
/** @typedef {import("../trace.js").Trace} Trace */
/** @typedef {import("./channel.js").Channel} Channel */
/** @typedef {import("./pool.js").Pool} Pool */
/** @typedef {import("./worker.js").Job} Job */
/** @typedef {{ signal?: AbortSignal, workers: number, onProgress?: (share: number) => void }} RunOptions */
/**
 * @typedef {object} Call a call that was read
 * @property {import("../problem.js").Stage[]} stages
 * @property {Start} [start] of a backward run
 * @property {Selection} [selected]
 * @property {boolean} fused
 * @property {number} [tile] keys a tile of a fused run that is traced
 */

const METHODS = ["forward", "backward", "fused"];
const OWN = ["signal", "workers", "onProgress"];
const MOST_DEATHS = 3;

/**
 * @param {Core} core
 * @param {Pool} pool
 * @param {string} method
 * @param {unknown} problem
 * @param {Record<string, unknown>} [options] those of the method, and signal, workers, onProgress
 * @returns {Promise<any>} what the method gives; rejects with the signal's reason
 */
export async function runOffThread(core, pool, method, problem, options) {
  if (typeof method !== "string") throw unfit("run", method, `one of ${METHODS.join(", ")}.`);
  if (!METHODS.includes(method)) throw unknownName(method, METHODS, "run", "method");
  const { own, rest } = readOptions(options);
  if (own.signal && asked(own.signal, "aborted")) throw asked(own.signal, "reason");
  const call = readCall(method, problem, rest);
  demandFits(core, call);
  const records = [...call.stages.map(({ values }) => values), { ...call.start }];
  build(records);
  if (call.start) checkClasses(call.start);
  const buffer = copyInputs(records, pool.buffers);
  if (call.start) call.start = /** @type {Start} */ (records[records.length - 1]);
  const run = new Run(pool, own);
  const result = await run.unlessAborted(compute(core, pool, run, call));
  pool.buffers.give(buffer);
  return result;
}

/**
 * @param {unknown} options
 * @returns {{ own: RunOptions, rest: Record<string, unknown> }}
 */
function readOptions(options) {
  const rest = Object.fromEntries(entriesOf(options ?? {}, "options"));
  const { signal, workers, onProgress } = /** @type {any} */ (rest);
  for (const key of OWN) delete rest[key];
  if (isGiven(workers) && !(Number.isInteger(workers) && Number(workers) >= 0))
    throw unfit("workers", workers, "a whole number from 0 upward.");
  if (isGiven(signal)) checkSignal(signal);
  if (isGiven(onProgress) && typeof onProgress !== "function")
    throw unfit("onProgress", onProgress, "a function.");
  return { own: { signal: signal ?? undefined, workers: workers ?? processors(), onProgress }, rest };
}

/** @param {unknown} value */
const isGiven = (value) => value !== undefined && value !== null;

/**
 * A signal itself, and not what looks like one: only the former can be asked.
 * @param {any} signal
 */
function checkSignal(signal) {
  try {
    asked(signal, "aborted");
  } catch {
    throw unfit("signal", signal, "an AbortController's signal.");
  }
}

const { addEventListener, removeEventListener } = EventTarget.prototype;

/**
 * What a signal itself says, whatever properties were laid over it.
 * @param {AbortSignal} signal
 * @param {"aborted" | "reason"} name
 */
const asked = (signal, name) => Reflect.get(AbortSignal.prototype, name, signal);

/**
 * @param {string} method
 * @param {unknown} problem
 * @param {Record<string, unknown>} options
 * @returns {Call}
 */
function readCall(method, problem, options) {
  const { stages, common } = readProblem(problem);
  if (method === "fused") {
    const names = ["tile", "trace"];
    const unknown = Object.keys(options).find((name) => !names.includes(name));
    if (unknown !== undefined) throw unknownName(unknown, [...names, ...OWN], unknown, "option");
    oneAttention(stages);
    return { stages, fused: true, tile: readTrace(options) };
  }
  if (method === "forward") return { stages, selected: readSelection(options, stages), fused: false };
  const { start, tensors } = readStart(options, common);
  return { stages, start, selected: readSelection({ tensors }, stages), fused: false };
}

/**
 * Everything that can be said before a number is read.
 * @param {Core} core
 * @param {Call} call
 */
function demandFits(core, call) {
  const { stages, start, selected, fused, tile } = call;
  const values = plainValues(call);
  if (!values) return start ? demandChain(core, stages, start) : outline(core, stages, false);
  const kind = tile ? inTilesOf(tile) : fused ? "fused" : start ? "backward" : "forward";
  const { slot } = planRun(core, values, kind, "", bitsOf(selected));
  return start && checkStart(start, slot.output.shape);
}

/**
 * Copies what the caller may change while the run is under way.
 * @param {Record<string, any>[]} records tensors among others
 * @param {import("./pool.js").Buffers} buffers
 * @returns {ArrayBuffer} with the copies, to be given back when nobody reads them any more
 */
function copyInputs(records, buffers) {
  const held = records.flatMap((record) =>
    Object.keys(record).flatMap((key) => (record[key]?.owned === false ? { record, key } : [])),
  );
  const buffer = buffers.take(held.reduce((sum, { record, key }) => sum + record[key].data.byteLength, 0));
  let at = 0;
  for (const { record, key } of held) {
    const data = new Float32Array(buffer, at, record[key].data.length);
    data.set(record[key].data);
    record[key] = { ...record[key], data, owned: true };
    at += data.byteLength;
  }
  return buffer;
}

/** Thrown inside the engine alone: the page allows no workers, or they die one after the other. */
class Refused extends Error {}

/** One run under way: its workers, its signals, its progress. */
export class Run {
  #pool;
  #signals;
  #onProgress;
  /** @type {Set<Channel>} */
  #channels = new Set();
  /** Without workers from now on. */
  #alone = false;
  #over = false;
  #told = 0;

  /**
   * @param {Pool} pool
   * @param {RunOptions} options
   */
  constructor(pool, { signal, workers, onProgress }) {
    this.#pool = pool;
    this.#signals = signal ? [signal, pool.closing] : [pool.closing];
    this.#onProgress = onProgress;
    this.workers = workers;
  }

  /** Workers that it may have at once: others may be running too. */
  get free() {
    return Math.max(1, this.#pool.free);
  }

  /**
   * Waits for the work, or for the signal that ends it.
   * @template T
   * @param {Promise<T>} work
   * @returns {Promise<T>}
   */
  async unlessAborted(work) {
    /** @type {() => void} */
    let listener = () => {};
    allowListeners(this.#signals);
    const aborted = new Promise((_, reject) => {
      listener = () => reject(this.#reason());
      for (const one of this.#signals) addEventListener.call(one, "abort", listener);
    });
    try {
      // it may have been while the problem was read
      this.demandWanted();
      return await /** @type {Promise<T>} */ (Promise.race([work, aborted]));
    } finally {
      for (const one of this.#signals) removeEventListener.call(one, "abort", listener);
      this.#over = true;
      this.dismiss();
      // what is left of the work ends by itself and has nobody to tell
      work.catch(() => {});
    }
  }

  /** Sends its workers away. */
  dismiss() {
    this.#alone = true;
    for (const channel of this.#channels) this.#pool.drop(channel);
  }

  /** @param {number} share between 0 and 1 */
  tell(share) {
    // what was begun anew has been told before
    if (this.#over || share <= this.#told) return;
    this.#told = share;
    this.#onProgress?.(share);
  }

  /** Throws the reason of the signal that ended it. */
  demandWanted() {
    if (this.#signals.some((signal) => asked(signal, "aborted"))) throw this.#reason();
  }

  #reason() {
    const signal = this.#signals.find((one) => asked(one, "aborted"));
    return signal && asked(signal, "reason");
  }

  /**
   * Lets the page have its turn.
   * @param {number} share
   */
  async step(share) {
    this.tell(share);
    await nextTurn();
    this.demandWanted();
  }

  /**
   * Work for a worker, and for another if it died.
   * @template T
   * @param {(channel: Channel) => Promise<T>} use
   * @returns {Promise<T>}
   */
  withWorker(use) {
    return this.seated(async () => {
      for (let deaths = 1; ; deaths++) {
        const channel = this.#take();
        try {
          return await use(channel);
        } catch (error) {
          if (!(error instanceof WorkerDied) || this.#alone) throw error;
          // what ended this one may have ended the idle ones too
          this.#pool.clear();
          if (deaths === MOST_DEATHS || !(channel.answered || this.#pool.trusted)) throw new Refused();
        } finally {
          this.#channels.delete(channel);
          this.#pool.release(channel);
        }
      }
    });
  }

  /**
   * Work that waits until there are not too many others.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async seated(work) {
    await this.#pool.seat();
    try {
      if (this.#over) throw new WorkerDied();
      return await work();
    } finally {
      this.#pool.leave();
    }
  }

  #take() {
    if (this.#alone) throw new WorkerDied();
    try {
      const channel = this.#pool.take();
      this.#channels.add(channel);
      return channel;
    } catch {
      throw new Refused();
    }
  }
}

/**
 * Node warns of the eleventh listener on a signal, and there is one a run.
 * @param {AbortSignal[]} signals
 */
function allowListeners(signals) {
  try {
    node("node:events")?.setMaxListeners(0, ...signals);
  } catch {
    // a signal that is not Node's own warns nobody
  }
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

/**
 * In workers, and without where the page refuses them.
 * @param {Core} core
 * @param {Pool} pool
 * @param {Run} run
 * @param {Call} call
 */
async function compute(core, pool, run, call) {
  if (core.module && run.workers > 0 && !pool.refused)
    try {
      const result = await withWorkers(core, run, call);
      run.tell(1);
      return result;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      pool.refused = true;
      run.dismiss();
    }
  return withoutWorkers(core, run, call);
}

/**
 * @param {Call} call
 * @returns {Values | undefined} of the one attention that it is; undefined: a chain
 */
const plainValues = ({ stages: [{ id, values }] }) => (id === "" ? values : undefined);

/**
 * @param {Core} core
 * @param {Run} run
 * @param {Call} call
 */
async function withWorkers(core, run, call) {
  const plain = plainValues(call);
  if (plain && call.tile) return traced(core, run, plain, call.tile);
  if (plain && call.fused) return fusedInWorkers(core, plain, run);
  return eachStage(core, call, (values, where, start, selected) =>
    stepwise(core, run, values, where, start, selected),
  );
}

/**
 * @callback OneAttention
 * @param {Values} values
 * @param {string} where
 * @param {Start} [start]
 * @param {Selection} [selected]
 * @returns {Promise<Trace>}
 */

/**
 * Of a chain, the attentions elsewhere or in slices, the small ops between them here and at once.
 * @param {Core} core
 * @param {Call} call
 * @param {OneAttention} attention
 */
async function eachStage(core, call, attention) {
  const { stages, start, selected } = call;
  const plain = plainValues(call);
  if (plain) return attention(plain, "", start, selected);
  const steps = start
    ? chainBackwardSteps(core, stages, start, selected)
    : chainSteps(core, stages, selected);
  for (let step = steps.next(); ;) {
    if (step.done) return step.value;
    const { op, values, where, grad, inner = {} } = step.value;
    const alone = op === "attention" && Object.keys(inner).length === 0;
    const from = grad && { kind: "grad_output", tensor: { ...grad, owned: true } };
    step = steps.next(alone ? await attention(values, where, from) : runStep(core, step.value));
  }
}

/**
 * @param {Core} core
 * @param {Run} run
 * @param {Call} call
 */
async function withoutWorkers(core, run, call) {
  return run.seated(async () => {
    const own = core.another();
    const plain = plainValues(call);
    const step = (/** @type {number} */ share) => run.step(share);
    if (plain && call.tile) return traceFusedInSlices(own, plain, call.tile, step);
    if (plain && call.fused) return fusedInSlices(own, plain, step);
    const result = await eachStage(core, call, (values, where, start, selected) =>
      stepwiseInSlices(own, values, where, start, selected, () => run.step(0)),
    );
    await run.step(1);
    return result;
  });
}

/**
 * One attention as a whole in a worker: the numbers are computed there, the notes and the shapes are put to them here.
 * @param {Core} core
 * @param {Run} run
 * @param {Values} values
 * @param {string} where
 * @param {Start} [start] backward from it
 * @param {Selection} [selected]
 * @returns {Promise<Trace>}
 */
function stepwise(core, run, values, where, start, selected) {
  const plan = planRun(core, values, start ? "backward" : "forward", where, bitsOf(selected));
  const begin = { writes: writesOf(core, plan, values), calls: [callOf(core, plan, "attn_forward")] };
  return run.withWorker(async (channel) => {
    if (!start) return collect(core, channel, plan, selected, begin);
    const { output, grad_output } = plan.slot;
    /** @type {Job["reads"]} */
    const reads = [[plan.trace + 4 * output.offset, output.count]];
    const forward = await channel.run({ module: core.module, end: plan.end, ...begin, reads });
    const { grad, loss } = startOf(core, start, output.shape, forward.reads[0]);
    const trace = await collect(core, channel, plan, selected, {
      writes: [[plan.trace + 4 * grad_output.offset, grad]],
      calls: [callOf(core, plan, "attn_backward")],
    });
    if (loss !== undefined && (!selected || selected("loss")))
      trace.loss = tensorOf([], Float32Array.of(loss));
    return trace;
  });
}

/**
 * @param {Core} core
 * @param {Run} run
 * @param {Values} values
 * @param {number} tile
 * @returns {Promise<Trace>}
 */
function traced(core, run, values, tile) {
  const plan = planRun(core, values, inTilesOf(tile), "");
  /** @type {Pick<Job, "writes" | "calls">} */
  const job = {
    writes: writesOf(core, plan, values),
    calls: [["attn_fused_trace", ...tracedRun(core, plan, tile)]],
  };
  return run.withWorker((channel) => collect(core, channel, plan, undefined, job));
}

/**
 * The last job of a run: besides, what the notes need is looked at and the selected tensors are read.
 * @param {Core} core
 * @param {Channel} channel
 * @param {Plan} plan
 * @param {Selection | undefined} selected
 * @param {Pick<Job, "writes" | "calls">} job
 * @returns {Promise<Trace>}
 */
async function collect({ at, module }, channel, plan, selected, { writes, calls }) {
  const { held, sizes } = plan;
  const rows = sizes.batch * sizes.heads * sizes.q_len;
  /** @type {Job["calls"]} */
  const looks = held.map((one) => ["attn_first_non_finite", ...lookAt(one)]);
  looks.push(["attn_fully_masked_rows", plan.end, BigInt(rows), at.plan, at.problem]);
  /** @type {Job["reads"]} */
  const reads = held.flatMap(({ name, first, count }) =>
    !selected || selected(name) ? [[4 * first, count]] : [],
  );
  const done = await channel.run({
    module,
    end: plan.end + 12 * rows,
    writes,
    calls: [...calls, ...looks],
    reads: [...reads, [plan.end, 3 * rows]],
  });
  const [, ...found] = done.results.map(Number);
  const masked = triples(new Int32Array(done.reads[reads.length].buffer, 0, 3 * found[held.length]));
  const first = found.findIndex((place) => place >= 0);
  const notes = notesOf(plan, masked, first < held.length ? placeOf(held[first], found[first]) : null);
  let next = 0;
  return traceOf(plan, selected, notes, () => done.reads[next++]);
}
