/**
 * The script of a story: chapters of steps, steps of moves. A step first shows its sentence; then its moves happen one after
 * another; then there is time to read. What a step has drawn stays black until the next step begins to move.
 */

import { plain, readingTime, spans } from "./captions.js";
import { tween, createTracks } from "./timeline.js";

/** @typedef {import("./timeline.js").Tween} Beat */
/** @typedef {Record<string, any> & { id: string, kind: string, initial?: Record<string, number> }} Item */
/** @typedef {{ id: string, title: string, subtitle: string, chapter: string, start: number, duration: number, hold: number,
 *   caption: import("./captions.js").Span[], active: string[], text: string, query: number | null,
 *   place: Place }} Step place: the position in the computation, the same in all stories */
/** @typedef {{ at: string, query?: number, parts?: { at: string, start: number }[] }} Place parts: if a step shows several places, when each begins */
/** @typedef {{ id: string, title: string, start: number, duration: number }} Chapter */
/**
 * @typedef {object} About
 * @property {string} id @property {string} title
 * @property {() => string} caption a sentence in caption markup, built when it is first read
 * @property {string} [subtitle]
 * @property {() => string | string[]} [spoken] read aloud after title and caption: the numbers that have landed
 * @property {string[]} [active] symbols of the formula
 * @property {number} [query]
 * @property {number} [lead] seconds before anything moves @property {number} [rest] seconds after the last move
 * @property {number} [least] the least seconds the whole step takes
 * @property {number} [speed] of the moves, as a factor
 * @property {{ at: string, query?: number }} [place]
 * @property {{ at: string, moves: number }[]} [parts] places of its moves, if there are several
 */

/** The place that a step is named after: "scores-2" is "scores". @param {string} id */
export const placeIn = (id) => id.replace(/-\d+$/, "");

/** Seconds without movement at the beginning of a step, after its sentence has changed or stayed; and at its end. */
const LEAD = { changed: 1.2, stays: 0.25 };
const REST = 0.5;
const NOTHING = {};

/** @param {import("./model.js").Model} model */
export function createScript(model) {
  /** @type {Item[]} */
  const items = [];
  /** @type {Map<string, Item>} */
  const byId = new Map();
  const tracks = createTracks((id) => byId.get(id)?.initial ?? NOTHING);
  /** @type {Step[]} */
  const steps = [];
  /** @type {Chapter[]} */
  const chapters = [];
  /** @type {Set<string>} */
  let black = new Set();
  let clock = 0;
  /** The current sentence, which several steps may share, and when it appeared; null once it has been read. */
  let sentence = { say: () => "", from: /** @type {number | null} */ (null) };

  /** Extends the last step until its sentence has been read; while things move, its length makes no difference. */
  function finishReading() {
    const { say, from } = sentence;
    if (from === null) return;
    sentence.from = null;
    const passed = clock - from;
    const wait = model.decide(() => Math.max(0, readingTime(say()) - passed));
    clock += wait;
    if (wait) steps[steps.length - 1].duration += wait;
  }

  /** Adds beats that happen at the same time; the clock moves on to their end. @param {Beat[]} moves @param {number} speed */
  function place(moves, speed) {
    const from = clock;
    for (const beat of moves) {
      const start = from + (beat.start ?? 0) / speed;
      const end = start + beat.duration / speed;
      if (beat.property === "progress" && beat.to === 1) blacken(beat.target, from);
      tracks.add(beat, start, end);
      clock = Math.max(clock, end);
    }
  }

  /** Makes what is being drawn black until the next step begins to move. @param {string} target @param {number} at */
  function blacken(target, at) {
    if (black.has(target)) return;
    black.add(target);
    tracks.add(tween(target, "active", 1, 0), at, at);
  }

  return {
    model,
    items,
    /** Puts an item on the stage, once. @template {Item | null | undefined} T @param {T} item @returns {T} */
    add(item) {
      if (!item) return item;
      if (byId.has(item.id)) return /** @type {T} */ (byId.get(item.id));
      items.push(item);
      byId.set(item.id, item);
      return item;
    },
    /** @param {string} id @param {string} title */
    chapter(id, title) {
      finishReading();
      chapters.push({ id, title, start: clock, duration: 0 });
    },

    finishReading,

    /** The end of the last step so far, in seconds. */
    get time() {
      return clock;
    },

    /**
     * Adds a step.
     * @param {About} about
     * @param {Beat[][]} moves one after another
     */
    step(about, ...moves) {
      const { id, title, caption, subtitle = "", spoken, active = [], query, speed = 1, place: at } = about;
      const say = model.remember(caption);
      const cut = model.remember(() => spans(say(), model));
      const { say: before } = sentence;
      const stays = model.decide(() => say() === before());
      if (!stays) {
        finishReading();
        sentence = { say, from: clock };
      }
      const start = clock;
      clock += about.lead ?? (stays ? LEAD.stays : LEAD.changed);
      for (const target of black) tracks.add(tween(target, "active", 0, 0), clock, clock);
      black = new Set();
      const parts = (about.parts ?? []).map(({ at, moves: count }) => {
        const begins = clock;
        for (const all of moves.splice(0, count)) place(all, speed);
        return { at, start: begins };
      });
      for (const all of moves) place(all, speed);
      const hold = clock;
      clock = Math.max(clock + (about.rest ?? REST), start + (about.least ?? 0));
      steps.push({
        id,
        title,
        subtitle,
        chapter: chapters.at(-1)?.id ?? "",
        start,
        duration: clock - start,
        hold,
        get caption() {
          return cut();
        },
        active,
        get text() {
          const { stop, together } = model.words.grammar;
          const named = /[.?!。？！]$/.test(title) ? title : title + stop;
          return together([named, plain(this.caption), spoken?.() ?? ""].flat().filter(Boolean));
        },
        query: query ?? null,
        place: { ...(at ?? { at: placeIn(id), query }), ...(parts.length && { parts }) },
      });
    },

    /** The finished scene: sets the durations of the chapters and finishes the timeline. */
    finish() {
      finishReading();
      chapters.forEach(
        (chapter, k) => (chapter.duration = (chapters[k + 1]?.start ?? clock) - chapter.start),
      );
      const timeline = tracks.finish(clock);
      return { items, steps, chapters, duration: clock, timeline };
    },
  };
}
/** @typedef {ReturnType<typeof createScript>} Script */
