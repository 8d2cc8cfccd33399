/**
 * The geometry of dot products, as a stage of a chain.
 */
import { withTensors } from "../arrays.js";
import { AttentionError, counted } from "../errors.js";
import { withoutBatch } from "../shapes.js";
import { tensorOf } from "../tensor.js";

/** @typedef {import("../readers.js").Values} Values */

/** in C's order */
const OUTPUTS = ["dot", "cosine", "angle", "projection", "length_a", "length_b"];

/** @param {Values} values */
const sizeOf = ({ a, b }) => [a.shape[0], b.shape[0], a.shape[1]].map(BigInt);

/**
 * Two sets of vectors of one width, and room for all pairs of them.
 * @param {import("../core.js").Core} core
 * @param {Values} values
 * @param {string} where
 */
function demandPairs({ limits }, { a, b }, where) {
  /** @type {(code: import("../errors.js").ErrorCode, place: string, message: string) => AttentionError} */
  const refused = (code, place, message) => new AttentionError(code, where + place, where + message);
  for (const [name, tensor] of Object.entries({ a, b })) {
    if (tensor?.shape.length === 2) continue;
    const found = tensor ? `has ${counted(tensor.shape.length, "axis", "axes")}` : "is missing";
    throw refused("shape", name, `${name} ${found}; give rows of vectors.`);
  }
  const [n, d] = a.shape;
  const [m, wide] = b.shape;
  if (d === 0) throw refused("shape", "a[1]", "a has 0 features along axis 1; give at least 1.");
  if (d !== wide) {
    const message = `b has ${counted(wide, "feature", "features")}, a has ${d}; give both the same.`;
    throw refused("shape", "b[1]", message);
  }
  const most = limits.stepwise_bytes;
  const bytes = 16 * n * m;
  if (bytes <= most) return;
  const message = `a and b need ${bytes} bytes for all pairs; at most ${most} are computed, so give fewer rows.`;
  throw refused("limit", "a", message);
}

/**
 * Vectors of one batch entry: the output of another stage loses its batch axis of length 1.
 * @param {Values} values
 * @returns {Values}
 */
const vectors = ({ a, b }) => ({ a: withoutBatch(a), b: withoutBatch(b) });

/** @param {Values} values vectors @returns {Record<string, number[]>} */
function shapesOf({ a, b }) {
  const [n, d] = a.shape;
  const [m] = b.shape;
  const pairs = { dot: [n, m], cosine: [n, m], angle: [n, m], projection: [n, m] };
  return { a: [n, d], b: [m, d], ...pairs, length_a: [n], length_b: [m] };
}

/** @type {import("./ops.js").Op} */
export const geometry = {
  main: () => "dot",
  passes: () => OUTPUTS,
  shapes(core, values, where) {
    const given = vectors(values);
    demandPairs(core, given, where);
    return shapesOf(given);
  },
  forward(core, values, where) {
    const given = vectors(values);
    const { a, b, ...outputs } = shapesOf(given);
    const results = withTensors(core, given, where, ["a", "b"], outputs, (functions, from, to) =>
      functions.attn_geometry(...to, ...from, ...sizeOf(given)),
    );
    return { a: tensorOf(a, given.a.data.slice()), b: tensorOf(b, given.b.data.slice()), ...results };
  },
  backward(core, values, where, grad, inner) {
    const given = vectors(values);
    /** @type {import("./ops.js").Tensors} */
    const arrived = { ...inner, dot: grad };
    const outputs = { grad_a: given.a.shape, grad_b: given.b.shape };
    const tensors = { ...arrived, ...given };
    const gradients = withTensors(
      core,
      tensors,
      where,
      [...OUTPUTS, "a", "b"],
      outputs,
      (functions, from, to) => functions.attn_geometry_backward(...to, ...from, ...sizeOf(given)),
    );
    const passed = OUTPUTS.filter((name) => arrived[name]).map((name) => [`grad_${name}`, arrived[name]]);
    return { ...geometry.forward(core, values, where), ...gradients, ...Object.fromEntries(passed) };
  },
};
