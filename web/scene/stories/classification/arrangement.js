/**
 * The layout of a classification: the words, which never move, with what becomes of them below; beside that, or under it, the map
 * of the words, then the query and the classes.
 */

import { namesOf, pairs } from "../../facts.js";
import { attentionMap, mapReach } from "../../kit/attention-map.js";
import { panelIn } from "../../kit/backdrop.js";
import { SIZES, cellOf } from "../../kit/block.js";
import { cellsOf } from "../../kit/cells.js";
import { fit } from "../../kit/fit.js";
import { links } from "../../kit/links.js";
import { around, placed, split } from "../../kit/place.js";
import { letterRuns, textAt } from "../../kit/text.js";
import { token } from "../../kit/token.js";
import { classesIn } from "./classes.js";
import { factsOf } from "./facts.js";

/** @typedef {import("../../model.js").Model} Model */

/** The most px of what is beside the words; the part of the height of what is below them. */
const [SIDE, BELOW] = [300, 0.43];

/** Px: for letters at the left; of a bar of length 1, at most, and its height; of the streams, at least. */
const [MARGIN, LONGEST, BAR, LEAST] = [30, 380, 22, 34];

const BARE = { style: /** @type {const} */ ("plain"), width: undefined };

const { large, column, small, least } = SIZES;
const VARIANTS = [false, true].flatMap((folded) =>
  [large, column, small, least].map((size) => ({ size, folded })),
);

/** @param {Model} model @param {import("../../scene.js").Room} room */
export function arrange(model, room) {
  const facts = factsOf(model);
  const beside = room.width >= 560;
  const whole = around([{ x: 0, y: 0, ...room }], beside ? -12 : -6);
  const [{ width, ...upper }, area] = beside
    ? split(whole, { width: Math.min(SIDE, Math.round(0.4 * whole.width)) }, 24)
    : split(whole, { height: Math.round(BELOW * whole.height) }, 8);
  const space = { ...upper, x: upper.x + MARGIN, width: width - MARGIN };
  const board = fit(space, VARIANTS, (variant) => wordsIn(model, space, facts, { ...variant, big: beside }));
  const classes = classesIn(model, area, facts.row, beside);
  return { facts, ground: panelIn(room), ...board, map: mapIn(facts.plain, area), ...classes };
}
/** @typedef {ReturnType<typeof arrange>} Stage */

/**
 * The words, and below them what each takes from the others, or what a query takes from them.
 * @param {Model} model @param {import("../../kit/place.js").Box} space @param {ReturnType<typeof factsOf>} facts
 * @param {{ size: import("../../kit/block.js").Size, folded: boolean, big: boolean }} how folded: vectors are upright; big: words
 *   are large
 */
function wordsIn(model, space, facts, { size, folded, big }) {
  const { plain, reader, row: out, word } = facts;
  const w = model.words.stories.classification;
  const names = namesOf(plain, "key");
  const pitch = space.width / names.length;
  const [center, bottom] = [space.x + space.width / 2, space.y + space.height];
  /** Puts each item under its word. @template {import("../../kit/place.js").Placeable} T @param {T[]} items @param {number} y */
  const inRow = (items, y) => items.map((item, j) => placed(item, space.x + (j + 0.5) * pitch, y));
  /**
   * The same, with the letter of the tensor.
   * @param {string} tensor @param {import("../../kit/block.js").Block[]} items @param {number} y
   */
  const lettered = (tensor, items, y) => [
    textAt(`head.${tensor}`, space.x - 6, y, { runs: letterRuns(tensor, ""), align: "end", fill: "muted" }),
    ...inRow(items, y),
  ];
  const [cells, heard] = [plain, reader].map((stage) =>
    cellsOf(stage, (tensor) => ({ size, width: Math.min(pitch - 4, cellOf(stage, tensor, size).width) })),
  );
  /** The streams from each word. @param {string} id @param {Model} stage @param {number} i the query @param {any} how */
  const flowing = (id, stage, i, how) =>
    links(`${id}.${i}`, { down: true, tensor: stage.full("weights"), indices: [pairs(stage, i)], ...how });

  const tokens = names.map((name, j) => {
    const [does, asked] = j === out - 1 ? ["putBack", 0] : ["takeOut", j + 1];
    const how = { text: name, label: w[does]({ name }), out: asked === 0, size: big ? 16 : 13 };
    return token(`query-${asked}`, { ...how, most: pitch - 4 });
  });
  const [vectors, outputs] = ["x", "output"].map((tensor) =>
    cells.along("query", tensor, {}, { perRow: folded ? 1 : undefined }),
  );
  const [{ height: high, width }] = vectors;
  const top = space.y + tokens[0].height + 5;
  const [mixed, scored] = [bottom - size.height / 2 - 2, top + high + 3 + size.height / 2];
  const weighed = scored + size.height + 2;
  const flows = outputs.map((output, i) => {
    // the numbers of the others are in the map
    const written = i === word ? 0.4 : 1;
    return flowing("flow", plain, i, { from: vectors, to: [output], unit: Math.min(96, width + 8), written });
  });

  const long = Math.min(space.width - 40, LONGEST);
  const mouth = { unit: Math.min(long, pitch - 10), mouth: long, written: 1, solid: true };
  const label = model.words.scene.shareBar(w.labels.query);
  const named = { labels: [{ side: /** @type {const} */ ("left"), text: w.labels.mix, muted: true }] };
  // scores that are too wide for their words are left out
  const isScored = cellOf(reader, "masked_scores", size).width < pitch;
  /** What the query takes from all words, or without the one that is taken out. @param {number} query */
  const listen = (query) => {
    const weights = heard.along("key", "weights", { query });
    const share = heard.share(query, { width: long, height: BAR, decimals: 2, names, label });
    // names above it would be in the way of the streams
    Object.assign(share.initial, { outer: 0 });
    return {
      scores: isScored && lettered("scores", heard.along("key", "masked_scores", { query }, BARE), scored),
      weights: lettered("weights", weights, weighed),
      share: placed(share, center, mixed - size.height / 2 - BAR / 2 - 3),
      streams: flowing("streams", reader, query, { from: weights, to: [share], ...mouth }),
      mix: placed(heard("mixed", { query }, named), center, mixed),
    };
  };
  const whole = listen(0);
  const across = Math.max(width, outputs[0].width) + (folded ? 6 : 8);
  const streams = mixed - weighed - 1.5 * size.height - BAR - 3;
  return {
    words: inRow(tokens, space.y + tokens[0].height / 2),
    vectors: lettered("x", vectors, top + high / 2),
    outputs: lettered("output", outputs, bottom - high / 2 - 2),
    ...{ flows, whole, without: out ? listen(out) : whole },
    takes: { width: across * names.length, height: space.height + LEAST - streams },
  };
}

/** The map of the words: what each takes from each. @param {Model} plain @param {import("../../kit/place.js").Box} area */
function mapIn(plain, { x, y, width, height }) {
  const names = namesOf(plain, "key");
  const edges = (/** @type {number} */ free) => {
    const [wide, high] = [Math.min(width, SIDE) - 58, free].map((all) => Math.floor(all / names.length));
    const cell = { width: Math.min(58, wide), height: Math.min(44, high) };
    return { cell, rows: names, columns: names, ...plain.words.scene.map, hidden: true, upright: 44 };
  };
  const above = mapReach(edges(height));
  const map = attentionMap(plain, edges(height - 4 - (above.up - above.down)));
  return placed(map, x, y + 4);
}
