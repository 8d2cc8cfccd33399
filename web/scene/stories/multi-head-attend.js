/** The second half of the many-heads story: scores, weights, results, joined and projected back. */

import { MOVE } from "../script.js";
import { beat, sequence, stagger, together } from "../timeline.js";
import { box, foretell, grow, land } from "../moves.js";
import { all, arrive, flights, homes, later, lens, shape, stageOf, TRAVEL } from "./multi-head-moves.js";
import { about, rows } from "./multi-head-say.js";

/** @typedef {import("../script.js").Script} Script */

/** @param {Script} script */
export function scoresStep(script) {
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
export function layerSteps(script) {
  const { layers } = stageOf(script).facts.kinds.get("scores");
  layers.slice(1).forEach((/** @type {string} */ layer, /** @type {number} */ k) => {
    const boards = [...homes(script, "scores"), ...all(script, "lens.scores.")];
    script.step(about(script, layer, rows(script, layer)), [
      { light: [], beats: together(...boards.map((id) => [beat(id, "layer", k + 1, MOVE * 2)])) },
    ]);
  });
}

/** @param {Script} script */
export function weightsStep(script) {
  const boards = homes(script, "weights");
  const ways = all(script, "across.");
  script.step(about(script, "weights", rows(script, stageOf(script).facts.kinds.get("weights").layers[0])), [
    { light: ways, beats: together(shape(script, "weights"), ...boards.map(box), ...ways.map(grow)) },
    { beats: together(stagger(0.08, boards.map(land)), lens(script, ["weights"])) },
  ]);
}

/** @param {Script} script */
export function mixedStep(script) {
  const boards = homes(script, "mixed");
  const ways = all(script, "up.");
  script.step(about(script, "mixed", rows(script, "mixed")), [
    { light: ways, beats: together(shape(script, "mixed"), ...boards.map(box), ...ways.map(grow)) },
    { beats: together(stagger(0.08, boards.map(land)), lens(script, ["mixed"])) },
  ]);
}

/** Heads side by side: their rows slide to where they stand in the joined matrix. @param {Script} script */
export function joinChapter(script) {
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
export function outputStep(script) {
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
