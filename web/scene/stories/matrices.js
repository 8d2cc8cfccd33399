/**
 * A whole layer as matrices: each product where its factors meet, one example cell close up and the others in quick
 * cascade; a strip of what has been made; the attention map at the end.
 */

import { cellBox } from "../kit/block.js";
import { card, cardSize } from "../kit/card.js";
import { arrow } from "../kit/arrows.js";
import { backdrop, rim, ring } from "../kit/backdrop.js";
import {
  FADE,
  MOVE,
  addUp,
  staggerItems,
  dim,
  copyTo,
  grow,
  fadeOut,
  lightWord,
  enterBox,
  fadeIn,
  enter,
  enterAtOnce,
} from "../kit/moves.js";
import { boxIn, lit, shapeOf } from "../kit/slice.js";
import { cellsOf } from "../kit/squares.js";
import { thumbnails } from "../kit/thumbnails.js";
import { spokenText, rowFacts } from "../facts.js";
import { upTo } from "../model.js";
import { after, tween, sequence, together } from "../timeline.js";
import { arrange, cellAt } from "./matrices/arrangement.js";
import { chain } from "./matrices/chain.js";
import { mapStep } from "./matrices/map.js";
import { printedStep } from "./matrices/printed.js";
import { softmaxRow } from "./matrices/softmax.js";
import * as matricesTexts from "../../build/words/stories/matrices.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../scene.js").Room} Room */
/** @typedef {import("../timeline.js").Tween} Beat */
/** @typedef {import("../kit/place.js").Box} Box */
/** @typedef {import("../kit/slice.js").SliceBlock} SliceBlock */
/** @typedef {import("./matrices/arrangement.js").Act} Act */

/** @type {import("./index.js").Story} */
export default { texts: [matricesTexts], tell };

