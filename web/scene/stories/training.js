/**
 * A layer that learns: its task, one step of training, and then the recorded run, whose steps are the time of a chapter: loss, map
 * and parameters as they were. What a reader trains on is recorded too, and told in the same chapter.
 */

import { button, buttonWidth } from "../kit/button.js";
import { losses } from "../kit/losses.js";
import { FADE, hide, show, snap, turn } from "../kit/moves.js";
import { heard } from "../facts.js";
import { formatAlone, formatNumber } from "../format.js";
import { text } from "../kit/text.js";
import { upTo } from "../model.js";
import { after, beat } from "../timeline.js";
import { controlsOf } from "./training/controls.js";
import { mapOf, percent, readingsOf } from "./training/map.js";
import { gradientsOf, parametersOf } from "./training/parameters.js";
import { BLOCK, LEARNED, recordOf } from "./training/record.js";
import { areasIn } from "./training/room.js";
import { answersOf, sequenceOf } from "./training/task.js";
import trainingTexts from "../../words/stories/training/index.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../timeline.js").Beat} Beat */
/** @typedef {ReturnType<typeof begin>} Telling */

/** Seconds of a hundred recorded steps, of a few at least, and until the next begin. */
const [PACE, LEAST, REST] = [8, 0.4, 0.6];
/** How much more than the mean of its keys a weight may be in an even row. */
const EVEN = 2;

/** @type {import("./index.js").Story} */
export default { texts: [trainingTexts], flat: true, tells: ({ options }) => options.trains === true, tell };

/** @param {import("../script.js").Script} script @param {import("../scene.js").Room} room @returns {import("../scene.js").Told} */
function tell(script, room) {
  const t = begin(script, room);
  task(t);
  oneStep(t);
  const spans = learning(t);
  const last = spans[spans.length - 1];
  const head = last.start + last.seconds;
  learned(t);
  return {
    height: t.areas.height,
    poster: t.poster,
    invitation: t.w.invitation(t.model, script.time),
    live: { head, stepAt: (time) => stepIn(spans, t.record.recorded, time, head), said: saidOf(t) },
  };
}

/** What every step of the telling needs. @param {import("../script.js").Script} script @param {import("../scene.js").Room} room */
function begin(script, room) {
  const { model } = script;
  const areas = areasIn(room);
  const record = recordOf(model);
  const w = model.words.stories.training;
  const map = mapOf(model, record, areas);
  const readings = readingsOf(model, record, areas);
  const parameters = parametersOf(model, record, areas);
  const plot = plotOf(model, record, areas);
  const controls = controlsOf(model, record, areas);
  const sequence = sequenceOf(model, record, areas);
  const answers = answersOf(model, areas);
  const gradients = gradientsOf(model, areas);
  const { tokens, mark, lines, targets } = sequence;
  const all = [
    ...[...tokens, mark, lines, ...targets, ...gradients, answers.title, answers.logits, answers.marks],
    ...[...answers.loss, map.heading, ...map.names, map.cells, ...parameters, ...plot.items],
    ...[...readings, ...controls, map.rings],
  ];
  for (const item of all) script.add(item);
  const moving = [map.cells, ...parameters, plot.curve, ...readings].filter(
    (one) => "at" in (one.initial ?? {}),
  );
  const facts = factsOf(model, record);
  return {
    ...{ script, model, areas, record, w, map, readings, parameters, plot, controls, sequence, answers },
    ...{ gradients, facts, poster: 0 },
    /** Everything goes to a step. @param {number} step @param {number} seconds @returns {Beat[]} */
    to: (step, seconds) => moving.map(({ id }) => beat(id, "at", step, seconds)),
    /** @param {string} id */
    chapter: (id) => script.chapter(id, w.chapters[id]),
    /** @param {string} id @param {Record<string, any>} about @param {Beat[][]} moves */
    step: (id, { sentence = id.replace(/-\d+$/, ""), ...about }, ...moves) =>
      script.step(
        {
          id,
          title: w.steps[sentence],
          caption: () => w[sentence]({ ...facts, model, ...about.facts }),
          rest: 2,
          place: { at: id },
          ...about,
        },
        ...moves,
      ),
  };
}

