/**
 * Seeded initial values for parameters.
 */
import { withArrays } from "./arrays.js";
import { AttentionError, fault } from "./errors.js";
import { choice, readKeys, whole } from "./readers.js";
import { INITS } from "./structs.js";
import { countOf } from "./shapes.js";
import { readShape, tensorOf } from "./tensor.js";

export const seed = whole(0, 4294967295);
/** @type {Record<string, import("./readers.js").Reader>} */
const KEYS = { shape: (value) => readShape(value, "shape"), init: choice(INITS), seed };

/**
 * Fills a tensor of shape [in, out] from a seeded generator. Axes in front of these hold several such tensors; a single axis
 * is `in`, with out = 1.
 * @param {import("./core.js").Core} core
 * @param {unknown} given shape, init, seed
 * @returns {import("./tensor.js").Tensor}
 * @throws {AttentionError} `shape`, or `limit` if the tensor is too large
 */
export function initialize(core, given) {
  const { shape, init = 0, seed = 0 } = readKeys(given, KEYS, "initialize");
  if (!shape || shape.length === 0)
    throw fault("shape", "shape", "is missing; give the shape of the tensor, such as [in, out].");
  const empty = shape.indexOf(0);
  if (empty >= 0) throw fault("shape", `shape[${empty}]`, "is 0; give at least 1.");
  const count = countOf(shape);
  const most = core.limits.stepwise_bytes;
  const message = `The tensor needs ${4 * count} bytes; at most ${most} are allowed, so give a smaller shape.`;
  if (4 * count > most) throw new AttentionError("limit", "shape", message);
  const [rows, columns] = shape.length === 1 ? [shape[0], 1] : shape.slice(-2);
  const [data] = withArrays(core, [], [count], (functions, _, [x]) =>
    functions.attn_initialize(x, init, seed, BigInt(rows), BigInt(columns), BigInt(count)),
  );
  return tensorOf(shape, data);
}
