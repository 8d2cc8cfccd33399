/** Readers of single values, and of an object's keys by a table of readers. A null or undefined value counts as absent. */
import { fault, shown, unfit, unknownName, unreadable } from "./errors.js";
import { lengthOf } from "./rows.js";
import { opened, readTensor } from "./tensor.js";

/** @typedef {(value: unknown, where: string) => any} Reader */
/** @typedef {Record<string, any>} Values as read, by key; has no prototype */

const LABEL_CHARACTERS = 256;
const MOST_ENTRIES = 1048576;
const MOST_HEADS = 2147483647;
const MOST = Number.MAX_SAFE_INTEGER;

/** @type {Reader} */
export const heads = (value, where) => {
  if (typeof value !== "number" || !Number.isInteger(value))
    throw unfit(where, value, `a whole number from 1 to ${MOST_HEADS}.`);
  if (value >= 1 && value <= MOST_HEADS) return value;
  throw fault("shape", where, `is ${value}; give a whole number from 1 to ${MOST_HEADS}.`);
};

/**
 * Makes a reader that accepts the values that pass a test.
 * @param {(value: any) => boolean} passes
 * @param {string} remedy what to give instead of a value that fails
 * @returns {Reader}
 */
export const demanding = (passes, remedy) => (value, where) => {
  if (passes(value)) return value;
  throw unfit(where, value, remedy);
};

/** @param {number} least @param {number} [most] */
export const whole = (least, most = MOST) =>
  demanding(
    (value) => Number.isSafeInteger(value) && value >= least && value <= most,
    `a whole number from ${least} to ${most}.`,
  );

const isFloat = (/** @type {unknown} */ value) =>
  typeof value === "number" && Number.isFinite(Math.fround(value));

export const finite = demanding(isFloat, "a finite number from -3.4e38 to 3.4e38.");
export const positive = demanding(
  (value) => isFloat(value) && value > 0,
  "a finite number above 0, at most 3.4e38.",
);
/** The learning rate that a training or a step of descent has by default. */
export const USUAL_RATE = 0.01;
export const rate = demanding(
  (value) => typeof value === "number" && value >= 0 && Number.isFinite(value),
  "a finite number from 0 upward.",
);
export const integer = whole(-MOST);
export const truth = demanding((value) => typeof value === "boolean", "true or false.");

/**
 * @param {readonly string[]} choices
 * @returns {Reader} the index of the choice
 */
export const choice = (choices) => (value, where) => {
  const index = typeof value === "string" ? choices.indexOf(value) : -1;
  if (index >= 0) return index;
  if (typeof value === "string") throw unknownName(value, choices, where, where.replace(/^.*\./, ""));
  throw unfit(where, value, `one of ${choices.join(", ")}.`);
};

/**
 * @param {readonly string[]} choices
 * @returns {Reader} the choice itself
 */
export const choiceName = (choices) => (value, where) => choices[choice(choices)(value, where)];

export const lossName = choiceName(["squared_error", "cross_entropy"]);
export const optimizerName = choiceName(["sgd", "adam"]);

/** @type {Reader} */
export const causal = (value, where) => {
  if (value === false) return 0;
  if (value === true || value === "top-left") return 1;
  if (value === "bottom-right") return 2;
  const remedy = 'give true, false, "top-left" or "bottom-right".';
  throw fault("value", where, `is ${shown(value)}; ${remedy}`);
};

const side = whole(-1);
/** @type {Reader} */
export const windowPair = (value, where) => {
  if (!Array.isArray(value) || value.length !== 2)
    throw unfit(where, value, "[left, right], -1 for an open side.");
  return [side(value[0], `${where}[0]`), side(value[1], `${where}[1]`)];
};

/** @type {Reader} */
export const version = (value, where) => {
  if (value === 1) return 1;
  const newer = "is newer than 1, the newest known here; update attention-player.";
  if (typeof value === "number" && value > 1) throw fault("unsupported", where, `${value} ${newer}`);
  throw unfit(where, value, "1.");
};

