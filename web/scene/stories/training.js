/**
 * The story of a layer that learns: its task, one step of training, and then the recorded run, which sets the time of a chapter:
 * loss, map and parameters as they were at each step. Further training by the reader is recorded too, and shown in the same chapter.
 */

import { button, buttonWidth } from "../kit/button.js";
import { losses } from "../kit/losses.js";
import { blank, having, placeholders } from "../kit/arrivals.js";
import { atOnce, tellSteps } from "../kit/steps.js";
import { spokenText } from "../facts.js";
import { formatAlone, formatNumber, inPowers } from "../format.js";
import { textAt } from "../kit/text.js";
import { upTo } from "../model.js";
import { controlsOf } from "./training/controls.js";
import { mapOf, namesOf, percent, readingsOf } from "./training/map.js";
import { gradientsOf, parametersOf } from "./training/parameters.js";
import { BLOCK, recordOf } from "./training/record.js";
import { areasIn } from "./training/room.js";
import { LEARNED } from "./training/settings.js";
import { outputOf, targetOf } from "./training/own.js";
import { answersOf, sequenceOf } from "./training/task.js";
import * as trainingTexts from "../../build/words/stories/training.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../kit/steps.js").Step} Step */

/** Seconds for a hundred recorded steps, at least for a few, and until the next begin. */
const [PACE, LEAST, REST] = [6, 0.4, 0.6];
/** How many times the mean a weight may be in an even row. */
const EVEN = 2;

/** @type {import("./index.js").Story} */
export default { texts: [trainingTexts], tell: tellSteps("training", stageOf, steps) };

/** @param {Model} model @param {import("../scene.js").Room} room */
function stageOf(model, room) {
  const names = namesOf(model);
  const areas = areasIn(room, names);
  const record = recordOf(model);
  const facts = factsOf(model, record);
  /** @type {Span[]} */
  const spans = [];
  const live = {
    head: 0,
    stepAt: (/** @type {number} */ time) => stepIn(spans, time),
    said: saidOf(model, record, facts),
  };
  return {
    ...{ model, record, facts, invites: model, height: areas.height, spans, live, shows: { live } },
    ...{ map: mapOf(model, record, areas, names), readings: readingsOf(model, record, areas) },
    ...{ parameters: parametersOf(model, record, areas), plot: plotOf(model, record, areas) },
    ...{ controls: controlsOf(model, record, areas), gradients: gradientsOf(model, record, areas) },
    ...(record.settings.task
      ? { sequence: sequenceOf(model, record, areas), answers: answersOf(model, areas) }
      : { sequence: targetOf(model, areas), answers: outputOf(model, areas) }),
  };
}

