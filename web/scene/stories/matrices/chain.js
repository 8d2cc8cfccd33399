/**
 * Which matrices meet, and in which order: one product or function a link. A link says what its cells are, nothing of
 * where they stand.
 */

import { stagesOf } from "../attention/bench.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/meeting.js").Matrix} Matrix */
/**
 * @typedef {object} Link
 * @property {string} id @property {string} chapter
 * @property {string[]} at places in the computation: of its first cell, of all its cells
 * @property {"product" | "row" | "cell" | "copy"} reads what a cell of the product is made from: a row and a column, a row, a cell
 * @property {Matrix} left @property {Matrix} [right] @property {Matrix} product
 * @property {boolean} full told with a step for its first cell
 * @property {string[]} active symbols of the formula
 */

/** Where a function of the scores stands in the computation. @type {Record<string, string>} */
const PLACES = {
  scaled_scores: "scale",
  capped_scores: "cap",
  masked_scores: "mask",
  row_max: "softmax-max",
  shifted_scores: "softmax-shift",
  shifted_exp: "softmax-exp",
  row_sum: "softmax-sum",
};

/** @param {Model} model @returns {Link[]} */
export function chain(model) {
  const m = matricesOf(model);
  const [q, k, v] = [m.split("query", "query"), m.split("key", "key"), m.split("value", "key")];
  const keyed = model.tensor("x_kv") ? "x_kv" : "x";
  const valued = model.tensor("x_v") ? "x_v" : keyed;
  /** @param {Matrix} product @param {string} source @param {string} letter @param {string[]} at @returns {Link} */
  const project = (product, source, letter, at) => {
    const right = m.parameters(`w_${letter}`, product);
    const reads = right ? "product" : model.tensor(`b_${letter}`) ? "cell" : "copy";
    const left = m.tokens(source, product.rows);
    const full = letter === "q" && reads === "product";
    return {
      id: product.tensor,
      chapter: "project",
      at,
      reads,
      left,
      right,
      product,
      full,
      active: [product.tensor],
    };
  };
  const projections = model.projected
    ? [
        project(q, "x", "q", ["query", "query"]),
        project(k, keyed, "k", ["keys", "keys"]),
        project(v, valued, "v", ["values", "values"]),
      ]
    : [];
  const scores = {
    id: "scores",
    chapter: "score",
    at: ["score", "scores"],
    left: q,
    right: m.turned(k),
    product: m.pairs("scores"),
  };
  const functions = functionsOf(model, m);
  const mixed = {
    id: "mixed",
    chapter: "sum",
    at: ["weight", "sum"],
    left: m.pairs("weights"),
    right: v,
    product: m.result(v.columns),
  };
  return [
    ...projections,
    { ...scores, reads: "product", full: true, active: ["query", "key"] },
    ...functions,
    { ...mixed, reads: "product", full: true, active: ["softmax", "value"] },
    ...last(model, m),
  ];
}

/** The matrices that are there before anything is made. @param {Model} model @returns {Matrix[]} */
export function givenOf(model) {
  const m = matricesOf(model);
  if (!model.projected) return [m.split("query", "query"), m.split("key", "key"), m.split("value", "key")];
  return ["x", "x_kv", "x_v"]
    .filter((tensor) => model.tensor(tensor))
    .map((tensor, k) => m.tokens(tensor, k ? model.kv_len : model.q_len));
}

/** From the scores to the weights, one function after another. @param {Model} model @param {ReturnType<typeof matricesOf>} m @returns {Link[]} */
function functionsOf(model, m) {
  const stages = stagesOf(model).filter((tensor) => tensor !== "shifted_scores");
  /** @type {Link[]} */
  const links = stages.slice(1).map((tensor, k) => {
    const at = PLACES[tensor];
    const right = at === "mask" && model.biased ? m.spread("bias") : undefined;
    return {
      id: tensor,
      chapter: at,
      at: [at, at],
      reads: "cell",
      left: m.pairs(stages[k]),
      right,
      product: m.pairs(tensor),
      full: false,
      active: at === "mask" ? ["mask", "bias"] : [at],
    };
  });
  const before = stages[stages.length - 1];
  /** @param {string} id @param {Link["reads"]} reads @param {string} left @param {string} [at] @returns {Link} */
  const step = (id, reads, left, at = PLACES[id]) => ({
    id,
    chapter: "softmax",
    at: [at, at],
    reads,
    left: m.pairs(left),
    product: /^row_/.test(id) ? m.column(id) : m.pairs(id),
    full: false,
    active: ["softmax"],
  });
  if (model.override)
    return [...links, { ...step("weights", "copy", before, "softmax"), left: m.spread("weights_override") }];
  if (!model.open) return [...links, { ...step("weights", "row", before, "softmax"), full: true }];
  return [
    ...links,
    step("row_max", "row", before),
    step("shifted_scores", "cell", before),
    step("shifted_exp", "cell", "shifted_scores"),
    step("row_sum", "row", "shifted_exp"),
    step("weights", "cell", "shifted_exp", "softmax-divide"),
  ];
}

