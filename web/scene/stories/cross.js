/**
 * Self-attention and cross-attention in one picture: a source and a target each attend to themselves, then the target attends to
 * the source. The only difference is where keys and values come from.
 */

import { formula } from "../formula.js";
import { card, cardSize } from "../kit/card.js";
import { boxIn, partBlock } from "../kit/slice.js";
import { from, having, worked } from "../kit/arrivals.js";
import { tellSteps } from "../kit/steps.js";
import { letterRuns } from "../kit/text.js";
import { between, betweenOf } from "./cross/between.js";
import { factsOf } from "./cross/facts.js";
import { arrange } from "./cross/picture.js";
import { supports } from "./cross/supports.js";
import { formula as decoding } from "./sequence/formula.js";
import * as crossTexts from "../../build/words/stories/cross.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../kit/slots.js").State} State */
/** @typedef {import("../kit/steps.js").Step} Step */
/** @typedef {import("./cross/picture.js").Picture} Picture */

/** @type {import("./index.js").Story} */
export default {
  texts: [crossTexts],
  tell: (script, room) => {
    const view = betweenOf(script.model);
    return view ? between(script, room, view) : tellSteps("cross", stageOf, steps)(script, room);
  },
  supports: (model) => supports(model) || betweenOf(model) !== null,
  formula(model, room) {
    if (supports(model)) return formula(model.stage("cross"));
    return model.problem.stages ? decoding(model, room) : formula(model);
  },
};

/** @param {Model} model @param {import("../scene.js").Room} room */
function stageOf(model, room) {
  const picture = arrange(model, room);
  const { source, target, cross, lines, ways } = picture;
  const behind = Object.values(lines).flatMap((of) => [...boardOf(of), ...of.projects, of.meets, of.mixes]);
  const blocks = [source, target, cross].flatMap(({ items }) => items);
  return { ...picture, facts: model, ground: [...behind, ...Object.values(ways), ...blocks] };
}

/** The background of an attention, with its title if there is room. @param {Picture["lines"][keyof Picture["lines"]]} lines */
const boardOf = ({ board, title }) => (title ? [board, title] : [board]);

