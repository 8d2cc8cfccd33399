/**
 * The rules by which the gradients of norms, residual additions, feed-forward layers and the geometry of dot products are
 * computed.
 */
import { isTraining } from "../calls.js";
import { part, times } from "../cells.js";
import { activationOf, overFeatures, overRows, rowsOf } from "../rows.js";
import { linearBackward } from "./attention.js";

/** @typedef {import("../builder.js").StageBuilder} StageBuilder */

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
function residualBackward(stage) {
  const all = rowsOf(stage);
  for (const name of ["x", "y"]) stage.gradient(name, "copy", all, [part(all, "grad_output")]);
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

/** @type {Record<string, import("../graph.js").Description>} */
export const OPS = {
  layer_norm: { backward: (stage) => normalizeBackward(stage, ...overFeatures(stage)) },
  batch_norm: { backward: (stage) => normalizeBackward(stage, ...overRows(stage)) },
  residual: { backward: residualBackward },
  feed_forward: { backward: feedForwardBackward },
  geometry: { backward: geometryBackward },
};
