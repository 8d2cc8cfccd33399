/** The story of many heads, step by step. */

import { beat, sequence, stagger, together } from "../timeline.js";
import { FADE, MOVE } from "../script.js";
import { box, foretell, grow, hide, land, show } from "../moves.js";
import { about, rows } from "./multi-head-say.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../timeline.js").Beat} Beat */

const TRAVEL = 1.4;

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
  weightsStep(script);
  mixedStep(script);
  if (facts.kinds.has("joined")) joinChapter(script);
  if (facts.kinds.has("output")) outputStep(script);
}

/** @param {Script} script @returns {any} */
const stageOf = (script) => script.layout;

/** Ids of items that begin so. @param {Script} script @param {string} start */
const all = (script, start) => script.items.filter(({ id }) => id.startsWith(start)).map(({ id }) => id);

/** Boxes appear one after another, then their numbers land. @param {string[]} ids @param {number} [lag] */
const arrive = (ids, lag = 0.06) =>
  stagger(
    lag,
    ids.map((id) => sequence(box(id), land(id))),
  );

/** The shape that is written from now on. @param {Script} script @param {string} id */
const shape = (script, id) =>
  together(...all(script, "shape.").map((one) => [beat(one, "shown", one === "shape." + id ? 1 : 0, FADE)]));

/** @param {Script} script */
function inputStep(script) {
  const boards = all(script, "in.");
  script.step(about(script, "input", rows(script, "x")), [
    { light: [], beats: shape(script, "input") },
    { beats: arrive(boards, 0.2) },
  ]);
}

/** X times the learned matrices, all heads at once. @param {Script} script */
function projectStep(script) {
  const learned = all(script, "learned.");
  const { facts } = stageOf(script);
  const arrows = [...all(script, "make."), ...all(script, "feed.learned")];
  const whole = (/** @type {string} */ kind) =>
    together(
      ...facts.items.map((/** @type {number} */ b) =>
        together(
          show(`whole.projected_${kind}.${b}`),
          sequence(box(`flight.${kind}.${b}`), land(`flight.${kind}.${b}`)),
        ),
      ),
    );
  script.step(about(script, "project", rows(script, "projected_query")), [
    { light: arrows, beats: together(shape(script, "project"), arrive(learned, 0.08)) },
    { beats: together(...arrows.map(grow)) },
    { beats: sequence(whole("query"), [beat("title", "shown", 1, 0.4)], whole("key"), whole("value")) },
  ]);
}

