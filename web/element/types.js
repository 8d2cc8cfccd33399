/** The types of what a page gives <attention-player> and gets from it. There is no code here. */

/** @import { AttentionError } from "../core/errors.js" */
/** @import { Problem } from "../core/types.js" */
/** @import { options } from "./options.js" */

/** @typedef {Exclude<import("../build/stories/index.js").StoryId, "long" | "generic">} Story */
/** @typedef {import("../build/lists/names.js").PresetName} PresetName */
/** @typedef {"auto" | "light" | "dark"} Theme auto follows the page, which may leave it to the reader's system */
/** @typedef {"classic" | "safe" | "print"} Palette safe: told apart by colour-blind readers; print: pale, on white */
/** @typedef {"closed" | "open"} SoftmaxView one step, or max, shift, exp, sum, divide */

/** @typedef {{ id: string, title: string, start: number, duration: number }} Step seconds at rate 1 */
/** @typedef {{ tensor: string, index: number[] }} Cell */
/** @typedef {{ value: number, text: string, sources: Cell[] }} Explanation a cell's value, its sentence, and what it comes from */

/**
 * What each event carries.
 * @typedef {object} AttentionPlayerEventMap
 * @property {CustomEvent<null>} play
 * @property {CustomEvent<null>} pause
 * @property {CustomEvent<null>} timeupdate
 * @property {CustomEvent<null>} ended
 * @property {CustomEvent<{ id: string, index: number }>} stepchange
 * @property {CustomEvent<{ problem: Problem }>} change another problem is shown
 * @property {CustomEvent<AttentionError>} error
 */
/** @typedef {keyof AttentionPlayerEventMap} EventName */
/** @template {EventName} K @typedef {(this: import("./attention-player.js").AttentionPlayer, event: AttentionPlayerEventMap[K]) => any} Listener */
/**
 * @typedef {object} Listening
 * @property {<K extends EventName>(type: K, listener: Listener<K>, options?: boolean | AddEventListenerOptions) => void} addEventListener
 * @property {<K extends EventName>(type: K, listener: Listener<K>, options?: boolean | EventListenerOptions) => void} removeEventListener
 */

/** @typedef {typeof options} Options */
/** @typedef {{ [name in keyof Options as Options[name] extends { typed: true } ? name : never]: Options[name]["fallback"] }} Reflected properties that are views of attributes of the same name */
/** @typedef {{ new (): Reflected & Listening & HTMLElement, prototype: Reflected & Listening & HTMLElement }} Base */

/** @typedef {"svg" | "svg-animated" | "png" | "gif" | "webm" | "mp4" | "html" | "pages" | "tag"} ExportKind tag: with the still picture in it */
/**
 * What is exported, and how.
 * @typedef {object} ExportOptions
 * @property {ExportKind} [type] svg by default
 * @property {Story | ""} [story] @property {string} [lang] @property {Theme} [theme] @property {Palette} [palette] the player's where absent; without
 *   a theme of its own light
 * @property {number} [width] px, 64 to 4096; 1152 by default
 * @property {number} [scale] of pixels: 1 to 4 for each px
 * @property {string | number} [from] @property {string | number} [to] the first step and the last: ids, or numbers from 0
 * @property {number | "poster"} [at] of a still: seconds, or the finished picture, which is the default
 * @property {string | number} [step] of a still: a step, finished
 * @property {boolean} [captions] false: without the sentence below the picture
 * @property {boolean} [problem] false: the file does not carry its problem
 * @property {number} [fps] frames a second: of a GIF 10, 20 or 25
 * @property {boolean} [loop] of a film, true by default
 * @property {number} [perPage] of pages: 1, 2 or 4 steps
 * @property {boolean} [wechat] of svg-animated: what WeChat's editor keeps
 * @property {AbortSignal} [signal] its reason rejects the promise
 * @property {(part: number) => void} [onProgress] from 0 to 1
 */

/** @typedef {boolean | "on" | "off"} Switch */
/** @typedef {"play" | "bar" | "captions" | "speed" | "settings" | "fullscreen" | "transcript"} Control */
/** @typedef {Switch | Control | `${Control} ${string}`} Controls all, the captions alone, or some in any order */
/**
 * What may stand in the tag. A framework sets what is a property of the element as one.
 * @typedef {{ [name in keyof Options]?: Exclude<NonNullable<Options[name]["tag"]>, ""> }} OwnAttributes
 */
/**
 * A problem without braces: rows separated by ";", names by commas. Frameworks reserve `key`.
 * @typedef {{ [name in Exclude<keyof import("../core/types.js").AttentionProblem, "key" | "scale" | "causal" | "version" | "stages">]?: string | number }} ProblemAttributes
 */
/** @typedef {OwnAttributes & ProblemAttributes} AttentionPlayerAttributes */
export {};
