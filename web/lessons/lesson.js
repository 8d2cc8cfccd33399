/**
 * A lesson as data. Its page is made by page.js, its numbers by the core when the site is built.
 *
 * @typedef {{ preset: string, story?: string, scale?: string, causal?: string, step?: string }} Picture attributes of a player
 * @typedef {object} Numbers of a run
 * @property {(cell: string) => number} at the number of one cell: "weights:0,0,0,1"
 * @property {(row: string) => number} sum of a row: "weights:0,0,0,*"
 * @property {number} root length of a key
 * @property {(row: string) => number} largest where the largest of a row stands
 * @property {(row: string) => number} likeliest the largest itself
 * @property {(tensor: string, counts?: (value: number) => boolean) => number} count how many numbers it has that count
 * @property {(stage: string, side: "query" | "key", k: number) => string} word
 * @property {(stage: string) => string} spoken what an encoder reads, or a decoder writes
 * @property {any} figures what was measured of the preset's model
 * @property {(tensor: string, axis: number) => number} size
 * @property {(tensor: string, from?: number) => string} shape "2 × 3", from an axis on
 * @property {string} [refusal] what the core says to a head more
 * @property {(rate: number) => number} lossAfter the loss after one step of descent
 * @property {Numbers} plain of the same preset without switches
 * @property {(cell: string) => string} products the products of a cell that is a sum, written out: "1·0 + 0·1 + 2·1"
 * @typedef {{ choices: number[] | "words" | "texts", right: number }} Guess words: the tokens; texts: those of the step's sentences
 * @typedef {{ id: string, picture: Picture, before?: string, guess?: number | ((numbers: Numbers) => Guess) }} Step before: the step of the story that the picture
 *   shows until it is guessed; guess: a number is the right one of the step's texts
 * @typedef {{ picture: Picture, change?: (problem: any) => any, answer: (numbers: Numbers) => number, wrong?: (numbers: Numbers) => number }} Exercise
 * @typedef {{ picture: Picture, goal: string, change: string, answer: string }} Task
 * @typedef {{ id: string, minutes: number, cover: Picture, steps: Step[], task: Task, exercises: Exercise[], code: { picture: Picture, languages: string[] } }} Lesson
 */
export {};
