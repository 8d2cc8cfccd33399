/**
 * Self-attention and cross-attention in one picture: a source and a target each look at themselves, then the target looks at
 * the source. What differs is where keys and values come from.
 */

import { spokenText } from "../facts.js";
import { formula } from "../formula.js";
import { card, cardSize } from "../kit/card.js";
import {
  addUp,
  staggerGroups,
  copyTo,
  grow,
  fadeOut,
  staggerItems,
  enterNumbers,
  enterBox,
  fadeIn,
  enter,
  animate,
} from "../kit/moves.js";
import { boxIn } from "../kit/slice.js";
import { letterRuns } from "../kit/text.js";
import { upTo } from "../model.js";
import { tween, sequence } from "../timeline.js";
import { between, betweenOf } from "./cross/between.js";
import { factsOf } from "./cross/facts.js";
import { arrange } from "./cross/picture.js";
import { supports } from "./cross/supports.js";
import { formula as decoding } from "./sequence/formula.js";
import * as crossTexts from "../../build/words/stories/cross.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../timeline.js").Tween} Beat */
/** @typedef {import("./cross/block.js").AttentionBlock} AttentionBlock */
/** @typedef {ReturnType<typeof begin>} StoryContext */

/** @type {import("./index.js").Story} */
export default {
  texts: [crossTexts],
  tell,
  supports: (model) => supports(model) || betweenOf(model) !== null,
  formula(model, room) {
    if (supports(model)) return formula(model.stage("cross"));
    return model.problem.stages ? decoding(model, room) : formula(model);
  },
};

/** @param {Script} script @param {import("../scene.js").Room} room @returns {import("../scene.js").StoryResult} */
function tell(script, room) {
  const view = betweenOf(script.model);
  if (view) return between(script, room, view);
  const t = begin(script, room);
  const { picture, chapter } = t;
  chapter("source");
  made(t, picture.source, "source");
  attended(t, picture.source, "source");
  chapter("target");
  made(t, picture.target, "target");
  attended(t, picture.target, "target");
  chapter("cross");
  crossing(t);
  scores(t);
  mixed(t);
  const poster = script.time - 0.01;
  apart(t);
  return { height: picture.height, poster, invitation: t.w.invitation(script.model, script.time) };
}

/** @param {Script} script @param {import("../scene.js").Room} room */
function begin(script, room) {
  const { model } = script;
  const w = model.words.stories.cross;
  const picture = arrange(model, room);
  const { source, target, cross, lines, ways } = picture;
  const all = Object.values(lines).flatMap(({ board, title, projects, meets, mixes }) => [
    board,
    title,
    ...projects,
    meets,
    mixes,
  ]);
  const blocks = [source, target, cross].flatMap((block) => block.items);
  for (const item of [...all, ...Object.values(ways), ...blocks]) script.add(item);
  const chapter = (/** @type {string} */ id) => script.chapter(id, w.chapters[id]);
  /**
   * @param {string} id @param {Model} stage
   * @param {Partial<import("../script.js").About> & { at: string, speak?: string }} about speak: a tensor, for listeners
   * @param {Beat[][]} moves
   */
  function step(id, stage, { at, speak, ...about }, ...moves) {
    const cells = () => allCells(stage, speak ?? "");
    script.step(
      {
        ...{ id, title: w.titles[id], rest: 1.4, place: { at: `${at} ${stage.full("")}` } },
        caption: () => w[id](factsOf(stage)),
        spoken: () => (speak ? spokenText(stage, speak, cells()) : ""),
        ...about,
      },
      ...moves,
    );
  }
  return { script, model, w, picture, chapter, step };
}

/** Every cell of a tensor. @param {Model} stage @param {string} name */
function allCells(stage, name) {
  const { shape = [] } = stage.tensor(name) ?? {};
  return shape.reduce(
    (/** @type {number[][]} */ cells, size) => cells.flatMap((cell) => upTo(size).map((k) => [...cell, k])),
    [[]],
  );
}

/** Words, and the queries, keys and values that are made from them. @param {StoryContext} t @param {AttentionBlock} block @param {"source" | "target"} id */
function made({ step, script, picture }, block, id) {
  const { stage, x, key, value, query, names } = block;
  const { projects } = picture.lines[id];
  const three = [key, value, query];
  const given = /** @type {any} */ (x);
  // the whole picture, empty, from the start
  const { source, target, cross } = picture.lines;
  const boards = [source, target, cross].flatMap((block) => [block.board, block.title]);
  step(id, stage, { at: "inputs", speak: "x" }, fadeIn(...boards), [
    ...staggerItems(names, (name) => fadeIn(name), 0.15),
    ...enter(given),
  ]);
  const arrive = three.map((matrix, k) =>
    sequence(
      [...enterBox(matrix), ...(projects[k] ? grow(projects[k]) : [])],
      copyTo(script, given, matrix),
      enterNumbers(matrix),
    ),
  );
  const active = ["query", "key", "value"];
  step(`${id}-made`, stage, { at: "keys", active, speak: "query" }, staggerGroups(arrive, 0.35));
}

