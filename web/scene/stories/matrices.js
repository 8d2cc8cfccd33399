/**
 * The story of a whole layer as matrices: each product where its factors meet, with one example cell close up and the others
 * falling in row by row; at the end the attention map, and the values that flow into the outputs.
 */

import { cellBox } from "../kit/block.js";
import { card, cardSize } from "../kit/card.js";
import { arrow } from "../kit/arrows.js";
import { backdrop, ring } from "../kit/backdrop.js";
import { enterBox } from "../kit/moves.js";
import { boxIn, lit, shapeOf } from "../kit/slice.js";
import { cellsOf } from "../kit/squares.js";
import { having, moved, turned, worked } from "../kit/arrivals.js";
import { atOnce, play } from "../kit/steps.js";
import { spokenText, rowFacts } from "../facts.js";
import { upTo } from "../model.js";
import { arrange, cellAt } from "./matrices/arrangement.js";
import { chain } from "./matrices/chain.js";
import { endOf } from "./matrices/end.js";
import { printedRows } from "./matrices/printed.js";
import { softmaxRow } from "./matrices/softmax.js";
import * as matricesTexts from "../../build/words/stories/matrices.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../kit/place.js").Box} Box */
/** @typedef {import("../kit/slice.js").SliceBlock} SliceBlock */
/** @typedef {import("../kit/slots.js").State} State */
/** @typedef {import("../kit/steps.js").Step} Step */
/** @typedef {import("../kit/steps.js").Chapter} Chapter */
/** @typedef {import("./matrices/arrangement.js").Act} Act */
/** @typedef {ReturnType<typeof arrange>} Place */

/** Seconds in which one row falls in, and at most for all of them. */
const ROW = { each: 0.24, most: 1.6 };

/** @type {import("./index.js").Story} */
export default { texts: [matricesTexts], tell };

/** @param {import("../script.js").Script} script @param {import("../scene.js").Room} room @returns {import("../scene.js").StoryResult} */
function tell(script, room) {
  const { model } = script;
  const place = arrange(model, chain(model), room);
  const poster = play(script, steps(model, place), { scenery: [backdrop("panel", place.panel)] });
  const invitation = model.words.stories.matrices.invitation(model, script.time);
  return { height: place.height, poster, invitation };
}

