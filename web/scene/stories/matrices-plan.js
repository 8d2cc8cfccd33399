/**
 * Which matrices meet, and in which order: one board for each product or function of the run. A board says
 * what its cells are, nothing of where they stand, and holds no number: runs of one shape share it.
 *
 * @typedef {import("../model.js").Model} Model
 * @typedef {import("./matrices-make.js").Matrices} Matrices
 * @typedef {{ key: string, tensor: string, rows: number, cols: number, index: (r: number, c: number) => number[],
 *   role: string, letter: string, sub: string, word: string, turned?: boolean, span?: number[] | null, spanRows?: boolean,
 *   pattern?: (model: Model, r: number, c: number) => boolean }} Matrix
 * @typedef {{ id: string, chapter: string, at: string, kind: "product" | "function" | "each" | "row" | "reduce",
 *   left: Matrix, top?: Matrix, plus?: Matrix, aside?: Matrix, result: Matrix, pill?: string,
 *   struck?: (model: Model, r: number, c: number) => boolean }} Board
 */

import { matrices } from "./matrices-make.js";

/** @type {WeakMap<Model, Board[]>} */
const plans = new WeakMap();

/** @param {Model} model @returns {Board[]} */
export function plan(model) {
  let found = plans.get(model);
  if (!found) plans.set(model, (found = boards(model)));
  return found;
}

/** @param {Model} model @returns {Board[]} */
function boards(model) {
  const m = matrices(model);
  return [
    ...projections(model, m),
    scores(model, m),
    ...chain(model, m),
    ...softmax(model, m),
    ...ending(model, m),
  ];
}

/** @param {Model} model @param {Matrices} m @returns {Board[]} */
function projections(model, m) {
  if (!model.projected) return [];
  const keySource = model.problem.x_kv == null ? "x" : "x_kv";
  const valueSource = model.problem.x_v == null ? keySource : "x_v";
  /** @type {[string, string, string, number, number, number][]} */
  const each = [
    ["query", "x", "q", m.head, model.q_len, model.d_q],
    ["key", keySource, "k", m.kvHead, model.kv_len, model.d_k],
    ["value", valueSource, "v", m.kvHead, model.kv_len, model.d_v],
  ];
  return each.flatMap(([name, source, suffix, head, rows, cols]) => {
    const top = m.parameters("w_" + suffix, head * cols, cols);
    const plus = m.offset("b_" + suffix, head * cols, cols);
    /** @type {Board[]} */
    const boards = [];
    const board = {
      id: name,
      chapter: "project",
      at: "project-" + name,
      left: m.tokens(source),
      result: m.split(name, rows, cols, head),
    };
    if (top) boards.push({ ...board, kind: "product", top, plus: plus ?? undefined });
    else if (plus) boards.push({ ...board, kind: "each", top: plus, pill: "plus" });
    return boards;
  });
}

/** @param {Model} model @param {Matrices} m @returns {Board} */
function scores(model, m) {
  const { batch: b, kvHead: g, q_len, kv_len, d_q, d_k } = model;
  const left = m.split("query", q_len, d_q, m.head);
  const top = m.matrix("key", d_k, kv_len, turnedOf(b, g), { sub: "⊤", turned: true });
  const kind = /dot$/.test(model.score) ? "product" : "function";
  return { id: "scores", chapter: "score", at: "scores", kind, left, top, result: m.pairs("scores") };
}

/** @param {number} b @param {number} g */
const turnedOf = (b, g) => (/** @type {number} */ r, /** @type {number} */ c) => [b, g, c, r];

/** From the scores to what softmax reads, one function a board. @param {Model} model @param {Matrices} m @returns {Board[]} */
function chain(model, m) {
  const stages = model.stages.filter((name) => /^(scaled_|capped_|masked_)?scores$/.test(name));
  return stages.slice(1).map((name, k) => {
    const at = { scaled_scores: "scale", capped_scores: "softcap", masked_scores: "mask" }[name] ?? "scale";
    const board = {
      id: name,
      chapter: at === "softcap" ? "cap" : at,
      at,
      left: m.pairs(stages[k]),
      result: m.pairs(name),
    };
    if (at !== "mask") return { ...board, kind: "each", pill: at };
    const struck = struckFrom(stages[k]);
    return { ...board, kind: "each", top: bias(model, m) ?? pattern(m, struck, model), struck };
  });
}

