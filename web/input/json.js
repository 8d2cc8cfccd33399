/**
 * Writes problems, tensors and traces as plain JSON, for links and files. Typed arrays become arrays, float32 numbers their
 * shortest decimals, and the numbers that JSON lacks the strings "NaN", "Infinity" and "-Infinity". -0 stays -0, which JSON can
 * read back.
 */
import { AttentionError } from "../core/errors.js";
import { shortestDecimal } from "../words/decimal.js";
import { grouped, quoted } from "./errors.js";

/** @typedef {import("./errors.js").Invalid} Invalid */

/** Maximum nesting: deeper values are circular or hostile. */
const MOST_LEVELS = 64;
/** Maximum characters of a path in an error. */
const SHOWN = 100;

/**
 * Writes a value as JSON. Throws as soon as the text exceeds the limit.
 * @param {unknown} value
 * @param {{ limit: number, invalid: Invalid, name: string }} options limit: in characters; name: of the whole value, for `where`
 */
export function jsonText(value, { limit, invalid, name }) {
  /** @type {string[]} */
  const pieces = [];
  /** the keys that lead to the current item @type {(string | number)[]} */
  const path = [];
  let length = 0;
  const where = () => pathText(path).slice(0, SHOWN) || name;
  /** @param {string} text */
  const put = (text) => {
    length += text.length;
    if (length > limit) throw invalid("limit", name, "long", { limit: grouped(limit) });
    pieces.push(text);
  };

  try {
    any(value);
    return pieces.join("");
  } catch (error) {
    if (error instanceof AttentionError) throw error;
    throw Object.assign(invalid("value", where(), "unreadable", { where: where() }), { cause: error });
  }

  /** @param {unknown} item */
  function any(item) {
    if (item === null || typeof item === "boolean") put(String(item));
    else if (typeof item === "number") put(numberText(item));
    else if (typeof item === "string") {
      // already over the limit: throws before the text is escaped
      if (item.length > limit) put(item);
      put(JSON.stringify(item));
    } else if (item instanceof Float32Array) list(item, (x) => put(inJson(shortestDecimal(x))));
    else if (ArrayBuffer.isView(item) && "length" in item) list(/** @type {any} */ (item), any);
    else if (Array.isArray(item)) list(item, any);
    else if (Object.prototype.toString.call(item) === "[object Object]") record(/** @type {object} */ (item));
    else if (item === undefined) throw invalid("value", where(), "gap", { where: where() });
    else throw invalid("value", where(), "noValue", { where: where(), kind: kindOf(item) });
  }

  /** @param {ArrayLike<any>} items @param {(item: any) => void} each */
  function list(items, each) {
    deeper();
    put("[");
    const count = items.length;
    for (let i = 0; i < count; i++) {
      path.push(i);
      if (i > 0) put(",");
      each(items[i]);
      path.pop();
    }
    put("]");
  }

  /** @param {object} item */
  function record(item) {
    deeper();
    put("{");
    let first = true;
    for (const [key, inner] of Object.entries(item)) {
      if (inner === undefined) continue;
      path.push(key);
      put(`${first ? "" : ","}${JSON.stringify(key)}:`);
      any(inner);
      path.pop();
      first = false;
    }
    put("}");
  }

  function deeper() {
    if (path.length > MOST_LEVELS) throw invalid("value", where(), "deep", { limit: MOST_LEVELS });
  }
}

/** @param {number} value */
const numberText = (value) => (Object.is(value, -0) ? "-0" : inJson(String(value)));

/** @param {string} decimal */
const inJson = (decimal) => (/[NI]/.test(decimal) ? `"${decimal}"` : decimal);

/** @param {unknown} item */
const kindOf = (item) =>
  typeof item === "object" ? Object.prototype.toString.call(item).slice(8, -1) : typeof item;

/** Writes a path: problem.x[0][1]. @param {(string | number)[]} path */
const pathText = (path) =>
  path
    .map((key, i) => {
      if (typeof key === "number") return `[${key}]`;
      return /^\w+$/.test(key) ? `${i === 0 ? "" : "."}${key}` : `[${quoted(key)}]`;
    })
    .join("");
