/** The task as tokens, with what is to be named below each; and what the untrained layer answers: logits, and the loss. */

import { block, SIZES } from "../../kit/block.js";
import { backdrop, sweep } from "../../kit/backdrop.js";
import { heatMap } from "../../kit/heat.js";
import { sliceOf } from "../../kit/slice.js";
import { textAt } from "../../kit/text.js";
import { threads } from "../../kit/threads.js";
import { textWidth } from "../../text-metrics.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/place.js").Box} Box */

/** In px: the gap between chips, and a line of words. */
const [GAP, LINE] = [5, 18];

/** @param {Model} model @param {import("./record.js").TrainingRecord} record @param {import("./room.js").Areas} areas */
export function sequenceOf(model, { right, settings }, { beside, kind }) {
  const w = model.words.stories.training.shown;
  const count = model.q_len;
  const gap = kind === "wide" ? 2 * GAP : model.self ? GAP : 2;
  const wide = Math.min(60, Math.floor((beside.width - (count - 1) * gap) / count));
  const high = Math.min(kind === "wide" ? 38 : 30, Math.floor((beside.height - 2 * LINE) / 3));
  const between = Math.min(70, beside.height - 2 * LINE - 2 * high);
  const top = beside.y + LINE + Math.max(0, (beside.height - 2 * LINE - 2 * high - between) / 3);
  const said = (/** @type {number} */ j) => model.short("key", j);
  // the mark is not part of the answer; where sentences are aligned, the answer is the translated word
  const answer = (/** @type {number} */ i) =>
    model.self ? said(right[i]).replace(/\*$/, "") : model.short("query", i);
  const longest = Math.max(
    ...upTo(count).flatMap((i) => [said(i), answer(i)].map((name) => textWidth(name, 1, 600))),
  );
  const size = Math.max(12, Math.min(kind === "wide" ? 16 : 13, (wide - 5) / longest));
  const chip = (/** @type {number} */ i, /** @type {number} */ y) => ({
    ...{ x: beside.x + i * (wide + gap), y, width: wide, height: high },
  });
  const muted = /** @type {const} */ ({ size: 12, fill: "muted", align: "start", most: beside.width });
  /** @type {(id: string, said: string, y: number) => any} */
  const line = (id, said, y) => textAt(id, beside.x, y, { ...muted, text: said });
  /** @type {(id: string, said: string, at: Box, fill: string) => any} */
  const word = (id, said, at, fill) => {
    const what = { text: said, size, weight: 600, fill, most: at.width - 4 };
    return textAt(id, at.x + at.width / 2, at.y + at.height / 2, what);
  };
  const low = top + high + between;
  const asked = upTo(count).filter((i) => right[i] >= 0);
  const style = { rx: 6, initial: { opacity: 0 } };
  /** @type {(id: string, some: number[], y: number, fill: string) => any[]} */
  const chips = (id, some, y, fill) => some.map((i) => backdrop(`${id}${i}`, chip(i, y), { ...style, fill }));
  return {
    tokens: [
      line("sequence.title", w[model.self ? "sequence" : "source"], top - LINE / 2),
      ...chips("token.", upTo(count), top, "input"),
      ...upTo(count).map((i) => word(`token.word${i}`, said(i), chip(i, top), "on-role")),
    ],
    mark: settings.task === "lookup" ? sweep("mark", [chip(right[0], top)]) : null,
    lines: threads(
      "threads",
      asked.map((i) => [chip(right[i], top), chip(i, low)]),
    ),
    targets: [
      ...chips("target.", asked, low, "output"),
      ...asked.map((i) => word(`target.word${i}`, answer(i), chip(i, low), "on-output")),
      line("target.title", w[model.self ? "asked" : "translation"], low + high + LINE / 2),
    ],
  };
}

/**
 * Returns what the layer answers: a row of logits for every position, with the right class marked, and the loss.
 * @param {Model} model @param {import("./room.js").Areas} areas
 */
export function answersOf(model, { controls, kind }) {
  const w = model.words.stories.training.shown;
  const slice = sliceOf(model, "output");
  const { rows, columns } = slice;
  const { x, y, width, height } = controls;
  // in a narrow room the loss stands to the right
  const flat = kind !== "wide";
  const side = Math.floor(
    Math.min(kind === "wide" ? 26 : 17, (height - LINE - (flat ? 4 : 34)) / rows, (width - 20) / columns),
  );
  const said = w[model.self ? "logits" : "wordLogits"];
  const look = /** @type {const} */ ({ size: 12, fill: "muted", align: "start", most: width });
  const title = textAt("logits.title", x, y + LINE / 2, { ...look, text: said });
  const logits = heatMap(slice, { id: "logits", cell: { width: side, height: side }, label: w.logits });
  const top = y + LINE + 4;
  logits.put(x + logits.width / 2, top + logits.height / 2);
  const [left, line] = flat
    ? [x + logits.width + 28, top + logits.height / 2]
    : [x, top + logits.height + 20];
  return { title, logits, marks: marksOn(model, logits), loss: lossAt(model, left, line, !flat) };
}

/**
 * Returns marks at the right class of each row; null for a loss without classes.
 * @param {Model} model @param {Box & { cellWidth: number, cellHeight: number }} matrix
 */
export function marksOn({ problem, batch, q_len, value }, { x, y, cellWidth, cellHeight }) {
  const isClass = problem.loss === "cross_entropy";
  const boxes = upTo(isClass ? q_len : 0).flatMap((i) => {
    const at = value("target", [batch, i]);
    const place = { x: x + at * cellWidth + 1, y: y + i * cellHeight + 1 };
    return at < 0 ? [] : [{ ...place, width: cellWidth - 2, height: cellHeight - 2 }];
  });
  return boxes.length ? sweep("answers", boxes, { stroke: "ring-in" }) : null;
}

/** Returns the loss, after its word. @param {Model} model @param {number} left @param {number} line @param {boolean} large */
export function lossAt(model, left, line, large) {
  const size = large ? SIZES.large : SIZES.phone;
  const loss = block(model, { id: "loss", tensor: "loss", cells: [[[]]], size, style: "plain" });
  const said = model.words.stories.training.shown.loss;
  const how = /** @type {const} */ ({ size: 13, fill: "ink", weight: 650, align: "start" });
  const word = textAt("loss.word", left, line, { ...how, text: said });
  loss.put(left + word.width + 8 + loss.width / 2, line);
  return [word, loss];
}
