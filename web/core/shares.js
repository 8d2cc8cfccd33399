/**
 * One fused run shared by workers. A worker that died is replaced and its pieces are done again. How the rows are cut
 * changes no bit.
 */
import { fusedResult, hasOutput } from "./fused-result.js";
import { endJob, rowsJob } from "./jobs.js";
import { Deal, Work, rowsOf } from "./pieces.js";
import { planRun } from "./plan.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./crew.js").Guarded} Guarded */
/** @typedef {import("./keys.js").Values} Values */
/** @typedef {import("./pieces.js").Piece} Piece */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./pool.js").Hand} Hand */
/** @typedef {(piece: Piece, hand: Hand, heads: Set<number>) => Promise<void>} DoPiece heads: of keys that the worker holds */

const MOST_MEMORY = 1073741824;
// keys times features: less than about two milliseconds are not worth a worker of its own
const LEAST_WORK = 33554432;
// about a tenth of a second: so often a long run tells its progress
const LONGEST_WORK = 2147483648;

/**
 * @param {Core} core
 * @param {Values} values
 * @param {import("./crew.js").Crew} crew
 * @param {() => void} keep called when the first pieces are sent: copies what the caller may change from then on
 * @returns {Promise<import("./fused-result.js").Fused>}
 */
export async function fusedInShares(core, values, { workers, guarded, tell }, keep) {
  const plan = planRun(core, values, "fused", "");
  const { q_len, d_q, d_v } = plan.sizes;
  const work = new Work(plan.sizes, values);
  const total = work.before(work.units);
  const most = workersFor(plan, total, workers);
  const deal = new Deal(work, most, LONGEST_WORK / (d_q + d_v));
  const mixed = new Float32Array(plan.slot.mixed.count);
  const logSums = new Float32Array(plan.slot.log_sum_exp.count);
  let done = 0;

  /** @type {DoPiece} */
  const doPiece = (piece, hand, heads) =>
    hand.run(rowsJob(core, plan, values, piece, heads), ({ reads }) => {
      const [from] = rowsOf(q_len, piece);
      mixed.set(reads[0], from * d_v);
      logSums.set(reads[1], from);
      done += work.of(piece);
      if (done < total) tell(done / total);
    });
  const share = (/** @type {number} */ worker) =>
    guarded((hand) =>
      workOff(
        hand,
        () => deal.next(worker),
        (piece) => deal.back(piece),
        doPiece,
      ),
    );
  const shares = Promise.all(Array.from({ length: most }, (_, worker) => share(worker)));
  // waited for below, unless there is no memory to keep the inputs in
  shares.catch(() => {});
  keep();
  await shares;
  const output = hasOutput(plan)
    ? await guarded((hand) => hand.run(endJob(core, plan, values, mixed), ({ reads }) => reads[0]))
    : undefined;
  tell(1);
  return fusedResult(plan, mixed, logSums, output);
}

/**
 * @param {Plan} plan
 * @param {number} total work
 * @param {number} workers that may be taken
 */
function workersFor({ end, sizes: { d_q, d_v } }, total, workers) {
  if (total === 0) return 0;
  const worth = Math.min(workers, MOST_MEMORY / end, (total * (d_q + d_v)) / LEAST_WORK);
  return Math.max(1, Math.floor(worth));
}

/**
 * One worker does pieces until none is left or one fails.
 * @param {Hand} hand
 * @param {() => Piece | undefined} next
 * @param {(piece: Piece) => void} back
 * @param {DoPiece} doPiece
 */
async function workOff(hand, next, back, doPiece) {
  /** @type {Set<number>} */
  const heads = new Set();
  /** @type {unknown} */
  let failed;
  const inTurn = async () => {
    for (let piece; !failed && (piece = next());)
      try {
        await doPiece(piece, hand, heads);
      } catch (error) {
        back(piece);
        failed ??= error;
        hand.end();
      }
  };
  // while it does one piece, its next is on its way; but first every worker gets one
  await Promise.all([inTurn(), Promise.resolve().then(inTurn)]);
  if (failed) throw failed;
}