/** The last matrix, after the heads are joined. @param {Model} model @param {ReturnType<typeof matricesOf>} m @returns {Link[]} */
function last(model, m) {
  const output = model.tensor("output");
  if (model.result === "output" || !output || output.shape[2] > 8) return [];
  const product = m.tokens("output", model.q_len);
  const right = m.parameters("w_o", product, 0);
  if (!right && !model.tensor("b_o")) return [];
  const left = m.tokens("joined", model.q_len);
  return [
    {
      id: "output",
      chapter: "output",
      at: ["outputs", "outputs"],
      reads: right ? "product" : "cell",
      left,
      right,
      product,
      full: true,
      active: [],
    },
  ];
}

/** Slices of tensors: of the head and the sample that are told. @param {Model} model */
function matricesOf(model) {
  const { batch, head, kvHead, q_len, kv_len } = model;
  const columnsOf = (/** @type {string} */ tensor) => model.tensor(tensor)?.shape.at(-1) ?? 0;
  /** @param {string} tensor @param {number} rows @param {number} columns @param {Matrix["index"]} index @param {Partial<Matrix>} [more] @returns {Matrix} */
  const matrix = (tensor, rows, columns, index, more) => ({ tensor, rows, columns, index, ...more });
  /** @param {string} tensor @param {"query" | "key"} side */
  const split = (tensor, side) => {
    const own = side === "query" ? head : kvHead;
    return matrix(
      tensor,
      side === "query" ? q_len : kv_len,
      columnsOf(tensor),
      (r, c) => [batch, own, r, c],
      { rowsOf: side },
    );
  };
  return {
    split,
    /** @param {string} tensor @param {number} rows */
    tokens: (tensor, rows) =>
      matrix(tensor, rows, columnsOf(tensor), (r, c) => [batch, r, c], {
        rowsOf: /^x_/.test(tensor) ? "key" : "query",
      }),
    /** What a head's values add up to. @param {number} columns @returns {Matrix} */
    result: (columns) =>
      model.result === "output"
        ? matrix("output", q_len, columns, (r, c) => [batch, r, c], { rowsOf: "query", made: "mixed" })
        : split("mixed", "query"),
    /** The columns of a parameter that make one head. @param {string} tensor @param {Matrix} product @param {number} [first] */
    parameters: (tensor, { tensor: made, columns }, first = (made === "query" ? head : kvHead) * columns) =>
      model.tensor(tensor)
        ? matrix(tensor, model.tensor(tensor)?.shape[0] ?? 0, columns, (r, c) => [r, c], { from: first })
        : undefined,
    /** @param {Matrix} one */
    turned: ({ tensor, rows, columns, index }) =>
      matrix(tensor, columns, rows, (r, c) => index(c, r), { columnsOf: "key", turned: true }),
    /** @param {string} tensor */
    pairs: (tensor) =>
      matrix(tensor, q_len, kv_len, (r, c) => [batch, head, r, c], { rowsOf: "query", columnsOf: "key" }),
    /** One number a row. @param {string} tensor */
    column: (tensor) => matrix(tensor, q_len, 1, (r) => [batch, head, r], { rowsOf: "query" }),
    /** What is given for all pairs, with fewer axes where it is the same for all samples or heads. @param {string} tensor */
    spread(tensor) {
      const shape = model.tensor(tensor)?.shape ?? [];
      const at = (/** @type {any[]} */ full) =>
        shape.map((size, axis) => (size === 1 ? 0 : full[axis + 4 - shape.length]));
      return matrix(tensor, q_len, kv_len, (r, c) => at([batch, head, r, c]), { rowsOf: "query" });
    },
  };
}
