/** The arithmetic of one cell close up, where it hides least of what is read. */

import { cellBox } from "../../kit/block.js";
import { card, cardExtent, cardSize } from "../../kit/card.js";
import { dock, readIn } from "../../kit/dock.js";
import { cellName, upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/block.js").Block} Block */
/** @typedef {import("../../kit/place.js").Box} Box */

/** Cells of a block of which one may be the example. */
const MOST = 16;
/** Px² that a narrower card must hide less, and its least width. */
const [WORTH, LEAST] = [900, 170];
/** How many times worse it is to hide what is worked out, and what it is made from. */
const [HOME, FROM] = [9, 4];

/** The best example among the cells of some blocks: that with the most terms that are not 0. @param {Model} model @param {Block[]} blocks */
export function exampleIn(model, blocks) {
  const all = blocks.flatMap((block) =>
    upTo(Math.min(MOST, block.indices?.length ?? 1)).map((k) => ({
      ...{ block, k, terms: block.indices ? termsOf(model, block.tensor, block.indices[k]) : 0 },
    })),
  );
  return all.reduce((best, one) => (one.terms > best.terms ? one : best));
}

/** Terms of a cell that are not 0; of one that is 0 itself, none. @param {Model} model @param {string} tensor @param {number[]} index */
function termsOf(model, tensor, index) {
  const { terms, allowed } = model.origin(tensor, index);
  if (allowed === false || model.value(tensor, index) === 0) return 0;
  return terms.filter((cells) => cells.every((cell) => model.value(cell.tensor, cell.index) !== 0)).length;
}

/**
 * The close-up of a block's cell; null where it has no room, or is drawn as a square of colour.
 * @param {Model} model @param {Block} block @param {number} k which of its cells
 * @param {{ size: import("../../kit/block.js").Size, room: { x?: number, width: number, height: number }, stands: any[] }} how stands: what it may not hide
 */
export function closeUp(model, block, k, { size, room: { x = 0, width, height }, stands }) {
  if (!block.indices) return null;
  const room = { x, y: 2, width, height: height - 4 };
  const cell = { tensor: block.tensor, index: block.indices[k] };
  const home = cellBox(block, k);
  const boxes = new Map();
  for (const one of stands)
    one.indices?.forEach((/** @type {number[]} */ index, /** @type {number} */ n) =>
      boxes.set(cellName(one.tensor, index), cellBox(one, n)),
    );
  const source = (/** @type {import("../../model.js").Cell} */ { tensor, index }) =>
    boxes.get(cellName(tensor, model.indexIn(tensor, index)));
  const operands = model
    .origin(cell.tensor, cell.index)
    .terms.flat()
    .flatMap((one) => source(one) ?? []);
  const weighed = (/** @type {Box} */ box, /** @type {number} */ worth) => ({ ...box, worth });
  const taken = [...readIn(stands), weighed(home, HOME), ...operands.map((box) => weighed(box, FROM))];
  const what = { id: `card.${block.id}`, cell, home, source };
  const digits = { ...size, decimals: Math.max(2, size.decimals) };
  const make = (/** @type {Box} */ place) => card(model, { ...what, size: digits, room: place });
  const whole = cardSize(make(room), model);
  if (!whole) return null;
  // narrower it has smaller gaps, and all its terms
  const least = Math.max(LEAST, cardExtent(model, cell, digits).width);
  const [wide, slim] = [whole.width, Math.min(whole.width, least)].map((across) => {
    const extent = { ...(cardSize(make({ ...room, width: across }), model) ?? whole), width: across };
    return { ...extent, ...dock(extent, home, room, taken) };
  });
  return make(slim.cost < wide.cost - WORTH ? slim : wide);
}
