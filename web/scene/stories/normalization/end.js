/** The last step, with all results: rows beside their number lines, columns above theirs. */

import { backdrop } from "../../kit/backdrop.js";
import { SIZES, block, cellOf } from "../../kit/block.js";
import { fit } from "../../kit/fit.js";
import { handleNumbers } from "../../kit/number-line/numbers.js";
import { corner } from "../../kit/place.js";
import { posts } from "../../kit/ruler.js";
import { textAt } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { PITCH, linesIn, nameOf } from "./lines.js";
import { membersOf, tokenNames } from "./norms.js";
import { RULER } from "./stage.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {import("./norms.js").Norm} Norm */
/** @typedef {{ box: Box, reaches: import("./lines.js").Reaches, title: string }} How */

/** In px: the margin at the sides of a panel, the height of its title, and the gap between two panels. */
const [SIDE, TITLE, GAP] = [12, 28, 10];
/** The least length of number lines, in px. */
const LINE = { beside: 210, upright: 160 };
/** Sizes of numbers, best first; null: no numbers, for want of room. */
const TRIES = [SIZES.huge, SIZES.large, SIZES.column, SIZES.small, null];

/**
 * Returns a panel for each norm.
 * @param {Model} model @param {Norm[]} norms
 * @param {{ room: import("../../scene.js").Room, reaches: import("./lines.js").Reaches, titles: string[] }} how
 */
export function endOf(model, norms, { room, reaches, titles }) {
  const n = norms.length;
  const [across, down] = room.width >= 560 ? [n, 1] : [1, n];
  const width = (room.width - GAP * (across - 1)) / across;
  const height = (room.height - GAP * (down - 1)) / down;
  return norms.map((norm, k) => {
    const [x, y] = down === 1 ? [k * (width + GAP), 0] : [0, k * (height + GAP)];
    const how = { box: { x, y, width, height }, reaches, title: titles[k] };
    const panel = norm.group === "token" ? rowsPanel : columnsPanel;
    return fit(how.box, TRIES, (size) => panel(model, `end.${k}`, norm, how, size));
  });
}

/** Returns the title and the backdrop of a panel. @param {string} id @param {How} how */
const frameOf = (id, { box, title }) => {
  const how = /** @type {const} */ ({ size: 15, weight: 650, fill: "ink", align: "start" });
  const what = { text: title, ...how, most: box.width - 2 * SIDE };
  const head = textAt(`${id}.title`, box.x + SIDE, box.y + 15, what);
  return { head, panel: backdrop(`${id}.panel`, box, { initial: { opacity: 0 } }) };
};

/** @typedef {(model: Model, id: string, norm: Norm, how: How, size: import("../../kit/block.js").Size | null) => ReturnType<typeof rowsPanel>} Panel */

/**
 * Lays out a panel with every row beside its number line.
 * @param {Model} model @param {string} id @param {Norm} norm @param {How} how
 * @param {import("../../kit/block.js").Size | null} size
 */
function rowsPanel(model, id, norm, how, size) {
  const { box, reaches } = how;
  const { head, panel } = frameOf(id, how);
  const tensor = norm.view.full("output");
  const high = box.height - TITLE - RULER - 4;
  const groups = upTo(Math.max(1, Math.min(norm.groups.length, Math.floor(high / PITCH.least))));
  const lead = size ? norm.features * cellOf(model, tensor, size).width + 14 : 0;
  const free = { x: box.x + SIDE, y: box.y + TITLE, width: box.width - 2 * SIDE, height: high };
  const room = { box: free, reaches, groups, lead };
  const { lines, words, zero, long, made, top, foot } = linesIn(model, id, norm, room);
  const strips = size ? groups.map((g) => block(model, { id: `${id}.${g}`, tensor, cells: [membersOf(norm, norm.groups[g])], size })) : []; // prettier-ignore
  strips.forEach((strip, n) => strip.put(zero - long / 2 - 14 - strip.width / 2, lines[n].line));
  return {
    ...{ panel, lines, strips, words: [head, ...words], learned: handleNumbers(model, lines) },
    posts: posts(`${id}.posts`, { zero, unit: made.unit, from: top, to: foot }),
    takes: {
      width: box.width + LINE.beside - long,
      height: size && size.height > PITCH.least ? Infinity : 0,
    },
  };
}

/** Lays out a panel with every column above its upright number line. @type {Panel} */
function columnsPanel(model, id, norm, how, size) {
  const { box, reaches } = how;
  const { head, panel } = frameOf(id, how);
  const tensor = norm.view.full("output");
  const tokens = size
    ? tokenNames(model, norm).map((name, r) => nameOf(`${id}.token.${r}`, name, { align: "end" }))
    : [];
  const side = SIDE + Math.max(16, ...tokens.map(({ width }) => width)) + 8;
  const free = {
    x: box.x + side,
    y: box.y + TITLE - 6,
    width: box.width - side - SIDE,
    height: box.height - TITLE,
  };
  const cell = size ? cellOf(model, tensor, size) : { width: 0, height: 0 };
  const groups = upTo(Math.max(1, Math.min(norm.groups.length, Math.floor(free.width / PITCH.least))));
  const lead = tokens.length * cell.height + 10;
  const { lines, words, zero, long, made, pitch } = linesIn(model, id, norm, { box: free, reaches, groups, upright: true, lead }); // prettier-ignore
  const width = Math.min(Math.floor(pitch), 2 * cell.width);
  const strips = size ? groups.map((g) => block(model, { id: `${id}.${g}`, tensor, cells: membersOf(norm, norm.groups[g]).map((index) => [index]), size, width })) : []; // prettier-ignore
  strips.forEach((strip, n) => corner(strip, free.x + (n + 0.5) * pitch - width / 2, free.y + 20));
  tokens.forEach((name, r) => name.put(strips[0].x - 8, free.y + 20 + (r + 0.5) * cell.height));
  return {
    ...{ panel, lines, strips, words: [head, ...tokens, ...words], learned: [] },
    posts: posts(`${id}.posts`, {
      zero,
      unit: made.unit,
      upright: true,
      from: free.x,
      to: free.x + free.width,
    }),
    takes: {
      width: box.width + (size ? Math.max(0, cell.width - pitch) : 0),
      height: box.height + LINE.upright - long,
    },
  };
}
