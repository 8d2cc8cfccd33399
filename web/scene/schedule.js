/**
 * When everything happens: the events of all steps, one after another, with time to read before and after. What
 * a step has made black stays so until the next one begins to move.
 */

import { after, beat, createTimeline, length } from "./timeline.js";

/** @typedef {import("./timeline.js").Beat} Beat */
/** @typedef {import("./layout.js").Item} Item */
/** @typedef {{ light?: string[], beats: Beat[] }} Event one thing that happens, and what is black meanwhile */
/** @typedef {{ events: () => Event[], lead: number, rest: number, speed: number }} Told a step, as long as it lasts */

/** Items by id, and what the beats so far have made of them. @param {Item[]} given */
export function createStage(given) {
  const items = [...given];
  const byId = new Map(items.map((item) => [item.id, item]));
  /** @type {Beat[]} */
  const beats = [];
  /** @type {Map<string, Record<string, number>>} */
  const latest = new Map();
  let counted = 0;

  /** What the beats so far have led to, brought up to date when it is asked for. */
  const now = () => {
    if (counted === beats.length) return latest;
    const fresh = beats.slice(counted).sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
    for (const { target, property, to } of fresh) {
      const own = latest.get(target);
      if (own) own[property] = to;
      else latest.set(target, { [property]: to });
    }
    counted = beats.length;
    return latest;
  };

  return {
    items,
    byId,
    beats,
    /** @param {Item} item */
    add(item) {
      items.push(item);
      byId.set(item.id, item);
      return item.id;
    },
    /** What an item is before any beat. @param {string} id */
    initial: (id) => byId.get(id)?.initial ?? {},
    /** What a property of an item is by now. @param {string} id @param {string} property @returns {number} */
    current: (id, property) => now().get(id)?.[property] ?? byId.get(id)?.initial?.[property] ?? 0,
  };
}
/** @typedef {ReturnType<typeof createStage>} Stage */

/** @param {Stage} stage @param {Told[]} told */
export function schedule(stage, told) {
  const { beats, byId, items } = stage;
  /** @type {string[]} */
  let lit = [];
  let clock = 0;
  const times = told.map(({ events, lead, rest, speed }) => {
    const start = clock;
    let fresh = true;
    clock += lead;
    for (const event of events()) {
      const paced = pace(event.beats, byId, speed);
      if (event.light) {
        if (fresh) beats.push(...lights(byId, lit, clock, 0));
        beats.push(...lights(byId, event.light, clock, 1));
        lit = fresh ? event.light : [...lit, ...event.light];
        fresh = false;
      }
      const lasts = length(paced);
      for (const one of after(clock, paced)) beats.push(one);
      clock += lasts;
    }
    const hold = clock;
    clock += rest;
    return { start, hold, duration: clock - start };
  });
  return { items, times, duration: clock, timeline: createTimeline(beats, stage.initial, clock) };
}

/** The beats of items there are, so many times as fast. @param {Beat[]} all @param {Map<string, Item>} byId @param {number} speed */
function pace(all, byId, speed) {
  const kept = all.filter(({ target }) => byId.has(target));
  if (speed !== 1) {
    for (const one of kept) {
      one.start = (one.start ?? 0) / speed;
      one.duration /= speed;
    }
  }
  return kept;
}

/** @param {Map<string, Item>} byId @param {string[]} ids @param {number} at @param {number} to */
function lights(byId, ids, at, to) {
  return after(
    at,
    ids
      .filter((id) => byId.has(id))
      .map((id) => beat(id, byId.get(id)?.kind === "word" ? "active" : "now", to, 0)),
  );
}
