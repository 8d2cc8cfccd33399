/** What the element asks of the window it stands in. A document may have none, and a window may lack any of it. */

/** @typedef {Window & typeof globalThis} View */

/** @param {Node} node @returns {View | null} */
export const viewOf = (node) => /** @type {View | null} */ (node.ownerDocument?.defaultView ?? null);

/** @param {View | null} view @param {string} query @returns {boolean} */
export const matches = (view, query) => view?.matchMedia?.(query).matches ?? false;

/** @param {View} view @param {string} query @param {(matches: boolean) => void} changed @returns {() => void} ends it */
export function watchMedia(view, query, changed) {
  const list = view.matchMedia?.(query);
  const tell = () => changed(list.matches);
  list?.addEventListener?.("change", tell);
  return () => list?.removeEventListener?.("change", tell);
}

/** @param {EventTarget} target @param {string} type @param {(event: any) => void} heard @param {boolean} [capture] @returns {() => void} ends it */
export function listen(target, type, heard, capture) {
  target.addEventListener(type, heard, capture);
  return () => target.removeEventListener(type, heard, capture);
}
