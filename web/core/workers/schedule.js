/**
 * Shares one fused run among workers. Its rows form units, as in C, and are handed out in chunks of decreasing size (guided
 * self-scheduling): a worker that finishes a chunk takes the next, so that all workers end at about the same time. A worker
 * that dies is replaced and its chunks are repeated. Without workers, this thread runs all chunks unit by unit, so that the
 * page has its turn in between. How the rows are divided changes no bit of the result.
 */
import { fusedResult, hasOutput } from "../attention/fused.js";
import { planRun, runArguments } from "../attention/plan.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../readers.js").Values} Values */
/** @typedef {import("../attention/plan.js").Plan} Plan */
/** @typedef {import("./channel.js").Channel} Channel */
/** @typedef {import("./worker.js").Job} Job */
/** @typedef {{ first: number, count: number }} Chunk the units first to first + count - 1 */

/** Rows of a unit: ATTN_BLOCK in C. */
const ROWS = 8;
const FEWEST = 8;
// the smallest chunk as a share of a worker's rows: all workers end at about the same time, and messages stay few
const LAST = 1 / 16;
const MOST_MEMORY = 1073741824;
// queries times keys times features: less than this, about two milliseconds, is not worth another worker
const LEAST_WORK = 33554432;
// in the same unit, the most of a chunk: about a tenth of a second, after which a long run reports its progress
const LONGEST_WORK = 2147483648;

export class Schedule {
  #units;
  #workers;
  #most;
  #least;
  #first = 0;
  /** @type {Chunk[]} */
  #returned = [];

  /**
   * @param {number} units
   * @param {number} workers
   * @param {number} most units per chunk
   */
  constructor(units, workers, most) {
    this.#units = units;
    this.#workers = workers;
    this.#most = most;
    this.#least = Math.max(FEWEST, (LAST * units) / workers);
  }

