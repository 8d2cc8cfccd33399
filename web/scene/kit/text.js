/** Words on the stage: labels made of a letter, its index and a word, and lines of text that can be placed. */

import { truncate, textWidth } from "../text-metrics.js";
import { tensorStyle } from "../../core/graph/tensors.js";
import { placeable, placed } from "./place.js";

/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {{ text: string, size?: number, dy?: number, weight?: number, family?: string, italic?: boolean, fill?: string }} Run */

/**
 * A tensor's letter with an index, and a word after it: s₁₂ score.
 * @param {string} tensor @param {string | number} index the text after the letter @param {string} [word]
 * @param {{ size?: number, matrix?: boolean, strong?: boolean }} [how] matrix: the capital letter of a whole matrix
 * @returns {Run[]}
 */
export function letterRuns(tensor, index, word = "", { size = 13, matrix = false, strong = false } = {}) {
  const { letter, sub = "" } = tensorStyle(tensor);
  const upright = /^([a-zμ]{3}|Σ)$/i.test(letter);
  // a bias vector keeps its small letter
  const written =
    matrix && letter !== "b" && !upright ? letter.replace(/[a-z]/, (small) => small.toUpperCase()) : letter;
  /** @type {Run[]} */
  const runs = [
    upright
      ? { text: written, size, weight: 600 }
      : { text: written, family: "letter", italic: true, weight: 600, size: Math.round(size * 1.22) },
  ];
  if (`${sub}${index}`)
    runs.push({ text: `${sub}${index}`, size: Math.max(11, Math.round(size * 0.85)), dy: 3, weight: 600 });
  if (word) runs.push({ text: " " + word, size, dy: 0, weight: strong ? 600 : undefined });
  return runs;
}

/** @param {Run[]} runs @param {number} [size] */
export function runsWidth(runs, size = 13) {
  // letters are set in a serif italic, which is narrower
  const narrow = (/** @type {Run} */ run) => (run.family === "letter" ? 0.85 : 1);
  return runs.reduce((sum, run) => sum + narrow(run) * textWidth(run.text, run.size ?? size, run.weight), 0);
}

/**
 * A line of text, placed by its middle, or by its left or right edge.
 * @param {string} id
 * @param {{ text?: string, runs?: Run[], size?: number, weight?: number, fill?: string, align?: "start" | "middle" | "end",
 *   most?: number, copy?: boolean, upright?: boolean, margin?: import("./place.js").Margin, initial?: Record<string, number>,
 *   means?: string }} what most: px beyond which it is truncated. copy: a number that stands for no cell. upright: reads from the
 *   bottom up. means: the cells the text stands for and points at: "weights:0,0,1,*". fill: a colour role; "word" is muted until
 *   it is `active`
 */
export function text(id, what) {
  const { text: plain = "", runs, size = 13, weight, fill = "text", align = "middle" } = what;
  const { most, copy, upright = false, means, margin, initial } = what;
  const cut = most && !runs ? truncate(plain, size, most, weight) : plain;
  const long = runs ? runsWidth(runs, size) : textWidth(cut, size, weight);
  const [width, height] = upright ? [size * 1.3, long] : [long, size * 1.3];
  const item = {
    id,
    kind: "text",
    draw: drawText,
    text: cut,
    runs,
    size,
    weight,
    fill,
    align,
    copy,
    width,
    height,
    upright,
    means,
    initial: { opacity: 0, active: 0, ...initial },
  };
  return placeable(item, { align, ...margin });
}

/** A line of text at a point. @param {string} id @param {number} x @param {number} y of its middle @param {Parameters<typeof text>[1]} what */
export const textAt = (id, x, y, what) => placed(text(id, what), x, y);

/** @type {import("./draw.js").Draw} */
function drawText(item, get) {
  if (!item.text && !item.runs) return {};
  const fill = item.fill === "word" ? (get("active") >= 0.5 ? "ink" : "muted") : item.fill;
  const style = { fill, copy: item.copy };
  const { x, y, width, height, align } = item;
  const off = item.size * 0.36;
  const along = align === "start" ? 0 : align === "end" ? width : width / 2;
  const at = item.upright
    ? { x: x + width / 2 + off, y: y + height, align: "start" }
    : { x: x + along, y: y + height / 2 + off };
  const mark = { ...textMark(item.id, { ...item, ...at }, style), ...pointing(item) };
  return { label: [item.upright ? { ...mark, upright: true } : mark] };
}

/** The target of a word, and the box in which it can be pointed at. @param {any} item */
const pointing = ({ means, x, y, width, height }) => (means ? { means, spot: { x, y, width, height } } : {});

/**
 * @param {string} id
 * @param {{ x: number, y: number, text?: string, runs?: Run[], size?: number, align?: string, weight?: number }} what y: baseline
 * @param {{ opacity?: number, fill?: string, copy?: boolean }} [style]
 * @returns {Mark}
 */
export function textMark(id, what, { opacity = 1, fill = "text", copy } = {}) {
  const { x, y, text: plain, runs, size = 13, align = "start", weight } = what;
  const said = runs ? runs.map((run) => run.text).join("") : plain;
  const mark = { type: "text", id, x, y, text: said, runs, size, anchor: align, weight, fill, opacity };
  return copy ? { ...mark, copy } : mark;
}
