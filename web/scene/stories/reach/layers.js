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

/** The place that has heard both, all that it has heard, and on which way it has heard either: a place a layer, the word first. @param {number} n @param {number} width @param {boolean} gaps */
export function layersOf(n, width, gaps) {
  const depth = depthOf(n, width, gaps);
  /** Places within the sentence that a layer takes together with one. @param {number} place @param {number} layer */
  const taken = (place, layer) =>
    upTo(width)
      .map((k) => place + (k - (width - 1) / 2) * gapOf(width, gaps, layer))
      .filter((at) => at >= 0 && at < n);
  const nearest = (/** @type {number[]} */ some, /** @type {number} */ to) =>
    some.toSorted((a, b) => Math.abs(a - to) - Math.abs(b - to))[0];
  /** From layer to layer down, as near to a word as can be. @param {number} place @param {number} word @param {number} [layer] @returns {number[]} */
  const wayFrom = (place, word, layer = depth) =>
    layer ? [...wayFrom(nearest(taken(place, layer), word), word, layer - 1), place] : [place];
  const ends = [0, n - 1];
  const hearsBoth = (/** @type {number} */ place) => ends.every((word) => wayFrom(place, word)[0] === word);
  const top = nearest(upTo(n).filter(hearsBoth), (n - 1) / 2);
  /** @type {Edge[]} */
  const edges = [];
  let places = [top];
  for (let layer = depth; layer > 0; layer--) {
    for (const to of places) edges.push(...taken(to, layer).map((from) => ({ layer, from, to })));
    places = [...new Set(places.flatMap((to) => taken(to, layer)))];
  }
  return { depth, top, edges, ways: ends.map((word) => wayFrom(top, word)) };
}
/** @typedef {ReturnType<typeof layersOf>} Layers */
