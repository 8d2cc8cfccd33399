/**
 * Builds the list of a run's tensors, in order of computation.
 */
import { axisOf, letterOf, part, tokensOf } from "./cells.js";
import { OPERATIONS } from "./tensors.js";

/** @typedef {import("../problem.js").Stage} Stage */
/** @typedef {import("./cells.js").Part} Part */
/**
 * @typedef {object} Rule how a tensor is computed
 * @property {string} tensor
 * @property {string} op
 * @property {string[]} of the earlier tensors it is computed from
 * @property {string[]} axes
 * @property {number[]} shape
 * @property {import("./cells.js").Token[]} out
 * @property {Part[]} parts
 * @property {boolean} sum whether the parts are products to add; otherwise they are operands, in order
 * @property {number} [by] a constant; in a sum, a factor of every product
 * @property {"tanh" | "sqrt"} [then] the function applied to the sum
 * @property {number} [first] row 0 is the initial row: the sum of that many leading parts, to which `then` does not apply
 * @property {number} [work] multiplications of the product that a cell is part of, which decide how it is rounded
 * @property {number} [turned] for a bilinear score, the same for the product of the query with w_score
 * @property {Order} [order] of the run's arithmetic, which matters where a number is NaN or infinite
 * @property {string[]} [pairs] letters of the keys that must be allowed for a product to count
 * @property {import("./pairs.js").Allowed} [allowed]
 * @property {number} [tile] keys per tile of a fused run
 * @property {boolean} [carried] whether the run carries the sum from tile to tile in double
 * @property {ReturnType<typeof import("./cells.js").productsOf>[]} [products] of each part, once a cell has been requested
 */
/**
 * @typedef {object} Order
 * @property {number[]} last places of the factors that multiply a whole sum of products; that of the outermost sum comes first
 * @property {boolean} [overSums] skips a sum of 0, whatever factor would multiply it last
 * @property {boolean} [overZeros] skips a product whose first factor, a gradient, is 0
 */
/**
 * letters: the axes, if they differ from those of the schema.
 * @typedef {Partial<Pick<Rule, "by" | "then" | "first" | "work" | "turned" | "order" | "pairs" | "allowed" | "tile" | "carried" | "sum" | "shape">> & { letters?: string }} More
 */

/** Letters of the axes of rows, by their number. */
const ROWS = ["", "i", "b i", "b h i", "b h i j"];

export class GraphBuilder {
  /** @type {Map<string, Rule>} by tensor, in order of computation */
  rules = new Map();

  /**
   * @param {Stage[]} stages
   * @param {ReadonlyMap<string, number[]>} shapes of the tensors of the trace
   * @param {number} [tile] keys per tile of a fused run
   */
  constructor(stages, shapes, tile) {
    this.tile = tile;
    this.byId = new Map(stages.map((stage) => [stage.id, stage]));
    this.shapes = shapes;
    /** The gradients that stages hand back to a tensor, the last stage first. @type {Map<string, string[]>} */
    this.returned = new Map();
    for (const { id, values } of stages.toReversed())
      for (const [key, value] of Object.entries(values)) {
        const gradients = this.returned.get(value?.from);
        if (gradients) gradients.push(`${id}.grad_${key}`);
        else if (value?.from) this.returned.set(value.from, [`${id}.grad_${key}`]);
      }
  }

  /**
   * Adds the rule of a tensor, or replaces it.
   * @param {string} tensor
   * @param {string} op
   * @param {string} out axes
   * @param {Part[]} parts
   * @param {number[]} shape
   * @param {More} [more]
   */
  add(tensor, op, out, parts, shape, more = {}) {
    const tokens = tokensOf(out);
    const of = [...new Set(parts.flatMap((part) => part.of))].filter((name) => this.rules.has(name));
    const axes = tokens.slice(Math.max(0, tokens.length - shape.length)).map(axisOf);
    // a replaced rule moves to the end of the list
    this.rules.delete(tensor);
    this.rules.set(tensor, { tensor, op, of, axes, shape, out: tokens, parts, sum: false, ...more });
  }

  /**
   * Resolves a name to the tensor it refers to, which may be that of an earlier stage.
   * @param {string} name `stage.tensor`
   * @returns {string}
   */
  source(name) {
    const dot = name.indexOf(".");
    const { values } = /** @type {Stage} */ (this.byId.get(name.slice(0, dot)));
    const from = values[name.slice(dot + 1)]?.from;
    return from ? this.source(from) : name;
  }
}

/** One stage of a graph; it refers to its tensors by their short names. */
export class StageBuilder {
  /** Whether the backward run starts at this stage. */
  isLast = false;

  /**
   * @param {GraphBuilder} graph
   * @param {Stage} stage
   */
  constructor(graph, { id, op, values }) {
    this.graph = graph;
    this.id = id;
    this.op = op;
    this.values = values;
  }

  /** Whether a tensor was given. @param {string} name */
  has(name) {
    return this.values[name] !== undefined;
  }

