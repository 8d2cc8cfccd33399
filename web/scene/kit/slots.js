/** What stands in the named slots of a stage, and what moves when a state names other items: who leaves, who stays, who enters. */

import { after, sequence, stagger, together } from "../timeline.js";
import { arrivalOf, entering } from "./arrivals.js";
import { animate, dim, fadeIn, fadeOut, showPlaceholders } from "./moves.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../script.js").Item} Item */
/** @typedef {import("../timeline.js").Tween} Beat */
/** @typedef {import("./arrivals.js").Arrival} Arrival */
/** @typedef {import("./arrivals.js").Thing} Thing */
/** @typedef {{ only?: boolean, once?: boolean, more?: boolean, wait?: number, lag?: number, rests?: string[], large?: import("./enlarged.js").Enlargement } & Record<string, any>} State what some slots hold (a Thing each);
 *   only: all other slots are emptied; once: everything new enters at once; more: what these slots held stays; wait: seconds before anything changes;
 *   lag: seconds between the items of a list; rests: slots whose items are dimmed until the slots are named again;
 *   large: what these slots hold stands enlarged until they are named again */

/** Keys of a state that are not slots. */
const MANNERS = new Set(["only", "once", "more", "wait", "lag", "rests", "large"]);

/** Seconds between the items of a list that enter in turn. */
const LAG = 0.12;

/** The speed above which the eye cannot follow a flight. */
const QUICK = 2;

/** Seconds in which what stood enlarged goes to its place. */
const SETTLE = 0.7;

/** Kinds whose items enter one after another. */
const IN_TURN = /^(block|bar)$/;

/**
 * @typedef {object} Standing an item in a slot
 * @property {Item} item
 * @property {Arrival} how
 * @property {Item[]} [lines] lines that lead to it
 * @property {Standing} [was] its entry in the state before
 * @property {number} group items of one group enter at once
 */

/** Keeps track of what stands in each slot. @param {Script} script @param {Record<string, Item[]>} standing from the beginning @param {string[][]} sharing slots that share a place */
export function createSlots(script, standing, sharing) {
  /** What stands in each slot, including lines; an item stands in one slot only. @type {Map<string, Standing[]>} */
  const slots = new Map(
    Object.entries(standing).map(([slot, items]) => [
      slot,
      items.map((item) => ({ item, how: { item }, group: 0 })),
    ]),
  );
  /** Ids of items that have stood before: they come back at once. @type {Set<string>} */
  const known = new Set();
  /** Slots that were named since `landed` was last called. @type {Set<string>} */
  const touched = new Set();
  let speed = 1;

  /** The beats of one state, one group after another. @param {State} state @returns {Beat[][]} */
  function patch(state) {
    const { only, once, more, wait = 0, lag, rests = [], large } = state;
    const names = Object.keys(state).filter((key) => !MANNERS.has(key));
    /** What stood in the slots that change; in the end, what leaves. @type {Map<string, Standing>} */
    const before = new Map();
    /** @param {Iterable<string>} emptied */
    const empty = (emptied) => {
      for (const slot of emptied) {
        for (const standing of slots.get(slot) ?? []) before.set(standing.item.id, standing);
        slots.delete(slot);
      }
    };
    if (!more) empty(only ? slots.keys() : names);
    for (const group of sharing)
      if (names.some((slot) => group.includes(slot))) empty(group.filter((slot) => !names.includes(slot)));
    /** @type {Standing[][]} */
    const lists = [];
    for (const slot of names) {
      if (!state[slot]) continue;
      const former = slots.get(slot) ?? [];
      for (const standing of former) before.set(standing.item.id, standing);
      const list = standingOf(state[slot], before);
      if (large) list.forEach((standing) => standsLarge(standing, large));
      const stays = former.filter(({ item }) => list.every((standing) => standing.item !== item));
      for (const { item } of stays) before.delete(item.id);
      slots.set(slot, [...stays, ...list]);
      touched.add(slot);
      lists.push(list);
    }
    /** @type {Record<"fresh" | "back" | "blank" | "moved", Item[]>} */
    const come = { fresh: [], back: [], blank: [], moved: [] };
    for (const list of lists)
      for (const { item, how, was } of list) {
        before.delete(item.id);
        const first = how.moves ? "moved" : "fresh";
        if (!was) come[how.placeholder ? "blank" : known.has(item.id) ? "back" : first].push(item);
      }
    const leaving = Array.from(before.values(), ({ item }) => item);
    const taken = replaced(leaving, [...come.back, ...come.fresh]);
    const gone = new Set(taken.values());
    const comes = [
      [
        ...fadeIn(...come.back),
        ...fadeOut(...come.back.map(({ id }) => taken.get(id))),
        ...showPlaceholders(...come.blank),
      ],
      ...lists.map((list) => inTurn(list, taken, lag)),
    ];
    const leaves = [...fadeOut(...leaving.filter((item) => !gone.has(item))), ...rest(rests)];
    const arrives = once ? [together(...comes)] : comes;
    // what moves leaves as it arrives
    const moves = (
      come.moved.length ? [together(leaves, sequence(...arrives))] : [leaves, ...arrives]
    ).filter((beats) => beats.length);
    if (moves.length) after(wait, moves[0]);
    return moves;
  }

  /** Dims what stands in some slots, including lines. @param {string[]} names */
  function rest(names) {
    const resting = names.flatMap((slot) => slots.get(slot) ?? []);
    for (const standing of resting)
      standing.how = { ...standing.how, values: { ...standing.how.values, dim: 1 } };
    return dim(1, ...resting.map(({ item }) => item));
  }

  /** The groups of a slot enter at once, or one after another if they are blocks or bars. @param {Standing[]} list @param {Map<string, Item>} taken @param {number} [pace] the lag, if not the usual one */
  function inTurn(list, taken, pace) {
    /** @type {Beat[][]} */
    const groups = [];
    let lag = pace ?? 0;
    for (const standing of list) {
      const { item, group } = standing;
      (groups[group] ??= []).push(...comesIn(standing, taken.get(item.id)));
      if (pace === undefined && IN_TURN.test(item.kind)) lag = LAG;
    }
    return stagger(
      lag,
      groups.filter((beats) => beats.length),
    );
  }

  /** @param {Standing} standing @param {Item | undefined} former the item whose place it takes @returns {Beat[]} */
  function comesIn({ item, how, lines = [], was }, former) {
    script.add(item);
    const beats = changes(item, was?.how.values, how);
    if (how.placeholder || known.has(item.id)) return beats;
    known.add(item.id);
    for (const line of lines) known.add(script.add(line).id);
    const { times = 1, enter } = how;
    beats.push(...(enter ? enter(script, speed / times > QUICK) : entering(item)));
    for (const beat of beats) {
      beat.start = (beat.start ?? 0) * times;
      beat.duration *= times;
    }
    return former ? [...beats, ...goes(former, item, beats)] : beats;
  }

  return {
    /** @param {State | State[]} state @param {number} [pace] the speed of its step @returns {Beat[][]} */
    change(state, pace = 1) {
      speed = pace;
      return Array.isArray(state)
        ? [together(...state.map((inner) => sequence(...patch(inner))))]
        : patch(state);
    },
    /** The items of a tensor that stand in the slots named since the last call. @param {string} tensor */
    landed(tensor) {
      /** @type {Item[]} */
      const items = [];
      for (const slot of tensor ? touched : [])
        for (const { item, how } of slots.get(slot) ?? [])
          if (item.tensor === tensor && !how.placeholder) items.push(item);
      touched.clear();
      return items;
    },
  };
}

