/** The items on the plane: words as points, the word that moves, and the steps by which each sentence's values move it. */

import { nameOf } from "../../facts.js";
import { addend, dots, rider, total } from "../../kit/plane/chain.js";
import { runsWidth, text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { textWidth, truncate } from "../../text-metrics.js";
import { spotsFor } from "./spots.js";

/** @typedef {import("../../model.js").Model} Model */

/** The largest width of a name: as a share of the plane, and in px. */
const MOST = { share: 0.3, px: 110 };

/** Font size of the question on the plane, in px. */
const LARGE = 22;

/**
 * @param {Model} model @param {Model[]} lanes @param {import("./sentences.js").Sentences} sentences
 * @param {import("../../kit/plane.js").Plane} ground @param {boolean} listed whether all weights are listed beside it
 */
export function onPlane(model, lanes, { asks, meant }, ground, listed) {
  const w = model.words.stories.meaning;
  const most = Math.min(MOST.px, ground.width * MOST.share);
  const cut = (/** @type {string} */ name, /** @type {number} */ size) => truncate(name, size, most, 600);
  const name = cut(nameOf(lanes[0], "query", asks), 15);
  const runs = {
    name: [{ text: name, size: 15, weight: 650 }],
    alone: [{ text: w.byItself({ name }), size: 13, weight: 600 }],
  };
  const row = (/** @type {string} */ tensor, /** @type {number[]} */ at) => ({
    tensor: model.full(tensor),
    row: at,
  });
  const words = meant.map((item) => ({
    row: row("x", [item, asks]),
    name: cut(nameOf(model.ofBatch(item), "query", asks), 14),
  }));
  const sums = lanes.map((lane) => {
    const order = orderOf(lane, asks);
    const steps = order.map((j) => row("weighted_values", [lane.batch, 0, j, asks]));
    return {
      ...{ order, way: { ground, foot: row("x", [lane.batch, asks]), steps } },
      parts: order.map((j) => ({
        whole: row("value", [lane.batch, 0, j]),
        name: cut(nameOf(lane, "key", j), 13),
        weight: { tensor: model.full("weights"), index: [lane.batch, 0, asks, j] },
      })),
    };
  });
  const question = w[meant.length ? "question" : "whither"]({ name: model.words.scene.quoted(name) });
  const widths = {
    ...{ foot: Math.max(runsWidth(runs.alone), runsWidth(runs.name)), tip: runsWidth(runs.name) },
    words: words.map((word) => textWidth(word.name, 14)),
    question: textWidth(question, LARGE, 650),
  };
  const spots = spotsFor(model, ground, sums, { words, widths });
  const titled = text("question", { text: question, size: LARGE, weight: 650, fill: "ink" });
  const at = spots.get("question");
  if (at) titled.put(at.x, at.y - 5);
  return {
    question: at ? titled : null,
    points: dots("words", {
      ground,
      dots: words.map((word, k) => ({ ...word, spot: spots.get(`word${k}`) })),
    }),
    before: rider("before", {
      way: { ...sums[0].way, steps: [] },
      name: runs.alone,
      spots: [spots.get("foot")],
      hollow: true,
    }),
    sums: sums.map(({ order, way, parts }, s) => ({
      ...{ order, way },
      rider: rider(`rider.${s}`, {
        ...{ way, name: runs.name },
        spots: [spots.get(s ? "again" : "start"), spots.get(`tip${s}`)],
      }),
      total: total(`total.${s}`, { way }),
      addends: parts.map((part, k) =>
        addend(`addend.${s}.${k}`, {
          ...{ ...part, way, k, copy: listed },
          spots: { name: s ? undefined : spots.get(`value${k}`), said: spots.get(`step${s}.${k}`) },
        }),
      ),
    })),
  };
}
/** @typedef {{ way: import("../../kit/plane/chain.js").Way, parts: { whole: import("../../kit/plane/chain.js").Row, name: string,
 *   weight: import("../../model.js").Cell }[] }} Sum of one sentence */

/** Returns the keys by their weights, largest first, without those whose weight is 0. @param {Model} lane @param {number} asks */
function orderOf(lane, asks) {
  const weights = upTo(lane.kv_len).map((j) => lane.value("weights", [lane.batch, 0, asks, j]));
  return upTo(lane.kv_len)
    .filter((j) => weights[j] !== 0)
    .toSorted((a, b) => weights[b] - weights[a]);
}
