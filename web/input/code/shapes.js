/**
 * The shapes of all tensors of a run, from the problem alone: what the core derives before it computes. What does not fit
 * is refused.
 */
import { AttentionError } from "../../core/errors.js";
import { withBatch, withoutBatch } from "../../core/shapes.js";
import { fill } from "../../words/sentence.js";

/** @typedef {import("../../core/problem.js").Stage} Stage */
/** @typedef {import("../../core/readers.js").Values} Values */
/** @typedef {Record<string, string>} Words of refusals */
/** @typedef {Record<string, number[]>} Shapes by name */

const ADDITIVE = 3;
const BILINEAR = 2;

/** What is looked at in a stage, by name: its shape, and refusals that say where. */
class Given {
  /**
   * @param {string} where path of the stage
   * @param {Values} values its names resolved
   * @param {Words} words
   */
  constructor(where, values, words) {
    this.where = where;
    this.values = values;
    this.words = words;
  }

  /** @param {string} name */
  has(name) {
    return this.values[name] !== undefined;
  }

  /** @param {string} name @returns {number[]} */
  shape(name) {
    return this.values[name]?.shape ?? [];
  }

  /** An axis counted from the right; 1 where there is none. @param {string} name @param {number} right */
  axis(name, right) {
    return this.shape(name).at(-1 - right) ?? 1;
  }

  /**
   * @param {string} name
   * @param {keyof Words} sentence
   * @param {Record<string, unknown>} [facts]
   * @returns {never}
   */
  refuse(name, sentence, facts) {
    const where = this.where + name;
    const shape = `[${this.shape(name).join(", ")}]`;
    throw new AttentionError("shape", where, fill(this.words[sentence], { where, shape, ...facts }));
  }

  /** @param {string} name @param {number} least @param {number} most axes */
  demandRank(name, least, most) {
    if (!this.has(name)) this.refuse(name, "missing");
    const rank = this.shape(name).length;
    if (rank < least || rank > most) this.refuse(name, "axes", { least, most });
  }

  /**
   * @param {string} name
   * @param {readonly number[]} needed
   * @param {boolean} [lax] a first axis of length 1 may be missing
   */
  demand(name, needed, lax = false) {
    if (!this.has(name)) return;
    const shape = this.shape(name);
    const missing = needed.length - shape.length;
    const all = missing === 0 || (lax && missing === 1 && needed[0] === 1);
    if (!all || shape.some((length, n) => length !== needed[n + missing]))
      this.refuse(name, "fits", { needed: `[${needed.join(", ")}]` });
  }

  /** @param {string} name @param {readonly number[]} full */
  demandBroadcast(name, full) {
    const shape = this.shape(name);
    const fits = shape.every((length, n) => length === 1 || length === full[n + full.length - shape.length]);
    if (this.has(name) && (shape.length > full.length || !fits))
      this.refuse(name, "broadcasts", { needed: `[${full.join(", ")}]` });
  }
}

/**
 * @param {Stage[]} stages
 * @param {Words} words
 * @returns {Map<string, number[]>} by name, in a chain `stage.tensor`
 */
export function shapesOf(stages, words) {
  /** @type {Map<string, number[]>} */
  const shapes = new Map();
  const byId = new Map(stages.map((stage) => [stage.id, stage]));
  for (const stage of stages) {
    const given = new Given(stage.where, resolve(stage, byId, shapes, words), words);
    const own = SHAPES[stage.op](given);
    for (const [name, shape] of Object.entries(own))
      shapes.set(stage.id ? `${stage.id}.${name}` : name, shape);
  }
  return shapes;
}

/** The parameters of a stage have names that others may use too. */
const PARAMETER = /^(w_|b_|gamma|beta)/;

/**
 * @param {Stage} stage
 * @param {Map<string, Stage>} stages by id
 * @param {Map<string, number[]>} shapes
 * @param {Words} words
 * @returns {Values}
 */
