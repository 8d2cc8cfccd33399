/**
 * The rules by which the gradients of the recurrent encoder and decoder are computed.
 */
import { part } from "../cells.js";
import { KEY, QUERY } from "../recurrent.js";
import { keyParts, queryParts, scoreParameters, softmaxBackward, tanhBackward } from "./attention.js";

/** @typedef {import("../cells.js").Part} Part */
/** @typedef {import("../builder.js").StageBuilder} StageBuilder */

const PAIRS = "b h s j";

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

/** @param {StageBuilder} stage */
export function encoderBackward(stage) {
  const later = throughState("s+1 k, c k", "w_state");
  stage.gradient("state", "matmul", "s c", [...ownOutput(stage), ...later]);
  statesBackward(stage);
}

/** Returns the start of the backward run if it is the gradient of the states themselves. @param {StageBuilder} stage */
const ownOutput = (stage) => (stage.isLast ? [part("s-1 c", "grad_output")] : []);

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
