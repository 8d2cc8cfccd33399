/**
 * The shapes of all tensors of a run, inferred from the problem alone: the given tensors determine the sizes, and the schema
 * says which size each axis counts. Rejects the same problems as C does.
 */
import { withBatch, withoutBatch } from "../shapes.js";
import { PROJECTED } from "./attention.js";
import { isTraining } from "./calls.js";
import { KEPT, OPERATIONS, TILES, isParameter, sizesIn } from "./tensors.js";

/** @typedef {import("../problem.js").Stage} Stage */
/** @typedef {import("../readers.js").Values} Values */
/**
 * @callback Refuse throws an error
 * @param {string} fault one of: missing axes fits broadcasts widths heads kv_heads beside unused reference
 * @param {string} where path of the key
 * @param {Record<string, unknown>} facts
 * @returns {never}
 */

const ADDITIVE = 3;
const BILINEAR = 2;
/** Tensors whose leading axes of length 1 may be missing. */
const SHORT = /^(x|x_kv|x_v|query|key|value|key_mask|gamma|beta|running_\w+|b_\w+|w_2|initial_state)$/;

/** @param {readonly unknown[]} lengths */
const listed = (lengths) => `[${lengths.join(", ")}]`;

/** A stage while its sizes are inferred. */
class Sizes {
  /** Lengths of the unnamed axes, "…" in the schema. @type {number[]} */
  rows = [];
  /** @type {Record<string, number | undefined>} */
  lengths = {};

  /**
   * @param {Stage} stage
   * @param {Values} values with references resolved
   * @param {Refuse} refuse
   */
  constructor({ op, where }, values, refuse) {
    const { given, made } = OPERATIONS[op];
    this.given = given;
    this.made = made;
    this.values = values;
    /** @type {(name: string, fault: string, facts?: Record<string, unknown>) => never} */
    this.refuse = (name, fault, facts) =>
      refuse(fault, where + name, { shape: listed(this.shape(name)), ...facts });
  }

  /** @param {string} name */
  has(name) {
    return this.values[name] !== undefined;
  }

  /** @param {string} name @returns {number[]} */
  shape(name) {
    return this.values[name]?.shape ?? [];
  }

  /** Returns the length of a size. @param {string} size */
  of(size) {
    return /** @type {number} */ (this.lengths[size]);
  }

  /**
   * Refuses a tensor that is missing or has too few or too many axes.
   * @param {string} name
   * @param {number} least
   * @param {number} [most]
   */
  demandRank(name, least, most = least) {
    if (!this.has(name)) this.refuse(name, "missing");
    const rank = this.shape(name).length;
    if (rank < least || rank > most) this.refuse(name, "axes", { least, most });
  }

  /** Infers sizes from tensors, where given, and refuses those that do not fit. @param {...string} names */
  fit(...names) {
    for (const name of names) this.fitAxes(name, this.given[name].axes);
  }

  /** @param {string} name @param {string} text its axes */
  fitAxes(name, text) {
    if (!this.has(name)) return;
    // a key_mask that all batch items share has no batch axis
    const axes = text.split(" ").slice(name === "key_mask" ? -this.shape(name).length || -1 : 0);
    const shape = SHORT.test(name) ? withBatch(this.shape(name), axes.length) : this.shape(name);
    axes.toReversed().forEach((axis, n) => this.learn(axis, shape.at(-1 - n) ?? 1, name));
    const needed = this.shapeOf(axes.join(" "));
    const axis =
      this.shape(name).length === needed.length ? shape.findIndex((length, n) => length !== needed[n]) : -1;
    if (needed.join() !== shape.join()) this.refuse(name, "fits", { needed: listed(needed), axis });
  }

  /**
   * Infers a size from an axis.
   * @param {string} axis
   * @param {number} length
   * @param {string} name to refuse if heads cannot share the length
   */
  learn(axis, length, name) {
    const [product, ...others] = sizesIn(axis);
    const size = product[product.length - 1];
    if (others.length > 0 || this.lengths[size] !== undefined) return;
    const heads = product.length > 1 ? this.of(product[0]) : 1;
    if (product.length > 1 && (length % heads !== 0 || length === 0))
      this.refuse(name, "heads", { heads, width: length });
    this.lengths[size] = length / heads;
  }

  /** Refuses tensors that do not broadcast. @param {...string} names */
  fitShared(...names) {
    for (const name of names.filter((tensor) => this.has(tensor))) {
      const [full, shape] = [this.shapeOf(this.given[name].axes), this.shape(name)];
      const missing = full.length - shape.length;
      if (missing < 0 || shape.some((length, n) => length !== 1 && length !== full[n + missing]))
        this.refuse(name, "broadcasts", { needed: listed(full) });
    }
  }

