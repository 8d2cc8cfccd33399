/** How well a query fits the keys: the first score slowly, the others after it. */

import { upTo } from "../layout.js";
import { arrive } from "../moves.js";
import { list, numberSpan, pairs, rowText, say } from "../sentences.js";
import { spans } from "../words.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../schedule.js").Event} Event */

/** First score in full, then the others. @param {Script} script @param {number} i @param {number} [speed] */
export function scoreSteps(script, i, speed = 1) {
  const { model } = script;
  const { roles, stories } = model.words;
  const { steps } = stories["walk-through"];
  const about = { active: ["query", "key"], query: i, speed };
  const text = () => rowText(model, roles.scores, "scores", pairs(model, i));
  const all = { ...about, title: steps.scores, caption: scoresSentence(model, i), text };
  if (speed > 1) {
    script.step({ ...all, id: `score-${i + 1}` }, () => scoreEvents(script, i));
    return;
  }
  script.step({ ...about, id: `score-${i + 1}`, title: steps.score, caption: firstSentence(model, i) }, () =>
    scoreEvents(script, i, 0, 1),
  );
  if (model.kv_len > 1) script.step({ ...all, id: `scores-${i + 1}` }, () => scoreEvents(script, i, 1));
}

/** The query comes to each key, and their score is there. @param {Script} script @param {number} i @param {number} [from] @param {number} [to] @returns {Event[]} */
function scoreEvents(script, i, from = 0, to = Infinity) {
  return upTo(script.model.kv_len)
    .slice(from, to)
    .map((j) => {
      const arrows = [`bus.${i}.${j}`, `match.${i}.${j}`];
      const beats = arrive(script, `scores.${i}.${j}`, { arrows, from: [`query.${i}`, `key.${j}`] });
      return { light: arrows, beats };
    });
}

/** @param {import("../model.js").Model} model @param {number} i */
function firstSentence(model, i) {
  const [first] = pairs(model, i);
  const dot = model.score === "dot" || model.score === "scaled_dot";
  const names = { i: i + 1, score: model.text("scores", first), cell: `scores:${first}` };
  return say(model, dot ? "score" : "scoreOther", names);
}

/** @param {import("../model.js").Model} model @param {number} i */
function scoresSentence(model, i) {
  if (model.kv_len === 1) return say(model, "scores1", { i: i + 1 });
  const numbers = pairs(model, i).map((index) => numberSpan(model, "scores", index, "score"));
  return spans(model.words.stories["walk-through"].captions.scores, { i: i + 1, list: list(model, numbers) });
}
