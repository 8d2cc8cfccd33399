/**
 * The story of an input with too many tokens to draw each of them: the whole attention map, row by row; one of its queries, with
 * its largest weights and their weighted sum; then the map, to be explored up close. The reader chooses the query and the part of
 * the map in view.
 */

import { spokenText, namesIn, targets } from "../facts.js";
import { hasNone } from "../kit/raster/pyramid.js";
import { having } from "../kit/arrivals.js";
import { tellSteps } from "../kit/steps.js";
import { cellName } from "../model.js";
import { arrange } from "./long/arrangement.js";
import { askedRow } from "./long/row.js";
import * as longTexts from "../../build/words/stories/long.js";

/** @typedef {import("../model.js").Model} Model */

/** Places in the computation of steps whose ids differ from them. @type {Record<string, string>} */
const PLACES = { asks: "softmax", largest: "weights" };
/** Seconds in which the rows of the map appear. */
const TOLD = 2.6;

/** @type {import("./index.js").Story} */
export default { texts: [longTexts], tell: tellSteps("long", stageOf, steps, { rest: 1.6 }) };

/** @param {Model} model @param {import("../scene.js").Room} room */
function stageOf(model, room) {
  const row = askedRow(model);
  return { facts: model, model, row, ...arrange(model, row, room) };
}

/**
 * @param {ReturnType<typeof stageOf>} stage @param {import("../kit/steps.js").StepMakers} make
 * @returns {Generator<import("../kit/steps.js").Step | import("../kit/steps.js").Chapter>}
 */
function* steps({ model, row, ...place }, { chapter, ...make }) {
  const w = model.words.stories.long;
  const { map, lines, heads, title, zoom, name, top, output, passage, glass, back } = place;
  const queryName = namesIn(model).name("query", row.i);
  const weights = cellName(model.full("weights"), row.free);
  const known = { ...row.facts, model, queryName, weights, to: targets(model, row.i) };
  /** @param {string} id @param {Record<string, any>} facts @param {Partial<import("../kit/steps.js").Step>} about @param {import("../kit/steps.js").Step["states"]} states */
  const step = (id, facts, about, ...states) => {
    const place = { at: PLACES[id] ?? id, query: row.i };
    const usual = { caption: () => w[id]({ ...known, ...facts }), query: row.i, place };
    return make.step(id, { ...usual, ...about }, ...states);
  };

  yield chapter("map");
  const told = having(map, { reveal: 1 }, TOLD);
  const odd = hasNone(map.map.shades);
  const all = [
    { title, zoom, map: told, once: true },
    { heads: [heads], large: place.large, once: true },
  ];
  const looks = { active: ["softmax"] };
  yield step("map", { dense: place.dense, odd }, looks, all, { lines }, { passage: [passage] });
  if (row.held) {
    yield chapter("row");
    const settled = { heads: [heads], once: true };
    const asked = { map: having(map, { reveal: 1, asked: 1 }), name: passage.length ? null : name };
    yield step("asks", {}, looks, settled, { ...asked, once: true });
    const numbers = top.flatMap(({ cell }) => cell.indices);
    const spoken = () => (numbers.length ? spokenText(model, "weights", numbers) : "");
    const list = { passage: null, name, top: top.map(({ name: key, cell, long }) => [key, cell, long]) };
    const facts = { count: numbers.length, named: row.note };
    yield step("largest", facts, { ...looks, spoken }, list);
    if (output) {
      const about = { active: ["value"], spoken: () => spokenText(model, output.tensor, output.indices) };
      yield step("sum", { shown: output.columns, cut: row.cut }, about, { output });
    }
  }
  yield chapter("look");
  const gone = { passage: null, name: null, top: null, output: null };
  const { words = null, rows = null, frame = null, lines: tokens = null } = glass ?? {};
  const nearer = [{ ...gone, frame }, { once: true, names: [words], glass: [rows] }, { tokens: [tokens] }];
  yield step("look", { enlarges: zoom.length > 0, back }, { least: 4 }, ...(glass ? nearer : []));
}
