/**
 * The ops a chain is made of: for each, the shapes it would give, its run forward, and its run backward from the gradient
 * of its main tensor.
 */
import { add, withArrays } from "./arrays.js";
import { AttentionError, counted } from "./errors.js";
import { planDecoder, runDecoder } from "./decoder.js";
import { normalizeColumns, normalizeRows, rowsOf } from "./norm.js";
import { planRun } from "./plan.js";
import { countOf, withBatch } from "./shapes.js";
import { backward, forward } from "./stepwise.js";
import { tensorOf } from "./tensor.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./keys.js").Values} Values */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {Record<string, any>} Tensors by name; may hold notes */
/**
 * @typedef {object} Op
 * @property {(values: Values) => string} main the tensor that the next stage and the loss look at
 * @property {(core: Core, values: Values, where: string, withGradients: boolean) => Record<string, number[]>} shapes
 *   checks everything, allocates nothing
 * @property {(core: Core, values: Values, where: string) => Tensors} forward
 * @property {(core: Core, values: Values, where: string, grad: Tensor) => Tensors} backward forward and gradients
 */

const output = () => "output";

/** @type {Op} */
const attention = {
  main: output,
  shapes(core, values, where, withGradients) {
    const { slots } = planRun(core, values, withGradients ? "backward" : "forward", where);
    const kept = slots.filter(({ omitted }) => !omitted);
    return { ...tokens(values), ...Object.fromEntries(kept.map(({ name, shape }) => [name, shape])) };
  },
  forward: (core, values, where) => forward(core, values, where),
  backward: (core, values, where, grad) =>
    backward(core, values, where, { kind: "grad_output", tensor: { ...grad, owned: true } }),
};

/** @param {Values} values */
function tokens(values) {
  const names = ["x", "x_kv", "x_v"].filter((name) => values[name]);
  return Object.fromEntries(names.map((name) => [name, withBatch(values[name].shape)]));
}

/**
 * @param {typeof normalizeRows} normalize
 * @param {(shape: number[]) => number[]} statistics shape of mean and rstd
 * @returns {Op}
 */
function norm(normalize, statistics) {
  /** @param {Values} values */
  const complete = (values) => ({ ...values, x: { ...values.x, shape: withBatch(values.x.shape) } });
  return {
    main: output,
    shapes(_core, values, where) {
      rowsOf(values, where);
      const shape = withBatch(values.x.shape);
      return { x: shape, output: shape, mean: statistics(shape), rstd: statistics(shape) };
    },
    forward: (core, values, where) => withX(values, normalize(core, complete(values), where)),
    backward(core, values, where, grad) {
      const result = withX(values, normalize(core, { ...complete(values), grad_output: grad }, where));
      return { ...result, grad_x: tensorOf(values.x.shape, result.grad_x.data), grad_output: grad };
    },
  };
}

/**
 * @param {Values} values
 * @param {Tensors} result
 * @returns {Tensors}
 */
const withX = ({ x }, result) => ({ x: tensorOf(withBatch(x.shape), x.data.slice()), ...result });

/** @type {Op} */
const residual = {
  main: output,
  shapes(_core, { x, y }, where) {
    for (const [name, tensor] of Object.entries({ x, y }))
      if (!tensor)
        throw new AttentionError("shape", where + name, `${where}${name} is missing; give both x and y.`);
    const [a, b] = [withBatch(x.shape), withBatch(y.shape)];
    if (a.length !== b.length || a.some((length, axis) => length !== b[axis])) {
      const message = `${where}y has shape [${y.shape.join(", ")}]; x has [${x.shape.join(", ")}], so give both the same.`;
      throw new AttentionError("shape", `${where}y`, message);
    }
    return { x: a, y: b, output: a };
  },
  forward(core, { x, y }) {
    const shape = withBatch(x.shape);
    const copy = (/** @type {Tensor} */ tensor) => tensorOf(shape, tensor.data.slice());
    return { x: copy(x), y: copy(y), output: tensorOf(shape, add(core, x.data, y.data)) };
  },
  backward(core, values, where, grad) {
    const { x, y } = values;
    const gradients = {
      grad_x: tensorOf(x.shape, grad.data.slice()),
      grad_y: tensorOf(y.shape, grad.data.slice()),
    };
    return { ...residual.forward(core, values, where), ...gradients, grad_output: grad };
  },
};

