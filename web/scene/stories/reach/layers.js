/** Stacked convolutions, as many as it takes until one position depends on both the first and the last of n words. */

import { upTo } from "../../model.js";

/** Widths of a convolution: the stops of a slider. */
export const WIDTHS = [3, 5, 7, 9];

/**
 * Returns how far apart the inputs of a layer are: neighbours, or, with gaps, as far apart as the layer below reaches.
 * @param {number} width @param {boolean} gaps @param {number} layer from 1
 */
export const gapOf = (width, gaps, layer) => (gaps ? width ** (layer - 1) : 1);

/** Returns how many layers it takes to span n words. @param {number} n @param {number} width @param {boolean} gaps */
export function depthOf(n, width, gaps) {
  let [layers, heard] = [0, 1];
  while (heard < n) heard += (width - 1) * gapOf(width, gaps, ++layers);
  return layers;
}

/** @typedef {{ layer: number, from: number, to: number }} Edge from: a position of the layer below */

/**
 * Returns the position that depends on both ends, all edges that lead to it, and the path from either end: one position per
 * layer, from the word up.
 * @param {number} n @param {number} width @param {boolean} gaps
 */
export function layersOf(n, width, gaps) {
  const depth = depthOf(n, width, gaps);
  /**
   * Returns the positions within the sentence from which a layer computes one of its own.
   * @param {number} place @param {number} layer
   */
  const taken = (place, layer) =>
    upTo(width)
      .map((k) => place + (k - (width - 1) / 2) * gapOf(width, gaps, layer))
      .filter((at) => at >= 0 && at < n);
  const nearest = (/** @type {number[]} */ some, /** @type {number} */ to) =>
    some.toSorted((a, b) => Math.abs(a - to) - Math.abs(b - to))[0];
  /**
   * Returns the path down from a position, in every layer as near to a word as possible; the lowest layer comes first.
   * @param {number} place @param {number} word @param {number} [layer] @returns {number[]}
   */
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
