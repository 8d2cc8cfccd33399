/**
 * Long runs that leave the page alive: in workers, or in slices where workers are refused; with progress and cancel.
 */
import { chainSteps, outline, runStep } from "../chain.js";
import { chainBackwardSteps, demandChain } from "../chain-backward.js";
import { unfit, unknownName } from "../errors.js";
import { fusedInSlices, oneAttention } from "../fused.js";
import { checkClasses, checkStart, readStart, startOf } from "../loss.js";
import { lookAt, notesOf, placeOf, triples } from "../notes.js";
import { inTilesOf, planRun } from "../plan.js";
import { readProblem } from "../problem.js";
import { entriesOf, readKeys } from "../readers.js";
import { readSelection } from "../selection.js";
import { stepwiseInSlices } from "../slices.js";
import { bitsOf } from "../stepwise.js";
import { build, tensorOf } from "../tensor.js";
import { readTrace, traceFusedInSlices, tracedRun } from "../tiles.js";
import { traceOf } from "../trace.js";
import { Run, demandNotAborted, inWorkersOrHere, readCallback, readSignal } from "./one-run.js";
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
/** @typedef {import("./one-run.js").RunOptions} RunOptions */
/**
 * @typedef {object} Call a call that was read
 * @property {import("../problem.js").Stage[]} stages
 * @property {Start} [start] of a backward run
 * @property {Selection} [selected]
 * @property {boolean} fused
 * @property {number} [tile] keys a tile of a fused run that is traced
 */

const METHODS = ["forward", "backward", "fused"];
/** @type {Record<string, import("../readers.js").Reader>} */
const OWN = {
  signal: readSignal,
  workers: (value, where) => {
    if (Number.isInteger(value) && Number(value) >= 0) return value;
    throw unfit(where, value, "a whole number from 0 upward.");
  },
  onProgress: readCallback,
};

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
  demandNotAborted(own.signal);
  const call = readCall(method, problem, rest);
  demandFits(core, call);
  const records = [...call.stages.map(({ values }) => values), { ...call.start }];
  build(records);
  if (call.start) checkClasses(call.start);
  const buffer = copyInputs(records, pool.buffers);
  if (call.start) call.start = /** @type {Start} */ (records[records.length - 1]);
  const run = new Run(pool, own);
  const work = inWorkersOrHere(
    core,
    pool,
    run,
    () => withWorkers(core, run, call),
    () => withoutWorkers(core, run, call),
  );
  const result = await run.unlessAborted(work);
  pool.buffers.give(buffer);
  return result;
}

/**
 * @param {unknown} options
 * @returns {{ own: RunOptions, rest: Record<string, unknown> }}
 */
function readOptions(options) {
  const rest = Object.fromEntries(entriesOf(options ?? {}, "options"));
  const own = Object.fromEntries(Object.keys(OWN).map((key) => [key, rest[key]]));
  for (const key of Object.keys(OWN)) delete rest[key];
  const { signal, workers = processors(), onProgress } = readKeys(own, OWN, "options", "");
  return { own: { signal, workers, onProgress }, rest };
}

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
    if (unknown !== undefined) throw unknownName(unknown, [...names, ...Object.keys(OWN)], unknown, "option");
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
  const result = await computed(core, run, call);
  run.tell(1);
  return result;
}

/**
 * @param {Core} core
 * @param {Run} run
 * @param {Call} call
 */
function computed(core, run, call) {
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
