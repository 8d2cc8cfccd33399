/** The formula of a decoder with attention, in the letters of its pictures. */

import { isNarrow, mi, mo, part, row as nodes } from "../../formula.js";
import { sequenceOf } from "./chain.js";

/** @typedef {import("./chain.js").Sequence} Sequence */

/** c_j = Σ_i α_ij h_i, and where there is room the state that it makes. @param {import("../../model.js").Model} model @param {import("../../scene.js").Room} room */
export function formula(model, room) {
  const { decoder, states } = /** @type {Sequence} */ (sequenceOf(model));
  const sub = (/** @type {string} */ of, /** @type {any[]} */ ...at) => ({
    tag: "msub",
    children: [mi(of), at.length > 1 ? nodes(...at) : at[0]],
  });
  const symbol = (
    /** @type {string} */ id,
    /** @type {string} */ role,
    /** @type {string} */ tensor,
    /** @type {any} */ node,
  ) => ({ ...part(id, role, node), tensor });
  const [c, s] = [decoder.full("context"), decoder.full("state")];
  const fed = decoder.tensor("x") ? [mo("+"), sub("W", mi("x")), sub("x", mi("j"))] : [];
  const context = [
    symbol("context", "weighted", c, sub("c", mi("j"))),
    mo("="),
    sub("Σ", mi("i")),
    symbol("weights", "weight", decoder.full("weights"), sub("α", mi("i"), mi("j"))),
    symbol("states", "input", states.tensor, sub("h", mi("i"))),
  ];
  if (isNarrow(room)) return nodes(...context);
  return nodes(
    ...context,
    mo(","),
    symbol("state", "output", s, sub("s", mi("j"))),
    mo("="),
    mi("tanh"),
    mo("("),
    ...[
      sub("W", mi("s")),
      sub("s", mi("j"), mo("−"), { tag: "mn", text: "1" }),
      mo("+"),
      sub("W", mi("c")),
      sub("c", mi("j")),
      ...fed,
    ],
    mo(")"),
  );
}
