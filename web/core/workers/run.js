/**
 * Long runs that leave the page alive: in workers, or in slices where workers are refused; with progress and cancel.
 */
import { chainSteps, runStep } from "../chain.js";
import { chainBackwardSteps } from "../chain-backward.js";
import { fusedInSlices } from "../fused.js";
import { startOf } from "../loss.js";
import { lookAt, notesOf, placeOf, triples } from "../notes.js";
import { inTilesOf, planRun } from "../plan.js";
import { stepwiseInSlices } from "../slices.js";
import { bitsOf } from "../full-trace.js";
import { tensorOf } from "../tensor.js";
import { traceFusedInSlices, tracedRun } from "../fused-trace.js";
import { traceOf } from "../trace.js";
import { Run, inWorkersOrHere } from "./one-run.js";
import { Pool } from "./pool.js";
import { callOf, fusedInWorkers, writesOf } from "./schedule.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../loss.js").Start} Start */
/** @typedef {import("../plan.js").Plan} Plan */
/** @typedef {import("../readers.js").Values} Values */
/** @typedef {import("../trace.js").Selection} Selection */
/** @typedef {import("../trace.js").Trace} Trace */
/** @typedef {import("./channel.js").Channel} Channel */
/** @typedef {import("./worker.js").Job} Job */
/** @typedef {import("./off-thread.js").Call} Call */
/** @typedef {import("./one-run.js").RunOptions} RunOptions */

export { Pool };

/**
 * What a call gives that was read.
 * @param {Core} core
 * @param {Pool} pool
 * @param {RunOptions} own
 * @param {Call} call whose numbers nobody changes
 * @returns {Promise<any>} rejects with the signal's reason
 */
export function compute(core, pool, own, call) {
  const run = new Run(pool, own);
  const work = inWorkersOrHere(
    core,
    pool,
    run,
    () => withWorkers(core, run, call),
    () => withoutWorkers(core, run, call),
  );
  return run.unlessAborted(work);
}

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
  const { plain, tile, fused } = call;
  if (plain && tile) return traced(core, run, plain, tile);
  if (plain && fused) return fusedInWorkers(core, plain, run);
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
  const { stages, plain, start, selected } = call;
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
    const { plain, tile, fused } = call;
    const step = (/** @type {number} */ share) => run.step(share);
    if (plain && tile) return traceFusedInSlices(own, plain, tile, step);
    if (plain && fused) return fusedInSlices(own, plain, step);
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
