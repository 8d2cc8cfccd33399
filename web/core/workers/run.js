/**
 * Long runs that keep the page responsive: in workers, or in slices where workers are forbidden; with progress and abort.
 */
import { withLoss } from "../attention/backward.js";
import { chainBackwardSteps } from "../operations/backward.js";
import { chainSteps, runStep } from "../operations/chain.js";
import { startFromGradient, startOf } from "../loss.js";
import { lookAt, notesOf, placeOf, triples } from "../attention/notes.js";
import { inTilesOf, planRun, runArguments } from "../attention/plan.js";
import { bitsOf } from "../attention/full-trace.js";
import { traceOf } from "../attention/trace.js";
import { Run, inWorkersOrHere } from "./one-run.js";
import { Pool } from "./pool.js";
import { sharedFused, writesOf } from "./schedule.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../loss.js").Start} Start */
/** @typedef {import("../attention/plan.js").Plan} Plan */
/** @typedef {import("../readers.js").Values} Values */
/** @typedef {import("../attention/trace.js").Selection} Selection */
/** @typedef {import("../attention/trace.js").Trace} Trace */
/** @typedef {import("./channel.js").Channel} Channel */
/** @typedef {import("./worker.js").Job} Job */
/** @typedef {import("./off-thread.js").Call} Call */
/** @typedef {import("./one-run.js").RunOptions} RunOptions */
/** @typedef {import("./one-run.js").WithChannel} WithChannel */

export { Pool };

/**
 * Computes the result of a call.
 * @param {Core} core
 * @param {Pool} pool
 * @param {RunOptions} options
 * @param {Call} call whose numbers nobody else changes
 * @returns {Promise<any>} rejects with the signal's reason
 */
export function compute(core, pool, options, call) {
  const run = new Run(pool, options);
  const work = inWorkersOrHere(core, pool, run, async (withChannel, alone) => {
    const { plain, tile, fused } = call;
    let result;
    if (plain && tile) result = await traced(core, withChannel, plain, tile);
    else if (!plain || !fused) result = await eachStage(core, withChannel, call);
    else result = await sharedFused(core, plain, run, withChannel, alone);
    run.report(1);
    return result;
  });
  return run.unlessAborted(work);
}

/**
 * Runs a plain attention, or a chain stage by stage: attentions through a channel, the small ops between them right here.
 * @param {Core} core
 * @param {WithChannel} withChannel
 * @param {Call} call
 */
async function eachStage(core, withChannel, { stages, plain, start, selected }) {
  if (plain) return stepwise(core, withChannel, plain, "", start, selected);
  const steps = start
    ? chainBackwardSteps(core, stages, start, selected)
    : chainSteps(core, stages, selected);
  for (let step = steps.next(); ;) {
    if (step.done) return step.value;
    const { op, values, where, grad, inner = {} } = step.value;
    const alone = op === "attention" && Object.keys(inner).length === 0;
    const from = grad && startFromGradient(grad);
    step = steps.next(
      alone ? await stepwise(core, withChannel, values, where, from) : runStep(core, step.value),
    );
  }
}

/**
 * Runs one attention as a whole. The channel computes the numbers; notes and shapes are added here.
 * @param {Core} core
 * @param {WithChannel} withChannel
 * @param {Values} values
 * @param {string} where
 * @param {Start} [start] of a backward run
 * @param {Selection} [selected]
 * @returns {Promise<Trace>}
 */
function stepwise(core, withChannel, values, where, start, selected) {
  const plan = planRun(core, values, start ? "backward" : "forward", where, bitsOf(selected));
  /** @type {Pick<Job, "writes" | "calls">} */
  const begin = {
    writes: writesOf(core, plan, values),
    calls: [["attn_forward", ...runArguments(core, plan)]],
  };
  return withChannel(async (channel) => {
    if (!start) return collect(core, channel, plan, selected, begin);
    const { output, grad_output } = plan.slot;
    /** @type {Job["reads"]} */
    const reads = [[plan.trace + 4 * output.offset, output.count]];
    const forward = await channel.run({ module: core.module, end: plan.end, ...begin, reads });
    const { grad, loss } = startOf(core, start, output.shape, forward.reads[0]);
    const trace = await collect(core, channel, plan, selected, {
      writes: [[plan.trace + 4 * grad_output.offset, grad]],
      calls: [["attn_backward", ...runArguments(core, plan)]],
    });
    return withLoss(trace, loss, selected);
  });
}

/**
 * Runs one fused attention with a trace.
 * @param {Core} core
 * @param {WithChannel} withChannel
 * @param {Values} values
 * @param {number} tile keys per tile
 * @returns {Promise<Trace>}
 */
function traced(core, withChannel, values, tile) {
  const plan = planRun(core, values, inTilesOf(tile), "");
  /** @type {Pick<Job, "writes" | "calls">} */
  const job = {
    writes: writesOf(core, plan, values),
    calls: [["attn_fused_trace", ...runArguments(core, plan), BigInt(tile)]],
  };
  return withChannel((channel) => collect(core, channel, plan, undefined, job));
}

// entries per check, so that on this thread the page has its turn between calls
const PIECE = 524288;

/**
 * Runs the last job of a run, which also checks what the notes need and reads the selected tensors.
 * @param {Core} core
 * @param {Pick<Channel, "run">} channel
 * @param {Plan} plan
 * @param {Selection | undefined} selected
 * @param {Pick<Job, "writes" | "calls">} job
 * @returns {Promise<Trace>}
 */
async function collect({ at, module }, channel, plan, selected, { writes, calls }) {
  const { held, sizes } = plan;
  const rows = sizes.batch * sizes.heads * sizes.q_len;
  const pieces = held.flatMap((tensor) =>
    Array.from({ length: Math.ceil(tensor.count / PIECE) }, (_, n) => ({ tensor, from: n * PIECE })),
  );
  /** @type {Job["calls"]} */
  const checks = pieces.map(({ tensor, from }) => {
    const count = Math.min(PIECE, tensor.count - from);
    return ["attn_first_non_finite", ...lookAt({ ...tensor, first: tensor.first + from, count })];
  });
  checks.push(["attn_fully_masked_rows", plan.end, BigInt(rows), at.plan, at.problem]);
  /** @type {Job["reads"]} */
  const reads = held.flatMap(({ name, first, count }) =>
    !selected || selected(name) ? [[4 * first, count]] : [],
  );
  const done = await channel.run({
    module,
    end: plan.end + 12 * rows,
    writes,
    calls: [...calls, ...checks],
    reads: [...reads, [plan.end, 3 * rows]],
  });
  const [, ...found] = done.results.map(Number);
  const masked = triples(new Int32Array(done.reads[reads.length].buffer, 0, 3 * found[pieces.length]));
  const first = pieces.findIndex((_, n) => found[n] >= 0);
  const place = first < 0 ? null : placeOf(pieces[first].tensor, pieces[first].from + found[first]);
  let next = 0;
  return traceOf(plan, selected, notesOf(plan, masked, place), () => done.reads[next++]);
}