/** @type {Reader} names shown at tokens: strings only, truncated to LABEL_CHARACTERS */
export const labels = (value, where) => {
  /** @type {Record<string, string[]>} */
  const result = Object.create(null);
  for (const [name, list] of entriesOf(value, where)) {
    const place = `${where}.${name}`;
    if (!LABELLED.includes(name)) throw unknownName(name, LABELLED, place, "tensor with tokens");
    result[name] = readArray(list, place, "an array of text, one for each token.", (text, at) => {
      if (typeof text === "string") return text.slice(0, LABEL_CHARACTERS);
      throw unfit(at, text, "text.");
    });
  }
  return result;
};
// names of rows; feature and value_feature name the columns of the inputs and of the output, logits the words or classes to
// choose from
const LABELLED = "x x_kv x_v query key value encoder_states a b y output feature value_feature logits".split(
  " ",
);

/** Makes a table that reads each of the names as a tensor. */
export const tensorKeys = (/** @type {string} */ names) =>
  Object.fromEntries(names.split(" ").map((name) => [name, readTensor]));

/**
 * Returns the own entries of an object, each read once, so that prototypes, getters and __proto__ keys have no effect later.
 * @param {unknown} object
 * @param {string} where
 * @returns {[string, unknown][]}
 * @throws {AttentionError} `value` if it is not an object of keys and values
 */
export function entriesOf(object, where) {
  try {
    if (
      typeof object === "object" &&
      object !== null &&
      !Array.isArray(object) &&
      !ArrayBuffer.isView(object)
    )
      return Object.entries(object);
  } catch (error) {
    throw unreadable(error, where);
  }
  throw unfit(where, object, "an object of keys and values.");
}

/**
 * Reads the entries of an array, each once. Their number is limited because an array, or a proxy of one, may claim any length.
 * @template T
 * @param {unknown} list
 * @param {string} where
 * @param {string} remedy what to give instead of a value that is not an array
 * @param {(entry: unknown, where: string) => T} read
 * @param {number} [most] entries
 * @returns {T[]}
 */
export function readArray(list, where, remedy, read, most = MOST_ENTRIES) {
  try {
    if (!Array.isArray(list)) throw unfit(where, list, remedy);
    const count = lengthOf(list);
    if (count > most)
      throw fault("limit", where, `has ${count} entries; at most ${most} are read, so give fewer.`);
    /** @type {T[]} */
    const result = [];
    for (let index = 0; index < count; index++) result.push(read(list[index], `${where}[${index}]`));
    return result;
  } catch (error) {
    throw unreadable(error, where);
  }
}

/**
 * Reads every key of an object by a table. Rejects a key that the table lacks, and suggests the nearest one it has.
 * @param {unknown} object
 * @param {Record<string, Reader>} table
 * @param {string} where name of the object, for errors
 * @param {string} [kind] of the keys, for errors: "key" or "option"
 * @returns {Values}
 */
export const readKeys = (object, table, where, kind) =>
  readEntries(entriesOf(object, where), table, "", kind);

/**
 * Reads entries by a table, as readKeys does.
 * @param {Iterable<[string, unknown]>} entries of an object, as entriesOf returns them
 * @param {Record<string, Reader>} table
 * @param {string} prefix path in front of a key, such as `stages[1].`
 * @param {string} [kind]
 * @returns {Values}
 */
export function readEntries(entries, table, prefix, kind = "key") {
  const values = Object.create(null);
  for (const [key, value] of entries) {
    if (!Object.hasOwn(table, key))
      throw unknownName(key, Object.keys(table), prefix + key.slice(0, 60), kind);
    if (value === undefined || value === null) continue;
    try {
      values[key] = table[key](value, prefix + key);
    } catch (error) {
      throw unreadable(error, prefix + key);
    }
  }
  return opened(values);
}