/** @param {ReturnType<typeof stageOf>} stage @param {import("../kit/steps.js").StepMakers} make @param {import("../script.js").Script} script @returns {Generator<Step | import("../kit/steps.js").Chapter>} */
function* steps(stage, { chapter, ...make }, script) {
  const { model, record, facts, spans, live } = stage;
  const { map, readings, parameters, plot, controls, sequence, answers, gradients } = stage;
  const w = model.words.stories.training;
  /** @param {string} id @param {Partial<Step> & { sentence?: string, facts?: any }} about @param {any[]} states */
  const step = (id, { sentence = id, facts: more, ...about }, ...states) => {
    const caption = () => w[sentence]({ ...facts, ...more });
    return make.step(id, { title: w.titles[sentence], caption, at: id, ...about }, ...states);
  };
  const all = (/** @type {any} */ item) => item && having(item, { all: 1 });
  /**
   * Returns what moves with the run, as it is at one of its steps.
   * @param {number} at
   * @param {{ reveal?: number, seconds?: number, noted?: number }} [how] reveal: 1 if the map shows its weights; noted: 1 if
   *   the loss shows when the task was learned
   */
  const film = (at, { reveal = 0, seconds, noted = 0 } = {}) => ({
    map: [[map.heading, ...map.names, having(map.cells, { at, reveal }, seconds)]],
    readings: [readings.map((/** @type {any} */ item) => having(item, { at }, seconds))],
    parameters: [
      parameters.map((/** @type {any} */ p) => ("at" in p.initial ? having(p, { at }, seconds) : p)),
    ],
    curve: having(plot.curve, { at, noted }, seconds),
  });
  const { map: untrained, readings: first, parameters: learnable } = film(0);

  yield chapter("task");
  const { tokens, mark, lines, targets } = sequence;
  const leads = [
    ...(lines ? [{ lines: having(lines, { progress: 1 }, 0.7) }] : []),
    { wait: 0.5, targets: [targets] },
  ];
  const edges = { map: [[map.heading, ...map.names, ...placeholders([map.cells])]] };
  const ahead = atOnce({ ...edges, ...blank({ parameters, answer: answers.logits }) });
  yield step("tokens", {}, [{ tokens: [tokens] }, ahead], { mark: all(mark) }, leads);
  const { batch, head, q_len, kv_len } = model;
  const cells = upTo(q_len).flatMap((i) => upTo(kv_len).map((j) => [batch, head, i, j]));
  const about = { active: ["softmax"], spoken: () => spokenText(model, "weights", cells) };
  const filled = { map: film(0, { reveal: 1 }).map };
  yield step("untrained", about, [{ map: untrained }, { readings: first }], filled);

  yield chapter("step");
  const answer = { answer: [[answers.title, answers.logits]] };
  yield step("forward", { active: ["value"] }, { parameters: learnable }, answer);
  yield step("loss", {}, { marks: all(answers.marks) }, { loss: [answers.loss] });
  const gone = { tokens: null, mark: null, lines: null, targets: null };
  yield step("gradients", {}, { ...gone, gradients: [gradients] });
  const moved = record.recorded > 0;
  const { curve: _, ...moves } = film(1, { seconds: 0.8 });
  const states = moved ? [{ map: untrained }, atOnce(moves)] : [];
  yield step("move", { sentence: moved ? "move" : "waits" }, ...states);

  yield chapter("learn");
  const away = { gradients: null, answer: null, marks: null, loss: null };
  const comes = [away, { ...film(0), plot: [[plot.title, plot.scale]], controls: [controls] }];
  if (record.recorded > 1) yield step("repeat", { rest: REST }, ...comes.splice(0));
  for (const [k, { from, to: end }] of record.blocks.entries()) {
    const seconds = Math.max(LEAST, (PACE * (end - from)) / BLOCK);
    const count = { from: from + 1, end, count: end - from };
    const empty = record.recorded === 0;
    const sentence = empty ? "empty" : record.recorded === 1 ? "once" : k === 0 ? "learn" : "more";
    const title = empty ? w.titles.empty : w.titles.learn(count);
    const goes = atOnce(film(end, { seconds }));
    const about = { sentence, title, facts: count, rest: REST };
    yield step(k === 0 ? "learn" : `learn-${k + 1}`, about, ...(k === 0 ? comes : []), goes);
    const start = script.time - REST - seconds;
    spans.push({ from, to: end, start, seconds });
    live.head = start + seconds;
  }

  yield chapter("learned");
  const { to: at } = record.blocks[record.blocks.length - 1];
  const numbers = film(at, { reveal: 1 });
  const { failed } = record;
  if (failed) {
    const { step: n, tensor, holds } = failed;
    const name = tensor.replace(/^w_([a-z])$/, (_, letter) => `W_${letter.toUpperCase()}`);
    const why = { at: n, tensor: name, kept: n - 1, holds: holds && inPowers(String(holds)) };
    yield step("failed", { facts: why }, { map: numbers.map });
  }
  yield step("result", { active: ["softmax"] }, { map: numbers.map }, { rings: all(map.rings) });
  yield step("reached", { poster: true }, { curve: film(at, { noted: 1 }).curve });
  yield step("open", {});
}

/**
 * Returns the loss curve, with its title and the button that changes its scale.
 * @param {Model} model @param {import("./training/record.js").TrainingRecord} record
 * @param {import("./training/room.js").Areas} areas
 */
