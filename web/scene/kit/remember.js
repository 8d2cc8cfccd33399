/**
 * A function that makes each thing once, when it is first asked for.
 * @template K, T @param {(key: K) => T} make @returns {(key: K) => T}
 */
export function remember(make) {
  /** @type {Map<K, T>} */
  const made = new Map();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return /** @type {T} */ (made.get(key));
  };
}
