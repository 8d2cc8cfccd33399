/**
 * What the layers share: parameters, the last run, and the step that moves them. The mathematics is the core's.
 */
import { AttentionError } from "./errors.js";
import { choice, readKeys } from "./keys.js";
import { initialize } from "./initialize.js";
import { readTarget } from "./loss.js";
import { readProblem } from "./problem.js";
import { demandShape } from "./shapes.js";
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
export class Layer {
  #core;
  #options;
  /** @type {Record<string, Tensor>} replaced as a whole, never written into: a run may still hold the old ones */
  #parameters;
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
    this.#core = core;
    this.#options = options;
    this.#parameters = {};
    Object.entries(shapes).forEach(([name, shape], index) => {
      const random = () => initialize(core, { shape, init, seed: (first + index) % 4294967296 });
      this.#parameters[name] = name.startsWith("w_") ? random() : tensorOf(shape, new Float32Array(shape[0]));
    });
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
    const trace = backward(this.#core, this.#last, "", start);
    const rate = given.learning_rate ?? 0;
    const moved =
      rate === 0 ? undefined : sgd(this.#core, this.#parameters, this.#own(trace), { rate }, freshState());
    this.#gradients = this.#own(trace);
    if (moved) this.#parameters = moved.parameters;
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
    const trace = backward(this.#core, values, "", readTarget(target, loss));
    const gradients = this.#own(trace);
    const step = optimizer === "adam" ? adam : sgd;
    const moved = step(
      this.#core,
      this.#parameters,
      gradients,
      { rate: learning_rate, momentum },
      this.#state,
    );
    this.#parameters = moved.parameters;
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
   * @param {string} name
   * @returns {Tensor | undefined}
   */
  #get(name) {
    const tensor = this.#parameters[name];
    return tensor && copyOf(tensor);
  }

  /**
   * @param {string} name
   * @param {TensorLike} value
   */
  #set(name, value) {
    const there = this.#parameters[name];
    if (!there) {
      const message = `This layer has no ${name}; it has ${Object.keys(this.#parameters).join(", ")}.`;
      throw new AttentionError("value", name, message);
    }
    const { shape, data } = readTensor(value, name);
    demandShape(shape, there.shape, name, `the layer's ${name}`);
    if (!data.every(Number.isFinite)) {
      const index = data.findIndex((entry) => !Number.isFinite(entry));
      throw new AttentionError(
        "value",
        name,
        `${name} holds ${data[index]} at entry ${index}; give finite numbers.`,
      );
    }
    this.#parameters = {
      ...this.#parameters,
      [name]: tensorOf(there.shape, /** @type {Float32Array} */ (data.slice())),
    };
  }

  // parameters: checked on the way in, copied on the way out; undefined where a layer has none
  get w_q() {
    return /** @type {Tensor} */ (this.#get("w_q"));
  }
  /** @param {any} value */
  set w_q(value) {
    this.#set("w_q", value);
  }

  get w_k() {
    return /** @type {Tensor} */ (this.#get("w_k"));
  }
  /** @param {any} value */
  set w_k(value) {
    this.#set("w_k", value);
  }

  get w_v() {
    return /** @type {Tensor} */ (this.#get("w_v"));
  }
  /** @param {any} value */
  set w_v(value) {
    this.#set("w_v", value);
  }

  get w_o() {
    return /** @type {Tensor} */ (this.#get("w_o"));
  }
  /** @param {any} value */
  set w_o(value) {
    this.#set("w_o", value);
  }

  get b_q() {
    return /** @type {Tensor} */ (this.#get("b_q"));
  }
  /** @param {any} value */
  set b_q(value) {
    this.#set("b_q", value);
  }

  get b_k() {
    return /** @type {Tensor} */ (this.#get("b_k"));
  }
  /** @param {any} value */
  set b_k(value) {
    this.#set("b_k", value);
  }

  get b_v() {
    return /** @type {Tensor} */ (this.#get("b_v"));
  }
  /** @param {any} value */
  set b_v(value) {
    this.#set("b_v", value);
  }

  get b_o() {
    return /** @type {Tensor} */ (this.#get("b_o"));
  }
  /** @param {any} value */
  set b_o(value) {
    this.#set("b_o", value);
  }

  /**
   * The problem of this layer, read like any other.
   * @param {TensorLike} x
   * @param {TensorLike} [x_kv]
   */
  #values(x, x_kv) {
    const problem = { ...this.#options, ...this.#parameters, x };
    const [{ values }] = readProblem(x_kv === undefined || x_kv === null ? problem : { ...problem, x_kv });
    // kept for backward: the caller's own arrays may change until then
    for (const name of ["x", "x_kv"])
      if (values[name] && !values[name].owned)
        values[name] = { ...values[name], data: values[name].data.slice() };
    return values;
  }

  /**
   * @param {Trace} trace
   * @returns {Record<string, Tensor>}
   */
  #own(trace) {
    const names = ["x", "x_kv", ...Object.keys(this.#parameters)].map((name) => `grad_${name}`);
    return Object.fromEntries(names.filter((name) => trace[name]).map((name) => [name, trace[name]]));
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

/** @param {Tensor} tensor */
const copyOf = ({ shape, data }) => tensorOf(shape, data.slice());
