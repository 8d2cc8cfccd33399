/**
 * A run with too many weights to keep: rows are computed when they are needed, in blocks and off the main thread. A map with one
 * byte per weight shows the whole.
 */
import { graphOf } from "../../core/graph/graph.js";
import { queryRows } from "../../core/query-rows.js";
import { shapeOf, sizesOf } from "../../core/rows.js";
import { AttentionError } from "../../core/errors.js";
import { offsetOf } from "../../core/shapes.js";
import { createMap, fillRows } from "../../scene/kit/raster/map.js";

/** @typedef {import("../engine.js").Attention} Attention */
/** @typedef {import("../../scene/kit/raster/map.js").LargeMap} LargeMap */
/** @typedef {Record<string, any>} Problem */
/** @typedef {{ shape: number[], data: ArrayLike<number>, at?: (index: number[]) => number | undefined }} Part */

/** The most weights of a head for which there is a map. */
const MOST_WEIGHTS = 2 ** 24;
/** The most queries or keys of such a run. */
const MOST_TOKENS = 2 ** 15;
/** The most rows or columns of a small map. */
const SMALL = 64;
/** Weights that are computed at once, in a few milliseconds. */
const BLOCK = 2 ** 19;
/** The most entries of a block's largest tensor. */
const MOST_BLOCK = 2 ** 22;
/** The approximate number of weights of a group of queries. */
const GROUPED = 2 ** 18;
/** The most queries of a group, which are computed together when one of them is shown, and how many groups are kept. */
const [MOST_GROUP, KEPT] = [16, 4];

/**
 * What is known of a long run before anything is computed.
 * @param {Attention} attention @param {Problem} problem
 * @returns {{ trace: Record<string, any>, graph: import("../../core/graph/graph.js").Node[], rows: Rows }}
 * @throws {AttentionError} where the problem is invalid, or has too many weights even for a map
 */
export function openRows(attention, problem) {
  validate(attention, problem);
  const { q_len, kv_len, batches } = sizesOf(problem);
  const refuse = (/** @type {string} */ most) => {
    const message = `weights would be ${q_len} × ${kv_len}; at most ${most} can be drawn: give fewer tokens.`;
    return new AttentionError("limit", "weights", message);
  };
  const side = Math.sqrt(MOST_WEIGHTS);
  if (q_len * kv_len > MOST_WEIGHTS) throw refuse(`${MOST_WEIGHTS} (${side} × ${side})`);
  if (Math.max(q_len, kv_len) > MOST_TOKENS) throw refuse(`${MOST_TOKENS} queries and as many keys`);
  const kept = attention
    .graph(queryRows(problem, 0, 1))
    .filter(({ op, tensor }) => (op === "given" ? isInput(problem, tensor) : tensor !== "weighted_values"));
  /** @type {Record<string, number>} */
  const all = { query: q_len, batch: batches };
  const whole = kept.map(({ tensor, axes, shape }) => [
    tensor,
    { shape: shape.map((size, k) => all[axes[k]] ?? size) },
  ]);
  const graph = graphOf(problem, Object.fromEntries(whole));
  const omitted = kept.map(({ tensor }) => tensor);
  const notes = { fully_masked_rows: [], first_non_finite: null, omitted };
  return { trace: { notes }, graph, rows: new Rows(attention, problem, graph, notes) };
}

/**
 * Validates the whole problem, since cut into rows it might be read differently.
 * @param {Attention} attention @param {Problem} problem
 */
function validate(attention, problem) {
  try {
    attention.graph(problem);
  } catch (error) {
    // that it is too large is known already
    if (!(error instanceof AttentionError) || error.code !== "limit") throw error;
  }
}

/** Whether a tensor is an input that the problem gives, which has all axes of a run. @param {Problem} problem @param {string} name */
const isInput = (problem, name) => /^(x|x_kv|x_v|query|key|value)$/.test(name) && name in problem;

export class Rows {
  /** @type {Attention} */ #attention;
  /** @type {Problem} */ #problem;
  /** @type {import("../../core/graph/graph.js").Node[]} */ #graph;
  /** @type {ReturnType<typeof sizesOf>} */ #sizes;
  /** @type {Map<number, Record<string, any>>} traces of groups of queries, by their first, the newest last */
  #groups = new Map();
  /** @type {Record<string, any> | null} tensors that belong to no query */
  #shared = null;
  /** The number of queries in a group. */
  #group = MOST_GROUP;
  /** @type {Map<number, Promise<void>>} groups that are being computed */
  #pending = new Map();
  /** @type {LargeMap | null} */ #map = null;
  /** @type {LargeMap[]} the small maps of all heads */ #maps = [];
  /** @type {Promise<void> | null} resolves when the map is complete, or stopped */ #filling = null;
  #stop = new AbortController();
  #batch = 0;
  /** The first query of the group that the story shows. */
  #shown = 0;
  /** @type {number | null} the query that is pointed at */ #pointed = null;
  /** Called when there is something new to show. */
  changed = () => {};

