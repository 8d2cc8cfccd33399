/**
 * The story of why scores are divided by √d_k: one pair, a thousand pairs, the same at every width, and what softmax makes of it.
 * Every width is shown at a moment of its own, to which the slider seeks.
 */

import { formula as attention } from "../formula.js";
import { backdrop } from "../kit/backdrop.js";
import { SIZES, block, cellBox } from "../kit/block.js";
import { card } from "../kit/card.js";
import { around } from "../kit/place.js";
import { blank, having, placeholders, worked } from "../kit/arrivals.js";
import { atOnce, tellSteps } from "../kit/steps.js";
import { spokenText, namesIn, rowFacts } from "../facts.js";
import { cellName, upTo } from "../model.js";
import { arrange } from "./scaling/arrangement.js";
import { isRow, stageAt, widths } from "./scaling/widths.js";
import * as scalingTexts from "../../build/words/stories/scaling.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../kit/steps.js").Step} Step */
/** @typedef {import("../kit/slots.js").State} State */
/** @typedef {import("./scaling/panel.js").Panel} Panel */
/** @typedef {import("./scaling/arrangement.js").Place} Place */

/** The stop at which one pair and a thousand are shown, and the first stop of the second half. */
const [FIRST, HALF] = [4, 64].map((width) => widths.indexOf(width));
/** Seconds before anything moves, for the move to a stop, and for a look at it. */
const [LEAD, COME, LOOK] = [1.2, 0.5, 0.4];

/** The parts of a panel: those of the pairs, and those of the row. @type {(keyof Panel)[][]} */
const [PAIRS, ROW] = [
  ["board", "head", "plot", "variance"],
  ["rowTitle", "names", "scores", "weights", "share", "bar", "ends", "evenness"],
];

/** The sentences of steps whose ids differ from them. @type {Record<string, string>} */
const SAYS = { pairs: "measured", slide: "wider", saturate: "saturated", gradient: "slope" };

/** @type {import("./index.js").Story} */
export default {
  texts: [scalingTexts],
  supports: ({ problem, trace }) => isRow(problem, trace),
  tell: tellSteps("scaling", stageOf, steps, { lead: LEAD }),
  formula: (model) => attention(model.stage("scaled")),
};

/** @param {Model} model @param {import("../scene.js").Room} room */
function stageOf(model, room) {
  const place = arrange(model, room);
  return { ...place, model, facts: factsOf(model, place.stop), invites: model };
}

/**
 * Returns the facts about the row at the problem's width, and about the pairs.
 * @param {import("../model.js").Model} model @param {number} at the stop of that width
 */
function factsOf(model, at) {
  const { rows, pairs } = model.more;
  const { row, first, tied } = rowFacts(model.stage("unscaled"), 0);
  const near = (/** @type {number} */ k) =>
    Boolean(pairs) && Math.abs(pairs.unscaled.variance[k] / widths[k] - 1) < 0.25;
  const { name } = namesIn(model.stage("unscaled"));
  const last = widths.length - 1;
  const [most, less] = ["unscaled", "scaled"].map((id) => ({
    text: model.stage(id).text("weights", row[first], 2),
    cell: cellName(`${id}.weights`, row[first]),
  }));
  return {
    width: widths[at],
    first: widths[FIRST],
    keys: model.stage("unscaled").kv_len,
    near: near(FIRST),
    sharper: rows.unscaled.entropy[at] < rows.scaled.entropy[at],
    steeper: rows.scaled.gradient[at] > rows.unscaled.gradient[at],
    alone: tied === 1 && most.text !== less.text,
    key: name("key", first),
    share: `[${most.text}|${most.cell}]`,
    less: `[${less.text}|${less.cell}]`,
    weights: "unscaled.weights",
    powers: "unscaled.shifted_exp",
    saturates: rows.unscaled.entropy[last] < 0.5 && rows.scaled.entropy[last] > 1.5,
  };
}

/** Returns one pair of query and key, close up, and its score, in the place of both panels. @param {Model} model @param {Place} place */
function pairOf(model, { form, unscaled, scaled }) {
  const board = backdrop("pair.board", around([unscaled.board, scaled.board]), { initial: { opacity: 0 } });
  const stage = stageAt(model, "unscaled", widths[FIRST]);
  const cell = { tensor: stage.full("scores"), index: [0, 0, 0, 0] };
  const size = { ...SIZES.huge, height: form.tall ? 48 : 36, decimals: 2 };
  const upper = 34 + 2 * (size.height + 14);
  const y = board.y + Math.max(28, (board.height - upper - 40 - size.height) / 2);
  const score = block(stage, { id: "pair.score", tensor: "scores", cells: [[cell.index]], size });
  score.put(board.x + board.width / 2, y + upper + 48 + size.height / 2);
  const rows = ["query", "key"].map((tensor) => ({ runs: [{ text: model.words.scene.shown(tensor) }] }));
  const room = { ...board, y, x: board.x + form.pad, width: board.width - 2 * form.pad };
  const where = { home: cellBox(score, 0), room };
  const id = `card.${cellName(cell.tensor, cell.index)}`;
  const closeUp = card(model, { id, cell, ...where, size, source: () => undefined, rows });
  return { board, score, cell, stage, closeUp };
}

/**
 * Returns an item as it is at a stop, or unchanged if it has no stops.
 * @param {any} item @param {number} stop @param {number} seconds of the move
 */
