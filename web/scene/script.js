/**
 * How a story is written down: chapters of steps, steps of events. Sentences are made at once; what happens is
 * only worked out (schedule.js) where no scene of the same shape has been told before.
 */

import { createStage, schedule } from "./schedule.js";
import { plain, fill } from "./words.js";

/** @typedef {import("./schedule.js").Event} Event */
/** @typedef {{ id: string, title: string, subtitle: string, chapter: string, start: number, duration: number, hold: number,
 *   caption: import("./words.js").Span[], active: string[], text: string, query: number | null,
 *   place: { at: string, query?: number } }} Step place: where in the computation, the same in all stories */
/** @typedef {{ id: string, title: string, start: number, duration: number, off?: boolean }} Chapter */

export const APPEAR = 0.18;
export const DRAW = 0.32;
export const MOVE = 0.52;
export const FADE = 0.24;
export const READ = 1.2;

/** @param {import("./model.js").Model} model @param {import("./layout.js").Layout} layout */
export function createScript(model, layout) {
  const stage = createStage(layout.items);
  /** @type {Step[]} */
  const steps = [];
  /** @type {import("./schedule.js").Told[]} */
  const told = [];
  /** @type {Chapter[]} */
  const chapters = [];

  return {
    model,
    layout,
    items: stage.items,
    add: stage.add,
    current: stage.current,
    /** @param {string} id */
    item: (id) => stage.byId.get(id),
    /** @param {string} id */
    has: (id) => stage.byId.has(id),

    /** Opens a chapter; `off` is one that this problem switches off. @param {string} id @param {boolean} [off] */
    chapter(id, off = false) {
      const chapter = { id, title: model.words.chapters[id] ?? id, start: 0, duration: 0 };
      chapters.push(off ? { ...chapter, off: true } : chapter);
    },

    /**
     * Adds a step: the caption changes, then the events happen one after another, then there is time to read.
     * @param {{ id: string, title: string, caption: import("./words.js").Span[], active?: string[], query?: number,
     *   speed?: number, text?: string | (() => string), rest?: number, lead?: number, place?: { at: string, query?: number } }} about
     * @param {Event[] | (() => Event[])} events a function is called when the events are needed, in order
     */
    step(
      { id, title, caption, active = [], query, speed = 1, text, rest = READ / speed, lead, place },
      events,
    ) {
      const said = plain(caption);
      const reading = (lead ?? readingTime(caption)) / speed;
      told.push({ events: typeof events === "function" ? events : () => events, lead: reading, rest, speed });
      steps.push({
        id,
        title,
        subtitle: "",
        chapter: chapters[chapters.length - 1].id,
        start: 0,
        duration: 0,
        hold: 0,
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

    /**
     * Steps, chapters and timeline, when the story has been told.
     * @param {(times: string, make: () => ReturnType<typeof schedule>) => ReturnType<typeof schedule>} [recall] may hand
     *   out what was made before for a story whose sentences take the same times to read
     */
    finish(recall = (_, make) => make()) {
      const times = told.map(({ lead, rest }) => `${lead} ${rest}`).join();
      const made = recall(times, () => schedule(stage, told));
      steps.forEach((step, k) => Object.assign(step, made.times[k]));
      placeChapters(chapters, steps, made.duration);
      for (const step of steps) step.subtitle = subtitle(model, chapters, step);
      const { items, timeline, duration } = made;
      return { items, steps, chapters, duration, timeline };
    },
  };
}
/** @typedef {ReturnType<typeof createScript>} Script */

/** Seconds to read a sentence before anything moves; the same for all numbers that may stand in it. @param {import("./words.js").Span[]} caption */
function readingTime(caption) {
  const letters = caption.reduce((sum, { text, cell }) => sum + (cell ? 5 : text.length), 0);
  return Math.min(1.8, Math.max(0.8, Math.ceil(letters * 0.12) / 10));
}

/** A chapter begins with its first step; one without steps lies where the next begins. @param {Chapter[]} chapters @param {Step[]} steps @param {number} end */
function placeChapters(chapters, steps, end) {
  let next = end;
  for (const chapter of chapters.toReversed()) {
    const own = steps.filter((step) => step.chapter === chapter.id);
    chapter.start = own.length ? own[0].start : next;
    chapter.duration = own.reduce((sum, step) => sum + step.duration, 0);
    next = chapter.start;
  }
}

/** "step 5 of 7 · query 1" @param {import("./model.js").Model} model @param {Chapter[]} chapters @param {Step} step */
function subtitle({ words }, chapters, step) {
  const number = chapters.findIndex(({ id }) => id === step.chapter) + 1;
  const template = step.query === null ? words.subtitle : words.subtitleQuery;
  return fill(template, { step: number, count: chapters.length, query: (step.query ?? 0) + 1 });
}