/** The loss, with its title and the button that changes its scale. @param {Model} model @param {import("./training/record.js").TrainingRecord} record @param {import("./training/room.js").Areas} areas */
function plotOf(model, record, { beside: { x, y, width, height }, kind }) {
  const w = model.words.stories.training.shown;
  const said = record.log ? w.linear : w.log;
  const wide = Math.max(...[w.linear, w.log].map((one) => buttonWidth(one, 10)));
  const roomy = kind === "wide" || kind === "column";
  const scale = button("scale", { label: w.scale, text: said, width: wide, height: 24 });
  scale.put(x + width, y + 13);
  const title = roomy
    ? text("loss.title", {
        ...{ text: w.curve, weight: 650, fill: "ink", align: "start", most: width - wide - 12 },
      })
    : null;
  title?.put(x, y + 13);
  const top = roomy ? 30 : 0;
  const extent = Math.max(BLOCK, Math.ceil(Math.max(record.wanted, record.recorded) / BLOCK) * BLOCK);
  const { reached } = record;
  const noted = reached ? { step: reached.step, text: w.reached({ share: percent(LEARNED) }) } : null;
  const curve = losses("losses", {
    ...{ width, height: height - top, loss: record.loss, extent, log: record.log, label: w.curve, noted },
  });
  curve.put(x + width / 2, y + top + (height - top) / 2);
  return { curve, title, scale, items: [title, scale, curve] };
}

/** What is true of the run. @param {Model} model @param {import("./training/record.js").TrainingRecord} record */
function factsOf(model, record) {
  const { settings, reached, last, loss, recorded, failed, head, right, measured } = record;
  const [first] = measured;
  const rows = upTo(model.q_len).map((i) => upTo(model.kv_len).map((j) => model.value("weights", [0, head, i, j]))); // prettier-ignore
  const even = rows.every((row) => {
    const open = row.filter((one) => one > 0);
    return open.length < 2 || Math.max(...open) <= EVEN / open.length;
  });
  const then = reached?.weight ?? 0;
  const now = last.weight;
  return {
    ...settings,
    tokens: model.q_len,
    letters: model.tensor("output")?.shape[2] ?? 0,
    asked: right.filter((j) => j >= 0).length,
    batch: record.batch,
    recorded,
    running: record.running,
    even,
    guesses: first.accuracy < EVEN / model.q_len,
    before: percent(first.accuracy),
    accuracy: percent(last.accuracy),
    share: percent(LEARNED),
    learned: last.accuracy >= LEARNED,
    looks: now >= 0.5,
    weight: formatNumber(now, 2),
    then: formatNumber(then, 2),
    reached: reached?.step ?? null,
    rose: now > then + 0.02,
    falls: recorded > 1 && loss[recorded - 1] < loss[0],
    loss: `[${model.text("loss", [])}|loss:]`,
    rate: String(settings.learning_rate),
    several: settings.heads > 1,
    failed,
  };
}

/* ---------------------------------------------------------------- the steps */

/** What is to be learned, and how the layer does before it has learned anything. @param {Telling} t */
function task(t) {
  const { map, sequence, chapter, step, to, model, record } = t;
  const { tokens, mark, lines, targets } = sequence;
  chapter("task");
  step(
    "tokens",
    { rest: 2.6 },
    [...show(...tokens), ...to(0, 0)],
    mark ? [...show(mark), ...turn(mark, "all", 1, 0)] : [],
    [beat(lines.id, "shown", 1, 0), ...turn(lines, "draw", 1, 0.7), ...after(0.5, show(...targets))],
  );
  const cells = upTo(model.q_len).flatMap((i) => upTo(model.kv_len).map((j) => [0, record.head, i, j]));
  step(
    "untrained",
    { active: ["softmax"], heard: () => heard(model, "weights", cells) },
    show(map.heading, ...map.names, map.cells, ...t.readings),
    turn(map.cells, "numbers", 1),
  );
}

