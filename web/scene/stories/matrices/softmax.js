/** The close-up of a softmax row: the exponential of every score as a bar, and all bars joined to one of length 1. */

import { bar } from "../../kit/bars.js";
import { block, cellOf } from "../../kit/block.js";
import { backdrop } from "../../kit/backdrop.js";
import { partBlock } from "../../kit/slice.js";
import { pairs } from "../../facts.js";
import { from, poured } from "../../kit/arrivals.js";
import { itemsOf, shareOf } from "../attention/items.js";

/**
 * Returns the states that take the place of the close-up, one after another.
 * @param {import("../../model.js").Model} model @param {import("./arrangement.js").Act} act @param {import("../../kit/block.js").Size} size
 */
export function softmaxRow(model, { left, at: { r }, closeUp: region }, size) {
  const row = pairs(model, r);
  const id = `bars.${r}`;
  const pitch = Math.min(size.wide + 40, (region.width - 32) / row.length);
  const middle = region.x + region.width / 2;
  const { width } = cellOf(model, left.tensor, size);
  const copies = row.map((index, j) => {
    const what = { id: `${id}.score${j}`, tensor: left.tensor, cells: [[index]], size };
    const cell = width > pitch - 4 ? { style: /** @type {const} */ ("shade"), width: pitch - 4 } : { width };
    const copy = block(model, { ...what, ...cell });
    copy.put(middle + (j + 0.5 - row.length / 2) * pitch, region.y + region.height - size.height / 2 - 10);
    return copy;
  });
  const most = region.height - 30 - 2 * size.height - 40;
  const bars = row.map((index, j) =>
    bar(`${id}.bar${j}`, { foot: copies[j], tensor: "shifted_exp", index, most }),
  );
  const wide = Math.min(region.width - 32, Math.max(pitch * row.length, 260));
  const items = itemsOf(model, size, { words: row.length < 5, labels: false });
  const share = shareOf(items, r, { width: wide, height: Math.max(20, size.height * 0.8), bars: () => bars });
  share.put(middle, region.y + 30 + share.height / 2);
  const { y, height } = region;
  const box = { x: middle - wide / 2 - 16, y, width: wide + 32, height };
  const board = backdrop(`${id}.board`, box, { fill: "raised", initial: { opacity: 0 } });
  const scores = copies.map((copy, column) => from(copy, [partBlock(model, left, { row: r, column })]));
  return [{ card: board }, { copies: scores }, { bars }, { share: poured(share) }, { share }];
}
