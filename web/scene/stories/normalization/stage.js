/**
 * The layout of a norm: the table of the numbers to normalize, and a number line for each of its rows. For batch norm the table
 * is turned, so that its rows are the features.
 */

import { backdrop } from "../../kit/backdrop.js";
import { SIZES, block, cellOf } from "../../kit/block.js";
import { fit } from "../../kit/fit.js";
import { handleNumbers, numberUnder, numbersOver } from "../../kit/number-line/numbers.js";
import { around, corner, grid, heightOf, padded, row, space, stack, widthOf } from "../../kit/place.js";
import { posts, ruler } from "../../kit/ruler.js";
import { upTo } from "../../model.js";
import { PITCH, linesIn, nameOf, namesIn } from "./lines.js";
import { litOf, membersOf } from "./norms.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("./norms.js").Norm} Norm */
/** @typedef {{ size: import("../../kit/block.js").Size, beside?: boolean, few?: boolean }} Variant beside: whether the lines stand
 *   beside the table; few: whether it shows only one of its rows */
/**
 * @typedef {{ room: import("../../scene.js").Room, reaches: import("./lines.js").Reaches, parts: string[] | null, mean: string, turns: boolean }} How
 *   parts: the summands of the source, where the sum is shown; mean: the word beside a mean; turns: whether the table turns about
 *   its upper left cell
 */

/** In px: the margins at the sides and at the top of the panel, the padding around the table, and the gap to the lines. */
const [SIDE, TOP, PAD, GAP] = [12, 8, 10, 16];
/** In px: the least length of a line beside a table, and the height of a ruler. */
const LINE = 290;
export const RULER = 20;

const { huge, large, column, phone, small, least } = SIZES;
/** @type {Variant[]} */
const VARIANTS = [
  ...[huge, large, column, small].map((size) => ({ size, beside: true })),
  ...[phone, small, least].map((size) => ({ size })),
  { size: least, few: true },
];

/**
 * Lays out a norm with the largest table that leaves room for lines.
 * @param {Model} model @param {Norm} norm @param {string} id @param {How} how
 */
export function pageOf(model, norm, id, how) {
  const room = { width: how.room.width - 2 * SIDE, height: how.room.height - 2 * TOP };
  return fit(room, VARIANTS, (variant) => standing(model, norm, id, how, variant));
}
/** @typedef {ReturnType<typeof pageOf>} Page */

/**
 * Returns the table: the rows of several tensors stacked in one place, with names beside the rows and above the columns.
 * @param {Model} model @param {string} id @param {Norm} norm @param {string[]} tensors @param {Variant} variant
 * @param {number} most px
 */
function tableOf(model, id, norm, tensors, { size, beside, few }, most) {
  const width = Math.max(...tensors.map((tensor) => cellOf(model, tensor, size).width));
  const [rows, columns] = namesIn(model, norm, width - 2);
  const shown = few ? [litOf(norm)] : upTo(rows.length);
  const names = shown.map((g) =>
    nameOf(`${id}.row.${g}`, rows[g], { align: "end", faint: g !== litOf(norm) }),
  );
  const across = few
    ? Math.max(1, Math.min(columns.length, Math.floor((most - 90) / width)))
    : columns.length;
  const heads = few
    ? []
    : columns.map((name, c) => nameOf(`${id}.column.${c}`, name, { align: "middle", most: width - 2 }));
  const strips = tensors.map((tensor) =>
    shown.map((g) => {
      const cells = membersOf(norm, norm.groups[g]);
      const lines = upTo(Math.ceil(cells.length / across)).map((n) =>
        cells.slice(n * across, (n + 1) * across),
      );
      return block(model, { id: `${id}.${tensor}.${g}`, tensor, cells: lines, size, width });
    }),
  );
  const over = row(heads.map(({ put }) => ({ ...space(width, 18), put })));
  const lead = beside ? Math.max(0, ...[...names, ...heads].map((name) => name.width)) : 0;
  const lines = shown.map((_, r) => [
    padded(names[r], { left: Math.max(0, lead - names[r].width) }),
    stack(strips.map((list) => list[r])),
  ]);
  const all = grid(few ? lines : [[null, over], ...lines], { gapX: 8, gapY: [few ? 0 : 2] });
  return { ...all, names: [...names, ...heads], strips, rows: shown };
}

