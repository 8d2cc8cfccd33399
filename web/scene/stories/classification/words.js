/** The words of a sentence, which never move, and below them what becomes of them: what each makes of the others, or what a query hears. */

import { nameOf, pairs } from "../../facts.js";
import { stackedBar } from "../../kit/bars.js";
import { cellOf } from "../../kit/block.js";
import { cellsOf } from "../../kit/cells.js";
import { links } from "../../kit/links.js";
import { letterRuns, text } from "../../kit/text.js";
import { token } from "../../kit/token.js";
import { upTo } from "../../model.js";
import { stagesOf } from "./facts.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {import("../../kit/block.js").Size} Size */
/** @typedef {{ at: (j: number) => number, pitch: number, low: number, bottom: number, center: number, size: Size }} Places x of a word; px from word
 *   to word; y below the vectors, and of the lower edge */

/** Px at the left for letters; from word to word, at most; of a bar of length 1, at most, and its height; of the streams, at least. */
export const MARGIN = 30;
const [PITCH, LONGEST, BAR, LEAST] = [190, 380, 22, 34];

/** @param {Model} model @param {Box} space @param {{ out: number, word: number, size: Size, folded: boolean, tight: boolean }} how out: the word that is taken out, from
 *   1; word: which gets most; folded: vectors stand upright */
export function wordsIn(model, space, { out, word, size, folded, tight }) {
  const [plain] = stagesOf(model);
  const pitch = Math.min(PITCH, space.width / plain.q_len);
  const cells = cellsOf(plain, () => ({ size }));
  const [vectors, outputs] = ["x", "output"].map((tensor) => {
    const width = Math.min(pitch - 6, cellOf(plain, tensor, size).width);
    return cells.along("query", tensor, {}, folded ? { perRow: 1, width } : {});
  });
  const words = tokensOf(model, { out, size: tight ? 13 : 16, most: pitch - 4 });
  const [{ height: high }] = vectors;
  const top = space.y + words[0].height + 5;
  const start = space.x + (space.width - pitch * vectors.length) / 2;
  const places = {
    ...{ at: (/** @type {number} */ j) => start + (j + 0.5) * pitch, pitch, size },
    ...{ low: top + high + 3, bottom: space.y + space.height, center: space.x + space.width / 2 },
  };
  words.forEach((one, j) => one.put(places.at(j), space.y + one.height / 2));
  vectors.forEach((one, j) => one.put(places.at(j), top + high / 2));
  outputs.forEach((one, j) => one.put(places.at(j), places.bottom - high / 2 - 2));
  const unit = Math.min(96, vectors[0].width + 8);
  const flows = upTo(plain.q_len).map((i) =>
    links(`flow.${i}`, {
      ...{ from: vectors.map(belowOf), to: [aboveOf(outputs[i])], tensor: plain.full("weights") },
      // the map has the numbers of the others
      ...{ indices: [pairs(plain, i)], unit, decimals: 2, written: i === word ? 0.4 : 1 },
    }),
  );
  const head = letterAt(space.x - 6);
  const [x, output] = [head("x", top + high / 2), head("output", places.bottom - high / 2 - 2)];
  const listening = listeningIn(model, places, Math.min(space.width - 40, LONGEST), out);
  const room = places.bottom - places.low - 3 * size.height - 4 - BAR;
  const across = Math.max(vectors[0].width, outputs[0].width) + (folded ? 6 : 8);
  return {
    ...{ words, vectors, outputs, flows, told: listening.told, name: listening.name },
    heads: { x, output, ...listening.heads(head) },
    takes: { width: across > pitch ? Infinity : 0, height: room < LEAST ? Infinity : 0 },
  };
}

/** Words to be pressed. @param {Model} model @param {{ out: number, size: number, most: number }} how */
function tokensOf(model, { out, ...how }) {
  const [plain] = stagesOf(model);
  const w = model.words.stories.classification;
  return upTo(plain.q_len).map((j) => {
    const said = nameOf(plain, "key", j);
    const isOut = j === out - 1;
    const label = w[isOut ? "putBack" : "takeOut"]({ name: said });
    return token(`query-${isOut ? 0 : j + 1}`, { text: said, label, ...how, out: isOut });
  });
}

/** What the query hears of all words, and without the one that is taken out. @param {Model} model @param {Places} places @param {number} long px of the bar @param {number} out */
function listeningIn(model, { at, pitch, low, bottom, center, size }, long, out) {
  const [plain, reader] = stagesOf(model);
  const { labels } = model.words.stories.classification;
  const line = size.height;
  const cells = cellsOf(reader, (tensor) => ({
    size,
    ...(tensor === "masked_scores" && { style: "plain" }),
  }));
  const narrow = Math.min(pitch - 3, cellOf(reader, "weights", size).width);
  // scores that are too wide for their words are left out
  const fits = cellOf(reader, "masked_scores", size).width < pitch;
  const y = { scores: low + line / 2, weights: low + line * 1.5 + 2, mix: bottom - line / 2 - 2 };
  const names = upTo(reader.kv_len).map((j) => nameOf(plain, "key", j));
  const told = [...new Set([0, out])].map((query) => {
    const scores = fits ? cells.along("key", "masked_scores", { query }) : [];
    const weights = cells.along("key", "weights", { query }, { width: narrow });
    const mix = cells("mixed", { query });
    scores.forEach((one, j) => one.put(at(j), y.scores));
    weights.forEach((one, j) => one.put(at(j), y.weights));
    mix.put(center, y.mix);
    const tensor = reader.full("weights");
    const indices = pairs(reader, query);
    const share = stackedBar(`share.${query}`, {
      ...{
        width: long,
        height: BAR,
        tensor,
        indices,
        decimals: 2,
        names,
        bars: () => [],
        label: labels.share,
      },
    });
    // what would stand above it is in the streams' way
    Object.assign(share.initial, { outer: 0 });
    share.put(center, y.mix - line / 2 - BAR / 2 - 3);
    const streams = links(`streams.${query}`, {
      ...{ from: weights.map(belowOf), to: [aboveOf(share)], tensor, indices: [indices] },
      ...{ unit: Math.min(long, pitch - 10), mouth: long, decimals: 2, written: 1, solid: true },
    });
    return { scores, weights, mix, share, streams };
  });
  const { x: left } = told[0].mix;
  const name = text("head.mixed", { text: labels.mix, align: "end", most: left - 8, fill: "muted" });
  name.put(left - 8, y.mix);
  const heads = (/** @type {ReturnType<typeof letterAt>} */ head) => ({
    scores: fits ? head("scores", y.scores) : null,
    weights: head("weights", y.weights),
  });
  return { told, name, heads };
}

/** Letters of tensors, left of a line. @param {number} x */
const letterAt = (x) => (/** @type {string} */ tensor, /** @type {number} */ y) => {
  const item = text(`head.${tensor}`, { runs: letterRuns(tensor, ""), align: "end", fill: "muted" });
  item.put(x, y);
  return item;
};

/** The lower edge of a box, where what flows down leaves it. @param {Box} box @returns {Box} */
const belowOf = ({ x, y, width, height }) => ({ x, y: y + height, width, height: 0 });
/** @param {Box} box @returns {Box} */
const aboveOf = ({ x, y, width }) => ({ x, y, width, height: 0 });
