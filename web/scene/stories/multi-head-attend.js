/** The second half of the many-heads story: scores, weights, results, joined and projected back. */

import { MOVE } from "../script.js";
import { beat, sequence, stagger, together } from "../timeline.js";
import { box, foretell, grow, land } from "../moves.js";
import { all, arrive, flights, homes, later, lens, shape, stageOf, TRAVEL } from "./multi-head-moves.js";
import { about, rows } from "./multi-head-say.js";

/** @typedef {import("../script.js").Script} Script */

/** @param {Script} script */
export function scoresStep(script) {
  script.step(about(script, "scores", rows(script, "scores")), () => {
    const boards = homes(script, "scores");
    const ways = all(script, "inner.");
    return [
      { light: ways, beats: together(shape(script, "scores"), ...later(script)) },
      { beats: together(...boards.map(box), ...ways.map(grow)) },
      { beats: together(stagger(0.08, boards.map(land)), lens(script, ["scores"])) },
    ];
  });
}

/** Scaled, capped, masked: the next numbers take the place of the last. @param {Script} script */
export function layerSteps(script) {
  const { layers } = stageOf(script).facts.kinds.get("scores");
  layers.slice(1).forEach((/** @type {string} */ layer, /** @type {number} */ k) => {
    if (layer.startsWith("shifted")) return;
    script.step(about(script, layer, rows(script, layer)), () => [
      { light: [], beats: turn(script, "scores", k + 1) },
    ]);
  });
}

/** The next tensor takes its turn, in every head and enlarged. @param {Script} script @param {string} kind @param {number} layer */
function turn(script, kind, layer) {
  const boards = [...homes(script, kind), ...all(script, `lens.${kind}.`)];
  return together(...boards.map((id) => [beat(id, "layer", layer, MOVE * 2)]));
}

/** Softmax in its five parts: the largest of each row, away with it, exp, the sum of each row, and by that. @param {Script} script */
export function openSteps(script) {
  const { layers } = stageOf(script).facts.kinds.get("scores");
  const turned = (/** @type {string} */ layer) => turn(script, "scores", layers.indexOf(layer));
  script.step(about(script, "row_max", rows(script, "row_max")), () => filling(script, "row_max", ""));
  for (const layer of ["shifted_scores", "shifted_exp"])
    script.step(about(script, layer, rows(script, layer)), () => [
      { light: [], beats: together(shape(script, "scores"), turned(layer)) },
    ]);
  script.step(about(script, "row_sum", rows(script, "row_sum")), () => [
    { light: [], beats: together(shape(script, "row_sum"), turn(script, "row_max", 1)) },
  ]);
  script.step(about(script, "divide", rows(script, "weights")), () => filling(script, "weights", "across."));
}

/** @param {Script} script */
export function weightsStep(script) {
  const [tensor] = stageOf(script).facts.kinds.get("weights").layers;
  script.step(about(script, "weights", rows(script, tensor)), () => filling(script, "weights", "across."));
}

/** @param {Script} script */
export function mixedStep(script) {
  script.step(about(script, "mixed", rows(script, "mixed")), () => filling(script, "mixed", "up."));
}

/** A matrix of every head: its box and the ways to it, then its numbers. @param {Script} script @param {string} kind @param {string} way */
function filling(script, kind, way) {
  const boards = homes(script, kind);
  const ways = way ? all(script, way) : [];
  return [
    { light: ways, beats: together(shape(script, kind), ...boards.map(box), ...ways.map(grow)) },
    { beats: together(stagger(0.08, boards.map(land)), lens(script, [kind])) },
  ];
}

/** Heads side by side: their rows slide to where they stand in the joined matrix. @param {Script} script */
export function joinChapter(script) {
  const { facts } = stageOf(script);
  if (facts.heads > 1) script.chapter("join");
  if (facts.tour) {
    script.step(about(script, "back", ""), () => [
      { light: [], beats: together(shape(script, "back"), setOut(script)) },
      { beats: travel(flights(script, ["joined"]), 1) },
    ]);
  }
  script.step(about(script, "join", rows(script, "joined")), () => {
    const ways = all(script, "join.");
    const start = facts.tour ? [] : setOut(script);
    return [
      { light: ways, beats: together(shape(script, "join"), start, ...ways.map(grow)) },
      { beats: joining(script, facts.tour ? 2 : 1) },
    ];
  });
}

/** Cells take the place of their matrices, ready to move. @param {Script} script */
function setOut(script) {
  const moving = flights(script, ["joined"]);
  const ghosts = moving.length ? all(script, "joined.") : [];
  return [
    ...moving.flatMap((id) => [beat(id, "shown", 1, 0), beat(id, "numbers", 1, 0)]),
    ...ghosts.map((id) => beat(id, "ghost", 0, 0.18)),
  ];
}

/** To the next place on their way. @param {string[]} ids @param {number} place */
const travel = (ids, place) => together(...ids.map((id) => [beat(id, "at", place, TRAVEL)]));

/** Cells arrive, and the joined matrix stands where they are. @param {Script} script @param {number} last place */
function joining(script, last) {
  const moving = flights(script, ["joined"]);
  const joined = all(script, "joined.");
  if (!moving.length) return arrive(joined);
  const landing = together(
    ...moving.map((id) => [beat(id, "shown", 0, 0)]),
    ...joined.map((id) => [beat(id, "ghost", 0, 0), beat(id, "shown", 1, 0), beat(id, "numbers", 1, 0)]),
  );
  return sequence(travel(moving, last), landing);
}

/** @param {Script} script */
export function outputStep(script) {
  script.chapter("back");
  script.step({ ...about(script, "output", rows(script, "output")), rest: 2.5 }, () => {
    const ways = [...all(script, "out."), ...all(script, "feed.last")].filter(
      (id) => !id.startsWith("out.output"),
    );
    const boards = all(script, "out.output.");
    const learned = arrive(all(script, "last."), 0.08);
    return [
      { light: ways, beats: together(shape(script, "output"), learned, ...boards.map(foretell)) },
      { beats: together(...boards.map(box), ...ways.map(grow)) },
      { beats: stagger(0.2, boards.map(land)) },
    ];
  });
}