/** @param {Model} model @param {Place} place @returns {Generator<Step | Chapter>} */
function* steps(model, place) {
  const w = model.words.stories.matrices;
  /** Blocks that have been shown, by what they show. @type {Map<string, SliceBlock>} */
  const seen = new Map(place.large ? [] : place.given.map(({ block }) => [keyOf(block), block]));
  const rowsOf = model.remember(() => upTo(model.q_len).map((i) => rowFacts(model, i)));
  /** Slots to empty when the next matrices enter. */
  let former = place.large ? [] : ["given"];
  let chapter = "project";

  yield { chapter, title: w.chapters.project };
  yield inputs();
  for (const [k, act] of place.acts.entries()) {
    if (act.chapter !== chapter) yield { chapter: (chapter = act.chapter), title: w.chapters[chapter] };
    const told = [...stepsOf(act)];
    for (const step of told) yield { ...step, poster: k === place.acts.length - 1 && step === told.at(-1) };
  }
  const { printed } = model.options;
  if (printed) {
    const { words, rows, rings } = printedRows(model, place.panel, printed);
    const { title, said } = w.printed;
    const states = [{ only: true, words }, { rows }, { rings: rings.map((ring) => [ring]) }];
    yield { id: "printed", title, caption: () => said(), states };
  }
  yield { chapter: "map", title: w.chapters.map };
  yield endOf(model, place.panel);
  if (!model.others.causal) return;
  yield { chapter: "mask", title: w.chapters.mask };
  const end = endOf(model.stage("causal"), place.panel, "causal");
  yield { ...end, title: w.titles.causal, caption: () => w.causal({ model }) };

  /** Returns the step of the given matrices. @returns {Step} */
  function inputs() {
    const from = model.words.stories["walk-through"];
    const { given, large, acts } = place;
    // what stands enlarged goes to its place as a factor
    const slots = large
      ? { [`${acts[0].id} factors`]: [given[0].block], [`${acts[0].id} said`]: [given[0].names] }
      : { given: given.map(({ block, names }) => [block, names]) };
    return {
      ...{ id: "inputs", title: from.titles.inputs, spoken: () => spokenOf(given[0].block) },
      caption: () => (model.projected ? from.inputs({ model }) : from.given({ model })),
      states: [{ lag: 0.2, ...slots, large }],
    };
  }

  /** @param {SliceBlock} item */
  function spokenOf(item) {
    return spokenText(model, item.tensor, cellsOf({ ...item, columns: Math.min(8, item.columns) }).flat());
  }

  /** @param {Act} act @returns {Generator<Step>} */
  function* stepsOf(act) {
    const { id, factors, product, kept, said, at, places, active } = act;
    const facts = () => ({ model, all: rowsOf(), link: act, at });
    const title = w.titles[id] ?? model.words.scene.shown(product.made ?? product.tensor);
    const about = { title, subtitle: equationOf(act), active, lead: 0.25, rest: 0.3 };
    const came = factors.map((item) => {
      const [before, otherWay] = item.grid ? [] : [seen.get(keyOf(item)), seen.get(item.tensor)];
      return before ? moved(item, before) : otherWay && !otherWay.grid ? turned(item, [otherWay]) : item;
    });
    const gone = Object.fromEntries(former.map((slot) => [slot, null]));
    const slot = (/** @type {string} */ part) => `${id} ${part}`;
    /** @param {Record<string, any>} state @returns {State} */
    const inSlots = (state) =>
      Object.fromEntries(Object.entries(state).map(([part, all]) => [slot(part), all]));
    const keeps = kept.map((item) => moved(item, seen.get(keyOf(item))));
    former = ["factors", "said", "kept", "product", "rings", "lines", "card", "copies", "bars", "share"].map(
      slot,
    );
    for (const item of [...factors, ...kept, product]) seen.set(keyOf(item), item);

    const box = { item: product, enter: () => enterBox(product) };
    const all = inSlots({ factors: came, said: [said] });
    // what stood enlarged goes to its place
    const settles = place.large && act === place.acts[0];
    const flying = settles ? came.slice(0, 1) : came.filter((thing) => "enter" in thing);
    const names = settles && { said: [act.leftNames] };
    // what stood elsewhere flies to its place before anything comes in its way
    const flies = atOnce({ ...gone, ...inSlots({ factors: flying, kept: keeps, ...names }) });
    const enters = [flies, [all, inSlots({ product: box })]];
    const { lights, first, card: closeUp } = act.quick ? { lights: null, first: [], card: null } : point(act);
    const shown = [...(lights ? [atOnce(inSlots(lights))] : []), ...first.map(inSlots)];
    const seconds = Math.min(ROW.most, ROW.each * product.rows);
    const falls =
      act.reads === "copy" ? moved(product, factors[0]) : having(product, { reveal: 1, landed: 1 }, seconds);
    const covered = act.covers && act.right && closeUp ? { card: null } : {};
    const others = inSlots({ factors, product: falls, rings: null, lines: null, ...covered });
    const whole = {
      ...about,
      id: `${id}-all`,
      caption: () => w.links[id].all(facts()),
      place: { at: places[1] },
    };
    const ending = { ...whole, spoken: () => spokenOf(product) };
    if (!act.full || product.indices.length === 1 || (id === "weights" && !act.bars)) {
      yield { ...ending, states: [...enters, ...shown, others] };
      return;
    }
    const firstCell = {
      id,
      caption: () => w.links[id].first(facts()),
      place: { at: places[0], query: at.r },
    };
    yield { ...about, ...firstCell, states: [...enters, ...shown] };
    yield { ...ending, states: [others] };
  }

  /** Writes the shapes of an act as "3×4 · 4×3 = 3×3". @param {Act} act */
  function equationOf({ left, right, product, reads }) {
    if (reads === "copy" || (right && reads === "cell")) return shapeOf(product);
    // bilinear and additive scores are not a product of queries and keys
    return right && left.columns === right.rows
      ? `${shapeOf(left)} · ${shapeOf(right)} = ${shapeOf(product)}`
      : `${shapeOf(left)} → ${shapeOf(product)}`;
  }

  /** Highlights, rings and shows close up what one cell is made from, and dims the rest. @param {Act} act */
  function point(act) {
    const { left, right, product, factors, at, size } = act;
    const [row, column] = [{ row: at.r }, { column: at.c }];
    const cell = { ...row, ...column };
    const single = act.reads === "cell";
    const home = lit(model, product, act.bars ? row : cell);
    const parts = [lit(model, left, single ? cell : row), home];
    if (right) parts.push(lit(model, right, single ? cell : column));
    const dimmed = (/** @type {number} */ landed) => [having(product, { dim: 1, landed }, 0.1)];
    const lights = {
      ...{ factors: factors.map((item) => having(item, { dim: 1 })), product: dimmed(0) },
      ...{ rings: [parts.map((part) => ring(`${part.id}.ring`, part))], lines: [linesOf(act)] },
    };
    const card = act.bars ? null : cardOf(act, home);
    const told = act.bars
      ? softmaxRow(model, act, size)
      : [{ card: card && worked(card, act.full ? 0.72 : 0.4) }];
    return { lights, first: [...told, { product: dimmed(1) }], card };
  }

  /** Returns the lines to a cell from the row at its left and, if there is one, the column above it. @param {Act} act */
  function linesOf({ left, right, product, upright, at: { r, c } }) {
    const [from, to] = [left, product].map((matrix) => rowBox(matrix, r));
    const side = upright && !right ? "right" : "left";
    const line = arrow(`${left.id}.line`, { at: from, side: "right" }, { at: to, side });
    if (!right) return [line];
    const over = { ...cellBox(right, c), height: right.height };
    const top = { at: cellBox(product, c), side: /** @type {const} */ ("top") };
    return [line, arrow(`${right.id}.line`, { at: over, side: "bottom" }, top)];
  }

  /** Returns the close-up of a cell, or null where there is none. @param {Act} act @param {Box} home */
  function cardOf(act, home) {
    const { factors, product, closeUp: room, size } = act;
    const source = (/** @type {import("../model.js").Cell} */ operand) => boxIn(factors, operand);
    const cell = cellAt(model, act, act.at);
    const item = card(model, { id: `card.${product.id}`, cell, home, room, size, source, stays: true });
    return model.decide(() => cardSize(item, model) !== null) ? item : null;
  }
}

/** @param {SliceBlock} item */
const keyOf = ({ tensor, turned }) => tensor + (turned ? " turned" : "");

/** Returns the box of a row of a matrix on the stage. @param {SliceBlock} item @param {number} r @returns {Box} */
const rowBox = (item, r) => ({ ...cellBox(item, r * item.columns), width: item.width });
