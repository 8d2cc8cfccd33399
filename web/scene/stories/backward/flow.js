/**
 * The forward pass, the loss, and how gradients come back through one row: from its result to weights and values, through the
 * softmax to scores, query and keys.
 */

import { cellBox } from "../../kit/block.js";
import { card, cardExtent, cardSize } from "../../kit/card.js";
import { dock, readIn } from "../../kit/dock.js";
import { addUp, copyTo, showPlaceholders, grow, fadeOut, staggerItems, enterNumbers, lightWord, enterBox, fadeIn, enter, animate } from "../../kit/moves.js"; // prettier-ignore
import { upTo } from "../../model.js";
import { tween, sequence, together } from "../../timeline.js";
import { isJoined, scoresOf } from "./bench.js";
import { lossPage } from "./pages.js";

/** @typedef {import("../backward.js").StoryContext} StoryContext */
/** @typedef {import("../../timeline.js").Tween} Beat */
/** @typedef {import("../../kit/block.js").Block} Block */

/** Seconds in which one product of the row's dot product lands. */
const PRODUCT = 0.24;

/** @param {StoryContext} t */
export function benchSteps(t) {
  const { script, model, place, bench, chosen } = t;
  const { fixed, band, flows } = place;
  for (const item of [...fixed, band]) script.add(item);
  const lines = Object.values(flows).flat();
  for (const { up, back } of lines) [up, back].map(script.add);
  t.chapter("forward");
  forward(t);
  const page = lossPage(model, t.room, t.height);
  if (page) loss(t, page);
  t.chapter("output");
  intoResult(t, page);
  intoWeights(t);
  intoValues(t);
  t.chapter("softmax");
  throughSoftmax(t);
  t.chapter("scores");
  throughScores(t);
  intoQuery(t);
  if (model.q_len > 1) others(t, chosen);
  intoKeys(t);
}

/** What belongs to one query, on its way from query to result. @param {StoryContext} t @param {number} i */
function rowOf({ model, bench }, i) {
  const stages = scoresOf(model);
  const keys = upTo(model.kv_len);
  const of = (/** @type {string} */ tensor) => keys.map((j) => bench.pair(tensor, i, j));
  return {
    query: bench.query(i),
    /** As softmax takes them. */
    last: of(stages[0]),
    /** As the score function gives them, where that is something else. */
    first: stages.length > 1 ? of("scores") : of(stages[0]),
    weights: of("weights"),
    result: [bench.mixed(i), ...(isJoined(model) ? [bench.output(i)] : [])],
    products: keys.map((j) => bench.product(i, j)),
    dot: bench.dot(i),
  };
}

/** Everything that stands on the stage now. @param {StoryContext} t */
export const standing = ({ script }) => script.standing(script.items.filter(({ kind }) => kind !== "flight"));

/** The forward pass, quickly: from query and keys to the result. @param {StoryContext} t */
function forward(t) {
  const { script, model, place, bench, chosen, step } = t;
  const { flows, fixed } = place;
  const keys = upTo(model.kv_len);
  const row = rowOf(t, chosen);
  const found = keys.flatMap((j) => [bench.key(j), bench.value(j)]);
  const values = (/** @type {any[]} */ list) => list.map(({ value }) => script.add(value));
  const up = (/** @type {import("./bench.js").Flow[]} */ list) => grow(...list.map((flow) => flow.up));
  const rise = (/** @type {any[]} */ list, /** @type {Beat[]} */ lines) =>
    sequence(lines, staggerItems(values(list), enter, 0.08));
  step(
    "forward",
    { speak: [row.weights, row.result].flat().map(({ value }) => value), rest: 1.2 },
    [...fadeIn(...fixed), ...staggerItems(values([row.query, ...found]), enter, 0.07)],
    rise(row.last, [...up(flows.query), ...up(flows.key)]),
    rise(row.weights, up(flows.softmax)),
    rise([row.result[0]], [...up(flows.weights), ...up(flows.values)]),
    row.result[1] ? rise([row.result[1]], up(flows.output)) : [],
  );
}

/** All outputs beside what they should be. @param {StoryContext} t @param {NonNullable<ReturnType<typeof lossPage>>} page */
function loss(t, { outputs, target, loss: far, signs }) {
  const { script, step, chapter } = t;
  const bench = standing(t);
  chapter("loss");
  const [all, wanted, made] = [outputs.value, target, far].map((item) => script.add(item));
  for (const sign of signs) script.add(sign);
  step(
    "loss",
    { speak: [made] },
    [...fadeOut(...bench), ...enter(all)],
    [...enter(wanted), ...fadeIn(...signs)],
    together(copyTo(script, all, made), copyTo(script, wanted, made), showPlaceholders(made)),
    [...enterBox(made), ...enterNumbers(made)],
  );
  const grad = script.add(outputs.grad);
  step("grad_output", { speak: [grad] }, enterBox(grad), ...closeUp(t, grad, 1), enterNumbers(grad));
  // the bench comes back as it stood
  t.former = [all, wanted, made, grad, ...signs];
  t.returning = bench;
}

