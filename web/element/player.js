/**
 * Turns a clock into a time, and nothing more. The only place with requestAnimationFrame; tests pass a clock of their own.
 */

/** @typedef {{ now(): number, request(callback: () => void): number, cancel(id: number): void }} Clock milliseconds */

// a document that is never painted has no animation frames
const painted = () => typeof requestAnimationFrame === "function";

/** @type {Clock} */
export const pageClock = {
  now: () => performance.now(),
  request: (callback) => (painted() ? requestAnimationFrame(callback) : Number(setTimeout(callback, 16))),
  cancel: (id) => (painted() ? cancelAnimationFrame(id) : clearTimeout(id)),
};

// seconds: less than any step is apart from another
const ROUNDING = 1e-9;
// a tab that becomes visible again goes on where it was, and does not catch up
const longestFrame = 100;

export class Player {
  /** @type {Clock} */ #clock;
  /** @type {(time: number) => void} */ #draw;
  /** @type {() => void} */ #ended;
  /** @type {number | null} */ #request = null;
  #last = 0;
  #time = 0;
  #awake = true;
  /** @type {number | null} where a glide ends */ #goal = null;
  #redrawn = 0;
  #waitsUntil = 0;

  paused = true;
  loop = false;
  rate = 1;
  /** the part that is played, in seconds */
  start = 0;
  end = 0;
  /** where a loop begins, in seconds, if that is in the part */
  loopFrom = 0;
  /** times in the part at which one step ends and the next begins @type {number[]} */
  boundaries = [];
  /** at such a time: whether the step that ends there still stands */
  ending = false;
  /** not played or sought yet */
  untouched = true;
  /** where playing stops between two times, if anywhere, and what happens then
   * @type {(from: number, to: number) => { time: number, act(): void } | undefined} */
  stopBetween = () => undefined;

  /** @param {Clock} clock @param {(time: number) => void} draw @param {() => void} ended */
  constructor(clock, draw, ended) {
    this.#clock = clock;
    this.#draw = draw;
    this.#ended = ended;
  }

  get time() {
    return this.#time;
  }

  /** Whether a paused player shows the motion of one step. */
  get gliding() {
    return this.#goal !== null;
  }

  play() {
    this.untouched = false;
    this.#goal = null;
    this.#waitsUntil = 0;
    this.ending = false;
    if (this.#time >= this.end) this.#time = this.#begin;
    this.paused = false;
    this.#run();
  }

  pause() {
    this.paused = true;
    this.#goal = null;
    this.#stop();
    this.#run();
  }

  /** @param {number} time seconds, brought into the part; drawn at once */
  seek(time) {
    this.untouched = false;
    this.#goal = null;
    this.#redrawn = this.#waitsUntil = 0;
    if (this.paused) this.#stop();
    this.#show(time);
  }

  /** Playing pauses for so long, unless somebody plays or seeks. @param {number} milliseconds */
  wait(milliseconds) {
    this.#waitsUntil = this.#clock.now() + milliseconds;
  }

  /** Another time for the same place, in another scene; playing goes on. @param {number} time @param {boolean} [ending] */
  move(time, ending) {
    this.#goal = null;
    this.#show(time, ending);
    if (this.paused) this.#stop();
    this.#run();
  }

  /** Moves from one time to another and stays paused. @param {number} from @param {number} to */
  glide(from, to) {
    this.untouched = false;
    this.#show(from);
    this.#goal = this.#within(to);
    this.#run();
  }

  /** Draws for so long even while paused, as one picture turns into another. @param {number} milliseconds */
  redraw(milliseconds) {
    this.#redrawn = this.#clock.now() + milliseconds;
    this.#run();
  }

  /** Milliseconds for which it still draws. */
  get redrawing() {
    return Math.max(0, this.#redrawn - this.#clock.now());
  }

  /** Where it begins again; a shorter story may end before that. */
  get #begin() {
    return this.loopFrom > this.start && this.loopFrom < this.end ? this.loopFrom : this.start;
  }

  /** Whether time stands still. */
  get #still() {
    return this.paused && this.#goal === null;
  }

  /** The clock runs only while the element is in view. @param {boolean} awake */
  setAwake(awake) {
    this.#awake = awake;
    if (awake) this.#run();
    else this.#stop();
  }

  /** @param {number} time */
  #within(time) {
    return Math.min(Math.max(time, this.start), this.end);
  }

  /** @param {number} time @param {boolean} [ending] */
  #show(time, ending = false) {
    this.#time = this.#within(time);
    this.ending = ending;
    this.#draw(this.#time);
  }

  /** @param {number} [since] from when time is counted */
  #run(since = this.#clock.now()) {
    if (!this.#awake || this.#request !== null || (this.#still && this.#redrawn === 0)) return;
    this.#last = since;
    this.#request = this.#clock.request(this.#tick);
  }

  #stop() {
    if (this.#request !== null) this.#clock.cancel(this.#request);
    this.#request = null;
  }

  #tick = () => {
    const now = this.#clock.now();
    const moving = now >= this.#waitsUntil;
    const passed = moving ? (Math.min(now - this.#last, longestFrame) / 1000) * this.rate : 0;
    this.#last = now;
    this.#request = null;
    // draws once more at the end, so that the last picture is complete
    if (this.redrawing === 0) this.#redrawn = 0;
    if (this.#still) {
      this.#show(this.#time, this.ending);
      return this.#run();
    }
    const next = this.#time + Math.max(passed, 0);
    let left = 0;
    if (this.#goal === null) left = this.#advance(next);
    else if (next < this.#goal) this.#show(next);
    else this.seek(this.#goal);
    if (this.#request === null) this.#run(now - (left / this.rate) * 1000);
  };

  /**
   * Plays to a time, but not past what comes before it: whoever pauses there stands there exactly.
   * @param {number} next @returns {number} seconds left for the next frame
   */
  #advance(next) {
    const { end } = this;
    const most = Math.min(next, end);
    const stop = this.stopBetween(this.#time, most);
    // a clock of whole milliseconds comes as near as rounding lets it
    const boundary = this.boundaries.find((at) => at > this.#time && at <= most + ROUNDING);
    const at = Math.min(stop?.time ?? Infinity, boundary ?? (stop ? Infinity : most));
    if (at === stop?.time) {
      this.#show(at);
      stop.act();
    } else if (at === boundary) this.#pass(at, at);
    else if (at < end) this.#show(at);
    else if (this.loop && end > this.start) this.#pass(end, this.#begin);
    else this.#finish();
    return next - at;
  }

  /** The end of what is told and then, unless somebody has paused there or gone elsewhere, the beginning of the next. @param {number} end @param {number} begin */
  #pass(end, begin) {
    this.#show(end, true);
    if (this.ending && !this.paused) this.#show(begin);
  }

  #finish() {
    this.paused = true;
    this.#show(this.end);
    this.#ended();
  }
}
