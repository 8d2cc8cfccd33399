/** What happens to one query, from its scores to its output. Stories tell these parts at their own pace. */

import { LAYERS } from "../layout.js";
import { arrive, box, cascade, fly, foretell, grow, hide, land, show, snap } from "../moves.js";
import { stripBox } from "../parts.js";
import {
  maskSentence,
  numberSpan,
  pairs,
  list,
  rowText,
  say,
  expSentence,
  softmaxSentence,
  sumsToOne,
  struckOut,
  takes,
} from "../sentences.js";
import { beat, sequence, together } from "../timeline.js";
import { spans } from "../words.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../script.js").Event} Event */

/** @param {number} n */
const upTo = (n) => Array.from({ length: n }, (_, k) => k);

/** Symbols of the formula that belong to each stage. @type {Record<string, string[]>} */
const SYMBOLS = { scaled_scores: ["scale"], capped_scores: ["cap"], masked_scores: ["mask"] };

/** Chapter and caption of each stage between score and softmax. */
export const STAGES = { scaled_scores: "scale", capped_scores: "cap", masked_scores: "mask" };

/** The sentence of a stage. @param {import("../model.js").Model} model @param {string} stage @param {number} i */
function stageSentence(model, stage, i) {
  if (stage === "masked_scores") return maskSentence(model, i);
  if (stage === "capped_scores") return say(model, "cap", { cap: model.problem.softcap });
  return model.usualScale
    ? say(model, "scale", { d_k: model.d_k })
    : say(model, "scaleBy", { scale: model.problem.scale ?? model.scale });
}

/** First score in full, then the others. @param {Script} script @param {number} i @param {number} [speed] */
export function scoreSteps(script, i, speed = 1) {
  const { model } = script;
  const index = pairs(model, i);
  const dot = model.score === "dot" || model.score === "scaled_dot";
  const first = say(model, dot ? "score" : "scoreOther", {
    i: i + 1,
    score: model.text("scores", index[0]),
    cell: `scores:${index[0]}`,
  });
  const active = ["query", "key"];
  /** @param {number} j @returns {Event} */
  const event = (j) => ({
    light: [`bus.${i}.${j}`, `match.${i}.${j}`],
    beats: arrive(script, `scores.${i}.${j}`, {
      arrows: [`bus.${i}.${j}`, `match.${i}.${j}`],
      from: [`query.${i}`, `key.${j}`],
    }),
  });
  const { steps, roles, captions } = model.words;
  const all = list(
    model,
    index.map((at) => numberSpan(model, "scores", at, "score")),
  );
  const others =
    model.kv_len > 1 ? spans(captions.scores, { i: i + 1, list: all }) : say(model, "scores1", { i: i + 1 });
  const text = () => rowText(model, roles.scores, "scores", index);
  if (speed > 1) {
    script.step(
      { id: `score-${i + 1}`, title: steps.scores, caption: others, active, query: i, speed, text },
      upTo(model.kv_len).map(event),
    );
    return;
  }
  script.step({ id: `score-${i + 1}`, title: steps.score, caption: first, active, query: i, speed }, [
    event(0),
  ]);
  if (model.kv_len > 1) {
    script.step(
      { id: `scores-${i + 1}`, title: steps.scores, caption: others, active, query: i, speed, text },
      upTo(model.kv_len).slice(1).map(event),
    );
  }
}

/** Scale, cap and mask, where the problem has them. @param {Script} script @param {number} i @param {string} stage @param {number} [speed] */
export function stageStep(script, i, stage, speed = 1) {
  const { model } = script;
  const name = STAGES[/** @type {keyof typeof STAGES} */ (stage)];
  const before = model.stages[model.stages.indexOf(stage) - 1];
  const strikes =
    stage === "masked_scores"
      ? upTo(model.kv_len).filter((j) => struckOut(model, before, pairs(model, i)[j]))
      : [];
  const crossed = strikes.flatMap((j) => {
    const id = addStrike(script, `${before}.${i}.${j}`, `strike.${i}.${j}`);
    return [beat(id, "shown", 1, 0), beat(id, "draw", 1, 0.32, "move")];
  });
  /** @type {Event[]} */
  const events = crossed.length ? [{ light: ["word." + stage], beats: crossed }] : [];
  events.push(rowEvent(script, i, stage, before));
  script.step(
    {
      id: `${name}-${i + 1}`,
      title: model.words.steps[name],
      caption: stageSentence(model, stage, i),
      active: SYMBOLS[stage],
      query: i,
      speed,
      text: () => rowText(model, model.words.roles[stage], stage, pairs(model, i)),
    },
    events,
  );
}

