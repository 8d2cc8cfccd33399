/** Where a sentence is read: its words; beside them, or below, the map of the words, then the query and the classes. */

import { nameOf, pairs } from "../../facts.js";
import { attentionMap } from "../../kit/attention-map.js";
import { panelIn } from "../../kit/backdrop.js";
import { SIZES } from "../../kit/block.js";
import { fit } from "../../kit/fit.js";
import { upTo } from "../../model.js";
import { classesIn } from "./classes.js";
import { factsOf, stagesOf } from "./facts.js";
import { MARGIN, wordsIn } from "./words.js";

/** Px beside the words, and between these and what is there. */
const [SIDE, GAP] = [300, 8];

const { large, column, small, least } = SIZES;
const VARIANTS = [false, true].flatMap((folded) =>
  [large, column, small, least].map((size) => ({ size, folded })),
);

/** @param {import("../../model.js").Model} model @param {import("../../scene.js").Room} room */
export function arrange(model, room) {
  const facts = factsOf(model);
  const { row: out, word } = facts;
  const [plain] = stagesOf(model);
  const beside = room.width >= 780;
  const tight = room.width < 500;
  const pad = tight ? 6 : 12;
  const [width, all] = [room.width - 2 * pad, room.height - 2 * pad];
  const left = beside ? width - SIDE - 3 * GAP : width;
  const tall = beside ? all : Math.round(all * 0.56);
  const space = { x: pad + MARGIN, y: pad, width: left - MARGIN, height: tall };
  const board = fit(space, VARIANTS, (variant) => wordsIn(model, space, { out, word, tight, ...variant }));
  const area = beside
    ? { x: pad + left + 3 * GAP, y: pad, width: SIDE, height: tall }
    : { x: pad, y: pad + tall + GAP, width, height: all - tall - GAP };
  const { labels } = model.words.stories.classification;
  const names = upTo(plain.q_len).map((j) => nameOf(plain, "key", j));
  const height = Math.floor((area.height - 64) / names.length);
  const wide = Math.floor((Math.min(area.width, 300) - 66) / names.length);
  const map = attentionMap(plain, {
    ...{ cell: { width: Math.min(58, wide), height: Math.min(44, height) }, rows: names, columns: names },
    ...{ title: labels.map, subtitle: labels.mapped, pairs: (i) => pairs(plain, i), hidden: true },
  });
  map.put(area.x, area.y + 4);
  return { facts, ...board, ground: panelIn(room), map, ...classesIn(model, area, out, { beside, tight }) };
}
/** @typedef {ReturnType<typeof arrange>} Stage */
