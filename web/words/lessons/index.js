/**
 * The sentences of the lessons, one file a language; they are read when the site is built.
 *
 * @typedef {object} Said writes numbers of the run that the picture shows
 * @property {(cell: string, decimals?: number) => string} n a cell: "weights:0,0,0,1"
 * @property {(value: number, decimals?: number) => string} number
 * @property {(cell: string) => number} at
 * @property {(row: string) => number} sum of a row: "scores:0,0,0,*"
 * @property {(cell: string) => string} products
 * @property {number} root length of a key
 * @property {(row: string) => number} largest where the largest of a row stands
 * @property {(row: string) => number} likeliest the largest itself
 * @property {(tensor: string, counts?: (value: number) => boolean) => number} count how many numbers it has that count
 * @property {(stage: string, side: "query" | "key", k: number) => string} word
 * @property {(stage: string) => string} spoken what an encoder reads, or a decoder writes
 * @property {(value: number) => string} whole a large number: "16,777,216"
 * @property {any} more what a story has measured
 * @property {any} figures what was measured of the preset's model
 * @property {(tensor: string, axis: number) => number} size
 * @property {(tensor: string, from?: number) => string} shape "2 × 3", from an axis on
 * @property {string} [refusal] what the core says to a head more
 * @property {(rate: number) => number} lossAfter the loss after one step of descent
 * @property {Said} plain of the same preset without switches
 * @property {Said} first of the picture of the lesson's first step
 * @typedef {(said: Said) => string} Sentence
 * @typedef {{ name: string, title: string, said: Sentence, more: Sentence, question?: Sentence, choices?: (said: Said) => string[] }} StepTexts
 * @typedef {{ title: string, question: string, intro: string, description: string, steps: Record<string, StepTexts>,
 *   task: { title: string, text: string, hint: string }, exercises: { asks: Sentence, because: Sentence, wrong?: Sentence }[],
 *   sources: { says: Sentence, so: Sentence, where: string }[], credit: string }} LessonTexts
 */
export {};
