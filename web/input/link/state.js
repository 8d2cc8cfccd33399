/** The keys of a link's state and the kinds of their values. The element validates stories and problems. */
import { nearest } from "../../core/errors.js";
import { quoted } from "../errors.js";

/** @typedef {import("../errors.js").Invalid} Invalid */
/**
 * The state of a player, which knows the names of stories, steps and themes.
 * @typedef {object} State
 * @property {import("../../core/types.js").Problem} [problem]
 * @property {string} [story]
 * @property {string | number} [step] id or index
 * @property {number} [time] seconds at rate 1
 * @property {string | number} [from] the step at which playback begins @property {string | number} [to] and ends
 * @property {string} [lang]
 * @property {string} [theme]
 * @property {string} [palette]
 * @property {string | boolean} [softmax]
 * @property {number | null} [head] null: all heads
 * @property {number} [batch]
 * @property {import("../../core/types.js").Problem | string} [compare] a problem or a preset
 * @property {number} [speed]
 * @property {number} [seed] with which numbers of the problem were drawn
 * @property {boolean | string} [controls]
 * @property {boolean | string} [ask]
 */
/** @typedef {"record" | "text" | "flag" | "whole" | "seconds" | "rate" | "none"} Kind */

/** @param {unknown} value */
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @type {Record<Kind, (value: any) => boolean>} */
const kinds = {
  record: isRecord,
  text: (value) => typeof value === "string",
  flag: (value) => typeof value === "boolean",
  whole: (value) => Number.isSafeInteger(value) && value >= 0,
  seconds: (value) => Number.isFinite(value) && value >= 0,
  rate: (value) => Number.isFinite(value) && value > 0,
  none: (value) => value === null,
};

/** The keys by the kinds of values that they may hold; a head of null means all heads. */
const allowing = {
  record: "problem",
  text: "story lang theme palette",
  "text whole": "step from to",
  seconds: "time",
  "text flag": "softmax",
  "whole none": "head",
  whole: "batch seed",
  "record text": "compare",
  rate: "speed",
  "flag text": "controls ask",
};
/** @type {Map<string, Kind[]>} */
const keys = new Map();
for (const [some, names] of Object.entries(allowing))
  for (const name of names.split(" ")) keys.set(name, /** @type {Kind[]} */ (some.split(" ")));

/**
 * Throws unless a value is a valid state of a player.
 * @param {unknown} state
 * @param {Invalid} invalid
 * @param {Record<Kind | "or", string>} words for each kind
 */
export function checkState(state, invalid, words) {
  if (!isRecord(state)) throw invalid("value", "state", "noState");
  for (const [key, value] of Object.entries(/** @type {object} */ (state))) {
    const allowed = keys.get(key);
    if (!allowed) throw unknown(key, invalid);
    if (value === undefined || allowed.some((kind) => kinds[kind](value))) continue;
    throw invalid("value", key, "kind", { key, kinds: allowed.map((kind) => words[kind]).join(words.or) });
  }
}

/** @param {string} key @param {Invalid} invalid */
function unknown(key, invalid) {
  const { name } = nearest(key, [...keys.keys()]);
  return invalid("value", key.slice(0, 60) || "state", "unknown", { key: quoted(key), near: name });
}