/** Tells the scores that the mask took away. @param {string} before the stage it read @returns {NonNullable<Board["struck"]>} */
const struckFrom =
  (before) =>
  ({ value, batch, head }, r, c) =>
    value("masked_scores", [batch, head, r, c]) === -Infinity &&
    value(before, [batch, head, r, c]) !== -Infinity;

/** @param {Model} model @param {Matrices} m */
function bias(model, m) {
  const given = model.tensor("bias");
  if (!given) return null;
  return m.matrix("bias", model.q_len, model.kv_len, within(given.shape, model.batch, model.head));
}

/** The index in a shape that is broadcast. @param {number[]} shape @param {number} b @param {number} h */
const within = (shape, b, h) => (/** @type {number} */ r, /** @type {number} */ c) =>
  shape.map((size, axis) => (size === 1 ? 0 : [b, h, r, c][axis + 4 - shape.length]));

/** @param {number} r @param {number} c */
const itself = (r, c) => [r, c];

/** The mask as crosses: no numbers. @param {Matrices} m @param {NonNullable<Board["struck"]>} struck @param {Model} model */
function pattern(m, struck, model) {
  return m.matrix("mask", model.q_len, model.kv_len, itself, { pattern: struck });
}

/** @param {Model} model @param {Matrices} m @returns {Board[]} */
function softmax(model, m) {
  const last =
    model.stages.filter((name) => /scores$/.test(name) && name !== "shifted_scores").at(-1) ?? "scores";
  const board = { chapter: "softmax", left: m.pairs(last) };
  if (!model.open) {
    const pill = model.override ? "override" : "softmax";
    return [{ ...board, id: "weights", at: "softmax", kind: "row", result: m.pairs("weights"), pill }];
  }
  const exp = { chapter: "softmax", left: m.pairs("shifted_exp") };
  return [
    { ...board, id: "row_max", at: "softmax-max", kind: "reduce", result: m.column("row_max"), pill: "max" },
    {
      ...board,
      id: "shifted_scores",
      at: "softmax-shift",
      kind: "each",
      aside: m.column("row_max"),
      result: m.pairs("shifted_scores"),
      pill: "minus",
    },
    {
      ...board,
      id: "shifted_exp",
      at: "softmax-exp",
      kind: "each",
      left: m.pairs("shifted_scores"),
      result: m.pairs("shifted_exp"),
      pill: "exp",
    },
    { ...exp, id: "row_sum", at: "softmax-sum", kind: "reduce", result: m.column("row_sum"), pill: "sum" },
    {
      ...exp,
      id: "weights",
      at: "softmax-divide",
      kind: "each",
      aside: m.column("row_sum"),
      result: m.pairs("weights"),
      pill: "divide",
    },
  ];
}

/** The weighted sum and, with more heads or a last matrix, what follows it. @param {Model} model @param {Matrices} m @returns {Board[]} */
function ending(model, m) {
  const { kvHead: g, q_len, kv_len, d_v } = model;
  const mixed =
    model.result === "output"
      ? { ...m.tokens("output"), letter: "Z" }
      : { ...m.split("mixed", q_len, d_v, m.head), sub: model.heads > 1 ? String(m.head + 1) : "" };
  const top = m.split("value", kv_len, d_v, g);
  /** @type {Board[]} */
  const boards = [
    { id: "mixed", chapter: "sum", at: "sum", kind: "product", left: m.pairs("weights"), top, result: mixed },
  ];
  if (model.result === "output") return boards;
  const joined = { ...m.tokens("joined"), span: span(model, d_v) };
  const output = m.tokens("output");
  const w_o = m.parameters("w_o", 0, output.cols);
  const plus = m.offset("b_o", 0, output.cols) ?? undefined;
  const board = { id: "output", chapter: "output", at: "output", left: joined, result: output };
  if (output.cols > 8) return boards;
  if (w_o)
    boards.push({ ...board, kind: "product", top: { ...w_o, span: joined.span, spanRows: true }, plus });
  else if (plus && model.heads === 1) boards.push({ ...board, kind: "each", top: plus, pill: "plus" });
  return boards;
}

/** The columns of the joined matrix that show numbers, where all would be too many. @param {Model} model @param {number} d_v */
function span(model, d_v) {
  return model.heads * d_v > 8 ? [model.head * d_v, (model.head + 1) * d_v] : null;
}
