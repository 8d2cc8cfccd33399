/**
 * All heads as one matrix: what one product makes of the inputs, whole and with the heads apart; and their results side by
 * side, with the last matrix and the output.
 */

import { shorten, textWidth } from "../../advance.js";
import { arrow } from "../../kit/arrows.js";
import { ground } from "../../kit/ground.js";
import { digitsIn, matrix, sheets, sheetsReach, widthFor } from "../../kit/matrix.js";
import { around, column, heightOf, inset, over, row, widthOf } from "../../kit/place.js";
import { letterRuns, runsWidth, text } from "../../kit/text.js";
import { subscript } from "../../format.js";
import { upTo } from "../../model.js";
import { shownAs } from "../../shown.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/block.js").Label} Label */
/** @typedef {{ narrow: boolean, scale: number }} How narrow: one thing under the other; scale: of the largest cells */

const PAD = 14;
/** Cells with a number, with a whole one, and of colour alone, px. */
export const WIDE = 46;
const WHOLE = 32;
export const COLOUR = 14;
/** How strong the result of the chosen head is, beside the output; those of the others are 42 % of it. */
export const RESULT = 0.62;

/** @param {number} value @param {number} least @param {number} most */
export const clamp = (value, least, most) => Math.max(least, Math.floor(Math.min(most, value)));

/** @param {import("../../kit/text.js").Run[]} runs @param {Partial<Label>} [more] @returns {Label} */
export const above = (runs, more) => ({ runs, side: "above", ...more });

/** The letter of a head's part, or its number where that is narrow. @param {string} tensor @param {number} h @param {number} width @param {boolean} [strong] @returns {Label} */
function lettered(tensor, h, width, strong = false) {
  const runs = letterRuns(tensor, h + 1, "", { matrix: true, size: 12 });
  const short = runsWidth(runs) + 2 > width ? [{ text: `${h + 1}` }] : runs;
  return above(short, { align: "middle", size: 12, gap: 5, strong, muted: !strong });
}

/** What stands at the rows and columns of maps. @param {Model} model */
export const namesOf = (model) => ({
  rows: upTo(model.q_len).map((i) => model.short("query", i)),
  columns: upTo(model.kv_len).map((j) => model.short("key", j)),
});

/** Room for words at the left of rows. @param {string[]} names */
export const sideOf = (names) =>
  Math.min(64, Math.max(...names.map((name) => textWidth(name, 13, 600)))) + 11;

/** Words of rows, which end at their left edge. @param {string} id @param {string[]} names @param {string} fill */
export function rowNames(id, names, fill) {
  const list = names.map((name, i) =>
    text(`${id}.${i}`, { text: shorten(name, 13, 64, 600), weight: 600, fill, align: "end" }),
  );
  /** @param {number} x @param {number} y of the first row @param {number} height of a row */
  const put = (x, y, height) => list.forEach((one, i) => one.put(x - 9, y + (i + 0.5) * height));
  return { list, put };
}

/**
 * A part of a matrix for every head: with numbers where they fit, else with those of the chosen head and the others as
 * colours, else all as colours.
 * @param {Model} model
 * @param {{ id: string, tensor: string, heads: number, each: number, chosen: number, width: number, height: number,
 *   scale: number, faint?: boolean, labels?: (h: number, width: number) => Label[] }} what width: px for all; height: of a cell
 */
function strip(model, { id, tensor, heads, each, chosen, width, height, scale, faint, labels }) {
  const most = (model.decimals(tensor, 3) ? WIDE : WHOLE) * scale;
  const share = Math.floor(Math.min(width / (heads * each), most));
  const least = widthFor(model, tensor, 1);
  const rest = Math.floor((width - each * least) / ((heads - 1) * each));
  const colours = Math.min(share, COLOUR);
  const fits = (/** @type {number} */ wide) => digitsIn(model, tensor, { width: wide, height });
  const [own, others] = fits(share) ? [share, share] : fits(least) && rest >= 6 ? [least, Math.min(rest, COLOUR)] : [colours, colours]; // prettier-ignore
  return upTo(heads).map((h) =>
    matrix(model, {
      id: `${id}.${h}`,
      tensor,
      lead: [model.batch],
      from: h * each,
      columns: each,
      most: 2,
      cell: { width: h === chosen ? own : others, height },
      ...(faint ? { look: "strength", strength: h === chosen ? RESULT : 0.42 * RESULT } : {}),
      labels: labels?.(h, each * (h === chosen ? own : others)),
    }),
  );
}

