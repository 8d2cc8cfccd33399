/**
 * The rules by which the tensors of norms, residual additions, feed-forward layers and the geometry of dot products are
 * computed.
 */
import { countOf } from "../shapes.js";
import { ACTIVATIONS } from "../structs.js";
import { EPS, isTraining } from "./calls.js";
import { linear } from "./attention.js";
import { part } from "./cells.js";

/** @typedef {import("./builder.js").StageBuilder} StageBuilder */

/** Returns the letters of the output's axes. @param {StageBuilder} stage */
export const rowsOf = (stage) => stage.axes("output");

/**
 * @param {StageBuilder} stage
 * @param {string} row axes of x; the averaged ones have letters that the statistics lack
 * @param {string} statistics axes of mean and rstd
 */
function normalize(stage, row, statistics) {
  const all = rowsOf(stage);
  const { eps = EPS } = stage.values;
  stage.inputs("x");
  if (isTraining(stage.values)) {
    stage.sum("mean", "mean", [part(row, "x")], {
      by: countOf(stage.shape("mean")) / countOf(stage.shape("x")),
    });
    stage.add("rstd", "rstd", [part(row, "x"), part(statistics, "mean")], { by: eps });
  } else {
    stage.sum("mean", "copy", [part(statistics, "running_mean")]);
    stage.add("rstd", "rstd", [part(statistics, "running_var")], { by: eps });
  }
  const learned = ["gamma", "beta"].filter((name) => stage.has(name)).map((name) => part("c", name));
  const known = [part(all, "x"), part(statistics, "mean"), part(statistics, "rstd")];
  stage.add("output", "normalize", [...known, ...learned]);
}

/** @param {StageBuilder} stage */
export const overFeatures = (stage) => {
  const all = rowsOf(stage);
  return /** @type {const} */ ([all.replace("c", "k"), all.slice(0, -2)]);
};

/** @param {StageBuilder} stage */
export const overRows = (stage) => {
  /** @type {Record<string, string>} */
  const other = { b: "p", h: "q", i: "r", j: "t" };
  return /** @type {const} */ ([rowsOf(stage).replace(/[bhij]/g, (letter) => other[letter]), "c"]);
};

/** @param {StageBuilder} stage */
function residual(stage) {
  const all = rowsOf(stage);
  stage.inputs("x", "y");
  stage.sum("output", "add", [part(all, "x"), part(all, "y")]);
}

/** @param {StageBuilder} stage */
export const activationOf = (stage) => ACTIVATIONS[stage.values.activation ?? 0];

/** @param {StageBuilder} stage */
function feedForward(stage) {
  stage.inputs("x");
  linear(stage, "hidden", ["x", "w_in", "b_in"]);
  stage.add("activated", activationOf(stage), [stage.whole("hidden")]);
  linear(stage, "output", ["activated", "w_out", "b_out"], "u");
}

/** @param {StageBuilder} stage */
function geometry(stage) {
  stage.inputs("a", "b");
  stage.sum("length_a", "length", [part("i c, i c", "a", "a")], { then: "sqrt" });
  stage.sum("length_b", "length", [part("j c, j c", "b", "b")], { then: "sqrt" });
  stage.sum("dot", "dot", [part("i c, j c", "a", "b")]);
  const [dot, a, b] = [part("i j", "dot"), part("i", "length_a"), part("j", "length_b")];
  stage.add("cosine", "divide", [dot, a, b]);
  stage.add("angle", "arccos", [part("i j", "cosine")]);
  stage.add("projection", "divide", [dot, b]);
}

/** @type {Record<string, import("./graph.js").Description>} */
export const OPS = {
  layer_norm: { forward: (stage) => normalize(stage, ...overFeatures(stage)) },
  batch_norm: { forward: (stage) => normalize(stage, ...overRows(stage)) },
  residual: { forward: residual },
  feed_forward: { forward: feedForward },
  geometry: { forward: geometry },
};
