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
const ROOT_OF = /\/\s*\(?(?:(?:\w{1,20}\.)?sqrt\((\d+)\)|(\d+)\s*\*\*\s*\(?(?:0?\.5|1\s*\/\s*2))/;
/** What scales scores in its own way. */
const SCALED = /scaled_dot|MultiheadAttention|scale/i;
const SCORES = String.raw`(?:scores?\w*|\.T|transpose\([^()\n]{0,20}\))\)*`;
/** What scores are divided by, if it is no root: a number, or a width such as d_k. */
const DIVISOR = new RegExp(String.raw`${SCORES}\s*\/=?\s*(\d[\d.]*|d_?[kmh]\w*)`, "i");
/** By what number scores are multiplied. */
const FACTOR = new RegExp(String.raw`${SCORES}\s*\*=?\s*(\d[\d.]*)|(\d[\d.]*)\s*\*\s*\(?\w[\w.]*\s*@`, "i");

/**
 * Returns by what number lines multiply the scores; undefined if they divide by the root of a key's width or make no weights, NaN
 * for a number that they compute.
 * @param {string} code
 * @param {number} width of a key
 */
export function scaleIn(code, width) {
  if (!/softmax|exp/i.test(code)) return undefined;
  const [, one, other] = ROOT_OF.exec(code) ?? [];
  const under = Number(one ?? other ?? width);
  if (ROOT.test(code)) return under === width ? undefined : rounded(1 / Math.sqrt(under));
  if (SCALED.test(code)) return undefined;
  const [, after, before] = FACTOR.exec(code) ?? [];
  const [, divisor = "1"] = DIVISOR.exec(code) ?? [];
  return rounded(Number(after ?? before ?? 1) / Number(divisor));
}

/** Returns a number as a float32 with few digits. @param {number} value */
const rounded = (value) => Number(shortestDecimal(Math.fround(value)));

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
