/**
 * The parameters of a layer: named tensors, checked when they are set and copied when they are read.
 */
import { AttentionError, fault } from "../errors.js";
import { demandShape } from "../shapes.js";
import { build, buildSmall, opened, readTensor, tensorOf } from "../tensor.js";

/** @typedef {import("../types.js").Tensor} Tensor */
/** @typedef {import("../types.js").TensorLike} TensorLike */
/** @typedef {Record<string, Tensor>} Tensors replaced as a whole, never modified: a run may still hold the old ones */

export class Parameters {
  /** @param {Tensors} tensors */
  constructor(tensors) {
    /** The parameters themselves, for the layer alone. */
    this.tensors = tensors;
  }

  /**
   * @param {string} name
   * @returns {Tensor | undefined}
   */
  get(name) {
    const tensor = this.tensors[name];
    return tensor && copyOf(tensor);
  }

  /**
   * @param {string} name
   * @param {TensorLike} value
   * @throws {AttentionError} unless the layer has the parameter, the shape is the same and all numbers are finite
   */
  set(name, value) {
    const there = this.tensors[name];
    if (!there) {
      const message = `This layer has no ${name}; it has ${Object.keys(this.tensors).join(", ")}.`;
      throw new AttentionError("value", name, message);
    }
    const given = opened({ tensor: readTensor(value, name) });
    buildSmall([given]);
    demandShape(given.tensor.shape, there.shape, name, `the layer's ${name}`);
    build([given]);
    const { data } = given.tensor;
    const wrong = data.findIndex((entry) => !Number.isFinite(entry));
    if (wrong >= 0)
      throw fault("value", name, `holds ${data[wrong]} at entry ${wrong}; give finite numbers.`);
    const copy = /** @type {Float32Array} */ (data.slice());
    this.tensors = { ...this.tensors, [name]: tensorOf(there.shape, copy) };
  }
}

/** @param {Tensor} tensor */
export const copyOf = ({ shape, data }) => tensorOf(shape, data.slice());
