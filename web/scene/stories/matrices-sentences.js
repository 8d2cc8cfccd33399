/** What the matrices story says; every claim is looked up in the tensors first. */

import { formatNumber } from "../format.js";
import { cellName } from "../model.js";
import { fill, spans } from "../words.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("./matrices-plan.js").Board} Board */
/** @typedef {import("./matrices-plan.js").Matrix} Matrix */
/** @typedef {{ model: Model, decimals: number }} Voice */

/** @param {Voice} voice @param {Matrix} matrix @param {number} r @param {number} c */
const text = ({ model, decimals }, { tensor, index }, r, c) =>
  formatNumber(model.value(tensor, index(r, c)), model.format(tensor, decimals));

/** "2, 4, 4" @param {Voice} voice @param {Matrix} matrix @param {number} r */
const wholeRow = (voice, matrix, r) =>
  Array.from({ length: matrix.cols }, (_, c) => text(voice, matrix, r, c));

/** A row in a sentence: of a long one only the beginning. @param {Voice} voice @param {Matrix} matrix @param {number} r */
export function rowOf(voice, matrix, r) {
  const row = wholeRow(voice, matrix, r);
  const { numbers, dots } = voice.model.words.lists;
  return row.length > 4 ? row.slice(0, 3).join(numbers) + dots : row.join(numbers);
}

/** @param {Voice} voice @param {string} name @param {Record<string, unknown>} [names] */
const say = ({ model }, name, names) => spans(model.words.stories.matrices.captions[name], names);

/** "W_Q" @param {Matrix | undefined} matrix */
const nameOf = (matrix) => (matrix ? matrix.letter + (matrix.sub ? `_${matrix.sub}` : "") : "");

/** The first number of a board, as a span that names its cell. @param {Voice} voice @param {Board} board */
function first(voice, { result }) {
  return { number: text(voice, result, 0, 0), cell: cellName(result.tensor, result.index(0, 0)) };
}

/** @param {Model} model @param {Matrix} matrix @param {number} r */
const valuesOf = (model, { tensor, index, cols }, r) =>
  Array.from({ length: cols }, (_, c) => model.value(tensor, index(r, c)));

/** Captions of a board's steps: first cell, first row, all the rest. @param {Voice} voice @param {Board} board */
export function captions(voice, board) {
  const { model } = voice;
  const row = rowOf(voice, board.result, 0);
  const names = {
    ...first(voice, board),
    row,
    top: nameOf(board.top),
    plus: nameOf(board.plus ?? board.top),
  };
  const kind = `${board.id}${board.kind === "function" ? "Other" : ""}`;
  const made = CAPTIONS[board.id]?.(voice, board, names);
  if (made) return made;
  if (board.kind === "each") return [say(voice, "moved", { ...names, result: nameOf(board.result) })];
  const bias = board.plus ? spans(model.words.stories.matrices.captions.biased, names) : [];
  return [
    [...say(voice, kind, names), ...bias],
    say(voice, `${board.id}Row`, names),
    say(voice, `${board.id}All`, names),
  ];
}

/** @type {Record<string, (voice: Voice, board: Board, names: any) => any>} */
const CAPTIONS = {
  key: (voice, board, names) => [
    plus(voice, board, names, voice.model.problem.x_kv == null ? "key" : "keyOther"),
  ],
  value: (voice, board, names) => [plus(voice, board, names, "value")],
  scores: (voice, board, names) => [
    say(voice, board.kind === "function" ? "scoresOther" : "scores", names),
    say(voice, "scoresRow", names),
    say(voice, "scoresAll", { count: board.result.rows * board.result.cols }),
  ],
  scaled_scores: (voice) => [
    voice.model.usualScale
      ? say(voice, "scale", { d_k: voice.model.d_k })
      : say(voice, "scaleBy", {
          scale: voice.model.problem.scale ?? Number(voice.model.scale.toPrecision(4)),
        }),
  ],
  capped_scores: (voice) => [say(voice, "cap", { cap: voice.model.problem.softcap })],
  masked_scores: (voice, board) => [maskSentence(voice, board)],
  row_max: (voice, board, names) => [say(voice, "max", names)],
  shifted_scores: (voice) => [say(voice, "shift")],
  shifted_exp: (voice, board) => [say(voice, allSee(voice.model, board) ? "exp" : "expPlain")],
  row_sum: (voice, board, names) => [say(voice, "sum", names)],
  weights: (voice, board, names) => weightSentences(voice, board, names),
  mixed: (voice, board, names) => [
    say(voice, "mixed", names),
    say(voice, "mixedRow", names),
    mixedSentence(voice),
  ],
  output: (voice, board, names) => [
    plus(
      voice,
      board,
      names,
      voice.model.heads > 1 ? "output" : board.kind === "each" ? "moved" : "outputOne",
    ),
    say(voice, "outputAll"),
    say(voice, "outputAll"),
  ],
};

