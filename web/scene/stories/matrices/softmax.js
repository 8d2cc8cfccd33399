/** The close-up of a row of softmax: every score's power of e as a bar, and the bars as one bar of length 1. */

import { bar, stackedBar } from "../../kit/bars.js";
import { block, cellOf } from "../../kit/block.js";
import { backdrop } from "../../kit/backdrop.js";
import { FADE, copyTo, staggerItems, rise, fadeIn, enterAtOnce, animate } from "../../kit/moves.js";
import { partBlock } from "../../kit/slice.js";
import { nameOf, pairs } from "../../facts.js";
import { tween, sequence } from "../../timeline.js";

/**
 * @param {import("../../script.js").Script} script @param {import("./arrangement.js").Act} act @param {import("../../kit/block.js").Size} size
 */
export function softmaxRow(script, { left: from, product, at: { r }, closeUp: region }, size) {
  const { model } = script;
  const row = pairs(model, r);
  const id = `bars.${r}`;
  const pitch = Math.min(size.wide + 40, (region.width - 32) / row.length);
  const middle = region.x + region.width / 2;
  const { width } = cellOf(model, from.tensor, size);
  const copies = row.map((index, j) => {
    const what = { id: `${id}.score${j}`, tensor: from.tensor, cells: [[index]], size };
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
  const share = stackedBar(`${id}.share`, {
    width: wide,
    height: Math.max(20, size.height * 0.8),
    indices: row,
    names: row.map((_, j) => (row.length > 4 ? model.short("key", j) : nameOf(model, "key", j))),
    bars: () => bars,
    decimals: size.decimals,
    label: model.words.scene.shareBar(model.short("query", r)),
  });
  share.put(middle, region.y + 30 + share.height / 2);
  const { y, height } = region;
  const box = { x: middle - wide / 2 - 16, y, width: wide + 32, height };
  const board = backdrop(`${id}.board`, box, { fill: "raised", initial: { opacity: 0 } });
  const items = [...copies, ...bars, share, board];
  for (const item of items) script.add(item);
  const cells = copies.map((copy, column) => ({
    copy,
    cell: partBlock(model, from, { row: r, column }, size),
  }));
  const moves = [
    fadeIn(board),
    staggerItems(cells, ({ copy, cell }) => sequence(copyTo(script, cell, copy), enterAtOnce(copy)), 0.06),
    staggerItems(bars, rise, 0.06),
    [...fadeIn(share), ...animate(share, "funnel", 1, FADE, "linear")],
    animate(share, "slide", 1, 0.7),
    animate(share, "named", 1),
    [tween(product.id, "landed", 1, FADE), ...animate(share, "funnel", 0)],
  ];
  return { items, moves };
}
