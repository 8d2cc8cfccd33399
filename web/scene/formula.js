/** The formula of attention as nodes that become MathML; a step lists the ids of its highlighted parts as `active`. */

/** @typedef {{ tag: string, id?: string, role?: string, tensor?: string, text?: string, children?: Node[] }} Node */

/** @param {string} text @returns {Node} */
export const mi = (text) => ({ tag: "mi", text });
/** @param {string} text @returns {Node} */
export const mo = (text) => ({ tag: "mo", text });
/** @param {...Node} children @returns {Node} */
export const row = (...children) => ({ tag: "mrow", children });
/** A letter with an index. @param {string} letter @param {Node | string} index @returns {Node} */
export const sub = (letter, index) => ({
  tag: "msub",
  children: [mi(letter), typeof index === "string" ? mi(index) : index],
});
/** A part that can be highlighted. @param {string} id @param {string} role @param {...Node} children @returns {Node} */
export const part = (id, role, ...children) => ({ tag: "mrow", id, role, children });

/** A function applied to something: softmax(…). @param {Node | string} name @param {...Node} inner @returns {Node[]} */
export const applied = (name, ...inner) => [
  typeof name === "string" ? mi(name) : name,
  ...[mo("("), ...inner, mo(")")],
];

/** Whether the stage is too narrow for a long formula. @param {{ width: number }} room */
export const isNarrow = ({ width }) => width < 600;

/**
 * The formula softmax(Q Kᵀ / √dₖ) V, with only the parts the model has.
 * @param {import("./model.js").Model} model @returns {Node}
 */
export function formula({ dot, scaled, usualScale, masked, biased, capped }) {
  const query = part("query", "query", mi("Q"));
  const key = part("key", "key", ...(dot ? [{ tag: "msup", children: [mi("K"), mo("⊤")] }] : [mi("K")]));
  const product = dot ? [query, key] : applied("score", query, mo(","), key);
  const root = { tag: "msqrt", children: [sub("d", "k")] };
  const divided = dot ? [mo("/"), part("scale", "score", root)] : [];
  const multiplied = [mo("·"), part("scale", "score", mi("c"))];
  const scale = !scaled ? [] : usualScale ? divided : multiplied;
  const scored = [...product, ...scale];
  const inner = capped ? applied(part("cap", "score", mi("cap")), ...scored) : scored;
  const bias = biased ? [mo("+"), part("bias", "score", mi("B"))] : [];
  const mask = masked ? [mo("+"), part("mask", "score", mi("M"))] : [];
  const softmax = applied(part("softmax", "weight", mi("softmax")), row(...inner, ...bias, ...mask));
  return row(...softmax, part("value", "value", mi("V")));
}