/* ---------------------------------------------------------------- back */

/** Out with the lines on which values rose, in with those of the gradients. @param {import("./bench.js").Flow[]} list @returns {Beat[]} */
const turned = (list) => [...fadeOut(...list.map(({ up }) => up)), ...grow(...list.map(({ back }) => back))];

/** The gradient of the row's result; where it is a head's, of the output before it. @param {StoryContext} t @param {any} page was there one of the loss? */
function intoResult(t, page) {
  const { script, model, place, chosen, step } = t;
  const row = rowOf(t, chosen);
  const comes = [...fadeOut(...t.former), ...fadeIn(...t.returning)];
  const grads = row.result.map(({ grad }) => script.add(grad)).reverse();
  const [first, ...others] = grads;
  if (!page) {
    const about = { speak: [first] };
    step("grad_output", about, comes, enterBox(first), enterNumbers(first));
  }
  const arrives = page ? [[...comes], enter(first)] : [];
  if (!others.length) {
    // the step of the loss showed it: here it only takes its place
    t.arrives = arrives;
    return;
  }
  const [grad] = others;
  const moves = [turned(place.flows.output), enterBox(grad), ...closeUp(t, grad, 0.9), enterNumbers(grad)];
  step("grad_mixed", { speak: [grad] }, ...arrives, ...moves);
}

/**
 * Gradients of one kind arrive: the arithmetic of one close up, then the others.
 * @param {StoryContext} t @param {string} id of the step @param {Block[]} grads @param {import("./bench.js").Flow[]} flows on which they come
 * @param {{ before?: Beat[][], seconds: number, rest?: number, active?: string[] }} how before: what happens first; seconds: of the products
 */
function arrive(t, id, grads, flows, { before = [], seconds, ...about }) {
  for (const grad of grads) t.script.add(grad);
  const k = exampleBlock(t, grads);
  const others = grads.filter((_, n) => n !== k);
  t.step(
    id,
    { speak: grads, ...about },
    ...before,
    turned(flows),
    showPlaceholders(...others),
    enterBox(grads[k]),
    ...closeUp(t, grads[k], seconds, [...(before.length ? t.returning : standing(t)), ...grads]),
    enterNumbers(grads[k]),
    staggerItems(others, enter, 0.12),
  );
}

/** What each weight should do. @param {StoryContext} t */
function intoWeights(t) {
  const grads = rowOf(t, t.chosen).weights.map(({ grad }) => grad);
  const { weights } = t.place.flows;
  arrive(t, "grad_weights", grads, weights, { before: t.arrives, seconds: 1.1, active: ["grad_weights"] });
}

/** Every value adds up what it was used for. @param {StoryContext} t */
function intoValues(t) {
  const grads = upTo(t.model.kv_len).map((j) => t.bench.value(j).grad);
  arrive(t, "grad_value", grads, t.place.flows.values, { seconds: 0.9 });
}

/** The row's dot product, product by product, and what is left of each gradient without it. @param {StoryContext} t */
function throughSoftmax(t) {
  const { script, place, chosen, step } = t;
  const { band, flows, fixed } = place;
  const { last, products, dot } = rowOf(t, chosen);
  for (const item of [...products, dot]) script.add(item);
  const grads = last.map(({ grad }) => script.add(grad));
  const lands = products.map((product) => [tween(product.id, "opacity", 1, PRODUCT)]);
  const word = fixed.find(({ id }) => id === "word.softmax");
  step(
    "row_dot",
    { speak: [dot], active: ["weights", "grad_weights", "row_dot"], rest: 1.6 },
    [...fadeIn(band), ...lightWord(1, word)],
    ...lands,
    enter(dot),
  );
  step(
    "grad_softmax",
    { speak: grads, active: ["grad_scores", "weights", "grad_weights", "row_dot"], rest: 1.6 },
    turned(flows.softmax),
    staggerItems(grads, enter, 0.3),
  );
}

/** Through mask, soft cap and scale, where there are any. @param {StoryContext} t */
function throughScores(t) {
  const { script, model, chosen, step } = t;
  const { first, last } = rowOf(t, chosen);
  if (scoresOf(model).length < 2) return;
  step(
    "grad_scores",
    { speak: first.map(({ grad }) => grad), active: ["grad_scores"] },
    replaced(script, last, first),
  );
}

/** One pair of value and gradient takes the place of another. @param {import("../../script.js").Script} script @param {any[]} before @param {any[]} then @returns {Beat[]} */
const replaced = (script, before, then) =>
  staggerItems(
    then,
    ({ value, grad }) => {
      const old = before[then.findIndex((pair) => pair.value === value)];
      return [
        ...[old.value, old.grad].flatMap((block) => animate(block, "opacity", 0)),
        ...enter(script.add(value), script.add(grad)),
      ];
    },
    0.2,
  );

