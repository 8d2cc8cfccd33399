/** Finds the player that a text of the page refers to, if it names none. */
import { containerOf } from "../ground.js";

const FOLLOWING = 4;

/** @param {Element} node @param {Element} other @returns {boolean} whether the other comes later */
const before = (node, other) => (node.compareDocumentPosition(other) & FOLLOWING) > 0;

/**
 * The nearest player: in the smallest part of the page that contains both, the last one before the element, else the first after
 * it.
 *
 * @template {{ host: Element }} T
 * @param {Element} element
 * @param {T[]} players
 * @returns {T | undefined}
 */
export function nearest(element, players) {
  if (players.length < 2) return players[0];
  /** @type {Map<Element, number>} */
  const parts = new Map();
  for (let at = /** @type {Element | null} */ (element); at; at = containerOf(at)) parts.set(at, parts.size);
  const distance = (/** @type {Element} */ host) => {
    let at = /** @type {Element | null} */ (host);
    while (at && !parts.has(at)) at = containerOf(at);
    return at ? /** @type {number} */ (parts.get(at)) : Infinity;
  };
  const places = players.map((player) => ({ player, far: distance(player.host) }));
  const least = Math.min(...places.map(({ far }) => far));
  const near = places.filter(({ far }) => far === least).map(({ player }) => player);
  near.sort((a, b) => (before(a.host, b.host) ? -1 : 1));
  return near.findLast(({ host }) => before(host, element)) ?? near[0];
}