/** @param {Script} script @param {Room} room @returns {import("../scene.js").StoryResult} */
function tell(script, room) {
  const { model } = script;
  const w = model.words.stories.matrices;
  const chapters = { ...model.words.scene.chapters, ...w.chapters };
  const place = arrange(model, chain(model), room);
  const { size, across } = place.form;
  script.add(backdrop("panel", place.panel));
  const given = place.given.map(({ block }) => block);
  const made = place.acts.map(({ product }) => product).filter(({ tensor }) => !tensor.startsWith("row_"));
  const small = thumbnails(model, [...given, ...made], place.strip);
  for (const item of small.flatMap(({ items }) => items)) script.add(item);
  const smallOf = (/** @type {string} */ tensor) => small.find(({ block }) => block.tensor === tensor);
  /** Blocks that are in sight, by what they show. @type {Map<string, SliceBlock>} */
  const seen = new Map();
  const keyOf = (/** @type {SliceBlock} */ { tensor, turned }) => tensor + (turned ? " turned" : "");
  /** What leaves when the next matrices come. @type {any[]} */
  let former = [];
  let chapter = "";
  const allFacts = upTo(model.q_len).map((i) => rowFacts(model, i));

  begin();
  place.acts.forEach(actSteps);
  const poster = script.time - 0.01;
  const { printed } = model.options;
  const post = printed && printedStep(script, { panel: place.panel, former, printed });
  openChapter("map");
  mapStep(script, {
    panel: place.panel,
    former: post ?? former,
    from: post ? undefined : seen.get("weights"),
  });
  return {
    height: place.height,
    // the last product stands there complete
    poster,
    invitation: model.words.stories["walk-through"].invitation(model, script.time),
  };

  /** @param {string} id */
  function openChapter(id) {
    if (id === chapter) return;
    script.chapter(id, chapters[id]);
    chapter = id;
  }

  /** The given matrices. */
  function begin() {
    openChapter("project");
    former = place.given.flatMap(({ block, names }) => [block, ...names]);
    for (const item of former) script.add(item);
    for (const item of given) seen.set(keyOf(item), item);
    const from = model.words.stories["walk-through"];
    script.step(
      {
        id: "inputs",
        title: from.steps.inputs,
        caption: () => (model.projected ? from.inputs({ model }) : from.given({ model })),
        rest: 0.9,
        spoken: () => spokenOf(given[0]),
      },
      staggerItems(place.given, ({ block, names }) => [...enter(block), ...fadeIn(...names)], 0.2),
      given.flatMap(keep),
    );
  }

  /** @param {SliceBlock} item */
  function spokenOf(item) {
    const cells = cellsOf({ ...item, columns: Math.min(8, item.columns) });
    return spokenText(model, item.tensor, cells.flat());
  }

  /** A copy of a finished matrix goes into the strip. @param {SliceBlock} from @returns {Beat[]} */
  function keep(from) {
    const small = smallOf(from.tensor);
    if (!small) return [];
    const there = enter(small.block).map((beat) => ({ ...beat, duration: 0.1 }));
    return sequence(copyTo(script, from, small.block), [...there, ...lightWord(1, small.letter)]);
  }

  /** A factor comes: from where it stood, or out of the strip. @param {SliceBlock} item @returns {Beat[]} */
  function come(item) {
    script.add(item);
    const before = seen.get(keyOf(item));
    const small = smallOf(item.tensor)?.block;
    seen.set(keyOf(item), item);
    if (before && !item.grid) return sequence(copyTo(script, before, item), enterAtOnce(item));
    // only after the matrix before has left
    if (!small || item.grid) return after(FADE, enter(item));
    return sequence(copyTo(script, item, small, { back: true }), enterAtOnce(item));
  }

  /** @param {Act} act */
  function actSteps(act) {
    const { id, factors, product, said, at, places, active } = act;
    openChapter(act.chapter);
    const sentences = w.links[id];
    const facts = { model, link: act, at, all: allFacts };
    const title = w.titles[id] ?? model.words.scene.shown(product.made ?? product.tensor);
    const about = { title, subtitle: equationOf(act), active, rest: 0.9 };
    for (const item of [product, ...said]) script.add(item);
    const enters = [[...fadeOut(...former), ...factors.flatMap(come), ...fadeIn(...said)], enterBox(product)];
    former = [...factors, product, ...said];
    const { first, leaves } = act.reads === "copy" ? { first: [], leaves: [] } : point(act);
    const others = [
      [...leaves, ...sweep(act)],
      [tween(product.id, "landed", 0, 0), ...keep(product)],
    ];
    seen.set(keyOf(product), product);
    const all = { ...about, id: `${id}-all`, caption: () => sentences.all(facts), place: { at: places[1] } };
    const whole = { ...all, spoken: () => spokenOf(product) };
    if (!act.full || product.indices.length === 1 || (id === "weights" && !act.bars))
      return script.step(whole, ...enters, ...first, ...others);
    const firstCell = {
      ...about,
      id,
      caption: () => sentences.first(facts),
      place: { at: places[0], query: at.r },
    };
    script.step(firstCell, ...enters, ...first);
    script.step({ ...whole, rest: 1.1 }, ...others);
  }

  /** "3×4 · 4×3 = 3×3" @param {Act} act */
  function equationOf({ left, right, product, reads }) {
    if (reads === "copy" || (right && reads === "cell")) return shapeOf(product);
    // a query and a key of a bilinear or additive score are no product
    return right && left.columns === right.rows
      ? `${shapeOf(left)} · ${shapeOf(right)} = ${shapeOf(product)}`
      : `${shapeOf(left)} → ${shapeOf(product)}`;
  }

  /** What meets in one cell is lit, ringed and shown close up; the rest is dimmed. @param {Act} act */
  function point(act) {
    const { left, right, product, factors, at } = act;
    const [row, column] = [{ row: at.r }, { column: at.c }];
    const cell = { ...row, ...column };
    const single = act.reads === "cell";
    const home = lit(model, product, act.bars ? row : cell, size);
    const parts = [lit(model, left, single ? cell : row, size), home];
    if (right) parts.push(lit(model, right, single ? cell : column, size));
    const rings = parts.map((part) => script.add(ring(`${part.id}.ring`, rim(part))));
    const lines = linesOf(act).map((line) => script.add(line));
    const { items, moves } = act.bars ? softmaxRow(script, act, size) : cardOf(act, home);
    former.push(...items, ...rings, ...lines);
    const covering = place.covers && right ? [{ id: `card.${product.id}` }] : [];
    return {
      first: [[...dim(1, ...factors, product), ...fadeIn(...rings), ...grow(...lines)], ...moves],
      leaves: [...dim(0, ...factors, product), ...fadeOut(...rings, ...lines, ...covering)],
    };
  }

  /** From a row at the left, and from a column above, to their cell. @param {Act} act */
  function linesOf({ left, right, product, at: { r, c } }) {
    if (right && across) return [];
    const [from, to] = [left, product].map((matrix) => rowBox(matrix, r));
    const line = arrow(`${left.id}.line`, { at: from, side: "right" }, { at: to, side: "left" });
    if (!right) return [line];
    const over = { ...cellBox(right, c), height: right.height };
    const top = { at: cellBox(product, c), side: /** @type {const} */ ("top") };
    return [line, arrow(`${right.id}.line`, { at: over, side: "bottom" }, top)];
  }

  /** The close-up of a cell; its sum falls into its place. @param {Act} act @param {Box} home */
  function cardOf(act, home) {
    const { factors, product, closeUp: room } = act;
    const cell = cellAt(model, act, act.at);
    const source = (/** @type {import("../model.js").Cell} */ operand) => boxIn(factors, operand);
    const item = card(model, { id: `card.${product.id}`, cell, home, room, size, source });
    const lands = tween(product.id, "landed", 1, 0.1);
    if (!cardSize(item, model)) return { items: [], moves: [[lands]] };
    script.add(item);
    const seconds = act.full ? 2 : 1.1;
    const { sum, op } = item.origin;
    const moves =
      sum && op !== "scale"
        ? [...addUp(item, { products: 0.36 * seconds }), [lands, tween(item.id, "fall", 0, 0)]]
        : [[tween(item.id, "travel", 1, 0.3 * seconds)], [lands]];
    return { items: [item], moves: [fadeIn(item), ...moves] };
  }

  /** All cells land, row by row. @param {Act} act @returns {Beat[]} */
  function sweep({ reads, left, product }) {
    if (reads === "copy")
      return [
        ...copyTo(script, left, product),
        ...after(MOVE - 0.06, [tween(product.id, "reveal", 1, 0.06)]),
      ];
    const each = Math.min(0.45, 2.4 / product.rows);
    const rings = upTo(product.rows).flatMap((r) =>
      [left, product].flatMap((matrix, side) => {
        const { id } = script.add(ring(`${product.id}.row${r}.${side}`, rim(rowBox(matrix, r))));
        former.push({ id });
        return after(r * each, [
          tween(id, "opacity", 1, 0.08),
          ...after(each, [tween(id, "opacity", 0, 0.08)]),
        ]);
      }),
    );
    return together(after(0.2, [tween(product.id, "reveal", 1, each * product.rows)]), rings);
  }
}

/** A row of a matrix on the stage. @param {SliceBlock} item @param {number} r @returns {Box} */
const rowBox = (item, r) => ({ ...cellBox(item, r * item.columns), width: item.width });
