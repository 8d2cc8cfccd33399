/**
 * The layers of the public interface. Their code (learning.js) is loaded with the first one.
 */
import { loadLazily } from "../lazy.js";

/** @typedef {import("../types.js").Tensor} Tensor */
/** @typedef {import("../types.js").TensorLike} TensorLike */
/** @typedef {import("../errors.js").AttentionError} AttentionError */

const PARAMETERS = ["w_q", "w_k", "w_v", "w_o", "b_q", "b_k", "b_v", "b_o"];

/**
 * The parameters of a layer: checked on the way in, copied on the way out; undefined where a layer has none.
 * @typedef {{
 *   get w_q(): Tensor, set w_q(value: TensorLike), get w_k(): Tensor, set w_k(value: TensorLike),
 *   get w_v(): Tensor, set w_v(value: TensorLike), get w_o(): Tensor, set w_o(value: TensorLike),
 *   get b_q(): Tensor, set b_q(value: TensorLike), get b_k(): Tensor, set b_k(value: TensorLike),
 *   get b_v(): Tensor, set b_v(value: TensorLike), get b_o(): Tensor, set b_o(value: TensorLike),
 * }} WithParameters
 */
const Base = /** @type {{ new (): WithParameters }} */ (/** @type {unknown} */ (class {}));

/** What both layers share. */
export class Layer extends Base {
  #learning;

  /** @internal @param {import("./learning.js").Learning} learning */
  constructor(learning) {
    super();
    this.#learning = learning;
    for (const name of PARAMETERS)
      Object.defineProperty(this, name, {
        get: () => learning.parameters.get(name),
        set: (value) => learning.parameters.set(name, value),
      });
  }

  /**
   * Every tensor of one run with these parameters.
   * @param {TensorLike} x [q_len, d_model] or [batch, q_len, d_model]
   * @param {TensorLike} [x_kv] what keys and values are made from; = x
   * @returns {import("../types.js").AttentionTrace}
   * @throws {AttentionError}
   */
  forward(x, x_kv) {
    return this.#learning.forward(x, x_kv);
  }

  /**
   * Gradients of the last forward. Parameters move by learning_rate times their gradient.
   * @param {TensorLike} grad_output in the output's shape
   * @param {{ learning_rate?: number }} [options] 0, the default, leaves the parameters
   * @returns {Tensor} grad_x, in x's shape
   * @throws {AttentionError} `value` when the step would make a parameter non-finite; then nothing changes
   */
  backward(grad_output, options) {
    return this.#learning.backward(grad_output, options);
  }

  /**
   * One step of training: forward, loss, backward, optimiser.
   * @param {TensorLike} x
   * @param {TensorLike} target in the output's shape; classes [batch, q_len] for cross_entropy
   * @param {import("../types.js").TrainStepOptions} [options]
   * @returns {number} the loss before the step
   * @throws {AttentionError} `value` when the step would make a parameter non-finite; then nothing changes
   */
  trainStep(x, target, options) {
    return this.#learning.trainStep(x, target, options);
  }

  /** Gradients of the last backward or training step, named grad_<name>. */
  get gradients() {
    return this.#learning.gradients;
  }
}

/**
 * One head with square parameters: output = softmax(x w_q (x w_k)^T / √d_model) x w_v, causal by default.
 */
export class SelfAttentionLayer extends Layer {
  /**
   * @param {import("../types.js").LayerOptions} options causal true
   * @returns {Promise<SelfAttentionLayer>}
   * @throws {AttentionError}
   */
  static async create(options) {
    const { selfAttention } = await loadLazily(() => import("./create.js"));
    return new SelfAttentionLayer(await selfAttention(options));
  }
}

/**
 * Several heads, grouped if kv_heads is less, with biases by default, joined by w_o.
 */
export class MultiHeadAttentionLayer extends Layer {
  /**
   * @param {import("../types.js").MultiHeadOptions} options
   * @returns {Promise<MultiHeadAttentionLayer>}
   * @throws {AttentionError}
   */
  static async create(options) {
    const { multiHeadAttention } = await loadLazily(() => import("./create.js"));
    return new MultiHeadAttentionLayer(await multiHeadAttention(options));
  }
}
