/** The part of a story that a page has chosen, from the step `from` to the step `to`. Times remain those of the whole story. */

import { twinIndex } from "./same-place.js";

/** @typedef {{ id: string, start: number, duration: number }} Timed */
/** @typedef {ReturnType<typeof rangeOf<any, any>>} Range */

/** The index of a step, by its id or its number; -1 if there is none. @param {{ id: string }[]} steps @param {unknown} wanted */
export function stepIndex(steps, wanted) {
  const name = String(wanted ?? "").trim();
  const index = steps.findIndex(({ id }) => id === name);
  if (index >= 0) return index;
  return /^\d+$/.test(name) && Number(name) < steps.length ? Number(name) : twinIndex(steps, name);
}

/**
 * The part between two steps. A step that the story does not have is ignored, and so is a `to` that comes before `from`.
 * @template {Timed} Step @template {Timed} Chapter
 * @param {{ steps: Step[], chapters: Chapter[], duration: number, poster?: number }} scene
 * @param {{ from?: unknown, to?: unknown }} chosen
 */
export function rangeOf({ steps, chapters, duration, poster = duration }, { from, to }) {
  const first = Math.max(stepIndex(steps, from), 0);
  const named = stepIndex(steps, to);
  const last = named < first ? steps.length - 1 : named;
  const endOf = (/** @type {Step} */ { start, duration }) => start + duration;
  const start = first > 0 ? steps[first].start : 0;
  const end = last < steps.length - 1 ? endOf(steps[last]) : duration;
  const part = steps.slice(first, last + 1);
  return {
    start,
    end,
    steps: part,
    /** Where one step ends and the next begins. */
    boundaries: part.slice(0, -1).map(endOf),
    chapters:
      part.length === steps.length ? chapters : chapters.flatMap((chapter) => within(chapter, start, end)),
    /** The time of the poster, in seconds. */
    poster: named >= first || poster < start ? end : poster,
  };
}

/**
 * The part of a chapter within a part of the story; empty if there is none.
 * @template {Timed} Chapter @param {Chapter} chapter @param {number} from @param {number} to
 */
function within(chapter, from, to) {
  const start = Math.max(chapter.start, from);
  const duration = Math.min(chapter.start + chapter.duration, to) - start;
  // neighbours share a moment, or overlap where times are rounded
  return duration > 1e-6 ? [{ ...chapter, start, duration }] : [];
}
