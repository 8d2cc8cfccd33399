/**
 * Where every number comes from: one table, a rule for each tensor. Hover, equations, captions and tests
 * derive from it. Cells are addressed as { tensor, index }; a tensor of a chain is named "stage.tensor", so
 * nothing here changes when there are several stages.
 *
 * @typedef {import("./model.js").Cell} Cell
 * @typedef {{ form: string, of: Cell[], by?: number, at?: number, plus?: Cell[], allowed?: boolean }} Origin
 *   form: given copy dot scale cap mask max subtract exp sum divide softmax product bilinear additive.
 *   "dot" pairs of[0]·of[1] + of[2]·of[3] + …, then adds `plus`.
 */

/** @param {string} tensor @param {...number} index @returns {Cell} */
const cell = (tensor, ...index) => ({ tensor, index });

/** @param {number} n @param {(k: number) => Cell} make */
const row = (n, make) => Array.from({ length: n }, (_, k) => make(k));

/** @param {number} n @param {(k: number) => [Cell, Cell]} make */
const pairs = (n, make) => Array.from({ length: n }, (_, k) => make(k)).flat();

/** @param {any} model @param {string} name @param {number} axis */
const size = (model, name, axis) => model.tensor(name)?.shape.at(axis) ?? 0;

/** Features of inputs times a column of parameters, or the inputs themselves where there are none. */
function projection(
  /** @type {any} */ model,
  /** @type {string[]} */ sources,
  /** @type {string} */ letter,
  /** @type {number[]} */ [b, t, o],
) {
  const source = sources.find((name) => model.tensor(name)) ?? "x";
  const [w, bias] = ["w_" + letter, "b_" + letter];
  const plus = model.tensor(bias) ? [cell(bias, o)] : [];
  if (!model.tensor(w)) return { form: plus.length ? "sum" : "copy", of: [cell(source, b, t, o), ...plus] };
  return { form: "dot", of: pairs(size(model, w, 0), (k) => [cell(source, b, t, k), cell(w, k, o)]), plus };
}

/** A head's part of a projected row; straight from the inputs where the trace skips the step between. */
function headPart(
  /** @type {any} */ model,
  /** @type {string} */ name,
  /** @type {string[]} */ sources,
  /** @type {number[]} */ [b, h, t, c],
) {
  if (!model.projected) return { form: "given", of: [] };
  const flat = [b, t, h * size(model, name, -1) + c];
  return projection(model, sources, name[0], flat);
}

/** The tensor before this one in the chain from score to weight. @param {any} model @param {string} name */
function before(model, name) {
  const order = ["scores", "scaled_scores", "capped_scores", "masked_scores"];
  const at = order.indexOf(name);
  for (let k = (at < 0 ? order.length : at) - 1; k > 0; k--)
    if (model.stages.includes(order[k])) return order[k];
  return "scores";
}

