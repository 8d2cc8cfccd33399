/**
 * A run whose weights are too many to be held: its rows are computed as they are asked for, in blocks and off the main thread.
 * Of the whole there is a map, a byte a weight.
 */
import { graphOf } from "../../core/graph/graph.js";
import { queryRows, sizesOf } from "../../core/query-rows.js";
import { shapeOf } from "../../core/rows.js";
import { AttentionError } from "../../core/errors.js";
import { createMap, fillRows } from "../../scene/index.js";

/** @typedef {import("../engine.js").Attention} Attention */
/** @typedef {import("../../scene/kit/raster/map.js").LargeMap} LargeMap */
/** @typedef {Record<string, any>} Problem */
/** @typedef {{ shape: number[], data: ArrayLike<number>, at?: (index: number[]) => number | undefined }} Part */

/** Weights of a head up to which there is a map. */
const MOST_WEIGHTS = 2 ** 24;
/** Queries or keys of such a run. */
const MOST_TOKENS = 2 ** 15;
/** Rows or columns that a small map keeps. */
const SMALL = 64;
/** Weights that are computed at once: some milliseconds. */
const BLOCK = 2 ** 19;
/** Entries of its largest tensor that a block has at most. */
const MOST_BLOCK = 2 ** 22;
/** Weights of such a group, about. */
const GROUPED = 2 ** 18;
/** Queries that are computed together where one of them is looked at, and how many such groups are kept. */
const [MOST_GROUP, KEPT] = [16, 4];

/**
 * What is known of a long run before anything is computed.
 * @param {Attention} attention @param {Problem} problem
 * @returns {{ trace: Record<string, any>, graph: import("../../core/graph/graph.js").Node[], rows: Rows }}
 * @throws {AttentionError} of what cannot be run, or has too many weights even for a map
 */
