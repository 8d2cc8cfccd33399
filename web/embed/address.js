/**
 * Reads the fragment of a frame's address: a link of the studio, or keys that an author writes, such as
 * `preset=walk-through&lang=zh&controls=off`. The keys are the attributes of the player, and `time`.
 */
import { nearest } from "../core/errors.js";
import { attributesOf } from "../input/link/attributes.js";
import { decodeLink } from "../input/link/link.js";
import { quoted, errorsIn } from "../input/errors.js";
import { linkWords } from "../words/input/link/index.js";

/**
 * @typedef {object} Request
 * @property {Record<string, string | null>} attributes
 * @property {Record<string, any>} [problem]
 * @property {Record<string, any>} [compare]
 * @property {number} [time]
 * @property {string} [error] a sentence about the part that cannot be read; the rest applies
 */

/** Steps of the preset `cross` in older addresses, and the preset that has them now. */
const MOVED = [
  { steps: /^(class|decided)/, preset: "classification" },
  { steps: /^(image|film)/, preset: "regions" },
];

/**
 * Reads an address. Never throws: what cannot be read is in `error`.
 * @param {string} hash with its "#", or empty
 * @param {string[]} known the attributes of the player
 * @param {string} lang of error messages
 * @returns {Promise<Request>}
 */
export async function readAddress(hash, known, lang) {
  const text = hash.slice(1);
  return /^v\d/.test(text) ? ofLink(text, lang) : ofKeys(new URLSearchParams(text), known, lang);
}

/** @param {string} text @param {string} lang @returns {Promise<Request>} */
async function ofLink(text, lang) {
  try {
    const { problem, compare, time, ...state } = await decodeLink(text, { lang });
    return typeof compare === "string"
      ? { problem, time, attributes: { ...attributesOf(state), compare } }
      : { problem, compare, time, attributes: attributesOf(state) };
  } catch (error) {
    return { attributes: {}, error: error instanceof Error ? error.message : String(error) };
  }
}

/** @param {URLSearchParams} keys @param {string[]} known @param {string} lang @returns {Request} */
function ofKeys(keys, known, lang) {
  const names = [...known, "time"];
  const { time, ...given } = Object.fromEntries([...keys].filter(([key]) => names.includes(key)));
  const { story, step = "", ...rest } = given;
  const moved = given.preset === "cross" && MOVED.find(({ steps }) => steps.test(step));
  const attributes = moved ? { ...rest, preset: moved.preset } : given;
  const wrong = [...keys.keys()].find((key) => !names.includes(key));
  const seconds = Number(time);
  /** @type {Request} */
  const request = { attributes, time: seconds >= 0 && seconds < Infinity ? seconds : undefined };
  const words = linkWords(attributes.lang ?? lang);
  const error = errorsIn(words);
  if (wrong !== undefined) {
    const facts = { key: quoted(wrong), near: nearest(wrong, names).name };
    request.error = error("value", wrong, "unknown", facts).message;
  } else if (time !== undefined && request.time === undefined)
    request.error = error("value", "time", "kind", { key: "time", kinds: words.kinds.seconds }).message;
  return request;
}
