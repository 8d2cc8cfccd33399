/** What the lines of a listing that compute say about its problem: by what they scale the scores, and how many heads they have. */
import { shortestDecimal } from "../../words/decimal.js";
import { keyOf } from "./names.js";

/** Returns code without comments, runs of spaces and empty lines. @param {string} text */
export const withoutComments = (text) =>
  text
    .replace(/(?:#|\/\/).*$/gm, "")
    .replace(/[ \t\r]+/g, " ")
    .replace(/(?:\n ?)+/g, "\n");

/** A square root, as scores are divided by. */
export const ROOT = /sqrt|\*\*\s*-?\(?\s*(?:0?\.5|1\s*\/\s*2)/;
/** The root of a number. */
const ROOT_OF =
  /\/=?\s*\(?(?:(?:\w{1,20}\.)?sqrt\((?:[\w.]{1,20}\()?(\d[\d.]*)|(\d+)\s*\*\*\s*\(?(?:0?\.5|1\s*\/\s*2))/;
/** A root with the sign before it. */
const BY_ROOT =
  /[*/]=? ?\(?(?:[\w.]*sqrt\((?:[^()\n]|\([^()\n]*\))*\)|[\w.]+(?:\(-?\d\)|\[-?\d\])? ?\*\* ?-?\(?(?:0?\.5|1 ?\/ ?2)\)?)\)?/g;
/** What scales scores in its own way. */
const SCALED = /scaled_dot|MultiheadAttention|scale/i;
const SCORES = String.raw`(?:scores?\w*|\bs|logits|\bq(?:uer(?:y|ies))?|\.(?:T|t\(\))|transpose\([^()\n]{0,20}\))\)*`;
/** A number, or a name of a scale or a width. */
const NUMBER = String.raw`(\d[\d.]*|(?:self\.)?(?:d_?[kmh]|scal|temp|tau)\w*)`;
/** What scores are divided by, if it is no root. */
const DIVISOR = new RegExp(String.raw`${SCORES}\s*\/=?\s*${NUMBER}`, "i");
/** By what scores are multiplied. */
const FACTOR = new RegExp(
  String.raw`${SCORES}\s*\*=?\s*${NUMBER}|${NUMBER}\s*\*\s*\(?\w[\w.]*\s*@|scaled_dot\w*\([^()]*\bscale ?= ?${NUMBER}`,
  "i",
);

/** Returns the lengths of nested lists, outermost first. @param {any} value @returns {number[]} */
const sizesOf = (value) => (Array.isArray(value) ? [value.length, ...sizesOf(value[0])] : []);

/** Several names on one line, and what is assigned to them. */
const SEVERAL = /^ ?(\w+(?:, ?\w+)+) ?= ?(.+)$/gm;

/** Assigns several numbers one by one, and nothing that would have to be computed. @param {string} code */
const oneByOne = (code) =>
  code.replace(SEVERAL, (_, names, values) => {
    const list = /[()[\]]/.test(values) ? [] : values.split(",");
    return names
      .split(",")
      .map((/** @type {string} */ name, /** @type {number} */ k) => `${name} = ${list[k]?.trim()}\n`)
      .join("");
  });

/** A number that is assigned to a name, or passed by it. */
const ASSIGNED = /(?<![\w.])(\w+) ?= ?(\d[\d.]*)(?= ?(?:[,);\n]|$))/g;

/**
 * Returns lines of a listing with numbers in place of their names, and of the sizes of given matrices.
 * @param {string} lines
 * @param {string} listing
 * @param {(name: string) => any} valueOf what the listing assigns to a name
 */
function withNumbers(lines, listing, valueOf) {
  const [code, whole] = [lines, listing].map((text) =>
    withoutComments(text).replace(/\b(\w+)\.(?:shape\[|size\()(-?\d)[\])]/g, (size, name, axis) => {
      return `${sizesOf(valueOf(name)).at(Number(axis)) ?? size}`;
    }),
  );
  const numbers = new Map(
    Array.from(oneByOne(whole).matchAll(ASSIGNED), ([, name, number]) => [name, number]),
  );
  return code.replace(/(?<![\w.])[A-Za-z_]\w*(?![\w.([]| ?=(?!=))/g, (name) => numbers.get(name) ?? name);
}

/**
 * Returns by what number lines multiply the scores; undefined if they divide by the root of a key's width or make no weights, NaN
 * for a number that they compute.
 * @param {string} lines
 * @param {string} listing that they are part of
 * @param {number} width of a key
 * @param {(name: string) => any} valueOf what the listing assigns to a name
 */
export function scaleIn(lines, listing, width, valueOf) {
  if (!/softmax|exp|scaled_dot/i.test(lines)) return undefined;
  const code = withNumbers(lines, listing, valueOf);
  const [, one, other] = ROOT_OF.exec(code) ?? [];
  const under = Number(one ?? other ?? width);
  const rest = code.replace(BY_ROOT, "");
  const factor = FACTOR.exec(rest)?.slice(1).find(Boolean);
  const [, divisor] = DIVISOR.exec(rest) ?? [];
  const by = Number(factor ?? 1) / Number(divisor ?? 1);
  if (ROOT.test(code)) {
    // beside a root, a name may be that of the root
    const further = Number.isNaN(by) ? 1 : by;
    return under === width && further === 1 ? undefined : rounded(further / Math.sqrt(under));
  }
  return !factor && !divisor && SCALED.test(code) ? undefined : rounded(by);
}

/** Returns a number as a float32 with few digits. @param {number} value */
const rounded = (value) => Number(shortestDecimal(Math.fround(value)));

/**
 * Returns what is multiplied by the transpose of a weight and by the weight nowhere: "x" for `x @ w.T` and `np.dot(w, x)`; undefined
 * for other weights.
 * @param {string} lines
 * @param {string} name of the weight
 */
export function factorOfTransposed(lines, name) {
  const code = withoutComments(lines);
  const weight = String.raw`(?<![\w.])(?:self\.)?${name.replace(/^self\.|\W/g, (sign) => (/^self/.test(sign) ? "" : `\\${sign}`))}`;
  const product = String.raw`(?:dot|matmul|mm)\(`;
  const before = String.raw`(?:(?<!\bW\w*(?:\.T)? ?)@ ?|${product}[^,\n]{1,60}, ?)${weight}`;
  if (new RegExp(String.raw`${before}(?![\w.])`, "i").test(code)) return undefined;
  const forms = [
    String.raw`${before}\.(?:m?T\b|t\(|transpose\()`,
    String.raw`transpose\(${weight}[,)]`,
    String.raw`linear\([^,\n]{1,60}, ?${weight}\b`,
    String.raw`(?<!@ ?)${weight} ?@ ?(?!W)([\w.]+)`,
    String.raw`${product}${weight}, ?(?!W)([\w.]+)`,
  ];
  const found = new RegExp(forms.join("|"), "i").exec(code);
  return found ? (found[1] ?? found[2] ?? "") : undefined;
}

/** A product whose first factor is transposed and whose second is not. */
const TRANSPOSED_FIRST =
  /(?<![\w.])(\w+)(?:\.m?T|'|\.t\(\)|\.transpose\([-\d, ]*\)) ?[@*,] ?(\w+)(?![\w.'])/g;

/** Whether lines multiply transposed keys by queries, or transposed queries by keys: then tokens are columns. @param {string} lines */
export const scoresAreColumns = (lines) =>
  Array.from(lines.matchAll(TRANSPOSED_FIRST)).some(([, a, b]) =>
    /^(?:key query|query key)$/.test(`${keyOf(a)} ${keyOf(b)}`),
  );

/** Whether lines multiply weights by values that are not transposed: then the tokens of values are rows. @param {string} lines */
export const weighsRows = (lines) =>
  Array.from(lines.matchAll(/[@*,] ?(\w+)\)*(?![\w.'(,])/g)).some(([, name]) => keyOf(name) === "value");

/** A class, or a function with its arguments or parameters. */
const CALL = /\bclass (\w+)|\b(\w+) ?\(([^()]*)\)/g;
/** An argument or a parameter: `num_heads=2`, `num_heads: int`, `int heads`. */
const NAMED = /^(?:\w+ )?(\w+)(?: ?: ?\w+)?(?: ?= ?(\w+))?$/;

/**
 * Returns the count of heads that a call passes: `attend(x, num_heads=2)`, or `MultiHead(4, 2)` for a class with `def
 * __init__(self, d_model, num_heads)`; undefined if there is none, NaN if it cannot be told.
 * @param {string} text
 * @param {(name: string) => number | undefined} numberOf the number that the listing assigns to a name
 */
export function headsIn(text, numberOf) {
  const calls = Array.from(withoutComments(text).matchAll(CALL), ([, type, name, list = ""]) => {
    return { type, name, list: list.split(",").map((part) => part.trim()) };
  });
  const places = new Map([["MultiheadAttention", 1]]);
  /** @type {string[]} */
  const found = [];
  let owner = "";
  for (const { type, name, list } of calls) {
    owner = type ?? owner;
    list.forEach((target, place) => {
      const [, word = "", value] = NAMED.exec(target) ?? [];
      if (keyOf(word) !== "heads") return;
      if (value) found.push(value);
      else
        places.set(
          /^(?:__init__|constructor)$/.test(name) ? owner : name,
          place - Number(list[0] === "self"),
        );
    });
  }
  for (const { name, list } of calls) {
    const value = list[places.get(name) ?? -1] ?? "";
    if (/^\w+$/.test(value) && keyOf(value) !== "heads") found.push(value);
  }
  const counts = new Set(found.map((value) => numberOf(value) ?? Number(value)));
  const isTold = places.size > 1 || calls.some(({ name }) => /multi_?head/i.test(name ?? ""));
  if (counts.size === 0) return isTold ? NaN : undefined;
  return counts.size > 1 ? NaN : [...counts][0];
}
