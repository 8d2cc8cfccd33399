/**
 * The rules by which the tensors of the recurrent encoder and decoder are computed. Row s of a tensor belongs to the same step
 * as row s + 1 of `state`; row 0 of `state` is the initial state. A state depends on the previous one, so some operands come
 * later in the list: `of` leaves them out (and names initial_state, the decoder's first query), the terms of a cell do not.
 */
import { scaleOf, scoreFrom, weigh } from "./attention.js";
import { part } from "./cells.js";
import { keyParts, queryParts, scoreParameters, softmaxBackward, tanhBackward } from "./gradients.js";

/** @typedef {import("./gradients.js").Rows} Rows */
/** @typedef {import("./cells.js").Part} Part */
/** @typedef {import("./builder.js").StageBuilder} StageBuilder */

const PAIRS = "b h s j";
/** @type {Rows} */
const QUERY = ["state", "s"];
/** @type {Rows} */
const KEY = ["encoder_states", "j"];

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

/**
 * Returns the gradient that passes back through tanh of the state.
 * @param {string} at axes of grad_state and of the other operands
 * @param {...string} of the other operands
 * @returns {Part[]}
 */
const throughState = (at, ...of) => tanhBackward(part(at, "grad_state", ...of), "state", at.split(",")[0]);

/** Adds the gradients of everything a state is computed from. @param {StageBuilder} stage */
function statesBackward(stage) {
  stage.gradient("w_state", "matmul", "k c", throughState("s+1 c, s k", "state"));
  if (stage.has("b_state")) stage.gradient("b_state", "sum", "c", throughState("s+1 c"));
  if (stage.has("initial_state")) stage.gradient("initial_state", "copy", "s c", [part("s c", "grad_state")]);
  if (!stage.has("x")) return;
  stage.gradient("w_in", "matmul", "k c", throughState("s+1 c, s k", "x"));
  stage.gradient("x", "matmul", "s k", throughState("s+1 c, k c", "w_in"));
}

/** Returns the part of x in a state. @param {StageBuilder} stage */
const word = (stage) => (stage.has("x") ? [part("s-1 k, k c", "x", "w_in")] : []);

/** @param {StageBuilder} stage */
export function encoder(stage) {
  stage.inputs("x", "initial_state");
  states(stage, word(stage));
}

/** @param {StageBuilder} stage */
export function encoderBackward(stage) {
  const later = throughState("s+1 k, c k", "w_state");
  stage.gradient("state", "matmul", "s c", [...ownOutput(stage), ...later]);
  statesBackward(stage);
}

/** Returns the start of the backward run if it is the gradient of the states themselves. @param {StageBuilder} stage */
const ownOutput = (stage) => (stage.isLast ? [part("s-1 c", "grad_output")] : []);

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

/** @param {StageBuilder} stage */
export function decoderBackward(stage) {
  const [, d_s] = stage.shape("state");
  const { rules } = stage.graph;
  const words = stage.has("w_out");
  if (stage.has("b_out")) stage.gradient("b_out", "sum", "o", [part("s o", "grad_output")]);
  if (words) {
    const both = [
      part("s+1 k, s o", "state", "grad_output"),
      part(`s k-${d_s}, s o`, "context", "grad_output"),
    ];
    stage.gradient("w_out", "matmul", "k o", both);
  }
  const asked = words ? [part("s-1 o, c o", "grad_output", "w_out")] : ownOutput(stage);
  const query = queryParts(stage, "grad_scores", "s j", QUERY, KEY);
  stage.gradient("state", "matmul", "s c", [...asked, ...throughState("s+1 k, c k", "w_state"), ...query]);
  const spoken = words ? [part(`s o, c+${d_s} o`, "grad_output", "w_out")] : [];
  stage.gradient("context", "matmul", "s c", [...spoken, ...throughState("s+1 k, c k", "w_context")]);
  stage.gradient("weights", "matmul", PAIRS, [part("s c, j c", "grad_context", "encoder_states")]);
  softmaxBackward(stage, PAIRS, "scores", rules.get(stage.qualified("scaled_scores"))?.by ?? 1);
  const values = part("s j, s c", "weights", "grad_context");
  const keys = keyParts(stage, "grad_scores", "s j", QUERY, KEY);
  stage.gradient("encoder_states", "matmul", "j c", [values, ...keys]);
  scoreParameters(stage, "grad_scores", "s j", QUERY, KEY);
  stage.gradient("w_context", "matmul", "k c", throughState("s+1 c, s k", "context"));
  statesBackward(stage);
}
