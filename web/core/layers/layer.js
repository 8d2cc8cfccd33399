/**
 * The layers of the public interface. Their implementation, learning.js, is loaded with the first one.
 */
import { loadLazily } from "../lazy.js";

/** @typedef {import("../types.js").Tensor} Tensor */
/** @typedef {import("../types.js").TensorLike} TensorLike */
/** @typedef {import("../errors.js").AttentionError} AttentionError */

const PARAMETERS = ["w_q", "w_k", "w_v", "w_o", "b_q", "b_k", "b_v", "b_o"];

/**
 * The parameters of a layer. Setting one checks it, getting one copies it; a parameter that the layer lacks is undefined.
 * @typedef {{
 *   get w_q(): Tensor, set w_q(value: TensorLike), get w_k(): Tensor, set w_k(value: TensorLike),
 *   get w_v(): Tensor, set w_v(value: TensorLike), get w_o(): Tensor, set w_o(value: TensorLike),
 *   get b_q(): Tensor, set b_q(value: TensorLike), get b_k(): Tensor, set b_k(value: TensorLike),
 *   get b_v(): Tensor, set b_v(value: TensorLike), get b_o(): Tensor, set b_o(value: TensorLike),
 * }} WithParameters
 */
const Base = /** @type {{ new (): WithParameters }} */ (/** @type {unknown} */ (class {}));

/** The base of both layers. */
class Layer extends Base {
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
   * Returns every tensor of one run with these parameters.
   * @param {TensorLike} x [q_len, d_model] or [batch, q_len, d_model]
   * @param {TensorLike} [x_kv] source of the keys and values; default x
   * @returns {import("../types.js").AttentionTrace}
   * @throws {AttentionError}
   */
  forward(x, x_kv) {
    return this.#learning.forward(x, x_kv);
  }

  /**
   * Computes the gradients of the last forward, and subtracts learning_rate times its gradient from each parameter.
   * @param {TensorLike} grad_output in the output's shape
   * @param {{ learning_rate?: number }} [options] 0, the default, leaves the parameters as they are
   * @returns {Tensor} grad_x, in x's shape
   * @throws {AttentionError} `value` when the step would make a parameter non-finite; then nothing changes
   */
  backward(grad_output, options) {
    return this.#learning.backward(grad_output, options);
  }

  /**
   * Takes one training step: forward, loss, backward, optimiser.
   * @param {TensorLike} x
   * @param {TensorLike} target in the output's shape; classes [batch, q_len] for cross_entropy
   * @param {import("../types.js").TrainStepOptions} [options]
   * @returns {number} the loss before the step
   * @throws {AttentionError} `value` when the step would make a parameter non-finite; then nothing changes
   */
  trainStep(x, target, options) {
    return this.#learning.trainStep(x, target, options);
  }

  /** Copies of the gradients of the last backward or training step, named grad_<name>. */
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
 * Several heads joined by w_o, with biases by default; grouped-query if kv_heads is less than heads.
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
