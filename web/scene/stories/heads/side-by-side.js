/**
 * All heads as one matrix: what one product makes of the inputs, whole and with the heads apart; and their results side by
 * side, with the last matrix and the output.
 */

import { arrow } from "../../kit/arrows.js";
import { backdrop } from "../../kit/backdrop.js";
import { matrix, sheetsReach } from "../../kit/matrix.js";
import { column, corner, grid, heightOf, padded, stack, row, widthOf } from "../../kit/place.js";
import { letterRuns, runsWidth, text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { tensorStyle } from "../../../core/graph/tensors.js";
import { COLOUR, LETTER, clamp, lettered, lines, longest, numbersIn, piled, widthsIn } from "./cells.js";
import { namesOf, strengthOf } from "./head.js";

/** @typedef {import("./cells.js").Model} Model */
/** @typedef {import("./cells.js").Room} Room */
/** @typedef {import("./cells.js").Stage} Stage */

const PAD = 14;

/** Columns of a tensor. @param {Model} model @param {string} tensor */
const columnsOf = (model, tensor) => model.tensor(tensor)?.shape.at(-1) ?? 0;

/** The letter of a head's part, or its number where that is narrow. @param {string} tensor @param {number} h @param {number} width @param {boolean} [strong] @returns {import("./cells.js").Label} */
function partLabel(tensor, h, width, strong = false) {
  const choices = [letterRuns(tensor, h + 1, "", { matrix: true, size: 12 }), [{ text: `${h + 1}` }]];
  const runs = longest(choices, width - 2, (choice) => runsWidth(choice));
  return { runs, side: "above", align: "middle", size: 12, gap: 5, strong, muted: !strong };
}

/**
 * The parts of a matrix of all heads, one for each, side by side.
 * @param {Model} model @param {string} id @param {string} tensor @param {Room} room
 * @param {(h: number, width: number) => Partial<Parameters<typeof matrix>[1]>} more of a part
 */
function partsOf(model, id, tensor, room, more) {
  const shared = /key|value/.test(tensor);
  const [count, front] = shared ? [model.kv_heads, model.kvHead] : [model.heads, model.head];
  const columns = columnsOf(model, tensor) / count;
  const [chosen, others] = widthsIn(model, tensor, room, columns, columns * (count - 1));
  return upTo(count).map((h) => {
    const cell = { width: h === front ? chosen : others, height: room.height };
    const what = { id: `${id}.${h}`, tensor, lead: [model.batch], from: h * columns, columns, cell };
    return matrix(model, { ...what, most: 2, ...more(h, columns * cell.width) });
  });
}

/** Names of rows, where they are high enough. @param {string} id @param {string[]} names @param {number} height of a row, px */
const rowNames = (id, names, height) =>
  (height < 13 ? [] : names).map((name, i) =>
    text(`${id}.${i}`, { text: name, weight: 600, fill: "ink", align: "end", margin: { right: 9 } }),
  );

/** An input with its words. @param {Model} model @param {string} tensor @param {Room} room */
function sourceOf(model, tensor, room) {
  const { height } = room;
  const words = namesOf(model)[tensor === "x" ? "rows" : "columns"];
  const names = rowNames(`input.name.${tensor}`, words, height);
  const [width] = widthsIn(model, tensor, room, columnsOf(model, tensor), 0);
  const what = { id: `input.${tensor}`, tensor, lead: [model.batch], most: 2 };
  const block = matrix(model, { ...what, cell: { width, height } });
  return { ...row([lines(names, height), block]), tensor, block, names };
}

/** What one product makes for all heads, whole and apart. @param {Model} model @param {string} tensor @param {Room} room */
function stripOf(model, tensor, { width, height, scale }) {
  const { heads, batches, words } = model;
  const back = sheetsReach(batches);
  const gap = heads > 1 ? clamp(60 / heads, 5, 16) : 0;
  const room = { width: width - gap * (heads - 1) - back, height, scale };
  const title = lettered(tensor, "", words.scene.shown(tensor), Infinity);
  const whole = partsOf(model, `all.${tensor}`, tensor, room, (h) => ({ labels: h ? [] : [title] }));
  const labelled = (/** @type {number} */ h, /** @type {number} */ wide) => ({
    labels: [partLabel(tensor, h, wide)],
  });
  const apart = heads > 1 ? partsOf(model, `apart.${tensor}`, tensor, room, labelled) : whole;
  const both = stack([row(whole), row(apart, { gap })]);
  return { ...padded(both, { up: LETTER, right: back, down: back }), tensor, whole, apart };
}

/** Inputs at the left or above, and queries, keys and values of all heads. @param {Model} model @param {Stage} room */
export function wordsPage(model, { width, height: tall, narrow, scale }) {
  const inner = { width: width - 2 * PAD, height: tall - 2 * PAD };
  const given = ["x", "x_kv", "x_v"].filter((tensor) => model.problem[tensor] != null);
  const alone = !narrow && given.length === 1;
  const count = narrow ? 3 + given.length : 3;
  const each = inner.height / count - LETTER - 6 - sheetsReach(model.batches);
  const height = clamp(each / Math.max(model.q_len, model.kv_len), 5, 34 * scale);
  const high = alone ? clamp(inner.height / (model.q_len + 1), 5, 28 * scale) : height;
  const share = { width: inner.width * (narrow ? 0.7 : 0.24), height: high, scale };
  const sources = given.map((tensor) => sourceOf(model, tensor, share));
  const letters = narrow ? [] : ["q", "k", "v"].map((of) => factorOf(model, of));
  const side = narrow ? 0 : Math.max(...sources.map(widthOf)) + Math.max(...letters.map(widthOf)) + 80;
  const rest = { width: inner.width - side, height, scale };
  const strips = ["query", "key", "value"].map((of) => stripOf(model, `projected_${of}`, rest));
  const table = strips.map((strip, r) => [...(alone ? [] : [sources[r]]), letters[r], strip]);
  const beside = grid(table, { gapX: alone ? 16 : [64, 16], gapY: 6 });
  const wide = alone ? row([sources[0], beside], { gap: 64 }) : beside;
  const page = narrow ? column([...sources, ...strips], { gap: 6, height: inner.height }) : wide;
  corner(page, (width - widthOf(page)) / 2, (tall - heightOf(page)) / 2);
  const arrows = letters.map((letter, r) => {
    const { block } = sources[Math.min(r, sources.length - 1)];
    const to = letter.width ? letter : strips[r].whole[0];
    return arrow(`feed.${r}`, { at: block, side: "right" }, { at: to, side: "left" }, { into: 24 });
  });
  const behindSources = sources.flatMap(({ tensor, block }) => piled(model, tensor, [block], "input"));
  const behind = strips.flatMap(({ tensor, whole }) =>
    piled(model, tensor, whole, tensorStyle(tensor).role + "-tint"),
  );
  const panel = backdrop("words.panel", { x: 0, y: 0, width, height: tall });
  const inputs = [...behindSources, ...sources.flatMap(({ block, names }) => [block, ...names])];
  const leaving = [panel, ...inputs, ...arrows, ...letters];
  const items = [...leaving, ...behind, ...strips.flatMap(({ whole, apart }) => [...whole, ...apart])];
  return { sources, strips, arrows, letters, behindSources, behind, leaving, items };
}

/** "· W_Q + b_Q", as far as there are such. @param {Model} model @param {string} of */
function factorOf(model, of) {
  const runs = (/** @type {string} */ tensor) => letterRuns(tensor, "", "", { size: 15 });
  const w = model.tensor(`w_${of}`) ? [{ text: "· ", dy: 0 }, ...runs(`w_${of}`)] : [];
  const b = model.tensor(`b_${of}`) ? [{ text: " + ", dy: w.length ? -3 : 0 }, ...runs(`b_${of}`)] : [];
  return text(`letter.${of}`, { runs: [...w, ...b], size: 15, align: "start" });
}

/** All results side by side, the last matrix and the output; null where the result of a head is the output. @param {Model} model @param {Stage} room */
export function footOf(model, { width, height: tall, narrow, scale }) {
  const { batches, heads, head, q_len, d_v } = model;
  if (model.result === "output") return null;
  const back = sheetsReach(batches);
  const height = clamp((tall * 0.32) / q_len, 5, 26 * scale);
  const names = rowNames("joined.name", narrow ? [] : namesOf(model).rows, height);
  const free = width - back - Math.max(0, ...names.map(widthOf));
  const roomy = narrow ? width : Math.max(width * 0.4, free - heads * d_v * 42);
  // an output without numbers may be small
  const ends = [roomy, narrow ? width : width / 4].map((room) =>
    endsOf(model, { width: room, height, scale }),
  );
  const end = ends.find((tried) => tried?.output.kind === "block") ?? ends[1];
  const room = { width: free - (narrow || !end ? 0 : widthOf(end) + 4), height, scale };
  const parts = partsOf(model, "joined", "joined", room, (h, wide) => ({
    labels: heads > 1 ? [partLabel("mixed", h, wide, h === head)] : [],
    style: "strength",
    strength: strengthOf(h === head),
  }));
  entitle(model, parts);
  const margin = { up: heads > 1 ? 40 : LETTER, right: back, down: back };
  const joined = padded(row([lines(names, height), row(parts)]), margin);
  const all = narrow ? column([joined, end], { gap: 6 }) : row([joined, end], { gap: 4 });
  const behind = piled(model, "joined", parts, "output-tint");
  const items = [...behind, ...parts, ...names, ...(end?.items ?? [])];
  return { parts, names, behind, end, items, all, width: widthOf(all), height: heightOf(all) };
}

/** The letter of the joined matrix, where the way from the enlarged head does not come down. @param {Model} model @param {any[]} parts */
function entitle({ words, heads, head }, parts) {
  const at = head < (heads - 1) / 2 ? head + 1 : 0;
  const free = parts.slice(at, at ? heads : Math.max(1, head)).reduce((sum, { width }) => sum + width, 0);
  const word = heads > 1 ? words.stories["multi-head"].joined(heads) : "";
  parts[at].labels.push(lettered("joined", "", word, free, { gap: heads > 1 ? 24 : 7 }));
}

/** The last matrix, its bias and the output, which keeps its numbers longest; null where there is neither. @param {Model} model @param {Room} room */
function endsOf(model, { width, height, scale }) {
  const { batch, batches, q_len } = model;
  const learned = ["w_o", "b_o"].filter((tensor) => model.tensor(tensor));
  if (!learned.length) return null;
  const back = sheetsReach(batches);
  const high = (height * q_len + 18) / (model.tensor("w_o")?.shape[0] ?? 1);
  const fits = (/** @type {number} */ wide) =>
    learned.every((tensor) =>
      numbersIn(model, tensor, { width: wide, height: tensor === "w_o" ? high : 24 }),
    );
  const columns = columnsOf(model, "output");
  const free = { width: width - 32 * (1 + learned.length) - back, height, scale };
  const [wide, rest] = widthsIn(model, "output", free, columns, columns * learned.length, fits);
  const named = (/** @type {string} */ tensor, /** @type {any} */ how, word = "") => {
    const made = matrix(model, { id: tensor, tensor, most: 2, ...how });
    made.labels.push(lettered(tensor, "", word, made.width));
    return made;
  };
  const sign = (/** @type {string} */ id, /** @type {string} */ said) =>
    text(id, { text: said, size: 18, weight: 600, fill: "ink", margin: { left: 2, right: 2 } });
  const before = learned.flatMap((tensor) => {
    const [id, said, most] = tensor === "w_o" ? ["times", "·", high] : ["plus", "+", 24];
    const cell = { width: rest, height: Math.min(most, rest > COLOUR ? height : 11) };
    return [sign(id, said), named(tensor, { cell, largest: 13, style: "tint" })];
  });
  const equals = sign("equals", "=");
  const size = { width: wide, height };
  const output = named("output", { lead: [batch], cell: size }, model.words.scene.shown("output"));
  const pile = piled(model, "output", [output], "output-tint");
  const line = padded(row([...before, equals, output], { gap: 5 }), { up: LETTER, right: back, down: back });
  return { ...line, before, equals, output, pile, items: [...pile, ...before, equals, output] };
}
