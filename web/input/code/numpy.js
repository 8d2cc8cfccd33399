/** Writes a problem in NumPy. */
import { arrays } from "./arrays.js";
import { backward } from "./backward/numpy.js";

/** Functions that have another name in NumPy. */
const NAMES = /** @type {Record<string, string>} */ ({ atan2: "arctan2" });

/** @type {import("./arrays.js").Dialect} */
const numpy = {
  title: "NumPy",
  open: ["import numpy as np", ""],
  array: "np.array",
  call: (name, x) => `np.${NAMES[name] ?? name}(${x})`,
  max: (x, kept) => (kept ? `${x}.max(axis=-1, keepdims=True)` : `${x}.max()`),
  sum: (x, kept) => `${x}.sum(axis=-1${kept ? ", keepdims=True" : ""})`,
  mean: (x, axes, kept) => `${x}.mean(axis=${axes}${kept ? ", keepdims=True" : ""})`,
  swap: (x, a, b) => `${x}.swapaxes(${a}, ${b})`,
  repeat: (x, count) => `np.repeat(${x}, ${count}, axis=-3)`,
  lower: (rows, columns, offset) =>
    `np.tril(np.ones((${rows}, ${columns}), dtype=bool)${offset ? `, k=${offset}` : ""})`,
  range: (count) => `np.arange(${count})`,
  forbid: (x, allowed) => `np.where(${allowed}, ${x}, -np.inf)`,
  replace: (x, value) => `np.where(${x} == ${value}, ${value === "0" ? 1 : 0}, ${x})`,
  relu: (x) => `np.maximum(${x}, 0)`,
  gelu: (x) => `${x} * (1 + np.vectorize(math.erf)(${x} / 2**0.5)) / 2`,
  broadcast: (x, shape) => `np.broadcast_to(${x}, ${shape})`,
  stack: (list) => `np.stack(${list})`,
  beside: (parts) => `np.concatenate([${parts}], axis=-1)`,
  zeros: (length) => `np.zeros(${length}, dtype=np.float32)`,
  softmax: (name, x) => [
    `${name} = np.exp(${x} - ${x}.max(axis=-1, keepdims=True))`,
    `${name} / ${name}.sum(axis=-1, keepdims=True)`,
  ],
  words: { nan: "np.nan", inf: "np.inf", minus: "-np.inf", yes: "True", no: "False" },
  dtype: (data) => (data instanceof Uint8Array ? "bool" : "np.float32"),
  learned: "",
};

export default arrays(numpy, backward);