/** Forward, the loss, the gradients, and what moves. @param {Telling} t */
function oneStep(t) {
  const { map, sequence, answers, gradients, parameters, chapter, step, to, record } = t;
  const { tokens, mark, lines, targets } = sequence;
  const [word, loss] = answers.loss;
  chapter("step");
  step("forward", { active: ["value"] }, show(...parameters), show(answers.title, answers.logits));
  step(
    "loss",
    { rest: 2.4 },
    [...show(answers.marks), ...turn(answers.marks, "all", 1, 0)],
    [...show(word), ...snap(loss)],
  );
  step("gradients", { rest: 2.6 }, hide(...tokens, mark, lines, ...targets), show(...gradients));
  const moved = record.recorded > 0;
  step(
    "move",
    { sentence: moved ? "move" : "waits", rest: 2.2 },
    moved ? turn(map.cells, "numbers", 0) : [],
    moved ? to(1, 0.8) : [],
  );
}

/** The recorded run, a hundred steps a time. @param {Telling} t @returns {Span[]} */
function learning(t) {
  const { script, answers, gradients, readings, plot, controls, chapter, step, to, record } = t;
  chapter("learn");
  const away = hide(...gradients, answers.title, answers.logits, answers.marks, ...answers.loss);
  const comes = [...show(...plot.items, ...readings, ...controls), ...to(0, 0)];
  /** @type {Span[]} */
  const spans = [];
  for (const [k, { from, to: end }] of record.blocks.entries()) {
    const seconds = Math.max(LEAST, (PACE * (end - from)) / BLOCK);
    const first = k === 0 ? [away, after(FADE, comes)] : [];
    const id = k === 0 ? "learn" : `learn-${k + 1}`;
    const facts = { from: from + 1, end, count: end - from };
    const sentence = record.recorded === 0 ? "empty" : k === 0 ? "learn" : "more";
    const title = record.recorded === 0 ? t.w.steps.empty : t.w.steps.learn(facts);
    step(id, { sentence, title, facts, rest: REST }, ...first.map((one) => [...one]), to(end, seconds));
    spans.push({ from, to: end, start: script.time - REST - seconds, seconds });
  }
  return spans;
}

/** What has come of it. @param {Telling} t */
function learned(t) {
  const { script, map, chapter, step, plot, record } = t;
  chapter("learned");
  const { failed } = record;
  if (failed) {
    const { step: at, tensor, holds } = failed;
    const name = tensor.replace(/^w_(.)$/, (_, letter) => `W_${letter.toUpperCase()}`);
    const facts = { at, tensor: name, kept: at - 1, holds: holds === undefined ? null : String(holds) };
    step("failed", { facts, rest: 3.2 }, turn(map.cells, "numbers", 1));
  }
  const rings = [...show(map.rings), ...turn(map.rings, "all", 1, 0)];
  step("result", { rest: 3, active: ["softmax"] }, turn(map.cells, "numbers", 1), rings);
  step("reached", { rest: 3 }, turn(plot.curve, "noted", 1));
  t.poster = script.time - 0.01;
  step("open", { rest: 3 });
}

/** How far the run has come, for those who listen. @param {Telling} t */
function saidOf({ record, w, facts }) {
  const { recorded, loss } = record;
  if (recorded === 0) return "";
  const last = formatAlone(loss[recorded - 1], 3);
  return w.shown.now({ step: recorded, loss: last, accuracy: facts.accuracy });
}

/* ---------------------------------------------------------------- which step a time shows */

/** @typedef {{ from: number, to: number, start: number, seconds: number }} Span */

/** The recorded step that a moment of the story shows. @param {Span[]} spans @param {number} recorded @param {number} time @param {number} head */
function stepIn(spans, recorded, time, head) {
  if (time >= head) return recorded;
  const span = spans.findLast(({ start }) => start <= time);
  if (!span) return 0;
  const share = Math.min(1, (time - span.start) / span.seconds);
  return Math.round(span.from + share * (span.to - span.from));
}
