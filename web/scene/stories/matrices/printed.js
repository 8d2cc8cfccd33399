/** Rows of computed weights and outputs, with the digits that the post prints above; cells that differ are ringed. */

import { SIZES, block, cellBox } from "../../kit/block.js";
import { ring } from "../../kit/backdrop.js";
import { grid } from "../../kit/place.js";
import { text, textAt } from "../../kit/text.js";
import { nameOf, pairs } from "../../facts.js";
import { upTo } from "../../model.js";
import { LARGEST } from "./arrangement.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {{ query: number, weights: string[], output: string[] }[]} Printed by query, the digits as printed */

/** @typedef {{ small: boolean, size: import("../../kit/block.js").Size, above: number, names: number }} Look above, names: px from the middle of a computed row up
 *   to that of the printed one, and up to the names */

/** @param {import("../../kit/place.js").Box} panel @returns {Look} */
function lookIn({ width }) {
  const small = width < 500;
  const wide = LARGEST[width > 900 ? 0 : width > 600 ? 2 : 3];
  const size = !small ? wide : width < 300 ? SIZES.phone : SIZES.large;
  const above = size.height / 2 + 23;
  return { small, size, above, names: 1.75 * above };
}

/**
 * Returns the printed digits above the computed rows, with all labels and rings.
 * @param {Model} model @param {import("../../kit/place.js").Box} panel @param {Printed} printed
 */
export function printedRows(model, panel, printed) {
  const look = lookIn(panel);
  const lines = printed.map((entry) => lineOf(model, entry, look));
  const aside = Math.max(...lines.flatMap(({ labels }) => labels.map(({ width }) => width))) + 12;
  const shown = lines.map(({ rows }) => rows);
  const place = grid(shown, { gapX: look.small ? 14 : 48, gapY: 48 });
  place.put(panel.width / 2 + aside / 2, panel.height / 2);
  const marks = lines.flatMap((line, n) => marksOver(model, line, look, n === 0));
  return {
    rows: lines.flatMap(({ rows }) => rows),
    words: [...lines.flatMap(({ labels }) => labels), ...marks.flatMap(({ words }) => words)],
    rings: marks.flatMap(({ ring }) => ring),
  };
}

/**
 * Returns the rows of one query, its weights and its output, with the labels for their left.
 * @param {Model} model @param {Printed[number]} printed @param {Look} look
 */
function lineOf(model, { query, weights, output }, { small, size, names }) {
  const { batch, head, d_v, result } = model;
  const { post, core } = model.words.stories.matrices.printed;
  const ends = upTo(d_v).map((c) => (result === "output" ? [batch, query, c] : [batch, head, query, c]));
  const parts = [
    { id: `weights.${query}`, tensor: "weights", cells: pairs(model, query), printed: weights },
    { id: `output.${query}`, tensor: result, cells: ends, printed: output },
  ];
  const label = (/** @type {string} */ said, /** @type {number} */ n) =>
    text(`printed.label.${query}.${n}`, { text: said, size: small ? 12 : 14, weight: 600, align: "end" });
  return {
    parts,
    rows: parts.map(({ id, tensor, cells }) =>
      block(model, { id: `printed.${id}`, tensor, cells: [cells], size, margin: { up: names } }),
    ),
    labels: [nameOf(model, "query", query), post, core].map(label),
  };
}

/**
 * Returns the printed digits above their cells, and rings where they differ.
 * @param {Model} model @param {ReturnType<typeof lineOf>} line @param {Look} look
 * @param {boolean} named whether to name the columns
 */
function marksOver(model, { parts, rows, labels }, { small, size, above, names }, named) {
  const heights = [-names + 6, -above, 0].map((up) => rows[0].y + rows[0].height / 2 + up);
  labels.forEach((label, n) => label.put(rows[0].x - 12, heights[n]));
  return parts.flatMap(({ id, tensor, cells, printed }, k) =>
    printed.map((digits, c) => {
      const at = `printed.${id}.${c}`;
      const cell = cellBox(rows[k], c);
      const center = cell.x + cell.width / 2;
      const look = { text: digits, size: small ? 12 : size.small, copy: true };
      const number = textAt(at, center, heights[1], look);
      const name = k === 0 && named ? model.short("key", c) : "";
      const how = { size: 12, weight: 600, fill: "muted", most: cell.width - 2 };
      const column = textAt(`${at}.name`, center, heights[0], { text: name, ...how });
      const isRight = isPrinted(model.value(tensor, cells[c]), digits);
      return {
        words: name ? [number, column] : [number],
        ring: isRight ? [] : [ring(`${at}.ring`, cell)],
      };
    }),
  );
}

/** Reports whether a number rounds to the printed digits. @param {number} value @param {string} digits */
const isPrinted = (value, digits) => value.toFixed(digits.length - 1 - digits.indexOf(".")) === digits;
