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
  duration = 0;
  /** where a loop begins, in seconds */
  from = 0;
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
    if (this.#time >= this.duration) this.#time = this.#start;
    this.paused = false;
    this.#run();
  }

  pause() {
    this.paused = true;
    this.#goal = null;
    this.#stop();
    this.#run();
  }

  /** @param {number} time seconds; drawn at once */
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

  /** Another time for the same place, in another scene; playing goes on. @param {number} time */
  move(time) {
    this.#goal = null;
    this.#show(time);
    if (this.paused) this.#stop();
    this.#run();
  }

  /** Moves from one time to another and stays paused. @param {number} from @param {number} to */
  glide(from, to) {
    this.untouched = false;
    this.#show(from);
    this.#goal = to;
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
  get #start() {
    return this.from < this.duration ? this.from : 0;
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
  #show(time) {
    this.#time = Math.min(Math.max(time, 0), this.duration);
    this.#draw(this.#time);
  }

  #run() {
    if (!this.#awake || this.#request !== null || (this.#still && this.#redrawn === 0)) return;
    this.#last = this.#clock.now();
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
      this.#show(this.#time);
      return this.#run();
    }
    const end = this.#goal ?? this.duration;
    const next = this.#time + Math.max(passed, 0);
    const stop = this.#goal === null ? this.stopBetween(this.#time, Math.min(next, end)) : undefined;
    if (stop) {
      this.#show(stop.time);
      stop.act();
    } else if (next < end) this.#show(next);
    else if (this.#goal !== null) this.seek(end);
    else if (this.loop && end > 0) this.#show(this.#start + ((next - end) % (end - this.#start)));
    else return this.#finish(end);
    if (this.#request === null) this.#run();
  };

  /** @param {number} end */
  #finish(end) {
    this.paused = true;
    this.#show(end);
    this.#ended();
  }
}
