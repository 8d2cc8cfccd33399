/**
 * One attention in tiles: nothing of size q_len × kv_len is ever held.
 */
import { AttentionError } from "./errors.js";
import { load, planRun } from "./plan.js";

/** @typedef {import("./tensor.js").Tensor} Tensor */

/**
 * @param {import("./problem.js").Stage[]} stages
 * @returns {import("./keys.js").Values} of the one attention that fused can run
 */
export function oneAttention(stages) {
  if (stages.length === 1 && stages[0].id === "") return stages[0].values;
  const message = "fused runs one attention at a time; give each stage as a problem of its own.";
  throw new AttentionError("unsupported", "stages", message);
}

/**
 * @param {import("./core.js").Core} core
 * @param {import("./problem.js").Stage[]} stages
 * @returns {{ mixed: Tensor, log_sum_exp: Tensor, output: Tensor }}
 */
export function runFused(core, stages) {
  const values = oneAttention(stages);
  const plan = planRun(core, values, "fused", "");
  return core.call((functions, arena) => {
    load(core, plan, values);
    functions.attn_fused(plan.trace, plan.scratch, core.at.plan, core.at.problem);
    return collectFused(arena, plan);
  });
}

/**
 * Copies the results of a fused run out of the memory.
 * @param {import("./memory.js").Arena} arena
 * @param {import("./plan.js").Plan} plan
 * @returns {{ mixed: Tensor, log_sum_exp: Tensor, output: Tensor }}
 */
export function collectFused(arena, plan) {
  /** @param {string} name */
  const tensor = (name) => {
    const { shape, offset, count } = plan.slot[name];
    return { shape: shape.slice(), data: arena.copyFloats(plan.trace + 4 * offset, count) };
  };
  return { mixed: tensor("mixed"), log_sum_exp: tensor("log_sum_exp"), output: tensor("output") };
}
