/**
 * What a scene is built on. Items draw the numbers that a run has now; so a scene stays right with other numbers as long as all
 * that it was built on is found again. A story that only looks at a number while it is told builds on it without saying how:
 * then its scene is built anew.
 */

/** @typedef {ReturnType<typeof createBasis>} Basis */

export function createBasis() {
  /** What was decided, and how it is found again. @type {{ find: () => unknown, found: string | undefined }[]} */
  const decisions = [];
  let building = false;
  let unsaid = false;
  /** Counts the numbers that there have been. */
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
    /** @type {Map<any, T>} */
    const made = new Map();
    let of = version;
    return (key) => {
      if (of !== version) made.clear();
      of = version;
      if (!made.has(key)) made.set(key, make(key));
      return /** @type {T} */ (made.get(key));
    };
  }

  return {
    once,
    /** Makes what stays with other numbers. @template T @param {() => T} act @returns {T} */
    build: (act) => during(true, act),
    /** A number is read. */
    read() {
      unsaid ||= building;
    },
    /** What is built on: plain data. @template T @param {() => T} find @returns {T} */
    decide(find) {
      const made = during(false, find);
      if (building) decisions.push({ find, found: JSON.stringify(made) });
      return made;
    },
    /** A function that finds each thing once, until there are other numbers: nothing is built on it. @template T @param {(key: any) => T} make @returns {(key?: any) => T} */
    remember(make) {
      const known = once(make);
      return (key) => {
        unsaid ||= building;
        return known(key);
      };
    },
    /** The same, of what is built on. @template T @param {(key: any) => T} make @returns {(key?: any) => T} */
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
    /** There are other numbers. */
    renew() {
      version++;
    },
    /** Whether all that was built on is found again. */
    holds: () => !unsaid && decisions.every(({ find, found }) => JSON.stringify(find()) === found),
  };
}
