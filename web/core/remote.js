/**
 * One attention as a whole, forward and backward, in a worker: the numbers are computed there, the notes and the shapes are
 * put to them here.
 */
import { startOf } from "./loss.js";
import { lookAt, notesOf, placeOf, triples } from "./notes.js";
import { planRun } from "./plan.js";
import { writesOf } from "./jobs.js";
import { bitsOf } from "./stepwise.js";
import { tensorOf } from "./tensor.js";
import { traceOf } from "./trace.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./keys.js").Values} Values */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./crew.js").Guarded} Guarded */
/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./trace.js").Wanted} Wanted */
/** @typedef {import("./worker.js").Job} Job */
/** @typedef {import("./worker.js").Done} Done */

/**
 * @param {Core} core
 * @param {Guarded} guarded
 * @param {Values} values
 * @param {string} where
 * @param {Wanted} [wanted]
 * @returns {Promise<Trace>}
 */
export function forwardRemotely(core, guarded, values, where, wanted) {
  const plan = planRun(core, values, "forward", where, bitsOf(wanted));
  return guarded(async (hand) => {
    const forward = callOf(core, plan, "attn_forward");
    const job = finish(core, plan, wanted);
    const whole = { ...job, writes: writesOf(core, plan, values), calls: [forward, ...job.calls] };
    return hand.run(whole, (done) => gather(plan, wanted, done));
  });
}

/**
 * @param {Core} core
 * @param {Guarded} guarded
 * @param {Values} values
 * @param {string} where
 * @param {import("./loss.js").Start} start
 * @param {Wanted} [wanted]
 * @returns {Promise<Trace>}
 */
export function backwardRemotely(core, guarded, values, where, start, wanted) {
  const plan = planRun(core, values, "backward", where, bitsOf(wanted));
  const { output, grad_output } = plan.slot;
  return guarded(async (hand) => {
    /** @type {Job} */
    const first = {
      module: core.module,
      end: plan.end,
      writes: writesOf(core, plan, values),
      calls: [callOf(core, plan, "attn_forward")],
      reads: [[plan.trace + 4 * output.offset, output.count]],
    };
    const { grad, loss } = await hand.run(first, ({ reads }) => startOf(core, start, output.shape, reads[0]));
    const job = finish(core, plan, wanted);
    /** @type {Job} */
    const second = {
      ...job,
      writes: [[plan.trace + 4 * grad_output.offset, grad]],
      calls: [callOf(core, plan, "attn_backward"), ...job.calls],
    };
    const trace = await hand.run(second, (done) => gather(plan, wanted, done));
    if (loss !== undefined && (!wanted || wanted("loss"))) trace.loss = tensorOf([], Float32Array.of(loss));
    return trace;
  });
}

/**
 * @param {Core} core
 * @param {Plan} plan
 * @param {string} name
 * @returns {Job["calls"][number]}
 */
const callOf = ({ at }, plan, name) => [name, plan.trace, plan.scratch, at.plan, at.problem];

/**
 * What follows every run: the looks that the notes need, and the tensors that were asked for.
 * @param {Core} core
 * @param {Plan} plan
 * @param {Wanted} [wanted]
 * @returns {Job}
 */
function finish({ at, module }, plan, wanted) {
  /** @type {Job["calls"]} */
  const calls = plan.held.map((held) => ["attn_first_non_finite", ...lookAt(held)]);
  /** @type {Job["reads"]} */
  const reads = plan.held
    .filter(({ name }) => !wanted || wanted(name))
    .map(({ first, count }) => [4 * first, count]);
  const { batch, heads, q_len } = plan.sizes;
  const rows = plan.mayMask ? batch * heads * q_len : 0;
  if (rows > 0) {
    calls.push(["attn_fully_masked_rows", plan.end, BigInt(rows), at.plan, at.problem]);
    reads.push([plan.end, 3 * rows]);
  }
  return { module, end: plan.end + 12 * rows, writes: [], calls, reads };
}

/**
 * @param {Plan} plan
 * @param {Wanted | undefined} wanted
 * @param {Done} done
 * @returns {Trace}
 */
function gather(plan, wanted, { results, reads }) {
  const { held } = plan;
  const [, ...found] = results.map(Number);
  const at = held.findIndex((_, n) => found[n] >= 0);
  const masked = found[held.length] ?? 0;
  const rows = masked > 0 ? triples(new Int32Array(reads[reads.length - 1].buffer, 0, 3 * masked)) : [];
  const notes = notesOf(plan, rows, at < 0 ? null : placeOf(held[at], found[at]));
  let next = 0;
  return traceOf(plan, wanted, notes, () => reads[next++]);
}
