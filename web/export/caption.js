/** Lays out the sentence of a step as marks below a picture. Words that name a tensor are underlined in its colour. */
import { textWidth, wrap } from "../scene/text-metrics.js";
import { INDEX } from "../words/sentence.js";

/** @typedef {import("../render/node.js").Mark} Mark */
/** @typedef {import("../render/node.js").Run} Run */
/** @typedef {{ id: string, title: string, subtitle?: string, caption: { text: string, role?: string }[] }} Step */
/** @typedef {{ kind: "wide" | "column" | "phone", width: number, margin: number }} Frame the element's layout */

const SIZES = {
  wide: { title: 20, sentence: 17, above: 20 },
  column: { title: 18, sentence: 16, above: 16 },
  phone: { title: 17, sentence: 15, above: 14 },
};
/** In px: the width of the column of titles in a wide picture, and the gap beside it. */
const [ASIDE, GAP] = [184, 24];
const [LINE, SMALL, SMALL_LINE] = [25, 13, 20];
/** The longest line, in em: longer ones are hard to read. */
const LONGEST = 56;

/**
 * Creates the captions of a story. Their height, in px, is that of the tallest.
 * @param {Step[]} steps all steps that may be shown
 * @param {Frame} frame @param {number} [narrower] px reserved at the right
 */
export function createCaption(steps, { kind, width, margin }, narrower = 0) {
  const sizes = SIZES[kind];
  const wide = kind === "wide";
  const left = wide ? margin + ASIDE + GAP : margin;
  const room = width - narrower - (wide ? ASIDE + GAP : 0);
  /** @param {Step} step @returns {Mark[]} with y measured from the bottom of the picture */
  const draw = ({ id, title, subtitle = "", caption }) => {
    const heading = wrap(title, sizes.title, wide ? ASIDE : room, 700);
    const sentence = linesOf(caption, sizes.sentence, Math.min(room, LONGEST * sizes.sentence));
    const small = wrap(subtitle, SMALL, wide ? ASIDE : room);
    const first = sizes.above + sizes.title;
    const below = first + (heading.length - 1) * LINE + SMALL_LINE;
    const next = below + Math.max(1, small.length) * SMALL_LINE;
    const base = { type: /** @type {const} */ ("text"), fill: "text" };
    const name = (/** @type {string} */ part) => `caption/${id}/${part}`;
    return [
      ...heading.map((text, k) => ({
        ...{ ...base, id: name(`title-${k}`), text, x: margin, y: first + k * LINE },
        ...{ size: sizes.title, weight: 650, fill: "ink" },
      })),
      ...small.map((text, k) => ({
        ...{ ...base, id: name(`subtitle-${k}`), text, fill: "muted", size: SMALL },
        ...{ x: margin, y: below + k * SMALL_LINE },
      })),
      ...sentence.map((runs, k) => ({
        ...{ ...base, id: name(`line-${k}`), runs, size: sizes.sentence },
        ...{ x: left, y: (wide ? first : next) + k * LINE },
      })),
    ];
  };
  const height = Math.max(0, ...steps.flatMap((step) => draw(step).map(({ y = 0 }) => y + LINE / 2)));
  return { height, draw };
}

/** A line may break after a space, and beside a Chinese character, but not before closing punctuation. */
const PIECE = /[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+/gu;
const WIDE = /^[\u2e80-\uffef]/u;
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}]/u;

/** @param {Step["caption"]} caption @param {number} size px @param {number} width px @returns {Run[][]} */
function linesOf(caption, size, width) {
  /** Runs that must stay on one line. @type {Run[][]} */
  const words = [];
  let before = " ";
  for (const { text, role } of caption)
    for (const piece of text.match(PIECE) ?? []) {
      const breaks = /\s$/.test(before) || ((WIDE.test(piece) || WIDE.test(before)) && !CLOSING.test(piece));
      if (breaks) words.push([]);
      words.at(-1)?.push({ text: piece, underline: role });
      before = piece;
    }
  /** @type {Run[][]} */
  const lines = [];
  let used = Infinity;
  for (const word of words) {
    const needs = textWidth(textOf(word), size);
    const visible = textWidth(textOf(word).trimEnd(), size);
    if (used + visible > width) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(...word);
    used += needs;
  }
  return lines.map(joined);
}

/** @param {Run[]} runs */
const textOf = (runs) => runs.map(({ text }) => text).join("");

/** Merges neighbours with the same underline, and lowers the index of a parameter such as W_Q. @param {Run[]} line @returns {Run[]} */
function joined(line) {
  /** @type {Run[]} */
  const runs = [];
  for (const { text, underline } of line) {
    const last = runs.at(-1);
    if (last && last.underline === underline) last.text += text;
    else runs.push({ text, underline });
  }
  const last = runs.at(-1);
  if (last) last.text = last.text.trimEnd();
  return runs.flatMap(({ text, underline }) =>
    text
      .split(INDEX)
      .map((part, k) => ({
        text: part,
        underline,
        fill: "text",
        ...(k % 2 ? { size: 12, dy: 4 } : { dy: 0 }),
      }))
      .filter(({ text }) => text !== ""),
  );
}