/** An input with its words. @param {Model} model @param {string} tensor @param {string[]} names @param {{ width: number, height: number }} cell */
function sourceOf(model, tensor, names, cell) {
  const block = matrix(model, { id: `input.${tensor}`, tensor, lead: [model.batch], most: 2, cell });
  const words = rowNames(`input.name.${tensor}`, cell.height < 13 ? [] : names, "ink");
  const half = words.list.length ? sideOf(names) / 2 : 0;
  const { left, right, up, down } = block;
  /** @param {number} x @param {number} y */
  const put = (x, y) => {
    block.put(x + half, y);
    words.put(block.x, block.y, cell.height);
  };
  return { tensor, block, names: words.list, left: left + half, right: right + half, up, down, put };
}

/** Inputs at the left or above, and queries, keys and values of all heads. @param {Model} model @param {import("../../scene.js").Room} room @param {How} how */
export function wordsPage(model, room, { narrow, scale }) {
  const { batches, heads, kv_heads, q_len, kv_len, d_q, d_k, d_v, head, kvHead } = model;
  const back = sheetsReach(batches);
  const inner = { width: room.width - 2 * PAD - back, height: room.height - 2 * PAD - back };
  const names = namesOf(model);
  const given = ["x", "x_kv", "x_v"].filter((tensor) => model.problem[tensor] != null);
  const tokens = Math.max(q_len, kv_len);
  const rows = narrow ? (3 + given.length) * tokens : 3 * tokens;
  const height = clamp(
    (inner.height - (narrow ? 26 * (3 + given.length) : 72 + 3 * back)) / rows,
    5,
    34 * scale,
  );
  const alone = !narrow && given.length === 1;
  const sources = given.map((tensor) => {
    const columns = model.tensor(tensor)?.shape.at(-1) ?? 1;
    const most = (model.decimals(tensor, 3) ? WIDE : WHOLE) * scale;
    const width = clamp((inner.width * (narrow ? 0.7 : 0.24)) / columns, 3, most);
    const own = tensor === "x" ? names.rows : names.columns;
    return sourceOf(model, tensor, own, { width, height: alone ? clamp(inner.height / (q_len + 1), 5, 28 * scale) : height }); // prettier-ignore
  });
  const kinds = [
    { tensor: "projected_query", of: "q", count: heads, each: d_q, chosen: head },
    { tensor: "projected_key", of: "k", count: kv_heads, each: d_k, chosen: kvHead },
    { tensor: "projected_value", of: "v", count: kv_heads, each: d_v, chosen: kvHead },
  ];
  const letters = narrow ? [] : kinds.map(({ of }) => factorOf(model, of));
  const first = Math.max(...sources.map(widthOf));
  const side = narrow ? 0 : first + Math.max(...letters.map(widthOf)) + 80;
  const gap = clamp(60 / heads, 5, 16);
  const strips = kinds.map(({ tensor, count, each, chosen }) => {
    const width = inner.width - side - (heads - 1) * gap;
    const how = { tensor, heads: count, each, chosen, width, height, scale };
    const title = above(letterRuns(tensor, "", model.words.scene.shown(tensor), { matrix: true }));
    const whole = strip(model, { id: `all.${tensor}`, ...how, labels: (h) => (h ? [] : [title]) });
    const apart =
      heads > 1
        ? strip(model, { id: `apart.${tensor}`, ...how, labels: (h, wide) => [lettered(tensor, h, wide)] })
        : [];
    return {
      tensor,
      whole,
      apart,
      ...inset(over([row(whole), row(apart, { gap })]), { up: 22, down: back }),
    };
  });
  const wide = Math.max(...strips.map(widthOf));
  const left = narrow ? PAD : PAD + Math.max(0, (inner.width - side - wide) / 2);
  const all = narrow ? [...sources.map((one) => inset(one, { down: back })), ...strips] : strips;
  const across = narrow ? inner.width / 2 : side + wide / 2;
  column(all, { gap: 6, height: narrow ? inner.height : 0 }).put(left + across, PAD + inner.height / 2);
  const middle = (/** @type {number} */ r) => strips[r].whole[0].y + strips[r].whole[0].height / 2;
  if (!narrow) sources.forEach((one, k) => one.put(left + one.left, middle(alone ? 1 : k)));
  letters.forEach((one, r) => one.put(left + first + 64, middle(r)));
  const arrows = letters.map((letter, r) => {
    const { block } = sources[Math.min(r, sources.length - 1)];
    const { width, height: high, y } = letter;
    const to = letter.runs?.length ? { x: letter.x - 4, y, width, height: high } : strips[r].whole[0];
    return arrow(`feed.${r}`, { at: block, side: "right" }, { at: to, side: "left" }, { into: 24 });
  });
  const pile = (/** @type {string} */ tensor, /** @type {any[]} */ front, /** @type {string} */ fill) =>
    batches > 1 ? [sheets(`behind.${tensor}`, () => around(front), batches, fill)] : [];
  const behindSources = sources.flatMap(({ tensor, block }) => pile(tensor, [block], "input"));
  const behind = strips.flatMap(({ tensor, whole }) => pile(tensor, whole, shownAs(tensor).role + "-tint"));
  const panel = ground("words.panel", { x: 0, y: 0, ...room });
  const inputs = [...behindSources, ...sources.flatMap(({ block, names: own }) => [block, ...own])];
  const moving = strips.flatMap(({ whole, apart }) => [...whole, ...apart]);
  return {
    sources,
    strips,
    arrows,
    letters,
    behindSources,
    behind,
    leaving: [panel, ...inputs, ...arrows, ...letters],
    items: [panel, ...behind, ...arrows, ...letters, ...inputs, ...moving],
  };
}