  /** Returns the name with its stage: `stage.name`. @param {string} name */
  qualified(name) {
    return this.id ? `${this.id}.${name}` : name;
  }

  /** Whether the trace has a tensor. @param {string} name */
  isTraced(name) {
    return this.graph.shapes.has(this.qualified(name));
  }

  /**
   * @param {string} name
   * @returns {number[]}
   */
  shape(name) {
    const { shapes, rules } = this.graph;
    const [tensor, operand] = [this.qualified(name), this.full(name)];
    const known = rules.get(tensor)?.shape ?? shapes.get(tensor) ?? this.values[name]?.shape;
    return known ?? rules.get(operand)?.shape ?? [];
  }

  /** Returns the letters of a tensor's axes. @param {string} name */
  axes(name) {
    const { given, made } = OPERATIONS[this.op];
    const axes = (made[name] ?? given[name]).axes.split(" ");
    const rows = ROWS[this.shape("output").length - 1] ?? "";
    const letters = axes.map((axis) => (axis === "…" ? rows : letterOf(axis)));
    return letters.filter(Boolean).join(" ");
  }

  /** Returns tensors with all their axes, as operands. @param {...string} names @returns {Part} */
  whole(...names) {
    return part(names.map((name) => this.axes(name)).join(), ...names);
  }

  /** Adds the inputs that the trace repeats. @param {...string} names */
  inputs(...names) {
    for (const name of names) {
      const out = this.axes(name);
      if (this.values[name]?.from) {
        const copy = [part(out, this.graph.source(this.qualified(name)))];
        this.graph.add(this.qualified(name), "copy", out, copy, this.shape(name), { sum: true });
      } else if (this.has(name)) this.#given(name, out);
    }
  }

  /**
   * Adds a tensor.
   * @param {string} name
   * @param {string} op
   * @param {Part[]} parts operands by short name; a given operand is added first, as a node of its own
   * @param {More} [more]
   */
  add(name, op, parts, { letters = this.axes(name), ...more } = {}) {
    const full = parts.map(({ of, ...part }) => ({
      ...part,
      of: of.map((operand, n) => this.#operand(operand, part.at[n])),
    }));
    this.graph.add(this.qualified(name), op, letters, full, more.shape ?? this.shape(name), more);
  }

  /**
   * Adds a tensor that is a sum of products.
   * @param {string} name
   * @param {string} op
   * @param {Part[]} parts
   * @param {More} [more]
   */
  sum(name, op, parts, more) {
    this.add(name, op, parts, { ...more, sum: true });
  }

  /**
   * Adds the gradient of a tensor: the stage's own part, and the gradients from later stages that read the tensor.
   * @param {string} name of the tensor
   * @param {string} op
   * @param {string} out
   * @param {Part[]} parts
   * @param {More} [more]
   */
  gradient(name, op, out, parts, more) {
    const all = [...parts, ...this.arriving(name, out)];
    const known = this.graph.shapes.get(this.qualified(`grad_${name}`));
    const { shape: given, from } = this.values[name] ?? {};
    const whole = known ?? given ?? this.graph.shapes.get(from) ?? this.shape(name);
    // matrices drop the batch axis of what they read
    const shape = whole.slice(-out.split(" ").length);
    this.add(`grad_${name}`, op === "copy" ? moved(all) : op, all, {
      letters: out,
      shape,
      sum: true,
      ...more,
    });
  }

  /**
   * Returns the gradients that later stages pass back to a tensor of this one.
   * @param {string} name
   * @param {string} out
   * @returns {Part[]}
   */
  arriving(name, out) {
    const { returned, rules } = this.graph;
    const gradients = returned.get(this.qualified(name)) ?? [];
    return gradients.filter((gradient) => rules.has(gradient)).map((gradient) => part(out, gradient));
  }

  /**
   * Returns the full name of an operand; a tensor read from another stage keeps the name it has there.
   * @param {string} name
   */
  full(name) {
    const from = this.values[name]?.from;
    // the trace repeats query, key and value under the stage's own names
    return from && !/^(query|key|value)$/.test(name) ? this.graph.source(from) : this.qualified(name);
  }

  /**
   * Returns the full name of an operand, and adds the tensor if it is given and not in the graph yet.
   * @param {string} name short, or that of a gradient from a later stage
   * @param {import("./cells.js").Token[]} tokens
   * @returns {string}
   */
  #operand(name, tokens) {
    if (name.includes(".")) return name;
    const full = this.full(name);
    if (this.values[name]?.shape && !this.graph.rules.has(full))
      this.#given(name, tokens.map(({ letter }) => letter).join(" "));
    return full;
  }

  /**
   * Adds a given tensor.
   * @param {string} name
   * @param {string} out
   */
  #given(name, out) {
    this.graph.add(this.qualified(name), "given", out, [], this.shape(name), { sum: true });
  }
}

/**
 * Returns the op of a plain sum of cells.
 * @param {Part[]} parts
 */
export const moved = (parts) => ["zero", "copy", "add"][Math.min(parts.length, 2)];
