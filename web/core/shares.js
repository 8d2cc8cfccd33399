/**
 * One fused run shared by workers: pieces of query rows of equal work, each worker taking the next when it is done. A
 * worker that died is replaced and its piece done again. How the rows are cut changes no bit.
 */
import { planRun } from "./plan.js";
import { countOf } from "./shapes.js";
import { tensorOf } from "./tensor.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./keys.js").Values} Values */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./pool.js").Hand} Hand */
/** @typedef {import("./worker.js").Job} Job */
/** @typedef {{ first: number, count: number, work: number }} Piece units first .. first + count - 1 */
/** @typedef {import("./crew.js").Guarded} Guarded */

const ROWS = 8;
// a packed tile of keys is shared by at least so many units
const FEWEST_UNITS = 16;
const PIECES_EACH = 4;
const MOST_MEMORY = 1073741824;

/**
 * @param {Core} core
 * @param {Values} values that nobody changes any more
 * @param {number} workers
 * @param {Guarded} guarded
 * @param {(share: number) => void} tell
 */
export async function fusedInShares(core, values, workers, guarded, tell) {
  const plan = planRun(core, values, "fused", "");
  const most = Math.max(1, Math.floor(MOST_MEMORY / plan.end));
  const pieces = cut(plan, values, PIECES_EACH * Math.min(workers, most));
  const total = pieces.reduce((sum, { work }) => sum + work, 0);
  const slot = plan.slot;
  const mixed = new Float32Array(slot.mixed.count);
  const logSums = new Float32Array(slot.log_sum_exp.count);
  let done = 0;

  /** @param {Piece} piece @param {Hand} hand @param {boolean} fresh */
  const doPiece = async (piece, hand, fresh) => {
    const [from] = rowsOf(plan, piece);
    const { reads } = await hand.run(rowsJob(core, plan, values, piece, fresh));
    mixed.set(reads[0], from * plan.sizes.d_v);
    logSums.set(reads[1], from);
    done += piece.work;
    if (done < total) tell(done / total);
  };
  const oneWorker = async () => {
    while (pieces.length > 0)
      await guarded(async (hand) => {
        for (let piece, fresh = true; (piece = pieces.shift()); fresh = false)
          try {
            await doPiece(piece, hand, fresh);
          } catch (error) {
            pieces.unshift(piece);
            throw error;
          }
      });
  };
  await Promise.all(Array.from({ length: Math.min(workers, most, pieces.length) }, oneWorker));
  const output =
    slot.output.offset === slot.mixed.offset
      ? mixed.slice()
      : await guarded(async (hand) => (await hand.run(endJob(core, plan, values, mixed))).reads[0]);
  tell(1);
  return {
    mixed: tensorOf(slot.mixed.shape, mixed),
    log_sum_exp: tensorOf(slot.log_sum_exp.shape, logSums),
    output: tensorOf(slot.output.shape, output),
  };
}

/**
 * Pieces of nearly equal work: rows that see few keys come in larger numbers.
 * @param {Plan} plan
 * @param {Values} values
 * @param {number} number of pieces, if they do not become too small
 * @returns {Piece[]}
 */
export function cut({ sizes }, values, number) {
  const { batch, heads, q_len, kv_len, offset } = sizes;
  const aHead = Math.ceil(q_len / ROWS);
  const units = batch * heads * aHead;
  const [left, right] = values.window ?? [-1, -1];
  /** @param {number} unit keys in reach of its last row, and something for itself */
  const workOf = (unit) => {
    const i = (unit % aHead) * ROWS + ROWS / 2 + offset;
    const to = Math.min(kv_len, values.causal ? i + 1 : kv_len, right >= 0 ? i + right + 1 : kv_len);
    return 64 + Math.max(0, to - (left >= 0 ? Math.max(0, i - left) : 0));
  };
  let total = 0;
  for (let unit = 0; unit < units; unit++) total += workOf(unit);
  /** @type {Piece[]} */
  const pieces = [];
  let piece = { first: 0, count: 0, work: 0 };
  for (let unit = 0; unit < units; unit++) {
    piece.count++;
    piece.work += workOf(unit);
    if (piece.work < total / number || piece.count < FEWEST_UNITS) continue;
    pieces.push(piece);
    piece = { first: unit + 1, count: 0, work: 0 };
  }
  if (piece.count > 0) pieces.push(piece);
  return pieces;
}

/**
 * The query rows of a piece, counted through all heads.
 * @param {Plan} plan
 * @param {Piece} piece
 * @returns {[first: number, count: number]}
 */
function rowsOf({ sizes: { q_len } }, { first, count }) {
  const aHead = Math.ceil(q_len / ROWS);
  const row = (/** @type {number} */ unit) =>
    Math.floor(unit / aHead) * q_len + Math.min(q_len, (unit % aHead) * ROWS);
  return [row(first), row(first + count) - row(first)];
}

/**
 * The problem and the plan as bytes to write.
 * @param {Core} core
 * @param {Plan} plan
 * @param {Values} values
 * @returns {Job["writes"]}
 */
export function writesOf(core, plan, values) {
  /** @type {Job["writes"]} */
  const inputs = plan.inputs.map(([name, address]) => [address, alone(values[name].data)]);
  return [[core.at.problem, plan.structs], ...inputs];
}

/**
 * A message takes the whole buffer that an array stands in.
 * @param {Float32Array | Uint8Array} data
 */
const alone = (data) => (data.byteLength === data.buffer.byteLength ? data : data.slice());

/**
 * @param {Core} core
 * @param {Plan} plan
 * @param {Values} values
 * @param {Piece} piece
 * @param {boolean} fresh a worker that has seen nothing of this run
 * @returns {Job}
 */
function rowsJob(core, plan, values, piece, fresh) {
  const { at } = core;
  const run = /** @type {const} */ ([plan.trace, plan.scratch, at.plan, at.problem]);
  const [from, rows] = rowsOf(plan, piece);
  const { mixed, log_sum_exp } = plan.slot;
  const { d_v } = plan.sizes;
  return {
    end: plan.end,
    module: fresh ? core.module : undefined,
    writes: fresh ? writesOf(core, plan, values) : [],
    calls: [
      ...(fresh ? [/** @type {Job["calls"][number]} */ (["attn_fused_begin", ...run])] : []),
      ["attn_fused_rows", ...run, BigInt(piece.first), BigInt(piece.count)],
    ],
    reads: [
      [plan.trace + 4 * (mixed.offset + from * d_v), rows * d_v],
      [plan.trace + 4 * (log_sum_exp.offset + from), rows],
    ],
  };
}

/**
 * The last step, where all rows of mixed are known.
 * @param {Core} core
 * @param {Plan} plan
 * @param {Values} values
 * @param {Float32Array} mixed
 * @returns {Job}
 */
function endJob(core, plan, values, mixed) {
  const { at, module } = core;
  const { output, mixed: place } = plan.slot;
  const writes = writesOf(core, plan, values);
  return {
    end: plan.end,
    module,
    writes: [...writes, [plan.trace + 4 * place.offset, mixed]],
    calls: [["attn_fused_end", plan.trace, plan.scratch, at.plan, at.problem]],
    reads: [[plan.trace + 4 * output.offset, countOf(output.shape)]],
  };
}
