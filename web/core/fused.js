/**
 * One attention in tiles: nothing of size q_len × kv_len is ever held.
 */
import { AttentionError } from "./errors.js";
import { collectFused, fusedResult, hasOutput } from "./fused-result.js";
import { load, planRun } from "./plan.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./fused-result.js").Fused} Fused */
/** @typedef {import("./keys.js").Values} Values */

/** Inputs that are cut at a head, or that all heads read whole. */
const CUT = ["query", "key", "value"];
const WHOLE = ["w_score", "w_1", "w_2"];
// results of fewer bytes stay in the cache as they are
const CACHED = 524288;

/**
 * @param {import("./problem.js").Stage[]} stages
 * @returns {Values} of the one attention that fused can run
 */
export function oneAttention(stages) {
  if (stages.length === 1 && stages[0].id === "") return stages[0].values;
  const message = "fused runs one attention at a time; give each stage as a problem of its own.";
  throw new AttentionError("unsupported", "stages", message);
}

/**
 * @param {import("./core.js").Core} core
 * @param {import("./problem.js").Stage[]} stages
 * @returns {Fused}
 */
export function runFused(core, stages) {
  const values = oneAttention(stages);
  const plan = planRun(core, values, "fused", "");
  if (headsStandAlone(plan)) return headByHead(core, plan, values);
  return core.call((_, arena) => {
    load(core, plan, values);
    allRows(core, plan);
    return collectFused(arena, plan);
  });
}

/**
 * @param {import("./core.js").Core} core
 * @param {Plan} plan whose problem is in memory
 */
function allRows({ functions, at }, plan) {
  const run = /** @type {const} */ ([plan.trace, plan.scratch, at.plan, at.problem]);
  functions.attn_fused_begin(...run);
  functions.attn_fused_rows(...run, 0n, functions.attn_fused_units(at.plan));
  if (hasOutput(plan)) functions.attn_fused_end(...run);
}

/**
 * Does no head need anything of another, and is there much to gain?
 * @param {Plan} plan
 */
function headsStandAlone({ inputs, sizes: { batch, kv_heads }, count }) {
  return (
    batch * kv_heads > 1 &&
    4 * count > CACHED &&
    inputs.every(([name]) => CUT.includes(name) || WHOLE.includes(name))
  );
}

/**
 * Many heads one after the other in the same small part of the memory: what a head reads and writes then stays in the
 * processor's cache, and inputs and results of all heads never stand in the module at once. No bit depends on it.
 * @param {import("./core.js").Core} core
 * @param {Plan} plan of the whole problem
 * @param {Values} values
 */
function headByHead(core, plan, values) {
  const { batch, kv_heads } = plan.sizes;
  const { mixed, logSums } = core.call(() => ({
    mixed: new Float32Array(plan.slot.mixed.count),
    logSums: new Float32Array(plan.slot.log_sum_exp.count),
  }));
  for (let group = 0; group < batch * kv_heads; group++) {
    const own = ofGroup(values, plan.sizes, group);
    const one = planRun(core, own, "fused", "");
    core.call((_, arena) => {
      load(core, one, own);
      allRows(core, one);
      const floats = arena.floats();
      /** @type {(to: Float32Array, name: string) => void} */
      const read = (to, name) => {
        const { offset, count } = one.slot[name];
        const first = one.trace / 4 + offset;
        to.set(floats.subarray(first, first + count), group * count);
      };
      read(mixed, "mixed");
      read(logSums, "log_sum_exp");
    });
  }
  return fusedResult(plan, mixed, logSums);
}

/**
 * The problem of the heads that read one key head.
 * @param {Values} values
 * @param {Record<string, number>} sizes
 * @param {number} group counted through the batch
 * @returns {Values}
 */
function ofGroup(values, { heads, kv_heads, q_len, kv_len, d_q, d_k, d_v }, group) {
  /** @type {(name: string, heads: number, rows: number, d: number) => import("./tensor.js").Input} */
  const part = (name, heads, rows, d) => {
    const size = heads * rows * d;
    const data = values[name].data.subarray(group * size, (group + 1) * size);
    return { shape: [1, heads, rows, d], data, owned: false };
  };
  return {
    ...values,
    query: part("query", heads / kv_heads, q_len, d_q),
    key: part("key", 1, kv_len, d_k),
    value: part("value", 1, kv_len, d_v),
    heads: undefined,
    kv_heads: undefined,
  };
}
