/** Writes a problem in PyTorch. */
import { arrays } from "./arrays.js";
import { backward } from "./backward/pytorch.js";

/** @type {import("./arrays.js").Dialect} */
const pytorch = {
  title: "PyTorch",
  open: ["import torch", ""],
  array: "torch.tensor",
  call: (name, x) => `torch.${name}(${x})`,
  max: (x, kept) => (kept ? `${x}.amax(dim=-1, keepdim=True)` : `${x}.max()`),
  sum: (x, kept) => `${x}.sum(dim=-1${kept ? ", keepdim=True" : ""})`,
  mean: (x, axes, kept) => `${x}.mean(dim=${axes}${kept ? ", keepdim=True" : ""})`,
  swap: (x, a, b) => `${x}.transpose(${a}, ${b})`,
  repeat: (x, count) => `${x}.repeat_interleave(${count}, dim=-3)`,
  lower: (rows, columns, offset) => `torch.ones(${rows}, ${columns}, dtype=torch.bool).tril(${offset || ""})`,
  range: (count) => `torch.arange(${count})`,
  forbid: (x, allowed) => `${/ /.test(x) ? `(${x})` : x}.masked_fill(~${allowed}, -torch.inf)`,
  replace: (x, value) => `${x}.masked_fill(${x} == ${value}, ${value === "0" ? 1 : 0})`,
  relu: (x) => `torch.relu(${x})`,
  gelu: (x) => `torch.nn.functional.gelu(${x})`,
  broadcast: (x, shape) => `${x}.expand(${shape})`,
  stack: (list) => `torch.stack(${list})`,
  beside: (parts) => `torch.cat([${parts}], dim=-1)`,
  zeros: (length) => `torch.zeros(${length})`,
  softmax: (_, x) => [`torch.softmax(${x}, dim=-1)`],
  words: { nan: "torch.nan", inf: "torch.inf", minus: "-torch.inf", yes: "True", no: "False" },
  dtype: (data) => (data instanceof Uint8Array ? "torch.bool" : "torch.float32"),
  learned: ", requires_grad=True",
};

export default arrays(pytorch, backward);

/** The same, with every weighted value and their sum. */
export const stepwise = arrays({ ...pytorch, title: "PyTorch, step by step" }, backward);
