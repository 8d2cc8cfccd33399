/**
 * One attention in tiles of keys. Holds nothing of size q_len × kv_len unless a trace is requested.
 */
import { AttentionError } from "../errors.js";
import { collect as collectTrace } from "./full-trace.js";
import { inTilesOf, load, planRun } from "./plan.js";
import { plainValues } from "../problem.js";
import { demanding, readKeys, truth } from "../readers.js";
import { build, tensorOf } from "../tensor.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("../readers.js").Values} Values */
/** @typedef {import("../tensor.js").Tensor} Tensor */
/**
 * @typedef {object} Fused
 * @property {Tensor} mixed [batch, heads, q_len, d_v]
 * @property {Tensor} log_sum_exp [batch, heads, q_len]
 * @property {Tensor} output [batch, q_len, d_out]; without w_o and b_o it is mixed with its heads side by side
 */

/**
 * @param {import("../problem.js").Stage[]} stages
 * @returns {Values} of the one attention that fused can run
 * @throws {AttentionError} `unsupported` for a chain
 */
export function oneAttention(stages) {
  const plain = plainValues(stages);
  if (plain) return plain;
  const message = "fused runs one attention and no chain; give an attention by itself, or use forward.";
  throw new AttentionError("unsupported", "stages", message);
}

/**
 * @param {Core} core
 * @param {import("../problem.js").Stage[]} stages
 * @returns {Fused}
 */
export function runFused(core, stages) {
  const values = oneAttention(stages);
  const plan = planRun(core, values, "fused", "");
  build([values]);
  return core.call((functions) => {
    const run = load(core, plan, values);
    functions.attn_fused_begin(...run);
    const [trace, scratch, planned, problem] = run;
    functions.attn_fused_rows(trace, scratch, planned, problem, 0n, functions.attn_fused_units(planned));
    if (hasOutput(plan)) functions.attn_fused_end(...run);
    return collect(core, plan);
  });
}

/**
 * Whether there is an output to compute. Without w_o and b_o it repeats the numbers of mixed.
 * @param {Plan} plan
 */
export const hasOutput = ({ inputs }) => inputs.some(([name]) => name === "w_o" || name === "b_o");

/**
 * Copies the results out of the memory.
 * @param {Core} core
 * @param {Plan} plan
 */
function collect({ arena }, plan) {
  const copy = (/** @type {string} */ name) => {
    const { offset, count } = plan.slot[name];
    return arena.copyFloats(plan.trace + 4 * offset, count);
  };
  return fusedResult(plan, copy("mixed"), copy("log_sum_exp"), hasOutput(plan) ? copy("output") : undefined);
}

/**
 * @param {Plan} plan
 * @param {Float32Array} mixed
 * @param {Float32Array} logSums
 * @param {Float32Array} [output] default mixed with its heads side by side
 * @returns {Fused}
 */
export const fusedResult = ({ slot, sizes }, mixed, logSums, output = joined(mixed, sizes)) => ({
  mixed: tensorOf(slot.mixed.shape, mixed),
  log_sum_exp: tensorOf(slot.log_sum_exp.shape, logSums),
  output: tensorOf(slot.output.shape, output),
});

/**
 * Places the heads side by side.
 * @param {Float32Array} mixed `[batch, heads, q_len, d_v]`
 * @param {Record<string, number>} sizes
 * @returns {Float32Array} `[batch, q_len, heads · d_v]`
 */
function joined(mixed, { batch, heads, q_len, d_v }) {
  if (heads === 1) return mixed.slice();
  const output = new Float32Array(mixed.length);
  for (let row = 0; row < batch * heads * q_len; row++) {
    const head = Math.floor(row / q_len);
    const to = (Math.floor(head / heads) * q_len + (row % q_len)) * heads + (head % heads);
    for (let c = 0; c < d_v; c++) output[to * d_v + c] = mixed[row * d_v + c];
  }
  return output;
}

/** Default number of keys per tile of a traced run. */
const USUAL_TILE = 2;

export const readTile = demanding(
  (value) => Number.isSafeInteger(value) && value >= 1,
  "a whole number of keys, from 1 upward.",
);

/**
 * @param {unknown} options
 * @returns {number | undefined} keys per tile of a traced run; undefined if it is not traced, and the core chooses the tiles
 */
export function readTrace(options) {
  const { tile, trace } = readKeys(options ?? {}, { tile: readTile, trace: truth }, "options");
  return trace ? (tile ?? USUAL_TILE) : undefined;
}

/**
 * The tensors that only a traced run has.
 * @typedef {object} Tiles
 * @property {Tensor} running_max `[tiles, batch, heads, q_len]` the largest score so far
 * @property {Tensor} correction `[tiles, batch, heads, q_len]` e^(previous running_max − running_max), the factor that
 *   rescales the sums so far; 0 where no key came before
 * @property {Tensor} tile_exp `[batch, heads, q_len, kv_len]` e^(score − running_max of the key's tile)
 * @property {Tensor} running_sum `[tiles, batch, heads, q_len]` the previous one · correction + the sum of the tile's tile_exp
 * @property {Tensor} running_mixed `[tiles, batch, heads, q_len, d_v]` the previous one · correction + tile_exp · value
 */

/**
 * Returns the tensors up to masked_scores, the state of every row after each tile, and the result.
 * @param {Core} core
 * @param {Values} values
 * @param {number} tile keys per tile
 * @returns {import("./trace.js").Trace}
 */
export function traceFused(core, values, tile) {
  const plan = planRun(core, values, inTilesOf(tile), "");
  build([values]);
  return core.call((functions) => {
    functions.attn_fused_trace(...load(core, plan, values), BigInt(tile));
    return collectTrace(core, plan);
  });
}

/**
 * Returns the shapes of a traced run's tensors; checks everything and computes nothing.
 * @param {Core} core
 * @param {Values} values
 * @param {number} tile
 * @returns {Map<string, number[]>}
 */
export function shapesInTiles(core, values, tile) {
  const { held } = planRun(core, values, inTilesOf(tile), "");
  build([values]);
  return new Map(held.map(({ name, shape }) => [name, shape.slice()]));
}
