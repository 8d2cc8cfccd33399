/**
 * A beat is one change between two moments, in seconds: a property of an item goes from one value to another. A timeline holds
 * the beats of every property, in order. It has no state, so any moment can be looked up directly.
 *
 * @typedef {{ target: string, property: string, to: number, duration: number, start?: number, ease?: string }} Tween
 * @typedef {{ start: number, end: number, from: number, to: number, ease: string }} Track
 * @typedef {{ duration: number, tracks: Map<string, Map<string, Track[]>> }} Timeline the tracks of each property of each item
 */

import { eases } from "./ease.js";

/**
 * Makes a beat that begins with its group.
 * @param {string} target @param {string} property @param {number} to @param {number} duration @param {string} [ease]
 * @returns {Tween}
 */
export function tween(target, property, to, duration, ease = "linear") {
  return { target, property, to, duration, ease, start: 0 };
}

/**
 * Shifts beats by some seconds, in place: a story makes thousands of beats, and none is used twice.
 * @param {number} seconds @param {Tween[]} beats
 */
export function after(seconds, beats) {
  if (seconds) for (const beat of beats) beat.start = (beat.start ?? 0) + seconds;
  return beats;
}

/** When the last of some beats ends. @param {Tween[]} beats */
function durationOf(beats) {
  let end = 0;
  for (const { start = 0, duration } of beats) if (start + duration > end) end = start + duration;
  return end;
}

/** Groups of beats that happen at the same time. @param {Tween[][]} groups */
export const together = (...groups) => stagger(0, groups);

/** Groups of beats that happen one after another. @param {Tween[][]} groups */
export function sequence(...groups) {
  /** @type {Tween[]} */
  const beats = [];
  let start = 0;
  for (const group of groups) {
    const lasts = durationOf(group);
    for (const beat of after(start, group)) beats.push(beat);
    start += lasts;
  }
  return beats;
}

/**
 * Groups of beats, each of which begins `lag` seconds after the one before it began.
 * @param {number} lag @param {Tween[][]} groups
 */
export function stagger(lag, groups) {
  /** @type {Tween[]} */
  const beats = [];
  for (let k = 0; k < groups.length; k++) for (const beat of after(k * lag, groups[k])) beats.push(beat);
  return beats;
}

/**
 * Sorts beats into tracks, one for each property of each item.
 * @param {(target: string) => Record<string, number>} initial values before the first beat
 */
export function createTracks(initial) {
  /** @type {Timeline["tracks"]} */
  const tracks = new Map();
  /** @type {Map<string, Track[]>} */
  let properties = new Map();
  let before = "";
  return {
    /**
     * Adds a beat with its absolute times; the beats of a property must be added in order.
     * @param {Tween} beat @param {number} start @param {number} end
     */
    add({ target, property, to, ease = "linear" }, start, end) {
      // successive beats mostly belong to one item
      if (target !== before) {
        properties = tracks.get(target) ?? new Map();
        tracks.set(target, properties);
        before = target;
      }
      const track = properties.get(property);
      const last = track?.[track.length - 1];
      // a beat that does not change the property needs no track
      if (last ? last.to === to && last.end <= start : to === (initial(target)[property] ?? 0)) return;
      const made = { start, end, from: 0, to, ease };
      if (track) track.push(made);
      else properties.set(property, [made]);
    },

    /** @param {number} duration @returns {Timeline} */
    finish(duration) {
      for (const [target, properties] of tracks) {
        const start = initial(target);
        for (const [property, track] of properties) join(track, start[property] ?? 0);
      }
      return { duration, tracks };
    },
  };
}

/** Sorts a track and sets its starting values; a later beat cuts short an earlier one that would overlap it. @param {Track[]} track @param {number} initial */
function join(track, initial) {
  if (track.some((beat, k) => k > 0 && beat.start < track[k - 1].start))
    track.sort((a, b) => a.start - b.start);
  let from = initial;
  for (let k = 0; k < track.length; k++) {
    const beat = track[k];
    beat.from = from;
    from = beat.to;
    const next = track[k + 1];
    if (next && beat.end > next.start) beat.end = next.start;
  }
}

/** How far a beat has come at a moment: 0 before it, 1 after it. @param {Track} track @param {number} time */
function progress(track, time) {
  if (time >= track.end) return 1;
  if (time <= track.start) return 0;
  return (time - track.start) / (track.end - track.start);
}

/** The times t with `from` ≤ t < `until`. @typedef {{ from: number, until: number }} Span */

/**
 * The value of a property at a moment.
 * @param {Track[] | undefined} track @param {number} time @param {number} initial
 * @param {Span} [span] narrowed to the time round the moment in which the property keeps its value; made empty while it changes
 */
export function valueAt(track, time, initial, span) {
  if (!track) return initial;
  if (time < track[0].start) {
    narrow(span, -Infinity, track[0].start);
    return initial;
  }
  let low = 0;
  let high = track.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (track[middle].start <= time) low = middle;
    else high = middle - 1;
  }
  const current = track[low];
  const at = progress(current, time);
  if (at === 1) {
    narrow(span, current.end, track[low + 1]?.start ?? Infinity);
    return current.to;
  }
  narrow(span, Infinity, -Infinity);
  return current.from + (current.to - current.from) * eases[current.ease](at);
}

/** @param {Span | undefined} span @param {number} from @param {number} until */
export function narrow(span, from, until) {
  if (!span) return;
  if (from > span.from) span.from = from;
  if (until < span.until) span.until = until;
}