/** @param {StoryContext} t */
const intoQuery = (t) =>
  arrive(t, "grad_query", [rowOf(t, t.chosen).query.grad], t.place.flows.query, { seconds: 1 });

/** The rows of all other queries, at a glance. @param {StoryContext} t @param {number} chosen */
function others(t, chosen) {
  const { script, model, step } = t;
  const rest = upTo(model.q_len).filter((i) => i !== chosen);
  let before = chosen;
  const moves = rest.flatMap((i) => {
    const [former, row] = [rowOf(t, before), rowOf(t, i)];
    before = i;
    const all = [row.query, ...row.first, ...row.weights, ...row.result].flatMap(({ value, grad }) => [
      value,
      grad,
    ]);
    const comes = [...all, ...row.products, row.dot].map((item) => script.add(item));
    const gone = [former.query, ...former.first, ...former.weights, ...former.result].flatMap(({ value, grad }) => [value, grad]); // prettier-ignore
    const away = fadeOut(...gone, ...former.products, former.dot);
    const appear = comes.flatMap((item) => (item.kind === "text" ? fadeIn(item) : enter(item)));
    return [away, appear, animate(row.dot, "opacity", 1, 0.9)];
  });
  step("rows", { speak: rest.flatMap((i) => rowOf(t, i).first.map((p) => p.grad)), rest: 0.8 }, ...moves);
}

/** Every key adds up what came of the queries that it met. @param {StoryContext} t */
function intoKeys(t) {
  const grads = upTo(t.model.kv_len).map((j) => t.bench.key(j).grad);
  arrive(t, "grad_key", grads, t.place.flows.key, { seconds: 1, rest: 1.8 });
}

/* ---------------------------------------------------------------- close-ups */

/** How good an example a cell is: the number of its terms that are not 0. @param {StoryContext} t @param {Block} block @param {number} k */
function terms({ model }, block, k) {
  const { terms: all, allowed } = model.origin(block.tensor, block.indices[k]);
  if (allowed === false || model.value(block.tensor, block.indices[k]) === 0) return 0;
  return all.filter((cells) => cells.every(({ tensor, index }) => model.value(tensor, index) !== 0)).length;
}

/** The cell of a block that is the best example. @param {StoryContext} t @param {Block} block */
function exampleIn(t, block) {
  const all = upTo(Math.min(16, block.indices.length)).map((k) => terms(t, block, k));
  return all.indexOf(Math.max(...all));
}

/** The block with the best example of several. @param {StoryContext} t @param {Block[]} blocks */
function exampleBlock(t, blocks) {
  const all = blocks.map((block) => terms(t, block, exampleIn(t, block)));
  return all.indexOf(Math.max(...all));
}

/** Px² that a narrower card must hide less, and its least width. */
const [WORTH, LEAST] = [900, 170];

/**
 * The arithmetic of a block's example cell, on empty ground beside it; nothing where it has no room.
 * @param {StoryContext} t @param {Block} block @param {number} seconds of the products @param {any[]} [stands] what it may not hide, if not what stands already @returns {Beat[][]}
 */
export function closeUp(t, block, seconds, stands = standing(t)) {
  const { script, model, bench, place } = t;
  if (!block.indices) return [];
  const k = exampleIn(t, block);
  const cell = { tensor: block.tensor, index: block.indices[k] };
  const home = cellBox(block, k);
  const size = { ...bench.size, decimals: Math.max(2, bench.size.decimals) };
  const area = { ...place.cards, y: 2, height: t.height - 4 };
  // what is worked out is hidden least of all
  const taken = [...readIn([...stands, block]), ...Array(9).fill(home)];
  const make = (/** @type {import("../../kit/place.js").Box} */ room) =>
    card(model, { id: `card.${block.id}`, cell, home, room, size, source: t.source });
  const whole = cardSize(make(area), model);
  if (!whole) return [];
  // narrower it has smaller gaps, and all its terms
  const width = Math.min(whole.width, Math.max(LEAST, cardExtent(model, cell, size).width));
  const [wide, slim] = [whole.width, width].map((width) => {
    const extent = { ...(cardSize(make({ ...area, width }), model) ?? whole), width };
    return { ...extent, ...dock(extent, home, area, taken) };
  });
  const room = slim.cost < wide.cost - WORTH ? slim : wide;
  const made = script.add(make(room));
  const { sum, op, terms: all } = made.origin;
  if (!sum || op === "scale" || all.length === 0)
    return [fadeIn(made), animate(made, "sum", 1, 1.2), fadeOut(made)];
  return [fadeIn(made), ...addUp(made, { products: seconds }), fadeOut(made)];
}
