/**
 * How the rows of a fused run are dealt to workers. Rows go in units, as in C. Each worker has a region of equal work and
 * takes it from the front in pieces that become smaller; when it is done it takes from the end of the region of another.
 * So all are done at nearly one time, and few keys are sent twice.
 */

/** @typedef {{ first: number, count: number }} Piece units first .. first + count - 1 */
/** @typedef {{ first: number, end: number, begun: boolean }} Region */

/** Rows of a unit: ATTN_BLOCK in C. */
export const ROWS = 8;
// units that share the work of packing keys, in C: a larger piece ends where such a group does
const GROUP = 64;
const FEWEST = 16;
// the last pieces are this part of a worker's work: all end at nearly one time, and messages stay few
const LAST = 1 / 16;

/** The work of units: the pairs of queries and keys in reach, and something for each query itself. */
export class Work {
  #aHead;
  #heads;
  /** @type {Float64Array} of the first n units of a head */
  #sums;

  /**
   * @param {Record<string, number>} sizes
   * @param {import("./keys.js").Values} values
   */
  constructor({ batch, heads, q_len, kv_len, offset }, { causal, window }) {
    const [left, right] = window ?? [-1, -1];
    this.#aHead = Math.ceil(q_len / ROWS);
    this.#heads = batch * heads;
    this.#sums = new Float64Array(this.#aHead + 1);
    for (let unit = 0; unit < this.#aHead; unit++) {
      const i = unit * ROWS + ROWS / 2 + offset;
      const to = Math.min(kv_len, causal ? i + 1 : kv_len, right >= 0 ? i + right + 1 : kv_len);
      const keys = Math.max(0, to - (left >= 0 ? Math.max(0, i - left) : 0));
      this.#sums[unit + 1] = this.#sums[unit] + ROWS * (64 + keys);
    }
  }

  get units() {
    return this.#heads * this.#aHead;
  }

  /**
   * @param {number} unit
   * @returns {number} the work of all units before it
   */
  before(unit) {
    const head = Math.floor(unit / (this.#aHead || 1));
    return head * this.#sums[this.#aHead] + this.#sums[unit - head * this.#aHead];
  }

  /** @param {Piece} piece */
  of({ first, count }) {
    return this.before(first + count) - this.before(first);
  }

  /**
   * @param {number} work
   * @returns {number} the first unit that has as much before it
   */
  unitAt(work) {
    let [low, high] = [0, this.units];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.before(middle) < work) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * The end of a group of units that is nearest.
   * @param {number} unit
   */
  groupEnd(unit) {
    const inHead = unit % this.#aHead;
    return unit - inHead + Math.min(this.#aHead, Math.round(inHead / GROUP) * GROUP);
  }
}

export class Deal {
  #work;
  /** @type {Region[]} what is left of each */
  #regions;
  /** @type {Piece[]} */
  #again = [];
  #most;
  #least;

  /**
   * @param {Work} work
   * @param {number} workers
   * @param {number} most work of a piece
   */
  constructor(work, workers, most) {
    const all = work.before(work.units);
    const start = (/** @type {number} */ worker) => work.unitAt((all * worker) / workers);
    this.#work = work;
    this.#most = most;
    this.#least = Math.min(most, (LAST * all) / workers);
    const region = (/** @type {number} */ n) => ({ first: start(n), end: start(n + 1), begun: false });
    this.#regions = Array.from({ length: workers }, (_, n) => region(n));
  }

  /**
   * @param {number} worker
   * @returns {Piece | undefined} nothing is left
   */
  next(worker) {
    const again = this.#again.pop();
    if (again) return again;
    const own = this.#regions[worker];
    if (own.first < own.end) return this.#fromFront(own);
    const fullest = this.#regions.reduce((a, b) => (this.#left(a) >= this.#left(b) ? a : b));
    return fullest.first < fullest.end ? this.#fromEnd(fullest) : undefined;
  }

  /**
   * A piece whose worker died.
   * @param {Piece} piece
   */
  back(piece) {
    this.#again.push(piece);
  }

  /** @param {Region} region */
  #left({ first, end }) {
    return this.#work.before(end) - this.#work.before(first);
  }

  /**
   * Half of what is left of a region, neither much nor little.
   * @param {Region} region
   */
  #share(region) {
    return Math.max(this.#least, Math.min(this.#most, this.#left(region) / 2));
  }

  /**
   * The first piece is small: until its queries and keys have come, the worker waits.
   * @param {Region} region
   */
  #fromFront(region) {
    const { first, begun } = region;
    const share = begun ? this.#share(region) : Math.min(this.#most, 2 * this.#least);
    let end = this.#work.unitAt(this.#work.before(first) + share);
    if (end - first >= (begun ? GROUP * 0.6 : GROUP / 2)) end = this.#work.groupEnd(end);
    end = Math.max(first + FEWEST, end);
    region.begun = true;
    if (end + FEWEST / 2 > region.end) end = region.end;
    region.first = end;
    return { first, count: end - first };
  }

  /** @param {Region} region */
  #fromEnd(region) {
    const { end } = region;
    let first = Math.min(end - FEWEST, this.#work.unitAt(this.#work.before(end) - this.#share(region)));
    if (first - FEWEST / 2 < region.first) first = region.first;
    region.end = first;
    return { first, count: end - first };
  }
}

/**
 * The query rows of a piece, counted through all heads.
 * @param {number} q_len
 * @param {Piece} piece
 * @returns {[first: number, count: number]}
 */
export function rowsOf(q_len, { first, count }) {
  const aHead = Math.ceil(q_len / ROWS);
  const row = (/** @type {number} */ unit) =>
    Math.floor(unit / aHead) * q_len + Math.min(q_len, (unit % aHead) * ROWS);
  return [row(first), row(first + count) - row(first)];
}
