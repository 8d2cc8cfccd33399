/** Moves that the steps of the many-heads story share. */

import { FADE } from "../script.js";
import { beat, sequence, stagger, together } from "../timeline.js";
import { box, foretell, hide, land } from "../moves.js";

/** @typedef {import("../script.js").Script} Script */

export const TRAVEL = 1.4;

/** @param {Script} script @returns {any} */
export const stageOf = (script) => script.layout;

/** Ids of items that begin so. @param {Script} script @param {string} start */
export const all = (script, start) =>
  script.items.filter(({ id }) => id.startsWith(start)).map(({ id }) => id);

/** Boxes appear one after another, then their numbers land. @param {string[]} ids @param {number} [lag] */
export const arrive = (ids, lag = 0.06) =>
  stagger(
    lag,
    ids.map((id) => sequence(box(id), land(id))),
  );

/** The shape that is written from now on. @param {Script} script @param {string} id */
export const shape = (script, id) =>
  together(...all(script, "shape.").map((one) => [beat(one, "shown", one === "shape." + id ? 1 : 0, FADE)]));

/** @param {Script} script @param {string} kind */
export const homes = (script, kind) => all(script, `head.${kind}.`);

/** The enlarged head's matrices of these kinds; where matrices take turns, those before make room. @param {Script} script @param {string[]} kinds */
export function lens(script, kinds) {
  return sequence(
    ...kinds.map((kind) => {
      const own = all(script, `lens.${kind}.`);
      const page = script.item(own[0])?.page ?? 0;
      const before = all(script, "lens.").filter((id) => (script.item(id)?.page ?? 0) < page);
      const turn = together(...before.flatMap((id) => [hide(id), [beat(id, "ghost", 0, FADE)]]));
      return sequence(turn, arrive(own, 0.12));
    }),
  );
}

/** @param {Script} script @param {string[]} kinds */
export const flights = (script, kinds) => kinds.flatMap((kind) => all(script, `flight.${kind}.`));

/** Ghosts of what the heads will make. @param {Script} script */
export const later = (script) =>
  [
    ...["scores", "row_max", "weights", "mixed"].flatMap((kind) => homes(script, kind)),
    ...all(script, "joined."),
  ].map(foretell);
