/**
 * The sentences of the lessons, one file per language. They are read when the site is built.
 *
 * @typedef {import("../../lessons/lesson.js").Numbers & SaidOf} Said
 * @typedef {object} SaidOf functions and values for writing numbers of the run that the picture shows
 * @property {(cell: string, decimals?: number) => string} n writes the number of a cell: "weights:0,0,0,1"
 * @property {(value: number, decimals?: number) => string} number
 * @property {(cell: string) => string} products the sum of products behind a cell, such as "1·0 + 0·1 + 2·1"
 * @property {(row: string) => number} likeliest the largest number of a row
 * @property {(stage: string, side: "query" | "key", k: number) => string} word
 * @property {(stage: string) => string} spoken what an encoder reads, or a decoder writes
 * @property {(value: number) => string} whole writes a large number: "16,777,216"
 * @property {any} more what was computed for a story beyond the trace
 * @property {any} figures what was measured of the preset's learned model
 * @property {(tensor: string, from?: number) => string} shape writes a shape from an axis on: "2 × 3"
 * @property {string} [refusal] the core's error for one more head
 * @property {Said} plain the same for the preset without switches
 * @property {Said} first the same for the picture of the lesson's first step
 * @typedef {(said: Said) => string} Sentence
 * @typedef {{ name: string, title: string, said: Sentence, more: Sentence, question?: Sentence, choices?: (said: Said) => string[] }} StepTexts
 * @typedef {{ title: string, question: string, intro: string, description: string, steps: Record<string, StepTexts>,
 *   task: { title: string, text: string, hint: string }, exercises: { asks: Sentence, because: Sentence, wrong?: Sentence }[],
 *   sources: { says: Sentence, so: Sentence, where: string }[], credit: string }} LessonTexts
 */

/** The words of the longest sentences that are right, in percent. @param {{ by_length: any[] }} measured @returns {number} */
export function share({ by_length }) {
  const { right, words } = by_length.at(-1);
  return Math.round((100 * right) / words);
}