/** @type {Op} */
const geometry = {
  main: () => "dot",
  shapes(core, { a, b }, where) {
    for (const [name, tensor] of Object.entries({ a, b }))
      if (tensor?.shape.length !== 2)
        throw new AttentionError(
          "shape",
          where + name,
          `${where}${name} ${tensor ? `has ${counted(tensor.shape.length, "axis", "axes")}` : "is missing"}; give rows of vectors.`,
        );
    const [n, d] = a.shape;
    const [m, wide] = b.shape;
    if (d === 0)
      throw new AttentionError(
        "shape",
        `${where}a[1]`,
        `${where}a has 0 features along axis 1; give at least 1.`,
      );
    if (d !== wide)
      throw new AttentionError(
        "shape",
        `${where}b[1]`,
        `${where}b has ${counted(wide, "feature", "features")}, a has ${d}; give both the same.`,
      );
    const most = core.limits.stepwise_bytes;
    const bytes = 16 * n * m;
    if (bytes > most)
      throw new AttentionError(
        "limit",
        `${where}a`,
        `${where}a and b need ${bytes} bytes for all pairs; at most ${most} are computed, so give fewer rows.`,
      );
    const pairs = { dot: [n, m], cosine: [n, m], angle: [n, m], projection: [n, m] };
    return { a: [n, d], b: [m, d], ...pairs, length_a: [n], length_b: [m] };
  },
  forward(core, values, where) {
    const { a, b } = values;
    const shapes = geometry.shapes(core, values, where, false);
    const names = Object.keys(shapes).slice(2);
    const size = [a.shape[0], b.shape[0], a.shape[1]].map(BigInt);
    const counts = names.map((name) => countOf(shapes[name]));
    const results = withArrays(core, [a.data, b.data], counts, (functions, from, to) =>
      functions.attn_geometry(...to, ...from, ...size),
    );
    const copies = { a: tensorOf(a.shape, a.data.slice()), b: tensorOf(b.shape, b.data.slice()) };
    return {
      ...copies,
      ...Object.fromEntries(names.map((name, n) => [name, tensorOf(shapes[name], results[n])])),
    };
  },
  backward(_core, _values, where) {
    throw new AttentionError(
      "unsupported",
      where.replace(/\.$/, ""),
      "geometry has no gradient; end the chain with another stage.",
    );
  },
};

/** @type {Op} */
const recurrentDecoder = {
  main: (values) => (values.w_out ? "logits" : "state"),
  shapes(core, values, where, withGradients) {
    demandSteps(values, where);
    const { slots } = planDecoder(core, squeezed(values), where, withGradients);
    const given = ["encoder_states", "initial_state", "x"].filter((name) => values[name]);
    const inputs = Object.fromEntries(given.map((name) => [name, values[name].shape]));
    return { ...inputs, ...Object.fromEntries(slots.map(({ name, shape }) => [name, shape])) };
  },
  forward: (core, values, where) => runDecoder(core, squeezed(values), where),
  backward(core, values, where, grad) {
    const { w_out, initial_state: initial } = values;
    // a loss looks at the states after the first; a stage that reads `state` looks at the first too
    const first = w_out || grad.shape[0] === stepsOf(values) ? 0 : initial.data.length;
    const result = runDecoder(core, squeezed(values), where, grad.data.subarray(first));
    for (const name of first > 0 ? ["grad_initial_state", "grad_state"] : []) {
      const { data } = result[name];
      data.set(add(core, data.subarray(0, first), grad.data.subarray(0, first)));
    }
    return result;
  },
};

/** @param {Values} values of a decoder */
const stepsOf = ({ steps, x }) => steps ?? x?.shape.at(-2) ?? 0;

/**
 * The core takes 0 steps for "as many as x has rows".
 * @param {Values} values
 * @param {string} where
 */
function demandSteps({ steps, x }, where) {
  if (steps === undefined && !x)
    throw new AttentionError(
      "shape",
      `${where}steps`,
      `${where}steps is missing; give steps, or x with a row for each.`,
    );
  const rows = x?.shape.at(-2);
  if (steps === 0 && rows > 0)
    throw new AttentionError(
      "shape",
      `${where}x`,
      `${where}x has ${counted(rows, "row", "rows")}; steps is 0, so give one of the two.`,
    );
}

/**
 * A decoder reads one sequence: the output of another stage loses its batch axis of length 1.
 * @param {Values} values
 * @returns {Values}
 */
function squeezed(values) {
  const result = { ...values };
  for (const name of ["encoder_states", "x"]) {
    const [batch, ...shape] = values[name]?.shape ?? [];
    if (batch === 1 && shape.length === 2) result[name] = { ...values[name], shape };
  }
  return result;
}

/** @type {Record<string, Op>} */
export const RUN = {
  attention,
  layer_norm: norm(normalizeRows, (shape) => shape.slice(0, -1)),
  batch_norm: norm(normalizeColumns, (shape) => shape.slice(-1)),
  residual,
  geometry,
  recurrent_decoder: recurrentDecoder,
};
