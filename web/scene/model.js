/**
 * What a story needs to know about a problem and its trace: sizes, switches, the value and text of every cell, and what each cell
 * is computed from. It reads and never computes: every number comes from the trace or from the problem as given.
 */

import { decimalsOf, formatNumber, inDigits, needsPowers, subscript, widestNumber } from "./format.js";
import { isExp, isWeights } from "../core/graph/tensors.js";
import { words } from "../words/index.js";
import { truncate } from "./text-metrics.js";
import { ANY, createBasis } from "./basis.js";
import { remember } from "./kit/remember.js";

/** @typedef {{ shape: number[], data: ArrayLike<number>, at?: (index: number[]) => number | undefined }} Tensor at: looks up an entry of a tensor too large to
 *   hold, if it is available; data: then only some entries */
/** @typedef {{ tensor: string, index: number[] }} Cell */
/** @typedef {Record<string, any>} Problem */
/** @typedef {{ tensor: string, op: string, of: string[], axes: string[], shape: number[] }} GraphNode */
/**
 * @typedef {object} Origin where a cell comes from
 * @property {string} op
 * @property {Cell[][]} terms the cells of each product of a sum; otherwise a single term, the operands in order
 * @property {boolean} sum whether the cell is the sum of the terms' products
 * @property {number} [by] a constant; for a sum, a factor of every product
 * @property {string} [then] the function applied to the sum: "tanh", "sqrt"
 * @property {number[]} [constants] for a sum, the constant factor of each product, unless all are 1
 * @property {boolean} [allowed] false if the mask forbids it
 */
/** @typedef {(tensor: string, index: number[]) => { op: string, terms: (Cell | number)[][], sum: boolean, by?: number, then?: string,
 *   allowed?: boolean, forbidden?: number[] } | undefined} FindOrigin looks up a cell in the core's graph */
/**
 * @typedef {object} Given
 * @property {Problem} problem @property {Record<string, any>} trace
 * @property {GraphNode[]} graph
 * @property {FindOrigin} origin
 * @property {(tensor: string, index: number[]) => { terms: { factors: number[], product: number }[], sum: number }} [terms] the
 *   core's products of a cell
 * @property {string} [lang]
 * @property {{ batch?: number, head?: number, softmax?: "open" | "closed", held?: number, query?: number | null,
 *   printed?: import("./stories/matrices/printed.js").Printed, figures?: import("./kit/figures.js").Figures, learned?: boolean, trains?: boolean, contrast?: boolean }} [options]
 *   trains: whether it is a layer that is trained; held: of the scene in which a drag began; query: the one query of many that is
 *   shown; printed: the digits that a post prints for some queries; figures: measurements of the parameters
 * @property {Record<string, Problem>} [others] other problems beside it; their tensors in trace and graph are prefixed with their
 *   names, like the stages of a chain
 * @property {{ tensor(name: string): Tensor | null }} [rows] the available parts of a run too large to hold
 * @property {Record<string, any>} [more] numbers from the core that are not tensors of the run
 */
/** @typedef {ReturnType<typeof viewOf> & { stage: (id: string) => Model, ofBatch: (item: number) => Model, renumber: (other: Partial<Given>) => boolean }} Model
 *   ofBatch: the same run, for another batch item; renumber: takes other numbers of the same shapes, and returns whether
 *   every decision made from the former ones still holds; if not, nothing changes */

/** The most tokens, and the most features of each kind, that are drawn with their numbers. */
export const MOST_ANIMATED = 8;

/** @param {Given} shown */
export function createModel(shown) {
  const given = { ...shown };
  const basis = createBasis();
  const numbers = readNumbers(given, basis);
  /** @type {Map<string, Model>} */
  const views = new Map();
  /** The model of one stage of a chain; "": of the whole. @param {string} id @param {number} [item] the batch item, if not the chosen one @returns {Model} */
  function stage(id, item) {
    const name = item === undefined ? id : `${id}.${item}`;
    const view =
      item === undefined
        ? given
        : Object.assign(Object.create(given), { options: { ...given.options, batch: item } });
    const known =
      views.get(name) ??
      Object.assign(viewOf(view, numbers, basis, id), {
        stage,
        ofBatch: (/** @type {number} */ k) => stage(id, k),
        renumber,
      });
    views.set(name, known);
    return known;
  }
  /** @type {Model["renumber"]} */
  function renumber(other) {
    const former = { ...given };
    Object.assign(given, other);
    numbers.renew();
    if (basis.stands()) return true;
    Object.assign(given, former);
    numbers.renew();
    return false;
  }
  return stage("");
}