/** A line through a cell. @param {Script} script @param {string} cell @param {string} id */
function addStrike(script, cell, id) {
  const item = script.item(cell);
  if (!item || script.has(id)) return id;
  return script.add({
    id,
    kind: "strike",
    layer: LAYERS.label,
    box: stripBox(item.strip),
    initial: { shown: 0, draw: 0 },
  });
}

/** A whole row of scalar cells arrives. @param {Script} script @param {number} i @param {string} stage @param {string} before @param {string[]} [light] @returns {Event} */
function rowEvent(script, i, stage, before, light = []) {
  const ids = upTo(script.model.kv_len);
  return {
    light: ["word." + stage, ...light, ...ids.map((j) => `rise-${stage}.${i}.${j}`)],
    beats: cascade(
      ids.map((j) =>
        arrive(script, `${stage}.${i}.${j}`, {
          arrows: [`rise-${stage}.${i}.${j}`],
          from: [`${before}.${i}.${j}`],
        }),
      ),
    ),
  };
}

/** Softmax as one step, or opened into five. @param {Script} script @param {number} i @param {number} [speed] */
export function softmaxSteps(script, i, speed = 1) {
  const { model } = script;
  const { steps, roles } = model.words;
  const row = pairs(model, i);
  const last = model.stages[model.stages.length - 2];
  const weights = {
    active: ["softmax"],
    query: i,
    speed,
    text: () => rowText(model, roles.weights, "weights", row),
  };
  if (!model.open) {
    const event = rowEvent(script, i, "weights", last, ["word.softmax"]);
    if (sumsToOne(model, i)) event.beats = together(event.beats, show("note.sum"));
    script.step(
      { id: `softmax-${i + 1}`, title: steps.softmax, caption: softmaxSentence(model, i), ...weights },
      [event],
    );
    return;
  }
  const source = model.stages[model.stages.indexOf("shifted_scores") - 1];
  const at = [model.batch, model.head, i];
  const about = (/** @type {string} */ id) => ({
    id: `${id}-${i + 1}`,
    title: steps[id],
    active: ["softmax"],
    query: i,
    speed,
  });
  /** @param {string} tensor @param {string} from @param {string} word @returns {Event} */
  const collect = (tensor, from, word) => ({
    light: ["word." + word],
    beats: sequence(
      box(`${tensor}.${i}`),
      together(...upTo(model.kv_len).map((j) => fly(script, `${from}.${i}.${j}`, `${tensor}.${i}`))),
      land(`${tensor}.${i}`),
    ),
  });
  const max = say(model, model.value("row_max", at) === -Infinity ? "maxNone" : "max", {
    max: model.text("row_max", at),
    cell: `row_max:${at}`,
  });
  script.step({ ...about("max"), caption: max }, [collect("row_max", source, "max")]);
  script.step(
    {
      ...about("shift"),
      caption: say(model, "shift"),
      text: () => rowText(model, roles.shifted_scores, "shifted_scores", row),
    },
    [rowEvent(script, i, "shifted_scores", source)],
  );
  script.step(
    {
      ...about("exp"),
      caption: expSentence(model, i),
      text: () => rowText(model, roles.shifted_exp, "shifted_exp", row),
    },
    [rowEvent(script, i, "shifted_exp", "shifted_scores")],
  );
  const sum = say(model, "total", { sum: model.text("row_sum", at), cell: `row_sum:${at}` });
  script.step({ ...about("total"), caption: sum }, [collect("row_sum", "shifted_exp", "total")]);
  const divided = sumsToOne(model, i) ? say(model, "divide") : softmaxSentence(model, i);
  script.step({ ...about("divide"), caption: divided, text: weights.text }, [
    rowEvent(script, i, "weights", "shifted_exp"),
  ]);
}

/** Each value times its weight. @param {Script} script @param {number} i @param {number} [speed] */
export function weightStep(script, i, speed = 1) {
  const { model } = script;
  const events = upTo(model.kv_len).map((j) => {
    const arrows = [`scalar.${i}.${j}`, `vector.${i}.${j}`];
    const from = [`weights.${i}.${j}`, `value.${j}`];
    return {
      light: ["word.multiply", ...arrows],
      beats: arrive(script, `weighted.${i}.${j}`, { arrows, from }),
    };
  });
  const caption = spans(model.words.captions.weight, { takes: takes(model, i) });
  const text = () =>
    upTo(model.kv_len)
      .map((j) =>
        rowText(
          model,
          `${model.words.roles.weighted_values} ${j + 1}`,
          "weighted_values",
          upTo(model.d_v).map((c) => [model.batch, model.head, j, i, c]),
        ),
      )
      .join(" ");
  script.step(
    {
      id: `weight-${i + 1}`,
      title: model.words.steps.weight,
      caption,
      active: ["value"],
      query: i,
      speed,
      text,
    },
    events,
  );
}

