/** Gradients while NumPy's way back is written: what each is called, and the shapes they come in. */
import { broken } from "../arrays.js";
import { keptShape } from "../plan.js";

/** @typedef {import("../plan.js").Variable} Variable */

export class Gradients {
  /** What holds a gradient, by its name. @type {Map<string, string>} */
  #names = new Map();

  /**
   * @param {import("../text.js").Text} text
   * @param {import("../arrays.js").Dialect} dialect
   */
  constructor(text, dialect) {
    const { plan } = text;
    this.text = text;
    this.plan = plan;
    this.dialect = dialect;
    this.part = plan.parts[0];
    const length = (/** @type {string} */ name, /** @type {number} */ axis) =>
      /** @type {number[]} */ (plan.shapes.get(name))[axis];
    this.sizes = {
      heads: length("query", 1),
      kv_heads: length("key", 1),
      kv_len: length("key", 2),
      d_q: length("query", 3),
      d_k: length("key", 3),
      d_v: length("value", 3),
    };
    /** Axes of the scores that the code has. */
    this.rank = keptShape(this.variable("weights")).length;
  }

  /** @param {string} key was it given? */
  has(key) {
    return this.part.values[key] !== undefined;
  }

  /** @param {string} tensor */
  variable(tensor) {
    return /** @type {Variable} */ (this.plan.variables.get(tensor));
  }

  /** What a tensor is called. @param {string} tensor */
  name(tensor) {
    return this.variable(tensor).group.name;
  }

  /** Are two tensors one, and their gradients, too? @param {string} a @param {string} b */
  isSame(a, b) {
    return this.variable(a)?.group === this.variable(b)?.group;
  }

  /** What a tensor's gradient is called. @param {string} tensor */
  of(tensor) {
    return /** @type {string} */ (this.#names.get(`grad_${tensor}`));
  }

  /** Lines that make gradients of the same numbers, called as the first is. @param {string[]} gradients @param {string[]} lines */
  put(gradients, lines) {
    for (const one of gradients) this.#names.set(one, gradients[0]);
    this.text.note(gradients, lines);
  }

  /** @param {string[]} gradients @param {string} expression @param {string} [said] */
  make(gradients, expression, said) {
    const lines = broken(`${gradients[0]} = ${expression}`);
    lines[lines.length - 1] = this.text.beside(lines[lines.length - 1], said);
    this.put(gradients, lines);
  }

  /** The output's gradient, with those that have its numbers. */
  sameAsOutput() {
    if (this.has("w_o")) return ["grad_output"];
    return ["grad_output", "grad_joined", ...(this.isSame("joined", "mixed") ? ["grad_mixed"] : [])];
  }

  /** The gradient of a projection, where it has the numbers of that of its heads. @param {string} name query, key or value */
  unsplit(name) {
    return !this.has("query") && this.isSame(name, `projected_${name}`) ? [`grad_projected_${name}`] : [];
  }

  /** The last two axes exchanged. @param {string} x */
  turned(x) {
    return this.rank === 2 ? `${x}.T` : this.dialect.swap(x, -2, -1);
  }

  /** Keys or values as often as there are heads that read them. @param {string} tensor */
  perHead(tensor) {
    const { heads, kv_heads } = this.sizes;
    const x = this.name(tensor);
    return kv_heads > 1 && kv_heads < heads ? this.dialect.repeat(x, heads / kv_heads) : x;
  }

  /** Added up over the heads that read the same keys or values. @param {string} x [… heads, kv_len, features] @param {number} features */
  shared(x, features) {
    const { heads, kv_heads, kv_len } = this.sizes;
    if (heads === kv_heads) return x;
    const whole = / /.test(x) ? `(${x})` : x;
    if (kv_heads === 1) return `${whole}.sum(axis=-3, keepdims=True)`;
    const batch = keptShape(this.variable("key")).slice(0, -3);
    const shape = [...batch, kv_heads, heads / kv_heads, kv_len, features].join(", ");
    return `${whole}.reshape(${shape}).sum(axis=-3)`;
  }

  /** Added up over batches and heads. @param {string} x */
  overAll(x) {
    if (this.rank === 2) return x;
    return `(${x}).sum(axis=${this.rank === 3 ? "0" : "(0, 1)"})`;
  }
}
