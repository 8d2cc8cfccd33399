/** A cell's name, its equation in real numbers, and both as the sentence a hover shows. */

import { formatNumber, subscript } from "./format.js";
import { origin } from "./provenance.js";

/** @typedef {import("./model.js").Cell} Cell */

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

/** "S₁₂", "S₁,₁₂", "max₁", "A₁₂V₂₃". @param {string} tensor @param {number[]} index */
export function nameOf(tensor, index) {
  if (tensor === "weighted_values") {
    const [, , j, i, c] = index;
    return `A${places([i, j])}V${places([j, c])}`;
  }
  if (tensor === "row_max" || tensor === "row_sum")
    return (tensor === "row_max" ? "max" : "Σ") + subscript(index[2] + 1);
  return (NAMES[tensor] ?? tensor) + places(index.slice(-2));
}

/** Row and column from 1; parted where a number has two digits. @param {number[]} index */
const places = (index) => subscript(index.map((k) => k + 1).join(index.some((k) => k > 8) ? "," : ""));

/** Terms that are written out: among numbers those of a joined row, among maps of colours a few. */
const TERMS = { ok: 24, large: 5 };

/** Of many terms the first ones and the last. @template T @param {T[]} list @param {number} most @param {T} dots what stands for the others @returns {T[]} */
const shortened = (list, most, dots) =>
  list.length > most ? [...list.slice(0, 3), dots, list[list.length - 1]] : list;

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
  const most = model.drawable === "large" ? TERMS.large : TERMS.ok;
  const join = (/** @type {Token[][]} */ terms, /** @type {string} */ sign) =>
    shortened(terms, most, [say("…")]).flatMap((term, k) => (k ? [say(sign), ...term] : term));
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
