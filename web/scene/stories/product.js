/** The card on which the first number of a key, a value or a query is made slowly. */

import { cardItem, entryName, middleOf } from "../card.js";
import { LAYERS } from "../layout.js";
import { box, grow, show } from "../moves.js";
import { cellBox, centre, stripBox } from "../parts.js";
import { FADE, MOVE } from "../script.js";
import { beat, sequence, together } from "../timeline.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../schedule.js").Event} Event */

/** What makes each of the three: source, parameters, letters. */
export const MAKERS = {
  key: { parameter: "w_k", letter: "K", matrix: "W_K", symbol: "key" },
  value: { parameter: "w_v", letter: "V", matrix: "W_V", symbol: "value" },
  query: { parameter: "w_q", letter: "Q", matrix: "W_Q", symbol: "query" },
};
/** @typedef {keyof typeof MAKERS} Made */

/**
 * The card that makes the first number of a vector: its operands fly in, are multiplied, added, and the sum
 * flies home.
 * @param {Script} script @param {Made} made @param {number} row @returns {Event[]}
 */
export function openCard(script, made, row) {
  const { model } = script;
  const { parameter, letter, matrix } = MAKERS[made];
  const source = script.item(made === "query" && !model.self ? `asker.${row}` : `x.${row}`);
  const target = script.item(`${made}.${row}`);
  if (!model.projected || !model.tensor(parameter) || !source || !target) return [];
  const heads = made === "query" ? model.head : model.kvHead;
  const column = heads * target.indices.length;
  const left = source.indices.map((/** @type {number[]} */ index) => ({ tensor: source.tensor, index }));
  const right = left.map((/** @type {unknown} */ _, /** @type {number} */ c) => ({
    tensor: parameter,
    index: [c, column],
  }));
  const names = {
    cell: entryName(letter, row, 0),
    left: "X",
    right: matrix,
    row: row + 1,
    column: column + 1,
  };
  const id = `card.${made}.${row}`;
  const item = cardItem(model, script.layout, {
    id,
    tensor: made,
    index: target.indices[0],
    left,
    right,
    names,
    tint: made + "-tint",
    cell: target.strip,
  });
  if (occupied(script, target.id, item.box)) return [];
  script.add(item);
  const arrow = made === "query" ? `ask.${row}` : `fork-${made}.${row}`;
  const part = (/** @type {string} */ name) => [beat(id, name, 1, FADE)];
  const under = lyingUnder(script, target.id, item.box);
  return [
    { light: [arrow], beats: [...sequence(box(target.id), grow(arrow))] },
    { beats: together(veil(under, 0), show(id)) },
    { beats: sequence(together(...flights(script, source, item)), part("left")) },
    { beats: sequence(part("right"), pause(id), part("products"), pause(id), part("sum"), pause(id)) },
    {
      beats: sequence(home(script, item, target), together([beat(id, "shown", 0, FADE)], veil(under, 1))),
    },
  ];
}

/** Half a second in which nothing changes. @param {string} id */
const pause = (id) => [beat(id, "pause", 1, 0.5)];

/** Ghosts under the card step back while it is open. @param {any[]} under @param {number} to */
const veil = (under, to) =>
  under.map(({ id, kind }) => beat(id, kind === "strip" ? "ghost" : "shown", to, FADE));

/** What would show through where the card is. @param {Script} script @param {string} target @param {import("../parts.js").Box} area */
function lyingUnder(script, target, area) {
  return script.items.filter((item) => {
    if (item.id === target) return false;
    if (item.kind === "strip")
      return (
        covers(area, stripBox(item.strip)) &&
        script.current(item.id, "ghost") &&
        !script.current(item.id, "shown")
      );
    if (item.kind === "pill")
      return covers(area, /** @type {any} */ (item)) && script.current(item.id, "shown");
    return item.id === "word.title" && covers(area, { x: item.x - 100, y: item.y, width: 200, height: 1 });
  });
}

/** Is there anything under this area that a card must not hide? @param {Script} script @param {string} target @param {import("../parts.js").Box} area */
function occupied(script, target, area) {
  const near = (/** @type {import("../parts.js").Box} */ { x, y, width, height }) =>
    x < area.x + area.width && x + width > area.x && y < area.y + area.height && y + height > area.y;
  return script.items.some(
    ({ id, kind, strip }) =>
      kind === "strip" && near(stripBox(strip)) && (id === target || script.current(id, "shown")),
  );
}

/** Would a box and its label lie under this area? The label of a single cell stands right of it. @param {import("../parts.js").Box} area @param {import("../parts.js").Box} box */
function covers(area, { x, y, width, height }) {
  const label = width < 80 ? 90 : 0;
  return (
    x < area.x + area.width &&
    x + width + label > area.x &&
    y - 30 < area.y + area.height &&
    y + height > area.y
  );
}

/** Each operand of the row flies to its place on the card. @param {Script} script @param {any} source @param {any} card */
function flights(script, source, card) {
  const places = card.bands.flatMap((/** @type {any} */ band) =>
    band.cells.map((/** @type {any} */ cell) => cell.left.strip),
  );
  return places.map((/** @type {any} */ place, /** @type {number} */ k) => {
    const id = `${card.id}.fly${k}`;
    const strip = { ...place, role: "input" };
    script.add({
      id,
      kind: "flight",
      layer: LAYERS.flight,
      strip,
      source,
      part: k,
      from: centre(cellBox(source.strip, k)),
      to: middleOf(place),
      initial: { move: 0 },
    });
    return [beat(id, "move", 1, MOVE, "move")];
  });
}

/** The sum flies to its cell. @param {Script} script @param {any} card @param {any} target */
function home(script, card, target) {
  const id = card.id + ".home";
  const { strip } = card.sum;
  script.add({
    id,
    kind: "flight",
    layer: LAYERS.flight + 2,
    strip,
    source: target,
    part: 0,
    from: middleOf(strip),
    to: centre(cellBox(target.strip, 0)),
    initial: { move: 0 },
  });
  return [beat(id, "move", 1, MOVE, "move")];
}
