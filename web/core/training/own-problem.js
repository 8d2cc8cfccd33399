/**
 * A caller's own problem as the source of a training: every step fits its parameters to the same target.
 */
import { backward } from "../attention/backward.js";
import { forward } from "../attention/full-trace.js";
import { planRun } from "../attention/plan.js";
import { AttentionError, fault } from "../errors.js";
import { isParameter } from "../graph/tensors.js";
import { readStart } from "../loss.js";
import { plainValues, readProblem } from "../problem.js";
import { countOf } from "../shapes.js";
import { build } from "../tensor.js";
import { shareOfRight } from "./held-out.js";

/** @typedef {Record<string, import("../tensor.js").Tensor>} Parameters */
/** @typedef {import("./steps.js").Source} Source */

/** The most numbers that output and parameters may have together: a larger step would block the page for too long. */
const MOST = 65536;

/** Copies deeply, also a framework's reactive proxies, which structuredClone refuses. @param {any} value @returns {any} */
function copyOf(value) {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return structuredClone(value);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, copyOf(entry)]));
}

/** @implements {Source} */
export class OwnProblem {
  #core;
  #problem;
  #values;
  #targets;
  inputs = 0;

  /**
   * @param {import("../core.js").Core} core
   * @param {any} problem one attention with parameters and a target
   * @throws {AttentionError} if it is a chain, lacks parameters or a target, or is too large
   */
  constructor(core, problem) {
    const { stages, common } = readProblem(problem);
    const values = plainValues(stages);
    if (!values) throw fault("value", "stages", "cannot be trained here; give one attention with a target.");
    const none = "is missing; a training needs one, and a loss if it is not squared_error.";
    if (common.target === undefined) throw fault("value", "target", none);
    const { start } = readStart({}, common);
    build([values, start]);
    const given = Object.entries(values).filter(([key, value]) => isParameter(key) && value?.data);
    if (given.length === 0)
      throw fault("value", "problem", "has no parameters to train; give it w_q, w_k, w_v or w_o.");
    // throws whatever a step would throw
    backward(core, values, "", start, (name) => name === "loss");
    const { output } = planRun(core, values, "backward", "", 0n).slot;
    this.#core = core;
    this.#problem = copyOf(problem);
    this.#values = values;
    this.loss = /** @type {"squared_error" | "cross_entropy"} */ (start.kind);
    this.#targets = (this.loss === "cross_entropy" ? Int32Array : Float32Array).from(start.tensor.data);
    const classes = output.shape[output.shape.length - 1];
    const entries = countOf(output.shape);
    this.output = { rows: entries / classes, classes };
    /** @type {[name: string, shape: number[]][]} */
    this.shapes = given.map(([key, { shape }]) => [key, [...shape]]);
    this.size = entries + given.reduce((sum, [, { data }]) => sum + data.length, 0);
    if (this.size <= MOST) return;
    const found = `output and parameters have ${this.size} numbers; a step takes at most ${MOST}`;
    throw new AttentionError("limit", "problem", `${found}, so give a smaller problem.`);
  }

  begin() {
    return this.shapes.map(([key]) => Float32Array.from(this.#values[key].data));
  }

  /** @param {Parameters} parameters */
  values(parameters) {
    return { ...this.#values, ...parameters };
  }

  batch() {
    return { x: new Float32Array(), targets: this.#targets };
  }

  /**
   * Measures the share of rows whose class is predicted; null if there are no classes.
   * @param {Parameters} parameters
   */
  measure(parameters) {
    if (this.loss !== "cross_entropy") return { accuracy: null, rightWeight: null };
    const { output } = forward(this.#core, this.values(parameters), "", (name) => name === "output", false);
    return { accuracy: shareOfRight(output, this.#targets), rightWeight: null };
  }

  /** @param {Parameters} parameters */
  problem(parameters) {
    return { ...this.#problem, ...parameters };
  }
}
