/**
 * A problem written as attributes: x="1 0 1 0; 0 2 0 2" labels="I, love, cats" heads="2". They need no braces and no quotes,
 * which template engines would interpret.
 *
 * Every key of an attention is an attribute, except `version` and the reader's switches `scale` and `causal`. Hyphens work, too:
 * `w-q` is `w_q`. React and Vue reserve `key`; pass it in `problem` there.
 *
 * - tensors: rows are separated by `;` or, if there is none, by line breaks; numbers by spaces or commas, including `，` and `、`.
 *   `nan`, `inf`, `true`, `false` and a typographic minus are accepted. A single row is a vector for a bias, `w_2` or `key_mask`,
 *   and for `target` with `loss="cross_entropy"`. A tensor of more than two axes is written as JSON.
 * - `labels`: the names of x's tokens, separated by commas or as a JSON array; those of other tensors as a JSON object
 * - `window`: two numbers; other options: a number or a word
 */
import { COMMON, OPS } from "../core/schema.js";
import { readMask, readTensor } from "../core/tensor.js";
import { AttentionError } from "../core/errors.js";
import { errorWords } from "../words/errors/index.js";
import { fill } from "../words/sentence.js";
import { demandShort, parse } from "./source.js";

/** @typedef {Record<string, any>} Problem */
/** @typedef {{ text: string, keys: Problem, errors: Map<string, AttentionError>, none: boolean }} Read
 *   text: of all attributes; keys: of the problem; errors: by attribute; none: whether an error invalidates all attributes */

const { scale, causal, ...attention } = OPS.attention;
const { version, ...common } = COMMON;
/** @type {Record<string, import("../core/readers.js").Reader>} */
const readers = { ...attention, ...common };

const names = Object.keys(readers).flatMap((key) => [key, key.replaceAll("_", "-")]);
/** The names of all attributes of a problem. */
export const attributeNames = [...new Set(names)];

/** @param {string} key */
const isTensor = (key) => readers[key] === readTensor || readers[key] === readMask;

/**
 * Reads the attributes. An invalid one is ignored; if it is a tensor, all are ignored, since the others would mean something else
 * without it.
 *
 * @param {Map<string, string>} attributes @param {string} [lang] of error messages
 * @returns {Read}
 */
export function readAttributes(attributes, lang) {
  /** @type {Read} */
  const read = { text: "", keys: {}, errors: new Map(), none: false };
  for (const [name, value] of attributes) {
    const key = name.replaceAll("-", "_");
    const text = value.trim();
    // frameworks write an empty attribute where they have no value
    if (!Object.hasOwn(readers, key) || text === "") continue;
    read.text += `${name}=${text}\n`;
    try {
      const given = valueOf(text, key, isVector(attributes, key), lang);
      // tensors are validated with the whole problem
      if (!isTensor(key)) readers[key](given, key);
      read.keys[key] = given;
    } catch (error) {
      read.errors.set(name, /** @type {AttentionError} */ (error));
      read.none ||= isTensor(key);
    }
  }
  return read.none ? { ...read, keys: {} } : read;
}

/** Whether a single row is a vector. @param {Map<string, string>} attributes @param {string} key */
const isVector = (attributes, key) =>
  /^(b_.|w_2|key_mask)$/.test(key) ||
  (key === "target" && attributes.get("loss")?.trim() === "cross_entropy");

/** @param {string} text @param {string} key @param {boolean} vector @param {string} [lang] */
function valueOf(text, key, vector, lang) {
  demandShort(text, key, lang);
  const json = /^[[{]/.test(text) ? parse(text, key, lang) : undefined;
  if (key === "labels") {
    const names = json ?? text.split(/[,，、]/).map((name) => name.trim());
    return Array.isArray(names) ? { x: names } : names;
  }
  if (json !== undefined) return json;
  const plain = plainSigns(text);
  if (!isTensor(key) && key !== "window") return numberOf(plain) ?? text;
  const rows = rowsOf(plain, key, lang);
  return rows.length === 1 && (vector || key === "window") ? rows[0] : rows;
}

/** Replaces full-width characters and all kinds of minus and comma with ASCII. @param {string} text */
const plainSigns = (text) =>
  text
    .replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[−–﹣]/g, "-")
    .replaceAll("、", ",");

/** @param {string} text @param {string} key @param {string} [lang] */
function rowsOf(text, key, lang) {
  const errors = errorWords(lang);
  // a trailing separator does not begin another row
  const written = text.includes(";") ? text.replace(/;\s*$/, "").split(";") : text.split("\n");
  const rows = written.map((line, row) =>
    line
      .trim()
      .split(/\s*,\s*|\s+/)
      .map((value, column) => {
        const number = numberOf(value);
        if (number !== undefined) return number;
        const facts = { where: key, value: value.slice(0, 60), row: row + 1, column: column + 1 };
        throw new AttentionError("value", `${key}[${row}][${column}]`, fill(errors.cell, facts));
      }),
  );
  const [{ length: width }] = rows;
  const row = rows.findIndex(({ length }) => length !== width);
  if (row < 0) return rows;
  const facts = { where: key, row: row + 1, length: rows[row].length, width };
  throw new AttentionError("shape", `${key}[${row}]`, fill(errors.ragged, facts));
}

/**
 * A number as a problem may contain it: NaN and infinities, which JSON lacks, as strings, and booleans as 1 and 0; undefined for
 * other words.
 * @param {string} word @returns {number | string | undefined}
 */
function numberOf(word) {
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word))
    return Number.isFinite(Math.fround(Number(word))) ? Number(word) : undefined;
  if (/^[+-]?nan$/i.test(word)) return "NaN";
  if (/^[+-]?(inf|infinity|∞)$/i.test(word)) return `${word[0] === "-" ? "-" : ""}Infinity`;
  return /^true$/i.test(word) ? 1 : /^false$/i.test(word) ? 0 : undefined;
}
