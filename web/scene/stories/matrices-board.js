/**
 * Draws one board at any moment of its life: factors grow out of the map, a row and a column point at their
 * cell, copies fly to the card, the number lands, and at the end the product shrinks into the map.
 */

import { move } from "../ease.js";
import { LAYERS } from "../layout.js";
import { arrowMark } from "../parts.js";
import { drawGrid, ring } from "./matrices-draw.js";
import { grown, neighbour, placeOf } from "./matrices-flight.js";
import { label } from "./matrices-names.js";
import { drawCard } from "./matrices-card.js";
import { part } from "./matrices-grid.js";
import { operands, unitAt } from "./matrices-units.js";

/** @typedef {import("./matrices-place.js").Placed} Placed */
/** @typedef {import("../parts.js").Mark} Mark */

/** Life of a board: what a timeline may change. `at` is the present cell, `landed` how many have their number. */
const INITIAL = {
  shown: 0,
  enter: 0,
  leave: 0,
  at: 0,
  landed: 0,
  focus: 0,
  lines: 0,
  card: 0,
  fly: 0,
  products: 0,
  sum: 0,
  home: 0,
};

/** @param {any} layout @param {number} k which board */
export function boardItem(layout, k) {
  const placed = layout.boards[k];
  const { board } = placed;
  /** @type {Record<string, any>} */
  const minis = {};
  for (const mini of layout.map.minis) minis[mini.matrix.key] = mini;
  const places = {
    layout,
    placed,
    minis,
    shape: layout.shapes[k],
    id: `board.${board.id}`,
    came: placeOf(layout.boards[k - 1]?.parts.result),
    before: neighbour(layout.boards[k - 1], placed),
    after: neighbour(placed, layout.boards[k + 1]),
  };
  // one context for each run whose numbers are shown at these places
  const contexts = new WeakMap();
  const contextOf = (/** @type {any} */ model) => {
    if (!contexts.has(model)) contexts.set(model, { ...places, model });
    return contexts.get(model);
  };
  return {
    id: places.id,
    kind: "board",
    layer: LAYERS.box,
    board,
    initial: INITIAL,
    draw: (/** @type {(property: string) => number} */ get, /** @type {any} */ model) =>
      draw(contextOf(model), get),
  };
}

/** @param {any} context @param {(property: string) => number} get @returns {[number, Mark[]][]} */
function draw(context, get) {
  const shown = get("shown");
  if (shown <= 0) return [];
  const { placed, id } = context;
  const unit = unitAt(placed.board, get("at"));
  const focus = get("focus");
  const light = operands(placed.board, unit);
  const enter = move(get("enter"));
  const leave = move(get("leave"));
  /** @type {Mark[]} */
  const boxes = [];
  const landed = get("landed");
  for (const [name, at] of Object.entries(placed.parts)) {
    const made = name === "result";
    const rests = made ? context.after === "moves" : name === "left" && context.before === "stays";
    const progress = rests ? 1 : made ? 1 - leave : enter;
    const goesOn = name === "left" && context.after === "stays";
    const marks = drawGrid(`${id}.${name}`, at, {
      model: context.model,
      opacity: made ? Math.min(1, enter * 2) : goesOn ? 1 : 1 - leave,
      // a product is pale while it is empty
      dim: made && landed === 0 ? 1 : focus,
      lit: focus,
      light: light[name],
      landed: made ? landed : Infinity,
      unit: placed.board.kind === "row" ? at.grid.matrix.cols : 1,
      copy: progress < 1,
    });
    boxes.push(...(progress < 1 ? [grown(context, name, at, marks, progress)] : marks));
  }
  const quiet = shown * enter * (1 - leave);
  const words =
    quiet > 0
      ? placed.words.map((/** @type {any} */ word, /** @type {number} */ i) =>
          label(`${id}.w${i}`, word, word.muted ? "muted" : "text", quiet),
        )
      : [];
  return [
    [LAYERS.box, faded(boxes, shown)],
    [
      LAYERS.now,
      quiet > 0 ? [...laneMarks(context, quiet), ...arrows(context, light, get("lines"), quiet * focus)] : [],
    ],
    [LAYERS.label, [...words, ...rings(context, light, focus * quiet)]],
    ...drawCard(context, unit, get, quiet),
  ];
}

/** Everything a little fainter. @param {Mark[]} marks @param {number} opacity @returns {Mark[]} */
const faded = (marks, opacity) =>
  opacity >= 1 ? marks : marks.map((mark) => ({ ...mark, opacity: (mark.opacity ?? 1) * opacity }));

/** The bar that says which function is applied. @param {any} context @param {number} opacity */
function laneMarks({ placed: { pill }, id }, opacity) {
  if (!pill) return [];
  const { x, y, width, height, text, size } = pill;
  return [
    { type: "rect", id: `${id}.lane`, x, y, width, height, rx: 8, fill: "lane", opacity },
    label(
      `${id}.lane/text`,
      { x: x + width / 2, y: y + height / 2 + size * 0.36, size, text, anchor: "middle", weight: 600 },
      "ink",
      opacity,
    ),
  ];
}

/** From the row and from the column to the cell where they meet. @param {any} context @param {any} light @param {number} draw @param {number} opacity */
function arrows({ placed, id }, light, draw, opacity) {
  if (placed.stacked || draw <= 0 || opacity <= 0) return [];
  const { left, aside, top, plus, result } = placed.parts;
  const cell = part(result.grid, light.result.at)[0];
  const y = result.y + cell.y + cell.height / 2;
  const x = result.x + cell.x + cell.width / 2;
  const from = aside ?? left;
  const level = [
    [from.x + from.grid.width, y],
    [result.x - 3, y],
  ];
  const marks = [arrowMark(`${id}.level`, { points: level }, { now: true, draw, opacity })];
  const over = plus ?? top;
  const above = over ? over.y + over.grid.height : placed.pill && placed.pill.y + placed.pill.height;
  if (above !== null && above !== undefined) {
    marks.push(
      arrowMark(
        `${id}.upright`,
        {
          points: [
            [x, above],
            [x, result.y - (placed.headed ? 18 : 3)],
          ],
        },
        { now: true, draw, opacity },
      ),
    );
  }
  return marks;
}

/** @param {any} context @param {any} light @param {number} opacity */
function rings({ placed, id }, light, opacity) {
  if (opacity <= 0) return [];
  return Object.entries(placed.parts).flatMap(([name, at]) =>
    light[name]
      ? part(at.grid, light[name].at).map((box, k) => ring(`${id}.${name}/ring${k}`, at, box, opacity))
      : [],
  );
}
