/**
 * The rules of all gradients and the start of a backward run; also what a fused run computes tile by tile. Only the whole core
 * computes these.
 */
import { countOf } from "../../shapes.js";
import { attention } from "../attention.js";
import { moved } from "../builder.js";
import { part } from "../cells.js";
import { describeAlso } from "../graph.js";
import { mainOf } from "../tensors.js";
import { tiles } from "../tiles.js";
import { attentionBackward } from "./attention.js";
import { decoderBackward, encoderBackward } from "./recurrent.js";
import { OPS } from "./rows.js";

export { describe } from "../operations.js";

/** @typedef {import("../builder.js").StageBuilder} StageBuilder */
/** @typedef {import("../graph.js").From} From */

describeAlso(
  {
    ...OPS,
    attention: { forward: (stage) => attention(stage, tiles), backward: attentionBackward },
    recurrent_decoder: { backward: decoderBackward },
    recurrent_encoder: { backward: encoderBackward },
  },
  begin,
);

/**
 * Returns the tensor that a stage's backward run starts from, and its axes; of the states it is all but the first.
 * @param {StageBuilder} stage
 */
function mainIn(stage) {
  const name = mainOf(stage.op, stage.values);
  return [name, name === "state" ? "s+1 c" : stage.axes(name)];
}

/**
 * Adds the gradient of the tensor that a stage's backward run starts from.
 * @param {StageBuilder} stage
 * @param {NonNullable<From>} from the start of the whole run, at the last stage
 */
function begin(stage, from) {
  const [name, axes] = mainIn(stage);
  const out = axes.replace("+1", "");
  const whole = stage.shape(name);
  const shape = out === axes ? whole : [whole[0] - 1, ...whole.slice(1)];
  const grad = stage.qualified(name === "dot" ? "grad_dot" : "grad_output");
  const { graph } = stage;
  if (!stage.isLast) {
    const arriving = stage.arriving(name, axes);
    graph.add(grad, moved(arriving), out, arriving, shape, { sum: true });
  } else if (from === "grad_output") graph.add(grad, "given", out, [], shape, { sum: true });
  else lose(stage, from, grad, shape);
}

/**
 * Adds a loss and its gradient.
 * @param {StageBuilder} stage
 * @param {"squared_error" | "cross_entropy"} from
 * @param {string} grad
 * @param {number[]} shape of the tensor that the loss compares with the target
 */
function lose(stage, from, grad, shape) {
  const { graph } = stage;
  const [name, axes] = mainIn(stage);
  const classes = from === "cross_entropy";
  const out = axes.replace("+1", "");
  const rows = classes ? out.slice(0, -2) : out;
  graph.add("target", "given", rows, [], classes ? shape.slice(0, -1) : shape);
  const [output, target] = [part(axes, stage.qualified(name)), part(rows, "target")];
  graph.add("loss", from, "", [output, target], []);
  const row = classes ? [part(`${axes.slice(0, -1)}z`, stage.qualified(name))] : [];
  const by = classes ? undefined : 2 / countOf(shape);
  graph.add(grad, `${from}_gradient`, out, [output, ...row, target], shape, { by });
}
