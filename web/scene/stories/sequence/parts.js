/**
 * The items of a decoder, not placed yet: states, contexts and scores, with their numbers
 * where there is room, else as colours; a word that comes out, with its probability; words that are read.
 */

import { textWidth } from "../../text-metrics.js";
import { SIZES, block, cellOf } from "../../kit/block.js";
import { letterRuns, text } from "../../kit/text.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/block.js").Size} Size */
/** @typedef {import("../../kit/block.js").Label} Label */
/**
 * How vectors are drawn: with numbers, in so many lines; or as a strip of colours, upright where columns are narrow.
 * @typedef {{ size: Size, lines: number, strip: { width: number, height: number, upright: boolean } | null, cell?: number }} Form strip: px of the whole; cell: width of a number's
 */

/** Sizes of numbers, the largest first. */
const NUMBERS = [SIZES.huge, SIZES.large, SIZES.column, SIZES.small, SIZES.least];

/** Forms with numbers, the most legible first. @param {number} width of the widest vector @param {number} room px the stage is wide @returns {Form[]} */
export const forms = (width, room) =>
  NUMBERS.slice(room > 1300 ? 0 : 1).flatMap((size) =>
    [1, 2, 3]
      .filter((lines) => lines <= Math.max(1, width / 2))
      .map((lines) => ({ size, lines, strip: null })),
  );

/** How large vectors are. @param {Model} model @param {{ tensor: string, width: number }[]} vectors @param {Form} form @returns {{ width: number, height: number }} */
export function vectorSize(model, vectors, { size, lines, strip }) {
  if (strip) return strip;
  const wide = vectors.map(
    ({ tensor, width }) => Math.ceil(width / lines) * cellOf(model, tensor, size).width,
  );
  return { width: Math.max(...wide), height: lines * size.height };
}

/**
 * One vector, a row of a tensor.
 * @param {Model} model @param {Form} form
 * @param {{ id: string, tensor: string, width: number, index: (c: number | "r" | "c") => any[], role?: string, labels?: Label[] }} what
 */
export function vector(model, { size, lines, strip, cell }, { id, tensor, width, index, role, labels = [] }) {
  const name = model.full(tensor);
  const all = upTo(width);
  const each = Math.ceil(width / lines);
  const how = { id, tensor, size, labels };
  const rows = upTo(Math.ceil(width / each)).map((r) =>
    all.slice(r * each, (r + 1) * each).map((c) => index(c)),
  );
  const upright = strip?.upright ?? false;
  const across = {
    tensor: name,
    index: index(upright ? "r" : "c"),
    rows: upright ? width : 1,
    columns: upright ? 1 : width,
  };
  const made = strip
    ? block(model, {
        ...how,
        cells: upright ? all.map((c) => [index(c)]) : [all.map((c) => index(c))],
        style: "shade",
        grid: across,
        width: upright ? strip.width : strip.width / width,
        height: upright ? strip.height / width : strip.height,
      })
    : block(model, { ...how, cells: rows, width: cell });
  return Object.assign(made, role ? { role } : {});
}

/** A letter with its index, above a block. @param {string} tensor @param {string} letter @param {number} index @param {string} [word] @returns {Label & { runs: import("../../kit/text.js").Run[] }} */
export function lettered(tensor, letter, index, word = "") {
  const runs = letterRuns(tensor, String(index), word);
  return { runs: [{ ...runs[0], text: letter }, ...runs.slice(1)], side: "above", gap: 6 };
}

/**
 * A word that comes out, with its probability.
 * @param {Model} decoder @param {string} id @param {import("./chain.js").Said} said
 * @param {{ size: Size, side: "left" | "above", most: number, font?: number, numbers?: boolean }} how most: px of the word
 */
export function spoken(decoder, id, said, { size, side, most, font = 15, numbers = true }) {
  if (!said) return null;
  const { width } = cellOf(decoder, "probabilities", size);
  const made = block(decoder, {
    ...{ id, tensor: "probabilities", cells: [[said.index]], style: "heat", size },
    ...(numbers ? {} : { width: Math.max(4, Math.min(width, most - 2)) }),
    grid: numbers
      ? undefined
      : {
          tensor: decoder.full("probabilities"),
          index: [said.index[0], "c"],
          from: said.k,
          rows: 1,
          columns: 1,
        },
  });
  const label = word(`${id}.word`, said.name, {
    size: font,
    most,
    weight: 650,
    align: side === "left" ? "end" : "middle",
  });
  return {
    block: made,
    word: label,
    items: [made, label],
    /** @param {number} x @param {number} y the middle of its number */
    put(x, y) {
      made.put(x, y);
      if (side === "left") label.put(made.x - 8, y);
      else label.put(x, made.y - 4 - label.height / 2);
    },
  };
}

/** @param {string} id @param {string} said @param {Partial<Parameters<typeof text>[1]>} how */
export const word = (id, said, how) => text(id, { text: said, weight: 600, fill: "ink", ...how });

/**
 * Words at the edge of a row of columns: as they are where they fit, else upright, and every so many where even that is too dense.
 * @param {string} id @param {string[]} names @param {number} pitch @param {{ size?: number, high?: number, fill?: string, means?: (k: number) => string }} [how] high: px of an
 *   upright word
 */
export function edge(id, names, pitch, { size = 14, high = 64, fill = "text", means } = {}) {
  const fits = (/** @type {number} */ font) => names.every((name) => textWidth(name, font, 600) <= pitch - 3);
  const font = [size, 13, 12].find(fits);
  const upright = font === undefined && pitch < 70;
  const every = upright ? Math.ceil(13 / pitch) : 1;
  const style = { size: font ?? 12, most: upright ? high : pitch - 3, upright };
  const words = names.map((name, k) =>
    word(`${id}.${k}`, k % every ? "" : name, { ...style, fill, means: means?.(k), initial: { opacity: 0 } }),
  );
  const height = Math.max(16, ...words.map((word) => word.height));
  return { words, upright, height, font: style.size };
}