/** Its map fills, and its output adds up. @param {StoryContext} t @param {AttentionBlock} block @param {"source" | "target"} id */
function attended({ step, script, picture }, { stage, map, value, output }, id) {
  const { meets, mixes } = picture.lines[id];
  step(
    `${id}-out`,
    stage,
    { at: "sum", active: ["softmax", "value"], speak: "output", rest: 1.8 },
    grow(meets),
    fill(map),
    [...grow(mixes), ...copyTo(script, value, output)],
    [...enterBox(output), ...enterNumbers(output)],
  );
}

/** Rows of a map appear one after another. @param {import("../kit/attention-map.js").AttentionMap} map */
const fill = (map) =>
  staggerItems(map.rows, ({ id }) => [tween(id, "opacity", 1, 0.2), tween(id, "reveal", 1, 0.2)], 0.2);

/** Keys and values come from the source, queries from the target. @param {StoryContext} t */
function crossing({ step, script, picture }) {
  const { source, target, cross, ways } = picture;
  const comes = (/** @type {any} */ from, /** @type {any} */ way, /** @type {any} */ to) =>
    sequence([...enterBox(to), ...grow(way)], copyTo(script, from, to), enterNumbers(to));
  step(
    "keys",
    cross.stage,
    { at: "keys", active: ["key", "value"], speak: "key" },
    staggerGroups(
      [comes(source.output, ways.key, cross.key), comes(source.output, ways.value, cross.value)],
      0.5,
    ),
  );
  step(
    "queries",
    cross.stage,
    { at: "query", active: ["query"], speak: "query" },
    comes(target.output, ways.query, cross.query),
  );
}

/** One score closely, then all of them. @param {StoryContext} t */
function scores({ step, script, model, picture }) {
  const { cross, lines, cardRoom, size } = picture;
  const { stage, query, key, map } = cross;
  const block = /** @type {NonNullable<typeof cross.scores>} */ (cross.scores);
  const { x, y, cellWidth: width, cellHeight: height } = block;
  const cell = { tensor: block.tensor, index: [0, 0, 0, 0] };
  const rows = [{ runs: letterRuns("query", "1") }, { runs: letterRuns("key", "1") }];
  const source = (/** @type {import("../model.js").Cell} */ operand) =>
    boxIn(/** @type {any} */ ([query, key]), operand);
  const digits = { ...size, decimals: Math.max(2, size.decimals) };
  const what = { id: "card.cross", cell, home: { x, y, width, height }, room: cardRoom, size: digits, rows };
  const closeUp = card(model, { ...what, source });
  const extent = cardSize(closeUp, model);
  const names = [...map.rowNames, ...map.columnNames];
  const begin = [...fadeIn(...names), ...grow(lines.cross.meets)];
  const about = { at: "score", active: ["query", "key"] };
  if (extent && extent.height <= cardRoom.height) {
    script.add(closeUp);
    const fold = [...animate(closeUp, "opacity", 0)];
    step("score", stage, about, begin, fadeIn(closeUp), ...addUp(closeUp, { products: 1 }), fold);
  }
  const flights = [...copyTo(script, query, block), ...copyTo(script, key, block)];
  step(
    "scores",
    stage,
    { ...about, at: "scores", speak: "scores" },
    begin,
    enterBox(block),
    flights,
    enterNumbers(block),
  );
}

/** Scores become weights in the same place, and mix the source's values. @param {StoryContext} t */
function mixed({ step, script, picture }) {
  const { cross, lines } = picture;
  const { stage, map, value, output, scores: block } = cross;
  step(
    "weights",
    stage,
    { at: "softmax", active: ["softmax"], speak: "weights", rest: 1.8 },
    fadeOut(block),
    fill(map),
  );
  step(
    "mixed",
    stage,
    { at: "sum", active: ["value"], speak: "output", rest: 2.4 },
    [...grow(lines.cross.mixes), ...copyTo(script, value, output)],
    [...enterBox(output), ...enterNumbers(output)],
  );
}

/** The ways once more: those of self-attention, then those of cross-attention. @param {StoryContext} t */
function apart({ step, picture }) {
  const { cross, lines, ways } = picture;
  const again = (/** @type {any[]} */ arrows) =>
    sequence(
      arrows.flatMap((line) => animate(line, "progress", 0, 0)),
      arrows.flatMap((line) => animate(line, "progress", 1, 0.8)),
    );
  step(
    "apart",
    cross.stage,
    { at: "outputs", active: ["query", "key", "value"], rest: 3 },
    again(lines.source.projects),
    again(lines.target.projects),
    again([ways.key, ways.value]),
    again([ways.query]),
  );
}
