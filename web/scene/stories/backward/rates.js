/** The loss after one step at several learning rates, beside what the gradient predicts. */

import { curve, frameOf } from "../../kit/figures.js";
import { formatAlone } from "../../format.js";
import { textWidth } from "../../text-metrics.js";
import { placed } from "../../kit/place.js";
import { text } from "../../kit/text.js";

/** @typedef {import("../backward.js").Stage} Stage */
/** @typedef {{ rate: number, loss: number, predicted: number }} Tried the loss after a step at a rate,
 *   and the loss that the gradient predicts */

/** The largest loss that is drawn, as a multiple of the one before the step. */
const MOST = 1.35;

/** Px for words over the plot, and below it. */
const [HEAD, FOOT] = [46, 48];

/** @param {Stage} stage @param {import("../../kit/steps.js").StepMakers} make @returns {Generator<import("../../kit/steps.js").Step>} */
export function* ratesSteps({ model, room, w, facts }, { step }) {
  const now = model.value("loss", []);
  /** @type {Tried[]} */
  const tried = model.more.learning.rates();
  const before = { rate: 0, loss: now };
  const best = tried.reduce((least, next) => (next.loss < least.loss ? next : least), before);
  if (best.rate === 0) return;
  const wide = Math.min(room.width - 60, 900);
  const box = { x: (room.width - wide) / 2, y: HEAD, width: wide, height: room.height - HEAD - FOOT };
  const pitch = (box.width - 32) / (tried.length - 1);
  const x = (/** @type {number} */ k) => box.x + 16 + k * pitch;
  const y = (/** @type {number} */ loss) => box.y + box.height * (1 - loss / (MOST * now));
  const lines = [
    { key: "loss", fill: "score", values: tried.map(({ loss }) => loss) },
    { key: "predicted", fill: "key", values: tried.map(({ predicted }) => predicted) },
  ];
  const low = (/** @type {number} */ value) => y(value) > box.y + box.height - 34;
  const curves = lines.map(({ key, fill, values }) => {
    const { points, leaves } = within(values, MOST * now);
    const labels = points.map(([, value]) =>
      key === "loss" && value === best.loss
        ? { text: formatAlone(value, 3), dy: low(value) ? -12 : 22 }
        : null,
    );
    const drawn = points.map(([k, value]) => [x(k), y(value)]);
    return curve(`rates.${key}`, { fill, points: drawn, labels, leaves, stretch: 3 });
  });
  const said = (/** @type {string} */ id, /** @type {string} */ plain, /** @type {object} */ how) =>
    text(`rates.word.${id}`, { text: plain, size: 12.5, fill: "muted", most: room.width - 60, ...how });
  const words = lines.map(({ key }, k) =>
    placed(said(key, w.page.rates[key], { align: "start" }), box.x + 22, 12 + 17 * k),
  );
  const axis = placed(said("axis", w.page.rates.axis, {}), box.x + box.width / 2, box.y + box.height + 34);
  const long = Math.max(...tried.map(({ rate }) => textWidth(String(rate), 12))) + 6;
  // three rates are a factor of ten
  const every = long <= pitch ? 1 : 3;
  const frame = frameOf("rates.frame", {
    box,
    keyed: words.map((_, k) => ({ x: box.x, y: 12 + 17 * k, fill: lines[k].fill })),
    foot: tried.flatMap(({ rate }, k) =>
      k % every ? [] : [{ x: x(k), y: box.y + box.height + 16, text: String(rate) }],
    ),
  });
  // whether the smallest step falls as far as predicted, give or take a fifth
  const near = Math.abs(tried[0].loss - tried[0].predicted) < (now - tried[0].predicted) / 5;
  const more = { near, best: best.rate, least: formatAlone(best.loss, 3) };
  const [loss, predicted] = curves;
  yield step(
    "rates",
    { rest: 1, caption: () => w.rates({ ...facts, ...more }) },
    { only: true, frame: [[frame, ...words, axis]] },
    { predicted },
    { loss },
  );
}

/**
 * A line as far as it stays between 0 and a maximum, up to the point where it leaves.
 * @param {number[]} values @param {number} most @returns {{ points: number[][], leaves: boolean }}
 */
function within(values, most) {
  const end = values.findIndex((value) => value < 0 || value > most);
  const points = values.slice(0, end < 0 ? values.length : end).map((value, k) => [k, value]);
  if (end < 1) return { points, leaves: false };
  const [from, to] = [values[end - 1], values[end]];
  const edge = to < 0 ? 0 : most;
  return { points: [...points, [end - 1 + (edge - from) / (to - from), edge]], leaves: true };
}
