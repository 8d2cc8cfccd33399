/**
 * The rules by which the tensors of the recurrent encoder and decoder are computed. Row s of a tensor belongs to the same step
 * as row s + 1 of `state`; row 0 of `state` is the initial state. A state depends on the previous one, so some operands come
 * later in the list: `of` leaves them out (and names initial_state, the decoder's first query), the terms of a cell do not.
 */
import { scaleOf, scoreFrom, weigh } from "./attention.js";
import { part } from "./cells.js";

/** @typedef {import("./gradients/attention.js").Rows} Rows */
/** @typedef {import("./cells.js").Part} Part */
/** @typedef {import("./builder.js").StageBuilder} StageBuilder */

/** @type {Rows} */
export const QUERY = ["state", "s"];
/** @type {Rows} */
export const KEY = ["encoder_states", "j"];

/**
 * Adds state = tanh(previous state w_state + ... + b_state); the initial state is given, or 0.
 * @param {StageBuilder} stage
 * @param {Part[]} parts beside the previous state
 */
function states(stage, parts) {
  const first = stage.has("initial_state") ? [part("s c", "initial_state")] : [];
  const bias = stage.has("b_state") ? [part("c", "b_state")] : [];
  const before = part("s-1 k, k c", "state", "w_state");
  stage.sum("state", "tanh", [...first, before, ...parts, ...bias], {
    then: "tanh",
    first: first.length,
  });
}

/** Returns the part of x in a state. @param {StageBuilder} stage */
const word = (stage) => (stage.has("x") ? [part("s-1 k, k c", "x", "w_in")] : []);

/** @param {StageBuilder} stage */
export function encoder(stage) {
  stage.inputs("x", "initial_state");
  states(stage, word(stage));
}

/** @param {StageBuilder} stage */
export function decoder(stage) {
  stage.inputs("encoder_states", "initial_state", "x");
  const [t, d_h] = stage.shape("encoder_states");
  const [, d_s] = stage.shape("state");
  scoreFrom(stage, QUERY, KEY, 1, t * d_h);
  stage.graph.rules
    .get(stage.qualified(stage.has("w_1") ? "hidden" : "scores"))
    ?.of.unshift(stage.full("initial_state"));
  weigh(stage, scaleOf(stage, d_h));
  stage.sum("context", "mix", [part("s j, j c", "weights", "encoder_states")], { work: t * d_h });
  states(stage, [part("s-1 k, k c", "context", "w_context"), ...word(stage)]);
  if (!stage.has("w_out")) return;
  const both = [part("s+1 k, k o", "state", "w_out"), part(`s k, k+${d_s} o`, "context", "w_out")];
  const bias = stage.has("b_out") ? [part("o", "b_out")] : [];
  const work = stage.shape("context")[0] * (d_s + d_h) * stage.shape("w_out")[1];
  stage.sum("logits", "linear", [...both, ...bias], { work });
  stage.add("probabilities", "softmax", [part("s o", "logits"), part("s k", "logits")]);
}
