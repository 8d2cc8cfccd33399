/** A close-up of the arithmetic of one cell, placed where it hides the least of what is read. */

import { cellBox } from "../../kit/block.js";
import { card, cardExtent, cardSize } from "../../kit/card.js";
import { dock, readIn } from "../../kit/dock.js";
import { cellName, upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/block.js").Block} Block */
/** @typedef {import("../../kit/place.js").Box} Box */

/** The number of a block's first cells that may be the example. */
const MOST = 16;
/** How much less another form of a card must hide to be chosen, in px², and the least width of a card, in px. */
const [WORTH, LEAST] = [900, 170];
/** The px that a product of decimals and its sign take, and how many of them are to be read. */
const [PRODUCT, MOST_PRODUCTS] = [72, 3];
/** How many times worse it is to hide the cell itself, and the cells it is made from. */
const [HOME, FROM] = [9, 4];

/**
 * The best example among the cells of some blocks: the one with the most terms that are not 0.
 * @param {Model} model @param {Block[]} blocks
 */
export function exampleIn(model, blocks) {
  const all = blocks.flatMap((block) =>
    upTo(Math.min(MOST, block.indices?.length ?? 1)).map((k) => ({
      ...{ block, k, terms: block.indices ? termsOf(model, block.tensor, block.indices[k]) : 0 },
    })),
  );
  return all.reduce((best, candidate) => (candidate.terms > best.terms ? candidate : best));
}

/**
 * The number of a cell's terms that are not 0; none if the cell itself is 0 or masked.
 * @param {Model} model @param {string} tensor @param {number[]} index
 */
function termsOf(model, tensor, index) {
  const { terms, allowed } = model.origin(tensor, index);
  if (allowed === false || model.value(tensor, index) === 0) return 0;
  return terms.filter((cells) => cells.every((cell) => model.value(cell.tensor, cell.index) !== 0)).length;
}

/**
 * The close-up of a block's cell; null if there is no room for it, or the cell is a square of colour.
 * @param {Model} model @param {Block} block @param {number} k which of its cells
 * @param {{ size: import("../../kit/block.js").Size, room: { x?: number, width: number, height: number }, stands: any[] }} how
 *   stands: what it should not hide
 */
export function closeUp(model, block, k, { size, room: { x = 0, width, height }, stands }) {
  if (!block.indices) return null;
  const room = { x, y: 2, width, height: height - 4 };
  const cell = { tensor: block.tensor, index: block.indices[k] };
  const home = cellBox(block, k);
  const boxes = new Map();
  for (const item of stands)
    item.indices?.forEach((/** @type {number[]} */ index, /** @type {number} */ n) =>
      boxes.set(cellName(item.tensor, index), cellBox(item, n)),
    );
  const source = (/** @type {import("../../model.js").Cell} */ { tensor, index }) =>
    boxes.get(cellName(tensor, model.indexIn(tensor, index)));
  const operands = model
    .origin(cell.tensor, cell.index)
    .terms.flat()
    .flatMap((operand) => source(operand) ?? []);
  const weighed = (/** @type {Box} */ box, /** @type {number} */ worth) => ({ ...box, worth });
  const taken = [...readIn(stands), weighed(home, HOME), ...operands.map((box) => weighed(box, FROM))];
  const what = { id: `card.${block.id}`, cell, home, source };
  const digits = { ...size, decimals: Math.max(2, size.decimals) };
  const make = (/** @type {Box} */ place) => card(model, { ...what, size: digits, room: place });
  const written = (/** @type {Box} */ place) => ({ ...make(place), written: true });
  const whole = cardSize(make(room), model);
  if (!whole) return null;
  // a narrower card has smaller gaps, one narrower still fewer terms; an equation has room between two rows
  const { width: few, least } = cardExtent(model, cell, digits);
  const products = PRODUCT * Math.min(MOST_PRODUCTS, model.origin(cell.tensor, cell.index).terms.length);
  const slim = Math.min(whole.width, Math.max(LEAST, few, products));
  /** @type {[typeof make, number][]} */
  const forms = [[make, whole.width], [make, slim], [written, width], [written, 0.75 * width], [make, (slim + least) / 2]]; // prettier-ignore
  const places = forms.flatMap(([form, across]) => {
    const extent = cardSize(form({ ...room, width: across }), model);
    const taking = extent && { ...extent, width: Math.max(extent.width, form === make ? across : 0) };
    return taking ? { form, ...taking, ...dock(taking, home, room, taken) } : [];
  });
  const { form, ...place } = places.reduce((best, next) => (next.cost < best.cost - WORTH ? next : best));
  return form(place);
}
