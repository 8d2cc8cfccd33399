/** From one query to the next: the stage clears, and what was told in full once is told in three beats. */

import { upTo } from "../layout.js";
import { foretell, hide, land, show, snap } from "../moves.js";
import { sumsToOne } from "../sentences.js";
import { together } from "../timeline.js";
import { strikeNow } from "./stage.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../schedule.js").Event} Event */

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
