/**
 * How a story is written down: chapters of steps, steps of events. The script keeps the clock, turns off what
 * was black when the next thing becomes black, and leaves time to read before and after.
 */

import { after, beat, createTimeline, length } from "./timeline.js";
import { plain, fill } from "./words.js";

/** @typedef {import("./timeline.js").Beat} Beat */
/** @typedef {{ light?: string[], beats: Beat[] }} Event one thing that happens, and what is black meanwhile */
/** @typedef {{ id: string, title: string, subtitle: string, chapter: string, start: number, duration: number, hold: number,
 *   caption: import("./words.js").Span[], active: string[], text: string, query: number | null,
 *   place: { at: string, query?: number } }} Step place: where in the computation, the same in all stories */

export const APPEAR = 0.18;
export const DRAW = 0.32;
export const MOVE = 0.52;
export const FADE = 0.24;
export const READ = 1.2;

/** @param {import("./model.js").Model} model @param {import("./layout.js").Layout} layout */
export function createScript(model, layout) {
  const items = [...layout.items];
  const byId = new Map(items.map((item) => [item.id, item]));
  /** @type {Beat[]} */
  const beats = [];
  /** @type {(Step & { number?: number })[]} */
  const steps = [];
  /** @type {any[]} */
  const chapters = [];
  /** @type {string[]} */
  let lit = [];
  let clock = 0;
  /** @type {Map<string, number>} */
  const latest = new Map();
  let counted = 0;

  /** What the beats so far have led to, brought up to date when it is asked for. */
  const now = () => {
    const fresh = beats.slice(counted).sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
    for (const { target, property, to } of fresh) latest.set(target + "/" + property, to);
    counted = beats.length;
    return latest;
  };

  /** The beats of items there are, so many times as fast. @param {Beat[]} all @param {number} speed */
  const pace = (all, speed) => {
    const kept = all.filter(({ target }) => byId.has(target));
    if (speed !== 1) {
      for (const one of kept) {
        one.start = (one.start ?? 0) / speed;
        one.duration /= speed;
      }
    }
    return kept;
  };

  /** @param {string[]} ids @param {number} to */
  const lights = (ids, to) =>
    ids
      .filter((id) => byId.has(id))
      .map((id) => beat(id, byId.get(id)?.kind === "word" ? "active" : "now", to, 0));

  return {
    model,
    layout,
    items,
    /** @param {import("./layout.js").Item} item */
    add(item) {
      items.push(item);
      byId.set(item.id, item);
      return item.id;
    },
    /** @param {string} id */
    item: (id) => byId.get(id),
    /** @param {string} id */
    has: (id) => byId.has(id),

    /** What a property of an item is by now. @param {string} id @param {string} property */
    current: (id, property) => now().get(id + "/" + property) ?? byId.get(id)?.initial?.[property] ?? 0,

    /** Opens a chapter; `off` is one that this problem switches off. @param {string} id @param {boolean} [off] */
    chapter(id, off = false) {
      const chapter = { id, title: model.words.chapters[id] ?? id, start: clock, duration: 0 };
      chapters.push(off ? { ...chapter, off: true } : chapter);
    },

    /**
     * Adds a step: the caption changes, then the events happen one after another, then there is time to read.
     * @param {{ id: string, title: string, caption: import("./words.js").Span[], active?: string[], query?: number,
     *   speed?: number, text?: string | (() => string), rest?: number, lead?: number, place?: { at: string, query?: number } }} about
     * @param {Event[]} events
     */
    step(
      { id, title, caption, active = [], query, speed = 1, text, rest = READ / speed, lead, place },
      events,
    ) {
      const said = plain(caption);
      const begin = clock;
      let fresh = true;
      clock += (lead ?? Math.min(1.8, Math.max(0.8, said.length * 0.012))) / speed;
      for (const event of events) {
        const paced = pace(event.beats, speed);
        if (event.light) {
          // what this step has made black stays so until the next step begins to move
          if (fresh) beats.push(...after(clock, lights(lit, 0)));
          beats.push(...after(clock, lights(event.light, 1)));
          lit = fresh ? event.light : [...lit, ...event.light];
          fresh = false;
        }
        const lasts = length(paced);
        beats.push(...after(clock, paced));
        clock += lasts;
      }
      const hold = clock;
      clock += rest;
      const chapter = chapters[chapters.length - 1];
      chapter.duration = clock - chapter.start;
      steps.push({
        id,
        title,
        subtitle: "",
        chapter: chapter.id,
        start: begin,
        duration: clock - begin,
        hold,
        caption,
        active,
        get text() {
          const numbers = typeof text === "function" ? text() : text;
          return numbers ? `${title}. ${said} ${numbers}` : `${title}. ${said}`;
        },
        query: query ?? null,
        place: place ?? { at: id.replace(/-\d+$/, ""), query },
      });
    },

    /** Steps, chapters and timeline, when the story has been told. */
    finish() {
      const count = chapters.length;
      for (const step of steps) {
        const number = chapters.findIndex(({ id }) => id === step.chapter) + 1;
        const template = step.query === null ? model.words.subtitle : model.words.subtitleQuery;
        step.subtitle = fill(template, { step: number, count, query: (step.query ?? 0) + 1 });
      }
      const initial = (/** @type {string} */ target, /** @type {string} */ property) =>
        byId.get(target)?.initial?.[property] ?? 0;
      return { items, steps, chapters, duration: clock, timeline: createTimeline(beats, initial, clock) };
    },
  };
}
/** @typedef {ReturnType<typeof createScript>} Script */
