/**
 * Creates the layers: reads their options and checks their sizes.
 */
import { AttentionError, fault, shown } from "../errors.js";
import { choiceName, finite, readKeys, truth } from "../readers.js";
import { OPS } from "../schema.js";
import { seed } from "../initialize.js";
import { Learning } from "./learning.js";
import { countOf } from "../shapes.js";
import { INITS } from "../structs.js";
import { loadCore, readBuild } from "../wasm.js";

/** @type {import("../readers.js").Reader} */
const size = (value, where) => {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1) return value;
  const remedy = `give a whole number from 1 to ${Number.MAX_SAFE_INTEGER}.`;
  throw fault("shape", where, `is ${shown(value)}; ${remedy}`);
};

const SHARED = /** @type {Record<string, import("../readers.js").Reader>} */ ({
  causal: (value, where) => (OPS.attention.causal(value, where), value),
  scale: finite,
  seed,
  init: choiceName(INITS),
  build: (value) => readBuild({ build: value }),
});

const SELF = { d_model: size, ...SHARED };

/**
 * @param {unknown} options of a SelfAttentionLayer
 * @returns {Promise<Learning>}
 * @throws {AttentionError}
 */
export async function selfAttention(options) {
  const { d_model, causal = true, scale, ...rest } = readKeys(options, SELF, "options");
  if (d_model === undefined) throw missing("d_model");
  const core = await loadCore(rest.build ?? "auto");
  const square = [d_model, d_model];
  const shapes = { w_q: square, w_k: square, w_v: square };
  demandParameters(core, shapes);
  return new Learning(core, shapes, { causal, scale }, rest);
}

/** @type {Record<string, import("../readers.js").Reader>} */
const MULTI = {
  ...SHARED,
  ...Object.fromEntries("d_model d_kv heads kv_heads d_k d_v d_out".split(" ").map((name) => [name, size])),
  bias: truth,
};

/**
 * @param {unknown} options of a MultiHeadAttentionLayer
 * @returns {Promise<Learning>}
 * @throws {AttentionError}
 */
export async function multiHeadAttention(options) {
  const { causal = false, bias = true, scale, ...rest } = readKeys(options, MULTI, "options");
  const { d_model, heads = 1 } = rest;
  if (d_model === undefined) throw missing("d_model");
  const { kv_heads = heads, d_kv = d_model, d_out = d_model, d_k = share(d_model, heads) } = rest;
  const { d_v = d_k } = rest;
  if (heads % kv_heads !== 0) {
    const message = `heads is ${heads} and kv_heads ${kv_heads}; kv_heads must divide heads, so give a divisor of ${heads}, such as 1.`;
    throw new AttentionError("shape", "kv_heads", message);
  }
  const core = await loadCore(rest.build ?? "auto");
  const widths = { q: heads * d_k, k: kv_heads * d_k, v: kv_heads * d_v };
  const w = {
    w_q: [d_model, widths.q],
    w_k: [d_kv, widths.k],
    w_v: [d_kv, widths.v],
    w_o: [heads * d_v, d_out],
  };
  const b = { b_q: [widths.q], b_k: [widths.k], b_v: [widths.v], b_o: [d_out] };
  const shapes = bias ? { ...w, ...b } : w;
  demandParameters(core, shapes);
  return new Learning(core, shapes, { heads, kv_heads, causal, scale }, rest);
}

/**
 * Divides the features among the heads.
 * @param {number} features
 * @param {number} heads
 */
function share(features, heads) {
  if (features % heads === 0) return features / heads;
  const cannot = `is ${features}, which ${heads} heads cannot share equally`;
  throw fault("shape", "d_model", `${cannot}; make it a multiple of heads, or give d_k.`);
}

/** @param {string} name */
const missing = (name) => fault("shape", name, "is missing; give a whole number from 1 upward.");

/**
 * Throws if a parameter exceeds the limit of a run's tensors, or all of them together that of its inputs.
 * @param {import("../core.js").Core} core
 * @param {Record<string, number[]>} shapes
 */
function demandParameters(core, shapes) {
  const refused = (/** @type {string} */ what, /** @type {number} */ bytes, /** @type {number} */ most) => {
    const message = `${what} ${bytes} bytes; at most ${most} are possible, so give smaller sizes.`;
    return new AttentionError("limit", "d_model", message);
  };
  let all = 0;
  for (const [name, shape] of Object.entries(shapes)) {
    const bytes = 4 * countOf(shape);
    all += bytes;
    if (bytes > core.limits.stepwise_bytes) throw refused(`${name} needs`, bytes, core.limits.stepwise_bytes);
  }
  if (all > core.limits.call_bytes)
    throw refused("The parameters together need", all, core.limits.call_bytes);
}
