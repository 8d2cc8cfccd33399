/**
 * A run as a list of tensors, in order of computation, while it is being written down.
 */
import { axisOf, letterOf, part, tokensOf } from "./cells.js";
import { OPERATIONS } from "./tensors.js";

/** @typedef {import("../problem.js").Stage} Stage */
/** @typedef {import("./cells.js").Part} Part */
/**
 * @typedef {object} Rule a tensor and what it is made from
 * @property {string} tensor
 * @property {string} op
 * @property {string[]} of earlier tensors
 * @property {string[]} axes
 * @property {number[]} shape
 * @property {import("./cells.js").Token[]} out
 * @property {Part[]} parts
 * @property {boolean} sum the parts are products that are added; else they are operands in order
 * @property {number} [by] a constant: of a sum a factor of every product
 * @property {"tanh" | "sqrt"} [then] what the sum goes through
 * @property {number} [first] so many parts make its row 0, what it starts from, and go through nothing
 * @property {number} [work] size of the product that a cell is part of, which decides how it is rounded
 * @property {number} [turned] of a bilinear score: the same of the query's product with w_score
 * @property {Order} [order] of the run's arithmetic, which matters where a number is NaN or infinite
 * @property {string[]} [pairs] letters of the keys that must be allowed for a product to count
 * @property {import("./pairs.js").Allowed} [allowed]
 * @property {number} [tile] keys of one, where they come in tiles
 * @property {boolean} [carried] the run carries the sum in double from tile to tile
 * @property {ReturnType<typeof import("./cells.js").productsOf>[]} [products] of each part, once a cell has been asked for
 */
/**
 * @typedef {object} Order
 * @property {number[]} last the factor with this place meets the sum of the products that it is part of, after those
 *   with the next places have met theirs
 * @property {boolean} [overSums] a sum of 0 is passed over, whatever it would meet last
 * @property {boolean} [overZeros] a product whose first factor, a gradient, is 0 is passed over
 */
/** @typedef {Partial<Pick<Rule, "by" | "then" | "first" | "work" | "turned" | "order" | "pairs" | "allowed" | "tile" | "carried" | "sum" | "shape">> & { letters?: string }} More letters: of axes, other letters than the schema's axes have */

/** Letters of rows, by how many axes they have. */
const ROWS = ["", "i", "b i", "b h i", "b h i j"];

export class GraphBuilder {
  /** @type {Map<string, Rule>} by tensor, in order of computation */
  rules = new Map();

  /**
   * @param {Stage[]} stages
   * @param {ReadonlyMap<string, number[]>} shapes of the tensors of the trace
   * @param {number} [tile] keys a tile of a fused run
   */
  constructor(stages, shapes, tile) {
    this.stages = stages;
    this.tile = tile;
    this.byId = new Map(stages.map((stage) => [stage.id, stage]));
    this.shapes = shapes;
  }

  /**
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
    // a tensor whose rule is replaced moves to the end of the list
    this.rules.delete(tensor);
    this.rules.set(tensor, { tensor, op, of, axes, shape, out: tokens, parts, sum: false, ...more });
  }

  /**
   * Resolves a name: a stage may read the tensor of an earlier one.
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

/** One stage of a graph, its tensors called by their short names. */
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

  /** @param {string} name was it given? */
  has(name) {
    return this.values[name] !== undefined;
  }

  /** The name with its stage: `stage.name`. @param {string} name */
  qualified(name) {
    return this.id ? `${this.id}.${name}` : name;
  }

  /** Is it a tensor of the trace? @param {string} name */
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

  /** The letters of a tensor's axes. @param {string} name */
  axes(name) {
    const { given, made } = OPERATIONS[this.op];
    const axes = (made[name] ?? given[name]).axes.split(" ");
    const rows = ROWS[this.shape("output").length - 1] ?? "";
    const letters = axes.map((axis) => (axis === "…" ? rows : letterOf(axis)));
    return letters.filter(Boolean).join(" ");
  }

  /** Tensors with all their axes, as operands. @param {...string} names @returns {Part} */
  whole(...names) {
    return part(names.map((name) => this.axes(name)).join(), ...names);
  }

  /** What the stage reads and the trace repeats. @param {...string} names */
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
   * @param {string} name
   * @param {string} op
   * @param {Part[]} parts operands by short name; given ones get a node of their own here
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
   * A sum of products.
   * @param {string} name
   * @param {string} op
   * @param {Part[]} parts
   * @param {More} [more]
   */
  sum(name, op, parts, more) {
    this.add(name, op, parts, { ...more, sum: true });
  }

  /**
   * The gradient of a tensor: what the stage makes of it, and what arrives from those that read it later.
   * @param {string} name of the tensor
   * @param {string} op
   * @param {string} out
   * @param {Part[]} parts
   * @param {More} [more]
   */
  gradient(name, op, out, parts, more) {
    const all = [...parts, ...this.arriving(name, out)];
    const known = this.graph.shapes.get(this.qualified(`grad_${name}`));
    const shape = known ?? this.values[name]?.shape ?? this.shape(name);
    this.add(`grad_${name}`, op === "copy" ? moved(all) : op, all, {
      letters: out,
      shape,
      sum: true,
      ...more,
    });
  }

  /**
   * Gradients that later stages hand back for a tensor of this one.
   * @param {string} name
   * @param {string} out
   * @returns {Part[]}
   */
  arriving(name, out) {
    const { stages, rules } = this.graph;
    if (!this.id) return [];
    const readers = stages
      .slice()
      .reverse()
      .flatMap(({ id, values }) =>
        Object.keys(values)
          .filter((key) => values[key]?.from === this.qualified(name))
          .map((key) => `${id}.grad_${key}`),
      );
    return readers.filter((reader) => rules.has(reader)).map((reader) => part(out, reader));
  }

  /**
   * The full name of an operand: a tensor read from another stage keeps its name there.
   * @param {string} name
   */
  full(name) {
    const from = this.values[name]?.from;
    // query, key and value stand in the trace with their heads
    return from && !/^(query|key|value)$/.test(name) ? this.graph.source(from) : this.qualified(name);
  }

  /**
   * @param {string} name short, or that of a gradient that arrives
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
   * @param {string} name
   * @param {string} out
   */
  #given(name, out) {
    this.graph.add(this.qualified(name), "given", out, [], this.shape(name), { sum: true });
  }
}

/**
 * The op of a sum of cells as they are.
 * @param {Part[]} parts
 */
export const moved = (parts) => ["zero", "copy", "add"][Math.min(parts.length, 2)];