/** @param {ReturnType<typeof stageOf>} picture @param {import("../kit/steps.js").StepMakers} make @returns {Generator<Step | import("../kit/steps.js").Chapter>} */
function* steps({ facts: model, ...picture }, { chapter, ...make }) {
  const w = model.words.stories.cross;
  const { source, target, cross, lines, ways } = picture;
  /** @param {string} id @param {Model} stage @param {Partial<Step> & { at: string }} about @param {Step["states"]} states */
  const step = (id, stage, { at, ...about }, ...states) => {
    const usual = { caption: () => w[id](factsOf(stage)), of: stage, at: `${at} ${stage.full("")}` };
    return make.step(id, { ...usual, ...about }, ...states);
  };

  const boardsOf = (/** @type {(keyof typeof lines)[]} */ ...ids) =>
    Object.fromEntries(ids.map((id) => [`${id}.board`, boardOf(lines[id])]));
  /** What goes to its place when the next attention begins. @type {State} */
  let settled = boardsOf("source");
  for (const id of /** @type {const} */ (["source", "target"])) {
    const { stage, x, names, key, value, query, map, output } = picture[id];
    const { projects, meets, mixes } = lines[id];
    const slot = (/** @type {string} */ name) => `${id}.${name}`;
    const made = [key, value, query].map((matrix, k) => from(matrix, [x], [projects[k]]));
    const given = { [slot("names")]: names, [slot("x")]: x };
    const mixed = { [slot("output")]: from(output, [value], [mixes]) };
    // the source stands alone at first, else the whole picture is there, empty
    const large = id === "source" ? picture.alone : undefined;
    const ground = large ? [{ ...settled, large }] : [settled, boardsOf("cross", "target")];
    yield chapter(id);
    const comes = { ...given, lag: 0.15, once: true, large };
    yield step(id, stage, { at: "inputs", makes: "x" }, ...ground, comes);
    const active = ["query", "key", "value"];
    const projected = { [slot("made")]: made, lag: 0.35, large };
    yield step(`${id}-made`, stage, { at: "keys", active, makes: "query" }, projected);
    yield step(
      `${id}-out`,
      stage,
      { at: "sum", active: ["softmax", "value"], makes: "output" },
      { [slot("meets")]: meets, large },
      { [slot("map")]: map.rows, lag: 0.2, large },
      { ...mixed, large },
    );
    const all = { ...given, [slot("made")]: [made], [slot("meets")]: meets, [slot("map")]: [map.rows] };
    settled = { ...settled, ...boardsOf(id), ...all, ...mixed, once: true };
  }

  yield chapter("cross");
  const { stage, key, value, query, map, output } = cross;
  const scores = /** @type {NonNullable<typeof cross.scores>} */ (cross.scores);
  const taken = [from(key, [source.output], [ways.key]), from(value, [source.output], [ways.value])];
  yield step("keys", stage, { at: "keys", active: ["key", "value"], makes: "key" }, { taken, lag: 0.5 });
  const asks = { at: "query", active: ["query"], makes: "query" };
  yield step("queries", stage, asks, { asks: from(query, [target.output], [ways.query]) });
  const meets = { words: map.words, meets: lines.cross.meets };
  const meeting = { at: "score", active: ["query", "key"] };
  const closeUp = closeUpOf(model, picture, scores);
  // the sum has fallen into its cell, and stays there
  const lands = { first: partBlock(model, scores, { row: 0, column: 0 }), once: true };
  const [leave, back] = aroundCloseUp(picture, settled);
  const close = [leave, { closeUp }, lands, { closeUp: null }, back];
  if (closeUp) yield step("score", stage, meeting, { ...meets, once: true }, ...close);
  yield step(
    "scores",
    stage,
    { ...meeting, at: "scores", makes: "scores" },
    { ...meets, once: true },
    // the arrow belongs to this step, even if a close-up has drawn it before
    {
      meets: having(lines.cross.meets, { progress: 1 }),
      scores: from(scores, [query, key]),
      once: true,
    },
    { first: null, once: true },
  );
  yield step(
    "weights",
    stage,
    { at: "softmax", active: ["softmax"], makes: "weights" },
    { scores: null },
    { map: map.rows, lag: 0.2 },
  );
  yield step(
    "mixed",
    stage,
    { at: "sum", active: ["value"], makes: "output", poster: true },
    { output: from(output, [value], [lines.cross.mixes]) },
  );
  // the arrows once more: those of self-attention, then those of cross-attention
  const all = [lines.source.projects, lines.target.projects, [ways.key, ways.value], [ways.query]];
  yield step(
    "apart",
    stage,
    { at: "outputs", active: ["query", "key", "value"] },
    ...all.flatMap((arrows, k) =>
      [0, 1].map((progress) => ({
        [`again${k}`]: arrows.map((way) => having(way, { progress }, 0.8 * progress)),
      })),
    ),
  );
}

/**
 * What both self-attentions do before a close-up and after it: where it finds no empty ground, they make room for it, with the
 * arrows from their outputs.
 * @param {Pick<Picture, "docks" | "ways">} picture @param {State} settled @returns {State[]}
 */
function aroundCloseUp({ docks, ways }, settled) {
  const slots = Object.keys(settled).filter((slot) => slot !== "once");
  if (docks) return [{ rests: slots }, settled];
  const aside = Object.fromEntries(slots.map((slot) => [slot, null]));
  const led = (/** @type {number} */ opacity) => Object.values(ways).map((way) => having(way, { opacity }));
  return [
    { ...aside, ways: led(0), once: true },
    { ...settled, ways: led(1) },
  ];
}

/**
 * The close-up of the first score, if there is room for it.
 * @param {Model} model @param {Picture} picture @param {import("../kit/block.js").Block} scores
 * @returns {import("../kit/arrivals.js").Arrival | undefined}
 */
function closeUpOf(model, { cross, cardRoom, size }, scores) {
  const { x, y, cellWidth: width, cellHeight: height } = scores;
  const item = card(model, {
    ...{ id: "card.cross", cell: { tensor: scores.tensor, index: scores.indices[0] } },
    ...{ home: { x, y, width, height }, room: cardRoom },
    size,
    rows: [{ runs: letterRuns("query", "1") }, { runs: letterRuns("key", "1") }],
    source: (operand) => boxIn(/** @type {any} */ ([cross.query, cross.key]), operand),
  });
  const extent = cardSize(item, model);
  if (!extent || extent.height > cardRoom.height) return undefined;
  return worked(item, 1);
}
