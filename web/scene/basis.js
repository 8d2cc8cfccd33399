/**
 * The decisions that a scene is built on. Items always draw the current numbers, so a scene stays valid with new numbers as long
 * as every decision comes out the same. A story that reads a number while it is built, without recording a decision, cannot be
 * checked in this way: its scene is built anew.
 */

import { remember } from "./kit/remember.js";

/** @typedef {ReturnType<typeof createBasis>} Basis */

export function createBasis() {
  /** Each decision: how to make it again, and its result as JSON. @type {{ find: () => unknown, found: string | undefined }[]} */
  const decisions = [];
  let building = false;
  let unsaid = false;
  /** Counts how often the numbers have changed. */
  let version = 0;

  /** @template T @param {boolean} as @param {() => T} act @returns {T} */
  function during(as, act) {
    const before = building;
    building = as;
    try {
      return act();
    } finally {
      building = before;
    }
  }

  /** @template T @param {(key: any) => T} make @returns {(key?: any) => T} */
  function once(make) {
    let [of, known] = [version, remember(make)];
    return (key) => {
      if (of !== version) [of, known] = [version, remember(make)];
      return known(key);
    };
  }

  return {
    once,
    /** Runs `act` as part of building what stays when the numbers change. @template T @param {() => T} act @returns {T} */
    build: (act) => during(true, act),
    /** Notes that a number is read. */
    read() {
      unsaid ||= building;
    },
    /**
     * Makes a decision that the scene is built on; its result must be plain data.
     * @template T @param {() => T} find @returns {T}
     */
    decide(find) {
      const made = during(false, find);
      if (building) decisions.push({ find, found: JSON.stringify(made) });
      return made;
    },
    /** Memoizes a function until the numbers change. Calling it while building counts as reading a number. @template T @param {(key: any) => T} make @returns {(key?: any) => T} */
    remember(make) {
      const known = once(make);
      return (key) => {
        unsaid ||= building;
        return known(key);
      };
    },
    /**
     * Like `remember`, but each result is recorded as a decision.
     * @template T @param {(key: any) => T} make @returns {(key?: any) => T}
     */
    settle(make) {
      const known = once((key) => during(false, () => make(key)));
      const said = new Set();
      return (key) => {
        const found = known(key);
        if (building && !said.has(key)) {
          said.add(key);
          decisions.push({ find: () => known(key), found: JSON.stringify(found) });
        }
        return found;
      };
    },
    /** Notes that the numbers have changed. */
    renew() {
      version++;
    },
    /** Whether every decision comes out as before. */
    holds: () => !unsaid && decisions.every(({ find, found }) => JSON.stringify(find()) === found),
  };
}
