/**
 * Many heads: one product makes the queries, keys and values of all of them, every head is a small attention of its own,
 * and their results, side by side, go through one matrix. One head is enlarged; a batch lies behind the item in front.
 */

import { truncate } from "../text-metrics.js";
import { spokenText, headsApart, namesIn, rowFacts } from "../facts.js";
import { formula as attention, mi, mo, part, row as nodes } from "../formula.js";
import { sliceOf } from "../kit/slice.js";
import { cellsOf } from "../kit/squares.js";
import {
  fadeOut,
  staggerGroups,
  showPlaceholders,
  copyTo,
  grow,
  enterNumbers,
  move,
  enterBox,
  fadeIn,
  enter,
  animate,
} from "../kit/moves.js";
import { upTo } from "../model.js";
import { sequence } from "../timeline.js";
import { placeOf } from "./phases.js";
import { arrange } from "./heads/stage.js";
import * as multiHeadTexts from "../../build/words/stories/multi-head.js";

/** Seconds that matrices of all heads move. */
const SLOW = 0.9;

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../timeline.js").Tween} Beat */
/** @typedef {ReturnType<typeof begin>} StoryContext */

/** @type {import("./index.js").Story} */
export default { texts: [multiHeadTexts], tell, formula };

/** @param {Script} script @param {import("../scene.js").Room} room @returns {import("../scene.js").StoryResult} */
function tell(script, room) {
  const t = begin(script, room);
  const { model, chapter } = t;
  chapter(model.heads > 1 ? "words" : "project");
  if (t.stage.words) words(t, t.stage.words);
  else t.step("given", "inputs", {}, ...gather(t));
  chapter("attend");
  scores(t);
  weights(t);
  mixed(t);
  join(t);
  return { height: t.stage.height, invitation: t.w.invitation(model, script.time) };
}

/** What every step needs. @param {Script} script @param {import("../scene.js").Room} room */
function begin(script, room) {
  const { model } = script;
  const stage = arrange(model, room);
  const w = model.words.stories["multi-head"];
  for (const item of stage.items) script.add(item);
  const heads = upTo(model.heads).map((h) => upTo(model.q_len).map((i) => rowFacts(model, i, h)));
  const rows = heads.flat();
  const sum = (/** @type {"forbidden" | "byBias"} */ fact) => rows.reduce((all, row) => all + row[fact], 0);
  const facts = {
    model,
    ...namesIn(model, (label) => truncate(label, 13, 160)),
    contrast: headsApart(model, heads),
    forbidden: sum("forbidden"),
    byBias: sum("byBias"),
    pairs: rows.length * model.kv_len,
    nothing: model.override ? 0 : rows.filter(({ kind }) => kind === "nothing").length,
    nan: rows.some(({ kind }) => kind === "nan"),
  };
  const chapter = (/** @type {string} */ id) => script.chapter(id, w.chapters[id]);
  /**
   * @param {string} id @param {string} at @param {{ active?: string[], caption?: () => string, speak?: string, rest?: number }} about
   *   speak: a tensor, for listeners @param {Beat[][]} moves
   */
  function step(id, at, { active = [], caption = () => w[id](facts), speak, rest = 1.4 }, ...moves) {
    const spoken = () => (speak ? spokenText(model, speak, cellsOf(sliceOf(model, speak)).flat()) : "");
    script.step({ id, title: w.steps[id], caption, active, spoken, rest, place: { at } }, ...moves);
  }
  return { script, model, stage, w, facts, chapter, step };
}

/** Inputs, and what one product makes of them for all heads at once. @param {StoryContext} t @param {NonNullable<StoryContext["stage"]["words"]>} page */
function words(t, { behindSources, strips, arrows, letters, behind, sources }) {
  const { script, model, step } = t;
  const given = staggerGroups(sources.map(({ block, names }) => [...enter(block), ...fadeIn(...names)]));
  step("input", "inputs", { speak: "x" }, [...given, ...fadeIn(...behindSources)]);
  const made = strips.map(({ whole }, r) =>
    sequence([...grow(arrows[r]), ...fadeIn(letters[r])], enterBox(...whole), enterNumbers(...whole)),
  );
  const about = { active: ["query", "key", "value"], speak: "query" };
  step(model.heads > 1 ? "project" : "made", "keys", about, staggerGroups(made, 0.7), fadeIn(...behind));
  if (model.heads === 1) return;
  t.chapter("split");
  const apart = strips.map((strip) =>
    strip.whole.flatMap((from, h) => move(script, from, [strip.apart[h]], { seconds: SLOW })),
  );
  step("split", "values", {}, fadeOut(...behind), staggerGroups(apart, 0.35));
  step(model.batches > 1 ? "transpose" : "heads", "values", { rest: 1.8 }, ...gather(t));
}

/** Every head takes its columns, and one head is enlarged. @param {StoryContext} t @returns {Beat[][]} */
function gather({ script, model, stage }) {
  const { slots, large, grounds } = stage.page;
  const takers = slots.length ? slots : [large];
  const appear = fadeIn(...grounds, large.title, ...slots.map(({ title }) => title));
  const { strips = [], leaving = [] } = stage.words ?? {};
  const takes = strips.map(({ apart }, k) =>
    apart.flatMap((from, g) => {
      const heads = takers.filter((_, h) => Math.floor((h * apart.length) / takers.length) === g);
      const places = heads.map(({ trio }) => trio[k]);
      return move(script, from, places, { seconds: SLOW });
    }),
  );
  const arrive = takers.map(({ trio }) => enter(...trio));
  const parts = slots[model.head]?.trio ?? [];
  const enlarge = parts.map((part, k) => sequence(copyTo(script, part, large.trio[k]), enter(large.trio[k])));
  return [
    [...fadeOut(...leaving), ...appear],
    stage.words ? staggerGroups(takes, slots.length ? 0.55 : 0) : staggerGroups(arrive),
    staggerGroups(enlarge, 0.3),
  ];
}

