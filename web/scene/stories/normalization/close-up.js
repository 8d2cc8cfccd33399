/** The arithmetic of one number of a norm, where there is room for it. */

import { SIZES } from "../../kit/block.js";
import { card, cardSize } from "../../kit/card.js";
import { addUp, fadeOut, fadeIn, animate } from "../../kit/moves.js";

/** @typedef {import("../../script.js").Script} Script */
/** @typedef {import("../../timeline.js").Tween} Beat */

/** A close-up where one fits, with all its terms if it can; else nothing. @param {Script} script @param {import("../../model.js").Cell} cell @param {any} home @param {import("../../kit/place.js").Box} zone @param {{ source: (cell: import("../../model.js").Cell) => any, decimals: number }} how as in the picture */
export function closeUp(script, cell, home, zone, { source, decimals }) {
  const { model } = script;
  const { terms } = model.origin(cell.tensor, cell.index);
  const tries = [SIZES.large, SIZES.column, SIZES.phone, SIZES.small, SIZES.least].flatMap((usual) => {
    const size = { ...usual, decimals: Math.max(2, Math.min(usual.decimals, decimals)) };
    const room = { ...zone };
    const made = card(model, { id: `card.${cell.tensor}`, cell, home, room, size, source });
    const extent = cardSize(made, model);
    if (!extent || extent.height > zone.height) return [];
    const digits = Math.max(...terms.flat().map(({ tensor }) => model.widest(tensor, size.decimals)));
    return [{ made, room, extent, whole: 32 + terms.length * (12 * digits + 22) <= zone.width }];
  });
  const best = tries.find(({ whole }) => whole) ?? tries[0];
  if (!best) return null;
  best.room.y = Math.round(zone.y + Math.min(40, (zone.height - best.extent.height) / 2));
  return script.add(best.made);
}

/** A card says its cell; the number falls into a block that opens. @param {ReturnType<typeof closeUp>} made @param {Beat[]} opens @returns {Beat[][]} */
export function saying(made, opens) {
  if (!made) return [opens];
  if (!made.origin.sum) return [fadeIn(made), [...animate(made, "sum", 1, 1.8), ...opens], fadeOut(made)];
  return [fadeIn(made), ...addUp(made, { products: 1, with: opens }), fadeOut(made)];
}
