/**
 * Why scores are divided by √d_k: one pair, a thousand pairs, the same at every width, and what softmax makes of it. Which width
 * is shown is a moment of the story: whoever takes the slider goes to the moment of that width.
 */

import { formula as attention } from "../formula.js";
import { block, cellBox } from "../kit/block.js";
import { card } from "../kit/card.js";
import { addUp, fadeOut, enterNumbers, enterBox, fadeIn, enter, animate } from "../kit/moves.js";
import { spokenText, namesIn, rowFacts } from "../facts.js";
import { cellName, upTo } from "../model.js";
import { tween, sequence, together } from "../timeline.js";
import { arrange } from "./scaling/arrangement.js";
import { isRow, stageAt, widths } from "./scaling/widths.js";
import * as scalingTexts from "../../build/words/stories/scaling.js";

/** @typedef {import("../timeline.js").Tween} Beat */
/** @typedef {import("./scaling/panel.js").Panel} Panel */
/** @typedef {ReturnType<typeof begin>} StoryContext */

/** The stop at which one pair and a thousand are told. */
const FIRST = widths.indexOf(4);
/** The first stop of the second half of all widths. */
const HALF = widths.indexOf(64);
/** Seconds to come to a stop, and to look at it. */
const [COME, LOOK] = [0.5, 0.4];
const LEAD = 0.25;

/** The sentence of a step that has another name. @type {Record<string, string>} */
const SAYS = { pairs: "measured", slide: "wider", saturate: "saturated", gradient: "slope" };

/** @type {import("./index.js").Story} */
export default {
  texts: [scalingTexts],

  supports: ({ problem, trace }) => isRow(problem, trace),
  tell,
  formula: (model) => attention(model.stage("scaled")),
};

/** @param {import("../script.js").Script} script @param {import("../scene.js").Room} room @returns {import("../scene.js").StoryResult} */
function tell(script, room) {
  const t = begin(script, room);
  pair(t);
  pairs(t);
  slide(t);
  softmax(t);
  return { height: t.place.height, poster: t.poster, invitation: t.w.invitation(t.model, script.time) };
}

/** What every step needs. @param {import("../script.js").Script} script @param {import("../scene.js").Room} room */
function begin(script, room) {
  const { model } = script;
  const place = arrange(model, room);
  const w = model.words.stories.scaling;
  const panels = [place.unscaled, place.scaled];
  const items = [place.title, place.line, place.again, ...panels.flatMap((panel) => panel.items)];
  for (const item of items) script.add(item);
  const moving = items.filter((item) => "stop" in (item.initial ?? {}));
  const facts = factsOf(model, place.stop);
  return {
    script,
    model,
    place,
    w,
    panels,
    facts,
    poster: 0,
    /** What shows one pair. @type {any[]} */
    pair: [],
    /** Everything comes to a stop. @param {number} stop @param {number} [seconds] */
    to: (stop, seconds = COME) => moving.flatMap((item) => animate(item, "stop", stop, seconds)),
    /** @param {string} id */
    chapter: (id) => script.chapter(id, w.chapters[id]),
    /** @param {string} id @param {Record<string, any>} about @param {Beat[][]} moves */
    step: (id, about, ...moves) =>
      script.step(
        {
          id,
          title: w.steps[id],
          caption: () => w[SAYS[id] ?? id]({ ...facts, model, ...about.facts }),
          lead: LEAD,
          rest: 2,
          place: { at: id },
          ...about,
        },
        ...moves,
      ),
  };
}

/** The facts of the row at the problem's width, and of the pairs. @param {import("../model.js").Model} model @param {number} at */
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

/* ---------------------------------------------------------------- the steps */

/** One query meets one key. @param {StoryContext} t */
function pair(t) {
  const { script, model, place, panels, chapter, step, to } = t;
  const [{ board, head }] = panels;
  const { form } = place;
  const stage = stageAt(model, "unscaled", widths[FIRST]);
  const cell = { tensor: stage.full("scores"), index: [0, 0, 0, 0] };
  const size = { cell: 36, wide: 46, height: 30, font: 15, small: 13.5, decimals: 2 };
  const tall = 34 + 2 * (size.height + 14) + 40 + size.height;
  const area = {
    ...board,
    y: board.y + Math.max(28, (board.height - tall) / 2),
    x: board.x + form.pad,
    width: form.inner,
  };
  const below = area.y + 34 + 2 * (size.height + 14) + 48;
  const made = block(stage, { id: "pair.score", tensor: "scores", cells: [[cell.index]], size });
  made.put(board.x + board.width / 2, below + size.height / 2);
  const home = cellBox(made, 0);
  const rows = ["query", "key"].map((tensor) => ({ runs: [{ text: model.words.scene.shown(tensor) }] }));
  const id = `card.${cellName(cell.tensor, cell.index)}`;
  const closeUp = script.add(
    card(model, { id, cell, home, room: area, size, source: () => undefined, rows }),
  );
  chapter("pair");
  const appear = [...fadeIn(place.title, place.line, place.again, board, head), ...to(FIRST, 0)];
  const spoken = () => spokenText(stage, cell.tensor, [cell.index]);
  const about = {
    active: ["query", "key"],
    spoken,
    rest: 2.4,
    facts: { cell: cellName(cell.tensor, cell.index) },
  };
  t.pair = [closeUp, script.add(made)];
  step(
    "pair",
    about,
    appear,
    fadeIn(closeUp),
    ...addUp(closeUp, { products: 1.4, with: enterBox(made) }),
    enterNumbers(made),
  );
  step("variance", { active: ["query", "key"], rest: 4 });
}

