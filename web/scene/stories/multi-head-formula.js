/** The formula of the many-heads story, as nodes that become MathML. */

/** @typedef {import("../model.js").Model} Model */

/** concat(Z₁, …, Zₙ) W^O. @param {Model} model */
export function formula(model) {
  const mi = (/** @type {string} */ text) => ({ tag: "mi", text });
  const mo = (/** @type {string} */ text) => ({ tag: "mo", text });
  const part = (/** @type {string} */ id, /** @type {string} */ role, /** @type {any[]} */ ...children) => ({
    tag: "mrow",
    id,
    role,
    children,
  });
  const z = (/** @type {string} */ n) =>
    part("z" + n, "output", { tag: "msub", children: [mi("Z"), { tag: "mn", text: n }] });
  const last = model.problem.w_o
    ? [part("w_o", "output", { tag: "msup", children: [mi("W"), mi("O")] })]
    : [];
  if (model.heads === 1) return { tag: "mrow", children: [...single(model), ...last] };
  const some =
    model.heads === 2
      ? [z("1"), mo(","), z("2")]
      : [z("1"), mo(","), mo("…"), mo(","), z(String(model.heads))];
  const bias = model.problem.b_o
    ? [mo("+"), part("b_o", "output", { tag: "msup", children: [mi("b"), mi("O")] })]
    : [];
  return {
    tag: "mrow",
    children: [part("concat", "output", mi("concat")), mo("("), ...some, mo(")"), ...last, ...bias],
  };
}

/** @param {Model} model */
function single(model) {
  const part = (/** @type {string} */ id, /** @type {string} */ role, /** @type {any} */ child) => ({
    tag: "mrow",
    id,
    role,
    children: [child],
  });
  const root = {
    tag: "msqrt",
    children: [
      {
        tag: "msub",
        children: [
          { tag: "mi", text: "d" },
          { tag: "mi", text: "k" },
        ],
      },
    ],
  };
  const mo = (/** @type {string} */ text) => ({ tag: "mo", text });
  const key = { tag: "msup", children: [{ tag: "mi", text: "K" }, mo("⊤")] };
  const inner = [
    part("query", "query", { tag: "mi", text: "Q" }),
    part("key", "key", key),
    mo("/"),
    { ...part("scale", "score", root), off: !model.scaled },
  ];
  return [
    part("softmax", "weight", { tag: "mi", text: "softmax" }),
    mo("("),
    ...inner,
    mo(")"),
    part("value", "value", { tag: "mi", text: "V" }),
  ];
}