function plotOf(model, record, { beside: { x, y, width, height }, kind }) {
  const w = model.words.stories.training.shown;
  const said = record.log ? w.linear : w.log;
  const wide = Math.max(...[w.linear, w.log].map((text) => buttonWidth(text, 10)));
  const roomy = kind !== "phone";
  const scale = button("scale", { label: w.scale, text: said, width: wide, height: 24 });
  scale.put(x + width, y + 13);
  const title = roomy
    ? textAt("loss.title", x, y + 13, {
        ...{ text: w.curve, weight: 650, fill: "ink", align: "start", most: width - wide - 12 },
      })
    : null;
  const top = roomy ? 30 : 0;
  const extent = Math.max(BLOCK, Math.ceil(Math.max(record.wanted, record.recorded) / BLOCK) * BLOCK);
  const { reached, half, settings } = record;
  const learned = reached && { step: reached.step, text: w.reached({ share: percent(LEARNED) }) };
  const noted = settings.task ? learned : half > 0 ? { step: half, text: w.halved } : null;
  const curve = losses("losses", {
    // on a phone, the button stands beside the curve, which may end as high as it
    ...{ width: roomy ? width : width - wide - 6, height: height - top, loss: record.loss },
    ...{ extent, log: record.log, label: w.curve, noted },
  });
  curve.put(x + curve.width / 2, y + top + (height - top) / 2);
  return { curve, title, scale };
}

/** Returns the facts about the run. @param {Model} model @param {import("./training/record.js").TrainingRecord} record */
function factsOf(model, record) {
  const { settings, reached, last, loss, recorded, head, measured, half } = record;
  const [first] = measured;
  const at = (/** @type {number} */ i, /** @type {number} */ j) => model.value("weights", [model.batch, head, i, j]); // prettier-ignore
  const rows = upTo(model.q_len).map((i) => upTo(model.kv_len).map((j) => at(i, j)));
  const even = rows.every((row) => {
    const open = row.filter((weight) => weight > 0);
    return open.length < 2 || Math.max(...open) <= EVEN / open.length;
  });
  const [then, now] = [reached?.weight ?? 0, last.weight ?? 0];
  const accuracy = last.accuracy ?? 0;
  return {
    ...settings,
    model,
    tokens: model.q_len,
    letters: model.tensor("output")?.shape[2] ?? 0,
    batch: record.batch,
    recorded,
    even,
    guesses: (first.accuracy ?? 0) < EVEN / model.q_len,
    before: percent(first.accuracy ?? 0),
    accuracy: percent(accuracy),
    share: percent(LEARNED),
    learned: accuracy >= LEARNED,
    looks: now >= 0.5,
    weight: formatNumber(now, 2),
    then: formatNumber(then, 2),
    reached: reached?.step ?? null,
    rose: now > then + 0.02,
    half,
    classes: model.problem.loss === "cross_entropy",
    ...(recorded > 0 && { first: formatAlone(loss[0], 3), last: formatAlone(loss[recorded - 1], 3) }),
    falls: recorded > 1 && loss[recorded - 1] < loss[0],
    rate: inPowers(String(settings.learning_rate)),
  };
}

/**
 * Says how far the run has come, for screen readers.
 * @param {Model} model @param {import("./training/record.js").TrainingRecord} record @param {ReturnType<typeof factsOf>} facts
 */
function saidOf(model, record, facts) {
  const { recorded, loss } = record;
  if (recorded === 0) return "";
  const { now, nowLoss } = model.words.stories.training.shown;
  const last = formatAlone(loss[recorded - 1], 3);
  const said = record.last.accuracy === null ? nowLoss : now;
  return said({ step: recorded, loss: last, accuracy: facts.accuracy });
}

/** @typedef {{ from: number, to: number, start: number, seconds: number }} Span */

/**
 * Returns the recorded step that is shown at a time of the story; after the last span, its last.
 * @param {Span[]} spans @param {number} time
 */
function stepIn(spans, time) {
  const span = spans.findLast(({ start }) => start <= time);
  if (!span) return 0;
  const share = Math.min(1, (time - span.start) / span.seconds);
  return Math.round(span.from + share * (span.to - span.from));
}