/** Scores of the enlarged head, and what is made of them in the same place. @param {StoryContext} t */
function scores(t) {
  const { model, script, stage, w, step } = t;
  const { slots, large } = stage.page;
  const [query, key] = large.trio;
  const [first, ...later] = large.stages;
  const [scored] = first.blocks;
  const blanks = [...slots, large].flatMap(({ map }) => [
    ...fadeIn(...map.rowNames, ...map.columnNames),
    ...map.rows.flatMap((row) => animate(row, "pale", 1)),
  ]);
  const leaving = [...slots, ...(large.stays ? [] : [large])].flatMap(({ trio }) => trio);
  step(
    "scores",
    "scores",
    { active: ["query", "key"], speak: "scores" },
    ...(model.heads === 1 && stage.words ? gather(t) : []),
    [...fadeOut(...leaving), ...blanks],
    [...enterBox(scored), ...fadeIn(first.word)],
    [...copyTo(script, query, scored), ...copyTo(script, key, scored)],
    enterNumbers(scored),
  );
  later.forEach(({ tensor, total, blocks, word }, k) => {
    const at = placeOf(tensor);
    const softmax = at.startsWith("softmax");
    const reused = softmax || at === "mask" ? null : model.words.stories["walk-through"][at];
    const caption = () => (reused ? reused({ to: { scores: tensor }, model }) : w[tensor](t.facts));
    // the stage just before stays if it stands beside
    const gone = large.stages.slice(0, k + 1).filter((stage, n) => n < k || stage.total === total);
    const appear = [...fadeOut(...gone.flatMap(itemsOf)), ...enter(...blocks), ...fadeIn(word)];
    step(tensor, at, { active: [softmax ? "softmax" : at], caption, speak: tensor }, appear);
  });
}

/** @param {StoryContext["stage"]["page"]["large"]["stages"][number]} stage */
const itemsOf = ({ blocks, word }) => [...blocks, word];

/** Every map fills, in all heads at once. @param {StoryContext} t */
function weights({ model, stage, step }) {
  const { slots, large } = stage.page;
  const fill = upTo(model.q_len).map((i) => enter(...[...slots, large].map(({ map }) => map.rows[i])));
  const [id, at] = model.open ? ["divide", "softmax-divide"] : ["weights", "softmax"];
  const appear = [...fadeIn(large.word), ...staggerGroups(fill, 0.4)];
  const about = { active: ["softmax"], speak: "weights", rest: 3 };
  step(id, at, about, fadeOut(...large.stages.flatMap(itemsOf)), appear);
}

/** Every head mixes its values. @param {StoryContext} t */
function mixed({ model, script, stage, step }) {
  const { results, arrows, map, trio, stays } = stage.page.large;
  const made = results.map((row, i) => {
    const from = [...(stays ? copyTo(script, trio[2], row) : []), ...copyTo(script, map.rows[i], row)];
    return sequence([...enterBox(row), ...grow(arrows[i])], from, enterNumbers(row));
  });
  const active = ["value", `z${model.head + 1}`];
  step("mixed", "sum", { active, speak: model.result }, staggerGroups(made, 0.35));
}

/** The results go side by side, and through the last matrix. @param {StoryContext} t */
function join({ model, script, stage, chapter, step }) {
  if (!stage.foot) return;
  const { parts, names, behind, end } = stage.foot;
  const { head, heads } = model;
  const travels = (/** @type {number} */ h) =>
    sequence(copyTo(script, stage.sources[h], parts[h], { seconds: 0.8 }), enter(parts[h]));
  const others = upTo(heads).filter((h) => h !== head);
  const clear = stage.paged
    ? stage.page.items.flatMap((item) => [...fadeOut(item), ...animate(item, "pale", 0)])
    : [];
  if (heads > 1) chapter("join");
  step(
    "join",
    "joined",
    { active: ["concat"], speak: "joined", rest: 1.8 },
    clear,
    [...showPlaceholders(...parts), ...fadeIn(...names)],
    grow(stage.flow),
    travels(head),
    staggerGroups(others.map(travels), 0.16),
    fadeIn(...behind),
  );
  if (!end) return;
  chapter("output");
  const { before, equals, output, pile } = end;
  step(
    "output",
    "outputs",
    { active: ["w_o", "b_o"], speak: "output", rest: 2.5 },
    staggerGroups(before.map((item) => enter(item))),
    [...fadeIn(equals), ...enterBox(output)],
    copyTo(script, parts[head], output),
    [...enterNumbers(output), ...fadeIn(...pile)],
  );
}

/** concat(head₁, …, headₙ) W_O @param {import("../model.js").Model} model */
function formula(model) {
  const sub = (/** @type {string} */ of, /** @type {string} */ at) => ({
    tag: "msub",
    children: [mi(of), mi(at)],
  });
  const head = (/** @type {number} */ h) => part(`z${h}`, "output", sub("head", String(h)));
  const matrix = model.tensor("w_o") ? [part("w_o", "output", sub("W", "O"))] : [];
  const bias = model.tensor("b_o") ? [mo("+"), part("b_o", "output", sub("b", "O"))] : [];
  if (model.heads === 1) return nodes(attention(model), ...matrix, ...bias);
  const between = model.heads > 2 ? [mo("…"), mo(",")] : [];
  const heads = [head(1), mo(","), ...between, head(model.heads)];
  return nodes(part("concat", "output", mi("concat")), mo("("), ...heads, mo(")"), ...matrix, ...bias);
}
