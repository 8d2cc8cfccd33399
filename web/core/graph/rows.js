/**
 * The rules by which the tensors of norms, residual additions, feed-forward layers and the geometry of dot products are
 * computed.
 */
import { countOf } from "../shapes.js";
import { ACTIVATIONS } from "../structs.js";
import { EPS, isTraining } from "./calls.js";
import { linear } from "./attention.js";
import { part, times } from "./cells.js";
import { linearBackward } from "./gradients.js";

/** @typedef {import("./builder.js").StageBuilder} StageBuilder */

/** Returns the letters of the output's axes. @param {StageBuilder} stage */
const rowsOf = (stage) => stage.axes("output");

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

/**
 * @param {StageBuilder} stage
 * @param {string} row
 * @param {string} statistics
 */
function normalizeBackward(stage, row, statistics) {
  const all = rowsOf(stage);
  const along = part(`${all}, ${all}, ${statistics}`, "grad_output", "x", "rstd");
  const mean = part(`${all}, ${statistics}, ${statistics}`, "grad_output", "mean", "rstd");
  if (stage.has("gamma")) stage.gradient("gamma", "matmul", "c", [along, times(mean, -1)]);
  if (stage.has("beta")) stage.gradient("beta", "sum", "c", [part(all, "grad_output")]);
  if (!isTraining(stage.values)) {
    const gamma = stage.has("gamma") ? ["gamma"] : [];
    const through = part([all, statistics, ...gamma.map(() => "c")].join(), "grad_output", "rstd", ...gamma);
    stage.gradient("x", "multiply", all, [through]);
    return;
  }
  const gamma = stage.has("gamma") ? [part(row.slice(-1), "gamma")] : [];
  const moments = [part(statistics, "mean"), part(statistics, "rstd")];
  const entry = [part(all, "grad_output"), part(all, "x")];
  const others = [part(row, "grad_output"), part(row, "x"), ...gamma];
  stage.gradient("x", "normalize_gradient", all, [...entry, ...moments, ...others], { sum: false });
}

/** @param {StageBuilder} stage */
const overFeatures = (stage) => {
  const all = rowsOf(stage);
  return /** @type {const} */ ([all.replace("c", "k"), all.slice(0, -2)]);
};

/** @param {StageBuilder} stage */
const overRows = (stage) => {
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
function residualBackward(stage) {
  const all = rowsOf(stage);
  for (const name of ["x", "y"]) stage.gradient(name, "copy", all, [part(all, "grad_output")]);
}

/** @param {StageBuilder} stage */
const activationOf = (stage) => ACTIVATIONS[stage.values.activation ?? 0];

/** @param {StageBuilder} stage */
function feedForward(stage) {
  stage.inputs("x");
  linear(stage, "hidden", ["x", "w_in", "b_in"]);
  stage.add("activated", activationOf(stage), [stage.whole("hidden")]);
  linear(stage, "output", ["activated", "w_out", "b_out"], "u");
}

/** @param {StageBuilder} stage */
function feedForwardBackward(stage) {
  const rows = rowsOf(stage).slice(0, -2);
  const units = `${rows} u`;
  linearBackward(stage, "grad_output", rows, ["activated", "w_out", "b_out"], "u o");
  stage.gradient("activated", "matmul", units, [part(`${rows} o, u o`, "grad_output", "w_out")]);
  const bent = [part(units, "grad_activated"), part(units, "hidden")];
  stage.gradient("hidden", `${activationOf(stage)}_gradient`, units, bent, { sum: false });
  linearBackward(stage, "grad_hidden", rows, ["x", "w_in", "b_in"], "c u");
  stage.gradient("x", "matmul", `${rows} c`, [part(`${units}, c u`, "grad_hidden", "w_in")]);
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

/** @param {StageBuilder} stage */
function geometryBackward(stage) {
  const pairs = ["cosine", "angle", "projection"];
  const axes = { ...Object.fromEntries(pairs.map((name) => [name, "i j"])), length_a: "i", length_b: "j" };
  const arrived = Object.entries(axes).filter(([name, out]) => stage.arriving(name, out).length > 0);
  for (const [name, out] of arrived) stage.gradient(name, "copy", out, []);
  for (const [vector, at, other, from] of [
    ["a", "i", "b", "j"],
    ["b", "j", "a", "i"],
  ]) {
    const plain = part(`i j, ${from} c`, "grad_dot", other);
    if (arrived.length === 0) stage.gradient(vector, "matmul", `${at} c`, [plain]);
    else {
      const grads = [["dot", "i j"], ...arrived].filter(([name]) => name !== `length_${other}`);
      const parts = [part(`${at} c`, vector), part(`${from} k`, other)];
      parts.push(part(`${at} k`, vector), ...grads.map(([name, out]) => part(out, `grad_${name}`)));
      stage.gradient(vector, "geometry_gradient", `${at} c`, parts, { sum: false });
    }
  }
}

/**
 * @param {(stage: StageBuilder) => readonly [row: string, statistics: string]} axes
 * @returns {import("./graph.js").Description}
 */
const norm = (axes) => ({
  forward: (stage) => normalize(stage, ...axes(stage)),
  backward: (stage) => normalizeBackward(stage, ...axes(stage)),
});

/** @type {Record<string, import("./graph.js").Description>} */
export const OPS = {
  layer_norm: norm(overFeatures),
  batch_norm: norm(overRows),
  residual: { forward: residual, backward: residualBackward },
  feed_forward: { forward: feedForward, backward: feedForwardBackward },
  geometry: { forward: geometry, backward: geometryBackward },
};