/** The numbers of a run, by the full names of their tensors, and facts about them. @param {Given} given @param {import("./basis.js").Basis} basis */
function readNumbers(given, basis) {
  const nodes = new Map(given.graph.map((node) => [node.tensor, node]));
  const now = (/** @type {string} */ name) =>
    readTensor(given.trace[name] ?? given.rows?.tensor(name) ?? parameter(given, name));
  /** The tensors read so far. @type {(Tensor & { name: string, source: number })[]} */
  const known = [];

  /** A tensor with its current numbers; all of them are one source, and each is one, the next. */
  const read = remember((/** @type {string} */ name) => {
    const found = now(name);
    if (!found) return null;
    const { shape, data, at } = found;
    const tensor = { name, shape, data, at, source: basis.grow(1 + data.length) };
    known.push(tensor);
    return tensor;
  });

  /** Takes other numbers. */
  function renew() {
    basis.renew();
    for (const tensor of known) {
      const { data } = /** @type {Tensor} */ (now(tensor.name));
      for (let k = 0; k < data.length; k++) {
        if (Object.is(data[k], tensor.data[k])) continue;
        basis.change(tensor.source);
        basis.change(tensor.source + 1 + k);
      }
      tensor.data = data;
    }
  }

  /** A tensor whose data are always the current numbers. */
  const tensor = remember((/** @type {string} */ name) => {
    const found = read(name);
    return (
      found && {
        ...{ shape: found.shape, at: found.at },
        get data() {
          basis.read(found.source);
          return found.data;
        },
      }
    );
  });
  const largest = basis.remember((/** @type {string} */ name) =>
    Array.from(tensor(name)?.data ?? []).reduce(
      (most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most),
      0,
    ),
  );
  // weights are shares of 1, however small; the largest entry of a tensor too large to hold is unknown
  const powers = basis.settle(
    (/** @type {string} */ name) => !isWeights(name) && !read(name)?.at && needsPowers(largest(name)),
  );
  /** A tensor written in powers of ten gets as many decimals as allowed. */
  const decimals = remember((/** @type {number} */ most) =>
    basis.settle((/** @type {string} */ name) =>
      powers(name) ? most : decimalsOf(tensor(name)?.data ?? [], most),
    ),
  );
  /** Exponentials have room for all decimals, so that nothing has to move when they get them. */
  const widest = remember((/** @type {number} */ most) =>
    basis.settle((/** @type {string} */ name) =>
      Math.max(
        isExp(name) ? widestNumber([1 / 3], most) : 0,
        widestNumber(tensor(name)?.data ?? [], decimals(most)(name), powers(name)),
      ),
    ),
  );

  return {
    node: (/** @type {string} */ name) => nodes.get(name),
    ...{ read, tensor, largest, powers, renew },
    /** @param {string} name @param {number} most */
    decimals: (name, most) => decimals(most)(name),
    /** @param {string} name @param {number} most */
    widest: (name, most) => widest(most)(name),
  };
}

/** The most em that a token's name takes in a sentence. */
const NAME = 24;

/**
 * A token's name without bidirectional control characters, so that it cannot reorder the text round it; at most 256 characters.
 * @param {string} label
 */
export const wholeName = (label) => label.replace(/[\u202a-\u202e\u2066-\u2069]/g, "").slice(0, 256);

/** A token's name for sentences and pictures: no longer than half a line. @param {string} label */
const nameOf = (label) => truncate(wholeName(label), 1, NAME);

/**
 * The view a story has of a run or of one stage of a chain. A stage has sizes, switches and labels of its own, and its tensors
 * may be named without its prefix.
 * @param {Given} given @param {ReturnType<typeof readNumbers>} numbers @param {import("./basis.js").Basis} basis
 * @param {string} stage "": the whole run
 */