  /** @returns {Chunk | undefined} undefined if none is left */
  next() {
    const returned = this.#returned.pop();
    if (returned) return returned;
    const first = this.#first;
    const left = this.#units - first;
    if (left === 0) return undefined;
    const share = Math.max(this.#least, left / (2 * this.#workers));
    const count = Math.min(left, Math.ceil(Math.min(this.#most, share)));
    this.#first += count;
    return { first, count };
  }

  /**
   * Takes back a chunk whose worker died.
   * @param {Chunk} chunk
   */
  giveBack(chunk) {
    this.#returned.push(chunk);
  }
}

/**
 * Returns the query rows of a chunk, numbered across all heads; the last unit of a head may be shorter.
 * @param {number} q_len
 * @param {Chunk} chunk
 * @returns {[first: number, count: number]}
 */
export function rowsOf(q_len, { first, count }) {
  const aHead = Math.ceil(q_len / ROWS);
  const row = (/** @type {number} */ unit) =>
    Math.floor(unit / aHead) * q_len + Math.min(q_len, (unit % aHead) * ROWS);
  return [row(first), row(first + count) - row(first)];
}

/**
 * Computes a fused run.
 * @param {Core} core
 * @param {Values} values whose numbers nobody else changes
 * @param {import("./one-run.js").Run} run
 * @param {import("./one-run.js").WithChannel} withChannel
 * @param {boolean} alone without workers, on this thread
 * @returns {Promise<import("../attention/fused.js").Fused>}
 */
export async function sharedFused(core, values, run, withChannel, alone) {
  const plan = planRun(core, values, "fused", "");
  const { batch, heads, q_len, kv_len, d_q, d_v } = plan.sizes;
  const units = batch * heads * Math.ceil(q_len / ROWS);
  const work = ROWS * (64 + kv_len) * (d_q + d_v);
  // including the exponential of each pair
  const longest = work + 32 * ROWS * kv_len;
  const worth = Math.min(
    alone ? 1 : run.workers,
    run.free,
    MOST_MEMORY / plan.end,
    (units * work) / LEAST_WORK,
  );
  const workers = units === 0 ? 0 : Math.max(1, Math.floor(worth));
  const schedule = new Schedule(units, workers, LONGEST_WORK / work);
  const mixed = new Float32Array(plan.slot.mixed.count);
  const logSums = new Float32Array(plan.slot.log_sum_exp.count);
  let done = 0;

  /** @param {Pick<Channel, "run" | "dead" | "close">} channel */
  const workOff = (channel) => {
    let begun = false;
    const inTurn = async () => {
      for (let chunk; !channel.dead && (chunk = schedule.next());)
        try {
          const job = {
            ...rowsJob(core, plan, chunk, begun ? undefined : values, alone ? 1 : chunk.count),
            work: chunk.count * longest,
          };
          begun = true;
          const { reads } = await channel.run(job);
          const [from] = rowsOf(q_len, chunk);
          mixed.set(reads[0], from * d_v);
          logSums.set(reads[1], from);
          done += chunk.count;
          // less than 1 until the last step, which follows when all rows are known
          run.report(done / (units + 1));
        } catch (error) {
          schedule.giveBack(chunk);
          channel.close();
          throw error;
        }
    };
    // each worker has a second chunk queued while it computes the first, but every worker gets its first one first
    return Promise.all([inTurn(), ...(alone ? [] : [Promise.resolve().then(inTurn)])]);
  };
  await Promise.all(Array.from({ length: workers }, () => withChannel(workOff)));
  if (!hasOutput(plan)) return fusedResult(plan, mixed, logSums);
  const { reads } = await withChannel((channel) => channel.run(outputJob(core, plan, values, mixed)));
  return fusedResult(plan, mixed, logSums, reads[0]);
}

/**
 * Returns the writes of the problem, the plan and all inputs.
 * @param {Core} core
 * @param {Plan} plan
 * @param {Values} values
 * @returns {Job["writes"]}
 */
export const writesOf = ({ at }, plan, values) => [
  [at.problem, plan.structs],
  ...plan.inputs.map(([name, address]) => /** @type {Job["writes"][0]} */ ([address, values[name].data])),
];

/**
 * Returns the calls for all parts of a divisible step.
 * @param {Core} core
 * @param {Plan} plan
 * @param {"attn_fused_begin_part" | "attn_fused_end_part"} name
 * @returns {Job["calls"]}
 */
function partsOf(core, plan, name) {
  const { plan: planned, problem } = core.at;
  const count = core.call((functions, arena) => {
    arena.bytes().set(plan.structs, problem);
    return Number(functions[`${name}s`](planned, problem));
  });
  return Array.from({ length: count }, (_, part) => [name, ...runArguments(core, plan), BigInt(part)]);
}

/**
 * Makes the job of a chunk.
 * @param {Core} core
 * @param {Plan} plan
 * @param {Chunk} chunk
 * @param {Values | undefined} values undefined if the worker has them already
 * @param {number} each units per call
 * @returns {Job}
 */
function rowsJob(core, plan, { first, count }, values, each) {
  const [from, rows] = rowsOf(plan.sizes.q_len, { first, count });
  const { mixed, log_sum_exp } = plan.slot;
  const { d_v } = plan.sizes;
  /** @type {Job["calls"]} */
  const calls = Array.from({ length: Math.ceil(count / each) }, (_, n) => [
    "attn_fused_rows",
    ...runArguments(core, plan),
    ...[BigInt(first + n * each), BigInt(each)],
  ]);
  return {
    module: core.module,
    end: plan.end,
    writes: values ? writesOf(core, plan, values) : [],
    calls: values ? [...partsOf(core, plan, "attn_fused_begin_part"), ...calls] : calls,
    reads: [
      [plan.trace + 4 * (mixed.offset + from * d_v), rows * d_v],
      [plan.trace + 4 * (log_sum_exp.offset + from), rows],
    ],
  };
}

/**
 * Makes the job of the last step, which needs all rows of mixed.
 * @param {Core} core
 * @param {Plan} plan
 * @param {Values} values
 * @param {Float32Array} mixed
 * @returns {Job}
 */
function outputJob(core, plan, values, mixed) {
  const { output, mixed: place } = plan.slot;
  return {
    module: core.module,
    end: plan.end,
    writes: [...writesOf(core, plan, values), [plan.trace + 4 * place.offset, mixed]],
    calls: partsOf(core, plan, "attn_fused_end_part"),
    reads: [[plan.trace + 4 * output.offset, output.count]],
  };
}
