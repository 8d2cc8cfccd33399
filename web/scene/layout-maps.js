/** Where the colour maps of a large problem stand: one after another, in lines that fit. */

import { textWidth, wrap } from "./advance.js";
import { LAYERS, LETTERS } from "./layout.js";
import { colours, look, mapMarks, shadeOf } from "./map.js";
import { labelRuns, runsWidth, textMark } from "./parts.js";
import { fill } from "./words.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./layout.js").Item} Item */
/** @typedef {import("./parts.js").Mark} Mark */

const PAD = 24;
const LABEL = 26;
const SWATCHES = [-8, -5, -2, 0, 2, 5, 8];

/** The matrices of a run that have a map, in order, each with the index before its rows. @param {Model} model @returns {[string, number[]][]} */
export function mapped(model) {
  const { batch: b, head: h, kvHead: g } = model;
  const stages = model.stages.filter((name) => !name.startsWith("shifted"));
  const last = model.result === "output" ? [b] : [b, h];
  /** @type {[string, number[]][]} */
  const all = [
    ["x", [b]],
    ["x_kv", [b]],
    ["query", [b, h]],
    ["key", [b, g]],
    ["value", [b, g]],
    ...stages.map((name) => /** @type {[string, number[]]} */ ([name, [b, h]])),
    [model.result, last],
  ];
  return all.filter(([name]) => {
    const found = model.tensor(name);
    return found && (name[0] !== "x" || model.projected) && !(name === "x_kv" && model.self);
  });
}

/** @param {Model} model @param {number} width @returns {import("./layout.js").Layout} */
export function layoutMaps(model, width) {
  const compact = width < 600;
  const pad = compact ? 12 : PAD;
  const blocks = mapped(model).map(([tensor, lead]) =>
    block(model, colours(model, tensor, lead), Math.min(width - 2 * pad, compact ? 272 : 300)),
  );
  let [x, y, tall] = [pad, pad, 0];
  for (const one of blocks) {
    if (x > pad && x + one.width > width - pad) [x, y, tall] = [pad, y + tall + pad, 0];
    Object.assign(one, { x, y });
    x += one.width + pad + 8;
    tall = Math.max(tall, one.height);
  }
  const height = y + tall + pad;
  const panel = { x: 0, y: 0, width, height, rx: 10, fill: "panel" };
  const items = [{ id: "panel", kind: "ground", layer: LAYERS.ground, ...panel }, ...blocks.map(mapItem)];
  return { width, height, turned: compact, items, card: panel };
}

/** One map with its label, its legend and what has to be said of it. @param {Model} model @param {import("./map.js").Colours} made @param {number} room */
function block(model, made, room) {
  const { roles, maps } = model.words;
  const { rows, columns, allRows, allColumns, shades } = made;
  const cell = Math.max(2, Math.min(14, Math.floor(room / Math.max(rows, columns))));
  const shape = `${allRows}×${allColumns}`;
  const notes = [];
  if (rows < allRows || columns < allColumns) notes.push(fill(maps.part, { rows, columns, shape }));
  if (shades.has("forbidden")) notes.push(maps.forbidden);
  if (shades.has("odd")) notes.push(maps.odd);
  const runs = labelRuns(LETTERS[/** @type {"x"} */ (made.tensor)] ?? "", "", roles[made.tensor], 13);
  const legend = textWidth(made.texts.low, 11) + SWATCHES.length * 10 + 16 + textWidth(made.texts.high, 11);
  const top = runsWidth(runs, 13) + 12 + textWidth(shape, 11);
  const width = Math.min(room, Math.ceil(Math.max(columns * cell, legend, top, notes.length ? 168 : 0)));
  const lines = notes.flatMap((note) => wrap(note, 11, width));
  const height = LABEL + rows * cell + 24 + lines.length * 15;
  return { made, cell, runs, shape, lines, width, height, x: 0, y: 0 };
}

/** @param {ReturnType<typeof block>} one @returns {Item} */
function mapItem(one) {
  const id = "map." + one.made.tensor;
  /** @type {Mark[] | undefined} thousands of squares, drawn once */
  let still;
  return {
    id,
    kind: "map",
    initial: { shown: 0 },
    draw(/** @type {(property: string) => number} */ get) {
      const opacity = get("shown");
      if (opacity <= 0) return [];
      const { x, y, cell, made } = one;
      const place = { x, y: y + LABEL, cell };
      const map =
        opacity === 1 ? (still ??= mapMarks(id, made, place, 1)) : mapMarks(id, made, place, opacity);
      return [
        [LAYERS.box, map],
        [LAYERS.label, [...labels(id, one, opacity), ...legendMarks(id, one, opacity)]],
      ];
    },
  };
}

/** Letter and word, shape, notes. @param {string} id @param {ReturnType<typeof block>} one @param {number} opacity */
function labels(id, { x, y, width, cell, made, runs, shape, lines }, opacity) {
  const under = y + LABEL + made.rows * cell + 36;
  const corner = { x: x + width, y: y + 16, size: 11, anchor: "end", text: shape };
  return [
    textMark(id + "/label", { x, y: y + 16, runs }, { opacity }),
    textMark(id + "/shape", corner, { opacity, fill: "muted" }),
    ...lines.map((text, k) =>
      textMark(`${id}/note${k}`, { x, y: under + k * 15, size: 11, text }, { opacity, fill: "muted" }),
    ),
  ];
}

/** Smallest number, shades, largest number. @param {string} id @param {ReturnType<typeof block>} one @param {number} opacity */
function legendMarks(id, { x, y, cell, made }, opacity) {
  const top = y + LABEL + made.rows * cell + 9;
  const start = x + textWidth(made.texts.low, 11) + 8;
  const most = Math.max(Math.abs(made.low), Math.abs(made.high));
  const [low, high] = [made.low, made.high].map((value) => Number(shadeOf(value, most)));
  const shades = [...new Set([low, ...SWATCHES.filter((shade) => shade > low && shade < high), high])];
  const swatches = shades.map((shade, k) => {
    const box = { x: start + k * 10, y: top, width: 10, height: 10 };
    const paint = shade ? look(made.tensor, shade, opacity) : { fill: "raised", opacity };
    return { type: "rect", id: `${id}/legend${k}`, ...box, ...paint };
  });
  const end = start + shades.length * 10 + 8;
  const write = (/** @type {string} */ name, /** @type {number} */ at, /** @type {string} */ text) => ({
    ...textMark(`${id}/${name}`, { x: at, y: top + 9, size: 11, text }, { opacity, fill: "muted" }),
    copy: true,
  });
  return [...swatches, write("low", x, made.texts.low), write("high", end, made.texts.high)];
}
