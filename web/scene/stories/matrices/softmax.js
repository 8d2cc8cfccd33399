/** The close-up of a row of softmax: every score's power of e as a bar, and the bars as one bar of length 1. */

import { bar, shareBar } from "../../kit/bars.js";
import { block, cellOf } from "../../kit/block.js";
import { ground } from "../../kit/ground.js";
import { partBlock } from "../../kit/slice.js";
import { FADE, cascade, fly, show, turn } from "../../kit/moves.js";
import { pairs } from "../../facts.js";
import { beat, sequence } from "../../timeline.js";

/**
 * @param {import("../../script.js").Script} script
 * @param {{ region: import("../../kit/place.js").Box, size: import("../../kit/block.js").Size, r: number, from: import("../../kit/slice.js").SliceBlock, to: { id: string } }} what
 *   from, to: the matrices that row r is of, before and after
 */
export function softmaxRow(script, { region, size, r, from, to }) {
  const { model } = script;
  const row = pairs(model, r);
  const id = `bars.${r}`;
  const pitch = Math.min(size.wide + 40, (region.width - 32) / row.length);
  const left = region.x + region.width / 2 - (pitch * row.length) / 2;
  const { width } = cellOf(model, from.tensor, size);
  const copies = row.map((index, j) => {
    const one = script.add(
      block(model, {
        id: `${id}.score${j}`,
        tensor: from.tensor,
        cells: [[index]],
        size,
        look: width > pitch - 4 ? "shade" : "role",
        width: Math.min(width, pitch - 4),
      }),
    );
    one.put(left + (j + 0.5) * pitch, region.y + region.height - size.height / 2 - 10);
    return one;
  });
  const most = region.height - 30 - 2 * size.height - 40;
  const grown = row.map((index, j) =>
    script.add(bar(`${id}.bar${j}`, { foot: copies[j], tensor: "shifted_exp", index, most })),
  );
  const names = row.map(
    (_, j) =>
      model.label("key", j) ||
      (row.length > 4
        ? model.short("key", j)
        : model.words.scene.nameless(model.self ? "input" : "key", j + 1)),
  );
  const wide = Math.min(region.width - 32, Math.max(pitch * row.length, 260));
  const share = script.add(
    shareBar(`${id}.share`, {
      width: wide,
      height: Math.max(20, size.height * 0.8),
      indices: row,
      names,
      bars: grown,
      decimals: size.decimals,
      label: model.words.scene.shareBar(model.short("query", r)),
    }),
  );
  share.put(region.x + region.width / 2, region.y + 30 + share.height / 2);
  const board = script.add(
    ground(
      `${id}.board`,
      {
        x: region.x + region.width / 2 - wide / 2 - 16,
        y: region.y,
        width: wide + 32,
        height: region.height,
      },
      { fill: "raised", initial: { shown: 0 } },
    ),
  );
  const moves = [
    show(board),
    cascade(
      copies.map((copy, j) =>
        sequence(fly(script, partBlock(model, from, { row: r, column: j }, size), copy), [
          beat(copy.id, "shown", 1, 0.06),
          beat(copy.id, "numbers", 1, 0.06),
        ]),
      ),
      0.06,
    ),
    cascade(
      grown.map((one) => [beat(one.id, "shown", 1, 0), beat(one.id, "grown", 1, 0.52, "move")]),
      0.06,
    ),
    [beat(share.id, "shown", 1, FADE), beat(share.id, "funnel", 1, FADE)],
    turn(share, "slide", 1, 0.7),
    turn(share, "named", 1),
    [beat(to.id, "landed", 1, FADE), ...turn(share, "funnel", 0)],
  ];
  return { items: [board, share, ...copies, ...grown], moves };
}