function resolve(stage, stages, shapes, words) {
  /** @param {any} value @param {string} key @returns {any} */
  const found = (value, key) => {
    if (value?.from === undefined) return value;
    const [id, name] = value.from.split(".");
    const source = stages.get(id);
    if (PARAMETER.test(name) && source?.values[name] !== undefined) return found(source.values[name], key);
    const shape = shapes.get(value.from);
    if (shape) return { shape };
    const where = stage.where + key;
    throw new AttentionError("value", where, fill(words.reference, { where, name: value.from }));
  };
  return Object.fromEntries(Object.entries(stage.values).map(([key, value]) => [key, found(value, key)]));
}

/** @param {Given} given */
function attention(given) {
  const { values } = given;
  const split = ["query", "key", "value"].some((name) => given.has(name));
  const s = split ? fromHeads(given) : fromTokens(given);
  const { batch, heads, q_len, kv_len, d_q, d_k, d_v } = s;
  const { score = 0 } = values;
  if (score < BILINEAR && d_q !== d_k) {
    const name = split ? "key" : given.has("w_k") ? "w_k" : given.has("x_kv") ? "x_kv" : "x";
    given.refuse(name, "widths", { d_q, d_k });
  }
  given.demand("w_o", [heads * d_v, given.axis("w_o", 0)]);
  given.demand("b_o", [given.has("w_o") ? given.axis("w_o", 0) : heads * d_v]);
  const hidden = demandScore(given, score, d_q, d_k);
  const pairs = [batch, heads, q_len, kv_len];
  for (const name of ["bias", "mask", "weights_override"]) given.demandBroadcast(name, pairs);
  if (given.has("key_mask")) given.demandRank("key_mask", 1, 2);
  given.demand("key_mask", given.shape("key_mask").length === 1 ? [kv_len] : [batch, kv_len]);
  const rows = pairs.slice(0, 3);
  /** @type {Shapes} */
  const shapes = { ...s.shapes };
  if (hidden) shapes.hidden = [...pairs, hidden];
  for (const name of ["scores", "scaled_scores", "masked_scores", "shifted_scores", "shifted_exp", "weights"])
    shapes[name] = pairs;
  if (values.softcap) shapes.capped_scores = pairs;
  for (const name of ["row_max", "row_sum", "log_sum_exp"]) shapes[name] = rows;
  shapes.weighted_values = [batch, heads, kv_len, q_len, d_v];
  shapes.mixed = [batch, heads, q_len, d_v];
  shapes.joined = [batch, q_len, heads * d_v];
  shapes.output = [batch, q_len, given.has("w_o") ? given.axis("w_o", 0) : heads * d_v];
  return shapes;
}

/** The three projections: what each is made from, where nearer names are absent. */
const PROJECTED = /** @type {const} */ ([
  ["query", "q", ["x"]],
  ["key", "k", ["x_kv", "x"]],
  ["value", "v", ["x_v", "x_kv", "x"]],
]);

/** x and its projections, cut into heads. @param {Given} given */
function fromTokens(given) {
  const { heads = 1, kv_heads = heads } = given.values;
  for (const name of ["x", "x_kv", "x_v"]) if (name === "x" || given.has(name)) given.demandRank(name, 2, 3);
  const [batch, q_len] = [given.axis("x", 2), given.axis("x", 1)];
  const kv_len = given.axis(given.has("x_kv") ? "x_kv" : "x", 1);
  /** @type {Shapes} */
  const shapes = {};
  for (const name of ["x", "x_kv", "x_v"])
    if (given.has(name)) {
      given.demand(name, [batch, name === "x" ? q_len : kv_len, given.axis(name, 0)], true);
      shapes[name] = withBatch(given.shape(name));
    }
  if (heads % kv_heads !== 0) given.refuse("kv_heads", "kv_heads", { heads, kv_heads });
  const widths = PROJECTED.map(([name, letter, sources]) => {
    const source = /** @type {string} */ (sources.find((one) => given.has(one)));
    const [w, b] = [`w_${letter}`, `b_${letter}`];
    const tokens = given.axis(source, 1);
    if (tokens !== (name === "query" ? q_len : kv_len))
      given.refuse(source, "fits", { needed: `[${kv_len}, …]` });
    if (given.has(w)) given.demandRank(w, 2, 2);
    given.demand(w, [given.axis(source, 0), given.axis(w, 0)]);
    const width = given.axis(given.has(w) ? w : source, 0);
    given.demand(b, [width]);
    const share = name === "query" ? heads : kv_heads;
    if (width % share !== 0 || width === 0)
      given.refuse(given.has(w) ? w : source, "heads", { heads: share, width });
    shapes[`projected_${name}`] = [batch, tokens, width];
    shapes[name] = [batch, share, tokens, width / share];
    return width / share;
  });
  const [d_q, d_k, d_v] = widths;
  return { batch, heads, q_len, kv_len, d_q, d_k, d_v, shapes };
}