function at(item, stop, seconds) {
  const { initial = {} } = item ?? {};
  if (!("stop" in initial)) return item;
  return having(item, "outer" in initial ? { stop, outer: 0 } : { stop }, seconds);
}

/** @param {ReturnType<typeof stageOf>} place @param {import("../kit/steps.js").StepMakers} make @param {import("../script.js").Script} script @returns {Generator<Step | import("../kit/steps.js").Chapter>} */
function* steps(place, { chapter, ...make }, script) {
  const { model, facts } = place;
  const w = model.words.stories.scaling;
  const sides = [place.unscaled, place.scaled];
  const [left, right] = sides.map((side) => [side]);
  /** @param {string} id @param {Partial<Step> & { facts?: Record<string, any> }} about @param {Step["states"]} states */
  const step = (id, { facts: more, ...about }, ...states) => {
    const caption = () => w[SAYS[id] ?? id]({ ...facts, model, ...more });
    return make.step(id, { caption, at: id, ...about }, ...states);
  };
  /**
   * Returns some parts of the panels, at a stop.
   * @param {(keyof Panel)[]} names @param {number} stop @param {number} [seconds] @param {Panel[]} [of] @returns {State}
   */
  const parts = (names, stop, seconds = 0, of = sides) =>
    Object.fromEntries(
      of.flatMap((side) =>
        names.map((name) => [
          `${side.side} ${name}`,
          [[side[name]].flat().map((item) => at(item, stop, seconds))],
        ]),
      ),
    );
  /** Returns the slider, its title and its button, at a stop. @param {number} stop @param {number} [seconds] @returns {State} */
  const control = (stop, seconds = 0) => ({
    ...{ title: at(place.title, stop, seconds), line: at(place.line, stop, seconds), again: place.again },
  });
  /** Moves everything to a stop. @param {number} stop @param {number} seconds */
  const to = (stop, seconds) =>
    atOnce({ ...control(stop, seconds), ...parts([...PAIRS, ...ROW], stop, seconds) });
  const weights = (/** @type {(side: Panel["side"]) => Model} */ stageOf) => () =>
    sides.map(({ side }) => spokenText(stageOf(side), "weights", upTo(facts.keys).map((j) => [0, 0, 0, j]))); // prettier-ignore

  yield chapter("pair");
  const { board, score, cell, stage, closeUp } = pairOf(model, place);
  yield step(
    "pair",
    {
      ...{ active: ["query", "key"], facts: { cell: cellName(cell.tensor, cell.index) } },
      spoken: () => spokenText(stage, cell.tensor, [cell.index]),
    },
    atOnce({ ...control(FIRST), board }),
    { pair: placeholders([score]), closeUp: worked(closeUp, 1.4) },
    { pair: score },
  );
  yield step("variance", { active: ["query", "key"] });

  yield chapter("pairs");
  const grown = (/** @type {Panel[]} */ of) => [
    atOnce(parts(["board", "head", "plot"], FIRST, 0, of)),
    parts(["variance"], FIRST, 0, of),
  ];
  const gone = { board: null, pair: null, closeUp: null };
  const ahead = blank({ "scaled board": place.scaled.board });
  yield step("pairs", { active: ["query", "key"] }, [gone, ahead], ...grown(left));
  yield step("divide", { active: ["scale"] }, ...grown(right));
  /** @type {(keyof Panel)[][]} */
  const inTurn = [ROW.slice(0, 3), ["weights"], ["share"]];
  const opened = [left, right].flatMap((of) => [
    ...inTurn.map((names) => parts(names, FIRST, 0, of)),
    atOnce(parts(ROW.slice(5), FIRST, 0, of)),
  ]);
  const shown = (/** @type {Panel["side"]} */ side) => stageAt(model, side, widths[FIRST]);
  const named = { weights: shown("unscaled").full("weights") };
  const about = { active: ["softmax"], spoken: weights(shown), facts: named };
  yield step("row", about, ...opened);

  yield chapter("slide");
  place.line.times = [];
  const stopsOf = { widths: upTo(HALF), slide: upTo(widths.length).slice(HALF) };
  for (const [id, stops] of Object.entries(stopsOf)) {
    const begun = script.time + LEAD;
    place.line.times.push(...stops.map((_, k) => begun + (k + 1) * COME + k * LOOK + 0.01));
    const moves = stops.map((stop, k) => ({ ...to(stop, COME), wait: k ? LOOK : 0 }));
    yield step(id, { active: ["scale"], rest: LOOK }, ...moves);
  }

  yield chapter("softmax");
  const spoken = weights((side) => model.stage(side));
  yield step("saturate", { active: ["softmax"], spoken }, to(place.stop, 1.6));
  // the scores give way to their exponentials, and return
  const numbers = /** @type {keyof Panel} */ (place.unscaled.scores ? "scores" : "weights");
  const parting = sides.map(({ side }) => ({ [`${side} ${numbers}`]: null, [`${side} rowTitle`]: null }));
  const powers = parts(["powersTitle", "powers"], place.stop);
  yield step("overflow", { active: ["softmax"] }, parting, atOnce(powers));
  const back = Object.fromEntries(Object.keys(powers).map((slot) => [slot, null]));
  const slopes = sides.map((side) => ({
    ...parts(["slope"], place.stop, 0, [side]),
    ...(!side.both && { [`${side.side} evenness`]: null }),
  }));
  const ending = { active: ["softmax"], poster: true };
  yield step("gradient", ending, { ...back, ...parts([numbers, "rowTitle"], place.stop) }, slopes);
}