/** @type {Record<string, (model: any, index: number[]) => Origin>} */
export const ORIGINS = {
  projected_query: (m, i) => projection(m, ["x"], "q", i),
  projected_key: (m, i) => projection(m, ["x_kv", "x"], "k", i),
  projected_value: (m, i) => projection(m, ["x_v", "x_kv", "x"], "v", i),
  query: (m, i) => headPart(m, "query", ["x"], i),
  key: (m, i) => headPart(m, "key", ["x_kv", "x"], i),
  value: (m, i) => headPart(m, "value", ["x_v", "x_kv", "x"], i),
  scores: scoreOrigin,
  scaled_scores: (m, i) => ({ form: "scale", of: [cell("scores", ...i)], by: Math.fround(m.scale) }),
  capped_scores: (m, i) => ({
    form: "cap",
    of: [cell(before(m, "capped_scores"), ...i)],
    by: m.problem.softcap,
  }),
  masked_scores: (m, i) => ({
    form: "mask",
    of: [cell(before(m, "masked_scores"), ...i), ...(m.problem.bias == null ? [] : [cell("bias", ...i)])],
    allowed: m.value("masked_scores", i) !== -Infinity,
  }),
  row_max: (m, [b, h, i]) => ({ form: "max", of: row(m.kv_len, (j) => cell(before(m, ""), b, h, i, j)) }),
  shifted_scores: (m, [b, h, i, j]) => ({
    form: "subtract",
    of: [cell(before(m, ""), b, h, i, j), cell("row_max", b, h, i)],
  }),
  shifted_exp: (m, i) => ({ form: "exp", of: [cell("shifted_scores", ...i)] }),
  row_sum: (m, [b, h, i]) => ({ form: "sum", of: row(m.kv_len, (j) => cell("shifted_exp", b, h, i, j)) }),
  log_sum_exp: (m, [b, h, i]) => ({
    form: "logsum",
    of: [cell("row_max", b, h, i), cell("row_sum", b, h, i)],
  }),
  weights(m, [b, h, i, j]) {
    if (m.override) return { form: "copy", of: [cell("weights_override", b, h, i, j)] };
    if (m.open) return { form: "divide", of: [cell("shifted_exp", b, h, i, j), cell("row_sum", b, h, i)] };
    return { form: "softmax", of: row(m.kv_len, (k) => cell(before(m, ""), b, h, i, k)), at: j };
  },
  weighted_values: (m, [b, h, j, i, c]) => ({
    form: "product",
    of: [cell("weights", b, h, i, j), cell("value", b, kvHead(m, h), j, c)],
  }),
  mixed: (m, [b, h, i, c]) => ({
    form: "sum",
    of: row(m.kv_len, (j) => cell("weighted_values", b, h, j, i, c)),
  }),
  joined: (m, [b, i, o]) => ({ form: "copy", of: [cell("mixed", b, Math.floor(o / m.d_v), i, o % m.d_v)] }),
  output(m, [b, i, o]) {
    if (m.result === "output") return ORIGINS.mixed(m, [b, 0, i, o]);
    const plus = m.tensor("b_o") ? [cell("b_o", o)] : [];
    if (!m.tensor("w_o"))
      return { form: plus.length ? "sum" : "copy", of: [cell("joined", b, i, o), ...plus] };
    return {
      form: "dot",
      of: pairs(size(m, "w_o", 0), (k) => [cell("joined", b, i, k), cell("w_o", k, o)]),
      plus,
    };
  },
};

/** @param {any} m @param {number} h */
const kvHead = (m, h) => Math.floor(h / Math.max(1, m.heads / m.kv_heads));

/** @param {any} m @param {number[]} index @returns {Origin} */
function scoreOrigin(m, [b, h, i, j]) {
  const g = kvHead(m, h);
  const q = row(m.d_q, (c) => cell("query", b, h, i, c));
  const k = row(m.d_k, (c) => cell("key", b, g, j, c));
  if (m.score === "bilinear")
    return {
      form: "bilinear",
      of: [...q, ...k, ...row(m.d_q * m.d_k, (e) => cell("w_score", Math.floor(e / m.d_k), e % m.d_k))],
    };
  if (m.score === "additive") {
    const hidden = size(m, "w_2", 0);
    const wide = m.d_q + m.d_k;
    return {
      form: "additive",
      of: [
        ...q,
        ...k,
        ...row(hidden * wide, (e) => cell("w_1", Math.floor(e / wide), e % wide)),
        ...row(hidden, (e) => cell("w_2", e)),
      ],
    };
  }
  return { form: "dot", of: pairs(m.d_k, (c) => [q[c], k[c]]), plus: [] };
}

/** Where a cell comes from; "given" for what the problem holds. @param {any} model @param {string} tensor @param {number[]} index @returns {Origin} */
export function origin(model, tensor, index) {
  return ORIGINS[tensor]?.(model, index) ?? { form: "given", of: [] };
}