  /** Refuses missing or unused parameters of the score function, and infers its sizes. */
  fitScore() {
    const { score = 0 } = this.values;
    const owners = { w_score: BILINEAR, w_1: ADDITIVE, w_2: ADDITIVE };
    for (const [name, owner] of Object.entries(owners))
      if (this.has(name) !== (score === owner)) this.refuse(name, this.has(name) ? "unused" : "missing");
    if (this.has("w_1")) this.demandRank("w_1", 2);
    this.fit("w_score", "w_1", "w_2");
  }

  /** @param {string} axes @returns {number[]} NaN where unknown */
  shapeOf(axes) {
    /** @type {(all: number, size: string) => number} */
    const times = (all, size) => all * (this.lengths[size] ?? Number(size));
    /** @type {number[]} */
    const shape = [];
    for (const axis of axes.split(" "))
      if (axis === "…") shape.push(...this.rows);
      else shape.push(sizesIn(axis).reduce((sum, product) => sum + product.reduce(times, 1), 0));
    return shape;
  }
}

/** @param {Sizes} s */
function attention(s) {
  const isSplit = ["query", "key", "value"].some((name) => s.has(name));
  if (isSplit) fromHeads(s);
  else fromTokens(s);
  const { score = 0 } = s.values;
  const [d_q, d_k] = [s.of("d_q"), s.of("d_k")];
  if (score < BILINEAR && d_q !== d_k) {
    const name = isSplit ? "key" : (["w_k", "x_kv"].find((input) => s.has(input)) ?? "x");
    s.refuse(name, "widths", { d_q, d_k });
  }
  s.fit("w_o");
  s.lengths.d_out ??= s.of("heads") * s.of("d_v");
  s.fit("b_o");
  s.fitScore();
  s.fitShared("bias", "mask", "weights_override");
  if (s.has("key_mask")) s.demandRank("key_mask", 0, 2);
  s.fit("key_mask");
}

/** Infers the sizes from x and its projections. @param {Sizes} s */
function fromTokens(s) {
  const { heads = 1, kv_heads = heads } = s.values;
  const { lengths } = s;
  s.demandRank("x", 2, 3);
  for (const name of ["x_kv", "x_v"]) if (s.has(name)) s.demandRank(name, 2, 3);
  s.fit("x", "x_kv");
  lengths.key ??= lengths.query;
  s.fit("x_v");
  if (heads % kv_heads !== 0) s.refuse("kv_heads", "kv_heads", { heads, kv_heads });
  Object.assign(lengths, { heads, kv_heads });
  for (const { name, letter, sources } of PROJECTED) {
    const source = /** @type {string} */ (sources.find((input) => s.has(input)));
    const [w, b] = [`w_${letter}`, `b_${letter}`];
    const [inner, features] = s.given[w].axes.split(" ");
    const maker = s.has(w) ? w : source;
    lengths[inner] ??= s.shape(source).at(-1);
    lengths.width = s.shape(maker).at(-1);
    if (s.has(w)) s.demandRank(w, 2);
    s.fitAxes(w, `${inner} width`);
    s.fitAxes(b, "width");
    s.learn(features, s.of("width"), maker);
  }
}

/** Infers the sizes from given query, key and value. @param {Sizes} s */
function fromHeads(s) {
  const beside = "x x_kv x_v w_q w_k w_v b_q b_k b_v".split(" ").find((name) => s.has(name));
  if (beside) s.refuse(beside, "beside");
  for (const name of ["query", "key", "value"]) s.demandRank(name, 2, 4);
  s.fit("query", "key", "value");
  const [heads, kv_heads] = [s.of("heads"), s.of("kv_heads")];
  const { heads: h = heads, kv_heads: g = kv_heads } = s.values;
  if (h !== heads) s.refuse("heads", "kv_heads", { heads: h, kv_heads });
  if (g !== kv_heads || heads % kv_heads !== 0) s.refuse("kv_heads", "kv_heads", { heads, kv_heads: g });
}

/** Infers the sizes from the rows of x. @param {Sizes} s */
function rows(s) {
  s.demandRank("x", 1, 5);
  s.rows = withBatch(s.shape("x"));
  s.lengths.d = s.rows.pop();
  for (const name of ["w_in", "w_out"]) if (name in s.given) s.demandRank(name, 2);
  s.fit(...Object.keys(s.given).filter((name) => name !== "x"));
}