function viewOf(given, numbers, basis, stage) {
  const { graph, lang, options = {}, more = {} } = given;
  const problemOf = () => (stage ? stageOf(given, stage) : given.problem);
  const problem = problemOf();
  const names = remember(nameOf);
  const before = stage && stage + ".";
  /** The full name of a tensor, as used in trace, graph and page. @param {string} name */
  const full = (name) => (name.startsWith(before) ? name : before + name);
  const tensor = (/** @type {string} */ name) => numbers.tensor(full(name));
  const decimals = (/** @type {string} */ name, /** @type {number} */ most) =>
    numbers.decimals(full(name), most);

  /** @param {string} name @param {number[]} index broadcast along axes that have one entry or are missing */
  function value(name, index) {
    const found = numbers.read(full(name));
    if (!found) return NaN;
    const { shape, data, source } = found;
    if (found.at) {
      basis.read(source);
      return found.at(index) ?? NaN;
    }
    const skip = index.length - shape.length;
    let at = 0;
    for (let axis = 0; axis < shape.length; axis++)
      at = at * shape[axis] + (shape[axis] === 1 ? 0 : index[axis + skip]);
    basis.read(source + 1 + at);
    return data[at];
  }

  /**
   * The index of a cell as the trace counts it: an input given with fewer axes, and its gradient, lack the leading ones.
   * @template T @param {string} name @param {T[]} index @returns {T[]}
   */
  const indexIn = (name, index) =>
    index.slice(Math.max(0, index.length - (tensor(name)?.shape.length ?? index.length)));

  /** The words of a decoder's steps: the most probable ones by the current numbers, if its vocabulary has names. */
  const said = remember(() => {
    const { output = [], logits: vocabulary } = problem.labels ?? {};
    return vocabulary ? likeliest(tensor("probabilities")).map((k) => vocabulary[k] ?? "") : output;
  });

  /** The words its encoder reads, with ∅ for the state before the first. */
  const encoded = remember(() => {
    const { encoder_states: labels } = problem.labels ?? {};
    const encoder = labels ? null : encoderOf(given, problem);
    return labels ?? (encoder?.labels?.x ? ["∅", ...encoder.labels.x] : []);
  });

  const sizes = readSizes(
    tensor,
    stage ? graph.filter((node) => node.tensor.startsWith(stage + ".")) : graph,
  );
  // another problem may have fewer items or heads
  const batch = Math.min(options.batch ?? 0, Math.max(0, sizes.batches - 1));
  const head = Math.min(options.head ?? 0, Math.max(0, sizes.heads - 1));
  const kvHead = Math.floor(head / Math.max(1, sizes.heads / sizes.kv_heads));
  const facts = { ...sizes, batch, head, kvHead, ...switches(problem, sizes, tensor) };
  const model = {
    ...facts,
    get problem() {
      basis.note(ANY);
      return problemOf();
    },
    get trace() {
      basis.note(ANY);
      return given.trace;
    },
    graph,
    lang,
    words: words(lang),
    options,
    others: given.others ?? {},
    more,
    full,
    /** The node of a tensor in the graph. @param {string} name */
    node: (name) => numbers.node(full(name)),
    /** @param {string} name @param {number[]} index */
    origin: (name, index) => originOf(given.origin, full(name), index),
    get terms() {
      basis.read(ANY);
      return given.terms;
    },
    tensor,
    value,
    indexIn,
    /** Whether a tensor holds the states of an encoder. @param {string} name */
    encodes: (name) => name.endsWith(".state") && encoderOf(given, { encoder_states: name }) !== null,
    /** Decimals of a tensor's numbers, up to a limit. */
    decimals,
    ...{ build: basis.build, decide: basis.decide, remember: basis.remember, settle: basis.settle },
    ...{ made: basis.made, holds: basis.holds },
    open: options.softmax === "open" && !facts.override,
    /** @param {string} name @param {number[]} index @param {number} [most] decimals */
    text: (name, index, most = 3) =>
      formatNumber(value(name, index), decimals(name, most), numbers.powers(full(name))),
    /** Whether a tensor is written in powers of ten. @param {string} name */
    powers: (name) => numbers.powers(full(name)),
    /** The largest magnitude of a tensor's finite numbers. @param {string} name */
    largest: (name) => numbers.largest(full(name)),
    /** The width in em of a tensor's widest number. @param {string} name @param {number} most decimals */
    widest: (name, most) => numbers.widest(full(name), most),
    /** The kind of a side's tokens, which names those without a label. @param {"query" | "key"} side */
    kindOf: (side) => (facts.self ? "x" : !facts.projected ? side : side === "query" ? "x" : "x_kv"),
    /** The name of a token, or "". @param {"query" | "key"} side @param {number} i */
    label(side, i, named = names) {
      const { x, query = x, x_kv, key = x_kv } = problem.labels ?? {};
      const [queries, keys] = facts.decoder ? [said, encoded] : [() => query, () => (facts.self ? x : key)];
      const labels = (side === "query" ? queries : keys)();
      // either all batch items share their names, or each has its own
      const count = side === "query" ? sizes.q_len : sizes.kv_len;
      const at = labels?.length === sizes.batches * count ? batch * count + i : i;
      return typeof labels?.[at] === "string" ? named(labels[at]) : "";
    },
    /**
     * The name of a token, or else its letter and index: "love", "x₂".
     * @param {"query" | "key"} side @param {number} i @returns {string}
     */
    short: (side, i) => model.label(side, i) || (facts.self ? "x" : side[0]) + subscript(i + 1),
    /** Whether every query has a name. */
    named: () => upTo(sizes.q_len).every((i) => model.label("query", i)),
    /** The scale as text. */
    scaleText: inDigits(facts.scale, 4),
    drawable: drawable(sizes, problem),
  };
  return model;
}

