/** The story of many heads, step by step. */

import { beat, sequence, stagger, together } from "../timeline.js";
import { box, foretell, grow, hide, land, show } from "../moves.js";
import {
  joinChapter,
  layerSteps,
  mixedStep,
  openSteps,
  outputStep,
  scoresStep,
  weightsStep,
} from "./multi-head-attend.js";
import { all, arrive, flights, homes, later, lens, shape, stageOf, TRAVEL } from "./multi-head-moves.js";
import { about, rows } from "./multi-head-say.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../timeline.js").Beat} Beat */

/** @param {Script} script */
export function tell(script) {
  const { facts } = stageOf(script);
  const split = facts.kinds.has("projected_query");
  script.chapter(facts.heads > 1 ? "words" : "project");
  if (facts.kinds.has("x")) inputStep(script);
  if (facts.heads > 1) script.chapter("split");
  if (split) {
    projectStep(script);
    if (facts.tour) splitStep(script);
    headsStep(script);
  } else madeStep(script);
  script.chapter("attend");
  scoresStep(script);
  layerSteps(script);
  if (facts.kinds.has("row_max")) openSteps(script);
  else weightsStep(script);
  mixedStep(script);
  if (facts.kinds.has("joined")) joinChapter(script);
  if (facts.kinds.has("output")) outputStep(script);
}

/** @param {Script} script */
function inputStep(script) {
  script.step(about(script, "input", rows(script, "x")), () => [
    { light: [], beats: shape(script, "input") },
    { beats: arrive(all(script, "in."), 0.2) },
  ]);
}

/** X times the learned matrices, all heads at once. @param {Script} script */
function projectStep(script) {
  const { facts } = stageOf(script);
  const whole = (/** @type {string} */ kind) =>
    together(
      ...facts.items.map((/** @type {number} */ b) =>
        together(
          show(`whole.projected_${kind}.${b}`),
          sequence(box(`flight.${kind}.${b}`), land(`flight.${kind}.${b}`)),
        ),
      ),
    );
  script.step(about(script, "project", rows(script, "projected_query")), () => {
    const arrows = [...all(script, "make."), ...all(script, "feed.learned")];
    const learned = arrive(all(script, "learned."), 0.08);
    return [
      { light: arrows, beats: together(shape(script, "project"), learned) },
      { beats: together(...arrows.map(grow)) },
      { beats: sequence(whole("query"), [beat("title", "shown", 1, 0.4)], whole("key"), whole("value")) },
    ];
  });
}

/** The last axis is cut in two: the same cells, pulled apart. @param {Script} script */
function splitStep(script) {
  script.step(about(script, "split", ""), () => [
    {
      light: [],
      beats: together(
        shape(script, "split"),
        ...flights(script, FLOWN).map((id) => [beat(id, "at", 1, TRAVEL)]),
      ),
    },
  ]);
}

const FLOWN = ["query", "key", "value"];

/** Every head's cells go home. @param {Script} script */
function headsStep(script) {
  const { facts } = stageOf(script);
  const last = facts.tour ? 2 : 1;
  const fly = (/** @type {string} */ kind) =>
    sequence(
      together(...flights(script, [kind]).map((id) => [beat(id, "at", last, TRAVEL)])),
      together(
        ...flights(script, [kind]).map((id) => [beat(id, "shown", 0, 0)]),
        ...homes(script, kind).map((id) => [
          beat(id, "ghost", 0, 0),
          beat(id, "shown", 1, 0),
          beat(id, "numbers", 1, 0),
        ]),
      ),
    );
  script.step(about(script, facts.tour ? "transpose" : "heads", rows(script, "query")), () => {
    const fans = [...all(script, "fan."), ...all(script, "share.")];
    const opening = together(
      shape(script, "heads"),
      ...all(script, "make.").map(hide),
      ...all(script, "whole.").map(hide),
      ...all(script, "lane.").map(show),
      ...FLOWN.flatMap((kind) => homes(script, kind).map(foretell)),
    );
    return [
      { light: fans, beats: opening },
      // the queries in full, keys and values close behind
      { beats: stagger(0.7, FLOWN.map(fly)) },
      { beats: together(...fans.map(grow), lens(script, FLOWN), ...later(script)) },
    ];
  });
}

/** One head, or queries, keys and values as given: they simply appear. @param {Script} script */
function madeStep(script) {
  const name = stageOf(script).facts.kinds.has("x") ? "made" : "given";
  script.step(about(script, name, rows(script, ...FLOWN)), () => {
    const fans = [...all(script, "fan."), ...all(script, "feed.learned"), ...all(script, "share.")];
    return [
      { light: fans, beats: together(shape(script, "heads"), arrive(all(script, "learned."), 0.08)) },
      { beats: together(...fans.map(grow)) },
      {
        beats: sequence(...FLOWN.map((kind) => together(arrive(homes(script, kind)), lens(script, [kind])))),
      },
    ];
  });
}
