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
/** @typedef {import("../../kit/block.js").Size} Size */
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
    return fit(how.box, TRIES, (size) => panelOf(model, `end.${k}`, norm, how, size));
  });
}

/**
 * Lays out a panel: every row beside its number line, or every column above its upright one.
 * @param {Model} model @param {string} id @param {Norm} norm @param {How} how
 * @param {Size | null} size
 */
function panelOf(model, id, norm, { box, reaches, title }, size) {
  const upright = norm.group === "feature";
  const tensor = norm.view.full("output");
  const tokens =
    upright && size
      ? tokenNames(model, norm).map((name, r) => nameOf(`${id}.token.${r}`, name, { align: "end" }))
      : [];
  const side = upright ? SIDE + Math.max(16, ...tokens.map(({ width }) => width)) + 8 : SIDE;
  const free = {
    ...{ x: box.x + side, y: box.y + TITLE - (upright ? 6 : 0), width: box.width - side - SIDE },
    height: box.height - TITLE - (upright ? 0 : RULER + 4),
  };
  const cell = size ? cellOf(model, tensor, size) : { width: 0, height: 0 };
  const most = Math.floor((upright ? free.width : free.height) / PITCH.least);
  const groups = upTo(Math.max(1, Math.min(norm.groups.length, most)));
  const lead = upright ? tokens.length * cell.height + 10 : size ? norm.features * cell.width + 14 : 0;
  const room = { box: free, reaches, groups, upright, lead };
  const { lines, words, zero, long, made, pitch, top, foot } = linesIn(model, id, norm, room);
  const width = upright ? Math.min(Math.floor(pitch), 2 * cell.width) : cell.width;
  const strips = (size ? groups : []).map((g, n) => {
    const members = membersOf(norm, norm.groups[g]);
    const cells = upright ? members.map((index) => [index]) : [members];
    const strip = block(model, { id: `${id}.${g}`, tensor, cells, size: /** @type {Size} */ (size), width });
    if (upright) corner(strip, free.x + (n + 0.5) * pitch - width / 2, free.y + 20);
    else strip.put(zero - long / 2 - 14 - strip.width / 2, lines[n].line);
    return strip;
  });
  tokens.forEach((name, r) => name.put(strips[0].x - 8, free.y + 20 + (r + 0.5) * cell.height));
  const heading = /** @type {const} */ ({ size: 15, weight: 650, fill: "ink", align: "start" });
  const what = { text: title, ...heading, most: box.width - 2 * SIDE };
  const head = textAt(`${id}.title`, box.x + SIDE, box.y + 15, what);
  const reach = upright ? { from: free.x, to: free.x + free.width } : { from: top, to: foot };
  return {
    ...{ panel: backdrop(`${id}.panel`, box, { initial: { opacity: 0 } }), lines, strips },
    ...{ words: [head, ...tokens, ...words], learned: upright ? [] : handleNumbers(model, lines) },
    posts: posts(`${id}.posts`, { zero, unit: made.unit, upright, ...reach }),
    takes: upright
      ? { width: box.width + Math.max(0, cell.width - pitch), height: box.height + LINE.upright - long }
      : { width: box.width + LINE.beside - long, height: cell.height > PITCH.least ? Infinity : 0 },
  };
}