/** Finds a stage of a chain, or a problem beside it. @param {Pick<Given, "problem" | "others">} given @param {string} id @returns {any} */
const stageOf = ({ problem, others }, id) =>
  others?.[id] ?? problem.stages?.find((/** @type {Problem} */ stage) => stage.id === id);

/** The encoder whose complete states a decoder attends to; null if there is none. @param {{ problem: Problem, others?: Record<string, Problem> }} given @param {Problem} decoder @returns {any} */
export function encoderOf(given, { encoder_states: states }) {
  const [, id] = /^(.*)\.state$/.exec(states) ?? [];
  const found = id === undefined ? null : stageOf(/** @type {any} */ (given), id);
  return found?.op === "recurrent_encoder" ? found : null;
}

/**
 * Where a cell comes from. Numbers that were only moved (into heads, out of heads) are traced back to where they were computed.
 * @param {FindOrigin} find @param {string} tensor @param {number[]} index @returns {Origin}
 */
function originOf(find, tensor, index) {
  const found = find(tensor, index);
  if (!found) return { op: "given", terms: [], sum: false };
  const { op, sum, by, then, allowed, forbidden = [] } = found;
  const counting = found.terms.filter((_, k) => !forbidden.includes(k));
  const terms = counting.map(
    (factors) => /** @type {Cell[]} */ (factors.filter((factor) => typeof factor !== "number")),
  );
  const origin = { op, terms, sum, by, then, allowed, constants: constantsOf(counting) };
  if (!/^(copy|split|join|linear)$/.test(op) || terms.length !== 1 || terms[0].length !== 1) return origin;
  const [[source]] = terms;
  const before = originOf(find, source.tensor, source.index);
  return before.terms.length ? before : origin;
}

/** @param {(Cell | number)[][]} terms */
function constantsOf(terms) {
  const all = terms.map((factors) =>
    factors.reduce(
      (/** @type {number} */ product, factor) => (typeof factor === "number" ? product * factor : product),
      1,
    ),
  );
  return all.some((constant) => constant !== 1) ? all : undefined;
}

/** A parameter or another tensor of the problem: "w_q"; "stage.w_q" in a chain, which may refer to another stage; "after.stage.w_q" in a problem beside it. @param {Pick<Given, "problem" | "others">} given @param {string} name @returns {any} */
function parameter(given, name) {
  for (const [id, problem] of Object.entries(given.others ?? {}))
    if (name.startsWith(`${id}.`)) return parameter({ problem }, name.slice(id.length + 1));
  const dot = name.lastIndexOf(".");
  if (dot < 0) return given.problem[name];
  const found = stageOf(given, name.slice(0, dot))?.[name.slice(dot + 1)];
  return typeof found === "string" ? parameter(given, found) : found;
}

