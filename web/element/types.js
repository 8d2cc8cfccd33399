/** What a page gives <attention-player> and gets from it, as types: there is no code here. */

/** @import { AttentionError } from "../core/errors.js" */
/** @import { Causal, Problem } from "../core/types.js" */

/** @typedef {Exclude<import("../build/stories/index.js").StoryId, "long" | "generic">} Story */
/**
 * @typedef {"walk-through" | "as-printed" | "one-query" | "layer" | "two-words" | "eight-heads" | "batch" | "english-french"
 *   | "chinese-english" | "seq2seq" | "cross" | "scores" | "scaling" | "geometry" | "search" | "normalization" | "backward"
 *   | "training" | "long-input"} PresetName
 */
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
 * @property {CustomEvent<{ problem: Problem }>} change what is shown is another problem now
 * @property {CustomEvent<AttentionError>} error
 */
/** @typedef {keyof AttentionPlayerEventMap} EventName */
/** @template {EventName} K @typedef {(this: import("./attention-player.js").AttentionPlayer, event: AttentionPlayerEventMap[K]) => any} Listener */
/**
 * @typedef {object} Listening
 * @property {<K extends EventName>(type: K, listener: Listener<K>, options?: boolean | AddEventListenerOptions) => void} addEventListener
 * @property {<K extends EventName>(type: K, listener: Listener<K>, options?: boolean | EventListenerOptions) => void} removeEventListener
 */

/**
 * Properties that are views of attributes of the same name.
 * @typedef {object} Reflected
 * @property {PresetName | ""} preset
 * @property {Theme} theme
 * @property {Palette} palette
 * @property {boolean} autoplay plays once it is in view
 * @property {boolean} ask stops before a softmax and asks what will come of it
 * @property {boolean} controls
 * @property {SoftmaxView} softmax
 * @property {boolean} editable the reader may change the numbers
 */
/** @typedef {{ new (): Reflected & Listening & HTMLElement, prototype: Reflected & Listening & HTMLElement }} Base */

/** @typedef {boolean | "on" | "off"} Switch */
/**
 * What may stand in the tag. A framework sets what is a property of the element as one.
 * @typedef {object} OwnAttributes
 * @property {PresetName} [preset] a problem that comes with the player
 * @property {Problem | string} [problem] as a property an object, as an attribute JSON
 * @property {Problem | string} [compare] what it is set against: a preset, or a problem
 * @property {Story} [story] what is told about it; the preset's own when absent
 * @property {string} [lang] a language tag
 * @property {Theme} [theme]
 * @property {Palette} [palette]
 * @property {boolean} [autoplay]
 * @property {boolean} [loop]
 * @property {boolean} [ask]
 * @property {boolean} [editable]
 * @property {Switch} [controls]
 * @property {number | string} [speed] playback rate to begin with, 0.25 to 4
 * @property {Switch} [scale] division by √d_k; the problem's own when absent
 * @property {Switch | Causal} [causal] the causal mask; the problem's own when absent
 * @property {SoftmaxView} [softmax]
 * @property {number | string} [head] the one head that is told, counted from 0
 * @property {number | string} [batch] the item of the batch that is told, counted from 0
 * @property {number | string} [step] id or index
 */
/**
 * A problem without braces: rows parted by ";", names by commas. `key` is kept by frameworks for themselves.
 * @typedef {{ [name in Exclude<keyof import("../core/types.js").AttentionProblem, "key" | "scale" | "causal" | "version" | "stages">]?: string | number }} ProblemAttributes
 */
/** @typedef {OwnAttributes & ProblemAttributes} AttentionPlayerAttributes */
export {};