/** query, key and value as they are. @param {Given} given */
function fromHeads(given) {
  const beside = "x x_kv x_v w_q w_k w_v b_q b_k b_v".split(" ").find((name) => given.has(name));
  if (beside) given.refuse(beside, "beside");
  for (const name of ["query", "key", "value"]) given.demandRank(name, 2, 4);
  const [query, key, value] = ["query", "key", "value"].map((name) => withBatch(given.shape(name), 4));
  const [batch, heads, q_len, d_q] = query;
  const [, kv_heads, kv_len, d_k] = key;
  const d_v = value[3];
  if (key[0] !== batch)
    given.refuse("key", "fits", { needed: `[${[batch, kv_heads, kv_len, d_k].join(", ")}]` });
  if (value.some((length, axis) => axis < 3 && length !== key[axis]))
    given.refuse("value", "fits", { needed: `[${[batch, kv_heads, kv_len, d_v].join(", ")}]` });
  const { heads: h = heads, kv_heads: g = kv_heads } = given.values;
  if (h !== heads) given.refuse("heads", "kv_heads", { heads: h, kv_heads });
  if (g !== kv_heads || heads % kv_heads !== 0) given.refuse("kv_heads", "kv_heads", { heads, kv_heads: g });
  return { batch, heads, q_len, kv_len, d_q, d_k, d_v, shapes: { query, key, value } };
}

/**
 * The parameters of a score function: those it has, and no others.
 * @param {Given} given
 * @param {number} score
 * @param {number} d_q
 * @param {number} d_k
 * @returns {number} width of `hidden`, or 0
 */
function demandScore(given, score, d_q, d_k) {
  for (const [name, owner] of /** @type {const} */ ([
    ["w_score", BILINEAR],
    ["w_1", ADDITIVE],
    ["w_2", ADDITIVE],
  ])) {
    if (given.has(name) !== (score === owner)) given.refuse(name, given.has(name) ? "unused" : "missing");
  }
  given.demand("w_score", [d_q, d_k]);
  const hidden = score === ADDITIVE ? given.axis("w_1", 1) : 0;
  if (hidden) given.demandRank("w_1", 2, 2);
  given.demand("w_1", [hidden, d_q + d_k]);
  given.demand("w_2", [hidden]);
  return hidden;
}

/** @param {(shape: number[]) => number[]} statistics @returns {(given: Given) => Shapes} */
const norm = (statistics) => (given) => {
  given.demandRank("x", 1, 5);
  const shape = withBatch(given.shape("x"));
  const width = [given.axis("x", 0)];
  for (const name of ["gamma", "beta", "running_mean", "running_var"]) given.demand(name, width, true);
  const { training = !given.has("running_mean") } = given.values;
  if (!training && given.has("running_mean") !== given.has("running_var"))
    given.refuse(given.has("running_mean") ? "running_var" : "running_mean", "missing");
  if (training === false && !given.has("running_mean")) given.refuse("running_mean", "missing");
  return { x: shape, output: shape, mean: statistics(shape), rstd: statistics(shape) };
};

