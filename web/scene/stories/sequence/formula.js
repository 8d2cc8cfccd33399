/** The formula of a decoder with attention, in the letters of its pictures. */

import { applied, isNarrow, mi, mo, part, row as nodes, sub } from "../../formula.js";
import { sequenceOf } from "./chain.js";

/** @typedef {import("./chain.js").Sequence} Sequence */

/**
 * Returns c_j = Σ_i α_ij h_i, and, where there is room, the state that it makes.
 * @param {import("../../model.js").Model} model @param {import("../../scene.js").Room} room
 */
export function formula(model, room) {
  const { decoder, states } = /** @type {Sequence} */ (sequenceOf(model));
  /** @param {string} id @param {string} role @param {string} tensor @param {any} node */
  const symbol = (id, role, tensor, node) => ({ ...part(id, role, node), tensor });
  const [c, s] = [decoder.full("context"), decoder.full("state")];
  const fed = decoder.tensor("x") ? [mo("+"), sub("W", "x"), sub("x", "j")] : [];
  const context = [
    symbol("context", "weighted", c, sub("c", "j")),
    mo("="),
    sub("Σ", "i"),
    symbol("weights", "weight", decoder.full("weights"), sub("α", nodes(mi("i"), mi("j")))),
    symbol("states", "input", states.tensor, sub("h", "i")),
  ];
  if (isNarrow(room)) return nodes(...context);
  const before = sub("s", nodes(mi("j"), mo("−"), { tag: "mn", text: "1" }));
  const inner = [sub("W", "s"), before, mo("+"), sub("W", "c"), sub("c", "j"), ...fed];
  const state = symbol("state", "output", s, sub("s", "j"));
  return nodes(...context, mo(","), state, mo("="), ...applied("tanh", ...inner));
}
