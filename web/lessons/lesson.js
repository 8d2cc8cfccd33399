/**
 * A lesson as data. page.js writes its page; the core computes its numbers when the site is built.
 *
 * @typedef {{ preset: string, story?: string, scale?: string, causal?: string, step?: string }} Picture attributes of a player
 * @typedef {object} Numbers of a run
 * @property {(cell: string) => number} at the value of a cell such as "weights:0,0,0,1"
 * @property {(row: string) => number} sum the sum of a row such as "weights:0,0,0,*"
 * @property {number} root the length of a key, whose square root scales the scores
 * @property {(row: string) => number} largest the index of the largest value of a row
 * @property {(tensor: string, counts?: (value: number) => boolean) => number} count the number of values in a tensor, or of those for which `counts` is true
 * @property {(tensor: string, axis: number) => number} size
 * @property {(rate: number) => number} lossAfter the loss after one step of gradient descent at a learning rate
 * @property {Numbers} plain those of the same preset without switches
 * @typedef {{ choices: number[] | "words" | "texts", right: number, decimals?: number }} Guess "words": the tokens; "texts": the choices in the step's texts
 * @typedef {{ id: string, picture: Picture, before?: string, guess?: number | ((numbers: Numbers) => Guess) }} Step before: the step of the story that the
 *   picture shows until the reader has guessed; guess: a number is the index of the right text
 * @typedef {{ picture: Picture, change?: (problem: any) => any, answer: (numbers: Numbers) => number, wrong?: (numbers: Numbers) => number }} Exercise
 * @typedef {{ picture: Picture, goal: string, change: string, answer: string }} Task
 * @typedef {{ id: string, minutes: number, cover: Picture, steps: Step[], task: Task, exercises: Exercise[], code: { picture: Picture, languages: string[] } }} Lesson
 */
export {};