export function openRows(attention, problem) {
  demandSound(attention, problem);
  const { q_len, kv_len, batches } = sizesOf(problem);
  const refuse = (/** @type {string} */ most) => {
    const message = `weights are ${q_len} × ${kv_len}; at most ${most} are drawn, so give fewer tokens.`;
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

/** Refuses what is wrong with the whole, in the core's words: cut into rows it may read differently. @param {Attention} attention @param {Problem} problem */
function demandSound(attention, problem) {
  try {
    attention.graph(problem);
  } catch (error) {
    // too large to be held is what it is known to be
    if (!(error instanceof AttentionError) || error.code !== "limit") throw error;
  }
}

/** Whether a tensor is one that the problem begins with, which a run has with all its axes. @param {Problem} problem @param {string} name */
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
  /** Queries of a group. */
  #group = MOST_GROUP;
  /** @type {Map<number, Promise<void>>} groups that are on their way */
  #asked = new Map();
  /** @type {LargeMap | null} */ #map = null;
  /** @type {LargeMap[]} small ones of all heads */ #maps = [];
  /** @type {Promise<void> | null} until the map is complete, or stopped */ #filling = null;
  #stop = new AbortController();
  #batch = 0;
  /** The first of the group that is told. */
  #told = 0;
  /** @type {number | null} the query that is pointed at */ #pointed = null;
  /** Something new is to be seen. */
  changed = () => {};

  /** @param {Attention} attention @param {Problem} problem @param {import("../../core/graph/graph.js").Node[]} graph @param {Record<string, any>} notes of the run */
  constructor(attention, problem, graph, notes = {}) {
    this.notes = notes;
    [this.#attention, this.#problem, this.#graph] = [attention, problem, graph];
    this.#sizes = sizesOf(problem);
    const { heads, kv_len } = this.#sizes;
    this.#group = Math.max(1, Math.min(MOST_GROUP, Math.floor(GROUPED / (heads * kv_len))));
  }

  /**
   * The map, and the row that is told as soon as it is there.
   * @param {import("../runs.js").Drawn} drawn
   */
  draw = ({ query, head, batch }) => {
    const { heads, q_len, kv_len } = this.#sizes;
    const own = Math.min(head ?? 0, heads - 1);
    if (this.#map?.batch !== batch || this.#map.head !== own) {
      this.pause();
      if (this.#batch !== batch) this.#forget();
      this.#batch = batch;
      const sizes = { rows: q_len, columns: kv_len, batch };
      this.#map = createMap({ ...sizes, head: own });
      this.#maps = Array.from({ length: heads }, (_, head) => createMap({ ...sizes, head, most: SMALL }));
    }
    if (!this.#map.stopped && this.#map.filled < q_len) this.#filling ??= this.#fill(this.#map);
    this.#told = this.#groupOf(Math.min(query ?? q_len - 1, q_len - 1));
    const waits = [this.#filling, this.#bring(this.#told)].filter((one) => one !== null);
    const coming = waits.length ? Promise.race(waits) : undefined;
    // who only wants the map does not wait
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
      // it would fail again
      map.stopped = true;
      throw error;
    } finally {
      if (signal === this.#stop.signal) this.#filling = null;
    }
  }

  /** What is wrong with the numbers of some queries. @param {Record<string, any>} notes @param {number} first query @param {number} batch */
  #note({ fully_masked_rows: masked, first_non_finite: found }, first, batch) {
    const { notes } = this;
    if (first === 0) Object.assign(notes, { fully_masked_rows: [], first_non_finite: null });
    for (const [, head, i] of masked) notes.fully_masked_rows.push([batch, head, i + first]);
    if (!found || notes.first_non_finite) return;
    // rows of a self-attention have their keys' inputs given
    const own = found.tensor === "x_kv" && !this.#problem.x_kv ? "x" : found.tensor;
    const { axes } = this.#graph.find(({ tensor }) => tensor === own) ?? { axes: [] };
    const index = found.index.map((/** @type {number} */ at, /** @type {number} */ k) =>
      axes[k] === "batch" ? batch : axes[k] === "query" && own === found.tensor ? at + first : at,
    );
    notes.first_non_finite = { tensor: own, index };
  }

  /** Nothing is computed any more until it is asked for again. */
  pause() {
    this.#stop.abort();
    this.#stop = new AbortController();
    [this.#filling, this.#pointed] = [null, null];
    this.#asked.clear();
  }

  /** The map stays as far as it is. */
  stop() {
    if (this.#map) this.#map.stopped = true;
    this.pause();
  }

  /** It goes on when it is next drawn. */
  resume() {
    if (this.#map) this.#map.stopped = false;
  }

  #forget() {
    this.#groups.clear();
    this.#shared = null;
  }

  /** Lets go of everything. */
  close() {
    this.pause();
    this.#forget();
    [this.#map, this.#maps] = [null, []];
    this.changed = () => {};
  }

  /** Brings the numbers of a query that is pointed at, and of its neighbours: of many in a row those of the last. @param {number} query */
  async near(query) {
    const idle = this.#pointed === null;
    this.#pointed = query;
    if (!idle) return;
    const { signal } = this.#stop;
    for (let done = -1; !signal.aborted && this.#pointed !== done;) {
      done = Number(this.#pointed);
      const all = [done - 1, done, done + 1].filter((one) => one >= 0 && one < this.#sizes.q_len);
      // what cannot be had is not shown
      await Promise.allSettled(
        [...new Set(all.map((one) => this.#groupOf(one)))].map((first) => this.#bring(first)),
      );
    }
    if (!signal.aborted) this.#pointed = null;
  }

  /** @param {number} first query of a group @returns {Promise<void> | null} null: it is there */
  #bring(first) {
    const held = this.#groups.get(first);
    if (held) {
      this.#groups.delete(first);
      this.#groups.set(first, held);
      return null;
    }
    const asked = this.#asked.get(first) ?? this.#compute(first);
    this.#asked.set(first, asked);
    return asked;
  }

  /** @param {number} first query of a group */
  async #compute(first) {
    const { signal } = this.#stop;
    try {
      const part = queryRows(this.#problem, first, this.#group, this.#batch);
      const made = this.#graph.filter(({ op }) => op !== "given");
      // what all queries share is had once
      const own = this.#shared ? made.filter(({ axes }) => axes.includes("query")) : made;
      const tensors = /** @type {any[]} */ (own.map(({ tensor }) => tensor));
      /** @type {Record<string, any>} */
      const trace = await this.#attention.run("forward", part, { tensors, signal });
      // of another item of the batch meanwhile
      if (signal.aborted) return;
      const shared = own.filter(({ axes }) => !axes.includes("query"));
      this.#shared ??= Object.fromEntries(shared.map(({ tensor }) => [tensor, trace[tensor]]));
      for (const { tensor } of shared) delete trace[tensor];
      this.#groups.set(first, trace);
      const old = [...this.#groups.keys()].filter((one) => one !== this.#told).slice(0, -KEPT);
      for (const one of old) this.#groups.delete(one);
      this.#asked.delete(first);
      this.changed();
    } catch (error) {
      if (signal.aborted) return;
      this.#asked.delete(first);
      throw error;
    }
  }

  /** Numbers of the problem, one after another, as the core takes them. @param {string} name @returns {ArrayLike<number>} */
  #given(name) {
    const given = this.#problem[name];
    const { data = given.flat(Infinity) } = given;
    return data instanceof Float32Array ? data : Float32Array.from(data, Number);
  }

  /** What is at hand of a tensor. @param {string} name @returns {Part | null} */
  tensor(name) {
    const node = this.#graph.find((one) => one.tensor === name);
    if (!node) return null;
    const { axes, shape } = node;
    if (node.op === "given") return isInput(this.#problem, name) ? { shape, data: this.#given(name) } : null;
    const [query, batch] = [axes.indexOf("query"), axes.indexOf("batch")];
    const told = () => this.#groups.get(this.#told) ?? this.#groups.values().next().value;
    /** @param {number[]} index */
    const at = (index) => {
      const group = query < 0 ? this.#shared : this.#groups.get(this.#groupOf(index[query]));
      const own = group?.[name];
      if (!own || (batch >= 0 && index[batch] !== this.#batch)) return undefined;
      let place = 0;
      for (let axis = 0; axis < index.length; axis++) {
        const k = axis === batch ? 0 : axis === query ? index[axis] % this.#group : index[axis];
        place = place * own.shape[axis] + k;
      }
      return own.data[place];
    };
    const { data = new Float32Array(0) } = (query < 0 ? this.#shared : told())?.[name] ?? {};
    return { shape, data, at };
  }

  /** The first query of its group. @param {number} query */
  #groupOf(query) {
    return query - (query % this.#group);
  }
}

/** Queries of a block: so many that what is done for the block's keys alone weighs little. @param {Problem} problem */
function blockOf({ score, w_1: hidden, ...problem }) {
  const { heads, kv_len } = sizesOf(problem);
  const pairs = heads * kv_len;
  const features = shapeOf(problem.key ?? problem.x_kv ?? problem.x).at(-1) ?? 1;
  const most = MOST_BLOCK / (pairs * (score === "additive" ? (shapeOf(hidden).at(-1) ?? 1) : 1));
  return Math.max(1, Math.floor(Math.min(most, Math.max(BLOCK / pairs, features))));
}
