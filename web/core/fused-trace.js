/**
 * A fused run that tells how: what each row holds after every tile of keys.
 */
import { unfit } from "./errors.js";
import { inTilesOf, load, planRun } from "./plan.js";
import { readKeys, truth } from "./readers.js";
import { collect } from "./full-trace.js";
import { build } from "./tensor.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./readers.js").Values} Values */
/** @typedef {import("./tensor.js").Tensor} Tensor */

/** Keys a tile where a trace is asked for and no tile is named. */
const USUAL_TILE = 2;

/** @type {import("./readers.js").Reader} */
export const readTile = (value, where) => {
  if (Number.isSafeInteger(value) && Number(value) >= 1) return value;
  throw unfit(where, value, "a whole number of keys, from 1 upward.");
};

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
    load(core, plan, values);
    functions.attn_fused_trace(...tracedRun(core, plan, tile));
    return collect(core, plan);
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

/**
 * The same where workers are refused, the page having its turn before and after, and within in the build js.
 * @param {Core} core of its own: between slices other runs use the shared one
 * @param {Values} values
 * @param {number} tile
 * @param {(share: number) => Promise<void>} step
 */
export async function traceFusedInSlices(core, values, tile, step) {
  const plan = planRun(core, values, inTilesOf(tile), "");
  await step(0);
  core.call(() => load(core, plan, values));
  const run = tracedRun(core, plan, tile);
  await core.callInSlices(
    (functions) => functions.attn_fused_trace(...run),
    () => step(0),
  );
  await step(1);
  return core.call(() => collect(core, plan));
}

/**
 * What attn_fused_trace is called with.
 * @param {Core} core
 * @param {Plan} plan
 * @param {number} tile
 * @returns {[number, number, number, number, bigint]}
 */
export const tracedRun = ({ at }, { trace, scratch }, tile) => [
  trace,
  scratch,
  at.plan,
  at.problem,
  BigInt(tile),
];
