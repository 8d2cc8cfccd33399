/**
 * What a scene is built on and drawn from. Everything made of numbers records which ones it reads, so with new numbers only what
 * read a changed one is made again. A scene stays valid as long as every decision comes out the same. A story that reads a number
 * while it is built, without recording a decision, cannot be checked in this way: its scene is built anew.
 */

import { remember } from "./kit/remember.js";

/** @typedef {ReturnType<typeof createBasis>} Basis */
/** @typedef {number | Made<any>} Source a cell, a whole tensor or any number, by its position in `changes`; or something made of such */
/**
 * Something made of numbers.
 * @template T @typedef {{ make: () => T, same: (a: any, b: any) => boolean, found: T, reads: Source[], checked: number, changed: number }} Made
 *   checked, changed: at which version it was last found to hold, and last came out otherwise
 */

/** What changes whenever any number does. */
export const ANY = 0;

export function createBasis() {
  /** @type {Set<Made<unknown>>} */
  const decisions = new Set();
  let building = false;
  let unsaid = false;
  /** Counts how often the numbers have changed. */
  let version = 0;
  /** The version at which every decision last came out as before. */
  let valid = 0;
  /** How many numbers there are, and the version at which each last changed. */
  let count = ANY + 1;
  let changes = new Int32Array(0);
  /** Where what is being made records its sources. @type {Source[] | null} */
  let reads = null;

  /** @template T @param {boolean} builds @param {Source[] | null} into @param {() => T} act @returns {T} */
  function during(builds, into, act) {
    const built = building;
    const recorded = reads;
    building = builds;
    reads = into;
    try {
      return act();
    } finally {
      building = built;
      reads = recorded;
    }
  }

  /** @template T @param {() => T} make @param {Made<T>["same"]} [same] @returns {Made<T>} */
  const made = (make, same = Object.is) =>
    find({ make, same, found: /** @type {any} */ (null), reads: [], checked: version, changed: version });

  /** @template T @param {Made<T>} made */
  function find(made) {
    made.reads = [];
    const found = during(false, made.reads, made.make);
    if (!made.same(found, made.found)) {
      made.found = found;
      made.changed = version;
    }
    made.checked = version;
    return made;
  }

  /** Makes something again if what it read has changed. @template T @param {Made<T>} made @returns {Made<T>} */
  const current = (made) => (holds(made) ? made : find(made));

  /** Whether nothing that something read has changed since. @param {Made<any>} made @returns {boolean} */
  function holds(made) {
    const isOld = made.checked !== version && made.reads.some((source) => changedAt(source) > made.checked);
    if (!isOld) made.checked = version;
    return !isOld;
  }

  /** @param {Source} source */
  const changedAt = (source) =>
    typeof source === "number" ? (changes[source] ?? 0) : current(source).changed;

  /** @param {Source} source */
  function note(source) {
    if (reads && reads[reads.length - 1] !== source) reads.push(source);
  }

  /** @template T @param {Made<T>} made @returns {T} */
  function take(made) {
    note(made);
    return current(made).found;
  }

  return {
    ...{ made, holds, note },
    /** Runs `act` as part of building what stays when the numbers change. @template T @param {() => T} act @returns {T} */
    build: (act) => during(true, reads, act),
    /** Makes room for more numbers, and returns the position of the first. @param {number} more */
    grow: (more) => (count += more) - more,
    /** Notes that a number is read. @param {number} source */
    read(source) {
      unsaid ||= building;
      note(source);
    },
    /**
     * Makes a decision that the scene is built on; its result must be plain data.
     * @template T @param {() => T} find @returns {T}
     */
    decide(find) {
      if (!building) return find();
      const decision = made(find, isSame);
      decisions.add(decision);
      return decision.found;
    },
    /** Memoizes a function until what it read changes. Calling it while building counts as reading a number. @template T @param {(key: any) => T} make @returns {(key?: any) => T} */
    remember(make) {
      const known = remember((key) => made(() => make(key)));
      return (key) => {
        unsaid ||= building;
        return take(known(key));
      };
    },
    /**
     * Like `remember`, but each result is recorded as a decision.
     * @template T @param {(key: any) => T} make @returns {(key?: any) => T}
     */
    settle(make) {
      const known = remember((key) => made(() => make(key), isSame));
      return (key) => {
        if (building) decisions.add(known(key));
        return take(known(key));
      };
    },
    /** Notes that numbers are about to change. */
    renew() {
      const before = changes;
      if (before.length < count) (changes = new Int32Array(count)).set(before);
      changes[ANY] = ++version;
    },
    /** Notes that a number has changed. @param {number} source */
    change(source) {
      changes[source] = version;
    },
    /** Whether every decision comes out as before. */
    stands() {
      if (unsaid) return false;
      for (const decision of decisions) if (current(decision).changed > valid) return false;
      valid = version;
      return true;
    },
  };
}

/** Whether two results are the same plain data. @param {any} a @param {any} b @returns {boolean} */
function isSame(a, b) {
  if (Object.is(a, b) || a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => isSame(a[key], b[key]));
}
