/** Which of several sentences is true of this run: every claim is looked up in the trace first. */

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../model.js").Model} Model */

/** The sentence that is true of this run. @param {Script} script @param {string} id */
export function variant({ model, layout }, id) {
  const { facts } = /** @type {any} */ (layout);
  const { problem, trace } = model;
  const batch = facts.shape[0] > 1;
  if (id === "input") return batch ? "inputBatch" : problem.x_kv == null ? "input" : "inputCross";
  if (id === "project") return problem.b_q || problem.b_k || problem.b_v ? "projectBias" : "project";
  if (id === "heads" && facts.shared > 1) return "headsShared";
  if (id === "scores") return facts.heads > 1 ? "scores" : "scoresOne";
  if (id === "scaled_scores") return !model.usualScale ? "scaleBy" : facts.heads > 1 ? "scale" : "scaleOne";
  if (id === "masked_scores") return strikesOut(problem) ? "mask" : "bias";
  if (id === "weights" || id === "divide") return weightsVariant(model, trace, strongest(model, facts), id);
  if (id === "row_max" || id === "row_sum") return rowVariant(model, facts, id);
  if (id === "shifted_exp") return expVariant(model);
  if (id === "mixed") return facts.heads > 1 ? "mixed" : "mixedOne";
  if (id === "join") return facts.heads === 1 ? "joinOne" : facts.tour ? "joinTour" : "join";
  if (id === "output")
    return (problem.w_o ? "output" : "outputBias") + (problem.w_o && problem.b_o ? "WithBias" : "");
  return id;
}

/** Does anything but a bias forbid a pair? @param {any} problem */
const strikesOut = ({ mask, key_mask, causal, window }) =>
  mask != null || key_mask != null || Boolean(causal) || window != null;

/** @param {Model} model @param {any} trace @param {any} found @param {string} id */
function weightsVariant(model, trace, found, id) {
  if (model.override) return "override";
  if (valuesOf(model, "weights").some(Number.isNaN)) return "weightsOdd";
  if (trace.notes?.fully_masked_rows?.length) return id + "Zero";
  return found ? (model.heads > 1 ? id : id + "One") : id + "Plain";
}

/** One number for each row: told of query 1, unless it is −∞, 0 or none. @param {Model} model @param {any} facts @param {string} id */
function rowVariant(model, { heads, chosen }, id) {
  const first = model.value("row_max", [chosen.b, chosen.h, 0]);
  if (!Number.isFinite(first)) return id + "Plain";
  return heads > 1 ? id : id + "One";
}

/** What the exponential makes of −∞, and that each row has a 1. @param {Model} model */
function expVariant(model) {
  const all = valuesOf(model, "shifted_scores");
  if (all.some(Number.isNaN)) return "shifted_expPlain";
  const largest = valuesOf(model, "row_max");
  if (largest.includes(-Infinity)) return "shifted_expPlain";
  return all.includes(-Infinity) ? "shifted_expMasked" : "shifted_exp";
}

/** @param {Model} model @param {string} tensor */
const valuesOf = (model, tensor) => Array.from(model.tensor(tensor)?.data ?? []);

/** The largest weight of the first token in the chosen head, if one is larger than all others. @param {any} model @param {any} facts */
export function strongest(model, { chosen, kv_len }) {
  const row = Array.from({ length: kv_len }, (_, j) => model.value("weights", [chosen.b, chosen.h, 0, j]));
  const most = Math.max(...row);
  const at = row.indexOf(most);
  return at >= 0 && row.filter((weight) => weight === most).length === 1
    ? { j: at, index: [chosen.b, chosen.h, 0, at] }
    : null;
}
