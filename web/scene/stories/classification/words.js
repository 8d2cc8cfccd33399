/** The words of a sentence, which never move, and below them what becomes of them: what each makes of the others, or what a query hears. */

import { nameOf, pairs } from "../../facts.js";
import { cellOf } from "../../kit/block.js";
import { cellsOf } from "../../kit/cells.js";
import { links } from "../../kit/links.js";
import { placed } from "../../kit/place.js";
import { letterRuns, textAt } from "../../kit/text.js";
import { token } from "../../kit/token.js";
import { upTo } from "../../model.js";
import { stagesOf } from "./facts.js";

/** @typedef {import("../../kit/place.js").Box} Box */

/** Px at the left for letters; from word to word, at most; of a bar of length 1, at most, and its height; of the streams, at least. */
export const MARGIN = 30;
const [PITCH, LONGEST, BAR, LEAST] = [190, 380, 22, 34];

/** @param {import("../../model.js").Model} model @param {Box} space @param {{ out: number, word: number, size: import("../../kit/block.js").Size, folded: boolean, tight: boolean }} how out: the word that is taken out, from
 *   1; word: which gets most; folded: vectors stand upright */
export function wordsIn(model, space, { out, word, size, folded, tight }) {
  const [plain, reader] = stagesOf(model);
  const w = model.words.stories.classification;
  const pitch = Math.min(PITCH, space.width / plain.q_len);
  const start = space.x + (space.width - pitch * plain.q_len) / 2;
  /** Each under its word. @template {import("../../kit/place.js").Placeable} T @param {T[]} items @param {number} y */
  const inRow = (items, y) => items.map((one, j) => placed(one, start + (j + 0.5) * pitch, y));
  const [center, bottom] = [space.x + space.width / 2, space.y + space.height];
  const letter = (/** @type {string} */ tensor, /** @type {number} */ y) =>
    textAt(`head.${tensor}`, space.x - 6, y, { runs: letterRuns(tensor, ""), align: "end", fill: "muted" });

  const tokens = upTo(plain.q_len).map((j) => {
    const name = nameOf(plain, "key", j);
    const isOut = j === out - 1;
    const how = { text: name, label: w[isOut ? "putBack" : "takeOut"]({ name }), out: isOut };
    return token(`query-${isOut ? 0 : j + 1}`, { ...how, size: tight ? 13 : 16, most: pitch - 4 });
  });
  const words = inRow(tokens, space.y + tokens[0].height / 2);
  const cells = cellsOf(plain, () => ({ size }));
  const vectorsOf = (/** @type {string} */ tensor) => {
    const upright = { perRow: 1, width: Math.min(pitch - 6, cellOf(plain, tensor, size).width) };
    return cells.along("query", tensor, {}, folded ? upright : {});
  };
  const [{ height: high, width }] = vectorsOf("x");
  const top = space.y + tokens[0].height + 5;
  const y = { x: top + high / 2, output: bottom - high / 2 - 2 };
  const [vectors, outputs] = [inRow(vectorsOf("x"), y.x), inRow(vectorsOf("output"), y.output)];
  const flows = outputs.map((output, i) =>
    links(`flow.${i}`, {
      ...{ from: vectors, to: [output], down: true, tensor: plain.full("weights") },
      // the map has the numbers of the others
      ...{ indices: [pairs(plain, i)], written: i === word ? 0.4 : 1 },
      ...{ unit: Math.min(96, width + 8), decimals: 2 },
    }),
  );

  const heard = cellsOf(reader, () => ({ size }));
  const line = size.height;
  const low = top + high + 3;
  const at = { scores: low + line / 2, weights: low + line * 1.5 + 2, mix: bottom - line / 2 - 2 };
  const long = Math.min(space.width - 40, LONGEST);
  const bar = { width: long, height: BAR, decimals: 2, names: words.map((_, j) => nameOf(plain, "key", j)) };
  const narrow = { width: Math.min(pitch - 3, cellOf(reader, "weights", size).width) };
  // scores that are too wide for their words are left out
  const fits = cellOf(reader, "masked_scores", size).width < pitch;
  /** What the query hears of all words, or without the one that is taken out. @param {number} query */
  const listen = (query) => {
    const weights = inRow(heard.along("key", "weights", { query }, narrow), at.weights);
    const share = heard.share(query, { ...bar, label: w.labels.share });
    // what would stand above it is in the streams' way
    Object.assign(share.initial, { outer: 0 });
    placed(share, center, at.mix - line / 2 - BAR / 2 - 3);
    const streams = links(`streams.${query}`, {
      ...{ from: weights, to: [share], down: true, tensor: reader.full("weights") },
      ...{ indices: [pairs(reader, query)], unit: Math.min(long, pitch - 10), mouth: long },
      ...{ decimals: 2, written: 1, solid: true },
    });
    const scores = fits
      ? inRow(heard.along("key", "masked_scores", { query }, { style: "plain" }), at.scores)
      : [];
    return { scores, weights, mix: placed(heard("mixed", { query }), center, at.mix), share, streams };
  };
  const whole = listen(0);
  const left = whole.mix.x - 8;
  const named = { text: w.labels.mix, align: /** @type {const} */ ("end"), most: left, fill: "muted" };
  const across = Math.max(width, outputs[0].width) + (folded ? 6 : 8);
  const room = bottom - low - 3 * line - 4 - BAR;
  return {
    ...{ words, vectors, outputs, flows, whole, without: out ? listen(out) : whole },
    name: textAt("head.mixed", left, at.mix, named),
    heads: {
      ...{ x: letter("x", y.x), output: letter("output", y.output), weights: letter("weights", at.weights) },
      scores: fits && letter("scores", at.scores),
    },
    takes: { width: across > pitch ? Infinity : 0, height: room < LEAST ? Infinity : 0 },
  };
}
