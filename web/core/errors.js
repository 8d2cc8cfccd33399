/**
 * The only error class of this program. A message is one sentence: what went wrong, where, the limit and the remedy.
 */

/** @typedef {"shape" | "value" | "limit" | "memory" | "unsupported" | "internal"} ErrorCode */

const KIND = Symbol.for("attention-player.error");

export class AttentionError extends Error {
  /**
   * @param {ErrorCode} code kind of error
   * @param {string} where a path such as `w_q[1]`, a row and column, or a byte offset
   * @param {string} message one sentence: what, where, the limit, the remedy
   */
  constructor(code, where, message) {
    super(message);
    this.name = "AttentionError";
    /** @type {ErrorCode} */
    this.code = code;
    /** @type {string} */
    this.where = where;
    Object.defineProperty(this, KIND, { value: true });
  }

  /**
   * @internal
   * Also accepts an error of another file of the package: the files share an engine, but each has its own copy of this class.
   * @param {any} value
   */
  static [Symbol.hasInstance](value) {
    return super[Symbol.hasInstance](value) || (this === AttentionError && value?.[KIND] === true);
  }
}

/**
 * Makes an error whose message begins with a path.
 * @param {ErrorCode} code
 * @param {string} where
 * @param {string} rest of the message
 */
export const fault = (code, where, rest) => new AttentionError(code, where, `${where} ${rest}`);

/**
 * Makes the error for a value that is not allowed at a path.
 * @param {string} where
 * @param {unknown} value
 * @param {string} remedy what to give
 */
export const unfit = (where, value, remedy) => fault("value", where, `is ${shown(value)}; give ${remedy}`);

/**
 * Converts what a caller's getter or proxy threw while it was read to an error of the input.
 * @param {unknown} error
 * @param {string} where path of what was being read
 * @returns {AttentionError}
 */
export function unreadable(error, where) {
  if (error instanceof AttentionError) return error;
  const refused = fault("value", where, "could not be read; give plain arrays and objects.");
  return Object.assign(refused, { cause: error });
}

const SHOWN = 60;

/**
 * Describes a value for a message: short, on one line, and safe even if a proxy throws.
 * @param {unknown} value
 * @returns {string}
 */
export function shown(value) {
  try {
    return described(value);
  } catch {
    return "an object that cannot be read";
  }
}

// a larger bigint may have so many digits that printing it takes long
const LONG = 1n << 64n;

/** @param {unknown} value */
function described(value) {
  if (typeof value === "string") return JSON.stringify(shortened(value));
  if (typeof value === "bigint") return -LONG < value && value < LONG ? `${value}n` : "a long bigint";
  if (Array.isArray(value)) {
    const { length } = value;
    if (!Number.isSafeInteger(length)) return "an array";
    return length === 0 ? "an empty array" : `an array of ${counted(length, "entry", "entries")}`;
  }
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value === "function") return "a function";
  if (typeof value === "symbol") return "a symbol";
  return Object.is(value, -0) ? "-0" : String(value);
}

/**
 * Formats a count: "1 entry", "2 entries".
 * @param {number} count
 * @param {string} singular
 * @param {string} plural
 */
export const counted = (count, singular, plural) => `${count} ${count === 1 ? singular : plural}`;

/** @param {string} text */
function shortened(text) {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}

const LISTED = 12;

/**
 * Makes the error for an unknown name; it suggests the name that may be meant, or lists the known ones.
 * @param {string} name as given
 * @param {Iterable<string>} known
 * @param {string} where path of the thing that has the name
 * @param {string} what the kind of name, for the message: "key", "tensor", "op"
 * @returns {AttentionError}
 */
export function unknownName(name, known, where, what) {
  const names = [...known];
  const { name: near, close } = nearest(name, names);
  const few = names.length === 1 ? `give ${near}.` : `give one of ${names.join(", ")}.`;
  const far = names.length <= LISTED ? few : `the nearest one is ${near}.`;
  const remedy = close ? `did you mean ${near}?` : far;
  const message = `${JSON.stringify(shortened(name))} is not a known ${what}; ${remedy}`;
  return new AttentionError("value", where, message);
}

/**
 * Returns the known name with the smallest edit distance, and whether it is close enough to be meant: at least half of the
 * letters stay, or one name is a prefix of the other.
 * @param {string} name
 * @param {string[]} names
 */
export function nearest(name, names) {
  const given = name.slice(0, SHOWN).toLowerCase();
  let best = { name: names[0], distance: Infinity };
  for (const candidate of names) {
    const word = candidate.toLowerCase();
    const begun = given.length > 2 && (word.startsWith(given) || given.startsWith(word));
    const distance = begun ? Math.min(1, edits(given, word)) : edits(given, word);
    if (distance < best.distance) best = { name: candidate, distance };
  }
  return { name: best.name, close: best.distance <= Math.max(given.length, best.name.length) / 2 };
}

/**
 * Returns the edit distance between two words: insertions, deletions and replacements (Wagner and Fischer, 1974).
 * @param {string} a
 * @param {string} b
 */
function edits(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