/** @param {Given} given */
function residual(given) {
  for (const name of ["x", "y"]) given.demandRank(name, 0, 5);
  const [x, y] = ["x", "y"].map((name) => withBatch(given.shape(name)));
  if (x.join() !== y.join()) given.refuse("y", "fits", { needed: `[${x.join(", ")}]` });
  return { x, y, output: x };
}

/** Rows of numbers; the output of another stage loses its batch axis of length 1. @param {Given} given @param {string} name */
function rows(given, name) {
  if (given.has(name)) given.values[name] = withoutBatch(given.values[name]);
  given.demandRank(name, 2, 2);
  return given.shape(name);
}

/** @param {Given} given */
function geometry(given) {
  const [a, b] = [rows(given, "a"), rows(given, "b")];
  given.demand("b", [b[0], a[1]]);
  const pairs = [a[0], b[0]];
  const tensors = { dot: pairs, cosine: pairs, angle: pairs, projection: pairs };
  return { a, b, ...tensors, length_a: [a[0]], length_b: [b[0]] };
}

/** @param {Given} given @returns {Shapes} */
function encoder(given) {
  const [t, d_in] = rows(given, "x");
  for (const name of ["w_in", "w_state"]) given.demandRank(name, 2, 2);
  const d_s = given.axis("w_state", 0);
  given.demand("w_state", [d_s, d_s]);
  given.demand("w_in", [d_in, d_s]);
  for (const name of ["b_state", "initial_state"]) given.demand(name, [d_s], true);
  const first = given.has("initial_state") && { initial_state: [d_s] };
  return { x: [t, d_in], ...first, state: [t + 1, d_s] };
}

/** @param {Given} given @returns {Shapes} */
function decoder(given) {
  const [t, d_h] = rows(given, "encoder_states");
  given.demandRank("initial_state", 1, 1);
  const d_s = given.axis("initial_state", 0);
  const { score = 0 } = given.values;
  for (const name of ["w_state", "w_context"]) given.demandRank(name, 2, 2);
  if (given.has("x") !== given.has("w_in")) given.refuse(given.has("x") ? "w_in" : "x", "missing");
  if (given.has("b_out") && !given.has("w_out")) given.refuse("w_out", "missing");
  const [length, d_in] = given.has("x") ? rows(given, "x") : [given.values.steps];
  const steps = given.values.steps ?? length;
  if (!(steps >= 0)) given.refuse("steps", "missing");
  given.demand("x", [steps, d_in]);
  given.demand("w_in", [d_in, d_s]);
  given.demand("w_state", [d_s, d_s]);
  given.demand("w_context", [d_h, d_s]);
  given.demand("b_state", [d_s]);
  const d_out = given.axis("w_out", 0);
  given.demand("w_out", [d_s + d_h, d_out]);
  given.demand("b_out", [d_out]);
  if (score < BILINEAR && d_s !== d_h) given.refuse("initial_state", "widths", { d_q: d_s, d_k: d_h });
  const hidden = demandScore(given, score, d_s, d_h);
  const pairs = [1, 1, steps, t];
  /** @type {Shapes} */
  const shapes = {
    encoder_states: [t, d_h],
    initial_state: [d_s],
    ...(given.has("x") && { x: [steps, d_in] }),
  };
  if (hidden) shapes.hidden = [...pairs, hidden];
  for (const name of ["scores", "scaled_scores", "masked_scores", "shifted_scores", "shifted_exp", "weights"])
    shapes[name] = pairs;
  for (const name of ["row_max", "row_sum", "log_sum_exp"]) shapes[name] = pairs.slice(0, 3);
  Object.assign(shapes, { context: [steps, d_h], state: [steps + 1, d_s] });
  if (given.has("w_out")) Object.assign(shapes, { logits: [steps, d_out], probabilities: [steps, d_out] });
  return shapes;
}

/** @type {Record<string, (given: Given) => Shapes>} */
const SHAPES = {
  attention,
  layer_norm: norm((shape) => shape.slice(0, -1)),
  batch_norm: norm((shape) => shape.slice(-1)),
  residual,
  geometry,
  recurrent_encoder: encoder,
  recurrent_decoder: decoder,
};