/** Weighted values add up. @param {Script} script @param {number} i @param {number} [speed] */
export function sumStep(script, i, speed = 1) {
  const { model } = script;
  const arrows = upTo(model.kv_len).map((j) => `sum.${i}.${j}`);
  const from = upTo(model.kv_len).map((j) => `weighted.${i}.${j}`);
  const name = model.result === "output" ? "sum" : "sumMixed";
  const numbers = script
    .item(`output.${i}`)
    ?.indices.map((/** @type {number[]} */ index) => model.text(model.result, index))
    .join(", ");
  const caption = say(model, name, { i: i + 1, output: numbers });
  const about = {
    id: `sum-${i + 1}`,
    title: model.words.steps.sum,
    caption,
    active: ["softmax", "value"],
    query: i,
    speed,
  };
  script.step(about, [
    { light: ["word.sum", ...arrows], beats: arrive(script, `output.${i}`, { arrows, from }) },
  ]);
}

/** What belongs to one query and leaves the stage with it. @param {Script} script @param {number} i */
export function belongings(script, i) {
  const rows = upTo(script.model.kv_len);
  const { stages } = script.model;
  const boxes = [
    `query.${i}`,
    ...rows.flatMap((j) => [...stages, "weighted"].map((name) => `${name}.${i}.${j}`)),
  ];
  const arrows = [
    `ask.${i}`,
    ...rows.flatMap((j) =>
      ["bus", "match", "scalar", "vector", "sum", "strike"].map((name) => `${name}.${i}.${j}`),
    ),
  ];
  for (const name of stages) arrows.push(...rows.map((j) => `rise-${name}.${i}.${j}`));
  return { boxes, rest: [...arrows, `row_max.${i}`, `row_sum.${i}`, `asker.${i}`] };
}

/** The stage clears for the next query: its ghosts take the place of what was. @param {Script} script @param {number} from @param {number} to @returns {Event} */
export function clearing(script, from, to) {
  const old = belongings(script, from);
  const next = belongings(script, to);
  return {
    light: [],
    beats: together(...[...old.boxes, ...old.rest, "note.sum"].map(hide), ...next.boxes.map(foretell)),
  };
}

/** One query in three beats: scores, weights, output. @param {Script} script @param {number} i @returns {Event[]} */
export function inThreeBeats(script, i) {
  const rows = upTo(script.model.kv_len);
  const { stages } = script.model;
  const before = stages.slice(0, -1);
  const each = (/** @type {string} */ name, /** @type {string[]} */ arrows) =>
    rows.flatMap((j) =>
      snap(
        `${name}.${i}.${j}`,
        arrows.map((arrow) => `${arrow}.${i}.${j}`),
      ),
    );
  const strikes = rows.flatMap((j) => strikeNow(script, i, j));
  const scores = together(
    show(`asker.${i}`),
    land(`asker.${i}`),
    snap(`query.${i}`, [`ask.${i}`]),
    ...before.map((name) => each(name, name === "scores" ? ["bus", "match"] : ["rise-" + name])),
    strikes,
    snap(`row_max.${i}`),
  );
  const weights = together(
    each("weights", ["rise-weights"]),
    sumsToOne(script.model, i) ? show("note.sum") : [],
    snap(`row_sum.${i}`),
  );
  const output = together(
    each("weighted", ["scalar", "vector"]),
    snap(
      `output.${i}`,
      rows.map((j) => `sum.${i}.${j}`),
    ),
  );
  const lit = (/** @type {string[]} */ names) =>
    rows.flatMap((j) => names.map((name) => `${name}.${i}.${j}`));
  return [
    { light: [`ask.${i}`, ...lit(["bus", "match"])], beats: scores },
    { light: ["word.softmax", ...lit(["rise-weights"])], beats: weights },
    { light: ["word.multiply", "word.sum", ...lit(["scalar", "vector", "sum"])], beats: output },
  ];
}

/** @param {Script} script @param {number} i @param {number} j */
function strikeNow(script, i, j) {
  const { model } = script;
  const at = model.stages.indexOf("masked_scores");
  if (at < 0 || !struckOut(model, model.stages[at - 1], pairs(model, i)[j])) return [];
  const id = addStrike(script, `${model.stages[at - 1]}.${i}.${j}`, `strike.${i}.${j}`);
  return [beat(id, "shown", 1, 0), beat(id, "draw", 1, 0.32, "move")];
}

export { box, grow, upTo };
