/**
 * What the story of many heads needs to know of a problem: its matrices, how large each is, which cells of
 * the trace it shows, and how wide its numbers are. Reads only.
 */

import { textWidth } from "../advance.js";
import { chooseFormat, formatNumber } from "../format.js";

/** @typedef {import("../model.js").Model} Model */
/**
 * One kind of matrix. `layers` are the tensors that take turns in it; `index` names a cell of batch item b, head h.
 * @typedef {{ kind: string, layers: string[], rows: number, cols: number, role: string, letter: string, sub: string,
 *   word: string, index: (b: number, h: number, r: number, c: number) => number[] }} Kind
 */
/** @typedef {ReturnType<typeof gather>} Facts */

const MOST = 8;

/** @param {Model} model @param {number | null} head the head that the reader wants enlarged */
export function gather(model, head) {
  const shape = model.tensor("query")?.shape ?? [1, 1, 1, 1];
  const { heads, kv_heads } = model;
  const shared = Math.max(1, heads / kv_heads);
  const kinds = kindsOf(model);
  /** @type {Map<string, number>} */
  const widths = new Map();
  const batch = Math.min(model.batch, shape[0] - 1);
  return {
    ...pick(model),
    shape,
    kinds,
    shared,
    chosen: { b: batch, h: Math.min(head ?? 0, heads - 1) },
    asked: head !== null,
    // a tour of the shapes is worth its steps where there is a batch axis to move past
    tour: shape[0] > 1 && heads > 1 && kinds.has("projected_query"),
    // all items of a small batch are drawn, of a larger one the chosen item
    items: shape[0] * heads <= MOST ? [...Array(shape[0]).keys()] : [batch],
    /** @param {number} h */
    group: (h) => Math.floor(h / shared),
    /** Widest text of a kind in em, bold. @param {string} kind @param {number} decimals @returns {number} */
    widest: (kind, decimals) => {
      const name = kind + decimals;
      const made = widths.get(name) ?? widest(model, kinds.get(kind), decimals);
      widths.set(name, made);
      return made;
    },
    labels: Array.isArray(model.labels.x) ? model.labels.x : [],
  };
}

/** @param {Model} model */
function pick({ heads, kv_heads, q_len, kv_len, d_q, d_k, d_v, d_model }) {
  return { heads, kv_heads, q_len, kv_len, d_q, d_k, d_v, d_model };
}

/** @param {Model} model @returns {Map<string, Kind>} */
function kindsOf(model) {
  const { heads, kv_heads, q_len, kv_len, d_q, d_k, d_v, kvHeadOf } = withGroups(model);
  const kinds = new Map();
  const shapeOf = (/** @type {string} */ name) => model.tensor(name)?.shape;
  /** @param {string} kind @param {number} rows @param {number} cols @param {string[]} look role, letter, sub, word @param {any} index @param {string[]} [layers] */
  const add = (kind, rows, cols, [role, letter, sub = "", word = ""], index, layers = [kind]) =>
    kinds.set(kind, { kind, rows, cols, role, letter, sub, word, index, layers });
  const rowsOf = (
    /** @type {number} */ b,
    /** @type {number} */ h,
    /** @type {number} */ r,
    /** @type {number} */ c,
  ) => [b, r, c];
  const whole = (
    /** @type {number} */ b,
    /** @type {number} */ h,
    /** @type {number} */ r,
    /** @type {number} */ c,
  ) => [b, h, r, c];
  const ofGroup = (
    /** @type {number} */ b,
    /** @type {number} */ h,
    /** @type {number} */ r,
    /** @type {number} */ c,
  ) => [b, kvHeadOf(h), r, c];
  if (model.projected) {
    for (const name of ["x", "x_kv", "x_v"]) {
      const shape = name === "x" || model.problem[name] != null ? shapeOf(name) : null;
      if (shape)
        add(
          name,
          shape[shape.length - 2],
          shape[shape.length - 1],
          ["input", "X", SUBS[name] ?? "", "input"],
          rowsOf,
        );
    }
    if (heads > 1) add("projected_query", q_len, heads * d_q, ["query", "Q", "", "query"], rowsOf);
    if (heads > 1) add("projected_key", kv_len, kv_heads * d_k, ["key", "K", "", "key"], rowsOf);
    if (heads > 1) add("projected_value", kv_len, kv_heads * d_v, ["value", "V", "", "value"], rowsOf);
  }
  add("query", q_len, d_q, ["query", "Q", "h", "query"], whole);
  add("key", kv_len, d_k, ["key", "K", "g", "key"], ofGroup);
  add("value", kv_len, d_v, ["value", "V", "g", "value"], ofGroup);
  const before = model.stages.filter((stage) => /scores$/.test(stage) && stage !== "shifted_scores");
  add("scores", q_len, kv_len, ["score", "S", "h", "score"], whole, before);
  add("weights", q_len, kv_len, ["weight", "A", "h", "weight"], whole, [
    model.override ? "weights_override" : "weights",
  ]);
  const last = model.problem.w_o || model.problem.b_o ? "output-tint" : "output";
  add("mixed", q_len, d_v, [heads > 1 ? "output-tint" : last, "Z", "h", "mixed"], whole);
  if (heads > 1 || model.problem.w_o) add("joined", q_len, heads * d_v, [last, "Z", "", "joined"], rowsOf);
  const out = shapeOf("output");
  if (model.problem.w_o || model.problem.b_o)
    add("output", q_len, out ? out[out.length - 1] : 0, ["output", "O", "", "output"], rowsOf);
  for (const name of ["w_q", "w_k", "w_v", "w_o", "b_q", "b_k", "b_v", "b_o"]) parameter(model, name, add);
  return kinds;
}

/** @type {Record<string, string>} */
const SUBS = { x_kv: "kv", x_v: "v" };
/** @type {Record<string, string>} */
const MAKES = { q: "query-tint", k: "key-tint", v: "value-tint", o: "output-tint" };

/** @param {Model} model @param {string} name @param {Function} add */
function parameter(model, name, add) {
  const shape = model.problem[name] == null ? null : model.tensor(name)?.shape;
  if (!shape) return;
  const [letter, of] = name.split("_");
  const look = [MAKES[of], letter === "w" ? "W" : letter, of.toUpperCase(), "parameter"];
  if (shape.length === 2)
    add(
      name,
      shape[0],
      shape[1],
      look,
      (/** @type {any} */ b, /** @type {any} */ h, /** @type {number} */ r, /** @type {number} */ c) => [
        r,
        c,
      ],
    );
  else
    add(
      name,
      1,
      shape[0],
      look,
      (/** @type {any} */ b, /** @type {any} */ h, /** @type {any} */ r, /** @type {number} */ c) => [c],
    );
}

/** @param {Model} model */
function withGroups(model) {
  const size = Math.max(1, model.heads / model.kv_heads);
  return { ...pick(model), kvHeadOf: (/** @type {number} */ h) => Math.floor(h / size) };
}

/** @param {Model} model @param {Kind | undefined} kind @param {number} decimals */
function widest(model, kind, decimals) {
  let most = 0;
  for (const layer of kind?.layers ?? []) {
    const data = model.tensor(layer)?.data ?? [];
    const format = chooseFormat(data, decimals);
    for (let k = 0; k < Math.min(data.length, 4096); k++)
      most = Math.max(most, textWidth(formatNumber(data[k], format), 1, 600));
  }
  return most;
}