/** The last axis is cut in two: the same cells, pulled apart. @param {Script} script */
function splitStep(script) {
  script.step(about(script, "split", ""), [
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

/** @param {Script} script @param {string[]} kinds */
const flights = (script, kinds) => kinds.flatMap((kind) => all(script, `flight.${kind}.`));

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
  const fans = [...all(script, "fan."), ...all(script, "share.")];
  script.step(about(script, facts.tour ? "transpose" : "heads", rows(script, "query")), [
    {
      light: fans,
      beats: together(
        shape(script, "heads"),
        ...all(script, "make.").map(hide),
        ...all(script, "whole.").map(hide),
        ...FLOWN.flatMap((kind) => homes(script, kind).map(foretell)),
      ),
    },
    { beats: facts.tour ? together(...FLOWN.map(fly)) : sequence(...FLOWN.map(fly)) },
    { beats: together(...fans.map(grow), lens(script, FLOWN), ...later(script)) },
  ]);
}

/** @param {Script} script @param {string} kind */
const homes = (script, kind) => all(script, `head.${kind}.`);

/** The enlarged head's matrices of these kinds; where matrices take turns, those before make room. @param {Script} script @param {string[]} kinds */
function lens(script, kinds) {
  return sequence(
    ...kinds.map((kind) => {
      const own = all(script, `lens.${kind}.`);
      const page = script.item(own[0])?.page ?? 0;
      const before = all(script, "lens.").filter((id) => (script.item(id)?.page ?? 0) < page);
      const turn = together(...before.flatMap((id) => [hide(id), [beat(id, "ghost", 0, FADE)]]));
      return sequence(turn, arrive(own, 0.12));
    }),
  );
}

/** One head, or queries, keys and values as given: they simply appear. @param {Script} script */
function madeStep(script) {
  const fans = [...all(script, "fan."), ...all(script, "feed.learned"), ...all(script, "share.")];
  const name = stageOf(script).facts.kinds.has("x") ? "made" : "given";
  script.step(about(script, name, rows(script, "query") + rows(script, "key") + rows(script, "value")), [
    { light: fans, beats: together(shape(script, "heads"), arrive(all(script, "learned."), 0.08)) },
    { beats: together(...fans.map(grow)) },
    { beats: sequence(...FLOWN.map((kind) => together(arrive(homes(script, kind)), lens(script, [kind])))) },
  ]);
}

/** Ghosts of what the heads will make. @param {Script} script */
const later = (script) =>
  [...["scores", "weights", "mixed"].flatMap((kind) => homes(script, kind)), ...all(script, "joined.")].map(
    foretell,
  );

/** @param {Script} script */
function scoresStep(script) {
  const boards = homes(script, "scores");
  const ways = all(script, "inner.");
  script.step(about(script, "scores", rows(script, "scores")), [
    {
      light: ways,
      beats: together(shape(script, "scores"), ...later(script)),
    },
    { beats: together(...boards.map(box), ...ways.map(grow)) },
    { beats: together(stagger(0.08, boards.map(land)), lens(script, ["scores"])) },
  ]);
}

/** Scaled, capped, masked: the next numbers take the place of the last. @param {Script} script */
function layerSteps(script) {
  const { layers } = stageOf(script).facts.kinds.get("scores");
  layers.slice(1).forEach((/** @type {string} */ layer, /** @type {number} */ k) => {
    const boards = [...homes(script, "scores"), ...all(script, "lens.scores.")];
    script.step(about(script, layer, rows(script, layer)), [
      { light: [], beats: together(...boards.map((id) => [beat(id, "layer", k + 1, MOVE * 2)])) },
    ]);
  });
}

/** @param {Script} script */
function weightsStep(script) {
  const boards = homes(script, "weights");
  const ways = all(script, "across.");
  script.step(about(script, "weights", rows(script, stageOf(script).facts.kinds.get("weights").layers[0])), [
    { light: ways, beats: together(shape(script, "weights"), ...boards.map(box), ...ways.map(grow)) },
    { beats: together(stagger(0.08, boards.map(land)), lens(script, ["weights"])) },
  ]);
}

/** @param {Script} script */
function mixedStep(script) {
  const boards = homes(script, "mixed");
  const ways = all(script, "up.");
  script.step(about(script, "mixed", rows(script, "mixed")), [
    { light: ways, beats: together(shape(script, "mixed"), ...boards.map(box), ...ways.map(grow)) },
    { beats: together(stagger(0.08, boards.map(land)), lens(script, ["mixed"])) },
  ]);
}

/** Heads side by side: their rows slide to where they stand in the joined matrix. @param {Script} script */
function joinChapter(script) {
  const { facts } = stageOf(script);
  if (facts.heads > 1) script.chapter("join");
  const moving = flights(script, ["joined"]);
  const ways = all(script, "join.");
  const joined = all(script, "joined.");
  const start = [
    ...moving.flatMap((id) => [beat(id, "shown", 1, 0), beat(id, "numbers", 1, 0)]),
    ...(moving.length ? joined.map((id) => beat(id, "ghost", 0, 0.18)) : []),
  ];
  if (facts.tour) {
    script.step(about(script, "back", ""), [
      { light: [], beats: together(shape(script, "back"), start) },
      { beats: together(...moving.map((id) => [beat(id, "at", 1, TRAVEL)])) },
    ]);
  }
  const last = facts.tour ? 2 : 1;
  const landing = together(
    ...moving.map((id) => [beat(id, "shown", 0, 0)]),
    ...joined.map((id) => [beat(id, "ghost", 0, 0), beat(id, "shown", 1, 0), beat(id, "numbers", 1, 0)]),
  );
  const arrived = moving.length
    ? sequence(together(...moving.map((id) => [beat(id, "at", last, TRAVEL)])), landing)
    : arrive(joined);
  script.step(about(script, "join", rows(script, "joined")), [
    { light: ways, beats: together(shape(script, "join"), facts.tour ? [] : start, ...ways.map(grow)) },
    { beats: arrived },
  ]);
}

/** @param {Script} script */
function outputStep(script) {
  script.chapter("back");
  const ways = [...all(script, "out."), ...all(script, "feed.last")].filter(
    (id) => !id.startsWith("out.output"),
  );
  const boards = all(script, "out.output.");
  script.step({ ...about(script, "output", rows(script, "output")), rest: 2.5 }, [
    {
      light: ways,
      beats: together(shape(script, "output"), arrive(all(script, "last."), 0.08), ...boards.map(foretell)),
    },
    { beats: together(...boards.map(box), ...ways.map(grow)) },
    { beats: stagger(0.2, boards.map(land)) },
  ]);
}
