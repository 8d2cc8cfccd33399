/** Convolutions one over the other, until one place has heard the first of n words and the last. */

import { upTo } from "../../model.js";

/** Numbers that a convolution takes together: the stops of a slider. */
export const WIDTHS = [3, 5, 7, 9];

/** Words that lie between those a layer takes together: neighbours, or as far apart as the layer below has heard. @param {number} width @param {boolean} gaps @param {number} layer from 1 */
export const gapOf = (width, gaps, layer) => (gaps ? width ** (layer - 1) : 1);

/** How many layers it takes. @param {number} n @param {number} width @param {boolean} gaps */
export function depthOf(n, width, gaps) {
  let [layers, heard] = [0, 1];
  while (heard < n) heard += (width - 1) * gapOf(width, gaps, ++layers);
  return layers;
}

/** @typedef {{ layer: number, from: number, to: number }} Edge from a place of the layer below */
/** @typedef {{ depth: number, top: number, places: number[][], edges: Edge[], ways: number[][] }} Layers places: by layer, 0 are the words; ways: by layer
 *   the place that has heard the first word, and the last */

/** @param {number} n @param {number} width @param {boolean} gaps @returns {Layers} */
export function layersOf(n, width, gaps) {
  const depth = depthOf(n, width, gaps);
  /** Places within the sentence that a layer takes together with one. @param {number} place @param {number} layer */
  const taken = (place, layer) =>
    upTo(width)
      .map((k) => place + (k - (width - 1) / 2) * gapOf(width, gaps, layer))
      .filter((at) => at >= 0 && at < n);
  /** Places that have heard a word, by layer. @param {number} word */
  const heardBy = (word) => {
    const all = [new Set([word])];
    for (let layer = 1; layer <= depth; layer++)
      all.push(new Set([...all[layer - 1]].flatMap((place) => taken(place, layer))));
    return all;
  };
  const heard = [heardBy(0), heardBy(n - 1)];
  const middle = (n - 1) / 2;
  const nearest = (/** @type {Iterable<number>} */ some, /** @type {number} */ to) =>
    [...some].toSorted((a, b) => Math.abs(a - to) - Math.abs(b - to))[0];
  const top = nearest(
    [...heard[0][depth]].filter((place) => heard[1][depth].has(place)),
    middle,
  );
  const places = [[top]];
  const ways = heard.map(() => [top]);
  /** @type {Edge[]} */
  const edges = [];
  for (let layer = depth; layer > 0; layer--) {
    const below = new Set(places[0].flatMap((to) => taken(to, layer)));
    for (const to of places[0]) for (const from of taken(to, layer)) edges.push({ layer, from, to });
    places.unshift([...below]);
    for (const [k, way] of ways.entries())
      way.unshift(
        nearest(
          taken(way[0], layer).filter((place) => heard[k][layer - 1].has(place)),
          way[0],
        ),
      );
  }
  places[0] = upTo(n);
  return { depth, top, places, edges, ways };
}