/** @param {Sizes} s */
function batchNorm(s) {
  rows(s);
  if (isTraining(s.values)) return;
  for (const name of ["running_mean", "running_var"]) if (!s.has(name)) s.refuse(name, "missing");
}

/** @param {Sizes} s */
function residual(s) {
  for (const name of ["x", "y"]) s.demandRank(name, 0, 5);
  const shape = withBatch(s.shape("x"));
  if (shape.join() !== withBatch(s.shape("y")).join()) s.refuse("y", "fits", { needed: listed(shape) });
  s.lengths.d = shape.pop();
  s.rows = shape;
}

/**
 * Fits a matrix; removes the batch axis of length 1 that the output of another stage has.
 * @param {Sizes} s
 * @param {string} name
 */
function fitRows(s, name) {
  if (s.has(name)) s.values[name] = withoutBatch(s.values[name]);
  s.demandRank(name, 2);
  s.fit(name);
}

/** @param {Sizes} s */
function geometry(s) {
  fitRows(s, "a");
  fitRows(s, "b");
}

/** @param {Sizes} s */
function encoder(s) {
  fitRows(s, "x");
  for (const name of ["w_in", "w_state"]) s.demandRank(name, 2);
  s.fit("w_state", "w_in", "b_state", "initial_state");
}

/** @param {Sizes} s */
function decoder(s) {
  fitRows(s, "encoder_states");
  s.demandRank("initial_state", 1);
  s.fit("initial_state");
  for (const name of ["w_state", "w_context"]) s.demandRank(name, 2);
  if (s.has("x") !== s.has("w_in")) s.refuse(s.has("x") ? "w_in" : "x", "missing");
  if (s.has("b_out") && !s.has("w_out")) s.refuse("w_out", "missing");
  s.lengths.steps = s.values.steps;
  if (s.has("x")) fitRows(s, "x");
  if (!(s.of("steps") >= 0)) s.refuse("steps", "missing");
  s.fit("w_in", "w_state", "w_context", "b_state", "w_out", "b_out");
  const [d_q, d_k] = [s.of("d_s"), s.of("d_h")];
  if ((s.values.score ?? 0) < BILINEAR && d_q !== d_k) s.refuse("initial_state", "widths", { d_q, d_k });
  s.fitScore();
  Object.assign(s.lengths, { batch: 1, heads: 1 });
}

/** How each operation infers its sizes; `rows` for all others. @type {Record<string, (s: Sizes) => void>} */
const FITS = {
  ...{ attention, batch_norm: batchNorm, residual, geometry },
  ...{ recurrent_encoder: encoder, recurrent_decoder: decoder },
};

/**
 * Returns the shapes of all tensors of the forward pass.
 * @param {Stage[]} stages
 * @param {Refuse} refuse
 * @returns {Map<string, number[]>} by tensor; in a chain `stage.tensor`
 */
export function shapesOf(stages, refuse) {
  /** @type {Map<string, number[]>} */
  const shapes = new Map();
  for (const stage of stages) {
    const values = resolve(stage, stages, (name, where) => {
      const shape = shapes.get(name);
      return shape ? { shape } : refuse("reference", where, { name });
    });
    const s = new Sizes(stage, values, refuse);
    (FITS[stage.op] ?? rows)(s);
    const { given, made } = s;
    const names = Object.keys(given).filter((name) => s.has(name) && KEPT.test(name));
    for (const name of [...names, ...Object.keys(made).filter((tensor) => isMade(tensor, s))])
      shapes.set(stage.id ? `${stage.id}.${name}` : name, s.shapeOf((given[name] ?? made[name]).axes));
  }
  return shapes;
}

/** Whether this run computes a tensor. @param {string} name @param {Sizes} s */
function isMade(name, s) {
  if (TILES.includes(name) || (name === "capped_scores" && !s.values.softcap)) return false;
  if (name.startsWith("projected_")) return !s.has("query");
  return !s.shapeOf(s.made[name].axes).some(Number.isNaN);
}

/**
 * Returns the values of a stage with references resolved. A reference may also name a parameter of another stage, which the
 * trace does not hold.
 * @param {Stage} stage
 * @param {Stage[]} stages
 * @param {(name: string, where: string) => any} find finds a tensor of the trace
 * @returns {Values}
 */
export function resolve({ where, values }, stages, find) {
  /** @param {any} value @param {string} key @returns {any} */
  const found = (value, key) => {
    if (value?.from === undefined) return value;
    const [id, name] = value.from.split(".");
    const shared = isParameter(name) ? stages.find((stage) => stage.id === id)?.values[name] : undefined;
    return shared === undefined ? find(value.from, where + key) : found(shared, key);
  };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, found(value, key)]));
}
