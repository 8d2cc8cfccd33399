/**
 * Memoizes a function of one argument.
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
