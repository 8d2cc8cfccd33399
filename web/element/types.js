/** The types of what a page passes to <attention-player> and gets from it. Contains no code. */

/** @import { AttentionError } from "../core/errors.js" */
/** @import { Problem } from "../core/types.js" */
/** @import { options } from "./options.js" */

/** @typedef {Exclude<import("../build/stories/index.js").StoryId, "long" | "generic">} Story */
/** @typedef {import("../build/lists/names.js").PresetName} PresetName */
/** @typedef {"auto" | "light" | "dark"} Theme auto follows the page, which may follow the reader's system */
/** @typedef {"classic" | "safe" | "print"} Palette safe: distinguishable for colour-blind readers; print: pale, on white */
/** @typedef {"closed" | "open"} SoftmaxView closed: one step; open: max, shift, exp, sum, divide */

/** @typedef {{ id: string, title: string, start: number, duration: number }} Step times in seconds at rate 1 */
/** @typedef {{ tensor: string, index: number[] }} Cell */
/** @typedef {{ value: number, text: string, sources: Cell[] }} Explanation a cell's value, its sentence, and the cells it is computed from */

/**
 * The type of each event.
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
/** @typedef {{ [name in keyof Options as Options[name] extends { typed: true } ? name : never]: Options[name]["fallback"] }} Reflected properties that reflect the attributes of the same name */
/** @typedef {{ new (): Reflected & Listening & HTMLElement, prototype: Reflected & Listening & HTMLElement }} Base */

/** @typedef {"svg" | "svg-animated" | "png" | "gif" | "webm" | "mp4" | "html" | "pages" | "tag"} ExportKind tag: the tag with the still picture inside */
/**
 * What is exported, and how.
 * @typedef {object} ExportOptions
 * @property {ExportKind} [type] svg by default
 * @property {Story | ""} [story] @property {string} [lang] @property {Theme} [theme] @property {Palette} [palette] the
 *   player's by default; the theme is light if the player has none of its own
 * @property {number} [width] px, 64 to 4096; 1152 by default
 * @property {number} [scale] pixels per px, 1 to 4
 * @property {string | number} [from] @property {string | number} [to] the first and the last step: ids, or indices from 0
 * @property {number | "poster"} [at] the moment to draw, in seconds; by default the finished picture
 * @property {string | number} [step] the step whose end to draw
 * @property {boolean} [captions] false: omits the sentence below the picture
 * @property {boolean} [problem] false: does not embed the problem in the file
 * @property {number} [fps] frames per second; 10, 20 or 25 for a GIF
 * @property {boolean} [loop] whether a film loops, true by default
 * @property {number} [perPage] the steps on a page: 1, 2 or 4
 * @property {boolean} [wechat] for svg-animated: only what WeChat's editor keeps
 * @property {AbortSignal} [signal] aborts the export; its reason rejects the promise
 * @property {(part: number) => void} [onProgress] from 0 to 1
 */

/** @typedef {boolean | "on" | "off"} Switch */
/** @typedef {"play" | "bar" | "captions" | "speed" | "settings" | "fullscreen" | "transcript"} Control */
/** @typedef {Switch | Control | `${Control} ${string}`} Controls all, the captions alone, or some in any order */
/**
 * The attributes of the tag. A framework sets those that are properties of the element as properties.
 * @typedef {{ [name in keyof Options]?: Exclude<NonNullable<Options[name]["tag"]>, ""> }} OwnAttributes
 */
/**
 * A problem as attributes, without braces: rows separated by ";", names by commas. Frameworks reserve `key`.
 * @typedef {{ [name in Exclude<keyof import("../core/types.js").AttentionProblem, "key" | "scale" | "causal" | "version" | "stages">]?: string | number }} ProblemAttributes
 */
/** @typedef {OwnAttributes & ProblemAttributes} AttentionPlayerAttributes */
export {};
