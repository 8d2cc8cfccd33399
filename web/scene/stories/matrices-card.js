/**
 * The card: the operands of the present cell taken out of their matrices, what is made of each pair, and what
 * they add up to. Copies fly in from the board and the result flies back.
 */

import { textWidth } from "../advance.js";
import { move } from "../ease.js";
import { LAYERS } from "../layout.js";
import { arrowMark } from "../parts.js";
import { WORDS, cardSpot } from "./matrices-card-layout.js";
import { cellMarks, placeOf, slot, vectorOf } from "./matrices-card-cells.js";
import { productTexts } from "./matrices-card-products.js";
import { bracketMarks, laneMarks, signMarks } from "./matrices-card-signs.js";
import { cardTitle, cardWords } from "./matrices-card-words.js";
import { label } from "./matrices-names.js";

/** @typedef {import("../parts.js").Mark} Mark */

/**
 * @param {any} context @param {{ r: number, c: number }} unit @param {(property: string) => number} get @param {number} quiet
 * @returns {[number, Mark[]][]}
 */
export function drawCard(context, unit, get, quiet) {
  const opacity = get("card") * quiet;
  if (opacity <= 0) return [];
  const card = content(context, unit);
  const id = `${context.id}.card`;
  const times = { fly: get("fly"), products: get("products"), sum: get("sum"), home: get("home") };
  /** @type {Mark[]} */
  const marks = [label(`${id}/title`, card.title, "ink", opacity)];
  marks.push(
    ...card.words.map((/** @type {any} */ word, /** @type {number} */ k) =>
      label(`${id}/word${k}`, word, "muted", opacity),
    ),
  );
  /** @type {Mark[]} */
  const flying = [];
  for (const [stage, list] of Object.entries(card.operands)) {
    list.forEach((/** @type {any} */ operand, /** @type {number} */ k) => {
      const at = lagged(times.fly, k, list.length);
      if (at < 1) marks.push(slot(`${id}/${stage}${k}/slot`, operand.box, opacity));
      const box = placeOf(operand, move(at));
      if (at > 0)
        (at < 1 ? flying : marks).push(
          ...cellMarks(`${id}/${stage}${k}`, operand, box, at < 1 ? 1 : opacity),
        );
    });
  }
  marks.push(...signMarks(id, card, times, opacity), ...productMarks(id, card, times.products, opacity));
  marks.push(...closing(id, card, times, opacity));
  if (times.home > 0 && times.home < 1) {
    card.results.forEach((/** @type {any} */ result, /** @type {number} */ k) =>
      flying.push(...cellMarks(`${id}/home${k}`, result, placeOf(result, 1 - move(times.home)), 1)),
    );
  }
  return [
    [LAYERS.card, marks],
    [LAYERS.flight, flying],
  ];
}

/** Each of n things begins a little after the one before. @param {number} t @param {number} k @param {number} n */
export function lagged(t, k, n) {
  const lag = n > 1 ? 0.35 / (n - 1) : 0;
  return Math.min(1, Math.max(0, (t - k * lag) / (1 - (n - 1) * lag)));
}

/** The results: one cell, or of a whole row one for each. @param {string} id @param {any} card @param {any} times @param {number} opacity @returns {Mark[]} */
function closing(id, card, { sum }, opacity) {
  const marks = [];
  if (card.stages.bracket) marks.push(...bracketMarks(id, card, sum, opacity));
  if (card.stages.lane) marks.push(...laneMarks(id, card, opacity));
  card.results.forEach((/** @type {any} */ result, /** @type {number} */ k) => {
    const seen = lagged(sum, k, card.results.length);
    if (seen < 1) marks.push(slot(`${id}/r${k}/slot`, result.box, opacity * (1 - seen)));
    if (seen > 0) marks.push(...cellMarks(`${id}/r${k}`, result, result.box, opacity * seen));
  });
  const last = card.results[card.results.length - 1].box;
  if (card.whole && sum > 0 && last.x + last.width + 54 <= card.right) {
    const at = { x: last.x + last.width + 12, y: last.y + last.height / 2 + 4, size: 12, text: "Σ = 1" };
    marks.push(label(`${id}/whole`, at, "muted", opacity * sum));
  }
  return marks;
}

/** @param {string} id @param {any} card @param {number} products @param {number} opacity @returns {Mark[]} */
function productMarks(id, card, products, opacity) {
  const { texts, spots, size, width, level } = card.products;
  return texts.flatMap((/** @type {string} */ text, /** @type {number} */ k) => {
    const seen = Math.min(1, Math.max(0, products * texts.length - k)) * opacity;
    if (seen <= 0) return [];
    const { x, y } = spots[k];
    const mark = {
      ...label(
        `${id}/p${k}`,
        { x, y: y + size * 0.36, size, text, anchor: "middle", weight: 600 },
        "ink",
        seen,
      ),
      copy: true,
    };
    const fit = Math.min(1, width / textWidth(text, size, 600));
    /** @type {Mark[]} */
    const marks = [fit < 1 ? { ...mark, size: size * fit } : mark];
    const from = card.operands.b?.[k]?.box;
    if (from && level) {
      const points = [
        [x, from.y + from.height],
        [x, y - size / 2 - 6],
      ];
      marks.push({ ...arrowMark(`${id}/down${k}`, { points }, { now: false, opacity: seen }) });
    }
    return marks;
  });
}

/** Said only of a row that does add up. @param {any} model @param {import("./matrices-plan.js").Matrix} matrix @param {number} r */
function addsUp(model, { tensor, index, cols }, r) {
  let sum = 0;
  for (let c = 0; c < cols; c++) sum += model.value(tensor, index(r, c));
  return Math.abs(sum - 1) < 1e-5;
}

const known = new WeakMap();

/** Everything on the card for one unit; made when first looked at, then kept. @param {any} context @param {{ r: number, c: number }} unit */
function content(context, unit) {
  let cards = known.get(context);
  if (!cards) known.set(context, (cards = new Map()));
  const key = `${unit.r},${unit.c}`;
  if (!cards.has(key)) cards.set(key, compose(context, unit));
  return cards.get(key);
}

/** @param {any} context @param {{ r: number, c: number }} unit */
function compose(context, unit) {
  const { shape, layout, placed } = context;
  const { board } = placed;
  const { card: box, needs, phone } = layout;
  const title = cardTitle(context, unit);
  const side = shape.turned ? 0 : WORDS;
  const tall = (shape.turned ? shape.main + 18 : shape.cross) + needs.head;
  const origin = {
    x:
      box.x +
      (shape.turned
        ? (box.width - shape.cross) / 2
        : Math.max(needs.margin + side, (box.width + side - shape.main) / 2)),
    y: box.y + needs.head + (shape.turned ? 18 : 0) + Math.max(0, (box.height - tall - needs.margin) / 2),
  };
  const cell = context.layout.cells[board.id];
  const spot = (/** @type {string} */ stage, /** @type {number} */ k) =>
    cardSpot(shape, origin, stage, k, cell);
  const card = {
    board,
    model: context.model,
    shape,
    cell,
    phone,
    origin,
    stages: shape.stages,
    gone: board.struck?.(context.model, unit.r, unit.c) ?? false,
    whole: board.kind === "row" && addsUp(context.model, board.result, unit.r),
    right: box.x + box.width,
    spot,
    ...vectorOf(context, unit, spot),
  };
  const products = productTexts(context, unit, card);
  const words = cardWords(context, card, { x: box.x + needs.margin });
  return {
    ...card,
    products,
    words,
    title: { ...title, x: box.x + needs.margin, y: box.y + (phone ? 24 : 38) },
  };
}
