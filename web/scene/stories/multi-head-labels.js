/** Names of matrices: role letter with its head, word and shape, as far as they fit. */

import { shorten, textWidth } from "../advance.js";
import { labelRuns, runsWidth, textMark } from "../parts.js";

/** @typedef {import("../parts.js").Mark} Mark */
/** @typedef {import("./multi-head-facts.js").Facts} Facts */
/** @typedef {import("./multi-head-facts.js").Kind} Kind */

/**
 * @param {Facts} facts @param {Kind} kind @param {any} spot @param {number} opacity @param {number} layer which tensor's turn it is
 * @param {boolean} faint for what is to come @returns {Mark[]}
 */
export function labelMarks(facts, kind, spot, opacity, layer, faint) {
  if (!spot.label) return [];
  const fill = faint ? "muted" : "text";
  const size = spot.label >= 17 ? 13 : spot.label >= 15 ? 12 : 11;
  const sub = subOf(facts, kind, spot);
  const face = kind.faces[layer];
  const primed = labelRuns(face.letter, sub, "", size);
  const letter = runsWidth(primed, size) <= spot.width + 4 ? face.letter : face.letter.replace(/′/g, "");
  const shape = kind.kind.startsWith("b_") ? String(kind.cols) : `${kind.rows}×${kind.cols}`;
  if (kind.word === "parameter")
    return [
      textMark(
        spot.id + "/label",
        {
          ...above(spot),
          size,
          runs: [...labelRuns(letter, sub, "", size), { text: " " + shape, size: 11, dy: 0 }],
        },
        { opacity, fill },
      ),
    ];
  if (spot.side) return sideMarks(facts, kind, spot, labelRuns(letter, sub, spot.word, size), shape, opacity);
  const short = labelRuns(letter, sub, "", size);
  const long = labelRuns(letter, sub, spot.words?.[layer] ?? spot.word ?? "", size);
  // a way that leaves the matrix parts its name from its shape
  const most = (spot.stem ? spot.stem - spot.x - 8 : spot.width) + (spot.spare ?? 0);
  const rest = spot.stem ? spot.x + spot.width - spot.stem - 8 : 0;
  if (runsWidth(short, size) > most + 4) return [];
  const shapeWidth = textWidth(shape, 11);
  const both = runsWidth(long, size) <= most;
  const runs = both ? long : short;
  const place = spot.below
    ? { x: spot.x, y: spot.y + spot.height + size + 4 + (spot.lift ?? 0) }
    : above(spot);
  const marks = [textMark(spot.id + "/label", { ...place, size, runs }, { opacity, fill })];
  const fits = spot.stem ? shapeWidth <= rest : runsWidth(runs, size) + shapeWidth + 8 <= spot.width;
  if (spot.shape && fits) {
    const end = { ...place, x: spot.x + spot.width, size: 11, text: shape, anchor: "end" };
    marks.push(textMark(spot.id + "/shape", end, { opacity, fill: "muted" }));
  }
  return marks;
}

/** Clear of the outline. @param {any} spot */
const above = ({ x, y, lift = 0 }) => ({ x, y: y - 6 - lift });

/** Which head or group of heads a matrix belongs to. @param {Facts} facts @param {Kind} kind @param {any} spot */
function subOf(facts, kind, { h }) {
  if (kind.sub === "h") return facts.heads > 1 ? String(h + 1) : "";
  if (kind.sub === "g") return facts.kv_heads > 1 ? String(facts.group(h) + 1) : "";
  return kind.sub;
}

/** Name and shape to the left of inputs, tokens' names beside their rows. @param {Facts} facts @param {Kind} kind @param {any} spot @param {any[]} runs @param {string} shape @param {number} opacity @returns {Mark[]} */
function sideMarks(facts, kind, spot, runs, shape, opacity) {
  /** @type {string[]} */
  const names =
    kind.kind === "x"
      ? facts.labels.slice(0, kind.rows).map((/** @type {unknown} */ name) => shorten(String(name), 13, 84))
      : [];
  const wide = Math.max(0, ...names.map((name) => textWidth(name, 13)));
  const x = spot.x - 14 - (wide ? wide + 14 : 0);
  const y = spot.y + spot.height / 2;
  const marks = [
    textMark(spot.id + "/label", { x, y: y - 3, size: 13, runs, anchor: "end" }, { opacity }),
    textMark(
      spot.id + "/shape",
      { x, y: y + 15, size: 11, text: shape, anchor: "end" },
      { opacity, fill: "muted" },
    ),
  ];
  const lines = Math.ceil(kind.cols / spot.perRow);
  names.forEach((text, r) => {
    const middle = spot.y + r * (lines * spot.cellHeight + spot.gap) + (lines * spot.cellHeight) / 2;
    marks.push(
      textMark(
        `${spot.id}/token${r}`,
        { x: spot.x - 10, y: middle + 4.5, size: 13, text, anchor: "end" },
        { opacity },
      ),
    );
  });
  return marks;
}
