/**
 * Too many tokens for a mark each: the whole attention map, row by row; one query of it, with its largest weights and what they
 * add up to; and the map to be looked at closely. Which query is told, and which part is seen, a reader chooses.
 */

import {
  FADE,
  MOVE,
  staggerGroups,
  enterNumbers,
  enterBox,
  rise,
  fadeIn,
  enter,
  animate,
} from "../kit/moves.js";
import { spokenText, namesIn, targets } from "../facts.js";
import { hasNone } from "../kit/raster/pyramid.js";
import { cellName } from "../model.js";
import { together } from "../timeline.js";
import { arrange } from "./long/arrangement.js";
import { askedRow } from "./long/row.js";
import * as longTexts from "../../build/words/stories/long.js";

/** @typedef {import("../model.js").Model} Model */

/** The place in the computation of steps that are not called by it. @type {Record<string, string>} */
const PLACES = { asks: "softmax", largest: "weights" };
/** Seconds in which the rows of the map are told. */
const TOLD = 2.6;

/** @type {import("./index.js").Story} */
export default { texts: [longTexts], tell };

/** @param {import("../script.js").Script} script @param {import("../scene.js").Room} room @returns {import("../scene.js").StoryResult} */
function tell(script, room) {
  const { model } = script;
  const w = model.words.stories.long;
  const row = askedRow(model);
  const place = arrange(model, row, room);
  const { map, heads, title, zoom, profile, name, note, share, top, output } = place;
  for (const item of place.items) script.add(item);
  const queryName = namesIn(model).name("query", row.i);
  const weights = cellName(model.full("weights"), row.free);
  const facts = { ...row.facts, model, queryName, weights };
  const to = targets(model, row.i);
  /** @param {string} id @param {string} chapter @param {Record<string, any>} about @param {import("../timeline.js").Tween[][]} moves */
  const step = (id, chapter, about, ...moves) => {
    if (chapter) script.chapter(chapter, w.chapters[chapter]);
    const usual = {
      id,
      title: w.titles[id],
      caption: () => w[id]({ ...facts, ...about.facts, to }),
      place: { at: PLACES[id] ?? id, query: row.i },
    };
    script.step({ ...usual, rest: 1.6, query: row.i, ...about }, ...moves);
  };

  const reveal = animate(map, "reveal", 1, TOLD, "linear");
  step(
    "map",
    "map",
    { active: ["softmax"], facts: { dense: place.dense, odd: hasNone(map.map.shades) } },
    fadeIn(title, map, ...heads, ...zoom),
    reveal,
  );
  if (row.held) {
    const grows = [...fadeIn(profile, name), ...animate(map, "asked", 1)];
    step("asks", "row", { active: ["softmax"] }, grows, animate(profile, "progress", 1, MOVE));
    const numbers = top.flatMap(({ cell }) => cell.indices);
    const fills = share
      ? [...fadeIn(share), ...animate(share, "slide", 1, FADE), ...animate(share, "named", 1)]
      : [];
    const lands = staggerGroups(
      top.map(({ name: key, cell, long }) => [...fadeIn(key), ...enter(cell), ...rise(long)]),
    );
    const largest = {
      active: ["softmax"],
      facts: { count: numbers.length, named: row.note },
      spoken: () => (numbers.length ? spokenText(model, "weights", numbers) : ""),
    };
    step("largest", "", largest, fadeIn(note), fills, lands);
    if (output) {
      const added = {
        active: ["value"],
        facts: { shown: output.columns, cut: row.cut },
        spoken: () => spokenText(model, output.tensor, output.indices),
      };
      step("sum", "", added, together(enterBox(output)), enterNumbers(output));
    }
  }
  step("look", "look", { least: 4, facts: { enlarges: place.enlarges } });
  return { height: place.height, invitation: w.invitation(model, script.time) };
}