/** Lets an item stand enlarged, with the copies that fly to it. @param {Standing} standing @param {import("./enlarged.js").Enlargement} large */
function standsLarge(standing, large) {
  const { item, how, was } = standing;
  if (!was?.how.values?.enlarged) large.item(item);
  const { enter } = how;
  /** @type {Arrival["enter"]} */
  const enters = (script, quick) => {
    const add = (/** @type {any} */ copy) => {
      large.copy(copy);
      return script.add(copy);
    };
    return enter?.({ ...script, add }, quick) ?? [];
  };
  standing.how = { ...how, ...(enter && { enter: enters }), values: { ...how.values, enlarged: 1 } };
}

/** Animates properties to other values, or back to their usual ones. @param {Item} item @param {Record<string, number> | undefined} was @param {Arrival} how @returns {Beat[]} */
function changes(item, was, { values, seconds }) {
  if (!was && !values) return [];
  const usual = Object.keys(was ?? {}).map((property) => [property, item.initial?.[property] ?? 0]);
  const ease = seconds === undefined ? "move" : "linear";
  const goals = Object.entries({ ...Object.fromEntries(usual), ...values });
  const lasts = (/** @type {string} */ property) => (property === "enlarged" ? (was ? SETTLE : 0) : seconds);
  return goals.flatMap(([property, to]) => animate(item, property, to, lasts(property), ease));
}

/**
 * Lets an item disappear as the one that takes its place enters.
 * @param {Item} former @param {Item} item @param {Beat[]} beats of the item
 */
function goes(former, { id }, beats) {
  const comes = beats.find(({ target, property }) => target === id && property === "opacity");
  return after(comes?.start ?? 0, animate(former, "opacity", 0));
}

/**
 * The entries of all items of a slot; lines stay as long as the items they lead to.
 * @param {Thing} thing @param {Map<string, Standing>} before @returns {Standing[]}
 */
function standingOf(thing, before) {
  /** @type {Standing[]} */
  const list = [];
  /** @param {Thing} part @param {number} group */
  const add = (part, group) => {
    if (!part) return;
    if (Array.isArray(part)) return part.forEach((inner) => add(inner, group));
    const how = arrivalOf(part);
    const { item } = how;
    const was = before.get(item.id);
    const lines = how.lines ?? was?.lines;
    list.push({ item, how, lines, was, group });
    for (const line of lines ?? [])
      list.push({ item: line, how: { item: line }, was: before.get(line.id), group });
  };
  if (Array.isArray(thing)) thing.forEach(add);
  else add(thing, 0);
  return list;
}

/** The leaving blocks whose place is taken, by the ids of the blocks that take it. @param {Item[]} leaving @param {Item[]} entering @returns {Map<string, Item>} */
function replaced(leaving, entering) {
  /** @type {Map<string, Item>} */
  const taken = new Map();
  const blocks = leaving.filter(({ kind }) => kind === "block");
  if (!blocks.length) return taken;
  for (const { id, kind, x, y, width, height } of entering) {
    const former =
      kind === "block" &&
      blocks.find(
        (block) => block.x === x && block.y === y && block.width === width && block.height === height,
      );
    if (former) taken.set(id, former);
  }
  return taken;
}
