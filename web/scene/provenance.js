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

import { formatNumber, subscript } from "./format.js";

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

/** Matrix letters of cells, as in K₁₂. @type {Record<string, string>} */
const NAMES = {
  x: "X",
  x_kv: "X",
  query: "Q",
  key: "K",
  value: "V",
  scores: "S",
  scaled_scores: "S′",
  capped_scores: "S″",
  masked_scores: "M",
  shifted_scores: "T",
  shifted_exp: "E",
  weights: "A",
  mixed: "Z",
  output: "Z",
  joined: "J",
  projected_query: "Q",
  projected_key: "K",
  projected_value: "V",
  w_q: "W_Q",
  w_k: "W_K",
  w_v: "W_V",
  w_o: "W_O",
};

/** "S₁₂", "max₁", "A₁₂V₂₃". @param {string} tensor @param {number[]} index */
export function nameOf(tensor, index) {
  if (tensor === "weighted_values") {
    const [, , j, i, c] = index;
    return `A${subscript(`${i + 1}${j + 1}`)}V${subscript(`${j + 1}${c + 1}`)}`;
  }
  if (tensor === "row_max" || tensor === "row_sum")
    return (tensor === "row_max" ? "max" : "Σ") + subscript(index[2] + 1);
  return (
    (NAMES[tensor] ?? tensor) +
    subscript(
      index
        .slice(-2)
        .map((k) => k + 1)
        .join(""),
    )
  );
}

/** @typedef {{ text: string, cell?: Cell }} Token a piece of an equation; cells are underlined in their colour */

/**
 * The right side of a cell's equation in its real numbers: 1·4 + 0·4 + 2·0.
 * @param {any} model @param {string} tensor @param {number[]} index @returns {Token[]}
 */
export function equation(model, tensor, index) {
  const { form, of, by, at, plus = [], allowed } = origin(model, tensor, index);
  /** @param {Cell} c @returns {Token} */
  const number = (c) => ({ text: model.text(c.tensor, c.index), cell: c });
  const say = (/** @type {string} */ text) => ({ text });
  const join = (/** @type {Token[][]} */ terms, /** @type {string} */ sign) =>
    terms.flatMap((term, k) => (k ? [say(sign), ...term] : term));
  if (form === "dot") {
    const terms = of.flatMap((c, k) => (k % 2 ? [] : [[number(c), say("·"), number(of[k + 1])]]));
    return join([...terms, ...plus.map((c) => [number(c)])], " + ");
  }
  if (form === "sum")
    return join(
      of.map((c) => [number(c)]),
      " + ",
    );
  if (form === "product") return [number(of[0]), say(" · "), number(of[1])];
  if (form === "scale")
    return model.usualScale
      ? [number(of[0]), say(` ÷ √${model.d_k}`)]
      : [number(of[0]), say(` · ${formatNumber(by ?? 1, { whole: false, decimals: 3, digits: 3 })}`)];
  if (form === "subtract") return [number(of[0]), say(" − "), number(of[1])];
  if (form === "exp") return [say("exp("), number(of[0]), say(")")];
  if (form === "divide") return [number(of[0]), say(" ÷ "), number(of[1])];
  if (form === "max")
    return [
      say("max("),
      ...join(
        of.map((c) => [number(c)]),
        ", ",
      ),
      say(")"),
    ];
  if (form === "mask")
    return allowed
      ? join(
          of.map((c) => [number(c)]),
          " + ",
        )
      : [number(of[0]), say(" ✕")];
  if (form === "cap") return [say(`${by} · tanh(`), number(of[0]), say(` ÷ ${by})`)];
  if (form === "softmax") {
    const exps = join(
      of.map((c) => [say("e^"), number(c)]),
      " + ",
    );
    return [say("e^"), number(of[at ?? 0]), say(" ÷ ("), ...exps, say(")")];
  }
  return form === "copy" ? [number(of[0])] : [];
}

/**
 * What a cell is, as the hover says it.
 * @param {any} scene @param {string} tensor @param {number[]} index
 * @returns {{ value: number, text: string, sources: Cell[] }}
 */
export function explain(scene, tensor, index) {
  const { model } = scene;
  const { of, plus = [] } = origin(model, tensor, index);
  const tokens = equation(model, tensor, index);
  const parts = [nameOf(tensor, index), tokens.map(({ text }) => text).join(""), model.text(tensor, index)];
  return {
    value: model.value(tensor, index),
    text: parts.filter(Boolean).join(" = "),
    sources: [...of, ...plus],
  };
}