/** @param {Voice} voice @param {Board} board @param {any} names @param {string} name */
function plus(voice, board, names, name) {
  const sentence = board.kind === "each" ? "moved" : name;
  const bias = board.plus ? spans(voice.model.words.stories.matrices.captions.biased, names) : [];
  return [...say(voice, sentence, { ...names, result: nameOf(board.result) }), ...bias];
}

/** @param {Voice} voice @param {Board} board */
function maskSentence(voice, { result, struck }) {
  let count = 0;
  for (let r = 0; r < result.rows; r++)
    for (let c = 0; c < result.cols; c++) if (struck?.(voice.model, r, c)) count++;
  const biased = voice.model.problem.bias != null;
  const name = biased ? (count ? "maskBoth" : "maskBias") : count ? "mask" : "maskNone";
  return say(voice, name, { count, all: result.rows * result.cols });
}

/** @param {Model} model @param {Board} board every row has a largest score */
const allSee = (model, { left }) =>
  Array.from({ length: left.rows }, (_, r) => valuesOf(model, left, r)).every((row) =>
    row.some((value) => value === 0),
  );

/** @param {Voice} voice @param {Board} board @param {any} names */
function weightSentences(voice, board, names) {
  const { model } = voice;
  if (model.override) return [say(voice, "override"), say(voice, "override")];
  if (model.open) return [say(voice, "divide", names)];
  const sums = Array.from({ length: board.result.rows }, (_, r) =>
    valuesOf(model, board.result, r).reduce((a, b) => a + b, 0),
  );
  const whole = (/** @type {number} */ sum) => Math.abs(sum - 1) < 1e-4;
  const all = sums.some(Number.isNaN) ? "softmaxOdd" : sums.every(whole) ? "softmaxAll" : "softmaxEmpty";
  if (!whole(sums[0])) return [say(voice, all), say(voice, all)];
  return [say(voice, "softmax", { ...names, before: rowOf(voice, board.left, 0) }), say(voice, all)];
}

/** @param {Voice} voice */
function mixedSentence(voice) {
  const { head, heads } = voice.model;
  return heads > 1 ? say(voice, "mixedHead", { head: head + 1, heads }) : say(voice, "mixedAll");
}

/** @param {Voice} voice @param {Board[]} boards @param {number} count of matrices */
export function endSentence(voice, boards, count) {
  const last = boards[boards.length - 1].result;
  if (last.tensor === "mixed" && voice.model.heads > 1) return mixedSentence(voice);
  const name = voice.model.projected ? "end" : "endGiven";
  return say(voice, name, { letter: last.letter, count });
}

/** Rows of a result for a screen reader. @param {Voice} voice @param {Board} board @param {number} from @param {number} to */
export function spoken(voice, { result }, from, to) {
  const { words } = voice.model;
  const rows = [];
  for (let r = from; r < Math.min(to, result.rows); r++)
    rows.push(
      fill(words.texts.row, {
        name: `${nameOf(result)} ${r + 1}`,
        numbers: wholeRow(voice, result, r).join(words.lists.numbers),
      }),
    );
  return rows.join(" ");
}
