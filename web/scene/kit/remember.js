/**
 * A function that makes each thing once, when it is first asked for.
 * @template T @param {(key: any) => T} make @returns {(key?: any) => T}
 */
export function remember(make) {
  /** @type {Map<any, T>} */
  const made = new Map();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return /** @type {T} */ (made.get(key));
  };
}

/** A place for things by their ids, each made once: once("key.0", make). */
export function storeOf() {
  /** @type {Map<string, any>} */
  const made = new Map();
  /** @template T @param {string} id @param {() => T} make @returns {T} */
  return (id, make) => {
    if (!made.has(id)) made.set(id, make());
    return made.get(id);
  };
}
