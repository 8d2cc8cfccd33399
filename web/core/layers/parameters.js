/**
 * The parameters of a layer: named tensors that are checked on the way in and copied on the way out.
 */
import { AttentionError, fault } from "../errors.js";
import { demandShape } from "../shapes.js";
import { build, buildSmall, opened, readTensor, tensorOf } from "../tensor.js";

/** @typedef {import("../types.js").Tensor} Tensor */
/** @typedef {import("../types.js").TensorLike} TensorLike */
/** @typedef {Record<string, Tensor>} Tensors replaced as a whole, never written into: a run may still hold the old ones */

/** @type {(of: Parameters) => Tensors} for the layer itself: not copied */
export let tensorsOf;
/** @type {(of: Parameters, next: Tensors) => void} */
export let replaceTensors;

export class Parameters {
  /** @type {Tensors} */
  #tensors;

  static {
    tensorsOf = (of) => of.#tensors;
    replaceTensors = (of, next) => {
      of.#tensors = next;
    };
  }

  /** @internal @param {Tensors} tensors */
  constructor(tensors) {
    this.#tensors = tensors;
  }

  /**
   * @param {string} name
   * @returns {Tensor | undefined}
   */
  #get(name) {
    const tensor = this.#tensors[name];
    return tensor && copyOf(tensor);
  }

  /**
   * @param {string} name
   * @param {TensorLike} value
   */
  #set(name, value) {
    const there = this.#tensors[name];
    if (!there) {
      const message = `This layer has no ${name}; it has ${Object.keys(this.#tensors).join(", ")}.`;
      throw new AttentionError("value", name, message);
    }
    const given = opened({ tensor: readTensor(value, name) });
    buildSmall([given]);
    demandShape(given.tensor.shape, there.shape, name, `the layer's ${name}`);
    build([given]);
    const { data } = given.tensor;
    if (!data.every(Number.isFinite)) {
      const index = data.findIndex((entry) => !Number.isFinite(entry));
      throw fault("value", name, `holds ${data[index]} at entry ${index}; give finite numbers.`);
    }
    this.#tensors = {
      ...this.#tensors,
      [name]: tensorOf(there.shape, /** @type {Float32Array} */ (data.slice())),
    };
  }

  // parameters: checked on the way in, copied on the way out; undefined where a layer has none
  get w_q() {
    return /** @type {Tensor} */ (this.#get("w_q"));
  }
  /** @param {TensorLike} value */
  set w_q(value) {
    this.#set("w_q", value);
  }

  get w_k() {
    return /** @type {Tensor} */ (this.#get("w_k"));
  }
  /** @param {TensorLike} value */
  set w_k(value) {
    this.#set("w_k", value);
  }

  get w_v() {
    return /** @type {Tensor} */ (this.#get("w_v"));
  }
  /** @param {TensorLike} value */
  set w_v(value) {
    this.#set("w_v", value);
  }

  get w_o() {
    return /** @type {Tensor} */ (this.#get("w_o"));
  }
  /** @param {TensorLike} value */
  set w_o(value) {
    this.#set("w_o", value);
  }

  get b_q() {
    return /** @type {Tensor} */ (this.#get("b_q"));
  }
  /** @param {TensorLike} value */
  set b_q(value) {
    this.#set("b_q", value);
  }

  get b_k() {
    return /** @type {Tensor} */ (this.#get("b_k"));
  }
  /** @param {TensorLike} value */
  set b_k(value) {
    this.#set("b_k", value);
  }

  get b_v() {
    return /** @type {Tensor} */ (this.#get("b_v"));
  }
  /** @param {TensorLike} value */
  set b_v(value) {
    this.#set("b_v", value);
  }

  get b_o() {
    return /** @type {Tensor} */ (this.#get("b_o"));
  }
  /** @param {TensorLike} value */
  set b_o(value) {
    this.#set("b_o", value);
  }
}

/** @param {Tensor} tensor */
export const copyOf = ({ shape, data }) => tensorOf(shape, data.slice());
