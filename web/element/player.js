/**
 * Turns a clock into a time of the story, and nothing more. The only place with requestAnimationFrame; tests pass their own
 * clock.
 */

/** @typedef {{ now(): number, request(callback: () => void): number, cancel(id: number): void }} Clock in milliseconds */

// a document that is never painted has no animation frames
const painted = () => typeof requestAnimationFrame === "function";

/** @type {Clock} */
export const pageClock = {
  now: () => performance.now(),
  request: (callback) => (painted() ? requestAnimationFrame(callback) : Number(setTimeout(callback, 16))),
  cancel: (id) => (painted() ? cancelAnimationFrame(id) : clearTimeout(id)),
};

// in seconds: far less than any step lasts
const ROUNDING = 1e-9;
// the most that one frame advances, in milliseconds: a tab that becomes visible again resumes where it was, without catching up
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
  /** where a loop begins, in seconds; ignored outside the part */
  loopFrom = 0;
  /** times in the part at which one step ends and the next begins @type {number[]} */
  boundaries = [];
  /** at such a time: whether the step that ends there is still shown */
  ending = false;
  /** whether it has not been played or sought yet */
  untouched = true;
  /** where playback stops between two times, if anywhere, and what happens then
   * @type {(from: number, to: number) => { time: number, act(): void } | undefined} */
  stopBetween = () => undefined;

  /** @param {Clock} clock @param {(time: number) => void} draw @param {() => void} ended */
  constructor(clock, draw, ended) {
    [this.#clock, this.#draw, this.#ended] = [clock, draw, ended];
  }

  get time() {
    return this.#time;
  }

  /** Whether a paused player is animating one step. */
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

  /** @param {number} time seconds, clamped to the part; drawn at once */
  seek(time) {
    this.untouched = false;
    this.#goal = null;
    this.#redrawn = this.#waitsUntil = 0;
    if (this.paused) this.#stop();
    this.#show(time);
  }

  /** Suspends playback for a while, unless somebody plays or seeks. @param {number} milliseconds */
  wait(milliseconds) {
    this.#waitsUntil = this.#clock.now() + milliseconds;
  }

  /**
   * Sets the time of the same place in another scene, without interrupting playback.
   * @param {number} time @param {boolean} [ending]
   */
  move(time, ending) {
    this.#goal = null;
    this.#show(time, ending);
    if (this.paused) this.#stop();
    this.#run();
  }

  /** Animates from one time to another and stays paused. @param {number} from @param {number} to */
  glide(from, to) {
    this.untouched = false;
    this.#show(from);
    this.#goal = this.#within(to);
    this.#run();
  }

  /** Keeps drawing for a while even if paused, as one picture morphs into another. @param {number} milliseconds */
  redraw(milliseconds) {
    this.#redrawn = this.#clock.now() + milliseconds;
    this.#run();
  }

  /** Milliseconds for which it keeps drawing. */
  get redrawing() {
    return Math.max(0, this.#redrawn - this.#clock.now());
  }

  /** Where playback starts over; the start of a loop may lie beyond the end of a shorter story. */
  get #begin() {
    return this.loopFrom > this.start && this.loopFrom < this.end ? this.loopFrom : this.start;
  }

  /** Whether time stands still. */
  get #still() {
    return this.paused && this.#goal === null;
  }

  /** Starts or stops the clock, which runs only while the element is visible. @param {boolean} awake */
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
   * Plays up to a time, but not past a stop or a boundary before it, so that whoever pauses there is there exactly.
   * @param {number} next @returns {number} seconds left for the next frame
   */
  #advance(next) {
    const { end } = this;
    const most = Math.min(next, end);
    const stop = this.stopBetween(this.#time, most);
    // a clock of whole milliseconds may miss a boundary by a rounding error
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

  /**
   * Shows the end of a step and then, unless a listener has paused or sought meanwhile, the beginning of the next.
   * @param {number} end @param {number} begin
   */
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