/** "· W_Q + b_Q", as far as there are such. @param {Model} model @param {string} of */
function factorOf(model, of) {
  const runs = (/** @type {string} */ tensor) => letterRuns(tensor, "", "", { size: 15 });
  const w = model.tensor(`w_${of}`) ? [{ text: "· ", dy: 0 }, ...runs(`w_${of}`)] : [];
  const b = model.tensor(`b_${of}`) ? [{ text: " + ", dy: w.length ? -3 : 0 }, ...runs(`b_${of}`)] : [];
  return text(`letter.${of}`, { runs: [...w, ...b], size: 15, align: "start" });
}

/** All results side by side, the last matrix and the output; null where the result of a head is the output. @param {Model} model @param {import("../../scene.js").Room} room @param {How} how */
export function footOf(model, room, { narrow, scale }) {
  const { batch, batches, heads, head, q_len, d_v } = model;
  if (model.result === "output") return null;
  const back = sheetsReach(batches);
  const names = namesOf(model).rows;
  const tall = clamp((room.height * 0.3) / q_len, 5, 26 * scale);
  const height = tall < 16 && q_len * 16 < room.height * 0.42 ? 16 : tall;
  const words = rowNames("joined.name", height < 14 || narrow ? [] : names, "ink");
  const side = words.list.length ? sideOf(names) : 0;
  const free = room.width - side - back;
  const tries = [WIDE, 38].map((most) => {
    const ends = endOf(
      model,
      height,
      narrow ? room.width : Math.max(room.width * 0.4, free - heads * d_v * 42),
      most,
    );
    const width = free - (narrow || !ends ? 0 : widthOf(ends.row) + 8);
    const labels = (/** @type {number} */ h, /** @type {number} */ wide) =>
      heads > 1 ? [lettered("mixed", h, wide, h === head)] : [];
    const what = { id: "joined", tensor: "joined", heads, each: d_v, chosen: head, labels, faint: true };
    return { ends, parts: strip(model, { ...what, width, height, scale }) };
  });
  const { ends, parts } = tries.find((one) => one.parts.every(({ kind }) => kind === "block")) ?? tries[1];
  entitle(model, parts);
  const joined = inset(row(parts), { left: side, up: heads > 1 ? 40 : 22, right: back, down: back });
  const fold = narrow ? column([joined, ends?.row], { gap: 6 }) : row([joined, ends?.row], { gap: 4 });
  const all = ends ? fold : joined;
  // results set out as large as they will stand
  const sources = parts.map(({ cellWidth: width }, h) => {
    const look = { look: /** @type {const} */ ("strength"), strength: h === head ? RESULT : 0.42 * RESULT };
    return matrix(model, {
      id: `source.${h}`,
      tensor: "mixed",
      lead: [batch, h],
      cell: { width, height },
      most: 2,
      ...look,
    });
  });
  const behind = batches > 1 ? [sheets("behind.joined", () => around(parts), batches, "output-tint")] : [];
  return {
    parts,
    names: words.list,
    behind,
    sources,
    ends,
    height: heightOf(all),
    items: [...behind, ...parts, ...words.list, ...(ends?.all ?? [])],
    /** Its middle and its upper edge. @param {number} x @param {number} y */
    put(x, y) {
      all.put(x - widthOf(all) / 2 + all.left, y + all.up);
      words.put(parts[0].x, parts[0].y, height);
    },
  };
}

