/**
 * The implementation of a layer: its parameters, its last run, and the step that updates them. The core does the arithmetic.
 */
import { fault } from "../errors.js";
import { USUAL_RATE, optimizerName, rate, readKeys, tensorKeys } from "../readers.js";
import { initialize } from "../initialize.js";
import { readTarget, startFrom } from "../loss.js";
import { Parameters, copyOf } from "./parameters.js";
import { fillEmpty, readProblem } from "../problem.js";
import { backward } from "../attention/backward.js";
import { forward } from "../attention/full-trace.js";
import { buildSmall, readTensor, tensorOf } from "../tensor.js";
import { freshState, idle, learnerOf } from "./optimizer.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../types.js").Tensor} Tensor */
/** @typedef {import("../types.js").TensorLike} TensorLike */
/**
 * @typedef {object} TrainingStep the inputs of a step; nobody else holds their numbers
 * @property {import("../readers.js").Values} values
 * @property {import("../loss.js").Start} start
 */

const TOKENS = tensorKeys("x x_kv");

/** The methods of a layer, which layer.js documents. */
export class Learning {
  #core;
  #options;
  /** @type {import("../readers.js").Values | undefined} the problem of the last forward */
  #last;
  /** @type {Record<string, Tensor> | undefined} undefined: those of the last training step, not computed yet */
  #gradients = {};
  #state = freshState();
  /** @type {TrainingStep | undefined} the last training step */
  #lastStep;

  /**
   * @param {Core} core
   * @param {Record<string, number[]>} shapes of the parameters
   * @param {Record<string, unknown>} options of the attention: heads, kv_heads, causal, scale
   * @param {{ init?: string, seed?: number }} start
   */
  constructor(core, shapes, options, { init = "xavier", seed: first = 0 }) {
    const started = Object.entries(shapes).map(([name, shape], index) => {
      const random = () => initialize(core, { shape, init, seed: (first + index) % 4294967296 });
      return [name, name.startsWith("w_") ? random() : tensorOf(shape, new Float32Array(shape[0]))];
    });
    this.parameters = new Parameters(Object.fromEntries(started));
    this.#core = core;
    this.#options = readProblem(options).stages[0].values;
  }

  /**
   * @param {TensorLike} x
   * @param {TensorLike} [x_kv]
   * @returns {import("../types.js").AttentionTrace}
   */
  forward(x, x_kv) {
    const values = this.#values(x, x_kv);
    const trace = /** @type {any} */ (forward(this.#core, values, ""));
    this.#last = this.#kept(values);
    return trace;
  }

  /**
   * @param {TensorLike} grad_output
   * @param {{ learning_rate?: number }} [options]
   * @returns {Tensor}
   */
  backward(grad_output, options) {
    const given = readKeys(options ?? {}, { learning_rate: rate }, "options");
    if (!this.#last) throw fault("value", "backward", "follows a forward; call forward first.");
    const start = startFrom("grad_output", readTensor(grad_output, "grad_output"));
    buildSmall([start]);
    const step = { optimizer: "sgd", rate: given.learning_rate ?? 0, momentum: 0 };
    const learner =
      step.rate === 0 ? idle : learnerOf(this.#core, this.parameters.tensors, step, freshState());
    const gradients = this.#gradientsOf({ values: this.#last, start }, learner);
    this.#gradients = gradients;
    this.#replace(learner.next);
    return copyOf(gradients.grad_x);
  }

  /**
   * @param {TensorLike} x
   * @param {TensorLike} target
   * @param {import("../types.js").TrainStepOptions} [options]
   * @returns {number}
   */
  trainStep(x, target, options) {
    const given = readKeys(options ?? {}, TRAIN, "options");
    const { optimizer = "sgd", learning_rate = USUAL_RATE, momentum = 0 } = given;
    const start = readTarget(target, given.loss);
    const values = this.#values(x, given.x_kv);
    const step = { optimizer, rate: learning_rate, momentum };
    const learner = learnerOf(this.#core, this.parameters.tensors, step, this.#state);
    const { loss } = backward(this.#core, values, "", start, (name) => name === "loss", learner);
    this.#replace(learner.next);
    this.#last = this.#kept(values);
    this.#gradients = undefined;
    this.#lastStep = { values: this.#last, start: { ...start, tensor: owned(start.tensor) } };
    return loss.data[0];
  }

  get gradients() {
    // most training steps never need them
    const gradients = (this.#gradients ??= this.#gradientsOf(
      /** @type {TrainingStep} */ (this.#lastStep),
      idle,
    ));
    return Object.fromEntries(Object.entries(gradients).map(([name, tensor]) => [name, copyOf(tensor)]));
  }

  /**
   * Computes the gradients of the inputs and the parameters.
   * @param {TrainingStep} step
   * @param {import("./optimizer.js").Learner} learner
   * @returns {Record<string, Tensor>}
   */
  #gradientsOf({ values, start }, learner) {
    const inputs = ["x", "x_kv", ...Object.keys(this.parameters.tensors)];
    const wanted = new Set(inputs.map((name) => `grad_${name}`));
    const trace = backward(this.#core, values, "", start, (name) => wanted.has(name), learner);
    const { notes: _, ...gradients } = trace;
    return gradients;
  }

  /**
   * Returns the problem of this layer as values. Only x and x_kv have to be read.
   * @param {TensorLike} x
   * @param {TensorLike} [x_kv]
   */
  #values(x, x_kv) {
    const values = {
      ...this.#options,
      ...this.parameters.tensors,
      ...readKeys({ x, x_kv }, TOKENS, "x"),
    };
    fillEmpty(values);
    buildSmall([values]);
    return values;
  }

  /**
   * Copies the inputs to keep for backward, because the caller's arrays may change until then.
   * @param {import("../readers.js").Values} values of a finished run
   */
  #kept(values) {
    for (const name of ["x", "x_kv"]) if (values[name]) values[name] = owned(values[name]);
    return values;
  }

  /** Replaces parameters. @param {Record<string, Tensor>} next */
  #replace(next) {
    this.parameters.tensors = { ...this.parameters.tensors, ...next };
  }
}

/** @type {Record<string, import("../readers.js").Reader>} */
const TRAIN = {
  x_kv: (value) => value,
  loss: (value) => value,
  optimizer: optimizerName,
  learning_rate: rate,
  momentum: rate,
};

/** Copies a tensor unless its data was already copied when it was read. @param {import("../tensor.js").Input} input */
const owned = (input) => (input.owned ? input : { ...input, data: input.data.slice(), owned: true });