/** @param {(name: string) => Tensor | null} tensor @param {GraphNode[]} graph gives the heads of a chain, which has no query of its own */
function readSizes(tensor, graph) {
  const most = (/** @type {string} */ axis) =>
    graph.reduce((found, { axes, shape }) => Math.max(found, shape[axes.indexOf(axis)] ?? 1), 1);
  // the queries of a decoder are its states, its keys and values are the states of the encoder
  const [, , steps = 0, states = 0] = tensor("weights")?.shape ?? [];
  const width = (/** @type {string} */ name) => tensor(name)?.shape.at(-1) ?? 0;
  const [batches = most("batch"), heads = most("head"), q_len = steps, d_q = width("state")] =
    tensor("query")?.shape ?? [];
  const [, kv_heads = most("kv_head"), kv_len = states, d_k = width("encoder_states")] =
    tensor("key")?.shape ?? [];
  const d_v = tensor("value")?.shape[3] ?? width("encoder_states");
  const d_model = tensor("x")?.shape.at(-1) ?? 0;
  return { batches, heads, kv_heads, q_len, kv_len, d_q, d_k, d_v, d_model };
}

/**
 * The options of a problem that change its picture or its words.
 * @param {Problem} problem @param {ReturnType<typeof readSizes>} sizes @param {(name: string) => Tensor | null} tensor
 */
function switches(problem, { d_k, heads }, tensor) {
  const score = problem.score ?? "scaled_dot";
  const usual = Math.fround(1 / Math.sqrt(d_k));
  const scale = Math.fround(problem.scale ?? (score === "scaled_dot" ? usual : 1));
  const given = (/** @type {string} */ key) => problem[key] != null;
  return {
    score,
    scale,
    dot: score === "dot" || score === "scaled_dot",
    scaled: scale !== 1,
    usualScale: d_k > 0 && scale === usual,
    capped: given("softcap"),
    biased: given("bias"),
    masked: ["mask", "key_mask", "window"].some(given) || Boolean(problem.causal),
    override: given("weights_override"),
    projected: tensor("projected_query") !== null,
    decoder: given("encoder_states"),
    self: !given("x_kv") && !given("query") && !given("encoder_states"),
    // with one head and no output projection, the mixed values are the output itself
    result: heads === 1 && !given("w_o") && !given("b_o") && tensor("output") ? "output" : "mixed",
  };
}

/** The column of the largest entry of each row: the first of several, −1 if all are NaN. @param {Tensor | null} tensor @returns {number[]} */
export function likeliest(tensor) {
  const [rows, columns] = tensor?.shape ?? [0, 0];
  const at = (/** @type {number} */ r, /** @type {number} */ c) => tensor?.data[r * columns + c] ?? NaN;
  return upTo(rows).map((r) =>
    upTo(columns).reduce((best, c) => (at(r, c) > (best < 0 ? -Infinity : at(r, best)) ? c : best), -1),
  );
}

/** Whether a problem can be trained: it has a target and parameters. @param {Problem} problem */
export const learns = (problem) =>
  problem.target != null && !problem.stages && Object.keys(problem).some((key) => /^[wb]_/.test(key));

/**
 * How a problem can be drawn: "ok", "empty" (nothing to draw), "long" (too many tokens to be drawn with their numbers), "large"
 * (too many features), "chain".
 * @param {ReturnType<typeof readSizes>} sizes @param {Problem} problem
 */
function drawable({ q_len, kv_len, d_q, d_k, d_v, d_model }, problem) {
  if (problem.stages) return "chain";
  if (!q_len || !kv_len) return "empty";
  if (Math.max(q_len, kv_len) > MOST_ANIMATED) return "long";
  return Math.max(d_q, d_k, d_v, d_model) > MOST_ANIMATED ? "large" : "ok";
}

/**
 * Reads a tensor in either form that is allowed: nested arrays, or shape and data.
 * @param {any} given @returns {Tensor | null}
 */
function readTensor(given) {
  if (given == null) return null;
  if (given.data && given.shape)
    // JSON has no NaN and no infinities: they arrive as text
    return ArrayBuffer.isView(given.data) ? given : { ...given, data: Float32Array.from(given.data, Number) };
  if (!Array.isArray(given)) return null;
  const shape = [];
  for (let level = given; Array.isArray(level); level = level[0]) shape.push(level.length);
  return { shape, data: Float32Array.from(given.flat(Infinity), Number) };
}

/** The name of a cell in the page: "scores:0,0,1,2". @param {string} tensor @param {(number | null)[]} index null: free */
export const cellName = (tensor, index) => tensor + ":" + index.map((at) => at ?? "*").join(",");

/** The integers 0, 1, … n − 1. @param {number} n */
export function upTo(n) {
  const list = [];
  for (let k = 0; k < n; k++) list.push(k);
  return list;
}
