/** The movements all stories are made of: a box appears empty, its arrows grow, copies travel, a number lands. */

import { LAYERS } from "./layout.js";
import { middleOf } from "./card.js";
import { APPEAR, DRAW, FADE, MOVE } from "./script.js";
import { after, beat, sequence, stagger, together } from "./timeline.js";

/** @typedef {import("./timeline.js").Beat} Beat */

/** An empty box takes the place of its ghost. @param {string} id @returns {Beat[]} */
export const box = (id) => [beat(id, "ghost", 0, APPEAR), beat(id, "shown", 1, APPEAR, "land")];

/** An arrow grows from tail to head. @param {string} id @returns {Beat[]} */
export const grow = (id) => [beat(id, "shown", 1, 0), beat(id, "draw", 1, DRAW, "move")];

/** Numbers land in a box. @param {string} id @returns {Beat[]} */
export const land = (id) => [beat(id, "numbers", 1, FADE)];

/** Something fades away. @param {string} id @returns {Beat[]} */
export const hide = (id) => [beat(id, "shown", 0, FADE)];

/** Something fades in. @param {string} id @returns {Beat[]} */
export const show = (id) => [beat(id, "shown", 1, FADE)];

/** Ghosts of what is to come. @param {string} id @returns {Beat[]} */
export const foretell = (id) => [beat(id, "ghost", 1, FADE)];

/**
 * A copy of a strip travels to another strip, taking its size as it lands.
 * @param {import("./script.js").Script} script @param {string} from @param {string} to @param {{ shrink?: boolean }} [how]
 * @returns {Beat[]}
 */
export function fly(script, from, to, { shrink = true } = {}) {
  const source = script.item(from);
  const target = script.item(to);
  if (!source || !target) return [];
  const scale = shrink
    ? Math.min(
        1,
        (target.strip.cellWidth * target.strip.perRow) / (source.strip.cellWidth * source.strip.perRow),
      )
    : 1;
  const id = `copy.${from}>${to}`;
  const strip = source.strip;
  const places = { from: middleOf(source.strip), to: middleOf(target.strip) };
  // the copy shows what its source shows, read when it is drawn: places are shared by scenes with other numbers
  const item = { id, kind: "flight", layer: LAYERS.flight, strip, scale, ...places, source };
  script.add({ ...item, initial: { move: 0 } });
  return [beat(id, "move", 1, MOVE, "move")];
}

/**
 * The whole little scene of one box: it appears, its arrows grow, copies come in, its numbers land.
 * @param {import("./script.js").Script} script @param {string} id
 * @param {{ arrows?: string[], from?: string[] }} [how] @returns {Beat[]}
 */
export function arrive(script, id, { arrows = [], from = [] } = {}) {
  const copies = together(...from.map((source) => fly(script, source, id)));
  return sequence(box(id), together(...arrows.map(grow)), copies, land(id));
}

/** Several boxes at once, each a little after the last. @param {Beat[][]} scenes @param {number} [lag] */
export const cascade = (scenes, lag = 0.12) => stagger(lag, scenes);

/** A box, its arrows and its numbers in one short beat, for repeats. @param {string} id @param {string[]} [arrows] @returns {Beat[]} */
export const snap = (id, arrows = []) => [...box(id), ...arrows.flatMap(grow), ...after(APPEAR, land(id))];