/** Many pairs, each with numbers of its own; and a row, of which softmax makes weights. @param {StoryContext} t */
function pairs(t) {
  const { panels, chapter, step } = t;
  const [unscaled, scaled] = panels;
  const grown = (/** @type {Panel} */ { board, head, variance, plot }) => [
    [...fadeIn(board, head, plot)],
    [...animate(plot, "progress", 1, 1.4), ...after(fadeIn(variance), 0.8)],
  ];
  chapter("pairs");
  step("pairs", { active: ["query", "key"], rest: 2.4 }, fadeOut(...t.pair), ...grown(unscaled));
  step("divide", { active: ["scale"], rest: 2.2 }, ...grown(scaled));
  const opened = panels.map(({ rowTitle, names, scores, weights, share, bar, ends, evenness }) =>
    sequence(
      [...fadeIn(rowTitle, ...names), ...(scores ? enter(scores) : [])],
      enter(weights),
      [
        ...fadeIn(share),
        ...animate(share, "outer", 0, 0),
        ...animate(share, "slide", 1, 0.7),
        ...after(animate(share, "named", 1, 0.2), 0.7),
      ],
      fadeIn(bar, ...ends, evenness),
    ),
  );
  const spoken = () =>
    panels.map(({ side }) =>
      spokenText(
        stageAt(t.model, side, widths[FIRST]),
        "weights",
        upTo(t.facts.keys).map((j) => [0, 0, 0, j]),
      ),
    );
  const named = { weights: stageAt(t.model, "unscaled", widths[FIRST]).full("weights") };
  step("row", { active: ["softmax"], rest: 2.4, spoken, facts: named }, ...opened);
}

/** @param {Beat[]} beats @param {number} seconds */
const after = (beats, seconds) => beats.map((beat) => ({ ...beat, start: (beat.start ?? 0) + seconds }));

/** Every width after the other. @param {StoryContext} t */
function slide(t) {
  const { script, place, chapter, step, to } = t;
  chapter("slide");
  const stay = () => [tween(place.line.id, "held", 1, LOOK)];
  place.line.times = [];
  for (const [id, from, until] of /** @type {[string, number, number][]} */ ([
    ["widths", 0, HALF],
    ["slide", HALF, widths.length],
  ])) {
    // prettier-ignore
    const begun = script.time + LEAD;
    const stops = upTo(widths.length).slice(from, until);
    place.line.times.push(...stops.map((_, k) => begun + (k + 1) * COME + k * LOOK + 0.01));
    step(id, { active: ["scale"], rest: 1.2 }, ...stops.flatMap((k) => [to(k), stay()]));
  }
}

/** What softmax makes of it, at the width of the problem; and what the scale does not prevent. @param {StoryContext} t */
function softmax(t) {
  const { script, place, panels, chapter, step, to, model } = t;
  chapter("softmax");
  const spoken = () =>
    panels.map(({ side }) =>
      spokenText(
        model.stage(side),
        "weights",
        upTo(t.facts.keys).map((j) => [0, 0, 0, j]),
      ),
    );
  step("saturate", { active: ["softmax"], rest: 2.8, spoken }, to(place.stop, 1.6));
  /** Scores give way to the powers of e that softmax makes of them, and come back. */
  const powers = panels.map(({ scores, weights, powers: made, rowTitle, powersTitle }) =>
    sequence(
      fadeOut(scores ?? weights, rowTitle),
      [...enterBox(made), ...fadeIn(powersTitle)],
      enterNumbers(made),
    ),
  );
  step("overflow", { active: ["softmax"], rest: 3 }, together(...powers));
  const back = panels.flatMap(({ scores, weights, powers: made, rowTitle, powersTitle }) =>
    sequence(fadeOut(made, powersTitle), fadeIn(scores ?? weights, rowTitle)),
  );
  const swap = panels.flatMap(({ both, evenness, slope }) => [
    ...(both ? [] : fadeOut(evenness)),
    ...fadeIn(slope),
  ]);
  step("gradient", { active: ["softmax"], rest: 2.8, least: 4.5 }, back, swap);
  t.poster = script.time - 0.01;
}
