/**
 * One attention in tiles of keys: nothing of size q_len × kv_len is ever held, unless a trace is asked for.
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
 * @property {Tensor} mixed
 * @property {Tensor} log_sum_exp
 * @property {Tensor} output without w_o and b_o it is mixed with its heads side by side
 */

/**
 * @param {import("../problem.js").Stage[]} stages
 * @returns {Values} of the one attention that fused can run
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
 * Is there an output to compute? Without w_o and b_o it repeats the numbers of mixed.
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
 * @param {Float32Array} [output] where there is one to compute; else it repeats the numbers of mixed
 * @returns {Fused}
 */
export const fusedResult = ({ slot, sizes }, mixed, logSums, output = joined(mixed, sizes)) => ({
  mixed: tensorOf(slot.mixed.shape, mixed),
  log_sum_exp: tensorOf(slot.log_sum_exp.shape, logSums),
  output: tensorOf(slot.output.shape, output),
});

/**
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

/** Keys a tile where a trace is asked for and no tile is named. */
const USUAL_TILE = 2;

export const readTile = demanding(
  (value) => Number.isSafeInteger(value) && value >= 1,
  "a whole number of keys, from 1 upward.",
);

/**
 * @param {unknown} options
 * @returns {number | undefined} keys a tile of a run that is traced; undefined: it is not, and tiles are the core's own
 */
export function readTrace(options) {
  const { tile, trace } = readKeys(options ?? {}, { tile: readTile, trace: truth }, "options", "");
  return trace ? (tile ?? USUAL_TILE) : undefined;
}

/**
 * The tensors of a traced run.
 * @typedef {object} Tiles
 * @property {Tensor} running_max `[tiles, batch, heads, q_len]` the largest score so far
 * @property {Tensor} correction `[tiles, batch, heads, q_len]` e^(running_max before − running_max): what was summed
 *   before is worth so much now; 0 where no key was seen before
 * @property {Tensor} tile_exp `[batch, heads, q_len, kv_len]` e^(score − running_max of the key's tile)
 * @property {Tensor} running_sum `[tiles, batch, heads, q_len]` the one before · correction + the tile's tile_exp
 * @property {Tensor} running_mixed `[tiles, batch, heads, q_len, d_v]` the one before · correction + tile_exp · value
 */

/**
 * What is on the way to the scores, what every row holds after each tile, and the result.
 * @param {Core} core
 * @param {Values} values
 * @param {number} tile keys
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
 * The shapes of its tensors, everything checked and nothing computed.
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
