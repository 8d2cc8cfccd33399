/**
 * What the layers share: parameters, the last run, and the step that moves them. The mathematics is the core's.
 */
import { AttentionError } from "./errors.js";
import { choice, readKeys } from "./keys.js";
import { initialize } from "./initialize.js";
import { readTarget } from "./loss.js";
import { Parameters, copyOf, replaceTensors, tensorsOf } from "./parameters.js";
import { readProblem } from "./problem.js";
import { backward, forward } from "./stepwise.js";
import { readTensor, tensorOf } from "./tensor.js";
import { adam, demandRate, freshState, sgd } from "./train.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {import("./tensor.js").TensorLike} TensorLike */
/** @typedef {import("./stepwise.js").Trace} Trace */

const RATE = 0.01;
const OPTIMIZERS = ["sgd", "adam"];

/** What both layers share. */
export class Layer extends Parameters {
  #core;
  #options;
  /** @type {Record<string, any> | undefined} the problem of the last forward */
  #last;
  /** @type {Record<string, Tensor>} */
  #gradients = {};
  #state = freshState();

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
    super(Object.fromEntries(started));
    this.#core = core;
    this.#options = options;
  }

  /**
   * Every tensor of one run with these parameters.
   * @param {TensorLike} x [q_len, d_model] or [batch, q_len, d_model]
   * @param {TensorLike} [x_kv] what keys and values are made from; = x
   * @returns {Trace}
   * @throws {AttentionError}
   */
  forward(x, x_kv) {
    const values = this.#values(x, x_kv);
    const trace = forward(this.#core, values, "");
    this.#last = values;
    return trace;
  }

  /**
   * Gradients of the last forward. Parameters move by learning_rate times their gradient.
   * @param {TensorLike} grad_output in the output's shape
   * @param {{ learning_rate?: number }} [options] 0, the default, leaves the parameters
   * @returns {Tensor} grad_x, in x's shape
   * @throws {AttentionError} `value` when the step would make a parameter non-finite; then nothing changes
   */
  backward(grad_output, options) {
    const given = readKeys(options ?? {}, { learning_rate: demandRate }, "options", "");
    if (!this.#last)
      throw new AttentionError("value", "backward", "backward follows a forward; call forward first.");
    const start = { kind: "grad_output", tensor: readTensor(grad_output, "grad_output") };
    const trace = this.#backward(this.#last, start);
    const rate = given.learning_rate ?? 0;
    const moved =
      rate === 0 ? undefined : sgd(this.#core, tensorsOf(this), this.#own(trace), { rate }, freshState());
    this.#gradients = this.#own(trace);
    if (moved) replaceTensors(this, moved.parameters);
    return copyOf(trace.grad_x);
  }

  /**
   * One step of training: forward, loss, backward, optimiser.
   * @param {TensorLike} x
   * @param {TensorLike} target in the output's shape; classes [batch, q_len] for cross_entropy
   * @param {{ x_kv?: TensorLike, loss?: "squared_error" | "cross_entropy", optimizer?: "sgd" | "adam",
   *   learning_rate?: number, momentum?: number }} [options] squared_error, sgd, 0.01, 0
   * @returns {number} the loss before the step
   * @throws {AttentionError} `value` when the step would make a parameter non-finite; then nothing changes
   */
  trainStep(x, target, options) {
    const {
      x_kv,
      loss,
      optimizer = "sgd",
      learning_rate = RATE,
      momentum = 0,
    } = readKeys(options ?? {}, TRAIN, "options", "");
    const values = this.#values(x, x_kv);
    const trace = this.#backward(values, readTarget(target, loss));
    const gradients = this.#own(trace);
    const step = optimizer === "adam" ? adam : sgd;
    const rates = { rate: learning_rate, momentum };
    const moved = step(this.#core, tensorsOf(this), gradients, rates, this.#state);
    replaceTensors(this, moved.parameters);
    this.#state = moved.state;
    this.#gradients = gradients;
    this.#last = values;
    return trace.loss.data[0];
  }

  /** Gradients of the last backward or training step, named grad_<name>. */
  get gradients() {
    return Object.fromEntries(
      Object.entries(this.#gradients).map(([name, tensor]) => [name, copyOf(tensor)]),
    );
  }

  /**
   * The problem of this layer, read like any other.
   * @param {TensorLike} x
   * @param {TensorLike} [x_kv]
   */
  #values(x, x_kv) {
    const problem = { ...this.#options, ...tensorsOf(this), x };
    const [{ values }] = readProblem(x_kv === undefined || x_kv === null ? problem : { ...problem, x_kv });
    // kept for backward: the caller's own arrays may change until then
    for (const name of ["x", "x_kv"])
      if (values[name] && !values[name].owned)
        values[name] = { ...values[name], data: values[name].data.slice() };
    return values;
  }

  /**
   * Forward and backward for the loss and the gradients alone: nothing else is copied out, or looked at.
   * @param {Record<string, any>} values
   * @param {import("./loss.js").Start} start
   */
  #backward(values, start) {
    const names = this.#names();
    return backward(this.#core, values, "", start, (name) => name === "loss" || names.includes(name), false);
  }

  #names() {
    return ["x", "x_kv", ...Object.keys(tensorsOf(this))].map((name) => `grad_${name}`);
  }

  /**
   * @param {Trace} trace
   * @returns {Record<string, Tensor>}
   */
  #own(trace) {
    const there = this.#names().filter((name) => trace[name]);
    return Object.fromEntries(there.map((name) => [name, trace[name]]));
  }
}

/** @type {Record<string, import("./keys.js").Reader>} */
const TRAIN = {
  x_kv: (value) => value,
  loss: (value) => value,
  optimizer: (value, where) => OPTIMIZERS[choice(OPTIMIZERS)(value, where)],
  learning_rate: demandRate,
  momentum: demandRate,
};
