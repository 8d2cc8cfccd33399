/** Softmax as one step, or opened into maximum, subtraction, exponential, sum and division. */

import { upTo } from "../layout.js";
import { box, fly, land, show } from "../moves.js";
import { expSentence, pairs, rowText, say, softmaxSentence, sumsToOne } from "../sentences.js";
import { sequence, together } from "../timeline.js";
import { rowEvent } from "./stage.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../schedule.js").Event} Event */

/** @param {Script} script @param {number} i @param {number} [speed] */
export function softmaxSteps(script, i, speed = 1) {
  if (script.model.open) openSteps(script, i, speed);
  else closedStep(script, i, speed);
}

/** @type {Record<string, string>} */
const PLACES = {
  max: "softmax-max",
  shift: "softmax-shift",
  exp: "softmax-exp",
  total: "softmax-sum",
  divide: "softmax-divide",
};

/** @param {Script} script @param {string} id @param {number} i @param {number} speed */
const about = ({ model }, id, i, speed) => ({
  id: `${id}-${i + 1}`,
  title: model.words.stories["walk-through"].steps[id],
  active: ["softmax"],
  query: i,
  speed,
  // as in all stories, so that another story opens at the same place
  place: { at: PLACES[id] ?? id, query: i },
});

/** A row of one tensor, read out. @param {Script} script @param {string} tensor @param {number} i */
const row =
  ({ model }, tensor, i) =>
  () =>
    rowText(model, model.words.roles[tensor], tensor, pairs(model, i));

/** @param {Script} script @param {number} i @param {number} speed */
function closedStep(script, i, speed) {
  const { model } = script;
  const last = model.stages[model.stages.length - 2];
  const told = { ...about(script, "softmax", i, speed), caption: softmaxSentence(model, i) };
  script.step({ ...told, text: row(script, "weights", i) }, () => {
    const event = rowEvent(script, i, "weights", last, ["word.softmax"]);
    if (sumsToOne(model, i)) event.beats = together(event.beats, show("note.sum"));
    return [event];
  });
}

/** @param {Script} script @param {number} i @param {number} speed */
function openSteps(script, i, speed) {
  const { model } = script;
  const source = model.stages[model.stages.indexOf("shifted_scores") - 1];
  const at = [model.batch, model.head, i];
  const none = model.value("row_max", at) === -Infinity;
  const max = say(model, none ? "maxNone" : "max", { max: model.text("row_max", at), cell: `row_max:${at}` });
  script.step({ ...about(script, "max", i, speed), caption: max }, () => [
    collect(script, i, "row_max", source, "max"),
  ]);
  rowStep(script, "shift", say(model, "shift"), i, speed, ["shifted_scores", source]);
  rowStep(script, "exp", expSentence(model, i), i, speed, ["shifted_exp", "shifted_scores"]);
  const sum = say(model, "total", { sum: model.text("row_sum", at), cell: `row_sum:${at}` });
  script.step({ ...about(script, "total", i, speed), caption: sum }, () => [
    collect(script, i, "row_sum", "shifted_exp", "total"),
  ]);
  const divided = sumsToOne(model, i) ? say(model, "divide") : softmaxSentence(model, i);
  rowStep(script, "divide", divided, i, speed, ["weights", "shifted_exp"]);
}

/**
 * A step in which one row becomes another.
 * @param {Script} script @param {string} id @param {import("../words.js").Span[]} caption @param {number} i @param {number} speed
 * @param {[string, string]} tensors to, from
 */
function rowStep(script, id, caption, i, speed, [to, from]) {
  script.step({ ...about(script, id, i, speed), caption, text: row(script, to, i) }, () => [
    rowEvent(script, i, to, from),
  ]);
}

/** A whole row flies into one number. @param {Script} script @param {number} i @param {string} tensor @param {string} from @param {string} word @returns {Event} */
function collect(script, i, tensor, from, word) {
  const to = `${tensor}.${i}`;
  const copies = upTo(script.model.kv_len).map((j) => fly(script, `${from}.${i}.${j}`, to));
  return { light: ["word." + word], beats: sequence(box(to), together(...copies), land(to)) };
}
