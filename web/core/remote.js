/**
 * One attention as a whole, forward and backward, in a worker: the numbers are computed there, the notes and the shapes are
 * put to them here.
 */
import { startOf } from "./loss.js";
import { mayMask, notesOf, placeOf, scansOf, triples } from "./notes.js";
import { planRun } from "./plan.js";
import { writesOf } from "./jobs.js";
import { bitsOf, isKept, traceOf } from "./stepwise.js";
import { tensorOf } from "./tensor.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./keys.js").Values} Values */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./crew.js").Guarded} Guarded */
/** @typedef {import("./stepwise.js").Trace} Trace */
/** @typedef {import("./stepwise.js").Wanted} Wanted */
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
    const job = finish(core, plan, values, wanted);
    const whole = { ...job, writes: writesOf(core, plan, values), calls: [forward, ...job.calls] };
    return hand.run(whole, (done) => gather(plan, values, wanted, done));
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
    const job = finish(core, plan, values, wanted);
    /** @type {Job} */
    const second = {
      ...job,
      writes: [[plan.trace + 4 * grad_output.offset, grad]],
      calls: [callOf(core, plan, "attn_backward"), ...job.calls],
    };
    const trace = await hand.run(second, (done) => gather(plan, values, wanted, done));
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
 * @param {Plan} plan
 * @param {Values} values
 */
function allScans(plan, values) {
  const { tokens, trace } = scansOf(plan, values);
  return [...tokens, ...trace];
}

/**
 * What follows every run: the looks that the notes need, and the tensors that were asked for.
 * @param {Core} core
 * @param {Plan} plan
 * @param {Values} values
 * @param {Wanted} [wanted]
 * @returns {Job}
 */
function finish({ at, module }, plan, values, wanted) {
  /** @type {Job["calls"]} */
  const calls = allScans(plan, values).map(({ address, count, minusInfinity }) => [
    "attn_first_non_finite",
    address,
    count,
    minusInfinity,
  ]);
  /** @type {Job["reads"]} */
  const reads = plan.slots
    .filter((slot) => isKept(slot, wanted))
    .map(({ offset, count }) => [plan.trace + 4 * offset, count]);
  const { batch, heads, q_len } = plan.sizes;
  const rows = mayMask(plan, values) ? batch * heads * q_len : 0;
  if (rows > 0) {
    calls.push(["attn_fully_masked_rows", plan.end, BigInt(rows), at.plan, at.problem]);
    reads.push([plan.end, 3 * rows]);
  }
  return { module, end: plan.end + 12 * rows, writes: [], calls, reads };
}

/**
 * @param {Plan} plan
 * @param {Values} values
 * @param {Wanted | undefined} wanted
 * @param {Done} done
 * @returns {Trace}
 */
function gather(plan, values, wanted, { results, reads }) {
  const scans = allScans(plan, values);
  const [, ...found] = results.map(Number);
  const at = scans.findIndex((_, n) => found[n] >= 0);
  const masked = found[scans.length] ?? 0;
  const rows = masked > 0 ? triples(new Int32Array(reads[reads.length - 1].buffer, 0, 3 * masked)) : [];
  const notes = notesOf(plan, rows, at < 0 ? null : placeOf(scans[at], found[at]));
  let next = 0;
  return traceOf(plan, values, wanted, notes, () => reads[next++]);
}