  /**
   * @param {Attention} attention @param {Problem} problem @param {import("../../core/graph/graph.js").Node[]} graph
   * @param {Record<string, any>} notes of the run
   */
  constructor(attention, problem, graph, notes) {
    this.notes = notes;
    [this.#attention, this.#problem, this.#graph] = [attention, problem, graph];
    this.#sizes = sizesOf(problem);
    const { heads, kv_len } = this.#sizes;
    this.#group = Math.max(1, Math.min(MOST_GROUP, Math.floor(GROUPED / (heads * kv_len))));
  }

  /**
   * The map, and the group that the story shows as soon as it is computed.
   * @param {import("../runs.js").Drawn} drawn
   */
  draw = ({ query, head, batch }) => {
    const { heads, q_len, kv_len } = this.#sizes;
    const mapHead = Math.min(head ?? 0, heads - 1);
    if (this.#map?.batch !== batch || this.#map.head !== mapHead) {
      this.pause();
      if (this.#batch !== batch) this.#forget();
      this.#batch = batch;
      const sizes = { rows: q_len, columns: kv_len, batch };
      this.#map = createMap({ ...sizes, head: mapHead });
      this.#maps = Array.from({ length: heads }, (_, head) => createMap({ ...sizes, head, most: SMALL }));
    }
    if (!this.#map.stopped && this.#map.filled < q_len) this.#filling ??= this.#fill(this.#map);
    this.#shown = this.#groupOf(Math.min(query ?? q_len - 1, q_len - 1));
    const waits = [this.#filling, this.#load(this.#shown)].filter((wait) => wait !== null);
    const coming = waits.length ? Promise.race(waits) : undefined;
    // a caller that only wants the map does not wait for it
    coming?.catch(() => {});
    return { more: { map: this.#map, maps: this.#maps }, coming };
  };

  /** @param {LargeMap} map */
  async #fill(map) {
    const { heads, q_len, kv_len } = this.#sizes;
    const count = blockOf(this.#problem);
    const { signal } = this.#stop;
    try {
      while (map.filled < q_len) {
        const rows = Math.min(count, q_len - map.filled);
        const part = queryRows(this.#problem, map.filled, rows, map.batch);
        const { weights, notes } = await this.#attention.run("forward", part, {
          tensors: ["weights"],
          signal,
        });
        if (signal.aborted) return;
        this.#note(notes, map.filled, map.batch);
        const of = (/** @type {number} */ head) =>
          weights.data.subarray(head * rows * kv_len, (head + 1) * rows * kv_len);
        for (const [head, small] of this.#maps.entries()) if (heads > 1) fillRows(small, of(head));
        fillRows(map, of(map.head));
        this.changed();
      }
    } catch (error) {
      if (signal.aborted) return;
      // another try would fail, too
      map.stopped = true;
      throw error;
    } finally {
      if (signal === this.#stop.signal) this.#filling = null;
    }
  }

  /**
   * Notes masked rows and non-finite numbers of some queries.
   * @param {Record<string, any>} notes @param {number} first query @param {number} batch
   */
  #note({ fully_masked_rows: masked, first_non_finite: found }, first, batch) {
    const { notes } = this;
    if (first === 0) Object.assign(notes, { fully_masked_rows: [], first_non_finite: null });
    for (const [, head, i] of masked) notes.fully_masked_rows.push([batch, head, i + first]);
    if (!found || notes.first_non_finite) return;
    // for rows of a self-attention, x is given twice, also as x_kv
    const tensor = found.tensor === "x_kv" && !this.#problem.x_kv ? "x" : found.tensor;
    const { axes } = this.#graph.find((node) => node.tensor === tensor) ?? { axes: [] };
    const index = found.index.map((/** @type {number} */ at, /** @type {number} */ k) =>
      axes[k] === "batch" ? batch : axes[k] === "query" && tensor === found.tensor ? at + first : at,
    );
    notes.first_non_finite = { tensor, index };
  }

  /** Stops all computation until it is next drawn. */
  pause() {
    this.#stop.abort();
    this.#stop = new AbortController();
    [this.#filling, this.#pointed] = [null, null];
    this.#pending.clear();
  }

  /** Stops filling the map, which stays as it is. */
  stop() {
    if (this.#map) this.#map.stopped = true;
    this.pause();
  }

  /** Lets the map be filled further when it is next drawn. */
  resume() {
    if (this.#map) this.#map.stopped = false;
  }

  #forget() {
    this.#groups.clear();
    this.#shared = null;
  }

  /** Releases everything. */
  close() {
    this.pause();
    this.#forget();
    [this.#map, this.#maps] = [null, []];
    this.changed = () => {};
  }

  /**
   * Computes the numbers of a query that is pointed at, and of its neighbours; of many calls in a row, the last counts.
   * @param {number} query
   */
  async near(query) {
    const idle = this.#pointed === null;
    this.#pointed = query;
    if (!idle) return;
    const { signal } = this.#stop;
    for (let done = -1; !signal.aborted && this.#pointed !== done;) {
      done = Number(this.#pointed);
      const all = [done - 1, done, done + 1].filter((query) => query >= 0 && query < this.#sizes.q_len);
      const groups = new Set(all.map((query) => this.#groupOf(query)));
      // a group that cannot be computed is not shown
      await Promise.allSettled(Array.from(groups, (first) => this.#load(first)));
    }
    if (!signal.aborted) this.#pointed = null;
  }

  /**
   * Computes a group that is not kept.
   * @param {number} first query of a group @returns {Promise<void> | null} null if it is kept
   */
  #load(first) {
    const held = this.#groups.get(first);
    if (held) {
      this.#groups.delete(first);
      this.#groups.set(first, held);
      return null;
    }
    const pending = this.#pending.get(first) ?? this.#compute(first);
    this.#pending.set(first, pending);
    return pending;
  }

  /** @param {number} first query of a group */
  async #compute(first) {
    const { signal } = this.#stop;
    try {
      const part = queryRows(this.#problem, first, this.#group, this.#batch);
      const made = this.#graph.filter(({ op }) => op !== "given");
      // what all queries share is computed once
      const needed = this.#shared ? made.filter(({ axes }) => axes.includes("query")) : made;
      const tensors = /** @type {any[]} */ (needed.map(({ tensor }) => tensor));
      /** @type {Record<string, any>} */
      const trace = await this.#attention.run("forward", part, { tensors, signal });
      // by now another item of the batch is shown
      if (signal.aborted) return;
      const shared = needed.filter(({ axes }) => !axes.includes("query"));
      this.#shared ??= Object.fromEntries(shared.map(({ tensor }) => [tensor, trace[tensor]]));
      for (const { tensor } of shared) delete trace[tensor];
      this.#groups.set(first, trace);
      const old = [...this.#groups.keys()].filter((first) => first !== this.#shown).slice(0, -KEPT);
      for (const first of old) this.#groups.delete(first);
      this.#pending.delete(first);
      this.changed();
    } catch (error) {
      if (signal.aborted) return;
      this.#pending.delete(first);
      throw error;
    }
  }

  /** The numbers of an input, flat, as the core takes them. @param {string} name @returns {ArrayLike<number>} */
  #given(name) {
    const given = this.#problem[name];
    const { data = given.flat(Infinity) } = given;
    return data instanceof Float32Array ? data : Float32Array.from(data, Number);
  }

  /** The part of a tensor that has been computed; null if there is no such tensor. @param {string} name @returns {Part | null} */
  tensor(name) {
    const node = this.#graph.find(({ tensor }) => tensor === name);
    if (!node) return null;
    const { axes, shape } = node;
    if (node.op === "given") return isInput(this.#problem, name) ? { shape, data: this.#given(name) } : null;
    const [query, batch] = [axes.indexOf("query"), axes.indexOf("batch")];
    const shown = () => this.#groups.get(this.#shown) ?? this.#groups.values().next().value;
    /** @param {number[]} index */
    const at = (index) => {
      const group = query < 0 ? this.#shared : this.#groups.get(this.#groupOf(index[query]));
      const computed = group?.[name];
      if (!computed || (batch >= 0 && index[batch] !== this.#batch)) return undefined;
      const within = index.map((k, axis) => (axis === batch ? 0 : axis === query ? k % this.#group : k));
      return computed.data[offsetOf(within, computed.shape)];
    };
    const { data = new Float32Array(0) } = (query < 0 ? this.#shared : shown())?.[name] ?? {};
    return { shape, data, at };
  }

  /** The first query of its group. @param {number} query */
  #groupOf(query) {
    return query - (query % this.#group);
  }
}

/** The number of queries in a block, so large that the work spent on its keys alone is small. @param {Problem} problem */
function blockOf({ score, w_1: hidden, ...problem }) {
  const { heads, kv_len } = sizesOf(problem);
  const pairs = heads * kv_len;
  const features = shapeOf(problem.key ?? problem.x_kv ?? problem.x).at(-1) ?? 1;
  const most = MOST_BLOCK / (pairs * (score === "additive" ? (shapeOf(hidden).at(-1) ?? 1) : 1));
  return Math.max(1, Math.floor(Math.min(most, Math.max(BLOCK / pairs, features))));
}