/** @param {Model} model @param {Norm} norm @param {string} id @param {How} how @param {Variant} variant */
function standing(model, norm, id, { room, reaches, parts, mean, turns }, variant) {
  const { view, source, groups } = norm;
  const { beside } = variant;
  const tensors = [...(parts ? [parts[0]] : []), source, view.full("output")];
  const table = tableOf(model, id, norm, tensors, variant, room.width - 2 * SIDE);
  const [wide, high] = [widthOf(table) + 2 * PAD, heightOf(table) + 2 * PAD];
  const [left, top] = beside ? [SIDE + wide + GAP, TOP] : [SIDE, TOP + high + 4];
  const box = { x: left, y: top, width: room.width - left - SIDE, height: room.height - top - TOP - RULER };
  const [rows, columns] = [groups.length, membersOf(norm, groups[0]).length];
  const turned = turns ? Math.max(0, columns - rows) * variant.size.height : 0;
  const [x, y] = beside ? [SIDE + PAD, Math.max(TOP, (room.height - high - turned) / 2) + PAD] : [(room.width - wide) / 2 + PAD, TOP + PAD]; // prettier-ignore
  corner(table, x, y);
  const count = Math.max(1, Math.min(groups.length, Math.floor(box.height / PITCH.least)));
  const lit = litOf(norm);
  const shown = count > lit ? upTo(count) : [lit];
  const { lines, words, zero, long, given, made, top: from, foot } = linesIn(model, id, norm, { box, reaches, groups: shown, from: parts?.[0], followed: true }); // prettier-ignore
  const cells = membersOf(norm, groups[lit]);
  const over = (/** @type {string} */ tensor, /** @type {import("../../kit/number-line/where.js").Phase} */ phase, to = phase) => numbersOver(model, lines[shown.indexOf(lit)], tensor, cells, phase, to); // prettier-ignore
  /** @param {string} name @param {(line: typeof lines[number]) => Parameters<typeof numberUnder>[3]} how */
  const under = (name, how) =>
    lines.map((line, n) =>
      numberUnder(model, line, { tensor: view.full(name), index: groups[shown[n]] }, how(line)),
    );
  const strips = table.strips.slice(-2);
  return {
    ...{ lines, shown, words, names: table.names, rows: table.rows, lit },
    table: { from: table.strips[0], sources: strips[0], outputs: strips[1] },
    card: backdrop(`${id}.card`, around([...strips[0], ...table.names], PAD - 2), { fill: "raised", initial: { opacity: 0 } }), // prettier-ignore
    numbers: {
      added: parts ? over(parts[1], "from", "source") : [],
      sources: over(source, "source"),
      outputs: over(view.full("output"), "output"),
      learned: handleNumbers(model, lines),
    },
    // on the side from which sliding dots do not carry it off
    means: under("mean", ({ middle, radius }) => ({ along: middle, off: 1.45 * radius + 6, left: middle < 0, word: room.width < 560 ? "" : mean })), // prettier-ignore
    factors: under("rstd", ({ deviation, made: { unit } }) => ({ along: Math.max(unit, deviation), off: 8, word: "×" })), // prettier-ignore
    ruler: ruler(`${id}.ruler`, { zero, half: long / 2, foot, scale: given }),
    posts: posts(`${id}.posts`, { zero, unit: made.unit, from, to: foot }),
    takes: {
      width: wide + (beside ? GAP + LINE : 0),
      height: high + (beside ? 0 : 4 + RULER + PITCH.least * Math.min(2, groups.length)),
    },
  };
}