/** The letter of the joined matrix, where the way from the enlarged head does not come down. @param {Model} model @param {any[]} parts */
function entitle({ words, heads, head }, parts) {
  const at = head < (heads - 1) / 2 ? head + 1 : 0;
  const free = parts.slice(at, at ? heads : Math.max(1, head)).reduce((sum, { width }) => sum + width, 0);
  const word = heads > 1 ? words.stories["multi-head"].joined(heads) : "";
  const [long, bare] = [word, ""].map((said) => letterRuns("joined", "", said, { matrix: true }));
  parts[at].labels.push(above(runsWidth(long) <= free ? long : bare, { gap: heads > 1 ? 24 : 7 }));
}

/** Widths of cells of W_O, b_O and the output, px: what is learned becomes colours first. @param {number} most */
const endWidths = (most) => [[most, most, most], [11, most, most], [11, 11, most], [11, 11, 36], [11, 11, COLOUR], [5, 5, 5]]; // prettier-ignore

/** The last matrix, its bias and the output, as large as fit a width; null where there is neither. @param {Model} model @param {number} height of a cell @param {number} width @param {number} most px of a cell */
function endOf(model, height, width, most) {
  const { batch, batches, q_len } = model;
  const [w, b] = ["w_o", "b_o"].map((tensor) => model.tensor(tensor));
  if (!w && !b) return null;
  const columns = model.tensor("output")?.shape.at(-1) ?? 1;
  const signs = 32 * (1 + (w ? 1 : 0) + (b ? 1 : 0)) + sheetsReach(batches);
  const needs = (/** @type {number[]} */ [of, bias, out]) =>
    columns * ((w ? of : 0) + (b ? bias : 0) + out) + signs;
  const [of, bias, out] = endWidths(most).find((widths) => needs(widths) <= width) ?? [5, 5, 5];
  const high = (height * q_len + 18) / (w?.shape[0] ?? 1);
  const fits = digitsIn(model, "w_o", { width: of, height: Math.floor(high) }, { most: 2 });
  const cell = fits
    ? { width: of, height: clamp(high, 1, height) }
    : { width: Math.min(11, of), height: Math.max(1.5, Math.min(11, Math.floor(high))) };
  const label = (/** @type {string} */ tensor, word = "") => [
    above(letterRuns(tensor, "", word, { matrix: true })),
  ];
  const sign = (/** @type {string} */ id, /** @type {string} */ said) =>
    text(id, { text: said, size: 18, weight: 600, fill: "ink", margin: { left: 2, right: 2 } });
  const learned = (/** @type {string} */ tensor, /** @type {any} */ size) =>
    matrix(model, {
      id: tensor,
      tensor,
      cell: size,
      most: 2,
      largest: 13,
      look: "tint",
      labels: label(tensor),
    });
  const right = digitsIn(model, "output", { width: out, height }, { most: 2 }) ? out : Math.min(out, COLOUR);
  const named = label("output", model.words.scene.shown("output"));
  const labels = runsWidth(named[0].runs ?? []) <= right * columns ? named : label("output");
  const output = matrix(model, {
    id: "output",
    tensor: "output",
    lead: [batch],
    most: 2,
    cell: { width: right, height },
    labels,
  });
  const before = [
    ...(w ? [sign("times", "·"), learned("w_o", cell)] : []),
    ...(b ? [sign("plus", "+"), learned("b_o", { width: bias, height: Math.min(height, 24) })] : []),
  ];
  const equals = sign("equals", "=");
  const pile = batches > 1 ? [sheets("behind.output", () => output, batches, "output-tint")] : [];
  const margin = { up: 22, right: sheetsReach(batches), down: sheetsReach(batches) };
  const line = inset(row([...before, equals, output], { gap: 5 }), margin);
  return { before, equals, output, pile, row: line, all: [...pile, ...before, equals, output] };
}
